#include "appell/record/smooth_recording.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "appell/base/check.hpp"
#include "appell/record/likelihood_fit.hpp"
#include "appell/record/noise_estimate.hpp"

namespace appell::record {
namespace {

constexpr std::size_t kFewestRows = 20;
constexpr double kShare = 5e-3;  // To which variances are found.

std::size_t burn_of(std::size_t rows) { return std::min<std::size_t>(500, rows / 10); }

std::vector<JointFit> joint_fits(const Recording& recording, const SmoothingOptions& options) {
  std::vector<JointFit> fits;
  for (std::size_t j = 0; j < recording.joints.size(); ++j) {
    const double unit = j < recording.position_unit.size() ? recording.position_unit[j] : 0.0;
    CoordinateSamples samples{recording.times, recording.position[j], {}};
    if (options.uses_velocity && j < recording.velocity.size()) samples.rate = recording.velocity[j];
    const auto [low, high] = std::minmax_element(samples.position.begin(), samples.position.end());
    // A joint at rest has no noise to be seen; that of the last bits then.
    const double least = 1e-15 * std::max({1.0, std::abs(*low), std::abs(*high)});
    const double noise =
        options.noise ? *options.noise : std::max(quick_noise(samples.position, unit), least);
    fits.emplace_back(samples, burn_of(samples.size()), noise, unit);
    fits.back().model.n = std::max(5, options.highest + 1);
    if (!samples.rate.empty()) {
      const double rate_noise = std::max(quick_noise(samples.rate, 0.0), 1e-12);
      fits.back().model.rate_variance = rate_noise * rate_noise;
    }
  }
  return fits;
}

}  // namespace

SmoothedRecording smooth_recording(const Recording& recording, const SmoothingOptions& options) {
  check(recording.times.size() >= kFewestRows, "smooth_recording: ", recording.times.size(),
        " rows; ", kFewestRows, " are needed.");
  check(options.highest < kMostOrder, "smooth_recording: derivative ", options.highest,
        " of q is wanted; smoothing gives those up to ", kMostOrder - 1, ".");
  LikelihoodFit fit(joint_fits(recording, options), options);
  fit.search_intensities();
  fit.iterate(3, 12, 0.05);
  const int least = std::max(kLeastOrder, options.highest + 1);
  fit.choose_orders(least, kMostOrder);
  fit.iterate(2, 12, kShare);
  fit.refine_intensities(10);

  SmoothedRecording result;
  result.jitter = fit.jitter();
  result.passes = fit.passes();
  for (JointFit& joint : fit.joints()) {
    joint.set_variances(result.jitter * result.jitter);
    result.joints.push_back(smooth_coordinate(joint.samples, joint.model));
    JointNoise noise;
    noise.noise = std::sqrt(joint.variance);
    noise.velocity_noise = std::sqrt(joint.model.rate_variance);
    noise.n = joint.model.n;
    noise.time_scale = joint.pass.time_scale;
    noise.is_local = joint.model.num_windows() > 1;
    noise.lag1 = joint.pass.innovations.lag1;
    noise.widening = joint.pass.innovations.widening;
    noise.kurtosis = joint.pass.innovations.kurtosis;
    noise.log_likelihood = joint.pass.innovations.log_likelihood;
    noise.outliers = static_cast<std::size_t>(
        std::count_if(joint.weight.begin(), joint.weight.end(), [](double w) { return w < 1.0; }));
    result.noise.push_back(noise);
  }
  return result;
}

}  // namespace appell::record
