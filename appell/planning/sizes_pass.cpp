#include "appell/planning/sizes_pass.hpp"

#include <algorithm>
#include <cmath>

namespace appell::planning {
namespace {

constexpr int kHalvingsOfCentre = 60;

}  // namespace

SizesPass::SizesPass(const SumBlock& block, const std::vector<SplineInterval>& intervals)
    : block_(block),
      size_(block.points.size()),
      y_(block.points, intervals),
      step_(y_),
      gathered_(y_),
      sums_(size_),
      terms_(block.r0.size()) {}

void SizesPass::Slack::set_change(double dc, double r, Prediction& result) {
  change = dc;
  multiplier_step = r - multiplier - ratio() * dc;
  result.primal = std::max(result.primal, -change / value);
  result.dual = std::max(result.dual, -multiplier_step / multiplier);
  result.slack_change += change * multiplier;
  result.multiplier_change += value * multiplier_step;
  result.product_change += change * multiplier_step;
}

void SizesPass::set_term(std::size_t at, std::size_t k) {
  Term& term = terms_[at];
  term.by = {block_.r0[at], block_.r1[at], block_.r2[at]};
  term.x = dot(term.by, y_, k) + block_.r[at];
  if (block_.curved == nullptr) return;
  const CurvedTerms::Term f = block_.curved->term(at / size_, k, y_.v0[k], y_.v1[k]);
  term.x += f.value;
  term.by[0] += f.by_alpha;
  term.by[1] += f.by_slope;
}

void SizesPass::set_slacks(std::size_t k) {
  double sum = 0.0;
  for (std::size_t at = k; at < terms_.size(); at += size_) {
    Term& term = terms_[at];
    term.up.value = term.w - term.x;
    term.down.value = term.w + term.x;
    sum += term.w;
  }
  sums_[k].c.value = sums_[k].bound - sum;
}

double SizesPass::set_spline(const SplineValues& spline) {
  y_.set(spline);
  for (std::size_t k = 0; k < size_; ++k) {
    const bool is_constant = block_.bound == Bound::kConstant;
    Sum& sum = sums_[k];
    sum.bound = is_constant ? 1.0 : 1.0 / std::sqrt(y_.v0[k]);
    sum.bound_slope = is_constant ? 0.0 : -0.5 * sum.bound / y_.v0[k];
    sum.sizes = 0.0;
    for (std::size_t at = k; at < terms_.size(); at += size_) {
      set_term(at, k);
      sum.sizes += std::abs(terms_[at].x);
    }
    if (has_sizes_) set_slacks(k);
  }
  return 0.0;
}

double SizesPass::least_slack() {
  double least = 1.0;
  const auto lower = [&least](double slack) { least = slack > least ? least : slack; };
  for (std::size_t k = 0; k < size_; ++k) {
    lower(1.0 - use(k));
    if (!has_sizes_) continue;
    lower(sums_[k].c.value / sums_[k].bound);
    for (std::size_t at = k; at < terms_.size(); at += size_) {
      lower(std::min(terms_[at].up.value, terms_[at].down.value) / sums_[k].bound);
    }
  }
  return least;
}

// 1/c⁺ + 1/c⁻ = 1/c of all terms: w = c + √(c² + x²), and c by halving from c + Σ w = β.
void SizesPass::start(double mu) {
  for (std::size_t k = 0; k < size_; ++k) {
    const auto sum_with = [&](double c) {
      double sum = c;
      for (std::size_t at = k; at < terms_.size(); at += size_) {
        sum += c + std::hypot(c, terms_[at].x);
      }
      return sum;
    };
    double low = 0.0;
    double high = sums_[k].bound;
    for (int i = 0; i < kHalvingsOfCentre; ++i) {
      const double middle = 0.5 * (low + high);
      (sum_with(middle) < sums_[k].bound ? low : high) = middle;
    }
    for (std::size_t at = k; at < terms_.size(); at += size_) {
      terms_[at].w = terms_[at].w_before = low + std::hypot(low, terms_[at].x);
    }
    set_slacks(k);
    sums_[k].c.multiplier = mu / low;
    for (std::size_t at = k; at < terms_.size(); at += size_) {
      // Their sum is that of the limit, exactly.
      const double share = terms_[at].down.value / (2.0 * terms_[at].w);
      terms_[at].up.multiplier = mu / low * share;
      terms_[at].down.multiplier = mu / low * (1.0 - share);
    }
  }
  has_sizes_ = true;
}

void SizesPass::assemble(NewtonEquations& equations) {
  gathered_.clear();
  for (std::size_t k = 0; k < size_; ++k) {
    Sum& sum = sums_[k];
    sum.by = {sum.bound_slope, 0.0, 0.0};
    sum.inverse = 0.0;
    double h[6] = {};
    equations.gap += sum.c.value * sum.c.multiplier;
    gathered_.v0[k] += sum.c.multiplier * sum.bound_slope;
    for (std::size_t at = k; at < terms_.size(); at += size_) {
      const Term& term = terms_[at];
      const double D = term.sum();
      add_square(4.0 * term.up.ratio() * term.down.ratio() / D, term.by, h);  // Eq. (2)
      for (std::size_t i = 0; i < 3; ++i) sum.by[i] -= term.side() * term.by[i];
      sum.inverse += 1.0 / D;
      equations.gap += term.up.value * term.up.multiplier + term.down.value * term.down.multiplier;
      add_to(gathered_, k, term.down.multiplier - term.up.multiplier, term.by);
    }
    const double d = sum.c.ratio();
    add_square(d / (1.0 + d * sum.inverse), sum.by, h);
    equations.sums[y_.interval(k)].add(y_.offset(k), h);
  }
  gathered_.gather([&](std::size_t k) -> MiddleValues& { return equations.sums[k].net; });
}

void SizesPass::change_point(Right right, double mu, std::size_t k, Prediction& result) {
  Sum& sum = sums_[k];
  const bool has_right = right == Right::kCentring;
  const double r = has_right ? sum.c.right(mu) : 0.0;
  const auto right_of = [&](const Slack& slack) { return has_right ? slack.right(mu) : 0.0; };
  double from_right = 0.0;
  for (std::size_t at = k; at < terms_.size(); at += size_) {
    const Term& term = terms_[at];
    from_right += (right_of(term.up) + right_of(term.down) - r) / term.sum();
  }
  const double d = sum.c.ratio();
  const double dc = (dot(sum.by, step_, k) - from_right) / (1.0 + d * sum.inverse);
  for (std::size_t at = k; at < terms_.size(); at += size_) {
    Term& term = terms_[at];
    const double up = right_of(term.up);
    const double down = right_of(term.down);
    const double D = term.sum();
    const double v = (up + down - r + d * dc) / D;  // Eq. (4)
    const double dx = dot(term.by, step_, k);
    const double side = term.side();
    const double up_change = v - 2.0 * term.down.ratio() / D * dx;
    const double down_change = v + 2.0 * term.up.ratio() / D * dx;
    term.w_step = v + side * dx;
    term.up.set_change(up_change, up, result);
    term.down.set_change(down_change, down, result);
  }
  sum.c.set_change(dc, r, result);
}

void SizesPass::predict(const NewtonEquations&, PredictorStep& predictor) {
  step_.set(predictor.step.middles);
  for (std::size_t k = 0; k < size_; ++k) change_point(Right::kNone, 0.0, k, predictor.change);
  const auto keep = [](Slack& slack) { slack.product = slack.change * slack.multiplier_step; };
  for (Sum& sum : sums_) keep(sum.c);
  for (Term& term : terms_) {
    keep(term.up);
    keep(term.down);
  }
  add_right([](const Slack& slack) { return 1.0 / slack.value; }, predictor.centre);
  add_right([](const Slack& slack) { return slack.product / slack.value; }, predictor.second);
}

template <class RightOf>
void SizesPass::add_right(const RightOf& right_of, SplineValues& sums) {
  gathered_.clear();
  for (std::size_t k = 0; k < size_; ++k) {
    double of_sum = 0.0;
    for (std::size_t at = k; at < terms_.size(); at += size_) {
      const Term& term = terms_[at];
      const double up = right_of(term.up);
      const double down = right_of(term.down);
      const double D = term.sum();
      add_to(gathered_, k, 2.0 * (term.up.ratio() * down - term.down.ratio() * up) / D, term.by);
      of_sum += (up + down) / D;  // Eq. (3)
    }
    const double d = sums_[k].c.ratio();
    const double factor = (right_of(sums_[k].c) + d * of_sum) / (1.0 + d * sums_[k].inverse);
    add_to(gathered_, k, factor, sums_[k].by);
  }
  gathered_.gather(sums);
}

void SizesPass::correct(const PredictorStep&, CorrectorStep& corrector) {
  step_.set(corrector.step.middles);
  for (std::size_t k = 0; k < size_; ++k) {
    change_point(Right::kCentring, corrector.mu, k, corrector.change);
  }
}

void SizesPass::try_step(const CorrectorStep&, double part) {
  for (Term& term : terms_) term.w = term.w_before + part * term.w_step;
}

void SizesPass::take_step(const CorrectorStep&, double dual) {
  for (Sum& sum : sums_) sum.c.take_step(dual);
  for (Term& term : terms_) {
    term.w_before = term.w;
    term.up.take_step(dual);
    term.down.take_step(dual);
  }
}

}  // namespace appell::planning
