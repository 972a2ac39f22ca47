#include <memory>

#include <CLI/CLI.hpp>

#include "appell/analysis/lint.hpp"
#include "appell/analysis/lint_fix.hpp"
#include "appell/base/check.hpp"
#include "appell/io/mesh_reader.hpp"
#include "appell/report/lint_report.hpp"
#include "appell/report/model_file.hpp"
#include "apps/commands.hpp"
#include "apps/option_checks.hpp"
#include "apps/output_options.hpp"
#include "apps/terminal.hpp"
#include "apps/terminal_context.hpp"

namespace appell::apps {
namespace {

struct LintOptions {
  std::string model;
  std::vector<std::string> packages;
  bool strict = false;
  bool open_loops = false;
  std::string open_meshes = "close";
  OutputOptions fix;
  std::optional<double> density;
  bool json = false;
};

void lint(const LintOptions& options) {
  check(!options.density || !options.fix.path.empty(), "--density: is for --fix");
  if (!options.fix.path.empty()) {
    report::check_model_path("--fix", options.fix.path);
    check_output(options.fix, {options.model});
  }
  const TerminalContext context;
  const io::Packages packages = jobs::packages_from(options.packages, context);
  const io::LoadResult loaded = jobs::load_or_hint(
      options.model,
      {.physics = mass::Physics::kNotChecked,
       .packages = packages,
       .strictness = options.strict ? io::Strictness::kStrict : io::Strictness::kTolerant,
       .open_loops = options.open_loops,
       .open_meshes = mass::open_meshes_named(options.open_meshes)},
      context);
  std::vector<std::string> warnings = loaded.warnings;
  for (std::string& hint : jobs::package_hints(loaded.model.description(), packages, context)) {
    warnings.push_back(std::move(hint));
  }
  const analysis::Meshes meshes = io::read_link_meshes(loaded.model.description(), warnings);
  const analysis::LintResult result = analysis::lint(loaded.model.description(), meshes);
  const std::string& name = loaded.model.name();
  std::optional<report::WrittenFix> fix;
  if (!options.fix.path.empty()) {
    fix = report::write_fix(options.fix.path, loaded.model.description(), meshes,
                            {options.density, mass::open_meshes_named(options.open_meshes)},
                            warnings);
  }
  print(options.json ? report::lint_json(name, result, warnings, fix)
                     : with_verdicts(report::lint_text(name, result, warnings, fix)));
  if (fix && !options.density && !fix->robot.unfixed.empty()) {
    note("--density KG_PER_M3 gives a mass to links that have none, if they show solids");
  }
  const bool is_impossible =
      fix ? analysis::lint(fix->robot.description).is_impossible() : result.is_impossible();
  if (is_impossible) throw AnswerIsNo();
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
  add_open_meshes_option(*command, options->open_meshes);
  command
      ->add_option("--fix", options->fix.path,
                   "write a robot (.toml or .urdf) whose impossible or missing inertias are those "
                   "of a homogeneous body of each link's own geometry; every change is listed, and "
                   "exit 1 is about the robot that is written")
      ->option_text("FILE");
  command
      ->add_option("--density", options->density,
                   "of --fix, kg/m³: for links without a mass of their own")
      ->check(positive_number("kg/m³"));
  command->add_flag("--json", options->json, "print JSON");
  command->footer(
      "Example: appell lint robot.urdf --package my_robot=../my_robot\n"
      "         appell lint robot.urdf --strict   (unknown elements are errors)\n"
      "         appell lint robot.xml --open-loops   (MJCF with <equality>)\n"
      "         appell lint robot.urdf --fix better.urdf --density 2700\n"
      "Says for every link which mesh or shape its mass was compared with, or why none.\n"
      "kg, m, kg m²; meshes are in metres times the scale that the robot's file gives.");
  command->callback([options] { lint(*options); });
}

}  // namespace appell::apps
