#include "appell/planning/limit_pass.hpp"

#include <algorithm>

namespace appell::planning {

void PointValues::clear() {
  for (std::vector<double>* v : {&v0, &v1, &v2}) std::fill(v->begin(), v->end(), 0.0);
}

void PointValues::set(std::span<const SplinePoint> points, std::span<const double> x) {
  for (std::size_t k = 0; k < points.size(); ++k) {
    const std::array<double, 9>& b = points[k].basis;
    const double* c = &x[static_cast<std::size_t>(points[k].first)];
    v0[k] = b[0] * c[0] + b[1] * c[1] + b[2] * c[2];
    v1[k] = b[3] * c[0] + b[4] * c[1] + b[5] * c[2];
    v2[k] = b[6] * c[0] + b[7] * c[1] + b[8] * c[2];
  }
}

void PointValues::gather(std::span<const SplinePoint> points, std::span<double> x) const {
  for (std::size_t k = 0; k < points.size(); ++k) {
    const std::array<double, 9>& b = points[k].basis;
    double* c = &x[static_cast<std::size_t>(points[k].first)];
    for (std::size_t i = 0; i < 3; ++i) c[i] += b[i] * v0[k] + b[3 + i] * v1[k] + b[6 + i] * v2[k];
  }
}

void LimitPass::add_point(const SplinePoint& point, const double (&h)[6], BandedSolver& matrix) {
  const std::array<double, 9>& b = point.basis;
  for (std::size_t i = 0; i < 3; ++i) {
    const double u0 = h[0] * b[i] + h[1] * b[3 + i] + h[2] * b[6 + i];
    const double u1 = h[1] * b[i] + h[3] * b[3 + i] + h[4] * b[6 + i];
    const double u2 = h[2] * b[i] + h[4] * b[3 + i] + h[5] * b[6 + i];
    double* column = matrix.column(point.first + static_cast<int>(i));
    for (std::size_t j = i; j < 3; ++j) {
      column[j - i] += u0 * b[j] + u1 * b[3 + j] + u2 * b[6 + j];
    }
  }
}

}  // namespace appell::planning
