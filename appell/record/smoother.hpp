#pragma once

#include <memory>
#include <span>
#include <vector>

#include "appell/record/noise_model.hpp"
#include "appell/trajectory/piecewise_polynomial.hpp"

namespace appell::record {

/// What the derivative of ln L by the logarithm of a variance compares: half of observed -
/// expected; the variance times observed/expected is the next guess.
struct Moment {
  double observed = 0.0;
  double expected = 0.0;
};

/// The standardised innovations, which are independent N(0, 1) if the model is true.
struct Innovations {
  double log_likelihood = 0.0;     ///< ln L of the rows but the first `burn`, also after a hole.
  double mean_of_positions = 0.0;  ///< Of ln L, per sample of q.
  double lag1 = 0.0;               ///< Correlation of neighbours.
  double kurtosis = 3.0;
  /// How much of what the model expects of the motion within T the record shows: MotionContent.
  double roughness = 1.0;
  /// Correlated errors average out more slowly: √(1 + 2 Σ correlations), by which what they make of
  /// deviations grows.
  double widening = 1.0;
};

struct SmoothingPass {
  Innovations innovations;
  std::vector<Moment> intensity;  ///< Per window.
  Moment rate;
  double mean_rate_variance = 0.0;  ///< Of the means of q'.
  double time_scale = 0.0;          ///< T, s: (R̄ h̄/σ²)^(1/2n), over which the smoother averages.
};

/// q, ..., q⁽ⁿ⁻¹⁾ of one coordinate given all of its samples, for a noise model: Kalman filter and
/// Rauch-Tung-Striebel smoother on square roots, with roots kept for some rows only and made again
/// between them. One thread's; the samples must outlive it.
class Smoother {
 public:
  /// @param burn  rows left out of the likelihood, so that models of different n can be compared.
  Smoother(CoordinateSamples samples, std::size_t burn);

  /// The filter alone: for likelihoods.
  Innovations filter(const NoiseModel& model) const;

  /// Both ways; what the three below have is then of this model.
  SmoothingPass run(const NoiseModel& model);

  /// Mean of q' at each row.
  std::span<const double> rates() const { return rates_; }
  /// y_i - q_i of each row, and Var q_i.
  std::span<const double> errors() const { return errors_; }
  std::span<const double> variances() const { return variances_; }
  /// Whether a row counts: those after the first `burn` do, and after a hole.
  const std::vector<bool>& counts() const { return counts_; }

  const CoordinateSamples& samples() const { return samples_; }
  /// From now on rates are samples too.
  void set_rates(std::span<const double> rates) { samples_.rate = rates; }

 private:
  template <int n>
  friend class SmoothingRun;

  CoordinateSamples samples_;
  std::size_t burn_;
  std::vector<double> rates_;
  std::vector<double> errors_;
  std::vector<double> variances_;
  std::vector<bool> counts_;
};

/// Covariances of q, ..., q⁽ⁿ⁻¹⁾ given all samples, at times of the record. One thread's: keeps the
/// roots of the rows about the last time.
class CovarianceCursor {
 public:
  CovarianceCursor() = default;
  CovarianceCursor(const CovarianceCursor&) = delete;
  CovarianceCursor& operator=(const CovarianceCursor&) = delete;
  virtual ~CovarianceCursor() = default;

  /// out[a n + b] = Cov(q⁽ᵃ⁾(t), q⁽ᵇ⁾(t)).
  /// @param t  from the first to the last time of the record (not checked).
  virtual void at(double t, std::span<double> out) = 0;
};

/// The result for one noise model: the mean as a law, and from what covariances are made.
/// Immutable.
class SmoothedCoordinate {
 public:
  virtual ~SmoothedCoordinate() = default;
  SmoothedCoordinate(const SmoothedCoordinate&) = delete;
  SmoothedCoordinate& operator=(const SmoothedCoordinate&) = delete;

  int order() const { return order_; }  ///< n
  /// Degree 2n - 1; its derivatives to n - 1 are those of the mean at any instant.
  const trajectory::PiecewisePolynomial& mean() const { return mean_; }
  virtual std::unique_ptr<CovarianceCursor> covariance() const = 0;

 protected:
  SmoothedCoordinate(int n, trajectory::PiecewisePolynomial mean)

      : order_(n), mean_(std::move(mean)) {}

 private:
  int order_;
  trajectory::PiecewisePolynomial mean_;
};

/// @param samples  are copied.
std::shared_ptr<const SmoothedCoordinate> smooth_coordinate(const CoordinateSamples& samples,
                                                            const NoiseModel& model);

}  // namespace appell::record
