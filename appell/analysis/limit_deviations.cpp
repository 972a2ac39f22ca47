#include "appell/analysis/limit_deviations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "appell/analysis/limit_series.hpp"
#include "appell/analysis/noise_watch.hpp"
#include "appell/base/stop.hpp"
#include "appell/record/local_fit.hpp"
#include "appell/taylor/factorial.hpp"

namespace appell::analysis {
namespace {

using model::MotionLimit;

constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();
constexpr double kStep = 0.01;  // Of a standard deviation.

/// Derivatives of q that have covariances.
int known_order(const trajectory::Trajectory& motion) {
  int order = std::numeric_limits<int>::max();
  for (int j = 0; j < motion.num_joints(); ++j) {
    if (motion.law(j).is_uncertain()) order = std::min(order, motion.law(j).continuity());
  }
  return order;
}

/// The deviation of one thing at one instant.
class Deviation {
 public:
  Deviation(const model::Model& model, const model::Frame& frame, const MotionLimit& limit,
            const MotionLoads* loads)
      : limit_(limit),
        n_(model.num_coordinates()),
        size_(limit.state_order() + 1),
        series_(model, frame, std::span(&limit, 1), limit.order, 2 * size_, loads),
        buffer_(series_.max_coefficients()) {}

  double at(const trajectory::Trajectory& motion, double t) {
    if (!series_.has_constant_dry_friction()) return kNotKnown;
    trajectory::TrajectoryCursor cursor(motion);
    model::StateBlock known(n_, size_ - 1, 1), state(n_, series_.state_order(), 1);
    known.keep_covariances();
    const double times[] = {t};
    cursor.sample(times, known);
    cursor.sample(times, state);
    double variance = 0.0;
    for (int j = 0; j < n_; ++j) variance += variance_by(state, known.covariance(0, j), j);
    return std::isfinite(variance) ? std::sqrt(std::max(variance, 0.0)) : kNotKnown;
  }

  /// How much of the value at an instant the rows about it do not support.
  double unsupported(const trajectory::Trajectory& motion, const record::Recording& recording,
                     double t) {
    trajectory::TrajectoryCursor cursor(motion);
    model::StateBlock states(n_, series_.state_order(), 2);
    const double times[] = {t, t};
    cursor.sample(times, states);
    for (int j = 0; j < n_; ++j) {
      const std::string& name = motion.joints()[j];
      const auto found = std::find(recording.joints.begin(), recording.joints.end(), name);
      if (found == recording.joints.end()) continue;  // It is held.
      const std::vector<double> supported = record::supported_derivatives(
          recording.times, recording.position[found - recording.joints.begin()], t, size_ - 1);
      for (int m = 0; m < size_; ++m) {
        states.q().column(m, j)[1] = supported[m] / taylor::factorial(m);
      }
    }
    series_.compute(states);
    return std::abs(series_.value(limit_, 0, buffer_) - series_.value(limit_, 1, buffer_));
  }

 private:
  /// The part of eq. (1) by one coordinate. Dry friction keeps its sign.
  double variance_by(const model::StateBlock& state, const double* covariance, int j) {
    model::StateBlock moved(n_, series_.state_order(), 2 * size_);
    moved.set_num_samples(2 * size_);
    for (int i = 0; i < 2 * size_; ++i) moved.set(i, state, 0);
    std::vector<double> steps;
    for (int m = 0; m < size_; ++m) {
      steps.push_back(kStep * std::sqrt(std::max(covariance[m * size_ + m], 0.0)));
      const double move = steps.back() / taylor::factorial(m);
      moved.q().column(m, j)[2 * m] += move;
      moved.q().column(m, j)[2 * m + 1] -= move;
    }
    series_.compute(moved);
    std::vector<double> J(size_, 0.0);
    for (int m = 0; m < size_; ++m) {
      const double step = steps[m];
      if (step == 0.0) continue;
      const double difference =
          series_.value(limit_, 2 * m, buffer_) - series_.value(limit_, 2 * m + 1, buffer_);
      J[m] = difference / (2.0 * step);
    }
    double variance = 0.0;  // Eq. (1)
    for (int m = 0; m < size_; ++m) {
      for (int l = 0; l < size_; ++l) {
        variance += J[m] * covariance[m * size_ + l] * J[l];
      }
    }
    return variance;
  }

  const MotionLimit& limit_;
  int n_;
  int size_;  ///< Of derivatives of q that count.
  LimitSeries series_;
  std::vector<double> buffer_;
};

bool has_deviation(const LimitVerdict& verdict, int known) {
  const bool is_kink =  // A size has no derivative at zero.
      verdict.worst == 0.0 && verdict.limit.what != model::Limited::kCoordinate;
  return !verdict.is_impulse && !verdict.limit.is_integral() && !is_kink &&
         verdict.limit.state_order() <= known;
}

/// Of each verdict the standard deviation at its time; NaN where it is not known.
std::vector<double> deviations_of(const model::Model& model, const trajectory::Trajectory& motion,
                                  const model::Frame& frame, const MotionCheck& check) {
  const std::vector<LimitVerdict>& verdicts = check.verdicts;
  std::vector<double> deviations(verdicts.size(), kNotKnown);
  if (!motion.is_uncertain()) return deviations;
  const int known = known_order(motion);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    check_stop();
    if (!has_deviation(verdicts[i], known)) continue;
    deviations[i] =
        Deviation(model, frame, verdicts[i].limit, check.loads.get()).at(motion, verdicts[i].time);
  }
  return deviations;
}

}  // namespace

void set_deviations(const model::Model& model, const trajectory::Trajectory& motion,
                    const model::Frame& frame, MotionCheck& check) {
  const std::vector<double> deviations = deviations_of(model, motion, frame, check);
  for (std::size_t i = 0; i < deviations.size(); ++i) check.verdicts[i].sd = deviations[i];
}

void set_noise(const model::Model& model, const trajectory::Trajectory& motion,
               const model::Frame& frame, const record::Recording& recording, MotionCheck& check) {
  int highest = 2;
  for (const LimitVerdict& verdict : check.verdicts) {
    highest = std::max(highest, verdict.limit.state_order());
  }
  if (!can_tell_noise(recording, highest)) return;
  const trajectory::Trajectory noisy = with_noise(motion, recording, highest);
  const std::vector<double> deviations = deviations_of(model, noisy, frame, check);
  const double largest = std::sqrt(2.0 * std::log(static_cast<double>(recording.times.size())));
  for (std::size_t i = 0; i < deviations.size(); ++i) {
    LimitVerdict& verdict = check.verdicts[i];
    const int order = verdict.limit.state_order();
    verdict.noise = largest * deviations[i];
    if (verdict.is_impulse || verdict.limit.is_integral()) continue;
    if (recording.times.size() < record::rows_for_support(order)) continue;
    const double here = Deviation(model, frame, verdict.limit, check.loads.get())
                            .unsupported(motion, recording, verdict.time);
    verdict.noise = std::isnan(verdict.noise) ? here : std::max(verdict.noise, here);
  }
}

}  // namespace appell::analysis
