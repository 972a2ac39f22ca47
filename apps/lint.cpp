#include <memory>

#include <CLI/CLI.hpp>

#include "appell/analysis/lint.hpp"
#include "appell/io/link_meshes.hpp"
#include "appell/report/lint_report.hpp"
#include "apps/commands.hpp"
#include "apps/terminal.hpp"

namespace appell::apps {
namespace {

struct LintOptions {
  std::string model;
  std::vector<std::string> packages;
  bool strict = false;
  bool open_loops = false;
  bool json = false;
};

void lint(const LintOptions& options) {
  const io::Packages packages = packages_from(options.packages);
  const io::LoadResult loaded = io::load_model(
      options.model,
      {.physics = mass::Physics::kNotChecked,
       .packages = packages,
       .strictness = options.strict ? io::Strictness::kStrict : io::Strictness::kTolerant,
       .open_loops = options.open_loops});
  std::vector<std::string> warnings = loaded.warnings;
  for (std::string& hint : package_hints(loaded.model.description(), packages)) {
    warnings.push_back(std::move(hint));
  }
  const analysis::Meshes meshes = io::read_link_meshes(loaded.model.description(), warnings);
  const analysis::LintResult result = analysis::lint(loaded.model.description(), meshes);
  const std::string& name = loaded.model.name();
  print(options.json ? report::lint_json(name, result, warnings)
                     : with_verdicts(report::lint_text(name, result, warnings)));
  if (result.is_impossible()) throw AnswerIsNo();
}

}  // namespace

void add_lint(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "lint", "impossible or suspicious numbers in a robot; exit 1 if an inertia is impossible");
  const auto options = std::make_shared<LintOptions>();
  add_model_argument(*command, options->model);
  add_package_option(*command, options->packages);
  add_strict_option(*command, options->strict);
  add_open_loops_option(*command, options->open_loops);
  command->add_flag("--json", options->json, "print JSON");
  command->footer(
      "Example: appell lint robot.urdf --package my_robot=../my_robot\n"
      "         appell lint robot.urdf --strict   (unknown elements are errors)\n"
      "         appell lint robot.xml --open-loops   (MJCF with <equality>)\n"
      "Says for every link which mesh or shape its mass was compared with, or why none.\n"
      "kg, m, kg m²; meshes are in metres times the scale that the robot's file gives.");
  command->callback([options] { lint(*options); });
}

}  // namespace appell::apps
