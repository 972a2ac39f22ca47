#include "appell/planning/interior_point.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/stop.hpp"

namespace appell::planning {
namespace {

constexpr double kKeep = 0.95;        // Part of the way to the nearest limit.
constexpr double kThere = 1e-12;      // Of a coefficient that is given.
constexpr double kMostGap = 10.0;     // Aimed at, relative to the time: residuals may grow.
constexpr double kBalance = 3.0;      // The gap aimed at is never below so many residuals,
constexpr double kLeastTarget = 0.1;  // nor below this part of the gap that is wanted,
constexpr double kGapOfEnds = 0.3;    // nor below this part of what given coefficients are away by.
constexpr double kShortestStep = 1e-10;
constexpr int kMostWithout = 24;  // Iterations after which all limits count.

// A short step towards given coefficients would leave the middle of what is allowed: rather a full
// one that leads a quarter as far, and farther again once steps are long.
constexpr double kShortStep = 0.3;
constexpr double kLongStep = 0.9;
constexpr double kPartOfWayStep = 0.25;
constexpr double kLeastPartOfWay = 1e-5;

}  // namespace

InteriorPoint::InteriorPoint(const TimingProblem& problem) : problem_(problem), factors_(problem) {
  for (const RowBlock& block : problem.blocks) {
    all_.push_back(rows_.emplace_back(std::make_unique<RowPass>(block, problem.intervals)).get());
  }
  for (const SumBlock& block : problem.sums) {
    all_.push_back(sums_.emplace_back(make_sum_pass(block, problem.intervals)).get());
  }
}

template <class Run>
void InteriorPoint::for_passes(const Run& run) {
  for (LimitPass* pass : all_) {
    check_stop();
    run(*pass);
  }
}

double InteriorPoint::set_spline(std::span<const double> x) {
  const SplineValues values = problem_.values(x);
  double time = 0.0;
  for_passes([&](LimitPass& pass) { time += pass.set_spline(values); });
  return time;
}

double InteriorPoint::slack_of_spline() {
  double least = 1.0;
  for_passes([&](LimitPass& pass) { least = std::min(least, pass.least_slack()); });
  return least;
}

double InteriorPoint::least_slack(std::span<const double> x) {
  for_passes([](LimitPass& pass) { pass.copy_rows(); });
  set_spline(x);
  return slack_of_spline();
}

void InteriorPoint::select(const SolverResult& result, const SolverOptions& options) {
  const bool is_first = result.iterations == 0;
  const bool all_count = was_shortened_ || result.iterations >= kMostWithout;
  num_limits_ = 0.0;
  for_passes([&](LimitPass& pass) {
    if (is_first) {
      pass.select();
    } else {
      pass.select_more(all_count ? LimitPass::Which::kAll : LimitPass::Which::kNear, corrector_.mu);
    }
    num_limits_ += pass.num_limits();
  });
  if (!is_first) return;
  for_passes([&](LimitPass& pass) { pass.start(options.first_gap * result.time / num_limits_); });
}

std::vector<GivenCoefficient> InteriorPoint::given(std::span<const double> x) const {
  std::vector<GivenCoefficient> result;
  const auto [start, end] = problem_.fixed;
  if (start > 0.0) result.push_back({0, start - x.front()});
  if (end > 0.0) result.push_back({problem_.num_coefficients - 1, end - x.back()});
  return result;
}

const NewtonEquations& InteriorPoint::assemble(std::span<const double> x, SolverResult& result) {
  equations_.sums.assign(problem_.intervals.size(), {});
  equations_.gap = 0.0;
  for_passes([&](LimitPass& pass) { pass.assemble(equations_); });
  right_.resize(equations_.sums.size());
  for (std::size_t k = 0; k < right_.size(); ++k) {
    const NewtonSums& sums = equations_.sums[k];
    for (std::size_t i = 0; i < 3; ++i) right_[k][i] = sums.time[i] - sums.net[i];
  }
  std::vector<double> gradient = problem_.gathered(right_);
  result.ends = 0.0;
  for (const auto& [i, way] : given(x)) {
    const auto at = static_cast<std::size_t>(i);
    gradient[at] = 0.0;
    result.ends = std::max(result.ends, std::abs(way / (x[at] + way)));
  }
  double residual = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) residual += std::abs(gradient[i] * x[i]);
  result.gap = equations_.gap / result.time;
  result.residual = residual / result.time;
  return equations_;
}

