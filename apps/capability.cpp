#include <memory>

#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/io/limit_file.hpp"
#include "appell/io/state_file.hpp"
#include "appell/report/capability_report.hpp"
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

/// The limits of acceleration and of jerk.
struct BothLimits {
  analysis::CapabilityLimits acceleration;
  analysis::CapabilityLimits jerk;
};

BothLimits both_limits(const model::Model& model, const std::vector<model::MotionLimit>& limits,
                       const std::string& file) {
  BothLimits both{analysis::capability_limits(model, limits, 2),
                  analysis::capability_limits(model, limits, 3)};
  check(both.acceleration.has_forces(), file,
        ": no joint has a limit of torque or force; --limits FILE.toml gives some "
        "(docs/formats.md)");
  return both;
}

constexpr const char* kNoRates = "there are no torque_rate limits (--limits).";

report::StateCapability at_state(const CapabilityOptions& options, const model::Model& model,
                                 const model::Frame& frame, const BothLimits& limits) {
  const io::StateFile file = io::load_state(options.state, model);
  check(file.state.order() >= 1, options.state,
        ": q has positions only; q[1], the velocities, is needed (zeros at rest)");
  check(file.applied.operators.inertia && file.applied.operators.gravity &&
            file.applied.operators.loads,
        options.state, ": operators: all forces count here; leave the field out");
  const force::Surroundings surroundings{all_loads(file, frame), file.applied.external};
  const auto find = [&](const analysis::CapabilityLimits& some) {
    return of_option("--state", [&] {
      return analysis::capability(model, frame, file.state, some, surroundings);
    });
  };
  report::StateCapability result{frame.name, {limits.acceleration, find(limits.acceleration)}};
  if (!limits.jerk.has_forces()) {
    result.no_jerk = kNoRates;
  } else if (file.state.order() < 2) {
    result.no_jerk = "q[2], the accelerations, is not given.";
  } else {
    result.jerk = {limits.jerk, find(limits.jerk)};
  }
  return result;
}

report::RangeCapability over_box(const CapabilityOptions& options, const model::Model& model,
                                 const model::Frame& frame, const BothLimits& limits,
                                 const std::vector<model::MotionLimit>& all) {
  const std::vector<model::MotionLimit> ranges = replaced(all, io::load_box(options.box, model));
  const int order = box_order(model, ranges);
  const bool has_jerk = limits.jerk.has_forces() && order >= 2;
  const model::StateBox box =
      of_option("--box", [&] { return state_box(model, ranges, has_jerk ? 2 : 1); });
  Progress progress(options.boxes * (has_jerk ? 2 : 1), "boxes");
  long long before = 0;
  analysis::BoxEffort effort{.boxes = options.boxes, .stop = &catch_interrupts()};
  effort.progress = [&](long long done) { progress.show(before + done); };
  const auto find = [&](const analysis::CapabilityLimits& some) {
    return of_option(
        "--box", [&] { return analysis::capability_over_box(model, frame, box, some, effort); });
  };
  report::RangeCapability result{frame.name, {limits.acceleration, find(limits.acceleration)}};
  before = options.boxes;
  if (has_jerk) {
    result.jerk = {limits.jerk, find(limits.jerk)};
  } else {
    result.no_jerk = limits.jerk.has_forces()
                         ? "the box has no range of acceleration for every joint."
                         : kNoRates;
  }
  return result;
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
  const BothLimits both = both_limits(model, limits, options.model.model);
  if (!options.state.empty()) {
    show_capability(options, model, at_state(options, model, frame, both));
  } else {
    show_capability(options, model, over_box(options, model, frame, both, limits));
  }
}

}  // namespace

void add_capability(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "capability",
      "what acceleration and jerk the torque limits of a robot leave; exit 1 if not even none");
  const auto options = std::make_shared<CapabilityOptions>();
  add_model_options(*command, options->model);
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
                   "parts of the box to look at, at most: more are sharper")
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
