#pragma once

#include <memory>
#include <vector>

#include "appell/planning/newton_factors.hpp"
#include "appell/planning/row_call.hpp"
#include "appell/planning/timing_problem.hpp"

namespace appell::planning {

/// What a step would do to limits.
struct Prediction {
  double primal = 0.0;        ///< Largest -dc/c: its inverse is how far slacks let the step go.
  double dual = 0.0;          ///< Largest -dλ/λ.
  double slack_change = 0.0;  ///< Σ λ dc
  double multiplier_change = 0.0;  ///< Σ c dλ
  double product_change = 0.0;     ///< Σ dc dλ

  void add(const Prediction& other);
};

/// Newton's equations at an iterate, of all limits.
struct NewtonEquations {
  std::vector<NewtonSums> sums;  ///< Of every interval.
  double gap = 0.0;              ///< Σ λ c
};

/// The step without centring, and what it makes of the right sides of the one with centring.
struct PredictorStep {
  SplineStep step;
  SplineValues centre;  ///< Σ ∇c/c
  SplineValues second;  ///< Σ (dc dλ/c) ∇c
  Prediction change;
};

/// The step that is taken.
struct CorrectorStep {
  double mu = 0.0;
  SplineStep step;
  Prediction change;
};

/// Values at the points of a block.
class PointValues {
 public:
  PointValues(const std::vector<GridPoint>& points, const std::vector<SplineInterval>& intervals);

  std::vector<double> v0, v1, v2;
  PointTriple columns() { return {v0.data(), v1.data(), v2.data()}; }
  void clear();
  /// Of the spline, or the step, with these values in the middles.
  void set(const SplineValues& middles);
  /// Adds what belongs to the values to that of the middles.
  template <class At>
  void gather(const At& middle_of) const {
    for (std::size_t k = 0; k < v0.size(); ++k) {
      MiddleValues& sum = middle_of(interval_[k]);
      const double d = offset_[k];
      sum[0] += v0[k];
      sum[1] += d * v0[k] + v1[k];
      sum[2] += d * (0.5 * d * v0[k] + v1[k]) + v2[k];
    }
  }
  void gather(SplineValues& sums) const {
    gather([&sums](std::size_t k) -> MiddleValues& { return sums[k]; });
  }
  std::size_t interval(std::size_t point) const { return interval_[point]; }
  double offset(std::size_t point) const { return offset_[point]; }

 private:
  std::vector<std::size_t> interval_;
  std::vector<double> offset_;  ///< From the middle of the interval.
};

/// One block of limits in the interior-point method: slacks c, multipliers λ, and their part of
/// Newton's equations,
///
///   (T'' + Σ (λ/c) ∇c ∇cᵀ) dx = -∇T + Σ (μ - dc dλ)/c ∇c                                      (1)
///
/// It has a spline and, after start(), multipliers. An iteration goes from stage to stage, each of
/// which takes what the one before made: NewtonEquations, PredictorStep, CorrectorStep.
class LimitPass {
 public:
  LimitPass() = default;
  LimitPass(const LimitPass&) = delete;
  LimitPass& operator=(const LimitPass&) = delete;
  virtual ~LimitPass() = default;

  /// Takes the rows as they are now, without multipliers; whenever they were changed.
  virtual void copy_rows() {}
  /// Takes the spline, at which all bounds are replaced by their tangents.
  /// @return the block's part of the time.
  virtual double set_spline(const SplineValues& spline) = 0;
  /// The least slack in units of its bound; the spline is positive if this is.
  virtual double least_slack() = 0;

  /// Leaves out what is far from its bounds.
  virtual void select() {}
  /// Takes back what has come near to its bounds, or everything, with multipliers μ/c, for good:
  /// what comes and goes would keep the method from converging.
  enum class Which { kNear, kAll };
  virtual void select_more(Which /*which*/, double /*mu*/) {}
  /// How many slacks count.
  virtual double num_limits() const = 0;
  /// Whether a step must be tried: tangents are no bounds, or limits do not count now.
  virtual bool must_try() const = 0;
  /// Multipliers μ/c.
  virtual void start(double mu) = 0;

  /// Adds to the matrix of (1), to ∇T and to Σ λ ∇c.
  virtual void assemble(NewtonEquations& equations) = 0;
  /// Adds to all but the step itself.
  virtual void predict(const NewtonEquations& equations, PredictorStep& predictor) = 0;
  /// Adds to the change.
  virtual void correct(const PredictorStep& predictor, CorrectorStep& corrector) = 0;
  /// Moves unknowns that are the block's own by a part of the step, from where it began; before
  /// set_spline() of the spline at the end of that part.
  virtual void try_step(const CorrectorStep& /*step*/, double /*part*/) {}
  /// Moves the multipliers; from here on the step has been made.
  virtual void take_step(const CorrectorStep& step, double dual) = 0;
};

/// What several terms have in common at each point of a SumBlock.
class SumPass : public LimitPass {
 public:
  /// Of the limit itself, at a point.
  virtual double multiplier(std::size_t k) const = 0;
  virtual double bound(std::size_t k) const = 0;  ///< β
  /// What is limited over its limit, at a point.
  virtual double use(std::size_t k) const = 0;

 protected:
  /// By α, α' and α''.
  using Gradient = std::array<double, 3>;
  static double dot(const Gradient& g, const PointValues& v, std::size_t k) {
    return g[0] * v.v0[k] + g[1] * v.v1[k] + g[2] * v.v2[k];
  }
  static void add_to(PointValues& sums, std::size_t k, double factor, const Gradient& g) {
    sums.v0[k] += factor * g[0];
    sums.v1[k] += factor * g[1];
    sums.v2[k] += factor * g[2];
  }
  /// Adds a factor times g gᵀ, as NewtonSums::add() takes it.
  static void add_square(double factor, const Gradient& g, double (&h)[6]) {
    h[0] += factor * g[0] * g[0];
    h[1] += factor * g[0] * g[1];
    h[2] += factor * g[0] * g[2];
    h[3] += factor * g[1] * g[1];
    h[4] += factor * g[1] * g[2];
    h[5] += factor * g[2] * g[2];
  }
};

/// @param block, intervals  must outlive it.
std::unique_ptr<SumPass> make_sum_pass(const SumBlock& block,
                                       const std::vector<SplineInterval>& intervals);

}  // namespace appell::planning
