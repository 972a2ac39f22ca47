#pragma once

#include <algorithm>
#include <variant>
#include <vector>

#include "appell/mass/shape.hpp"
#include "tests/mass/quadrature.hpp"

/// Quadrature points of every shape, from a parametrisation of its definition in docs/mass.md.
namespace appell::support {

inline constexpr double kTurn = 6.283185307179586476925;

class ShapePoints {
 public:
  explicit ShapePoints(int num_nodes) : num_nodes_(num_nodes) {}

  std::vector<WeightedPoint> operator()(const mass::Rod& s) {
    return add(1, [=](Dual a, Dual, Dual) { return DualPoint{0.0, 0.0, s.length * (a - 0.5)}; });
  }
  std::vector<WeightedPoint> operator()(const mass::Arc& s) {
    return add(1, [=](Dual a, Dual, Dual) { return circle(s.radius, s.angle * (a - 0.5), 0.0); });
  }
  std::vector<WeightedPoint> operator()(const mass::Ring& s) {
    return add(1, [=](Dual a, Dual, Dual) { return circle(s.radius, kTurn * a, 0.0); });
  }
  std::vector<WeightedPoint> operator()(const mass::Polyline& s) {
    for (std::size_t i = 1; i < s.points.size(); ++i) {
      const Vec3 p = s.points[i - 1], q = s.points[i];
      add(1, [=](Dual a, Dual, Dual) { return mix(p, {{a, q - p}}); });
    }
    return points_;
  }
  std::vector<WeightedPoint> operator()(const mass::Rectangle& s) {
    return add(2, [=](Dual a, Dual b, Dual) {
      return DualPoint{s.size[0] * (a - 0.5), s.size[1] * (b - 0.5), 0.0};
    });
  }
  std::vector<WeightedPoint> operator()(const mass::Triangle& s) {
    const auto& p = s.points;
    return add(2, [=](Dual a, Dual b, Dual) {
      return mix(p[0], {{a, p[1] - p[0]}, {a * b, p[2] - p[1]}});
    });
  }
  std::vector<WeightedPoint> operator()(const mass::Disc& s) {
    return add(2, [=](Dual a, Dual b, Dual) { return circle(s.radius * a, kTurn * b, 0.0); });
  }
  std::vector<WeightedPoint> operator()(const mass::Annulus& s) {
    const double wall = s.outer_radius - s.inner_radius;
    return add(
        2, [=](Dual a, Dual b, Dual) { return circle(s.inner_radius + wall * a, kTurn * b, 0.0); });
  }
  std::vector<WeightedPoint> operator()(const mass::Ellipse& s) {
    return add(2, [=](Dual a, Dual b, Dual) {
      return DualPoint{s.semi_axes[0] * a * cos(kTurn * b), s.semi_axes[1] * a * sin(kTurn * b),
                       0.0};
    });
  }
  std::vector<WeightedPoint> operator()(const mass::Polygon& s) { return polygon_points(s.points); }
  std::vector<WeightedPoint> operator()(const mass::SphereShell& s) {
    return add(2, [=](Dual a, Dual b, Dual) { return ball(s.radius, 0.5 * kTurn * a, kTurn * b); });
  }
  std::vector<WeightedPoint> operator()(const mass::CylinderShell& s) {
    return add(
        2, [=](Dual a, Dual b, Dual) { return circle(s.radius, kTurn * a, s.length * (b - 0.5)); });
  }
  std::vector<WeightedPoint> operator()(const mass::ConeShell& s) {
    return add(2, [=](Dual a, Dual b, Dual) {
      return circle(s.radius * (1.0 - b), kTurn * a, s.height * b);
    });
  }
  std::vector<WeightedPoint> operator()(const mass::Box& s) {
    return add(3, [=](Dual a, Dual b, Dual c) {
      return DualPoint{s.size[0] * (a - 0.5), s.size[1] * (b - 0.5), s.size[2] * (c - 0.5)};
    });
  }
  std::vector<WeightedPoint> operator()(const mass::Cylinder& s) {
    return add(3, [=](Dual a, Dual b, Dual c) {
      return circle(s.radius * a, kTurn * b, s.length * (c - 0.5));
    });
  }
  std::vector<WeightedPoint> operator()(const mass::Tube& s) {
    const double wall = s.outer_radius - s.inner_radius;
    return add(3, [=](Dual a, Dual b, Dual c) {
      return circle(s.inner_radius + wall * a, kTurn * b, s.length * (c - 0.5));
    });
  }
  std::vector<WeightedPoint> operator()(const mass::Sphere& s) {
    return add(
        3, [=](Dual a, Dual b, Dual c) { return ball(s.radius * a, 0.5 * kTurn * b, kTurn * c); });
  }
  std::vector<WeightedPoint> operator()(const mass::HollowSphere& s) {
    const double wall = s.outer_radius - s.inner_radius;
    return add(3, [=](Dual a, Dual b, Dual c) {
      return ball(s.inner_radius + wall * a, 0.5 * kTurn * b, kTurn * c);
    });
  }
  std::vector<WeightedPoint> operator()(const mass::SphericalCap& s) {
    // Slices at the depth u = h sin² below the top have the radius √(u (2R - u)).
    return add(3, [=](Dual a, Dual b, Dual c) {
      const Dual root = sin(0.25 * kTurn * c);
      const Dual u = s.height * root * root;
      const Dual radius = root * sqrt(s.height * (2.0 * s.radius - u));
      return circle(radius * a, kTurn * b, s.height - u);
    });
  }
  std::vector<WeightedPoint> operator()(const mass::Hemisphere& s) {
    return add(
        3, [=](Dual a, Dual b, Dual c) { return ball(s.radius * a, 0.25 * kTurn * b, kTurn * c); });
  }
  std::vector<WeightedPoint> operator()(const mass::Cone& s) {
    return add(3, [=](Dual a, Dual b, Dual c) {
      return circle(s.radius * (1.0 - c) * a, kTurn * b, s.height * c);
    });
  }
  std::vector<WeightedPoint> operator()(const mass::Frustum& s) {
    return add(3, [=](Dual a, Dual b, Dual c) {
      const Dual radius = s.bottom_radius + (s.top_radius - s.bottom_radius) * c;
      return circle(radius * a, kTurn * b, s.height * c);
    });
  }
  std::vector<WeightedPoint> operator()(const mass::Ellipsoid& s) {
    return add(3, [=](Dual a, Dual b, Dual c) {
      const DualPoint p = ball(a, 0.5 * kTurn * b, kTurn * c);
      return DualPoint{s.semi_axes[0] * p[0], s.semi_axes[1] * p[1], s.semi_axes[2] * p[2]};
    });
  }
  std::vector<WeightedPoint> operator()(const mass::Torus& s) {
    return add(3, [=](Dual a, Dual b, Dual c) {
      const Dual r = s.minor_radius * a;
      return circle(s.major_radius + r * cos(kTurn * b), kTurn * c, r * sin(kTurn * b));
    });
  }
  std::vector<WeightedPoint> operator()(const mass::Tetrahedron& s) {
    const auto& p = s.points;
    return add(3, [=](Dual a, Dual b, Dual c) {
      return mix(p[0], {{a, p[1] - p[0]}, {a * b, p[2] - p[1]}, {a * b * c, p[3] - p[2]}});
    });
  }
  std::vector<WeightedPoint> operator()(const mass::Prism& s) {
    for (const auto& [weight, r] : polygon_points(s.points)) {
      for (const auto& [a, weight_a] : gauss_nodes(4)) {
        points_.push_back({weight * weight_a * s.height, {r.x(), r.y(), a * s.height}});
      }
    }
    return points_;
  }
  std::vector<WeightedPoint> operator()(const mass::Capsule& s) {
    for (const double side : {-1.0, 1.0}) {
      add(3, [=](Dual a, Dual b, Dual c) {
        DualPoint p = ball(s.radius * a, 0.25 * kTurn * b, kTurn * c);
        p[2] = side * (p[2] + 0.5 * s.length);
        return p;
      });
    }
    return s.length == 0.0 ? points_ : (*this)(mass::Cylinder{s.radius, s.length});
  }
  std::vector<WeightedPoint> operator()(const mass::BentTube& s) {
    const double wall = s.outer_radius - s.inner_radius;
    return add(3, [=](Dual a, Dual b, Dual c) {
      const Dual r = s.inner_radius + wall * a;
      return circle(s.bend_radius + r * cos(kTurn * b), s.angle * (c - 0.5), r * sin(kTurn * b));
    });
  }
  std::vector<WeightedPoint> operator()(const mass::SweptProfile& s) {
    for (const auto& [weight, r] : polygon_points(s.points)) {
      const double radius = s.bend_radius + r.x();
      for (const auto& [c, weight_c] : gauss_nodes(num_nodes_)) {
        const double angle = s.angle * (c - 0.5);
        points_.push_back({weight * weight_c * s.angle * radius,
                           {radius * std::cos(angle), radius * std::sin(angle), r.y()}});
      }
    }
    return points_;
  }
  std::vector<WeightedPoint> operator()(const mass::SweptPath& s) {
    return path_points(polygon_points(s.points), s.path, s.bend_radius);
  }
  std::vector<WeightedPoint> operator()(const mass::Pipe& s) {
    return path_points(ShapePoints(num_nodes_)(mass::Annulus{s.outer_radius, s.inner_radius}),
                       s.path, s.bend_radius);
  }
  std::vector<WeightedPoint> operator()(const mass::Mesh&) { return {}; }  // mesh_test.cpp

