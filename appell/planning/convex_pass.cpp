#include "appell/planning/convex_pass.hpp"

#include <algorithm>
#include <cmath>

namespace appell::planning {

ConvexPass::ConvexPass(const ConvexBlock& block)
    : block_(block),
      size_(block.points.size()),
      y_(size_),
      affine_(size_),
      step_(size_),
      sums_(size_) {
  const std::size_t all = static_cast<std::size_t>(block.num_rows) * size_;
  for (std::vector<double>* v :
       {&slack_, &bound_, &size_of_, &multiplier_, &multiplier_step_, &affine_product_}) {
    v->resize(all);
  }
  gradient_.resize(all);
}

std::size_t ConvexPass::term_index(std::size_t row, std::size_t term, std::size_t k) const {
  return (row * static_cast<std::size_t>(block_.num_terms) + term) * size_ + k;
}

double ConvexPass::term(std::size_t at, std::size_t k) const {
  return block_.r0[at] * y_.v0[k] + block_.r1[at] * y_.v1[k] + block_.r2[at] * y_.v2[k] +
         block_.r[at];
}

void ConvexPass::evaluate(std::size_t row, std::size_t k) {
  double bound = 1.0;
  double slope = 0.0;
  if (block_.bound == RowBlock::Bound::kInverseRoot) {
    bound = 1.0 / std::sqrt(y_.v0[k]);
    slope = 0.5 * bound / y_.v0[k];
  }
  const bool is_norm = block_.kind == ConvexBlock::Kind::kNorm;
  const auto num_terms = static_cast<std::size_t>(block_.num_terms);
  double norm = block_.epsilon * block_.epsilon;
  double sum = 0.0;
  for (std::size_t i = 0; i < num_terms; ++i) {
    const double x = term(term_index(row, i, k), k);
    norm += x * x;
    sum += std::hypot(x, block_.epsilon);
  }
  norm = std::sqrt(norm);
  Gradient gradient{-slope, 0.0, 0.0};
  for (std::size_t i = 0; i < num_terms; ++i) {
    const std::size_t at = term_index(row, i, k);
    const double x = term(at, k);
    const double derivative = x / (is_norm ? norm : std::hypot(x, block_.epsilon));
    gradient.v0 -= derivative * block_.r0[at];
    gradient.v1 -= derivative * block_.r1[at];
    gradient.v2 -= derivative * block_.r2[at];
  }
  const std::size_t at = row * size_ + k;
  size_of_[at] = is_norm ? norm : sum;
  slack_[at] = bound - size_of_[at];
  bound_[at] = bound;
  gradient_[at] = gradient;
}

void ConvexPass::add_second(std::size_t row, std::size_t k, double factor, double (&h)[6]) const {
  const bool is_norm = block_.kind == ConvexBlock::Kind::kNorm;
  const double norm = size_of_[row * size_ + k];
  double along[3] = {};  // Σ x_i ∂x_i / norm
  const auto add = [&h](double f, const double(&r)[3]) {
    h[0] += f * r[0] * r[0], h[1] += f * r[0] * r[1], h[2] += f * r[0] * r[2];
    h[3] += f * r[1] * r[1], h[4] += f * r[1] * r[2], h[5] += f * r[2] * r[2];
  };
  for (std::size_t i = 0; i < static_cast<std::size_t>(block_.num_terms); ++i) {
    const std::size_t at = term_index(row, i, k);
    const double r[3] = {block_.r0[at], block_.r1[at], block_.r2[at]};
    const double x = term(at, k);
    if (is_norm) {  // (1 - n nᵀ)/norm
      add(factor / norm, r);
      for (std::size_t j = 0; j < 3; ++j) along[j] += x / norm * r[j];
    } else {
      const double size = std::hypot(x, block_.epsilon);
      add(factor * block_.epsilon * block_.epsilon / (size * size * size), r);
    }
  }
  if (is_norm) add(-factor / norm, along);
}

double ConvexPass::set_spline(std::span<const double> x) {
  y_.set(block_.points, x);
  for (std::size_t row = 0; row < static_cast<std::size_t>(block_.num_rows); ++row) {
    for (std::size_t k = 0; k < size_; ++k) evaluate(row, k);
  }
  return 0.0;
}

double ConvexPass::use(std::size_t at) const { return size_of_[at] / bound_[at]; }

double ConvexPass::least_slack() {
  double least = 1.0;
  for (std::size_t at = 0; at < slack_.size(); ++at) {
    const double slack = slack_[at] / bound_[at];
    least = slack > least ? least : slack;
  }
  return least;
}

void ConvexPass::set_first_multipliers(double mu) {
  for (std::size_t at = 0; at < slack_.size(); ++at) {
    multiplier_[at] = mu / std::max(slack_[at], 1e-3 * bound_[at]);
  }
}

double ConvexPass::assemble(BandedSolver& matrix, std::span<double>, std::span<double> net) {
  sums_.clear();
  double gap = 0.0;
  for (std::size_t at = 0; at < slack_.size(); ++at) {
    const std::size_t k = at % size_;
    const double l = multiplier_[at];
    const auto [g0, g1, g2] = gradient_[at];
    const double d = l / slack_[at];
    double h[6] = {d * g0 * g0, d * g0 * g1, d * g0 * g2, d * g1 * g1, d * g1 * g2, d * g2 * g2};
    add_second(at / size_, k, l, h);
    gap += l * slack_[at];
    sums_.v0[k] += l * g0, sums_.v1[k] += l * g1, sums_.v2[k] += l * g2;
    add_point(block_.points[k], h, matrix);
  }
  sums_.gather(block_.points, net);
  return gap;
}

Prediction ConvexPass::predict(std::span<const double> affine) {
  affine_.set(block_.points, affine);
  Prediction result;
  for (std::size_t at = 0; at < slack_.size(); ++at) {
    const double change = dot(gradient_[at], affine_, at % size_);
    const double step = -multiplier_[at] * (1.0 + change / slack_[at]);
    affine_product_[at] = change * step;
    result.primal = std::max(result.primal, -change / slack_[at]);
    result.dual = std::max(result.dual, -step / multiplier_[at]);
    result.slack_change += change * multiplier_[at];
    result.multiplier_change += slack_[at] * step;
    result.product_change += change * step;
  }
  return result;
}

void ConvexPass::add_centring(double mu, std::span<double> right) {
  sums_.clear();
  for (std::size_t at = 0; at < slack_.size(); ++at) {
    const std::size_t k = at % size_;
    const double factor = (mu - affine_product_[at]) / slack_[at];
    const auto [g0, g1, g2] = gradient_[at];
    sums_.v0[k] += factor * g0, sums_.v1[k] += factor * g1, sums_.v2[k] += factor * g2;
  }
  sums_.gather(block_.points, right);
}

Prediction ConvexPass::correct(double mu, std::span<const double> step) {
  step_.set(block_.points, step);
  Prediction result;
  for (std::size_t at = 0; at < slack_.size(); ++at) {
    const double change = dot(gradient_[at], step_, at % size_);
    multiplier_step_[at] =
        (mu - affine_product_[at] - multiplier_[at] * change) / slack_[at] - multiplier_[at];
    result.primal = std::max(result.primal, -change / slack_[at]);
    result.dual = std::max(result.dual, -multiplier_step_[at] / multiplier_[at]);
  }
  return result;
}

void ConvexPass::take_step(double dual) {
  for (std::size_t at = 0; at < slack_.size(); ++at) {
    multiplier_[at] += dual * multiplier_step_[at];
  }
}

}  // namespace appell::planning
