// What torque limits leave of acceleration and jerk at a state.
#include "appell/analysis/capability.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <Eigen/LU>

#include "appell/base/error.hpp"
#include "appell/force/friction.hpp"
#include "appell/io/load_model.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "appell/kinematics/propagate.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/random_model.hpp"

namespace appell::analysis {
namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
constexpr double kTolerance = 1e-12;

CapabilityLimits symmetric_limits(const VecX& force, int k = 2) {
  const VecX none = VecX::Constant(force.size(), kNoLimit);
  return {k, -force, force, -none, none};
}

model::Model robot_named(const std::string& name) { return io::load_model(name).model; }

/// A point of 1.5 kg, 0.8 m below a level axis; the tip is there.
model::Model tip_pendulum(const model::Friction& friction = {}) {
  model::Description robot{.name = "pendulum"};
  spatial::Placement below;
  below.xyz = Vec3(0.0, 0.0, -0.8);
  robot.links = {
      {.name = "base"}, {.name = "rod", .inertial = {1.5, below, Mat3::Zero()}}, {.name = "tip"}};
  robot.joints = {{.name = "swing",
                   .kind = model::JointKind::kRevolute,
                   .parent = "base",
                   .child = "rod",
                   .axis = Vec3::UnitY(),
                   .friction = friction},
                  {.name = "mount", .parent = "rod", .child = "tip", .X_PJ = below}};
  robot.end_effector = "tip";
  return model::build(robot);
}

model::StateSeries state_of(const model::Model& model, const std::vector<VecX>& q) {
  return model::state_from_derivatives(model, q);
}

VecX random_vector(support::Random& random, int n, double low, double high) {
  VecX v(n);
  for (int i = 0; i < n; ++i) v(i) = random.uniform(low, high);
  return v;
}

/// The torque derivative τ⁽ᵏ⁻²⁾ of a motion that goes on with q⁽ᵏ⁾ = x: by the recursion, not by M.
VecX force_with(const model::Model& model, std::vector<VecX> q, const VecX& x) {
  q.push_back(x);
  const int k = static_cast<int>(q.size()) - 1;
  return force::motor_force(kinematics::propagate(model, state_of(model, q)))
      .force.derivative(k - 2);
}

Vec6 frame_with(const model::Model& model, const model::Frame& frame, std::vector<VecX> q,
                const VecX& x) {
  q.push_back(x);
  const int k = static_cast<int>(q.size()) - 1;
  const auto motion = kinematics::propagate(model, state_of(model, q));
  return kinematics::operational_motion(motion, frame).derivative(k - 1);
}

/// Accelerations at all corners of the torque limits, by the equation of motion.
std::vector<VecX> torque_corners(const LinearDynamics& at, const CapabilityLimits& limits) {
  const Eigen::PartialPivLU<MatX> M(at.M);
  std::vector<VecX> corners;
  const int n = static_cast<int>(at.M.rows());
  for (int code = 0; code < (1 << n); ++code) {
    VecX tau(n);
    for (int i = 0; i < n; ++i) {
      tau(i) = (code >> i & 1) != 0 ? limits.force_high(i) : limits.force_low(i);
    }
    corners.push_back(M.solve(tau - at.holding));
  }
  return corners;
}

/// How far a set of points reaches at least, over all directions: the least of max n · a over the
/// normals n of all planes through three of them (lines through two). Every n is a direction, and
/// the facets of the convex hull are among the planes.
double least_reach(const std::vector<VecX>& points) {
  double least = kNoLimit;
  const auto look_along = [&](const VecX& normal) {
    if (!(normal.norm() > 1e-6)) return;
    double most = -kNoLimit, other = -kNoLimit;
    for (const VecX& a : points) {
      most = std::max(most, normal.dot(a));
      other = std::max(other, -normal.dot(a));
    }
    least = std::min(least, std::min(most, other) / normal.norm());
  };
  for (std::size_t a = 0; a < points.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const VecX side = points[b] - points[a];
      if (side.size() == 2) look_along(Eigen::Vector2d(-side(1), side(0)));
      for (std::size_t c = 0; c < b && side.size() == 3; ++c) {
        look_along(Vec3(side).cross(Vec3(points[c] - points[a])));
      }
    }
  }
  return least;
}

