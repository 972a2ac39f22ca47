#include "appell/record/smooth_recording.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "appell/base/check.hpp"
#include "appell/record/likelihood_fit.hpp"
#include "appell/record/noise_estimate.hpp"
#include "appell/record/repeated_rows.hpp"

namespace appell::record {
namespace {

constexpr double kShare = 5e-3;  // To which variances are found.

std::size_t burn_of(std::size_t rows) { return std::min<std::size_t>(100, rows / 10); }

std::vector<JointFit> joint_fits(const Recording& recording, const SmoothingOptions& options) {
  std::vector<JointFit> fits;
  for (std::size_t j = 0; j < recording.joints.size(); ++j) {
    const CoordinateSamples samples{recording.times, recording.position[j], {}};
    const double least = least_noise(samples.position, recording.position_unit[j]);
    const double noise =
        options.noise ? *options.noise : quick_noise(samples.times, samples.position, 0.0);
    fits.emplace_back(samples, burn_of(samples.size()), noise, least);
    fits.back().model.n = std::max(5, options.highest + 1);
  }
  return fits;
}

/// The deviation of stamps that is possible, s: none where they are even to the digit.
double most_jitter(const Recording& recording) {
  const double deviation = step_deviation(recording);
  return deviation > 0.0 ? 2.0 * deviation + recording.time_unit : 0.0;
}

/// Rows at several places of a long record, every `stride`-th of them: enough for what all of it
/// has in common.
Recording part_of(const Recording& recording, std::size_t pieces, std::size_t rows,
                  std::size_t stride) {
  const std::size_t reach = recording.times.size() - rows * stride;
  std::vector<std::size_t> left_out;
  std::size_t next = 0;
  for (std::size_t k = 0; k < pieces; ++k) {
    const std::size_t first = pieces > 1 ? k * reach / (pieces - 1) : 0;
    for (std::size_t i = 0; i < rows; ++i) {
      for (; next < first + i * stride; ++next) left_out.push_back(next);
      ++next;
    }
  }
  for (; next < recording.times.size(); ++next) left_out.push_back(next);
  return without_rows(recording, left_out);
}

/// The models of the joints of a record, found on all of it or on a part.
struct Models {
  Recording recording;
  LikelihoodFit fit;
  std::vector<int> likely_orders;

