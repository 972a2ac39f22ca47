#include "appell/analysis/motion_spectra.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "appell/analysis/elastic_frequencies.hpp"
#include "appell/analysis/motion_rows.hpp"
#include "appell/base/check.hpp"
#include "appell/force/engine_batch.hpp"
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
         .unit = array.units[static_cast<std::size_t>(entry)].text(),
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
  const bool has_motor = subject.friction && force::has_friction(subject.model);
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
          signals.samples[first + i].push_back(
              numbers[static_cast<std::size_t>(row * array.num_entries() + entries[i])]);
        }
      }
    }
  }
  return signals;
}

/// The mass matrix of what springs carry, and how its weight depends on the pose, at rest.
struct RestingRobot {
  explicit RestingRobot(const model::Model& model)
      : num(model.num_coordinates()),
        engine(model, {.order = 0,
                       .capacity = 1,
                       .content = force::EngineContent::kForces | force::EngineContent::kGravity |
                                  force::EngineContent::kPartials | force::EngineContent::kLoads}),
        states(num, 2, 1),
        M_block(num * num, 0, 1),
        by_q(num * num, 0, 1),
        by_rate(num * num, 0, 1) {
    states.set_num_samples(1);
  }

  void set(const VecX& q) {
    for (int j = 0; j < num; ++j) {
      states.q().column(0, j)[0] = q[j];
      for (const int k : {1, 2}) states.q().column(k, j)[0] = 0.0;
    }
    engine.mass_matrix(states, M_block);
    engine.force_partials(states, {}, by_q, by_rate);
    M = G = MatX(num, num);
    for (int row = 0; row < num; ++row) {
      for (int column = 0; column < num; ++column) {
        M(row, column) = M_block.column(0, row * num + column)[0];
        G(row, column) =
            0.5 * (by_q.column(0, row * num + column)[0] + by_q.column(0, column * num + row)[0]);
      }
    }
  }

  int num;
  force::EngineBatch engine;
  model::StateBlock states;
  model::SeriesBlock M_block, by_q, by_rate;
  MatX M, G;
};

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
  VecX stiffness = VecX::Zero(model.num_coordinates()), rotor = stiffness;
  for (const model::Body& body : model.bodies()) {
    const model::Joint& joint = model.description().joints[static_cast<std::size_t>(body.joint)];
    if (joint.actuator.stiffness <= 0.0 || joint.mimic) continue;
    stiffness[body.coordinate] = joint.actuator.stiffness;
    rotor[body.coordinate] = model.reflected_inertia(body);
  }
  if (stiffness.isZero(0.0)) return {};
  const trajectory::Trajectory of_model = motion.for_model(model);
  RestingRobot robot(model);
  std::vector<FrequencyRange> ranges;
  for (int i = 0; i < kInstants; ++i) {
    const auto [start, end] = of_model.range();
    const double t = i + 1 == kInstants ? end : start + (end - start) * i / (kInstants - 1);
    robot.set(of_model.sample(t, 0)[0]);
    const MatX links = robot.M - MatX(rotor.asDiagonal());
    const std::vector<double> found = locked_frequencies(links, stiffness, robot.G);
    if (ranges.empty()) ranges.resize(found.size(), {found.back(), 0.0});
    for (std::size_t k = 0; k < found.size(); ++k) {
      if (!(found[k] > 0.0)) {
        throw NumericalError(concat("eigenfrequencies at t = ", t,
                                    " s: the springs of the joints are too soft for the weight "
                                    "that they carry; there is no vibration about this pose."));
      }
      ranges[k] = {std::min(ranges[k].low, found[k]), std::max(ranges[k].high, found[k])};
    }
  }
  return ranges;
}

}  // namespace appell::analysis
