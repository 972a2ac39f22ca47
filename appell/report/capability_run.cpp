#include "appell/report/capability_run.hpp"

#include "appell/base/check.hpp"

namespace appell::report {
namespace {

constexpr const char* kNoRates = "there are no torque_rate limits.";

/// The limits of acceleration and of jerk.
struct BothLimits {
  analysis::CapabilityLimits acceleration;
  analysis::CapabilityLimits jerk;

  BothLimits(const model::Model& model, const std::vector<model::MotionLimit>& limits)
      : acceleration(analysis::capability_limits(model, limits, 2)),
        jerk(analysis::capability_limits(model, limits, 3)) {
    check(acceleration.has_forces(), "model '", model.name(),
          "': no joint has a limit of torque or force; a file of limits gives some "
          "(docs/formats.md)");
  }
};

}  // namespace

StateCapability capability_at(const model::Model& model, const model::Frame& frame,
                              const model::StateSeries& state,
                              const std::vector<model::MotionLimit>& limits,
                              const force::Surroundings& surroundings) {
  const BothLimits both(model, limits);
  check(state.order() >= 1,
        "q has positions only; q[1], the velocities, is needed (zeros at rest)");
  const auto find = [&](const analysis::CapabilityLimits& some) {
    return analysis::capability(model, frame, state, some, surroundings);
  };
  StateCapability result{frame.name, {both.acceleration, find(both.acceleration)}};
  if (!both.jerk.has_forces()) {
    result.no_jerk = kNoRates;
  } else if (state.order() < 2) {
    result.no_jerk = "q[2], the accelerations, is not given.";
  } else {
    result.jerk = {both.jerk, find(both.jerk)};
  }
  return result;
}

RangeCapability capability_in(const model::Model& model, const model::Frame& frame,
                              const std::vector<model::MotionLimit>& ranges,
                              const std::vector<model::MotionLimit>& limits,
                              const analysis::BoxEffort& effort) {
  const BothLimits both(model, limits);
  const std::vector<model::MotionLimit> all = replaced(limits, ranges);
  const bool has_jerk = both.jerk.has_forces() && box_order(model, all) >= 2;
  const model::StateBox box = state_box(model, all, has_jerk ? 2 : 1);
  long long before = 0;
  analysis::BoxEffort each = effort;
  if (effort.progress) each.progress = [&](long long done) { effort.progress(before + done); };
  const auto find = [&](const analysis::CapabilityLimits& some) {
    return analysis::capability_over_box(model, frame, box, some, each);
  };
  RangeCapability result{frame.name, {both.acceleration, find(both.acceleration)}};
  before = effort.boxes;
  if (has_jerk) {
    result.jerk = {both.jerk, find(both.jerk)};
  } else {
    result.no_jerk =
        both.jerk.has_forces() ? "the box has no range of acceleration for every joint." : kNoRates;
  }
  return result;
}

}  // namespace appell::report
