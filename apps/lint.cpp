#include <memory>

#include <CLI/CLI.hpp>

#include "appell/analysis/lint.hpp"
#include "appell/report/lint_report.hpp"
#include "apps/commands.hpp"

namespace appell::apps {
namespace {

struct LintOptions {
  std::string model;
  std::vector<std::string> packages;
  bool json = false;
};

void lint(const LintOptions& options) {
  const io::LoadResult loaded =
      io::load_model(options.model, {mass::Physics::kNotChecked, packages_from(options.packages)});
  const analysis::LintResult result = analysis::lint(loaded.model.description());
  const std::string& name = loaded.model.name();
  print(options.json ? report::lint_json(name, result, loaded.warnings)
                     : report::lint_text(name, result, loaded.warnings));
  if (result.is_impossible()) throw AnswerIsNo();
}

}  // namespace

void add_lint(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "lint", "what is wrong or odd about a robot's numbers; exit 1 if an inertia is impossible");
  const auto options = std::make_shared<LintOptions>();
  add_model_argument(*command, options->model);
  add_package_option(*command, options->packages);
  command->add_flag("--json", options->json, "print JSON");
  command->callback([options] { lint(*options); });
}

}  // namespace appell::apps
