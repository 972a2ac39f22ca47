#include "appell/record/smooth_recording.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "appell/base/check.hpp"
#include "appell/record/likelihood_fit.hpp"
#include "appell/record/noise_estimate.hpp"
#include "appell/record/repeated_rows.hpp"

namespace appell::record {
namespace {

constexpr std::size_t kFewestRows = 20;
constexpr double kShare = 5e-3;  // To which variances are found.

std::size_t burn_of(std::size_t rows) { return std::min<std::size_t>(500, rows / 10); }

std::vector<JointFit> joint_fits(const Recording& recording, const SmoothingOptions& options) {
  std::vector<JointFit> fits;
  for (std::size_t j = 0; j < recording.joints.size(); ++j) {
    const double unit = j < recording.position_unit.size() ? recording.position_unit[j] : 0.0;
    const CoordinateSamples samples{recording.times, recording.position[j], {}};
    const auto [low, high] = std::minmax_element(samples.position.begin(), samples.position.end());
    // A joint at rest shows no noise: that of the last bits then.
    const double least = 1e-15 * std::max({1.0, std::abs(*low), std::abs(*high)});
    const double noise = options.noise
                             ? *options.noise
                             : std::max(quick_noise(samples.times, samples.position, unit), least);
    fits.emplace_back(samples, burn_of(samples.size()), noise, unit);
    fits.back().model.n = std::max(5, options.highest + 1);
  }
  return fits;
}

JointNoise noise_of(const JointFit& joint, int likely_order) {
  const Innovations& innovations = joint.pass.innovations;
  JointNoise noise;
  noise.noise = std::sqrt(joint.variance);
  noise.velocity_noise = std::sqrt(joint.model.rate_variance);
  noise.velocity_lag1 = joint.velocity_lag1;
  noise.n = joint.model.n;
  noise.likely_n = likely_order;
  noise.time_scale = joint.pass.time_scale;
  noise.is_local = joint.model.num_windows() > 1;
  noise.outliers = static_cast<std::size_t>(
      std::count_if(joint.weight.begin(), joint.weight.end(), [](double w) { return w < 1.0; }));
  noise.lag1 = innovations.lag1;
  noise.kurtosis = innovations.kurtosis;
  noise.widening = innovations.widening;
  noise.log_likelihood = innovations.log_likelihood;
  return noise;
}

/// q' of every joint at every row, of the last pass.
std::vector<std::vector<double>> rates_of(const std::vector<JointFit>& joints) {
  std::vector<std::vector<double>> rates;
  for (const JointFit& joint : joints) {
    const auto n = static_cast<std::size_t>(joint.model.n);
    rates.emplace_back();
    for (std::size_t i = 0; i < joint.samples.size(); ++i) {
      rates.back().push_back(joint.smoother.means()[i * n + 1]);
    }
  }
  return rates;
}

/// For a recording without repeated rows.
SmoothedRecording smoothed(Recording recording, const SmoothingOptions& options) {
  SmoothedRecording result;
  result.recording = std::move(recording);
  LikelihoodFit fit(joint_fits(result.recording, options), options);
  fit.search_intensities();
  fit.iterate(3, 12, 10.0 * kShare);
  for (std::size_t j = 0; options.uses_velocity && j < result.recording.velocity.size(); ++j) {
    const std::vector<double>& velocity = result.recording.velocity[j];
    if (!velocity.empty()) fit.joints()[j].take_velocities(velocity);
  }
  const std::vector<int> likely = fit.choose_orders(std::max(kLeastOrder, options.highest + 1));
  fit.iterate(2, 12, kShare);
  fit.refine_intensities(10);

  result.jitter = fit.jitter();
  result.passes = fit.passes();
  std::vector<double> deviations;
  for (std::size_t j = 0; j < likely.size(); ++j) {
    result.noise.push_back(noise_of(fit.joints()[j], likely[j]));
    deviations.push_back(result.noise.back().noise);
  }
  const ClockSteps steps = clock_steps(result.recording, rates_of(fit.joints()), deviations);
  result.clock = recognise_clock(result.recording, steps);
  if (options.clock.kind == ClockChoice::Kind::kCycle) {
    SmoothingOptions on_cycles = options;
    on_cycles.clock.kind = ClockChoice::Kind::kAsStamped;
    SmoothedRecording again =
        smoothed(on_clock(result.recording, steps, options.clock.cycle), on_cycles);
    again.clock = result.clock;
    again.repeated_rows = result.recording.times.size() - again.recording.times.size();
    again.passes += result.passes;
    return again;
  }
  result.joints.resize(likely.size());
  fit.for_each_joint([&](JointFit& joint) {
    joint.set_variances(result.jitter * result.jitter);
    result.joints[static_cast<std::size_t>(&joint - fit.joints().data())] =
        smooth_coordinate(joint.samples, joint.model);
  });
  return result;
}

}  // namespace

SmoothedRecording smooth_recording(const Recording& recording, const SmoothingOptions& options) {
  check(recording.times.size() >= kFewestRows, "smoothing: the record has ", recording.times.size(),
        " rows; at least ", kFewestRows, " are needed.");
  check(options.highest < kMostOrder, "smoothing: derivative ", options.highest,
        " of q is wanted; smoothing gives those up to ", kMostOrder - 1, ".");
  check(!options.noise || *options.noise > 0.0, "smoothing: the noise is ",
        options.noise.value_or(0.0), "; it must be positive.");
  if (options.clock.kind == ClockChoice::Kind::kCycle) return smoothed(recording, options);
  const std::vector<std::size_t> repeated = repeated_rows(recording);
  SmoothedRecording result = smoothed(without_rows(recording, repeated), options);
  result.repeated_rows = repeated.size();
  return result;
}

}  // namespace appell::record
