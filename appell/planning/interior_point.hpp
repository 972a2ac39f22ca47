#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "appell/planning/row_pass.hpp"
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
/// problem at which no first-order change helps (docs/retime.md). An iteration costs O(number of
/// rows).
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
  /// Parts of a step.
  struct Lengths {
    double primal;
    double dual;
  };
  /// Runs something on all passes. Between two of them is where a calculation is stopped.
  template <class Run>
  void for_passes(const Run& run);
  double set_spline(std::span<const double> x);
  double slack_of_spline();

  /// Which limits count at an iteration.
  void select(const SolverResult& result, const SolverOptions& options);
  // The stages of an iteration, each from the one before.
  const NewtonEquations& assemble(std::span<const double> x, SolverResult& result);
  std::vector<GivenCoefficient> given(std::span<const double> x) const;
  const PredictorStep& predict(const NewtonEquations& equations);
  double target_mu(const PredictorStep& predictor, const SolverResult& result,
                   const SolverOptions& options) const;
  const CorrectorStep& correct(const NewtonEquations& equations, const PredictorStep& predictor,
                               double mu);
  const CorrectorStep& find_step(const NewtonEquations& equations, const SolverResult& result,
                                 const SolverOptions& options);
  /// @return false if no step is possible.
  bool take(const CorrectorStep& step, std::vector<double>& x, SolverResult& result);
  static Lengths lengths(const CorrectorStep& step);

  const TimingProblem& problem_;
  double num_limits_ = 0.0;
  bool was_shortened_ = false;  ///< Whether a step met limits which did not count.
  double part_of_way_ = 1.0;  ///< By which a full step moves given coefficients to where they are.
  NewtonFactors factors_;
  std::vector<std::unique_ptr<RowPass>> rows_;
  std::vector<std::unique_ptr<SumPass>> sums_;
  std::vector<LimitPass*> all_;
  // The memory of the stages.
  NewtonEquations equations_;
  PredictorStep predictor_;
  CorrectorStep corrector_;
  SplineValues right_;
};

}  // namespace appell::planning
