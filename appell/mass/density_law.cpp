#include "appell/mass/density_law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "appell/base/constants.hpp"
#include "appell/base/error.hpp"
#include "appell/base/text.hpp"

namespace appell::mass {
namespace {

constexpr double kTurn = 2.0 * kPi;

/// A piece of a shape: a map of the unit cube (square, interval) onto it, and how much it
/// stretches.
struct Cell {
  struct Image {
    Vec3 point;
    double stretch;
  };
  int dimension;
  std::function<Image(const Vec3&)> at;
};
using Cells = std::vector<Cell>;

Cell straight(int dimension, const Vec3& size) {
  const double stretch = size.head(dimension == 1 ? 1 : dimension).prod();
  return {dimension, [=](const Vec3& u) {
            Vec3 half = u - Vec3::Constant(0.5);
            for (int i = dimension; i < 3; ++i) half[i] = 0.0;
            return Cell::Image{size.cwiseProduct(half), stretch};
          }};
}

/// Between two ellipses in z = 0, the inner one `share` times the outer one.
Cell flat_ring(const Vec2& semi_axes, double share) {
  return {2, [=](const Vec3& u) {
            const double r = share + (1.0 - share) * u[0], phi = kTurn * u[1];
            return Cell::Image{
                {semi_axes[0] * r * std::cos(phi), semi_axes[1] * r * std::sin(phi), 0},
                semi_axes.prod() * r * (1.0 - share) * kTurn};
          }};
}

/// About z from `bottom` on: the outer radius changes evenly, the inner one is the same.
Cell revolved(double bottom, double height, double inner, double outer_bottom, double outer_top) {
  return {3, [=](const Vec3& u) {
            const double outer = outer_bottom + (outer_top - outer_bottom) * u[2];
            const double r = inner + (outer - inner) * u[0], phi = kTurn * u[1];
            return Cell::Image{{r * std::cos(phi), r * std::sin(phi), bottom + height * u[2]},
                               r * (outer - inner) * kTurn * height};
          }};
}

/// Part of an ellipsoid about `centre`, from `share` of its semi-axes on, polar angle from `first`
/// to `last`.
Cell round_part(const Vec3& centre, const Vec3& semi_axes, double share, double first,
                double last) {
  return {3, [=](const Vec3& u) {
            const double r = share + (1.0 - share) * u[0];
            const double theta = first + (last - first) * u[1], phi = kTurn * u[2];
            const Vec3 s(std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi),
                         std::cos(theta));
            return Cell::Image{centre + r * semi_axes.cwiseProduct(s),
                               semi_axes.prod() * r * r * std::sin(theta) * (1.0 - share) *
                                   (last - first) * kTurn};
          }};
}

template <class S>
Cells cells_of(const S&) {
  return {};
}
Cells cells_of(const Rod& s) {
  return {{1, [L = s.length](const Vec3& u) { return Cell::Image{{0, 0, L * (u[0] - 0.5)}, L}; }}};
}
Cells cells_of(const Rectangle& s) { return {straight(2, {s.size[0], s.size[1], 0.0})}; }
Cells cells_of(const Disc& s) { return {flat_ring(Vec2::Constant(s.radius), 0.0)}; }
Cells cells_of(const Annulus& s) {
  return {flat_ring(Vec2::Constant(s.outer_radius), s.inner_radius / s.outer_radius)};
}
Cells cells_of(const Ellipse& s) { return {flat_ring(s.semi_axes, 0.0)}; }
Cells cells_of(const Box& s) { return {straight(3, s.size)}; }
Cells cells_of(const Cylinder& s) {
  return {revolved(-0.5 * s.length, s.length, 0.0, s.radius, s.radius)};
}
Cells cells_of(const Tube& s) {
  return {revolved(-0.5 * s.length, s.length, s.inner_radius, s.outer_radius, s.outer_radius)};
}
Cells cells_of(const Cone& s) { return {revolved(0.0, s.height, 0.0, s.radius, 0.0)}; }
Cells cells_of(const Frustum& s) {
  return {revolved(0.0, s.height, 0.0, s.bottom_radius, s.top_radius)};
}
Cells cells_of(const Sphere& s) {
  return {round_part(Vec3::Zero(), Vec3::Constant(s.radius), 0.0, 0.0, kPi)};
}
Cells cells_of(const HollowSphere& s) {
  return {round_part(Vec3::Zero(), Vec3::Constant(s.outer_radius), s.inner_radius / s.outer_radius,
                     0.0, kPi)};
}
Cells cells_of(const Hemisphere& s) {
  return {round_part(Vec3::Zero(), Vec3::Constant(s.radius), 0.0, 0.0, 0.5 * kPi)};
}
Cells cells_of(const Ellipsoid& s) {
  return {round_part(Vec3::Zero(), s.semi_axes, 0.0, 0.0, kPi)};
}
Cells cells_of(const Capsule& s) {
  const Vec3 end(0, 0, 0.5 * s.length), radii = Vec3::Constant(s.radius);
  return {revolved(-0.5 * s.length, s.length, 0.0, s.radius, s.radius),
          round_part(end, radii, 0.0, 0.0, 0.5 * kPi),
          round_part(-end, radii, 0.0, 0.5 * kPi, kPi)};
}
Cells cells_of(const Torus& s) {
  return {{3, [=](const Vec3& u) {
             const double r = s.minor_radius * u[0], psi = kTurn * u[1], phi = kTurn * u[2];
             const double rho = s.major_radius + r * std::cos(psi);
             return Cell::Image{{rho * std::cos(phi), rho * std::sin(phi), r * std::sin(psi)},
                                s.minor_radius * r * kTurn * rho * kTurn};
           }}};
}
Cells cells_of(const Tetrahedron& s) {
  const Vec3 a = s.points[1] - s.points[0], b = s.points[2] - s.points[1],
             c = s.points[3] - s.points[2];
  return {{3, [=, start = s.points[0], volume = std::abs(a.dot(b.cross(c)))](const Vec3& u) {
             return Cell::Image{start + u[0] * (a + u[1] * (b + u[2] * c)),
                                volume * u[0] * u[0] * u[1]};
           }}};
}

/// Nodes and weights of Gauss and Legendre on [0, 1], by Newton's method on the polynomial.
std::vector<std::pair<double, double>> gauss_rule(int n) {
  std::vector<std::pair<double, double>> rule;
  for (int i = 0; i < n; ++i) {
    double x = std::cos(kPi * (i + 0.75) / (n + 0.5)), slope = 0.0;
    for (int step = 0; step < 100; ++step) {
      double before = 1.0, value = x;
      for (int k = 2; k <= n; ++k) {
        const double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
        before = std::exchange(value, next);
      }
      slope = n * (x * value - before) / (x * x - 1.0);
      const double correction = value / slope;
      x -= correction;
      if (std::abs(correction) < 1e-16) break;
    }
    rule.emplace_back(0.5 * (1.0 + x), 1.0 / ((1.0 - x * x) * slope * slope));
  }
  return rule;
}

/// (1) with n points in each direction; positions are taken from `near`, a point of the body.
RigidMass integrated_with(const Cells& cells, const DensityLaw& density, const Vec3& near, int n) {
  const auto rule = gauss_rule(n);
  double m = 0.0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (const Cell& cell : cells) {
    const int n1 = cell.dimension >= 2 ? n : 1, n2 = cell.dimension >= 3 ? n : 1;
    for (int i = 0; i < n * n1 * n2; ++i) {
      const std::array<int, 3> index{i / (n1 * n2), i / n2 % n1, i % n2};
      Vec3 u = Vec3::Zero();
      double weight = 1.0;
      for (int d = 0; d < cell.dimension; ++d) {
        const auto& [node, share] = rule[index[d]];
        u[d] = node;
        weight *= share;
      }
      const Cell::Image image = cell.at(u);
      const double rho = density(image.point);
      if (!(rho >= 0.0) || !std::isfinite(rho)) {
        throw ModelError(concat("the density is ", rho, " at (", short_text(image.point.x()), ", ",
                                short_text(image.point.y()), ", ", short_text(image.point.z()),
                                "); it must be finite and not negative"));
      }
      const double dm = weight * image.stretch * rho;
      const Vec3 r = image.point - near;
      m += dm;
      first += dm * r;
      second += dm * r * r.transpose();
    }
  }
  if (!(m > 0.0)) throw ModelError("the density is zero everywhere; some mass is needed");
  const Vec3 c = first / m;
  return {m, near + c, second - m * c * c.transpose()};
}

}  // namespace

IntegratedMass integrated_mass(const Shape& shape, const DensityLaw& density) {
  constexpr int kFewest = 8, kMost = 64;
  constexpr double kRounding = 1e-13;
  const RigidMass homogeneous = unit_density_mass(shape);  // Its sizes are good.
  const Cells cells = std::visit([](const auto& s) { return cells_of(s); }, shape);
  if (cells.empty()) {
    throw ModelError(concat("a density law cannot be integrated over shape '", shape_name(shape),
                            "'; give it a number, or put it together from other shapes"));
  }
  IntegratedMass result;
  result.points = kFewest;
  result.body = integrated_with(cells, density, homogeneous.p_BBcm, kFewest);
  do {
    const RigidMass before = result.body;
    result.points *= 2;
    result.body = integrated_with(cells, density, homogeneous.p_BBcm, result.points);
    const double mass_change = std::abs(result.body.mass - before.mass) / result.body.mass;
    const double change = (result.body.second_moment - before.second_moment).norm();
    result.error = std::max(mass_change, change / result.body.second_moment.trace());
  } while (result.error > kRounding && result.points < kMost);
  return result;
}

}  // namespace appell::mass
