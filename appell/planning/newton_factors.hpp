#pragma once

#include <array>
#include <span>
#include <vector>

#include "appell/planning/timing_problem.hpp"

namespace appell::planning {

/// Sums over the points of one interval, in terms of its MiddleValues.
struct NewtonSums {
  std::array<double, 6> h{};  ///< Of the matrix: elements 00, 01, 02, 11, 12, 22.
  MiddleValues time{};        ///< ∇T
  MiddleValues net{};         ///< Σ λ ∇c

  /// Adds basisᵀ h basis of a point that is d behind the middle: α = z₀ + d z₁ + d²/2 z₂ there.
  void add(double d, const double (&of_point)[6]);
};

/// A coefficient that is given, and how far it is from there.
struct GivenCoefficient {
  int index;
  double way;
};

/// A step of the spline: of its coefficients, and of its values in the middle of every interval.
struct SplineStep {
  std::vector<double> x;
  SplineValues middles;
};

/// The factors QR of the square root of Newton's matrix H = Σ_k T_kᵀ h_k T_k, T_k the basis of an
/// interval. With h_k = U_kᵀ U_k, the rows U_k T_k of all intervals have the matrix H = Rᵀ R.
///
/// H itself would not do: its condition grows with N⁴, and α'' of a step, as a difference of
/// coefficients, has N² times their rounding; the multipliers then leave a residual that does not
/// fall any more (from some 3000 intervals on). So R comes from the rows by reflections, never from
/// H, and the values of a step in the middles come from the rows, too:
///
///   Rᵀ y = right,    (U_k T_k dx)_k = Q y,    dz_k = U_k⁻¹ (U_k T_k dx)                        (1)
class NewtonFactors {
 public:
  /// @param problem  must outlive it.
  explicit NewtonFactors(const TimingProblem& problem);

  /// What rounding leaves of a pivot is not smaller than 1e-13 of its column: a step in that
  /// direction is shorter then, and still one downwards.
  /// @return false if the matrix is singular or not finite.
  bool factor(std::span<const NewtonSums> sums, std::vector<GivenCoefficient> given);

  /// @param right  of every interval, in terms of its MiddleValues.
  /// @param part  of the way that given coefficients have to go.
  void solve(const SplineValues& right, double part, SplineStep& step);

 private:
  /// I - β v vᵀ, of a row of R (v₀) and the three rows of an interval.
  struct Reflection {
    double beta = 0.0;
    std::array<double, 4> v{};
  };
  /// U_k, and the three reflections that take its rows into R.
  struct IntervalFactors {
    std::array<double, 6> u{};
    std::array<Reflection, 3> reflections;
  };
  /// The three rows U_k T_k, without columns of given coefficients.
  std::array<MiddleValues, 3> rows_of(std::size_t k) const;
  void reflect(std::size_t k);
  void add_given(std::span<const NewtonSums> sums);
  /// dz of (1), from the last interval to the first.
  /// @param z  what the coefficients say of it.
  void set_middle(std::size_t k, double part, MiddleValues& z);
  double* row(std::size_t i) { return &rows_[3 * i]; }

  const TimingProblem& problem_;
  std::vector<IntervalFactors> intervals_;
  std::vector<double> rows_;     ///< R: three elements of every row, the first one inverted.
  std::vector<double> columns_;  ///< Σ of the squares of each column of the rows.
  std::vector<GivenCoefficient> given_;
  std::vector<double> of_given_;  ///< What they add to the right sides when they go all the way.
  std::vector<double> y_;
};

}  // namespace appell::planning
