#include "appell/planning/sum_pass.hpp"

#include <algorithm>
#include <cmath>

namespace appell::planning {

SumPass::SumPass(const SumBlock& block)
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

SumPass::TermValue SumPass::term(std::size_t at, std::size_t k) const {
  const double linear = block_.r0[at] * y_.v0[k] + block_.r1[at] * y_.v1[k] + block_.r[at];
  if (block_.curved == nullptr) return {linear, block_.r0[at], block_.r1[at]};
  const CurvedTerms::Term f =
      block_.curved->term(static_cast<int>(at / size_), k, y_.v0[k], y_.v1[k]);
  return {linear + f.value, block_.r0[at] + f.by_alpha, block_.r1[at] + f.by_slope};
}

void SumPass::evaluate(std::size_t k) {
  const bool is_vector = block_.kind == SumBlock::Kind::kVector;
  bound_[k] = is_vector ? 1.0 : 1.0 / std::sqrt(y_.v0[k]);
  double square = block_.epsilon * block_.epsilon;
  double sum = 0.0;
  for (std::size_t at = k; at < block_.r0.size(); at += size_) {
    terms_[at] = term(at, k);
    const double x = terms_[at].x;
    square += x * x;
    sum += std::hypot(x, block_.epsilon);
  }
  sum_[k] = is_vector ? std::sqrt(square) : sum;
  Gradient gradient{is_vector ? 0.0 : -0.5 * bound_[k] / y_.v0[k], 0.0};
  for (std::size_t at = k; at < block_.r0.size(); at += size_) {
    const auto& [x, by_alpha, by_slope] = terms_[at];
    const double derivative = x / (is_vector ? sum_[k] : std::hypot(x, block_.epsilon));
    gradient.v0 -= derivative * by_alpha;
    gradient.v1 -= derivative * by_slope;
  }
  slack_[k] = bound_[k] - sum_[k];
  gradient_[k] = gradient;
}

void SumPass::add_second(std::size_t k, double factor, double (&h)[6]) const {
  const bool is_vector = block_.kind == SumBlock::Kind::kVector;
  const auto add = [&h](double f, double r0, double r1) {
    h[0] += f * r0 * r0;
    h[1] += f * r0 * r1;
    h[3] += f * r1 * r1;
  };
  for (std::size_t at = k; at < block_.r0.size(); at += size_) {
    const auto& [x, by_alpha, by_slope] = terms_[at];
    const double size = is_vector ? sum_[k] : std::hypot(x, block_.epsilon);
    const double second =
        is_vector ? 1.0 / size : block_.epsilon * block_.epsilon / (size * size * size);
    add(factor * second, by_alpha, by_slope);
  }
  if (is_vector) add(-factor / sum_[k], gradient_[k].v0, gradient_[k].v1);  // (1 - n nᵀ)/size
}

double SumPass::set_spline(std::span<const double> x) {
  y_.set(block_.points, x);
  for (std::size_t k = 0; k < size_; ++k) evaluate(k);
  return 0.0;
}

double SumPass::least_slack() {
  double least = 1.0;
  for (std::size_t k = 0; k < size_; ++k) {
    const double slack = slack_[k] / bound_[k];
    least = slack > least ? least : slack;
  }
  return least;
}

void SumPass::set_first_multipliers(double mu) {
  for (std::size_t k = 0; k < size_; ++k) {
    multiplier_[k] = mu / std::max(slack_[k], 1e-3 * bound_[k]);
  }
}

double SumPass::assemble(BandedSolver& matrix, std::span<double>, std::span<double> net) {
  sums_.clear();
  double gap = 0.0;
  for (std::size_t k = 0; k < size_; ++k) {
    const double l = multiplier_[k];
    const auto [g0, g1] = gradient_[k];
    const double d = l / slack_[k];
    double h[6] = {d * g0 * g0, d * g0 * g1, 0.0, d * g1 * g1, 0.0, 0.0};
    add_second(k, l, h);
    gap += l * slack_[k];
    sums_.v0[k] = l * g0;
    sums_.v1[k] = l * g1;
    add_point(block_.points[k], h, matrix);
  }
  sums_.gather(block_.points, net);
  return gap;
}

Prediction SumPass::predict(std::span<const double> affine) {
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

void SumPass::add_centring(double mu, std::span<double> right) {
  sums_.clear();
  for (std::size_t k = 0; k < size_; ++k) {
    const double factor = (mu - affine_product_[k]) / slack_[k];
    sums_.v0[k] = factor * gradient_[k].v0;
    sums_.v1[k] = factor * gradient_[k].v1;
  }
  sums_.gather(block_.points, right);
}

Prediction SumPass::correct(double mu, std::span<const double> step) {
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

void SumPass::take_step(double dual) {
  for (std::size_t k = 0; k < size_; ++k) multiplier_[k] += dual * multiplier_step_[k];
}

}  // namespace appell::planning
