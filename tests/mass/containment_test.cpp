#include "appell/mass/containment.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "tests/mass/point_cloud.hpp"
#include "tests/mass/shape_pieces.hpp"
#include "tests/support/matchers.hpp"

namespace appell::mass {
namespace {

using Verdict = Containment::Verdict;

spatial::Transform moved_to(double x, double y, double z) { return {Mat3::Identity(), {x, y, z}}; }

Verdict verdict(const Shape& inner, const spatial::Transform& X, const Shape& host) {
  return containment(inner, X, host, {}).verdict;
}

/// Whether a point is in a convex solid, from the solid's definition in docs/mass.md; `slack` in m.
struct IsIn {
  Vec3 r;
  double slack;

  bool operator()(const Box& s) const {
    return (r.cwiseAbs().array() <= 0.5 * s.size.array() + slack).all();
  }
  bool operator()(const Cylinder& s) const {
    return r.head<2>().norm() <= s.radius + slack && std::abs(r.z()) <= 0.5 * s.length + slack;
  }
  bool operator()(const Sphere& s) const { return r.norm() <= s.radius + slack; }
  bool operator()(const SphericalCap& s) const {
    return r.z() >= -slack && (r - Vec3(0, 0, s.height - s.radius)).norm() <= s.radius + slack;
  }
  bool operator()(const Hemisphere& s) const {
    return r.z() >= -slack && r.norm() <= s.radius + slack;
  }
  bool operator()(const Cone& s) const {
    return r.z() >= -slack && r.head<2>().norm() <= s.radius * (1 - r.z() / s.height) + 3 * slack;
  }
  bool operator()(const Frustum& s) const {
    const double radius = s.bottom_radius + (s.top_radius - s.bottom_radius) * r.z() / s.height;
    return r.z() >= -slack && r.z() <= s.height + slack && r.head<2>().norm() <= radius + 3 * slack;
  }
  bool operator()(const Ellipsoid& s) const {
    return r.cwiseQuotient(s.semi_axes).norm() <= 1.0 + slack / s.semi_axes.minCoeff();
  }
  bool operator()(const Capsule& s) const {
    const Vec3 nearest(0, 0, std::clamp(r.z(), -0.5 * s.length, 0.5 * s.length));
    return (r - nearest).norm() <= s.radius + slack;
  }
  bool operator()(const Tetrahedron& s) const {
    Mat3 edges;
    for (int i = 0; i < 3; ++i)
      edges.col(i) = s.points[static_cast<std::size_t>(i) + 1] - s.points[0];
    const Vec3 weights = edges.inverse() * (r - s.points[0]);
    return weights.minCoeff() >= -10 * slack && weights.sum() <= 1.0 + 10 * slack;
  }
  template <class S>
  bool operator()(const S&) const {
    ADD_FAILURE() << "no definition";
    return false;
  }
};

bool is_in(const Shape& solid, const Vec3& r, double slack) {
  return std::visit(IsIn{r, slack}, solid);
}

const std::vector<Shape>& convex_solids() {
  static const std::vector<Shape> solids{Box{{1.0, 1.2, 0.8}},
                                         Cylinder{0.6, 1.1},
                                         Sphere{0.6},
                                         SphericalCap{0.8, 0.5},
                                         SphericalCap{0.6, 0.9},
                                         Hemisphere{0.8},
                                         Cone{0.8, 1.2},
                                         Frustum{0.8, 0.4, 0.9},
                                         Ellipsoid{{0.7, 0.5, 0.9}},
                                         Capsule{0.45, 0.5},
                                         Tetrahedron{{Vec3(-0.9, -0.6, -0.3), Vec3(1, -0.5, -0.4),
                                                      Vec3(0, 1, -0.3), Vec3(0, 0, 1.1)}}};
  return solids;
}

struct Scale {
  double f;
  void operator()(Box& s) const { s.size *= f; }
  void operator()(Cylinder& s) const { s.radius *= f, s.length *= f; }
  void operator()(Sphere& s) const { s.radius *= f; }
  void operator()(SphericalCap& s) const { s.radius *= f, s.height *= f; }
  void operator()(Hemisphere& s) const { s.radius *= f; }
  void operator()(Cone& s) const { s.radius *= f, s.height *= f; }
  void operator()(Frustum& s) const { s.bottom_radius *= f, s.top_radius *= f, s.height *= f; }
  void operator()(Ellipsoid& s) const { s.semi_axes *= f; }
  void operator()(Capsule& s) const { s.radius *= f, s.length *= f; }
  void operator()(Tetrahedron& s) const {
    for (Vec3& p : s.points) p *= f;
  }
  template <class S>
  void operator()(S&) const {}
};

Shape scaled(Shape shape, double factor) {
  std::visit(Scale{factor}, shape);
  return shape;
}

/// Looks at one verdict with the points of the inner shape.
void expect_true_verdict(const Shape& inner, const spatial::Transform& X, const Shape& host,
                         const Containment& result) {
  const std::string pair = std::string(shape_name(inner)) + " in " + std::string(shape_name(host));
  if (result.verdict == Verdict::kInside) {
    for (const auto& point : support::shape_points(inner, /*num_nodes=*/10)) {
      ASSERT_TRUE(is_in(host, X * point.r, 1e-8)) << pair;
    }
  } else if (result.verdict == Verdict::kOutside) {
    EXPECT_FALSE(is_in(host, result.point, 0.0)) << pair;
    EXPECT_TRUE(is_in(inner, X.inverse() * result.point, 1e-5)) << pair;
    EXPECT_GE(distance_outside(result.point, host, {}), result.excess - 1e-5) << pair;
  }
}

// Oracle: the definitions of the solids. Inside, all points of a fine grid are in the host;
// outside, the point named is in the one and not in the other. Every pair, placed at random.
TEST(Containment, VerdictsAreTrue) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> size(0.1, 0.8);
  std::map<Verdict, int> count;
  for (const Shape& host : convex_solids()) {
    const int num_inside = count[Verdict::kInside];
    for (const Shape& solid : convex_solids()) {
      for (int i = 0; i < 6; ++i) {
        const Shape inner = scaled(solid, size(random));
        spatial::Transform X = support::random_transform(random);
        // The centres near each other, so that there are insides of every host.
        X.p = 0.1 * X.p + unit_density_mass(host).p_BBcm - X.R * unit_density_mass(inner).p_BBcm;
        const Containment result = containment(inner, X, host, {});
        ++count[result.verdict];
        expect_true_verdict(inner, X, host, result);
      }
    }
    EXPECT_GE(count[Verdict::kInside], num_inside + 10) << shape_name(host);
  }
  EXPECT_GT(count[Verdict::kInside], 100);
  EXPECT_GT(count[Verdict::kOutside], 100);
  EXPECT_LT(count[Verdict::kNotChecked], 130);  // Of 726: pairs without an exact test.
}

// Oracle: geometry by hand. Touching from inside is inside, a hair more is not.
TEST(Containment, DecidesAtTheSurface) {
  const double hair = 1e-6;
  const Cylinder host{0.5, 2.0};
  EXPECT_EQ(verdict(Cylinder{0.3, 2.0}, {}, host), Verdict::kInside);
  EXPECT_EQ(verdict(Cylinder{0.3, 2.0}, moved_to(0.2, 0, 0), host), Verdict::kInside);
  EXPECT_EQ(verdict(Cylinder{0.3, 2.0}, moved_to(0.2 + hair, 0, 0), host), Verdict::kOutside);
  EXPECT_EQ(verdict(Cylinder{0.3, 2.0 + hair}, {}, host), Verdict::kOutside);
  EXPECT_EQ(verdict(Sphere{0.5}, moved_to(0, 0, 0.5), host), Verdict::kInside);
  EXPECT_EQ(verdict(Sphere{0.5}, moved_to(0, 0, 0.5 + hair), host), Verdict::kOutside);
  EXPECT_EQ(verdict(Torus{0.4, 0.1}, {}, host), Verdict::kInside);
  EXPECT_EQ(verdict(Torus{0.4, 0.1 + hair}, {}, host), Verdict::kOutside);
  EXPECT_EQ(verdict(Hemisphere{0.5}, {}, host), Verdict::kInside);
  // A quarter bend: its ends are at y = ±0.5 sin 45°, and x reaches from 0.3 cos 45° to 0.5.
  const BentTube bend{0.4, 0.1, 0.0, 1.5707963267948966};
  const double near_end = 0.3 * std::sqrt(0.5), side = std::sqrt(0.5);
  const Vec3 room(0.5 - near_end, side, 0.2);
  const auto placed = moved_to(-0.5 * (0.5 + near_end), 0, 0);
  EXPECT_EQ(verdict(bend, placed, Box{room}), Verdict::kInside);
  EXPECT_EQ(verdict(bend, placed, Box{room - Vec3(0, hair, 0)}), Verdict::kOutside);
  EXPECT_EQ(verdict(bend, placed, Box{room - Vec3(0, 0, hair)}), Verdict::kOutside);
  EXPECT_EQ(verdict(bend, {}, host), Verdict::kInside);
  const SweptProfile profile{{{-0.1, -0.1}, {0.1, -0.1}, {0.1, 0.1}, {-0.1, 0.1}}, 0.4, bend.angle};
  EXPECT_EQ(verdict(profile, placed, Box{room}), Verdict::kInside);
  EXPECT_EQ(verdict(profile, placed, Box{room - Vec3(hair, 0, 0)}), Verdict::kOutside);
  // A pipe along x, then y: mitred it reaches to (1.1, -0.1), rounded likewise but for the corner.
  const std::vector<Vec3> angle{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}};
  const Box around{{1.1, 1.1, 0.2}};
  const auto shifted = moved_to(-0.55, -0.45, 0);
  for (const double bend_radius : {0.0, 0.3}) {
    const Pipe pipe{0.1, 0.05, angle, bend_radius};
    const SweptPath rail{profile.points, angle, bend_radius};
    for (const Shape& inner : {Shape(pipe), Shape(rail)}) {
      EXPECT_EQ(verdict(inner, shifted, around), Verdict::kInside);
      for (int axis = 0; axis < 3; ++axis) {
        const Box tight{around.size - 2.0 * hair * Vec3::Unit(axis)};
        EXPECT_EQ(verdict(inner, shifted, tight), Verdict::kOutside) << axis;
      }
    }
    // Turned by 45° about z its corner points to +x: on the mitre at (1.1, -0.1), which is
    // 1.2 √½ from the origin, or on the arc about (0.7, 0.3), at 0.4 √½ + 0.4.
    Mat3 R;
    const double h = std::sqrt(0.5);
    R << h, -h, 0, h, h, 0, 0, 0, 1;
    const double reach = bend_radius == 0.0 ? 1.2 * h : 0.4 * h + 0.4;
    const spatial::Transform turned{R, {1.0 - reach, 0, 0}};
    const spatial::Transform beyond{R, {1.0 - reach + hair, 0, 0}};
    EXPECT_EQ(verdict(pipe, turned, Box{{2, 4, 1}}), Verdict::kInside);
    EXPECT_EQ(verdict(pipe, beyond, Box{{2, 4, 1}}), Verdict::kOutside);
  }
  const double edge = 2.0 / std::sqrt(3.0);  // A cube in the unit ball.
  EXPECT_EQ(verdict(Box{Vec3::Constant(edge)}, {}, Sphere{1.0}), Verdict::kInside);
  EXPECT_EQ(verdict(Box{Vec3::Constant(edge + hair)}, {}, Sphere{1.0}), Verdict::kOutside);
  // The ball in a cone of half-angle 30°: at height h - 2ρ under the tip.
  const double h = std::sqrt(3.0), inscribed = 1.0 / 3.0 * h;
  EXPECT_EQ(verdict(Sphere{inscribed}, moved_to(0, 0, inscribed), Cone{1.0, h}), Verdict::kInside);
  EXPECT_EQ(verdict(Sphere{inscribed}, moved_to(0, 0, inscribed + hair), Cone{1.0, h}),
            Verdict::kOutside);
}

