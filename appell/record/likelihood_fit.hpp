#pragma once

#include <functional>
#include <vector>

#include "appell/record/smooth_recording.hpp"
#include "appell/record/smoother.hpp"

namespace appell::record {

/// One joint on the way to its most likely noise model.
struct JointFit {
  CoordinateSamples samples;
  Smoother smoother;
  NoiseModel model;
  double variance = 0.0;            ///< r, without stamps and outliers.
  double least_variance = 0.0;      ///< Of rounding, and of what doubles can tell.
  double quick_variance = 0.0;      ///< The first guess of r, by the median of all rows.
  std::vector<double> rate_square;  ///< q'² of each row, of the pass before.
  std::vector<double> weight;       ///< Of each row; 1 but for outliers.
  SmoothingPass pass;               ///< The last one.
  double velocity_lag1 = 0.0;

  /// @param least  standard deviation that the noise has at least.
  JointFit(const CoordinateSamples& of, std::size_t burn, double noise, double least);

  /// R_i = (r + s² q'_i²)/w_i
  void set_variances(double jitter_square);
  /// Takes velocities as samples, unless their errors against the law so far are correlated from
  /// row to row: those are filtered or late, and would bend the law (its own errors are correlated
  /// as well, and are not counted).
  void take_velocities(std::span<const double> velocities, double unit);
  /// Velocities are samples from now on.
  void set_velocities(std::span<const double> velocities, double variance);
  /// T, s, for the first window.
  double time_scale() const;
  /// Usual time between rows.
  double step() const { return step_; }

 private:
  double step_;
};

/// Finds the noise models of joints that share the error of their stamps. See docs/smoothing.md.
class LikelihoodFit {
 public:
  /// @param most_jitter  deviation of the stamps, s, that is possible.
  LikelihoodFit(std::vector<JointFit> joints, const SmoothingOptions& options, double most_jitter);

  /// σ² for the order n of each joint by the likelihood of the filter alone, all else as it is.
  void search_intensities();
  /// Passes with steps of all variances until nothing changes by more than a share.
  void iterate(int least, int most, double share);
  /// Gives every joint the most likely order among those from `least` on, with its most likely σ².
  /// @return the most likely orders of all.
  std::vector<int> choose_orders(int least);
  /// Takes the models that were found for a part of the same record.
  void adopt(const LikelihoodFit& of_part);
  /// One more pass with a step of all variances, and an intensity for every window of time where
  /// the windows speak for it.
  void refine_intensities(int passes);

  /// On several threads.
  void for_each_joint(const std::function<void(JointFit&)>& f);

  std::vector<JointFit>& joints() { return joints_; }
  const std::vector<JointFit>& joints() const { return joints_; }
  double jitter() const;
  int passes() const { return passes_; }

 private:
  double step_of_noise();
  double step_of(JointFit& joint) const;
  /// Whether rows have become outliers, or are none any more.
  static bool weigh_rows(JointFit& joint);
  void pass_over(JointFit& joint);
  double fit_windows(JointFit& joint, int passes);
  void refine(JointFit& joint, int passes);
  std::size_t index_of(const JointFit& joint) const {
    return static_cast<std::size_t>(&joint - joints_.data());
  }

  std::vector<JointFit> joints_;
  SmoothingOptions options_;
  double jitter_square_ = 0.0;
  double most_jitter_square_ = 0.0;
  int passes_ = 0;
};

}  // namespace appell::record
