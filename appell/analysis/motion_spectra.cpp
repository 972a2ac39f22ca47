#include "appell/analysis/motion_spectra.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "appell/analysis/elastic_joint.hpp"
#include "appell/analysis/elastic_modes.hpp"
#include "appell/analysis/elastic_robot.hpp"
#include "appell/analysis/motion_rows.hpp"
#include "appell/base/check.hpp"
#include "appell/dynamics/block_dynamics.hpp"
#include "appell/force/friction.hpp"

namespace appell::analysis {
namespace {

/// Samples of everything that has a spectrum, at half the time step.
struct Signals {
  std::vector<SignalSpectrum> what;          ///< Without their spectra.
  std::vector<std::vector<double>> samples;  ///< Of each.
};

/// Whether the mean square is nothing but rounding of the mean.
bool is_constant(const std::vector<double>& samples, double mean_square) {
  double largest = 0.0;
  for (const double x : samples) largest = std::max(largest, std::abs(x));
  return std::sqrt(mean_square) <= 1e-13 * largest;
}

/// The columns of an array that are wanted: values of forces, and the end effector's jerk.
void append_signals(const model::Model& model, const NamedArray& array, Signals& signals,
                    std::vector<int>& entries) {
  constexpr int kJerk = 2;  // X[k] is the derivative k + 1 of the pose.
  const bool is_jerk = array.name == "X";
  for (int entry = 0; entry < array.num_entries(); ++entry) {
    const int component = indices_of(array, entry).back();
    if (derivative_of(array, entry) != (is_jerk ? kJerk : 0)) continue;
    if (is_jerk && component > 2) continue;  // Angular.
    const std::string axis(1, "xyz"[component % 3]);
    entries.push_back(entry);
    signals.what.push_back(
        {.name = is_jerk ? concat("jerk.", axis) : entry_name(model, array, entry),
         .label = is_jerk ? concat("end effector jerk ", axis) : entry_label(model, array, entry),
         .unit = array.units[entry].text(),
         .coordinate = is_jerk ? -1 : component,
         .spectrum = {}});
    signals.samples.emplace_back();
  }
}

Signals sampled(const Subject& subject, const trajectory::Trajectory& motion, long long count,
                double step) {
  Subject forces = along_motion(subject);
  forces.order = 0;
  forces.is_uncertain = false;
  Subject jerk = forces;
  jerk.order = 2;
  const bool has_motor = subject.operators.friction && force::has_friction(subject.model);
  Signals signals;
  for (const Selection& selection :
       {Selection(forces, {has_motor ? "Q_motor" : "Q_drive"}), Selection(jerk, {"X"})}) {
    const NamedArray& array = selection.arrays().front();
    std::vector<int> entries;
    const std::size_t first = signals.what.size();
    append_signals(subject.model, array, signals, entries);
    MotionRows rows(selection, motion);
    for (long long begin = 0; begin < count; begin += rows.capacity()) {
      rows.compute(begin, std::min<long long>(rows.capacity(), count - begin), step);
      const std::vector<double>& numbers = rows.numbers(array);
      for (std::size_t i = 0; i < entries.size(); ++i) {
        for (int row = 0; row < rows.num_rows(); ++row) {
          signals.samples[first + i].push_back(numbers[row * array.num_entries() + entries[i]]);
        }
      }
    }
  }
  return signals;
}

/// Whether a joint of the model gives way.
bool has_springs(const model::Model& model) {
  const std::vector<model::Joint>& joints = model.description().joints;
  return std::any_of(joints.begin(), joints.end(),
                     [](const model::Joint& joint) { return joint.actuator.is_elastic(); });
}

/// Without dry friction that jumps: it is none of what a spring's slope depends on.
model::Model with_smooth_friction(const model::Model& model) {
  model::Description description = model.description();
  for (model::Joint& joint : description.joints) {
    if (!joint.friction.is_smooth()) joint.friction.dry = 0.0;
  }
  return model::build(std::move(description), mass::Physics::kNotChecked);
}

/// δ of the springs under what the links take; of dampers nothing, whose springs are linear.
void set_deflections(const ElasticRobot& robot, const model::StateBlock& states,
                     model::SeriesBlock& deflection) {
  const bool has_friction = force::has_friction(robot.links());
  const auto content = has_friction ? Content::kForces | Content::kLoads : Content::kForces;
  dynamics::BlockDynamics engine(
      robot.links(), {.order = 0, .capacity = states.num_samples(), .content = content});
  model::SeriesBlock force(robot.num_coordinates(), 0, states.num_samples());
  if (has_friction) {
    engine.motor_force(states, {}, force);
  } else {
    engine.inverse_dynamics(states, force);
  }
  taylor::Series<double> tau(0);
  for (const int j : robot.elastic()) {
    for (int i = 0; i < states.num_samples(); ++i) {
      tau[0] = force.column(0, j)[i];
      deflection.column(0, j)[i] = spring_deflection(robot.actuator(j), tau)[0];
    }
  }
}

}  // namespace

MotionSpectra motion_spectra(const Subject& subject, const trajectory::Trajectory& motion,
                             double dt, Window window) {
  const double duration = motion.range().duration();
  const double most = duration / dt;
  check(most >= static_cast<double>(kLeastSpectrum) && most <= static_cast<double>(kMostSpectrum),
        "motion_spectra: ", dt, " s between samples makes ", short_text(most), " samples of the ",
        duration, " s of the motion; ", kLeastSpectrum, " to ", kMostSpectrum, " are possible.");
  auto count = static_cast<long long>(std::floor(most * (1.0 + 1e-12)));
  while (!has_fast_transform(count)) --count;
  MotionSpectra result{.window = window,
                       .num_samples = count,
                       .dt = dt,
                       .duration = static_cast<double>(count) * dt,
                       .signals = {}};
  Signals signals = sampled(subject, motion.for_model(subject.model), 2 * count, 0.5 * dt);
  for (std::size_t i = 0; i < signals.what.size(); ++i) {
    const std::vector<double>& fine = signals.samples[i];
    std::vector<double> coarse;
    for (std::size_t s = 0; s < fine.size(); s += 2) coarse.push_back(fine[s]);
    SignalSpectrum& signal = signals.what[i];
    signal.spectrum = spectrum_of(coarse, dt, window);
    const Spectrum twice = spectrum_of(fine, 0.5 * dt, window);
    // From the first line on that the coarse samples do not have.
    const double above = result.highest_frequency() + 0.5 * twice.line_width;
    signal.aliased = is_constant(fine, twice.mean_square())
                         ? 0.0
                         : twice.share(above, std::numeric_limits<double>::infinity());
    if (is_constant(coarse, signal.spectrum.mean_square())) {
      std::fill(signal.spectrum.power.begin(), signal.spectrum.power.end(), 0.0);
      std::fill(signal.spectrum.amplitude.begin(), signal.spectrum.amplitude.end(), 0.0);
    }
    result.signals.push_back(std::move(signal));
  }
  return result;
}

std::vector<FrequencyRange> eigenfrequency_ranges(const model::Model& model,
                                                  const trajectory::Trajectory& motion) {
  constexpr int kInstants = 101;
  if (!has_springs(model)) return {};
  const trajectory::Trajectory of_model = motion.for_model(model);
  const ElasticRobot robot(with_smooth_friction(model));
  const auto [start, end] = of_model.range();
  std::vector<double> times;
  for (int i = 0; i < kInstants; ++i) {
    times.push_back(i + 1 == kInstants ? end : start + (end - start) * i / (kInstants - 1));
  }
  model::StateBlock states(model.num_coordinates(), 2, kInstants);
  trajectory::TrajectoryCursor(of_model).sample(times, states);
  model::SeriesBlock deflection(model.num_coordinates(), 0, kInstants);
  deflection.set_num_samples(kInstants);
  set_deflections(robot, states, deflection);
  ElasticModes modes(robot, kInstants);
  modes.compute(states, deflection);
  std::vector<FrequencyRange> ranges;
  for (int i = 0; i < kInstants; ++i) {
    const std::span<const double> found = modes.locked(i);
    if (ranges.empty()) ranges.resize(found.size(), {found.back(), 0.0});
    for (std::size_t k = 0; k < found.size(); ++k) {
      if (!(found[k] > 0.0)) {
        throw NumericalError(concat("eigenfrequencies at t = ", times[i],
                                    " s: the springs of the joints are too soft for the weight "
                                    "that they carry; there is no vibration about this pose."));
      }
      ranges[k] = {std::min(ranges[k].low, found[k]), std::max(ranges[k].high, found[k])};
    }
  }
  return ranges;
}

}  // namespace appell::analysis
