#include "appell/planning/timing_problem.hpp"

#include <cmath>

namespace appell::planning {

double TermBlock::bound_at(double alpha) const {
  return bound == Bound::kConstant ? 1.0 : 1.0 / std::sqrt(alpha);
}

double TermBlock::rest(std::size_t term, std::size_t point, double alpha) const {
  const double linear = r0[at(term, point)] * alpha + r[at(term, point)];
  return has_curved(term) ? linear + curved->term(term, point, alpha, 0.0).value : linear;
}

void TermBlock::scale(std::size_t term, std::size_t point, double factor) {
  for (std::vector<double>* v : {&r0, &r1, &r2, &r}) (*v)[at(term, point)] *= factor;
  if (curved != nullptr) curved->tighten(term, point, factor);
}

void SplineInterval::scatter(const MiddleValues& z, std::span<double> x) const {
  double* c = &x[first];
  for (std::size_t i = 0; i < 3; ++i) {
    c[i] += basis[i] * z[0] + basis[3 + i] * z[1] + basis[6 + i] * z[2];
  }
}

SplineValues TimingProblem::values(std::span<const double> x) const {
  SplineValues result(intervals.size());
  for (std::size_t k = 0; k < intervals.size(); ++k) {
    const std::array<double, 9>& b = intervals[k].basis;
    const double* c = &x[intervals[k].first];
    for (std::size_t i = 0; i < 3; ++i) {
      result[k][i] = b[3 * i] * c[0] + b[3 * i + 1] * c[1] + b[3 * i + 2] * c[2];
    }
  }
  return result;
}

std::vector<double> TimingProblem::gathered(const SplineValues& values) const {
  std::vector<double> x(num_coefficients);
  for (std::size_t k = 0; k < values.size(); ++k) intervals[k].scatter(values[k], x);
  return x;
}

}  // namespace appell::planning
