#include "appell/record/smoothed_law.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"

namespace appell::record {
namespace {

/// Factors of the deviations of q, ..., q⁽ⁿ⁻¹⁾. Of the variance of q⁽ᵏ⁾ the share
///
///   ∫ ω²ᵏ H² dω / ∫ ω²ᵏ H dω = 1 - (2k + 1)/2n,   H = 1/(1 + ω²ⁿ) (1)
///
/// is that of the samples' errors, which correlated errors widen; the rest is what the motion does
/// within the time of averaging.
std::vector<double> factors_of(double of_errors, double of_motion, int n) {
  std::vector<double> result;
  for (int k = 0; k < n; ++k) {
    const double share = 1.0 - (2.0 * k + 1.0) / (2.0 * n);
    result.push_back(std::sqrt(of_errors * of_errors * share + of_motion * (1.0 - share)));
  }
  return result;
}

class SmoothedCursor final : public trajectory::LawCursor {
 public:
  SmoothedCursor(const SmoothedCoordinate& of, const BandShape& bands)
      : of_(of),
        mean_(of.mean().cursor()),
        bands_(bands),
        at_ends_(factors_of(bands.widening, 1.0, of.order())),
        within_(factors_of(bands.widening, bands.roughness, of.order())) {}

  void expand(double t, std::span<double> out) override { mean_->expand(t, out); }

  void covariance(double t, int size, std::span<double> out) override {
    const int n = of_.order();
    check(size <= n, "covariances of derivatives up to ", size - 1,
          " are wanted; the record was smoothed for those up to ", n - 1, ".");
    if (!covariances_) covariances_ = of_.covariance();
    numbers_.resize(n * n);
    covariances_->at(t, numbers_);
    const double inside = inside_at(t);
    const auto factor = [&](int k) {
      const auto i = static_cast<std::size_t>(k);
      return at_ends_[i] + inside * (within_[i] - at_ends_[i]);
    };
    for (int a = 0; a < size; ++a) {
      for (int b = 0; b < size; ++b) {
        out[a * size + b] = factor(a) * factor(b) * numbers_[a * n + b];
      }
    }
    if (bands_.clock.stamp > 0.0 || bands_.clock.rate > 0.0) add_clock_error(t, size, out);
  }

 private:
  /// From 0 at the ends, where samples are on one side only, to 1 at four time scales from them.
  double inside_at(double t) const {
    if (bands_.roughness == 1.0) return 0.0;
    const auto [begin, end] = of_.mean().range();
    return std::clamp(std::min(t - begin, end - t) / (4.0 * bands_.time_scale), 0.0, 1.0);
  }

  void add_clock_error(double t, int size, std::span<double> out) {
    const auto [stamp, rate] = bands_.clock;
    std::vector<double> q(static_cast<std::size_t>(size) + 1);
    mean_->expand(t, q);
    double factorial = 1.0;
    for (std::size_t k = 1; k < q.size(); ++k) q[k] *= factorial *= static_cast<double>(k);
    for (int a = 0; a < size; ++a) {
      for (int b = 0; b < size; ++b) {
        const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
        out[a * size + b] +=
            stamp * stamp * q[i + 1] * q[j + 1] + rate * rate * (a * q[i]) * (b * q[j]);
      }
    }
  }

  const SmoothedCoordinate& of_;
  std::unique_ptr<trajectory::LawCursor> mean_;
  std::unique_ptr<CovarianceCursor> covariances_;  ///< Made when it is first asked for.
  std::vector<double> numbers_;
  BandShape bands_;
  std::vector<double> at_ends_, within_;
};

}  // namespace

std::unique_ptr<trajectory::LawCursor> SmoothedLaw::cursor() const {
  return std::make_unique<SmoothedCursor>(*of_, bands_);
}

}  // namespace appell::record