  double mean_log_likelihood() const {
    double sum = 0.0;
    for (const JointFit& joint : fit.joints()) sum += joint.pass.innovations.mean_of_positions;
    return sum;
  }
};

/// Noise and intensities for the order that is wanted at least: enough to compare clocks.
Models find_noise(Recording recording, const SmoothingOptions& options, double jitter) {
  LikelihoodFit fit(joint_fits(recording, options), options, jitter);
  fit.search_intensities();
  fit.iterate(3, 12, 10.0 * kShare);
  return {std::move(recording), std::move(fit), {}};
}

/// Velocities and the orders, after find_noise().
void find_orders(Models& models, const SmoothingOptions& options) {
  LikelihoodFit& fit = models.fit;
  const Recording& recording = models.recording;
  for (std::size_t j = 0; options.uses_velocity && j < recording.velocity.size(); ++j) {
    const std::vector<double>& velocity = recording.velocity[j];
    const double unit = recording.velocity_unit.empty() ? 0.0 : recording.velocity_unit[j];
    if (!velocity.empty()) fit.joints()[j].take_velocities(velocity, unit);
  }
  models.likely_orders = fit.choose_orders(std::max(kLeastOrder, options.highest + 1));
  fit.iterate(2, 12, kShare);
}

/// On pieces that are long beside what is averaged over, with every 2nd, 4th, ... row if need be.
Models find_noise(const Recording& recording, const SmoothingOptions& options) {
  constexpr std::size_t kPieces = 8, kRows = 600;
  constexpr double kLong = 25.0;  // Times T.
  const std::size_t num_rows = recording.times.size();
  const double jitter = most_jitter(recording);
  if (num_rows < 2 * kPieces * kRows) return find_noise(Recording(recording), options, jitter);
  Recording part = part_of(recording, kPieces, kRows, 1);
  LikelihoodFit guess(joint_fits(part, options), options, jitter);
  guess.search_intensities();
  double longest = 0.0;
  for (const JointFit& joint : guess.joints()) longest = std::max(longest, joint.time_scale());
  const double wanted = kLong * longest / usual_step(recording.times);
  std::size_t stride = 1;
  while (static_cast<double>(stride * kRows) < wanted && 4 * stride * kRows <= num_rows)
    stride *= 2;
  if (stride > 1) {
    const std::size_t pieces = std::min(kPieces, num_rows / (stride * kRows));
    part = part_of(recording, pieces, kRows, stride);
  }
  return find_noise(std::move(part), options, jitter);
}

bool is_of_all(const Models& models, const Recording& recording) {
  return models.recording.times.size() == recording.times.size();
}

/// The models of a part for all of a record.
Models extended(const Models& models, const Recording& recording, const SmoothingOptions& options) {
  Recording all = recording;
  LikelihoodFit fit(joint_fits(all, options), options, most_jitter(all));
  fit.adopt(models.fit);
  for (std::size_t j = 0; j < all.velocity.size(); ++j) {
    const JointFit& of_part = models.fit.joints()[j];
    if (of_part.samples.rate.empty()) continue;
    fit.joints()[j].set_velocities(all.velocity[j], of_part.model.rate_variance);
  }
  return {std::move(all), std::move(fit), models.likely_orders};
}

/// The models for all of a record, with intensities that vary along it.
Models complete(Models models, const Recording& recording, const SmoothingOptions& options) {
  find_orders(models, options);
  if (!is_of_all(models, recording)) models = extended(models, recording, options);
  models.fit.refine_intensities(10);
  return models;
}

JointNoise noise_of(const JointFit& joint, int likely_order, double jitter,
                    const std::vector<std::size_t>& rows) {
  const Innovations& innovations = joint.pass.innovations;
  JointNoise noise;
  noise.noise = std::sqrt(joint.variance);
  noise.velocity_noise = std::sqrt(joint.model.rate_variance);
  noise.velocity_lag1 = joint.velocity_lag1;
  noise.n = joint.model.n;
  noise.likely_n = likely_order;
  noise.time_scale = joint.pass.time_scale;
  noise.is_local = joint.model.num_windows() > 1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (joint.weight[i] < 1.0) noise.outlier_rows.push_back(rows[i]);
  }
  noise.lag1 = innovations.lag1;
  noise.kurtosis = innovations.kurtosis;
  noise.widening = innovations.widening;
  // Bands are narrowed only if all else is as the model says.
  if (noise.widening == 1.0 && jitter == 0.0) noise.roughness = innovations.roughness;
  noise.log_likelihood = innovations.log_likelihood;
  return noise;
}

bool has_velocities(const Recording& recording) {
  return std::any_of(recording.velocity.begin(), recording.velocity.end(),
                     [](const std::vector<double>& column) { return !column.empty(); });
}

/// q' of every joint at every row: [joint][row].
using Rates = std::vector<std::vector<double>>;

/// As the record has them; joints without have none, and do not count.
Rates recorded_rates(const Recording& recording) {
  Rates rates = recording.velocity;
  rates.resize(recording.joints.size());
  for (std::vector<double>& rate : rates) rate.resize(recording.times.size(), 0.0);
  return rates;
}

/// Of models of some rows of a record; other rows have those of the row before.
Rates smoothed_rates(const Recording& recording, const Models& models,
                     const std::vector<std::size_t>& rows) {
  Rates rates;
  for (const JointFit& joint : models.fit.joints()) {
    std::vector<double>& rate = rates.emplace_back();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rate.resize(rows[i] + 1, i > 0 ? joint.smoother.rates()[i - 1] : 0.0);
      rate.back() = joint.smoother.rates()[i];
    }
    rate.resize(recording.times.size(), rate.back());
  }
  return rates;
}

/// Times between rows by the motion, and none before rows that repeat another.
/// @param rows  those that do not.
ClockSteps steps_of(const Recording& recording, const Models& models, const Rates& rates,
                    const std::vector<std::size_t>& rows) {
  std::vector<double> deviations;
  for (const JointFit& joint : models.fit.joints()) deviations.push_back(std::sqrt(joint.variance));
  ClockSteps steps = clock_steps(recording, rates, deviations);
  std::vector<bool> is_kept(recording.times.size(), false);
  for (const std::size_t i : rows) is_kept[i] = true;
  for (std::size_t i = 0; i + 1 < is_kept.size(); ++i) {
    if (is_kept[i + 1]) continue;
    steps.seconds[i] = 0.0;
    steps.is_seen[i] = true;
  }
  return steps;
}

std::vector<std::size_t> rows_without(std::size_t num_rows,
                                      const std::vector<std::size_t>& left_out) {
  std::vector<std::size_t> rows(num_rows);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::vector<std::size_t> result;
  std::set_difference(rows.begin(), rows.end(), left_out.begin(), left_out.end(),
                      std::back_inserter(result));
  return result;
}

