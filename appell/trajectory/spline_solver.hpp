#pragma once

#include <functional>
#include <span>
#include <vector>

#include "appell/trajectory/bspline_basis.hpp"
#include "appell/trajectory/spline.hpp"

/// What the ways to build a spline share.
namespace appell::trajectory {

/// A condition at a time.
struct TimedCondition {
  double t;
  int derivative;
  double value;
};

/// Solves for the splines of a basis that meet as many conditions as the basis has functions,
/// ordered by time; their values count for nothing.
/// @param set_right  gives the values of condition i for all right sides.
/// @return coefficient j of right side k at [j * num_right_sides + k].
/// @throws NumericalError if the conditions do not determine them.
std::vector<double> solve_conditions(
    const BSplineBasis& basis, std::span<const TimedCondition> conditions, int num_right_sides,
    const std::function<void(std::size_t i, std::span<double> right)>& set_right);

/// Solves for the spline of a basis that meets as many conditions as the basis has functions,
/// ordered by time. Right side 0 is their values; right side 1 + i, for the i-th of `probes`, is
/// one for that condition and zero for all others.
/// @return coefficient j of right side k at [j * (1 + probes.size()) + k].
/// @throws NumericalError if the conditions do not determine it.
std::vector<double> solve_conditions(const BSplineBasis& basis,
                                     std::span<const TimedCondition> conditions,
                                     std::span<const int> probes);

/// Largest value of any of the probes, right sides 1, 2, ... of solve_conditions(), at the breaks
/// and at three times between each two.
double amplification_of(const BSplineBasis& basis, std::span<const double> coefficients);

/// Largest |q⁽ʳ⁾| at the breaks and at three times between each two.
double largest_value(const PiecewisePolynomial& law, int derivative = 0);

/// ∫ v dt, zero at the first break.
PiecewisePolynomial integrated(const PiecewisePolynomial& v);

/// Numbers of some of n data, spread evenly, the first and last few among them all: those whose
/// influence is looked at to judge a spline.
std::vector<int> probes_of(int n, int at_the_ends);

/// @throws InvalidArgument if the order is out of range, or the knots are too few, not finite or
///   not ascending.
void check_knots(const char* function, int m, std::span<const double> knots);

/// @throws InvalidArgument unless every order is in lowest..m, none is given twice, and the values
///   are finite.
void check_conditions(const char* function, const char* where, int lowest, int m,
                      std::span<const Condition> conditions);

/// The same law.
/// @throws NumericalError if a coefficient overflowed: times too near to each other, values too
/// large.
PiecewisePolynomial checked_law(PiecewisePolynomial law);

/// @throws InvalidArgument if the amplification is above kMaxAmplification.
void check_amplification(const char* function, double amplification);

}  // namespace appell::trajectory
