#include "appell/trajectory/fourier.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "appell/base/check.hpp"

namespace appell::trajectory {

FourierLaw::FourierLaw(double omega, double offset, std::vector<double> cosine,
                       std::vector<double> sine)
    : omega_(omega), offset_(offset), cosine_(std::move(cosine)), sine_(std::move(sine)) {
  check(std::isfinite(omega) && omega > 0.0, "FourierLaw: omega is ", omega,
        "; it must be positive and finite.");
  check(std::isfinite(offset), "FourierLaw: the offset is not finite.");
  check(cosine_.size() == sine_.size(), "FourierLaw: ", cosine_.size(), " cosines and ",
        sine_.size(), " sines; as many of both are needed.");
  for (const auto* list : {&cosine_, &sine_}) {
    for (const double value : *list) check(std::isfinite(value), "FourierLaw: not finite.");
  }
}

void FourierLaw::expand(double t, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  if (!out.empty()) out[0] = offset_;
  for (std::size_t i = 0; i < cosine_.size(); ++i) {
    const double w = static_cast<double>(i + 1) * omega_;
    // x = a cos + b sin has x' = w (b cos - a sin): (a, b) -> w (b, -a), and 1/k! with each order.
    double a = cosine_[i];
    double b = sine_[i];
    const double c = std::cos(w * t);
    const double s = std::sin(w * t);
    for (std::size_t k = 0; k < out.size(); ++k) {
      out[k] += a * c + b * s;
      const double factor = w / static_cast<double>(k + 1);
      const double old = a;
      a = factor * b;
      b = -factor * old;
    }
  }
}

}  // namespace appell::trajectory