/// The recording with the steps of digits that were not told.
Recording with_digits(Recording recording) {
  recording.position_unit.resize(recording.joints.size(), 0.0);
  for (std::size_t j = 0; j < recording.joints.size(); ++j) {
    double& unit = recording.position_unit[j];
    if (unit == 0.0) unit = digit_step(recording.position[j]);
  }
  return recording;
}

/// Two clocks that beat repeat a row every so often; a logger that misses one now and then does so
/// at random, with distances that deviate by as much as they are long.
bool are_evenly_spaced(const std::vector<std::size_t>& rows) {
  if (rows.size() < 3) return false;
  double sum = 0.0, squares = 0.0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto gap = static_cast<double>(rows[i] - rows[i - 1]);
    sum += gap;
    squares += gap * gap;
  }
  const double mean = sum / static_cast<double>(rows.size() - 1);
  const double variance = squares / static_cast<double>(rows.size() - 1) - mean * mean;
  constexpr double kEven = 0.5;  // Of the mean, squared below.
  return variance < kEven * kEven * mean * mean;
}

/// Looks for the clock behind the stamps, and smooths.
class ClockedSmoothing {
 public:
  ClockedSmoothing(const Recording& recording, const SmoothingOptions& options)
      : options_(options),
        given_(with_digits(recording)),
        left_out_(repeated_rows(given_)),
        stamped_(without_rows(given_, left_out_)) {}

  SmoothedRecording run() {
    rows_ = rows_without(given_.times.size(), left_out_);
    Models models = find_noise(stamped_, options_);
    const HeldClock held = held_clock(given_, left_out_);
    if (options_.clock.kind == ClockChoice::Kind::kCycle) {
      rebuild_as_told(smoothed_steps(models), held);
      return on_rebuilt(find_noise(rebuilt_.recording, options_));
    }
    if (options_.clock.kind == ClockChoice::Kind::kFind && held.cycle > 0.0) {
      rebuilt_ = on_clock(given_, held.steps, held.cycle, Placement::kBefore);
      if (is_likely(models)) {
        result_.clock_error.stamp = held.error;
        return on_rebuilt(std::move(models));
      }
    }
    if (has_velocities(given_)) {
      const ClockSteps steps = steps_of(given_, models, recorded_rates(given_), rows_);
      result_.clock = recognise_clock(given_, steps);
      if (is_rebuilt(models, steps)) return on_rebuilt(std::move(models));
    }
    if (result_.clock.cycle == 0.0) {
      result_.clock = smoothed_clock(models);
      if (result_.clock.cycle > 0.0 && is_rebuilt(models, smoothed_steps(models))) {
        return on_rebuilt(std::move(models));
      }
    }
    models = complete(std::move(models), stamped_, options_);
    widen_for_clock();
    return finished(std::move(models), rows_);
  }

 private:
  /// Whether the motion is clearly more likely on the rebuilt clock; the models are then those on
  /// it.
  bool is_likely(Models& models) {
    if (!is_as_long(given_, rebuilt_)) return false;
    Models on_cycles = find_noise(rebuilt_.recording, options_);
    // ln L of all joints, per row: 0.1 of 1000 rows are a factor of e^100.
    constexpr double kClearly = 0.1;
    if (on_cycles.mean_log_likelihood() < models.mean_log_likelihood() + kClearly) return false;
    models = std::move(on_cycles);
    return true;
  }

  /// The same for the clock that was recognised in these steps, if one was and it may be taken.
  bool is_rebuilt(Models& models, const ClockSteps& steps) {
    if (options_.clock.kind != ClockChoice::Kind::kFind || result_.clock.cycle == 0.0) return false;
    const double cycle = fitted_cycle(given_, steps, result_.clock.cycle);
    // Even stamps that drift beside the cycles are those of a writer that looks at a state.
    const double deviation = step_deviation(given_);
    const bool is_polled = deviation < 1e-3 * cycle;
    rebuilt_ = is_polled
                   ? on_clock(given_, polled_steps(given_, steps, cycle), cycle, Placement::kBefore)
                   : on_clock(given_, steps, cycle, Placement::kAmong);
    if (!is_likely(models)) return false;
    // The stamps, too, are known to what the average of their errors leaves.
    result_.clock_error.stamp =
        deviation * (is_polled ? kOfExtremes : 1.5 / std::sqrt(static_cast<double>(rows_.size())));
    return true;
  }

  /// The clock that smoothed rates show. Cycles show in neighbouring rows only.
  Clock smoothed_clock(const Models& models) {
    const Recording& part = models.recording;
    if (usual_step(part.times) > 1.5 * usual_step(stamped_.times)) {
      return recognise_clock(given_, smoothed_steps(models));
    }
    const std::vector<std::size_t> all = rows_without(part.times.size(), {});
    return recognise_clock(part, steps_of(part, models, smoothed_rates(part, models, all), all));
  }