// Oracle: geometry by hand, for the other hosts: a small ball or point-like box at the wall.
TEST(Containment, DecidesAtTheWallOfEveryHost) {
  const double hair = 1e-6;
  const auto expect_wall = [&](const Shape& inner, const Shape& host, const Vec3& touching,
                               const Vec3& outward) {
    const auto moved = [&](double step) {
      return spatial::Transform{Mat3::Identity(), touching + step * outward};
    };
    EXPECT_EQ(verdict(inner, moved(-hair), host), Verdict::kInside) << shape_name(host);
    EXPECT_EQ(verdict(inner, moved(hair), host), Verdict::kOutside) << shape_name(host);
  };
  const Sphere ball{0.1};
  const Vec3 x = Vec3::UnitX(), z = Vec3::UnitZ();
  expect_wall(ball, Capsule{0.5, 1.0}, 0.9 * z, z);
  expect_wall(ball, Capsule{0.5, 1.0}, Vec3(0.4, 0.0, 0.5), x);
  const Vec3 slanted = Vec3(1.0, 0.0, 1.0).normalized();
  expect_wall(ball, Capsule{0.5, 1.0}, 0.5 * z + 0.4 * slanted, slanted);
  expect_wall(ball, Hemisphere{0.5}, 0.4 * slanted, slanted);
  expect_wall(ball, Hemisphere{0.5}, 0.1 * z, -z);
  expect_wall(ball, SphericalCap{1.0, 0.4}, 0.3 * z, z);
  expect_wall(ball, SphericalCap{0.5, 0.8}, Vec3(0.4, 0.0, 0.3), x);
  // A frustum whose wall leans by 45°.
  expect_wall(ball, Frustum{1.0, 0.5, 0.5}, Vec3(0.75, 0.0, 0.25) - 0.1 * slanted, slanted);
  expect_wall(ball, Frustum{0.5, 1.0, 0.5},
              Vec3(0.75, 0.0, 0.25) - 0.1 * Vec3(1, 0, -1) / std::sqrt(2.0),
              Vec3(1, 0, -1) / std::sqrt(2.0));
  expect_wall(Box{Vec3::Constant(1e-9)}, Ellipsoid{{0.3, 0.5, 0.7}}, 0.7 * z, z);
  expect_wall(Box{Vec3::Constant(1e-9)}, Ellipsoid{{0.3, 0.5, 0.7}}, 0.3 * x, x);
  const Tetrahedron corner{{Vec3::Zero(), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)}};
  const Vec3 diagonal = Vec3::Ones() / std::sqrt(3.0);
  expect_wall(ball, corner, Vec3::Ones() / 3.0 - 0.1 * diagonal, diagonal);
  expect_wall(ball, corner, Vec3(0.1, 0.2, 0.2), -x);
  expect_wall(ball, Prism{{{0, 0}, {1, 0}, {0, 1}}, 1.0}, Vec3(0.2, 0.2, 0.9), z);
  expect_wall(ball, Prism{{{0, 1}, {1, 0}, {0, 0}}, 1.0},
              Vec3(0.5, 0.5, 0.5) - 0.1 * Vec3(1, 1, 0) / std::sqrt(2.0),
              Vec3(1, 1, 0) / std::sqrt(2.0));
}