// Oracle: closed form. M = m l², holding = m g l sin q + b q' (+ dry friction); the tip moves by
// l q'' along its circle and l q'² towards the axis.
TEST(Capability, PendulumHasClosedForm) {
  const double m = 1.5, l = 0.8, g = 9.81, q = 0.4, v = 1.3, b = 0.7, dry = 0.2, most = 20.0;
  const model::Model model = tip_pendulum({.viscous = b, .dry = dry});
  const auto state = state_of(model, {VecX::Constant(1, q), VecX::Constant(1, v)});
  const CapabilityLimits limits = symmetric_limits(VecX::Constant(1, most));
  const Capability found = capability(model, model.default_frame(), state, limits);
  const double M = m * l * l, holding = m * g * l * std::sin(q) + b * v + dry;
  const double high = (most - holding) / M, low = (-most - holding) / M;
  EXPECT_NEAR(found.holding(0), holding, kTolerance * most);
  for (const CapabilityRange& range : {found.alone[0], found.reachable[0]}) {
    EXPECT_NEAR(range.high, high, kTolerance * high);
    EXPECT_NEAR(range.low, low, kTolerance * high);
  }
  EXPECT_NEAR(found.together(0), high, kTolerance * high);
  EXPECT_EQ(found.bottleneck, 0);
  EXPECT_EQ(found.directions, 1);
  EXPECT_NEAR(found.isotropic, l * high, kTolerance * l * high);
  // The tip is at (-l sin q, 0, -l cos q): x'' = -l cos q q'' + l sin q q'².
  EXPECT_NEAR(found.axes_free[0].high, -l * std::cos(q) * low + l * std::sin(q) * v * v, 1e-11);
  EXPECT_NEAR(found.axes_free[2].high, l * std::sin(q) * high + l * std::cos(q) * v * v, 1e-11);
  EXPECT_NEAR(found.axes_free[4].high, high, 1e-11);
  // Without z'' there is one x'': the circle leaves q'' = -q'² / tan q.
  const double only = l * v * v * (std::cos(q) / std::tan(q) + std::sin(q));
  EXPECT_NEAR(found.axes_alone[0].low, only, 1e-11);
  EXPECT_NEAR(found.axes_alone[0].high, only, 1e-11);
  EXPECT_TRUE(found.overloaded.empty());
}

// Oracle: closed form of the jerk, τ' = m l² q''' + m g l cos q q' + b q''.
TEST(Capability, JerkOfThePendulum) {
  const double m = 1.5, l = 0.8, g = 9.81, q = 0.4, v = 1.3, a = -2.0, b = 0.7, most = 90.0;
  const model::Model model = tip_pendulum({.viscous = b, .dry = 0.3});
  const auto state =
      state_of(model, {VecX::Constant(1, q), VecX::Constant(1, v), VecX::Constant(1, a)});
  const Capability found =
      capability(model, model.default_frame(), state, symmetric_limits(VecX::Constant(1, most), 3));
  const double holding = m * g * l * std::cos(q) * v + b * a;
  EXPECT_NEAR(found.holding(0), holding, 1e-12 * most);
  EXPECT_NEAR(found.alone[0].high, (most - holding) / (m * l * l), 1e-10);
  EXPECT_NEAR(found.alone[0].low, (-most - holding) / (m * l * l), 1e-10);
}

