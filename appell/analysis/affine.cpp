#include "appell/analysis/affine.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/constants.hpp"

namespace appell::analysis {

double Interval::magnitude() const { return std::max(std::abs(low), std::abs(high)); }

Affine Affine::symbol(const Interval& range, Eigen::Index k, Eigen::Index num_symbols) {
  Affine a(range.middle());
  if (range.low == range.high) return a;
  a.slopes_ = VecX::Zero(num_symbols);
  a.slopes_(k) = range.radius();
  a.add_rounding(range.magnitude());
  return a;
}

Affine Affine::anywhere(const Interval& range) {
  Affine a(range.middle());
  if (range.low == range.high) return a;
  a.rest_ = range.radius();
  a.add_rounding(range.magnitude());
  return a;
}

double Affine::size() const { return std::abs(middle_) + slopes_.lpNorm<1>() + rest_; }

Interval Affine::range() const {
  const double reach = radius() + kRounding * size();
  return {middle_ - reach, middle_ + reach};
}

Affine& Affine::operator+=(const Affine& other) {
  if (other.is_zero()) return *this;
  if (is_zero()) return *this = other;
  const double both = size() + other.size();
  middle_ += other.middle_;
  rest_ += other.rest_;
  if (slopes_.size() == 0) {
    slopes_ = other.slopes_;
  } else if (other.slopes_.size() != 0) {
    slopes_ += other.slopes_;
  }
  add_rounding(both);
  return *this;
}

Affine& Affine::operator-=(const Affine& other) { return *this += -other; }

Affine& Affine::operator*=(double factor) {
  middle_ *= factor;
  slopes_ *= factor;
  rest_ *= std::abs(factor);
  if (factor == 0.0) {
    *this = Affine();
  } else if (std::abs(factor) != 1.0) {
    add_rounding(size());
  }
  return *this;
}

Affine operator*(const Affine& a, const Affine& b) {
  if (a.is_zero() || b.is_zero()) return {};
  if (a.slopes_.size() == 0 && a.rest_ == 0.0) return a.middle_ * b;
  if (b.slopes_.size() == 0 && b.rest_ == 0.0) return b.middle_ * a;
  const double slopes_of_a = a.slopes_.lpNorm<1>(), slopes_of_b = b.slopes_.lpNorm<1>();
  Affine c(a.middle_ * b.middle_);
  if (a.slopes_.size() != 0) c.slopes_ = b.middle_ * a.slopes_;
  if (b.slopes_.size() != 0) {
    if (c.slopes_.size() == 0) {
      c.slopes_ = a.middle_ * b.slopes_;
    } else {
      c.slopes_ += a.middle_ * b.slopes_;
    }
  }
  c.rest_ = std::abs(a.middle_) * b.rest_ + std::abs(b.middle_) * a.rest_ +
            (slopes_of_a + a.rest_) * (slopes_of_b + b.rest_) * (1.0 + Affine::kSumRounding);
  c.add_rounding((std::abs(a.middle_) + slopes_of_a + a.rest_) *
                 (std::abs(b.middle_) + slopes_of_b + b.rest_));
  return c;
}

SineCosine sine_cosine(const Affine& angle) {
  const double m = angle.middle_, r = angle.radius();
  if (r == 0.0) {
    SineCosine exact{std::sin(m), std::cos(m)};
    exact.sine.add_rounding(1.0);
    exact.cosine.add_rounding(1.0);
    return exact;
  }
  if (r >= kPi) return {Affine::anywhere({-1.0, 1.0}), Affine::anywhere({-1.0, 1.0})};
  const double slope = std::sin(r) / r;
  const double farthest = std::acos(std::min(1.0, slope));
  const double beyond = std::max(0.0, std::sin(farthest) - slope * farthest);
  Affine deviation = angle - Affine(m);
  Affine sine_of_deviation = slope * deviation;  // Eq. (3)
  sine_of_deviation.rest_ += beyond;
  sine_of_deviation.add_rounding(1.0);
  const Affine cosine_of_deviation = Affine::anywhere({std::cos(r), 1.0});
  const double s = std::sin(m), c = std::cos(m);
  SineCosine turned{s * cosine_of_deviation + c * sine_of_deviation,  // Eq. (2)
                    c * cosine_of_deviation - s * sine_of_deviation};
  turned.sine.add_rounding(1.0);
  turned.cosine.add_rounding(1.0);
  return turned;
}

}  // namespace appell::analysis
