#pragma once

#include <span>
#include <vector>

#include "appell/trajectory/piecewise_polynomial.hpp"

/// The papers' polynomial functions of higher order: q⁽ᵐ⁾ is linear on each interval, hence q a
/// polynomial of degree m + 1 there, and q, ..., q⁽ᵐ⁾ are continuous:
///
///   q(τ) = (-1)ᵐ (τ_i - τ)ᵐ⁺¹ / (t_i (m+1)!) q⁽ᵐ⁾(τ_{i-1})
///          + (τ - τ_{i-1})ᵐ⁺¹ / (t_i (m+1)!) q⁽ᵐ⁾(τ_i) + Σ_{k=1..m} τᵐ⁻ᵏ/(m-k)! a_ik
///   t_i = τ_i - τ_{i-1},   τ_{i-1} <= τ <= τ_i                          [S1 eq. (62)]   (1)
///
/// (1) is in powers of absolute time, hopeless for many intervals: the functions below solve for
/// the coefficients of B-splines instead, and kept is a polynomial about the middle of each
/// interval. The papers prescribe one datum too many [S1 eq. (64)]: here q⁽ᵐ⁾ at the end is free.
namespace appell::trajectory {

/// m may be in 1..kMaxSplineOrder.
inline constexpr int kMaxSplineOrder = 20;

/// Largest change of q per unit change of one datum with which a spline is still accepted.
inline constexpr double kMaxAmplification = 1e6;

/// The value of q⁽ᵏ⁾, k = derivative, where the context says.
struct Condition {
  int derivative;
  double value;
};

struct Spline {
  PiecewisePolynomial law;
  /// Largest change of q anywhere per unit change of one datum.
  double amplification;
  /// Largest change of q⁽ʳ⁾ anywhere per unit change of a datum that is a q⁽ʳ⁾ at a knot.
  double growth = 1.0;
};

/// A spline that errors of its data disturb by more than so much, in amplification or growth, says
/// little about the motion behind them.
inline constexpr double kLargeAmplification = 1e3;

/// Everything prescribed at the start, then one datum per knot: the form of [S1 eq. (64)]. Only for
/// short splines: from knot to knot an error of an acceleration grows by 3.73 for m = 4 and 9.90
/// for m = 5 (docs/errata.md); least_change_spline() is well-posed.
/// @param initial  q, q', ..., q⁽ᵐ⁾ at knots[0].
/// @param at_knots  one condition of order <= m at each of knots[1], knots[2], ...
/// @throws InvalidArgument if sizes do not fit, something is not finite or ascending, or the
///   amplification is above kMaxAmplification (the message has the figure).
/// @note O(s m²) for the spline; O(s² m²) for its amplification up to 1000 knots, then O(s m²).
Spline initial_value_spline(int m, std::span<const double> knots, std::span<const double> initial,
                            std::span<const Condition> at_knots);

/// Through positions at all knots; `start` and `end` are conditions of order 1..m at the ends. For
/// even m the knots are the breaks, and m end conditions determine the spline. For odd m that would
/// be ill-conditioned: the breaks are midway between the knots, and m + 1 conditions are needed.
/// For each condition that is not given, the break nearest to that end is left out.
/// @throws InvalidArgument as initial_value_spline(), or if there are too many conditions, or too
///   few knots to do without those that are missing.
/// @note O(s m²).
Spline position_spline(int m, std::span<const double> knots, std::span<const double> positions,
                       std::span<const Condition> start, std::span<const Condition> end);

/// Through accelerations at the inner knots, with m + 2 conditions of order 0..m at the ends, at
/// least two of them on q and q', at least one of these on q. The experiment of S2 has q, q', q'',
/// q''' at the start and q, q'' at the end.
/// @throws InvalidArgument as position_spline(), and if m < 2.
/// @note O(s m²): the spline of q'' is solved for and integrated twice.
Spline acceleration_spline(int m, std::span<const double> knots,
                           std::span<const double> inner_accelerations,
                           std::span<const Condition> start, std::span<const Condition> end);

/// What least_change_spline() makes of accelerations.
struct LeastChange {
  PiecewisePolynomial law;
  double largest_change;  ///< Of an acceleration, so that all conditions are met.
};

/// Through accelerations at all knots, well-posed for any number of them: q'' is position_spline()
/// of order m - 2 without end conditions. `start` and `end` are two to four conditions on q and q',
/// one of them on q; those beyond two are met by the least change of the accelerations,
///
///   ∫ (Δq'')² dt → min,   hence Δq'' = α + β t                                               (2)
///
/// @throws InvalidArgument as position_spline(), and if m < 3.
/// @note O(s m²).
LeastChange least_change_spline(int m, std::span<const double> knots,
                                std::span<const double> accelerations,
                                std::span<const Condition> start, std::span<const Condition> end);

/// The same for an acceleration that is a law already.
LeastChange integrated_twice(const PiecewisePolynomial& acceleration,
                             std::span<const Condition> start, std::span<const Condition> end);

/// The polynomial of lowest degree with given derivatives 0..K-1 at both ends of an interval:
/// degree 2K - 1; K = 3 is a quintic, K = 4 a septic.
/// @throws InvalidArgument unless end > start and both lists have the same size, 1..10.
PiecewisePolynomial two_point_polynomial(double start_time, std::span<const double> start,
                                         double end_time, std::span<const double> end);

/// What is printed in (1) for one interval.
struct SplineConstants {
  double start_derivative;  ///< q⁽ᵐ⁾(τ_{i-1})
  double end_derivative;    ///< q⁽ᵐ⁾(τ_i)
  std::vector<double> a;    ///< a[k-1] = a_ik, k = 1..m
};

/// The constants of (1) for every interval, from the coefficients about its middle. They are
/// coefficients in powers of absolute time: for many intervals they lose digits, the law does not.
/// @throws InvalidArgument unless the law has degree m + 1 with m >= 1.
std::vector<SplineConstants> spline_constants(const PiecewisePolynomial& law);

}  // namespace appell::trajectory
