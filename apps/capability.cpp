#include <memory>

#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/io/limit_file.hpp"
#include "appell/io/state_file.hpp"
#include "appell/report/capability_run.hpp"
#include "apps/commands.hpp"
#include "apps/interrupt.hpp"
#include "apps/motion_checks.hpp"
#include "apps/option_checks.hpp"
#include "apps/progress.hpp"

namespace appell::apps {
namespace {

struct CapabilityOptions {
  ModelOptions model;
  std::string state;
  std::string box;
  std::string limits;
  std::string frame;
  long long boxes = 1000;
  bool json = false;
};

report::StateCapability at_state(const CapabilityOptions& options, const model::Model& model,
                                 const model::Frame& frame,
                                 const std::vector<model::MotionLimit>& limits) {
  const io::StateFile file = io::load_state(options.state, model);
  check(file.applied.operators.inertia && file.applied.operators.gravity &&
            file.applied.operators.loads,
        options.state, ": operators: all forces count here; leave the field out");
  const force::Surroundings surroundings{all_loads(file, frame), file.applied.external};
  return of_file(options.state == "-" ? "<stdin>" : options.state, [&] {
    return report::capability_at(model, frame, file.state, limits, surroundings);
  });
}

report::RangeCapability over_box(const CapabilityOptions& options, const model::Model& model,
                                 const model::Frame& frame,
                                 const std::vector<model::MotionLimit>& limits) {
  const std::vector<model::MotionLimit> ranges = io::load_box(options.box, model);
  Progress progress(2 * options.boxes, "boxes at most");
  const analysis::BoxEffort effort{.boxes = options.boxes,
                                   .progress = [&](long long done) { progress.show(done); },
                                   .stop = &catch_interrupts()};
  return of_file(options.box,
                 [&] { return report::capability_in(model, frame, ranges, limits, effort); });
}

bool is_impossible(const analysis::Capability& found) { return !found.overloaded.empty(); }
bool is_impossible(const analysis::BoxCapability& found) { return found.overloaded.has_value(); }

template <class Result>
void show_capability(const CapabilityOptions& options, const model::Model& model,
                     const Result& result) {
  print(options.json ? report::capability_json(model, result)
                     : report::capability_text(model, result));
  const bool jerk_is_impossible = result.jerk && is_impossible(result.jerk->found);
  if (is_impossible(result.acceleration.found) || jerk_is_impossible) throw AnswerIsNo{};
}

void find_capability(const CapabilityOptions& options) {
  check(options.state.empty() != options.box.empty(),
        "--state, --box: one of them is needed: the state, or the box of states, that is asked "
        "about");
  const model::Model model = load(options.model);
  const model::Frame& frame = end_effector(model, options.frame);
  const std::vector<model::MotionLimit> limits = limits_of(model, options.limits);
  if (!options.state.empty()) {
    show_capability(options, model, at_state(options, model, frame, limits));
  } else {
    show_capability(options, model, over_box(options, model, frame, limits));
  }
}

}  // namespace

void add_capability(CLI::App& app) {
  CLI::App* command = app.add_subcommand("capability",
                                         "acceleration and jerk that torque limits leave; exit 1 "
                                         "if the robot cannot even hold the pose");
  const auto options = std::make_shared<CapabilityOptions>();
  add_model_options(*command, options->model);
  add_passive_option(*command, options->model);
  command->add_option("--state", options->state,
                      "JSON file with q, q' and, for jerk, q'' ('-': standard input)");
  command->add_option(
      "--box", options->box,
      "a .toml with ranges of position, velocity and acceleration: bounds that hold "
      "at every state in them (docs/formats.md)");
  command->add_option("--limits", options->limits, kLimitsHelp);
  command->add_option("--frame", options->frame, kFrameHelp);
  command
      ->add_option("--boxes", options->boxes,
                   "divide the box into at most so many parts; more give tighter bounds")
      ->capture_default_str()
      ->check(whole_number(1, 10'000'000));
  command->add_flag("--json", options->json, "print the result as JSON");
  command->footer(
      "Example: echo '{\"q\": [[0, 0.3, 0, -2, 0, 2, 0.8], [0, 0, 0, 0, 0, 0, 0]]}' |\n"
      "           appell capability panda --state - --limits panda\n"
      "         appell capability panda --box box.toml --limits panda");
  command->callback([options] { find_capability(*options); });
}

}  // namespace appell::apps