// Oracle: brute force over the 2ⁿ corners of the torques: over a parallelotope a linear function is
// largest at a corner. The ball: the least reach of all planes through some of these corners.
TEST(Capability, AgreesWithAllCorners) {
  support::Random random(3);
  for (const std::string name : {"planar2r", "rpr", "puma560", "panda"}) {
    SCOPED_TRACE(name);
    const model::Model model = robot_named(name);
    const int n = model.num_coordinates();
    const std::vector<VecX> q{random_vector(random, n, -1.5, 1.5),
                              random_vector(random, n, -0.5, 0.5)};
    CapabilityLimits limits = symmetric_limits(random_vector(random, n, 80.0, 120.0));
    limits.force_low *= 0.9;
    const Capability found = capability(model, model.default_frame(), state_of(model, q), limits);
    const LinearDynamics at = linear_dynamics(model, model.default_frame(), state_of(model, q), 2);
    const std::vector<VecX> corners = torque_corners(at, limits);
    VecX low = VecX::Constant(n, kNoLimit), high = -low;
    Vec6 low_X = Vec6::Constant(kNoLimit), high_X = -low_X;
    for (const VecX& x : corners) {
      low = low.cwiseMin(x);
      high = high.cwiseMax(x);
      const Vec6 X = frame_with(model, model.default_frame(), q, x);
      low_X = low_X.cwiseMin(X);
      high_X = high_X.cwiseMax(X);
    }
    for (int j = 0; j < n; ++j) {
      const CapabilityRange& range = found.reachable[j];
      const double scale = high(j) - low(j);
      EXPECT_NEAR(range.low, low(j), 1e-11 * scale) << j;
      EXPECT_NEAR(range.high, high(j), 1e-11 * scale) << j;
    }
    for (int a = 0; a < 6; ++a) {
      const CapabilityRange& range = found.axes_free[a];
      const double scale = 1.0 + high_X(a) - low_X(a);
      EXPECT_NEAR(range.low, low_X(a), 1e-11 * scale) << a;
      EXPECT_NEAR(range.high, high_X(a), 1e-11 * scale) << a;
    }
    const MatX U = at.R_WF * free_directions(model, model.default_frame());
    ASSERT_EQ(U.cols(), found.directions);
    std::vector<VecX> ends;
    for (const VecX& x : corners) {
      ends.emplace_back(U.transpose() * (at.J.topRows(3) * x + at.drift.head<3>()));
    }
    const double least = least_reach(ends);
    EXPECT_NEAR(found.isotropic, least, 1e-9 * least);
    EXPECT_GT(found.isotropic, 1e-3);
  }
}

// Cross-check: what is said to be possible is put into the recursion of the forces: every limit is
// kept, one is met; a little more breaks it. Random trees with friction, acceleration and jerk.
TEST(Capability, ForcesMeetTheirLimits) {
  support::Random random(5);
  int looked_at = 0;
  for (int i = 0; i < 60; ++i) {
    model::Description robot = support::random_description(random, 1 + i % 5);
    for (model::Joint& joint : robot.joints) {
      joint.friction = {.viscous = 0.4, .dry = 0.3, .law = model::Friction::Law::kSmooth};
      joint.friction.velocity = 0.1;
    }
    const model::Model model = model::build(robot);
    const int n = model.num_coordinates(), k = 2 + i % 2;
    std::vector<VecX> q;
    for (int d = 0; d < k; ++d) q.push_back(random_vector(random, n, -1.0, 1.0));
    const CapabilityLimits limits = symmetric_limits(random_vector(random, n, 200.0, 400.0), k);
    const Capability found = capability(model, model.default_frame(), state_of(model, q), limits);
    if (!found.overloaded.empty()) continue;
    ++looked_at;
    const auto worst = [&](const VecX& x) {
      return (force_with(model, q, x).cwiseAbs().cwiseQuotient(limits.force_high)).maxCoeff();
    };
    for (int j = 0; j < n; ++j) {
      const CapabilityRange& range = found.alone[j];
      for (const double end : {range.low, range.high}) {
        EXPECT_NEAR(worst(end * VecX::Unit(n, j)), 1.0, 1e-11) << i;
        EXPECT_GT(worst(1.001 * end * VecX::Unit(n, j)), 1.0) << i;
      }
    }
    double most = 0.0;  // Over the corners of `together`; of many coordinates some of them.
    for (int c = 0; c < 256; ++c) {
      VecX x = found.together;
      for (int j = 0; j < n; ++j) {
        const bool minus = n <= 8 ? (c >> j & 1) != 0 : random.integer(0, 1) == 1;
        if (minus) x(j) = -x(j);
      }
      most = std::max(most, worst(x));
    }
    EXPECT_LE(most, 1.0 + 1e-11) << i;
    if (n <= 8) {
      EXPECT_NEAR(most, 1.0, 1e-11) << i;
    }
  }
  EXPECT_GT(looked_at, 40);
}