// Oracle: geometry by hand. The figures of the message.
TEST(Containment, MeasuresTheExcess) {
  const Containment bore = containment(Cylinder{0.1, 1.2}, moved_to(0, 0, 0), Box{{1, 1, 1}}, {});
  ASSERT_EQ(bore.verdict, Verdict::kOutside);
  EXPECT_NEAR(bore.excess, 0.1, 1e-12);
  EXPECT_NEAR(std::abs(bore.point.z()), 0.6, 1e-12);
  const Containment ball = containment(Sphere{0.1}, moved_to(2, 0, 0), Sphere{1.0}, {});
  EXPECT_NEAR(ball.excess, 1.1, 1e-12);
  EXPECT_NEAR(ball.point.x(), 2.1, 1e-6);
}

// Property: hosts and shapes for which nothing is proved say so, with the reason.
TEST(Containment, SaysWhatIsNotChecked) {
  const Containment in_tube =
      containment(Sphere{0.01}, moved_to(0.4, 0, 0), Tube{0.5, 0.3, 1.0}, {});
  EXPECT_EQ(in_tube.verdict, Verdict::kNotChecked);
  EXPECT_EQ(in_tube.reason, "shape 'tube' is not a convex solid");
  EXPECT_EQ(containment(Disc{0.1}, {}, Box{{1, 1, 1}}, {}).reason, "shape 'disc' is no solid");
  EXPECT_EQ(containment(Sphere{0.2}, moved_to(0.5, 0, 0), Ellipsoid{{1, 1, 1}}, {}).reason,
            "there is no exact test for this pair: sphere in ellipsoid");
  const std::vector<Vec2> dented{{0, 0}, {2, 0}, {2, 1}, {0.5, 0.5}, {0, 1.5}};
  EXPECT_EQ(verdict(Sphere{0.1}, moved_to(0.5, 0.2, 0.5), Prism{dented, 1.0}),
            Verdict::kNotChecked);
  EXPECT_TRUE(std::isnan(distance_outside(Vec3::Zero(), Torus{1.0, 0.2}, {})));
  // But a dented prism as the inner shape is its hull, and a convex prism is a host.
  const std::vector<Vec2> square{{0, 0}, {0, 2}, {2, 2}, {2, 0}};
  EXPECT_EQ(verdict(Prism{dented, 1.0}, {}, Prism{square, 1.0}), Verdict::kInside);
  EXPECT_EQ(verdict(Prism{dented, 1.1}, {}, Prism{square, 1.0}), Verdict::kOutside);
  EXPECT_THROW_MESSAGE(verdict(Sphere{-1.0}, {}, Box{{1, 1, 1}}), ModelError, "radius is -1 m");
}

}  // namespace
}  // namespace appell::mass