const PredictorStep& InteriorPoint::predict(const NewtonEquations& equations) {
  for (std::size_t k = 0; k < right_.size(); ++k) {
    for (std::size_t i = 0; i < 3; ++i) right_[k][i] = -equations.sums[k].time[i];
  }
  factors_.solve(right_, part_of_way_, predictor_.step);
  predictor_.centre.assign(right_.size(), {});
  predictor_.second.assign(right_.size(), {});
  predictor_.change = {.primal = 1.0, .dual = 1.0};
  for_passes([&](LimitPass& pass) { pass.predict(equations, predictor_); });
  return predictor_;
}

/// What would be left of the gap says how much centring there must be.
double InteriorPoint::target_mu(const PredictorStep& predictor, const SolverResult& result,
                                const SolverOptions& options) const {
  const Prediction& change = predictor.change;
  const double p = 1.0 / change.primal;
  const double d = 1.0 / change.dual;
  const double gap = result.gap * result.time;
  const double left = std::clamp((gap + p * change.slack_change + d * change.multiplier_change +
                                  p * d * change.product_change) /
                                     gap,
                                 0.0, 1.0);
  const double least = std::max({kBalance * result.residual, kLeastTarget * options.gap,
                                 kGapOfEnds * std::min(1.0, result.ends)});
  const double target = std::max(left * left * left * gap, least * result.time);
  return std::min(target, kMostGap * result.time) / num_limits_;
}

const CorrectorStep& InteriorPoint::correct(const NewtonEquations& equations,
                                            const PredictorStep& predictor, double mu) {
  for (std::size_t k = 0; k < right_.size(); ++k) {
    for (std::size_t i = 0; i < 3; ++i) {
      right_[k][i] =
          mu * predictor.centre[k][i] - predictor.second[k][i] - equations.sums[k].time[i];
    }
  }
  factors_.solve(right_, part_of_way_, corrector_.step);
  corrector_.mu = mu;
  corrector_.change = {};
  for_passes([&](LimitPass& pass) { pass.correct(predictor, corrector_); });
  return corrector_;
}

InteriorPoint::Lengths InteriorPoint::lengths(const CorrectorStep& step) {
  const auto part = [](double largest) { return largest > kKeep ? kKeep / largest : 1.0; };
  return {part(step.change.primal), part(step.change.dual)};
}

const CorrectorStep& InteriorPoint::find_step(const NewtonEquations& equations,
                                              const SolverResult& result,
                                              const SolverOptions& options) {
  for (;;) {
    const PredictorStep& predictor = predict(equations);
    const CorrectorStep& step =
        correct(equations, predictor, target_mu(predictor, result, options));
    const double length = lengths(step).primal;
    if (length > kLongStep) part_of_way_ = std::min(1.0, part_of_way_ / kPartOfWayStep);
    if (length >= kShortStep || result.ends <= kThere || part_of_way_ <= kLeastPartOfWay) {
      return step;
    }
    part_of_way_ *= kPartOfWayStep;
  }
}

bool InteriorPoint::take(const CorrectorStep& step, std::vector<double>& x, SolverResult& result) {
  auto [primal, dual] = lengths(step);
  const bool must_try =
      std::any_of(all_.begin(), all_.end(), [](const LimitPass* pass) { return pass->must_try(); });
  std::vector<double> next(x.size());
  for (;; primal *= 0.5) {
    if (primal <= kShortestStep) return false;
    for (std::size_t i = 0; i < x.size(); ++i) next[i] = x[i] + primal * step.step.x[i];
    for_passes([&](LimitPass& pass) { pass.try_step(step, primal); });
    result.time = set_spline(next);
    if (!must_try || slack_of_spline() > 0.0) break;
    was_shortened_ = true;
  }
  x = std::move(next);
  for_passes([&](LimitPass& pass) { pass.take_step(step, dual); });
  return true;
}

SolverResult InteriorPoint::solve(std::vector<double>& x, const SolverOptions& options) {
  SolverResult result;
  was_shortened_ = false;
  part_of_way_ = 1.0;
  for_passes([](LimitPass& pass) { pass.copy_rows(); });
  result.time = set_spline(x);
  for (;; ++result.iterations) {
    select(result, options);
    const NewtonEquations& equations = assemble(x, result);
    if (!std::isfinite(result.gap + result.residual)) return result;
    result.has_converged =
        result.gap < options.gap && result.residual < options.residual && result.ends < kThere;
    if (options.progress) {
      options.progress(std::clamp(std::log(result.gap) / std::log(options.gap), 0.0, 1.0));
    }
    if (result.has_converged || result.iterations == options.max_iterations) return result;
    if (!factors_.factor(equations.sums, given(x))) return result;
    if (!take(find_step(equations, result, options), x, result)) return result;
  }
}

}  // namespace appell::planning
