#include <algorithm>
#include <cmath>
#include <string>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/mass/shape_moments.hpp"

namespace appell::mass::detail {
namespace {

double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Whether p, known to be on the line through a and b, is between them.
bool is_between(const Vec2& a, const Vec2& b, const Vec2& p) {
  return (a.cwiseMin(b).array() <= p.array()).all() && (p.array() <= a.cwiseMax(b).array()).all();
}

/// Whether the segments ab and cd have a point in common.
bool segments_meet(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
  const double side_c = cross(b - a, c - a), side_d = cross(b - a, d - a);
  const double side_a = cross(d - c, a - c), side_b = cross(d - c, b - c);
  if (((side_c > 0.0 && side_d < 0.0) || (side_c < 0.0 && side_d > 0.0)) &&
      ((side_a > 0.0 && side_b < 0.0) || (side_a < 0.0 && side_b > 0.0))) {
    return true;
  }
  return (side_c == 0.0 && is_between(a, b, c)) || (side_d == 0.0 && is_between(a, b, d)) ||
         (side_a == 0.0 && is_between(c, d, a)) || (side_b == 0.0 && is_between(c, d, b));
}

std::string edge_text(std::size_t i, std::size_t n) { return concat(i, "-", (i + 1) % n); }

/// The edges that leave a corner must not run back on each other.
void check_corner(const char* shape, const std::vector<Vec2>& points, std::size_t i) {
  const std::size_t n = points.size();
  const Vec2& corner = points[(i + 1) % n];
  const Vec2 back = points[i] - corner, on = points[(i + 2) % n] - corner;
  if (back.isZero(0.0)) {
    throw ModelError(concat(shape, ": points[", i, "] and points[", (i + 1) % n,
                            "] are the same point; leave one out"));
  }
  if (cross(back, on) == 0.0 && back.dot(on) > 0.0) {
    throw ModelError(concat(shape, ": the edges at points[", (i + 1) % n,
                            "] lie on each other; a simple polygon is needed"));
  }
}

void check_crossings(const char* shape, const std::vector<Vec2>& points) {
  const std::size_t n = points.size();
  for (std::size_t i = 0; i + 2 < n; ++i) {
    const Vec2 &a = points[i], &b = points[i + 1];
    const Vec2 low = a.cwiseMin(b), high = a.cwiseMax(b);
    // Edge n-1 shares a corner with edge 0.
    for (std::size_t j = i + 2; j < (i == 0 ? n - 1 : n); ++j) {
      const Vec2 &c = points[j], &d = points[(j + 1) % n];
      if ((c.cwiseMax(d).array() < low.array()).any()) continue;
      if ((c.cwiseMin(d).array() > high.array()).any()) continue;
      if (segments_meet(a, b, c, d)) {
        throw ModelError(concat(shape, ": the edges ", edge_text(i, n), " and ", edge_text(j, n),
                                " meet; a simple polygon is needed"));
      }
    }
  }
}

}  // namespace

double twice_signed_area(const std::vector<Vec2>& points) {
  double sum = 0.0;
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    sum += cross(points[i] - points[0], points[i + 1] - points[0]);
  }
  return sum;
}

void check_simple_polygon(const char* shape, const std::vector<Vec2>& points) {
  if (points.size() < 3) {
    throw ModelError(
        concat(shape, ": points has ", points.size(), " corners; at least 3 are needed"));
  }
  for (std::size_t i = 0; i < points.size(); ++i) check_corner(shape, points, i);
  check_crossings(shape, points);
  double longest = 0.0;
  for (const Vec2& point : points) longest = std::max(longest, (point - points[0]).norm());
  constexpr double kFlat = 1e-14;  // Rounding of the area of a polygon without one.
  const double area = 0.5 * std::abs(twice_signed_area(points));
  if (!(area > kFlat * longest * longest)) {
    throw ModelError(concat(shape, ": the area of points is ", area, " m²; it must be positive"));
  }
}

}  // namespace appell::mass::detail
