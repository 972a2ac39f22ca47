#include "appell/record/noisy_law.hpp"

#include "appell/base/check.hpp"

namespace appell::record {

class NoisyLaw::Cursor final : public trajectory::LawCursor {
 public:
  explicit Cursor(const NoisyLaw& of) : of_(of), inner_(of.law_->cursor()) {}
  void expand(double t, std::span<double> out) override { inner_->expand(t, out); }
  void covariance(double /*t*/, int size, std::span<double> out) override {
    check(size <= of_.size_, "NoisyLaw: covariances of derivatives up to ", size - 1,
          " are wanted; there are those up to ", of_.size_ - 1, ".");
    for (int a = 0; a < size; ++a) {
      for (int b = 0; b < size; ++b) {
        out[a * size + b] = of_.covariance_[a * of_.size_ + b];
      }
    }
  }

 private:
  const NoisyLaw& of_;
  std::unique_ptr<trajectory::LawCursor> inner_;
};

std::unique_ptr<trajectory::LawCursor> NoisyLaw::cursor() const {
  return std::make_unique<Cursor>(*this);
}

}  // namespace appell::record
