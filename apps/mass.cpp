#include <memory>

#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/report/mass_report.hpp"
#include "apps/commands.hpp"
#include "apps/option_checks.hpp"

namespace appell::apps {
namespace {

struct MassOptions {
  std::string file;
  std::string frame;
  bool urdf = false;
  bool json = false;
};

void mass(const MassOptions& options) {
  check(!(options.urdf && options.json), "--urdf and --json: give one of them");
  const io::BodyFile body = io::load_body(options.file);
  const report::MassFrame frame =
      of_option("--frame", [&] { return report::mass_frame(options.frame, body.compound.total); });
  print(options.json   ? report::mass_json(body, frame)
        : options.urdf ? report::mass_urdf(body, frame)
                       : report::mass_text(body, frame));
}

}  // namespace

void add_mass(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "mass", "mass, centre and inertia of a body made of simple parts, some of them cut out");
  const auto options = std::make_shared<MassOptions>();
  command->add_option("FILE", options->file, "TOML file with the parts (see docs/mass.md)")
      ->required();
  command->add_flag("--urdf", options->urdf, "print the <inertial> element of a URDF link");
  command->add_option(
      "--frame", options->frame,
      "origin (default), com, principal, x,y,z or x,y,z,roll,pitch,yaw: where and in "
      "which axes the properties are given");
  command->add_flag("--json", options->json, "print JSON");
  command->callback([options] { mass(*options); });
}

}  // namespace appell::apps
