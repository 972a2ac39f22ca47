#include "appell/record/smoothed_law.hpp"

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
std::vector<double> widenings(double of_errors, int n) {
  std::vector<double> result;
  for (int k = 0; k < n; ++k) {
    const double share = 1.0 - (2.0 * k + 1.0) / (2.0 * n);
    result.push_back(std::sqrt(1.0 + (of_errors * of_errors - 1.0) * share));
  }
  return result;
}

class SmoothedCursor final : public trajectory::LawCursor {
 public:
  SmoothedCursor(const SmoothedCoordinate& of, double widening)
      : of_(of), mean_(of.mean().cursor()), widenings_(widenings(widening, of.order())) {}

  void expand(double t, std::span<double> out) override { mean_->expand(t, out); }

  void covariance(double t, int size, std::span<double> out) override {
    const int n = of_.order();
    check(size <= n, "covariances of derivatives up to ", size - 1,
          " are wanted; the record was smoothed for those up to ", n - 1, ".");
    if (!covariances_) covariances_ = of_.covariance();
    numbers_.resize(static_cast<std::size_t>(n * n));
    covariances_->at(t, numbers_);
    for (int a = 0; a < size; ++a) {
      for (int b = 0; b < size; ++b) {
        out[static_cast<std::size_t>(a * size + b)] = widenings_[static_cast<std::size_t>(a)] *
                                                      widenings_[static_cast<std::size_t>(b)] *
                                                      numbers_[static_cast<std::size_t>(a * n + b)];
      }
    }
  }

 private:
  const SmoothedCoordinate& of_;
  std::unique_ptr<trajectory::LawCursor> mean_;
  std::unique_ptr<CovarianceCursor> covariances_;  ///< Made when it is first asked for.
  std::vector<double> numbers_;
  std::vector<double> widenings_;
};

}  // namespace

std::unique_ptr<trajectory::LawCursor> SmoothedLaw::cursor() const {
  return std::make_unique<SmoothedCursor>(*of_, widening_);
}

}  // namespace appell::record