 private:
  /// Each point of the profile draws a line of its own, from plane to plane and along arcs.
  std::vector<WeightedPoint> path_points(const std::vector<WeightedPoint>& profile,
                                         const std::vector<Vec3>& path, double bend_radius) {
    const auto direction = [&](std::size_t i) {
      return Vec3((path[i + 1] - path[i]).normalized());
    };
    const Vec3 d0 = direction(0);
    const bool is_upright = d0.x() == 0.0 && d0.y() == 0.0;
    const Vec3 up = is_upright ? Vec3::UnitY() : Vec3::UnitZ();
    const Vec3 u = up.cross(d0).normalized(), v = d0.cross(u);
    for (const auto& [area, w] : profile) {
      Vec3 from = path[0] + w.x() * u + w.y() * v;
      for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        const Vec3 d = direction(i), &corner = path[i + 1];
        if (i + 2 == path.size()) {
          add_line(area, from, from + (corner - from).dot(d) * d);
          break;
        }
        const Vec3 next = direction(i + 1), plane = d + next, axis = d.cross(next).normalized();
        const Vec3 mitre = from + (corner - from).dot(plane) / d.dot(plane) * d;
        if (bend_radius == 0.0) {
          add_line(area, from, mitre);
          from = mitre;
          continue;
        }
        const double half = 0.5 * std::acos(d.dot(next));
        const Vec3 start = corner - bend_radius * std::tan(half) * d;
        const Vec3 centre = start + bend_radius * axis.cross(d);
        const Vec3 tangent = from + (start - from).dot(d) * d;
        add_line(area, from, tangent);
        from = add_turn(area, tangent, centre, axis, 2.0 * half);
      }
    }
    return points_;
  }
  void add_line(double area, const Vec3& from, const Vec3& to) {
    for (const auto& [a, weight] : gauss_nodes(4)) {
      points_.push_back({area * weight * (to - from).norm(), from + a * (to - from)});
    }
  }
  Vec3 add_turn(double area, const Vec3& from, const Vec3& centre, const Vec3& axis, double angle) {
    const Vec3 arm = from - centre;
    const double radius = (arm - axis.dot(arm) * axis).norm();
    for (const auto& [a, weight] : gauss_nodes(num_nodes_)) {
      points_.push_back(
          {area * weight * radius * angle, centre + Eigen::AngleAxisd(a * angle, axis) * arm});
    }
    return centre + Eigen::AngleAxisd(angle, axis) * arm;
  }
  static DualPoint circle(Dual radius, Dual angle, Dual z) {
    return {radius * cos(angle), radius * sin(angle), z};
  }
  static DualPoint ball(Dual radius, Dual from_z, Dual angle) {
    return circle(radius * sin(from_z), angle, radius * cos(from_z));
  }
  /// origin + Σ factor · direction.
  static DualPoint mix(const Vec3& origin, const std::vector<std::pair<Dual, Vec3>>& terms) {
    DualPoint p{origin[0], origin[1], origin[2]};
    for (const auto& [factor, direction] : terms) {
      for (std::size_t i = 0; i < 3; ++i) {
        p[i] = p[i] + factor * direction[static_cast<Eigen::Index>(i)];
      }
    }
    return p;
  }
  const std::vector<WeightedPoint>& add(int dimension,
                                        std::function<DualPoint(Dual, Dual, Dual)> point) {
    add_points({dimension, std::move(point)}, points_, num_nodes_);
    return points_;
  }

  int num_nodes_;
  std::vector<WeightedPoint> points_;
};

/// 26 nodes per direction integrate the sines and cosines of a whole turn to rounding.
inline std::vector<WeightedPoint> shape_points(const mass::Shape& shape, int num_nodes = 26) {
  return std::visit([=](const auto& s) { return ShapePoints(num_nodes)(s); }, shape);
}

}  // namespace appell::support
