#pragma once

#include <span>

namespace appell::taylor {

/// Where a polynomial is largest on an interval.
struct PolynomialPeak {
  double at = 0.0;
  double value = 0.0;  ///< p(at).
  double bound = 0.0;  ///< No value on the interval is larger: value <= max p <= bound.
};

/// The largest value of a polynomial on an interval, and where it is.
///
///   p(s) = Σ c[k] sᵏ = Σ b_i B_i(u),   u = (s - low)/(high - low),   max p <= max b_i         (1)
///
/// B_i are Bernstein's polynomials: positive, and their sum is 1. An interval is halved until (1)
/// says that it holds nothing larger than what is known, or until the signs of b_{i+1} - b_i tell
/// that there is at most one maximum inside, which Newton's method finds on the derivative.
/// @param c  at least one, at most kMaxOrder + 1.
/// @param tolerance  how far `bound` may be above `value`, beside rounding; >= 0.
/// @param known  a value that is attained elsewhere: parts with no larger one are not looked at,
/// and
///   `value` may then be that of an end of the interval.
/// @throws InvalidArgument unless low <= high are finite, and for a number of coefficients out of
/// range.
/// @note No heap allocation. A few hundred operations per coefficient where there is a maximum
/// inside.
PolynomialPeak largest_value(std::span<const double> c, double low, double high, double tolerance,
                             double known);
PolynomialPeak largest_value(std::span<const double> c, double low, double high,
                             double tolerance = 0.0);

/// A place inside an interval at which a polynomial changes its sign; `high` if there is none, but
/// for rounding.
double sign_change(std::span<const double> c, double low, double high);

/// As largest_value(), of Σ_j |p_j(s)|: the interval is cut where one of them changes its sign, and
/// between two cuts the sum is a polynomial.
/// @param c  the coefficients of the first polynomial, then those of the second, ...: `count` times
/// as many
///   as one has.
/// @note No heap allocation; some operations more per cut.
PolynomialPeak largest_sum_of_sizes(std::span<const double> c, int count, double low, double high);

/// ∫ |p(s)| ds over an interval, exactly but for rounding: it is cut where p changes its sign, and
/// between two cuts |∫ p ds| is taken. A change of sign within the rounding of p is not seen, and
/// counts for no more than that.
double integral_of_size(std::span<const double> c, double low, double high);

}  // namespace appell::taylor
