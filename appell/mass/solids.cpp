#include "appell/mass/solids.hpp"

#include <array>
#include <cmath>

#include "appell/base/constants.hpp"
#include "appell/mass/shape_moments.hpp"
#include "appell/mass/simplex.hpp"

namespace appell::mass::detail {

RigidMass moments(const Box& shape) {
  return diagonal_mass(shape.size.prod(), Vec3::Zero(), shape.size.cwiseAbs2() / 12.0);
}

RigidMass moments(const Cylinder& shape) { return moments(Tube{shape.radius, 0.0, shape.length}); }

RigidMass moments(const Tube& shape) {
  const double R = shape.outer_radius, r = shape.inner_radius, L = shape.length;
  const double across = (R * R + r * r) / 4.0;
  return diagonal_mass(kPi * (R - r) * (R + r) * L, Vec3::Zero(), {across, across, L * L / 12.0});
}

RigidMass moments(const Sphere& shape) { return moments(HollowSphere{shape.radius, 0.0}); }

RigidMass moments(const HollowSphere& shape) {
  const double R = shape.outer_radius, r = shape.inner_radius;
  // R³ - r³ = (R - r) third and R⁵ - r⁵ = (R - r) fifth: no difference of nearly equal powers.
  const double third = R * R + R * r + r * r;
  const double fifth = R * R * (R * R + R * r + r * r) + r * r * r * (R + r);
  return diagonal_mass(4.0 / 3.0 * kPi * (R - r) * third, Vec3::Zero(),
                       Vec3::Constant(fifth / (5.0 * third)));
}

RigidMass moments(const SphericalCap& shape) {
  const double R = shape.radius, h = shape.height;
  const double w = 3.0 * R - h;
  const double across = h * (20.0 * R * R - 15.0 * R * h + 3.0 * h * h) / (20.0 * w);
  const double along = h * h * (40.0 * R * R - 24.0 * R * h + 3.0 * h * h) / (80.0 * w * w);
  return diagonal_mass(kPi * h * h * w / 3.0, {0.0, 0.0, h * (4.0 * R - h) / (4.0 * w)},
                       {across, across, along});
}

RigidMass moments(const Hemisphere& shape) {
  return moments(SphericalCap{shape.radius, shape.radius});
}

RigidMass moments(const Cone& shape) { return moments(Frustum{shape.radius, 0.0, shape.height}); }

RigidMass moments(const Frustum& shape) {
  const double a = shape.bottom_radius, b = shape.top_radius, h = shape.height;
  const double aa = a * a, ab = a * b, bb = b * b;
  const double s = aa + ab + bb;
  const double across = 3.0 * (aa * s + ab * bb + bb * bb) / (20.0 * s);
  const double along = 3.0 * h * h *
                       (aa * aa + 4.0 * ab * aa + 10.0 * ab * ab + 4.0 * ab * bb + bb * bb) /
                       (80.0 * s * s);
  return diagonal_mass(kPi * h * s / 3.0, {0.0, 0.0, h * (aa + 2.0 * ab + 3.0 * bb) / (4.0 * s)},
                       {across, across, along});
}

RigidMass moments(const Ellipsoid& shape) {
  return diagonal_mass(4.0 / 3.0 * kPi * shape.semi_axes.prod(), Vec3::Zero(),
                       shape.semi_axes.cwiseAbs2() / 5.0);
}

RigidMass moments(const Torus& shape) {
  const double R = shape.major_radius, r = shape.minor_radius;
  const double across = 0.5 * R * R + 0.375 * r * r;
  return diagonal_mass(2.0 * kPi * kPi * R * r * r, Vec3::Zero(), {across, across, r * r / 4.0});
}

RigidMass moments(const Tetrahedron& shape) {
  const Vec3& a = shape.points[0];
  const std::array<Vec3, 4> corners = {Vec3::Zero(), shape.points[1] - a, shape.points[2] - a,
                                       shape.points[3] - a};
  SimplexSum sum(a);
  sum.add(std::abs(corners[1].dot(corners[2].cross(corners[3]))) / 6.0, corners);
  return sum.unit_density_mass();
}

RigidMass moments(const Prism& shape) {
  check_simple_polygon("prism", shape.points);
  const double h = shape.height;
  RigidMass prism = h * moments(Polygon{shape.points});
  prism.p_BBcm.z() = 0.5 * h;
  prism.second_moment(2, 2) = prism.mass * h * h / 12.0;
  return prism;
}

RigidMass moments(const Capsule& shape) {
  const double r = shape.radius, L = shape.length;
  const double m_c = kPi * r * r * L;              // The cylinder.
  const double m_s = 4.0 / 3.0 * kPi * r * r * r;  // Both caps together.
  const double m = m_c + m_s;
  const double across = (m_c * r * r / 4.0 + m_s * r * r / 5.0) / m;
  const double along =
      (m_c * L * L / 12.0 + m_s * (r * r / 5.0 + L * L / 4.0 + 3.0 * L * r / 8.0)) / m;
  return diagonal_mass(m, Vec3::Zero(), {across, across, along});
}

}  // namespace appell::mass::detail
