#include <algorithm>
#include <memory>
#include <utility>

#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/base/error.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/mesh_body.hpp"
#include "appell/report/mass_report.hpp"
#include "apps/commands.hpp"
#include "apps/option_checks.hpp"
#include "apps/terminal.hpp"

namespace appell::apps {
namespace {

struct MassOptions {
  std::string file;
  std::string link;  ///< Of a robot.
  std::string part;  ///< Of a body.
  std::string frame;
  std::string about;
  std::string axes;
  io::MeshBodyOptions mesh;
  bool urdf = false;
  bool json = false;
};

io::BodyFile load_body(const MassOptions& options, const CLI::App& command) {
  constexpr const char* kMeshOptions[] = {"--material", "--density",     "--mass",
                                          "--scale",    "--close-holes", "--hull"};
  if (!io::is_mesh_path(options.file)) {
    try {
      io::refuse_other_solids(options.file);
    } catch (const ModelError& error) {
      throw ModelError(concat(error.what(), "; give --material, --density or --mass then, and ",
                              "--scale 0.001 if it is in millimetres"));
    }
    for (const char* option : kMeshOptions) {
      check(command.count(option) == 0, option,
            ": is for mesh files (.stl, .obj, .dae); the parts of ", options.file,
            " say their own sizes and densities");
    }
    return io::load_body(options.file);
  }
  const std::size_t given =
      command.count("--material") + command.count("--density") + command.count("--mass");
  check(given == 1, options.file, ": is a mesh, which has no mass; one of --material, --density ",
        "and --mass is needed, ", given == 0 ? "none is" : "several are", " given");
  try {
    return io::load_mesh_body(options.file, options.mesh);
  } catch (const ModelError& error) {
    const std::string text = error.what();
    const char* help = text.find("the surface is open") != std::string::npos
                           ? "; --close-holes closes small holes, --hull takes the convex hull"
                       : text.find("a hole of") != std::string::npos
                           ? "; --hull takes the convex hull"
                           : "";
    throw ModelError(text + help);
  }
}

io::BodyFile load_link(const MassOptions& options) {
  const io::LoadResult loaded = io::load_model(options.file, {.open_loops = true});
  for (const std::string& warning : loaded.warnings) warn(warning);
  return of_option("--link", [&] { return io::body_of_link(loaded.model, options.link); });
}

/// The body with only one of its parts in it.
io::BodyFile only_part(io::BodyFile body, const std::string& name) {
  std::vector<std::string> names;
  for (const mass::PartMass& part : body.compound.parts) {
    names.push_back(part.name);
    if (part.name != name) continue;
    return {.name = name, .compound = {.total = part.rigid_mass, .parts = {part}}};
  }
  throw InvalidArgument(concat("--part: '", name, "' is no part of ", body.name,
                               suggestion(name, names), "; it has ", comma_list(names)));
}

/// The frame that --frame, or --about and --axes, name.
report::MassFrame mass_frame(const MassOptions& options, const mass::RigidMass& total) {
  const bool has_parts = !options.about.empty() || !options.axes.empty();
  check(options.frame.empty() || !has_parts, "--frame: says both point and axes; leave it out, or ",
        "--about and --axes");
  if (!has_parts) {
    return of_option("--frame", [&] { return report::mass_frame(options.frame, total); });
  }
  const auto three = [](const char* option, const std::string& text) {
    return of_option(option, [&] {
      const auto commas = std::count(text.begin(), text.end(), ',');
      check(text.empty() || commas == 2, "is '", text, "'; three numbers are needed");
      return text.empty() ? std::string("0,0,0") : text;
    });
  };
  const std::string about = options.about == "com" ? concat(total.p_BBcm.x(), ",", total.p_BBcm.y(),
                                                            ",", total.p_BBcm.z())
                                                   : three("--about", options.about);
  const std::string axes = three("--axes", options.axes);
  return of_option("--about, --axes",
                   [&] { return report::mass_frame(concat(about, ",", axes), total); });
}

void mass(const MassOptions& options, const CLI::App& command) {
  check(!(options.urdf && options.json), "--urdf and --json: give one of them");
  check(options.link.empty() || options.part.empty(), "--link is for robots, --part for bodies");
  io::BodyFile body = options.link.empty() ? load_body(options, command) : load_link(options);
  if (!options.part.empty()) body = only_part(std::move(body), options.part);
  const report::MassFrame frame = mass_frame(options, body.compound.total);
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
  command->add_flag("--hull", options->mesh.hull,
                    "take the convex hull of a mesh, whose surface may then be open");
  command->add_flag("--urdf", options->urdf, "print the <inertial> element of a URDF link");
  command->add_option(
      "--frame", options->frame,
      "origin (default), com, principal, x,y,z or x,y,z,roll,pitch,yaw: where and in "
      "which axes the properties are given");
  command->add_option(
      "--about", options->about,
      "x,y,z or com: the point about which tensors are given (default: the origin)");
  command->add_option(
      "--axes", options->axes,
      "roll,pitch,yaw in rad: the axes in which they are given (default: the file's)");
  command->add_option(
      "--link", options->link,
      "FILE is a robot (or an embedded one): the tensors of this link, in its frame");
  command->add_option("--part", options->part, "only this part of the body");
  command->add_flag("--json", options->json, "print JSON");
  command->footer(
      "Examples: appell mass leg.toml --urdf\n"
      "          appell mass part.stl --material steel --scale 0.001\n"
      "          appell mass scan.obj --mass 1.2 --close-holes --urdf\n"
      "          appell mass panda --link link4 --about 0,0,0.1 --axes 0,0,1.57\n"
      "kg, m, kg m²; meshes in metres unless --scale says otherwise.");
  command->callback([options, command] { mass(*options, *command); });
}

}  // namespace appell::apps
