#include "appell/study/distribution.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "appell/base/check.hpp"

namespace appell::study {
namespace {

/// The quotient of two polynomials of degree 7, coefficients the lowest first.
struct RationalFunction {
  std::array<double, 8> over;
  std::array<double, 8> under;

  double operator()(double r) const {
    double a = over[7], b = under[7];
    for (int i = 6; i >= 0; --i) {
      a = a * r + over[i];
      b = b * r + under[i];
    }
    return a / b;
  }
};

// Wichura's PPND16: in the middle, in the tails, and far out.
constexpr RationalFunction kMiddle{
    {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
     1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
     3.3430575583588128105e4, 2.5090809287301226727e3},
    {1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
     2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4,
     5.2264952788528545610e3}};
constexpr RationalFunction kTail{
    {1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
     3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1,
     2.27238449892691845833e-2, 7.74545014278341407640e-4},
    {1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
     1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
     1.05075007164441684324e-9}};
constexpr RationalFunction kFarTail{
    {6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
     2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
     2.71155556874348757815e-5, 2.01033439929228813265e-7},
    {1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
     7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
     2.04426310338993978564e-15}};

double normal_tail_quantile(double u) {
  const double p = std::min(u, 1.0 - u);
  const double side = u < 0.5 ? -1.0 : 1.0;
  if (!(p > 0.0)) {
    const bool is_end = p == 0.0;
    return is_end ? side * std::numeric_limits<double>::infinity()
                  : std::numeric_limits<double>::quiet_NaN();
  }
  const double r = std::sqrt(-std::log(p));
  return side * (r <= 5.0 ? kTail(r - 1.6) : kFarTail(r - 5.0));
}

void check_finite(const char* what, double value) {
  check(std::isfinite(value), "Distribution: the ", what, " is ", value, "; need a finite number.");
}

}  // namespace

double normal_quantile(double u) {
  const double q = u - 0.5;
  if (std::abs(q) <= 0.425) return q * kMiddle(0.180625 - q * q);
  return normal_tail_quantile(u);
}

Distribution Distribution::normal(double mean, double sd) {
  check_finite("mean", mean);
  check_finite("deviation", sd);
  check(sd >= 0.0, "Distribution: the deviation is ", sd, "; need at least 0.");
  return {Kind::kNormal, mean, sd};
}

Distribution Distribution::log_normal(double mean, double relative_sd) {
  check_finite("mean", mean);
  check_finite("relative deviation", relative_sd);
  check(relative_sd >= 0.0, "Distribution: the relative deviation is ", relative_sd,
        "; need at least 0.");
  Distribution result(Kind::kLogNormal, mean, relative_sd);
  result.sigma_ = std::sqrt(std::log1p(relative_sd * relative_sd));
  return result;
}

Distribution Distribution::uniform(double low, double high) {
  check_finite("lower end", low);
  check_finite("upper end", high);
  check(low <= high, "Distribution: the range is from ", low, " to ", high,
        "; need the lower end first.");
  return {Kind::kUniform, low, high};
}

Distribution Distribution::values(std::vector<double> values) {
  check(!values.empty(), "Distribution: no values; need at least one.");
  for (const double value : values) check_finite("value", value);
  Distribution result(Kind::kValues, 0.0, 0.0);
  result.values_ = std::move(values);
  return result;
}

double Distribution::operator()(double u) const {
  switch (kind_) {
    case Kind::kNormal:
      return b_ == 0.0 ? a_ : a_ + b_ * normal_quantile(u);
    case Kind::kLogNormal:
      return b_ == 0.0 ? a_ : a_ * std::exp(sigma_ * (normal_quantile(u) - 0.5 * sigma_));
    case Kind::kUniform:
      return u >= 1.0 ? b_ : a_ + (b_ - a_) * u;
    case Kind::kValues:
      break;
  }
  const double n = static_cast<double>(values_.size());
  return values_[static_cast<int>(std::clamp(std::floor(u * n), 0.0, n - 1.0))];
}

}  // namespace appell::study