// Oracle: closed form. Six joints and a regular Jacobian: with the other five components zero x is
// given by the sixth, so its range is an intersection of n ranges. The planar arm likewise, in its
// plane.
TEST(Capability, AxesAloneBySolvingTheJacobian) {
  support::Random random(11);
  for (const std::string name : {"puma560", "planar2r"}) {
    const model::Model model = robot_named(name);
    const int n = model.num_coordinates();
    const std::vector<VecX> q{random_vector(random, n, 0.4, 1.2),
                              random_vector(random, n, -0.3, 0.3)};
    const CapabilityLimits limits = symmetric_limits(VecX::Constant(n, 150.0));
    const Capability found = capability(model, model.default_frame(), state_of(model, q), limits);
    const LinearDynamics at = linear_dynamics(model, model.default_frame(), state_of(model, q), 2);
    const std::vector<int> rows =
        n == 6 ? std::vector<int>{0, 1, 2, 3, 4, 5} : std::vector<int>{0, 2};
    MatX J(n, n);
    VecX drift(n);
    for (int r = 0; r < n; ++r) {
      J.row(r) = at.J.row(rows[r]);
      drift(r) = at.drift(rows[r]);
    }
    const MatX inverse = J.inverse();
    for (int r = 0; r < n; ++r) {
      // τ = M J⁻¹ (s e_r - drift) + holding.
      const VecX slope = at.M * inverse.col(r), rest = at.holding - at.M * inverse * drift;
      double low = -kNoLimit, high = kNoLimit;
      for (int i = 0; i < n; ++i) {
        const double a = (-150.0 - rest(i)) / slope(i), b = (150.0 - rest(i)) / slope(i);
        low = std::max(low, std::min(a, b));
        high = std::min(high, std::max(a, b));
      }
      const CapabilityRange& range = found.axes_alone[rows[r]];
      EXPECT_NEAR(range.low, low, 1e-9 * (high - low)) << name << r;
      EXPECT_NEAR(range.high, high, 1e-9 * (high - low)) << name << r;
    }
    if (n == 2) {
      EXPECT_NEAR(found.axes_alone[1].high, 0.0, 1e-12);  // Never out of its plane.
    }
  }
}

// Oracle: limits of acceleration cut corners off: of the planar arm, all corners of the polygon by
// hand. And closed forms with wide limits are those without.
TEST(Capability, LimitsOfAccelerationCountToo) {
  const model::Model model = robot_named("planar2r");
  const std::vector<VecX> q{VecX::Constant(2, 0.5), VecX::Constant(2, 0.2)};
  CapabilityLimits limits = symmetric_limits(VecX::Constant(2, 40.0));
  const auto at_state = state_of(model, q);
  const Capability wide = capability(model, model.default_frame(), at_state, limits);
  limits.motion_high = Eigen::Vector2d(1e6, 1e6);
  limits.motion_low = -limits.motion_high;
  const Capability same = capability(model, model.default_frame(), at_state, limits);
  EXPECT_NEAR(same.reachable[0].high, wide.reachable[0].high, 1e-10);
  limits.motion_high = Eigen::Vector2d(5.0, 30.0);
  limits.motion_low = -limits.motion_high;
  const Capability found = capability(model, model.default_frame(), at_state, limits);
  const LinearDynamics at = linear_dynamics(model, model.default_frame(), at_state, 2);
  // Every intersection of two of the eight edges that keeps all limits.
  MatX edges(4, 2);
  edges << at.M, MatX::Identity(2, 2);
  VecX low(4), high(4);
  low << limits.force_low - at.holding, limits.motion_low;
  high << limits.force_high - at.holding, limits.motion_high;
  Eigen::Vector2d most = -Eigen::Vector2d::Constant(kNoLimit);
  double most_x = -kNoLimit;
  for (int a = 0; a < 4; ++a) {
    for (int b = 0; b < a; ++b) {
      for (int side = 0; side < 4; ++side) {
        Eigen::Matrix2d A;
        A << edges.row(a), edges.row(b);
        const Eigen::Vector2d x =
            A.inverse() * Eigen::Vector2d(side & 1 ? low(a) : high(a), side & 2 ? low(b) : high(b));
        const VecX y = edges * x;
        if (!x.allFinite() || ((y - low).array() < -1e-9).any() ||
            ((high - y).array() < -1e-9).any()) {
          continue;
        }
        most = most.cwiseMax(x);
        most_x = std::max(most_x, at.J.row(0).dot(x) + at.drift(0));
      }
    }
  }
  EXPECT_NEAR(found.reachable[0].high, most(0), 1e-10);
  EXPECT_NEAR(found.reachable[1].high, most(1), 1e-10);
  EXPECT_NEAR(found.axes_free[0].high, most_x, 1e-10);
  EXPECT_LE(found.alone[0].high, 5.0);
  EXPECT_TRUE(found.together(0) <= 5.0 && found.together(1) <= 30.0);
  EXPECT_NEAR(found.together(0) / found.together(1), 5.0 / 30.0, 1e-12);  // Weights: the limits.
}

