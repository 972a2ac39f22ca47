#include "appell/planning/interior_point.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/error.hpp"
#include "appell/base/stop.hpp"

namespace appell::planning {
namespace {

constexpr double kKeep = 0.95;      // Part of the way to the nearest limit.
constexpr double kThere = 1e-12;    // Of a coefficient that is given,
constexpr double kGapOfEnds = 0.3;  // and the gap while none of them is.
constexpr double kMostGap = 10.0;   // Aimed at, relative to the time: residuals may grow.
constexpr double kShortStep = 0.3;
constexpr double kLongStep = 0.9;
constexpr double kPartOfWayStep = 0.25;
constexpr double kLeastPartOfWay = 1e-5;
constexpr double kBalance = 3.0;      // The gap aimed at is never below so many residuals,
constexpr double kLeastTarget = 0.1;  // nor below this part of the gap that is wanted.
constexpr double kShortestStep = 1e-10;
constexpr int kMostWithout = 24;  // Iterations after which all limits count.

// Where rows are curved full steps may go round in a circle: steps become half as long after so
// many iterations, and a quarter after so many more.
constexpr int kMostWithFullSteps = 60;
constexpr int kMostWithHalfSteps = 120;

double part_of_step(int iterations) {
  if (iterations < kMostWithFullSteps) return 1.0;
  return iterations < kMostWithFullSteps + kMostWithHalfSteps ? 0.5 : 0.25;
}

double part_of(double largest) { return largest > kKeep ? kKeep / largest : 1.0; }

}  // namespace

InteriorPoint::InteriorPoint(const TimingProblem& problem)
    : problem_(problem),
      size_(static_cast<std::size_t>(problem.num_coefficients)),
      matrix_(problem.num_coefficients),
      gradient_(size_),
      net_(size_),
      affine_(size_),
      step_(size_) {
  for (const RowBlock& block : problem.blocks) {
    all_.push_back(rows_.emplace_back(std::make_unique<RowPass>(block)).get());
  }
  for (const SumBlock& block : problem.sums) {
    all_.push_back(sums_.emplace_back(make_sum_pass(block)).get());
  }
}

double InteriorPoint::set_spline(std::span<const double> x) {
  double time = 0.0;
  for (LimitPass* pass : all_) {
    check_stop();
    time += pass->set_spline(x);
  }
  return time;
}

double InteriorPoint::least_slack(std::span<const double> x) {
  for (LimitPass* pass : all_) pass->copy_rows();
  return tried_slack(x);
}

double InteriorPoint::tried_slack(std::span<const double> x) {
  tried_time_ = set_spline(x);
  double least = 1.0;
  for (LimitPass* pass : all_) {
    check_stop();
    least = std::min(least, pass->least_slack());
  }
  return least;
}

bool InteriorPoint::assemble(std::span<const double> x, SolverResult& result) {
  matrix_.clear();
  std::fill(gradient_.begin(), gradient_.end(), 0.0);
  std::fill(net_.begin(), net_.end(), 0.0);
  double gap = 0.0;
  for (LimitPass* pass : all_) {
    check_stop();
    gap += pass->assemble(matrix_, gradient_, net_);
  }
  fix_ends(x, result);
  double residual = 0.0;
  for (std::size_t i = 0; i < size_; ++i) residual += std::abs((gradient_[i] - net_[i]) * x[i]);
  result.gap = gap / result.time;
  result.residual = residual / result.time;
  return std::isfinite(gap + residual);
}

void InteriorPoint::fix_ends(std::span<const double> x, SolverResult& result) {
  given_.clear();
  result.ends = 0.0;
  const auto fix = [&](int i, double alpha) {
    const auto at = static_cast<std::size_t>(i);
    GivenCoefficient given{i, alpha - x[at], {}};
    constexpr int kFar = BandedSolver::kWidth - 1;
    for (int j = 1; j <= kFar; ++j) {
      double& after = matrix_.column(i)[j];
      given.column[static_cast<std::size_t>(kFar + j)] = after;
      after = 0.0;
      if (i < j) continue;
      double& before = matrix_.column(i - j)[j];
      given.column[static_cast<std::size_t>(kFar - j)] = before;
      before = 0.0;
    }
    matrix_.column(i)[0] = 1.0;
    gradient_[at] = net_[at] = 0.0;
    result.ends = std::max(result.ends, std::abs(given.step) / alpha);
    given_.push_back(given);
  };
  if (problem_.fixed.start > 0.0) fix(0, problem_.fixed.start);
  if (problem_.fixed.end > 0.0) fix(problem_.num_coefficients - 1, problem_.fixed.end);
}

void InteriorPoint::solve_with_ends(std::vector<double>& right) const {
  constexpr int kFar = BandedSolver::kWidth - 1;
  for (const GivenCoefficient& given : given_) {
    for (int j = -kFar; j <= kFar; ++j) {
      const int i = given.index + j;
      if (i < 0 || i >= static_cast<int>(size_)) continue;
      right[static_cast<std::size_t>(i)] -=
          given.column[static_cast<std::size_t>(kFar + j)] * part_of_way_ * given.step;
    }
  }
  for (const GivenCoefficient& given : given_) {
    right[static_cast<std::size_t>(given.index)] = part_of_way_ * given.step;
  }
  matrix_.solve(right);
}

InteriorPoint::Steps InteriorPoint::find_step(const SolverResult& result,
                                              const SolverOptions& options) {
  for (std::size_t i = 0; i < size_; ++i) affine_[i] = -gradient_[i];
  solve_with_ends(affine_);
  Prediction sum{1.0, 1.0, 0.0, 0.0, 0.0};
  for (LimitPass* pass : all_) {
    const Prediction part = pass->predict(affine_);
    sum.primal = std::max(sum.primal, part.primal);
    sum.dual = std::max(sum.dual, part.dual);
    sum.slack_change += part.slack_change;
    sum.multiplier_change += part.multiplier_change;
    sum.product_change += part.product_change;
  }
  // What would be left of the gap says how much centring there must be.
  const double p = 1.0 / sum.primal;
  const double d = 1.0 / sum.dual;
  const double gap = result.gap * result.time;
  const double left = std::clamp(
      (gap + p * sum.slack_change + d * sum.multiplier_change + p * d * sum.product_change) / gap,
      0.0, 1.0);
  const double target =
      std::max({left * left * left * gap, kBalance * result.residual * result.time,
                kLeastTarget * options.gap * result.time,
                kGapOfEnds * part_of_way_ * std::min(1.0, result.ends) * result.time});
  mu_ = std::min(target, kMostGap * result.time) / num_limits_;
  for (std::size_t i = 0; i < size_; ++i) step_[i] = -gradient_[i];
  for (LimitPass* pass : all_) pass->add_centring(mu_, step_);
  solve_with_ends(step_);
  Prediction most;
  for (LimitPass* pass : all_) {
    const Prediction part = pass->correct(mu_, step_);
    most.primal = std::max(most.primal, part.primal);
    most.dual = std::max(most.dual, part.dual);
  }
  return {part_of(most.primal), part_of(most.dual)};
}

double InteriorPoint::tried_step(std::span<const double> x, double step) {
  std::vector<double> next(size_);
  for (; step > kShortestStep; step *= 0.5) {
    for (std::size_t i = 0; i < size_; ++i) next[i] = x[i] + step * step_[i];
    for (LimitPass* pass : all_) pass->try_step(step);
    if (tried_slack(next) > 0.0) return step;
    was_shortened_ = true;
  }
  return 0.0;
}

void InteriorPoint::select(const SolverResult& result, const SolverOptions& options) {
  const bool is_first = result.iterations == 0;
  const bool all_count = was_shortened_ || result.iterations >= kMostWithout;
  num_limits_ = 0.0;
  for (LimitPass* pass : all_) {
    if (is_first) {
      pass->select();
    } else {
      all_count ? pass->select_all(mu_) : pass->select_more(mu_);
    }
    num_limits_ += pass->num_limits();
  }
  if (!is_first) return;
  mu_ = options.first_gap * result.time / num_limits_;
  for (LimitPass* pass : all_) pass->set_first_multipliers(mu_);
}

SolverResult InteriorPoint::solve(std::vector<double>& x, const SolverOptions& options) {
  SolverResult result;
  int iterations_to_ends = 0;
  bool is_tried = false;  // Whether the passes have the spline already.
  was_shortened_ = false;
  part_of_way_ = 1.0;
  for (LimitPass* pass : all_) pass->copy_rows();
  for (;; ++result.iterations) {
    result.time = is_tried ? tried_time_ : set_spline(x);
    select(result, options);
    if (!assemble(x, result)) return result;
    result.has_converged =
        result.gap < options.gap && result.residual < options.residual && result.ends < kThere;
    if (options.progress) {
      options.progress(std::clamp(std::log(result.gap) / std::log(options.gap), 0.0, 1.0));
    }
    if (result.has_converged || result.iterations == options.max_iterations) return result;
    if (!matrix_.factor()) return result;
    Steps steps = find_step(result, options);
    // A short step towards the ends would leave the middle of what is allowed: rather a full one
    // that leads less far.
    while (result.ends > kThere && steps.primal < kShortStep && part_of_way_ > kLeastPartOfWay) {
      part_of_way_ *= kPartOfWayStep;
      steps = find_step(result, options);
    }
    if (steps.primal > kLongStep) part_of_way_ = std::min(1.0, part_of_way_ / kPartOfWayStep);
    if (result.ends > kThere) iterations_to_ends = result.iterations;
    const double part = part_of_step(result.iterations - iterations_to_ends);
    steps.primal *= part;
    steps.dual *= part;
    const bool must_try = std::any_of(all_.begin(), all_.end(),
                                      [](const LimitPass* pass) { return pass->must_try(); });
    is_tried = must_try;
    if (must_try) steps.primal = tried_step(x, steps.primal);
    if (steps.primal == 0.0) return result;
    for (std::size_t i = 0; i < size_; ++i) x[i] += steps.primal * step_[i];
    for (LimitPass* pass : all_) {
      pass->try_step(steps.primal);
      pass->take_step(steps.dual);
    }
  }
}

}  // namespace appell::planning
