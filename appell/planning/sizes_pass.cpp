#include "appell/planning/sizes_pass.hpp"

#include <algorithm>
#include <cmath>

namespace appell::planning {

SizesPass::SizesPass(const SumBlock& block)
    : block_(block),
      size_(block.points.size()),
      y_(size_),
      affine_(size_),
      step_(size_),
      sums_(size_) {
  for (std::vector<double>* v :
       {&slack_, &bound_, &sum_, &multiplier_, &multiplier_step_, &affine_product_}) {
    v->resize(size_);
  }
  gradient_.resize(size_);
  terms_.resize(block.r0.size());
}

SizesPass::TermValue SizesPass::term(std::size_t at, std::size_t k) const {
  const Gradient r{block_.r0[at], block_.r1[at], block_.r2[at]};
  const double linear = dot(r, y_, k) + block_.r[at];
  if (block_.curved == nullptr) return {linear, r};
  const CurvedTerms::Term f =
      block_.curved->term(static_cast<int>(at / size_), k, y_.v0[k], y_.v1[k]);
  return {linear + f.value, {r[0] + f.by_alpha, r[1] + f.by_slope, r[2]}};
}

void SizesPass::evaluate(std::size_t k) {
  const bool is_constant = block_.bound == Bound::kConstant;
  bound_[k] = is_constant ? 1.0 : 1.0 / std::sqrt(y_.v0[k]);
  gradient_[k] = {is_constant ? 0.0 : -0.5 * bound_[k] / y_.v0[k], 0.0, 0.0};
  sum_[k] = 0.0;
  for (std::size_t at = k; at < block_.r0.size(); at += size_) {
    terms_[at] = term(at, k);
    const auto& [x, by] = terms_[at];
    const double size = std::hypot(x, block_.epsilon);
    sum_[k] += size;
    for (std::size_t i = 0; i < 3; ++i) gradient_[k][i] -= x / size * by[i];
  }
  slack_[k] = bound_[k] - sum_[k];
}

double SizesPass::set_spline(std::span<const double> x) {
  y_.set(block_.points, x);
  for (std::size_t k = 0; k < size_; ++k) evaluate(k);
  return 0.0;
}

double SizesPass::least_slack() {
  double least = 1.0;
  for (std::size_t k = 0; k < size_; ++k) {
    const double slack = slack_[k] / bound_[k];
    least = slack > least ? least : slack;
  }
  return least;
}

void SizesPass::set_first_multipliers(double mu) {
  for (std::size_t k = 0; k < size_; ++k) {
    multiplier_[k] = mu / std::max(slack_[k], 1e-3 * bound_[k]);
  }
}

double SizesPass::assemble(BandedSolver& matrix, std::span<double>, std::span<double> net) {
  sums_.clear();
  double gap = 0.0;
  for (std::size_t k = 0; k < size_; ++k) {
    const double l = multiplier_[k];
    double h[6] = {};
    add_square(l / slack_[k], gradient_[k], h);
    for (std::size_t at = k; at < block_.r0.size(); at += size_) {
      const auto& [x, by] = terms_[at];
      const double size = std::hypot(x, block_.epsilon);
      add_square(l * block_.epsilon * block_.epsilon / (size * size * size), by, h);
    }
    gap += l * slack_[k];
    add_to(sums_, k, l, gradient_[k]);
    add_point(block_.points[k], h, matrix);
  }
  sums_.gather(block_.points, net);
  return gap;
}

Prediction SizesPass::predict(std::span<const double> affine) {
  affine_.set(block_.points, affine);
  Prediction result;
  for (std::size_t k = 0; k < size_; ++k) {
    const double change = dot(gradient_[k], affine_, k);
    const double step = -multiplier_[k] * (1.0 + change / slack_[k]);
    affine_product_[k] = change * step;
    result.primal = std::max(result.primal, -change / slack_[k]);
    result.dual = std::max(result.dual, -step / multiplier_[k]);
    result.slack_change += change * multiplier_[k];
    result.multiplier_change += slack_[k] * step;
    result.product_change += change * step;
  }
  return result;
}

void SizesPass::add_centring(double mu, std::span<double> right) {
  sums_.clear();
  for (std::size_t k = 0; k < size_; ++k) {
    add_to(sums_, k, (mu - affine_product_[k]) / slack_[k], gradient_[k]);
  }
  sums_.gather(block_.points, right);
}

Prediction SizesPass::correct(double mu, std::span<const double> step) {
  step_.set(block_.points, step);
  Prediction result;
  for (std::size_t k = 0; k < size_; ++k) {
    const double change = dot(gradient_[k], step_, k);
    multiplier_step_[k] =
        (mu - affine_product_[k] - multiplier_[k] * change) / slack_[k] - multiplier_[k];
    result.primal = std::max(result.primal, -change / slack_[k]);
    result.dual = std::max(result.dual, -multiplier_step_[k] / multiplier_[k]);
  }
  return result;
}

void SizesPass::take_step(double dual) {
  for (std::size_t k = 0; k < size_; ++k) multiplier_[k] += dual * multiplier_step_[k];
}

}  // namespace appell::planning
