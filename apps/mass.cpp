#include <memory>

#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/base/error.hpp"
#include "appell/io/mesh_body.hpp"
#include "appell/report/mass_report.hpp"
#include "apps/commands.hpp"
#include "apps/option_checks.hpp"
#include "apps/terminal.hpp"

namespace appell::apps {
namespace {

struct MassOptions {
  std::string file;
  std::string frame;
  io::MeshBodyOptions mesh;
  bool urdf = false;
  bool json = false;
};

io::BodyFile load_body(const MassOptions& options, const CLI::App& command) {
  constexpr const char* kMeshOptions[] = {"--material", "--density", "--mass", "--scale",
                                          "--close-holes"};
  if (!io::is_mesh_path(options.file)) {
    for (const char* option : kMeshOptions) {
      check(command.count(option) == 0, option, ": is for mesh files (.stl, .obj, .dae); ",
            options.file, " says it itself");
    }
    return io::load_body(options.file);
  }
  const std::size_t given =
      command.count("--material") + command.count("--density") + command.count("--mass");
  check(given == 1, options.file, ": is a mesh, which has no mass; one of --material, --density ",
        "and --mass is needed, ", given, " are given");
  try {
    return io::load_mesh_body(options.file, options.mesh);
  } catch (const ModelError& error) {
    const std::string text = error.what();
    const bool has_holes = text.find("the surface is open") != std::string::npos;
    throw ModelError(text + (has_holes ? "; --close-holes closes small holes" : ""));
  }
}

void mass(const MassOptions& options, const CLI::App& command) {
  check(!(options.urdf && options.json), "--urdf and --json: give one of them");
  const io::BodyFile body = load_body(options, command);
  const report::MassFrame frame =
      of_option("--frame", [&] { return report::mass_frame(options.frame, body.compound.total); });
  if (options.urdf) {  // The others show them.
    for (const std::string& found : body.compound.notes) note(one_line(found));
  }
  print(options.json   ? report::mass_json(body, frame)
        : options.urdf ? report::mass_urdf(body, frame)
                       : report::mass_text(body, frame));
}

}  // namespace

void add_mass(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "mass", "mass, centre of mass and inertia of a mesh or of a body made of simple parts");
  const auto options = std::make_shared<MassOptions>();
  command
      ->add_option("FILE", options->file,
                   "TOML file with the parts (see docs/mass.md), or a mesh: .stl, .obj, .dae")
      ->required();
  command->add_option("--material", options->mesh.material,
                      "of a mesh: steel, aluminium, ... (the table in docs/mass.md)");
  command->add_option("--density", options->mesh.density, "of a mesh, kg/m³, instead")
      ->check(positive_number("kg/m³"));
  command->add_option("--mass", options->mesh.mass, "of a mesh, kg, instead")
      ->check(positive_number("kg"));
  command
      ->add_option("--scale", options->mesh.scale,
                   "of a mesh: metres per unit of the file, 0.001 if it is in millimetres "
                   "(default: 1)")
      ->check(positive_number("metres per unit of the file"));
  command->add_flag("--close-holes", options->mesh.close_holes,
                    "close small holes of a mesh (up to 2 % of its surface), and say by how much "
                    "that changes its volume");
  command->add_flag("--urdf", options->urdf, "print the <inertial> element of a URDF link");
  command->add_option(
      "--frame", options->frame,
      "origin (default), com, principal, x,y,z or x,y,z,roll,pitch,yaw: where and in "
      "which axes the properties are given");
  command->add_flag("--json", options->json, "print JSON");
  command->footer(
      "Examples: appell mass leg.toml --urdf\n"
      "          appell mass part.stl --material steel --scale 0.001\n"
      "          appell mass scan.obj --mass 1.2 --close-holes --urdf\n"
      "kg, m, kg m²; meshes in metres unless --scale says otherwise.");
  command->callback([options, command] { mass(*options, *command); });
}

}  // namespace appell::apps
