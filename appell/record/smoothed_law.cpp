#include "appell/record/smoothed_law.hpp"

#include "appell/base/check.hpp"

namespace appell::record {
namespace {

class SmoothedCursor final : public trajectory::LawCursor {
 public:
  SmoothedCursor(const SmoothedCoordinate& of, double widening)
      : of_(of), mean_(of.mean().cursor()), widening_(widening) {}

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
        out[static_cast<std::size_t>(a * size + b)] =
            widening_ * widening_ * numbers_[static_cast<std::size_t>(a * n + b)];
      }
    }
  }

 private:
  const SmoothedCoordinate& of_;
  std::unique_ptr<trajectory::LawCursor> mean_;
  std::unique_ptr<CovarianceCursor> covariances_;  ///< Made when it is first asked for.
  std::vector<double> numbers_;
  double widening_;
};

}  // namespace

std::unique_ptr<trajectory::LawCursor> SmoothedLaw::cursor() const {
  return std::make_unique<SmoothedCursor>(*of_, widening_);
}

}  // namespace appell::record
