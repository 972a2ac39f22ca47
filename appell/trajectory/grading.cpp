#include "appell/trajectory/grading.hpp"

#include "appell/base/check.hpp"
#include "appell/taylor/shift_polynomial.hpp"

namespace appell::trajectory {
namespace {

using Polynomial = std::array<double, Grading::kDegree + 1>;

/// ∫ w dv of Grading eq. (1) in powers of v, so that nothing cancels next to the end.
Polynomial end_polynomial(int power) {
  if (power == 3) return {0.0, 0.0, 0.0, 10.0 / 3.0, -5.0, 3.0, -2.0 / 3.0};
  if (power == 2) return {0.0, 0.0, 2.0, -2.0, 1.0, -0.2, 0.0};
  return {0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0};
}

double value_at_one(const Polynomial& c) {
  double sum = 0.0;
  for (const double x : c) sum += x;
  return sum;
}

/// C d ∫ w about u, in powers of the distance from the end.
Polynomial expand_end(int power, double slope, double u) {
  Polynomial c = end_polynomial(power);
  taylor::shift_polynomial(c, u / Grading::kWidth);
  double scale = slope * Grading::kWidth;
  for (double& x : c) {
    x *= scale;
    scale /= Grading::kWidth;
  }
  return c;
}

}  // namespace

Grading::Grading(int start_power, int end_power)
    : start_power_(start_power), end_power_(end_power), slope_(1.0) {
  for (const int power : {start_power, end_power}) {
    check(power >= 1 && power <= 3, "Grading: power ", power, "; 1, 2 or 3 is needed.");
  }
  const double start = value_at_one(end_polynomial(start_power));
  const double end = value_at_one(end_polynomial(end_power));
  slope_ = 1.0 / (1.0 - kWidth * (1.0 - start) - kWidth * (1.0 - end));  // φ(1) = 1.
}

std::array<double, Grading::kDegree + 1> Grading::expand(double u) const {
  if (u < kWidth) return expand_end(start_power_, slope_, u);
  if (u > 1.0 - kWidth) {
    Polynomial c = expand_end(end_power_, slope_, 1.0 - u);  // 1 - φ in powers of minus the step.
    c[0] = 1.0 - c[0];
    for (std::size_t k = 2; k < c.size(); k += 2) c[k] = -c[k];
    return c;
  }
  const double start = kWidth * value_at_one(end_polynomial(start_power_));
  return {slope_ * (start + u - kWidth), slope_, 0.0, 0.0, 0.0, 0.0, 0.0};
}

double Grading::inverse(double s) const {
  double low = 0.0;
  double high = 1.0;
  while (true) {
    const double u = 0.5 * (low + high);
    if (u <= low || u >= high) return u;
    (expand(u)[0] < s ? low : high) = u;
  }
}

std::vector<double> Grading::seams() const {
  std::vector<double> seams;
  if (start_power_ > 1) seams.push_back(kWidth);
  if (end_power_ > 1) seams.push_back(1.0 - kWidth);
  return seams;
}

}  // namespace appell::trajectory