// What cannot be held is said, and nothing is promised; reachable stays, since a fall is a motion.
TEST(Capability, SaysWhatCannotBeHeld) {
  const model::Model model = tip_pendulum();
  const auto state = state_of(model, {VecX::Constant(1, 1.2), VecX::Zero(1)});
  const Capability found =
      capability(model, model.default_frame(), state, symmetric_limits(VecX::Constant(1, 5.0)));
  EXPECT_EQ(found.overloaded, std::vector<int>{0});
  EXPECT_TRUE(found.alone[0].is_empty());
  EXPECT_EQ(found.alone[0].size(), 0.0);
  EXPECT_EQ(found.together(0), 0.0);
  EXPECT_EQ(found.isotropic, 0.0);
  EXPECT_LT(found.reachable[0].high, 0.0);
}

// A coordinate without a limit of force is not limited by itself.
TEST(Capability, NoLimitIsNoLimit) {
  const model::Model model = robot_named("planar2r");
  const auto state = state_of(model, {VecX::Constant(2, 0.5), VecX::Zero(2)});
  CapabilityLimits limits = symmetric_limits(Eigen::Vector2d(40.0, kNoLimit));
  const Capability found = capability(model, model.default_frame(), state, limits);
  EXPECT_TRUE(std::isfinite(found.alone[1].high));  // By what the shoulder takes of it.
  EXPECT_EQ(found.reachable[1].high, kNoLimit);
  EXPECT_EQ(found.bottleneck, 0);
  EXPECT_TRUE(found.together.allFinite());
}

TEST(Capability, SaysWhatIsWrong) {
  const model::Model model =
      tip_pendulum({.dry = 0.5, .law = model::Friction::Law::kRadialLoad, .bearing_diameter = 0.1});
  const auto state = state_of(model, {VecX::Zero(1), VecX::Zero(1)});
  const CapabilityLimits limits = symmetric_limits(VecX::Ones(1));
  EXPECT_THROW_MESSAGE(capability(model, model.default_frame(), state, limits), InvalidArgument,
                       "friction of joint 'swing' is by radial load");
  const model::Model dry = tip_pendulum({.dry = 0.5});
  EXPECT_THROW_MESSAGE(capability(dry, dry.default_frame(), state_of(dry, {VecX::Zero(1)}), limits),
                       InvalidArgument, "known to derivative 0 of q; 1 is needed");
  EXPECT_THROW_MESSAGE(capability(dry, dry.default_frame(), state, symmetric_limits(VecX::Ones(2))),
                       InvalidArgument, "limits are of 2 coordinates; the model has 1");
  const auto turning = state_of(dry, {VecX::Zero(1), VecX::Zero(1), VecX::Ones(1)});
  EXPECT_THROW_MESSAGE(
      capability(dry, dry.default_frame(), turning, symmetric_limits(VecX::Ones(1), 3)),
      InvalidArgument, "dry friction jumps");
  const Capability still = capability(dry, dry.default_frame(), state, limits);
  ASSERT_EQ(still.notes.size(), 1u);
  EXPECT_NE(still.notes[0].find("joint 'swing' stands still"), std::string::npos);
  EXPECT_THROW_MESSAGE(capability_limits(dry, {}, 1), InvalidArgument, "2 (acceleration) or more");
}

}  // namespace
}  // namespace appell::analysis
