#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "appell/planning/banded_solver.hpp"
#include "appell/planning/row_pass.hpp"
#include "appell/planning/sum_pass.hpp"
#include "appell/planning/timing_problem.hpp"

namespace appell::planning {

struct SolverOptions {
  double gap = 1e-6;       ///< Σ λ c at the end, relative to the time.
  double residual = 1e-5;  ///< Likewise of the gradient of the Lagrangian times the coefficients.
  int max_iterations = 300;
  double first_gap = 1.0;                          ///< Relative to the time.
  std::function<void(double)> progress = nullptr;  ///< Called with the share that is done, about.
};

struct SolverResult {
  bool has_converged = false;
  int iterations = 0;
  double time = 0.0;  ///< In units of the problem.
  double gap = 0.0;
  double residual = 0.0;
  double ends = 0.0;  ///< How far coefficients are from where they are given, in parts of them.
};

/// Finds the spline of least time by a primal-dual interior-point method with predictor and
/// corrector. At each iteration every bound α^(-1/2) is replaced by its tangent: that is the
/// stricter bound, so each iterate keeps the limits, and the last one is a point of the original
/// problem at which no first-order change helps (docs/retime.md). One banded factorization per
/// iteration: O(number of rows).
class InteriorPoint {
 public:
  /// @param problem  must outlive it.
  explicit InteriorPoint(const TimingProblem& problem);

  /// @param x  coefficients of a spline that keeps all limits and touches none, wherever its ends
  ///   are; becomes the best one found.
  SolverResult solve(std::vector<double>& x, const SolverOptions& options = {});

  /// The least slack in units of its bound: positive if the spline keeps all limits.
  double least_slack(std::span<const double> x);
  /// Of the last iterate.
  const RowPass& rows(std::size_t block) const { return *rows_[block]; }
  const SumPass& sums(std::size_t block) const { return *sums_[block]; }

 private:
  struct Steps {
    double primal;
    double dual;
  };
  double set_spline(std::span<const double> x);
  /// least_slack() of rows that are copied already.
  double tried_slack(std::span<const double> x);
  /// Which limits count at an iteration.
  void select(const SolverResult& result, const SolverOptions& options);
  bool assemble(std::span<const double> x, SolverResult& result);
  /// Takes the given coefficients out of Newton's equations.
  void fix_ends(std::span<const double> x, SolverResult& result);
  /// Makes the solution of Newton's equations move them to where they are given.
  void solve_with_ends(std::vector<double>& right) const;
  Steps find_step(const SolverResult& result, const SolverOptions& options);
  /// Shortens a step until the true limits hold.
  double tried_step(std::span<const double> x, double step);

  const TimingProblem& problem_;
  std::size_t size_;
  double num_limits_ = 0.0;
  double mu_ = 0.0;             ///< Aimed at by the last step.
  double tried_time_ = 0.0;     ///< Of the spline that was tried last.
  bool was_shortened_ = false;  ///< Whether a step met limits which did not count.
  /// A coefficient that is given: how far it has to go, and its column of the matrix, which the
  /// others have on their right sides.
  struct GivenCoefficient {
    int index;
    double step;
    std::array<double, 2 * BandedSolver::kWidth - 1> column;  ///< From index - 2 to index + 2.
  };
  std::vector<GivenCoefficient> given_;
  double part_of_way_ = 1.0;  ///< By which a full step moves them there.
  BandedSolver matrix_;
  std::vector<std::unique_ptr<RowPass>> rows_;
  std::vector<std::unique_ptr<SumPass>> sums_;
  std::vector<LimitPass*> all_;
  std::vector<double> gradient_, net_, affine_, step_;
};

}  // namespace appell::planning
