#include "appell/mass/surfaces.hpp"

#include <array>
#include <cmath>

#include "appell/base/constants.hpp"
#include "appell/mass/shape_moments.hpp"
#include "appell/mass/simplex.hpp"

namespace appell::mass::detail {

RigidMass moments(const Rectangle& shape) {
  const double x = shape.size[0], y = shape.size[1];
  return diagonal_mass(x * y, Vec3::Zero(), {x * x / 12.0, y * y / 12.0, 0.0});
}

RigidMass moments(const Triangle& shape) {
  const auto& [a, b, c] = shape.points;
  SimplexSum sum(a);
  sum.add(0.5 * (b - a).cross(c - a).norm(), std::array<Vec3, 3>{Vec3(Vec3::Zero()), b - a, c - a});
  return sum.unit_density_mass();
}

RigidMass moments(const Disc& shape) { return moments(Annulus{shape.radius, 0.0}); }

RigidMass moments(const Annulus& shape) {
  const double R = shape.outer_radius, r = shape.inner_radius;
  const double variance = (R * R + r * r) / 4.0;
  return diagonal_mass(kPi * (R - r) * (R + r), Vec3::Zero(), {variance, variance, 0.0});
}

RigidMass moments(const Ellipse& shape) {
  const double a = shape.semi_axes[0], b = shape.semi_axes[1];
  return diagonal_mass(kPi * a * b, Vec3::Zero(), {a * a / 4.0, b * b / 4.0, 0.0});
}

RigidMass moments(const Polygon& shape) {
  check_simple_polygon("polygon", shape.points);
  const std::size_t n = shape.points.size();
  Vec2 mean = Vec2::Zero();
  for (const Vec2& point : shape.points) mean += point / static_cast<double>(n);
  // Signed triangles from the mean to each edge; the sign makes either way round give an area > 0.
  const double sign = twice_signed_area(shape.points) > 0.0 ? 1.0 : -1.0;
  SimplexSum sum(Vec3(mean.x(), mean.y(), 0.0));
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 a = shape.points[i] - mean, b = shape.points[(i + 1) % n] - mean;
    sum.add(
        sign * 0.5 * (a.x() * b.y() - a.y() * b.x()),
        std::array<Vec3, 3>{Vec3(0.0, 0.0, 0.0), Vec3(a.x(), a.y(), 0.0), Vec3(b.x(), b.y(), 0.0)});
  }
  return sum.unit_density_mass();
}

RigidMass moments(const SphereShell& shape) {
  const double r = shape.radius;
  return diagonal_mass(4.0 * kPi * r * r, Vec3::Zero(), Vec3::Constant(r * r / 3.0));
}

RigidMass moments(const CylinderShell& shape) {
  const double r = shape.radius, L = shape.length;
  return diagonal_mass(2.0 * kPi * r * L, Vec3::Zero(), {0.5 * r * r, 0.5 * r * r, L * L / 12.0});
}

RigidMass moments(const ConeShell& shape) {
  const double r = shape.radius, h = shape.height;
  // The mass at a fraction t of the way from the tip has density 2t: mean 2/3, variance 1/18.
  return diagonal_mass(kPi * r * std::hypot(r, h), {0.0, 0.0, h / 3.0},
                       {r * r / 4.0, r * r / 4.0, h * h / 18.0});
}

}  // namespace appell::mass::detail
