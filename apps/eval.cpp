#include <memory>

#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/io/state_file.hpp"
#include "appell/report/evaluation.hpp"
#include "appell/taylor/factorial.hpp"
#include "apps/commands.hpp"
#include "apps/option_checks.hpp"
#include "apps/terminal.hpp"

namespace appell::apps {
namespace {

struct EvalOptions {
  ModelOptions model;
  std::string state;
  std::string route = "engine";
  DetailOptions details;
  report::EvaluationRequest request;
};

force::Route route_of(const std::string& name) {
  check(name == "engine" || name == "readable", "--route: found '", name, "'",
        suggestion(name, {"engine", "readable"}), "; engine or readable is needed");
  return name == "engine" ? force::Route::kEngine : force::Route::kReadable;
}

void eval(const EvalOptions& options) {
  const model::Model model = load(options.model);
  const io::StateFile state = io::load_state(options.state, model);
  report::EvaluationRequest request = options.request;
  request.inertia_accepted = options.model.accept_inertia;
  request.frame = end_effector(model, options.request.frame).name;
  request.route = route_of(options.route);
  request.angles = angle_set(options.details);
  request.terms = terms(options.details, model);
  const report::Evaluation result = report::evaluate(model, state, request);
  for (const std::string& warning : result.warnings) warn(warning);
  analysis::LimitWatch limits(model);
  limits.look(model::state_block({&state.state, 1}));
  warn_beyond_limits(limits, 1);
  print(result.json);
}

}  // namespace

void add_eval(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("eval", "everything about one instant of a robot, as JSON");
  const auto options = std::make_shared<EvalOptions>();
  add_model_options(*command, options->model);
  command
      ->add_option("--state", options->state,
                   "JSON file with q, q', q'', ... ('-': standard input; see docs/formats.md)")
      ->required();
  command
      ->add_option(
          "--order", options->request.order,
          "highest time derivative of each quantity, as far as the state gives derivatives of q")
      ->capture_default_str()
      ->check(whole_number(0, taylor::kMaxOrder));
  command->add_option("--frame", options->request.frame, kFrameHelp);
  add_quantities_option(*command, options->request.only);
  add_detail_options(*command, options->details);
  command
      ->add_option(
          "--route", options->route,
          "how forces, kinetic energy and mass matrix are computed: engine (fast) or readable")
      ->capture_default_str();
  command->add_flag("--json")->description("print JSON (always on)");
  command->footer(
      "Example: echo '{\"q\": [[0.3, 0.5], [1, -1]]}' | appell eval planar2r --state - --only X\n"
      "Units: m, rad, s, kg; derivative k per s^k. Vectors are in world axes.");
  command->callback([options] { eval(*options); });
}

}  // namespace appell::apps