  /// Steps of the given rows by smoothed rates.
  const ClockSteps& smoothed_steps(const Models& models) {
    if (!smoothed_steps_.seconds.empty()) return smoothed_steps_;
    if (is_of_all(models, stamped_)) {
      smoothed_steps_ = steps_of(given_, models, smoothed_rates(given_, models, rows_), rows_);
      return smoothed_steps_;
    }
    Models of_all = extended(models, stamped_, options_);
    of_all.fit.iterate(2, 2, kShare);  // Speeds, which say what stamps that err do; then rates.
    smoothed_steps_ = steps_of(given_, of_all, smoothed_rates(given_, of_all, rows_), rows_);
    return smoothed_steps_;
  }

  void rebuild_as_told(const ClockSteps& steps, const HeldClock& held) {
    const double cycle = options_.clock.cycle;
    const bool is_held = std::abs(held.cycle - cycle) < 0.01 * cycle;
    rebuilt_ = is_held ? on_clock(given_, held.steps, cycle, Placement::kBefore)
                       : on_clock(given_, steps, cycle, Placement::kAmong);
    check(is_as_long(given_, rebuilt_), "smoothing: on a clock of ", cycle, " s the record is ",
          duration_of(rebuilt_.recording), " s long (", rebuilt_.left_out.size(), " of ",
          given_.times.size(), " rows repeat the row before); by its stamps it is ",
          duration_of(given_), " s long.");
  }

  SmoothedRecording on_rebuilt(Models models) {
    result_.clock_rebuilt = true;
    result_.cycle = rebuilt_.cycle;
    result_.lost_cycles = rebuilt_.lost;
    left_out_ = rebuilt_.left_out;
    models = complete(std::move(models), rebuilt_.recording, options_);
    return finished(std::move(models), rows_without(given_.times.size(), rebuilt_.left_out));
  }

  /// Rows that repeat others say that the clock of the stamps is not that of the robot.
  void widen_for_clock() {
    constexpr std::size_t kFewest = 5;
    if (left_out_.size() < kFewest || 500 * left_out_.size() < given_.times.size()) return;
    if (!are_evenly_spaced(left_out_)) return;
    result_.clock_error.stamp = usual_step(given_.times) / std::sqrt(12.0);
    result_.clock_error.rate =
        std::sqrt(static_cast<double>(left_out_.size()) / static_cast<double>(given_.times.size()));
  }

  SmoothedRecording finished(Models models, const std::vector<std::size_t>& rows) {
    LikelihoodFit& fit = models.fit;
    result_.jitter = fit.jitter();
    result_.passes = fit.passes();
    result_.repeated_rows = left_out_.size();
    result_.joints.resize(fit.joints().size());
    for (std::size_t j = 0; j < fit.joints().size(); ++j) {
      result_.noise.push_back(
          noise_of(fit.joints()[j], models.likely_orders[j], fit.jitter(), rows));
    }
    fit.for_each_joint([&](JointFit& joint) {
      joint.set_variances(result_.jitter * result_.jitter);
      result_.joints[&joint - fit.joints().data()] = smooth_coordinate(joint.samples, joint.model);
    });
    result_.recording = std::move(models.recording);
    return std::move(result_);
  }

  SmoothingOptions options_;
  Recording given_;
  std::vector<std::size_t> left_out_;  ///< Rows.
  std::vector<std::size_t> rows_;      ///< The others.
  Recording stamped_;                  ///< Without them.
  ClockSteps smoothed_steps_;          ///< Of the given rows, once they were asked for.
  RebuiltRecording rebuilt_;
  SmoothedRecording result_;
};

}  // namespace

std::shared_ptr<const trajectory::Law> SmoothedRecording::law(std::size_t joint) const {
  const JointNoise& of = noise[joint];
  return std::make_shared<SmoothedLaw>(
      joints[joint], BandShape{of.widening, of.roughness, of.time_scale, clock_error});
}

SmoothedRecording smooth_recording(const Recording& recording, const SmoothingOptions& options) {
  check(recording.times.size() >= 2, "smoothing: the record has ", recording.times.size(),
        " rows; at least two are needed.");
  check(options.highest < kMostOrder, "smoothing: derivative ", options.highest,
        " of q is wanted; smoothing gives those up to ", kMostOrder - 1, ".");
  check(!options.noise || *options.noise > 0.0, "smoothing: the noise is ",
        options.noise.value_or(0.0), "; it must be positive.");
  return ClockedSmoothing(recording, options).run();
}

}  // namespace appell::record
