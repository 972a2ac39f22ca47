#pragma once

#include <span>
#include <vector>

#include "appell/planning/banded_solver.hpp"
#include "appell/planning/row_call.hpp"
#include "appell/planning/timing_problem.hpp"

namespace appell::planning {

/// What the step without centring would do to the limits of a block.
struct Prediction {
  double primal = 0.0;        ///< Largest -dc/c: its inverse is how far slacks let the step go.
  double dual = 0.0;          ///< Largest -dλ/λ.
  double slack_change = 0.0;  ///< Σ λ dc
  double multiplier_change = 0.0;  ///< Σ c dλ
  double product_change = 0.0;     ///< Σ dc dλ
};

/// Values at the points of a block.
struct PointValues {
  std::vector<double> v0, v1, v2;
  explicit PointValues(std::size_t size) : v0(size), v1(size), v2(size) {}
  PointTriple columns() { return {v0.data(), v1.data(), v2.data()}; }
  void clear();
  /// Of the spline with these coefficients.
  void set(std::span<const SplinePoint> points, std::span<const double> x);
  /// Adds to the coefficients what belongs to the values.
  void gather(std::span<const SplinePoint> points, std::span<double> x) const;
};

/// One block of limits in the interior-point method: slacks c, multipliers λ, and their part of
/// Newton's equations,
///
///   (T'' + Σ (λ/c) ∇c ∇cᵀ) dx = -∇T + Σ (μ - dc dλ)/c ∇c                                      (1)
///
/// The functions are called in the order of their declaration, once per iteration.
class LimitPass {
 public:
  LimitPass() = default;
  LimitPass(const LimitPass&) = delete;
  LimitPass& operator=(const LimitPass&) = delete;
  virtual ~LimitPass() = default;

  /// Takes the rows as they are now; to be called whenever they were changed.
  virtual void copy_rows() {}
  /// How many slacks count.
  virtual double num_limits() const = 0;
  /// Whether a step must be tried: tangents are no bounds, or limits do not count now.
  virtual bool must_try() const = 0;
  /// Moves unknowns that are the block's own by a part of the step that was found last, from where
  /// they were when it was; before set_spline() of the spline at the end of that part.
  virtual void try_step(double /*part*/) {}
  /// Takes the spline, at which all bounds are replaced by their tangents.
  /// @return the block's part of the time.
  virtual double set_spline(std::span<const double> x) = 0;
  /// The least slack in units of its bound; the spline is positive if this is.
  virtual double least_slack() = 0;
  /// Leaves out what is far from its bounds from now on.
  virtual void select() {}
  /// Takes back what has come near to its bounds, with multipliers μ/c, for good: what comes and
  /// goes would keep the method from converging.
  virtual void select_more(double /*mu*/) {}
  /// Takes back everything.
  virtual void select_all(double /*mu*/) {}
  virtual void set_first_multipliers(double mu) = 0;
  /// Adds to the matrix of (1), to ∇T and to Σ λ ∇c.
  /// @return Σ λ c.
  virtual double assemble(BandedSolver& matrix, std::span<double> gradient,
                          std::span<double> net) = 0;
  virtual Prediction predict(std::span<const double> affine) = 0;
  /// Adds Σ (μ - dc dλ)/c ∇c.
  virtual void add_centring(double mu, std::span<double> right) = 0;
  /// @return how far the step may go, as in Prediction.
  virtual Prediction correct(double mu, std::span<const double> step) = 0;
  virtual void take_step(double dual) = 0;

 protected:
  /// Adds basisᵀ h basis of a point, h symmetric with elements 00, 01, 02, 11, 12, 22.
  static void add_point(const SplinePoint& point, const double (&h)[6], BandedSolver& matrix);
};

}  // namespace appell::planning
