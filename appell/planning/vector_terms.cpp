#include "appell/planning/vector_terms.hpp"

#include <cmath>
#include <utility>

namespace appell::planning {

void VectorTerms::add_row(std::vector<double> a, std::vector<double> b) {
  rows_.push_back({std::move(a), std::move(b)});
}

VectorTerms::Across VectorTerms::across(int of, std::size_t point, double alpha,
                                        double slope) const {
  const Row& row = rows_[static_cast<std::size_t>(of)];
  const std::size_t count = row.a.size() / 3;
  Across sum{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double a = row.a[i * count + point];
    const double b = row.b[i * count + point];
    const double v = a * alpha + b * slope;
    sum.square += v * v;
    sum.by_alpha += v * a;
    sum.by_slope += v * b;
    sum.h00 += a * a;
    sum.h01 += a * b;
    sum.h11 += b * b;
  }
  return sum;
}

CurvedTerms::Term VectorTerms::term(int of, std::size_t point, double alpha, double slope) const {
  const Across n = across(of, point, alpha, slope);
  const double beta = 1.0 / std::sqrt(alpha);
  const double beta_by_alpha = -0.5 * beta / alpha;
  const double left = beta * beta - n.square;
  if (left <= 0.0) return {beta + std::sqrt(n.square), beta_by_alpha, 0.0};
  const double root = std::sqrt(left);
  return {n.square / (beta + root),  // Eq. (1), without a difference of equal numbers.
          beta_by_alpha - (beta * beta_by_alpha - n.by_alpha) / root, n.by_slope / root};
}

std::array<double, 3> VectorTerms::second(int of, std::size_t point, double alpha,
                                          double slope) const {
  const Across n = across(of, point, alpha, slope);
  const double left = 1.0 / alpha - n.square;
  if (left <= 0.0) return {0.0, 0.0, 0.0};
  const double root = std::sqrt(left);
  const double cube = root * left;  // As if β were constant.
  return {n.h00 / root + n.by_alpha * n.by_alpha / cube,
          n.h01 / root + n.by_alpha * n.by_slope / cube,
          n.h11 / root + n.by_slope * n.by_slope / cube};
}

void VectorTerms::tighten(int of, std::size_t point, double factor) {
  Row& row = rows_[static_cast<std::size_t>(of)];
  const std::size_t count = row.a.size() / 3;
  for (std::size_t i = 0; i < 3; ++i) {
    row.a[i * count + point] *= factor;
    row.b[i * count + point] *= factor;
  }
}

void VectorTerms::set_unit(double unit) {
  const double T = unit / unit_;
  const double factor = 1.0 / (T * T * T);
  unit_ = unit;
  for (Row& row : rows_) {
    for (double& x : row.a) x *= factor;
    for (double& x : row.b) x *= factor;
  }
}

}  // namespace appell::planning
