// Motions that are given at the end effector.
#include "appell/trajectory/operational_motion.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <thread>

#include <gtest/gtest.h>
#include <Eigen/LU>

#include "appell/base/constants.hpp"
#include "appell/io/load_model.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/taylor/solve.hpp"
#include "appell/trajectory/combined_laws.hpp"
#include "appell/trajectory/expression.hpp"
#include "appell/trajectory/point_to_point.hpp"
#include "appell/trajectory/spline.hpp"
#include "tests/support/malloc_guard.hpp"
#include "tests/support/matchers.hpp"
#include "tests/trajectory/arm50.hpp"

namespace appell::trajectory {
namespace {

using support::near;

std::shared_ptr<const Law> formula(const char* text) {
  return std::make_shared<ExpressionLaw>(text);
}

/// An arm, a start, and a motion from it.
struct Arm {
  model::Model model;
  VecX start;

  const model::Frame& frame() const { return model.default_frame(); }
  Trajectory moved(const PoseLaws& laws, const OperationalOptions& options = {}) const {
    return operational_motion(model, frame(), start, laws, options);
  }
  spatial::Transform pose(const VecX& q) const {
    const auto X = kinematics::frame_motion(
        kinematics::propagate(model, model::StateSeries::constant(q, 0)), frame());
    return {X.R[0], X.p[0]};
  }
  MatX jacobian(const VecX& q) const {
    return kinematics::jacobian(kinematics::propagate(model, model::StateSeries::constant(q, 0)),
                                frame())[0];
  }
};

Arm panda() {
  return {io::load_model("panda").model, VecX{{0.1, -0.3, 0.2, -2.2, 0.1, 2.0, 0.785}}};
}
Arm puma() { return {io::load_model("puma560").model, VecX{{0.1, -0.4, 0.5, 0.3, 0.8, 0.2}}}; }
/// The tool points down: yaw and roll turn about parallel axes, so that the orientation can stay
/// although there are only five joints.
Arm fanuc() {
  return {io::load_model("fanuc_lr_mate_100ib").model, VecX{{0.2, 0.3, 0.4, 0.5 * kPi - 0.7, 0.1}}};
}

/// From the start: a circle in a horizontal plane, and there and back on a line.
PoseLaws circle() {
  return {.range = {0.0, 2.0},
          .position = {formula("0.05*cos(3*t) - 0.05"), formula("0.05*sin(3*t)"), nullptr},
          .origin = PoseLaws::Origin::kStart};
}
PoseLaws line() {
  return {
      .range = {0.0, 2.0},
      .position = {formula("0.04*sin(2*t)"), formula("0.03*sin(2*t)"), formula("0.05*sin(2*t)")},
      .origin = PoseLaws::Origin::kStart};
}

/// X^(1), X^(2), ... of a motion of the joints, by the other route.
taylor::Series<Vec6> reached(const Arm& arm, const model::StateSeries& q) {
  return kinematics::operational_motion(kinematics::propagate(arm.model, q), arm.frame());
}

// Relative to X^(m). Worst seen 2e-13 (order 5).
constexpr double kResidual = 1e-11;

/// The start is where the laws say; X^(1..order) are those of the formulas; the orientation stays.
void expect_followed(const Arm& arm, const PoseLaws& laws, int order) {
  const Trajectory motion = arm.moved(laws);
  EXPECT_EQ(motion.continuity(), taylor::kMaxOrder);
  const spatial::Transform start = arm.pose(arm.start);
  EXPECT_TRUE(near(motion.sample(0.0, 0)[0], arm.start, 1e-14));
  for (double t = 0.0; t <= 2.0; t += 0.1) {
    SCOPED_TRACE(t);
    const model::StateSeries q = motion.sample(t, order);
    const spatial::Transform pose = arm.pose(q[0]);
    const taylor::Series<Vec6> X = reached(arm, q);
    EXPECT_TRUE(near(pose.R, start.R, 1e-14, 1.0));
    std::array<std::array<double, 8>, 3> wanted{};
    for (std::size_t i = 0; i < 3; ++i) {
      if (laws.position[i]) {
        laws.position[i]->expand(t,
                                 std::span(wanted[i]).first(static_cast<std::size_t>(order) + 1));
      }
      EXPECT_NEAR(pose.p(static_cast<int>(i)), start.p(static_cast<int>(i)) + wanted[i][0], 1e-15);
    }
    for (int m = 1; m <= order; ++m) {
      Vec6 X_m = Vec6::Zero();
      for (std::size_t i = 0; i < 3; ++i) {
        X_m(static_cast<int>(i)) = taylor::factorial(m) * wanted[i][m];
      }
      // Of a circle |X^(m)| is constant; of the line it is that of the derivative's amplitude.
      const double scale = 0.05 * std::pow(2.0, m);
      EXPECT_TRUE(near(X.derivative(m - 1), X_m, kResidual, scale)) << m;
    }
  }
}

// Oracle: the formulas of the laws.
TEST(OperationalMotion, FollowsCircleAndLineWithConstantOrientation) {
  for (const Arm& arm : {panda(), puma(), fanuc()}) {
    SCOPED_TRACE(arm.model.name());
    expect_followed(arm, circle(), 5);
    expect_followed(arm, line(), 5);
  }
}

/// Derivatives of q at t₀ from the joints at times around it.
void expect_derivatives(const Trajectory& motion, double t0, const Vector50& s,
                        const std::vector<Vector50>& positions, int order, double tolerance) {
  const model::StateSeries q = motion.sample(t0, order);
  for (std::size_t j = 0; j < positions[0].size(); ++j) {
    Vector50 of_joint;
    for (const Vector50& position : positions) of_joint.push_back(position[j]);
    const Vector50 expected = interpolated50(s, of_joint);
    for (int k = 0; k <= order; ++k) {
      const double scale = std::max(q[k].cwiseAbs().maxCoeff(), 0.01);
      EXPECT_TRUE(support::near50(q[k](static_cast<int>(j)), expected[k], tolerance, scale))
          << "joint " << j << ", derivative " << k;
    }
  }
}

// Oracle: the path of the five joints with 50 digits, by Newton's method at 15 times, each from the
// pose alone; its derivatives by interpolation.
TEST(OperationalMotion, DerivativesAreThoseOfThePathOfFiveJoints) {
  const Arm arm = fanuc();
  const spatial::Transform start = arm.pose(arm.start);
  const Trajectory motion = arm.moved(circle());
  for (const double t0 : {0.4, 1.3}) {
    Vector50 s;
    std::vector<Vector50> positions;
    for (int i = -7; i <= 7; ++i) {
      s.push_back(Real50(i) / 256);
      const Real50 phase = 3 * (Real50(t0) + s.back());
      const Vector50 wanted{Real50(start.p.x()) + Real50("0.05") * cos(phase) - Real50("0.05"),
                            Real50(start.p.y()) + Real50("0.05") * sin(phase), start.p.z()};
      Vector50 q = vector50(motion.sample(t0, 0)[0]);
      for (int step = 0; step < 8; ++step) {
        const Pose50 pose = pose50(arm.model, arm.frame(), q);
        const Rows50 E = times50(matrix50(start.R), transposed50(pose.R));
        const Vector50 e{wanted[0] - pose.p[0],   wanted[1] - pose.p[1],   wanted[2] - pose.p[2],
                         (E[2][1] - E[1][2]) / 2, (E[0][2] - E[2][0]) / 2, (E[1][0] - E[0][1]) / 2};
        const Vector50 correction = least50(pose.J, e);
        for (std::size_t j = 0; j < q.size(); ++j) q[j] += correction[j];
      }
      positions.push_back(q);
    }
    expect_derivatives(motion, t0, s, positions, 4, 1e-11);  // Worst seen 8e-13 (order 4).
  }
}

/// q' of Eq. (1) on the circle, at constant orientation.
Vector50 rate50(const Arm& arm, const Vector50& q, const Real50& t, const Vector50& z) {
  const Pose50 pose = pose50(arm.model, arm.frame(), q);
  Vector50 X(6, Real50(0));
  X[0] = Real50("-0.15") * sin(3 * t);
  X[1] = Real50("0.15") * cos(3 * t);
  const Vector50 Jz = times50(pose.J, z);
  for (std::size_t i = 0; i < 6; ++i) X[i] -= Jz[i];
  Vector50 rate = least50(pose.J, X);
  for (std::size_t j = 0; j < z.size(); ++j) rate[j] += z[j];
  return rate;
}

/// The classical Runge-Kutta method with n steps over a time H.
Vector50 advanced50(const Arm& arm, Vector50 q, Real50 t, const Real50& H, int n,
                    const Vector50& z) {
  const Real50 h = H / n;
  const auto at = [&](const Real50& dt, const Vector50& k) {
    Vector50 moved = q;
    for (std::size_t j = 0; j < q.size(); ++j) moved[j] += dt * k[j];
    return rate50(arm, moved, t + dt, z);
  };
  for (int i = 0; i < n; ++i, t += h) {
    const Vector50 k1 = rate50(arm, q, t, z);
    const Vector50 k2 = at(h / 2, k1);
    const Vector50 k3 = at(h / 2, k2);
    const Vector50 k4 = at(h, k3);
    for (std::size_t j = 0; j < q.size(); ++j) {
      q[j] += h / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
    }
  }
  return q;
}

// Oracle: the path of least joint velocity (or nearest to given rates) of seven joints with 50
// digits, by integration of Eq. (1) from the position at t₀; its derivatives by interpolation. The
// error of the integration is smooth, so that it has small derivatives too.
TEST(OperationalMotion, DerivativesAreThoseOfThePathOfSevenJoints) {
  const Arm arm = panda();
  for (const bool has_nullspace : {false, true}) {
    VecX z = VecX::Zero(7);
    if (has_nullspace) z << 1.0, 0.0, -1.2, 0.1, 0.6, 0.0, 0.3;
    const Trajectory motion = arm.moved(circle(), {.nullspace = z});
    const double t0 = 0.6;
    const Real50 H = Real50(1) / 256;
    Vector50 s{Real50(0)};
    std::vector<Vector50> positions{vector50(motion.sample(t0, 0)[0])};
    Vector50 coarse = positions[0];
    Vector50 fine = positions[0];
    for (int i = 1; i <= 12; ++i) {
      const Real50 t = Real50(t0) + s.back();
      coarse = advanced50(arm, coarse, t, H, 2, vector50(z));
      fine = advanced50(arm, fine, t, H, 4, vector50(z));
      s.push_back(i * H);
      Vector50 q = fine;  // Richardson's extrapolation: of order 5.
      for (std::size_t j = 0; j < q.size(); ++j) q[j] += (fine[j] - coarse[j]) / 15;
      positions.push_back(q);
    }
    expect_derivatives(motion, t0, s, positions, 4, 1e-11);
  }
}

// Oracle: the whole way of a redundant arm, by 4000 Runge-Kutta steps in double precision: what is
// in the null space is integrated, not only the pose met.
TEST(OperationalMotion, RedundantArmGoesTheWayOfLeastJointVelocity) {
  const Arm arm = panda();
  const VecX z = VecX{{0.5, 0.0, -0.6, 0.05, 0.3, 0.0, 0.15}};
  const Trajectory motion = arm.moved(circle(), {.nullspace = z});
  const auto rate = [&](double t, const VecX& q) {
    Vec6 X = Vec6::Zero();
    X(0) = -0.15 * std::sin(3.0 * t);
    X(1) = 0.15 * std::cos(3.0 * t);
    const MatX J = arm.jacobian(q);
    return VecX(z + taylor::DampedInverse(J, 0.0) * (X - J * z));
  };
  VecX q = arm.start;
  constexpr int kSteps = 4000;
  constexpr double h = 2.0 / kSteps;
  for (int i = 0; i < kSteps; ++i) {
    const double t = i * h;
    const VecX k1 = rate(t, q);
    const VecX k2 = rate(t + 0.5 * h, q + 0.5 * h * k1);
    const VecX k3 = rate(t + 0.5 * h, q + 0.5 * h * k2);
    const VecX k4 = rate(t + h, q + h * k3);
    q += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  EXPECT_TRUE(near(motion.sample(2.0, 0)[0], q, 1e-12));
  // The null space matters: the pose alone would let the arm end elsewhere.
  EXPECT_GT((arm.moved(circle()).sample(2.0, 0)[0] - q).norm(), 0.5);
}

/// Expansion at t, evaluated at t + h, is the expansion there. Worst seen 9e-13 (derivative 4).
void expect_consistent(const Trajectory& motion, double t, double h) {
  constexpr double tolerance = 1e-11;
  model::StateSeries here = motion.sample(t, 16);
  const model::StateSeries there = motion.sample(t + h, 4);
  taylor::shift(here, h);
  for (int k = 0; k <= 4; ++k) {
    EXPECT_TRUE(near(here[k], there[k], tolerance, std::max(1.0, there[k].cwiseAbs().maxCoeff())))
        << t << ", derivative " << k;
  }
}

// Property: derivatives belong to each other, along splines whose pieces meet at knots; jumps are
// those of the laws.
TEST(OperationalMotion, SplineLawsHaveTheirSeams) {
  const std::vector<double> knots{0.0, 0.3, 0.7, 1.2, 2.0};
  const std::vector<Condition> at_rest{{1, 0.0}};
  const auto spline = [&](const std::vector<double>& values) {
    return std::make_shared<PiecewisePolynomial>(
        position_spline(2, knots, values, at_rest, at_rest).law);
  };
  for (const Arm& arm : {panda(), puma()}) {
    const PoseLaws laws{.range = {0.0, 2.0},
                        .position = {spline({0.0, 0.05, 0.02, -0.03, 0.0}),
                                     spline({0.0, -0.03, 0.04, 0.0, 0.02}), nullptr},
                        .origin = PoseLaws::Origin::kStart};
    const Trajectory motion = arm.moved(laws);
    EXPECT_EQ(motion.continuity(), 2);
    for (const double t : {0.05, 0.35, 0.8, 1.5}) expect_consistent(motion, t, 0.02);
    const Law& joint = motion.law(0);
    EXPECT_EQ(joint.seams(), std::vector<double>(knots.begin() + 1, knots.end() - 1));
    // From before a knot to behind it: q'' is continuous, q''' jumps.
    const double tiny = 1e-9;
    const model::StateSeries before = motion.sample(0.7 - tiny, 3);
    const model::StateSeries after = motion.sample(0.7, 3);
    EXPECT_TRUE(near(before[2], after[2], 1e-6, 1.0));
    EXPECT_GT((before[3] - after[3]).norm(), 0.1);
  }
}

// Property: a formula may have a kink that no law tells of; the way behind it is still the right
// one.
TEST(OperationalMotion, GoesOverAKinkOfAFormula) {
  const Arm arm = panda();
  PoseLaws laws = line();
  laws.position = {formula("0.1*sqrt((t-0.777)^2) - 0.0777"), nullptr, nullptr};
  const Trajectory motion = arm.moved(laws);
  expect_consistent(motion, 0.3, 0.1);
  expect_consistent(motion, 1.0, 0.1);
  // The same motion in two parts that meet at the kink.
  PoseLaws first = laws;
  first.position[0] = formula("-0.1*t");
  first.range = {0.0, 0.777};
  const Trajectory there = arm.moved(first);
  PoseLaws second = laws;
  second.position[0] = formula("0.1*(t - 0.777)");
  second.range = {0.777, 2.0};
  const Trajectory back =
      operational_motion(arm.model, arm.frame(), there.sample(0.777, 0)[0], second);
  EXPECT_TRUE(near(motion.sample(2.0, 2)[0], back.sample(2.0, 2)[0], 1e-12));
}

// Oracle: rotation by three angles, R = R(u, α) R(v, β) R(w, γ) and its angular velocity.
TEST(OperationalMotion, OrientationByAngles) {
  const Arm arm = panda();
  for (const char* set : {"zyx", "xyz", "zxz"}) {
    SCOPED_TRACE(set);
    const spatial::AngleSet angle_set = spatial::angle_set_named(set);
    const Vec3 psi = spatial::angles_from_rotation(angle_set, arm.pose(arm.start).R).angles;
    PoseLaws laws = line();
    laws.orientation = PoseLaws::Orientation::kAngles;
    laws.angle_set = angle_set;
    laws.angles[1] = formula((to_text(psi(1)) + " + 0.2*sin(t)").c_str());
    const Trajectory motion = arm.moved(laws);
    for (const double t : {0.0, 0.7, 1.9}) {
      const model::StateSeries q = motion.sample(t, 4);
      taylor::Series<Vec3> angles = taylor::Series<Vec3>::constant(psi, 4);
      std::array<double, 5> beta{};
      laws.angles[1]->expand(t, beta);
      for (int k = 0; k <= 4; ++k) angles[k](1) = beta[k];
      EXPECT_TRUE(
          near(arm.pose(q[0]).R, spatial::rotation_from_angles(angle_set, angles[0]), 1e-14, 1.0));
      const taylor::Series<Vec3> omega = spatial::angular_velocity(angle_set, angles);
      const taylor::Series<Vec6> X = reached(arm, q);
      for (int k = 0; k < 4; ++k) {
        EXPECT_TRUE(near(Vec3(X[k].tail<3>()), omega[k], kResidual, 0.2));
      }
    }
  }
}

// Oracle: a turn at constant rate about a fixed axis, whose quaternion (cos θ/2, sin θ/2 k) times a
// positive function of time, which must not matter.
TEST(OperationalMotion, OrientationByQuaternions) {
  const Arm arm = puma();
  const Mat3 R0 = arm.pose(arm.start).R;
  const Vec3 phi = spatial::log_rotation(R0);
  const Vec3 axis = phi.normalized();
  const std::string half = to_text(0.5 * phi.norm()) + " + 0.15*t";
  const auto component = [&](double k) {
    return formula(("(2 + sin(t)) * " + to_text(k) + "*sin(" + half + ")").c_str());
  };
  PoseLaws laws = line();
  laws.orientation = PoseLaws::Orientation::kQuaternion;
  laws.quaternion = {formula(("(2 + sin(t)) * cos(" + half + ")").c_str()), component(axis.x()),
                     component(axis.y()), component(axis.z())};
  const Trajectory motion = arm.moved(laws);
  for (const double t : {0.0, 0.7, 1.9}) {
    const model::StateSeries q = motion.sample(t, 4);
    EXPECT_TRUE(
        near(arm.pose(q[0]).R, spatial::rotation_about(axis, phi.norm() + 0.3 * t), 1e-14, 1.0));
    const taylor::Series<Vec6> X = reached(arm, q);
    EXPECT_TRUE(near(Vec3(X[0].tail<3>()), 0.3 * axis, kResidual));
    for (int k = 1; k < 4; ++k)
      EXPECT_TRUE(near(Vec3(X[k].tail<3>()), Vec3::Zero(), kResidual, 0.3));
  }
}

// Property: five joints follow a motion from rest to rest, where X', X'', X''' are rounding and
// what is left of them is no sign of too few joints.
TEST(OperationalMotion, FiveJointsBeginAtRest) {
  const Arm arm = fanuc();
  const auto go = [](double by) {
    return std::make_shared<PiecewisePolynomial>(minimum_snap(0.0, 0.0, 1.0, by));
  };
  const PoseLaws laws{.range = {0.0, 1.0},
                      .position = {go(0.05), go(-0.03), go(0.02)},
                      .origin = PoseLaws::Origin::kStart};
  const Trajectory motion = arm.moved(laws);
  EXPECT_EQ(motion.continuity(), 6);
  for (const double t : {0.0, 1.0}) {
    const model::StateSeries q = motion.sample(t, 4);
    for (int k = 1; k <= 3; ++k) EXPECT_TRUE(near(q[k], VecX::Zero(5), 1e-12, 1.0)) << k;
    EXPECT_GT(q[4].norm(), 0.1);
  }
  const spatial::Transform end = arm.pose(motion.sample(1.0, 0)[0]);
  EXPECT_TRUE(near(end.p, arm.pose(arm.start).p + Vec3(0.05, -0.03, 0.02), 1e-14));
  EXPECT_TRUE(near(end.R, arm.pose(arm.start).R, 1e-14));
}

// Property: with a free orientation the position is met, and q' is the shortest that does.
TEST(OperationalMotion, FreeOrientation) {
  const Arm arm = fanuc();
  PoseLaws laws = circle();
  laws.orientation = PoseLaws::Orientation::kFree;
  const Trajectory motion = arm.moved(laws);
  const model::StateSeries q = motion.sample(1.1, 4);
  const Vec3 start = arm.pose(arm.start).p;
  EXPECT_NEAR(arm.pose(q[0]).p.x(), start.x() + 0.05 * std::cos(3.3) - 0.05, 1e-15);
  EXPECT_GT((arm.pose(q[0]).R - arm.pose(arm.start).R).norm(), 1e-3);
  const MatX null = Eigen::FullPivLU<MatX>(arm.jacobian(q[0]).topRows(3)).kernel();
  EXPECT_EQ(null.cols(), 2);
  EXPECT_TRUE(near(null.transpose() * q[1], VecX::Zero(2), 1e-13, 1.0));
  // q'' does have a part there, as q' stays the shortest: [d/dt (1 - J⁺J)] q'.
  EXPECT_GT((null.transpose() * q[2]).norm(), 1e-4);
  expect_consistent(motion, 1.1, 0.05);
}

// Property: joints that do not move the frame turn at their own rate; the start may be near the
// first pose only.
TEST(OperationalMotion, OtherJointsAndAStartNearby) {
  Arm arm = panda();
  const model::Frame& link = arm.model.frame("link6");
  VecX z = VecX::Zero(7);
  z(6) = 0.25;
  PoseLaws laws = circle();
  laws.orientation = PoseLaws::Orientation::kFree;
  const Trajectory motion = operational_motion(arm.model, link, arm.start, laws, {.nullspace = z});
  const model::StateSeries q = motion.sample(1.2, 3);
  EXPECT_NEAR(q[0](6), arm.start(6) + 0.3, 1e-15);
  EXPECT_EQ(q[1](6), 0.25);
  EXPECT_EQ(q[2](6), 0.0);
  EXPECT_EQ(q[0](5), arm.start(5));

  const Vec3 p = arm.pose(arm.start).p;
  laws = line();
  laws.origin = PoseLaws::Origin::kWorld;
  laws.position[0] = formula((to_text(p.x() + 0.02) + " + 0.1*t").c_str());
  laws.position[1] = nullptr;
  laws.position[2] = nullptr;
  laws.range = {0.0, 0.5};
  EXPECT_NEAR(arm.pose(arm.moved(laws).sample(0.0, 0)[0]).p.x(), p.x() + 0.02, 1e-15);
}

// Property: cursors that share, cursors of one's own, expand() and other threads give the same
// bits; a reclocked motion keeps sharing.
TEST(OperationalMotion, CursorsAgreeToTheBit) {
  const Arm arm = panda();
  const Trajectory motion = arm.moved(circle()).at_speed(2.0);
  const std::vector<double> times{0.0, 0.1, 0.95, 0.4, 1.0};
  const auto block_of = [&] {
    model::StateBlock block(7, 5, 5);
    TrajectoryCursor cursor(motion);
    cursor.sample(times, block);
    return block;
  };
  const model::StateBlock block = block_of();
  std::vector<model::StateBlock> others(2, model::StateBlock(7, 5, 5));
  std::vector<std::thread> threads;
  for (model::StateBlock& other : others) threads.emplace_back([&] { other = block_of(); });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < times.size(); ++i) {
    const model::StateSeries q = motion.sample(times[i], 5);
    for (int k = 0; k <= 5; ++k) {
      for (int j = 0; j < 7; ++j) {
        EXPECT_EQ(block.q().column(k, j)[i], q[k](j));
        for (const model::StateBlock& other : others) {
          EXPECT_EQ(other.q().column(k, j)[i], q[k](j));
        }
      }
    }
  }
}

// Budget: samples of one order do not allocate after the first.
TEST(OperationalMotion, SamplesDoNotAllocate) {
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  for (const Arm& arm : {panda(), puma(), fanuc()}) {
    SCOPED_TRACE(arm.model.name());
    const Trajectory motion = arm.moved(circle());
    TrajectoryCursor cursor(motion);
    model::StateBlock block(arm.model.num_coordinates(), 6, 3);
    cursor.sample(std::vector<double>{0.0, 0.1, 0.2}, block);
    const std::vector<double> times{0.3, 0.7, 1.9};
    const support::MallocCount count;
    cursor.sample(times, block);
    EXPECT_EQ(count.calls(), 0);
  }
}

// Bad input: out of reach and singular positions with time, condition number and last good state.
TEST(OperationalMotion, SaysWhereItCannotFollow) {
  const Arm arm = panda();
  PoseLaws laws = line();
  laws.position = {formula("t"), nullptr, nullptr};
  try {
    arm.moved(laws);
    ADD_FAILURE() << "the panda does not reach 2 m farther";
  } catch (const UnreachableMotion& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("t = 0."), std::string::npos) << text;
    EXPECT_NE(text.find("condition number "), std::string::npos) << text;
    EXPECT_NE(text.find("; the last good state is at t = 0."), std::string::npos) << text;
    EXPECT_NE(text.find(" s: joint1 = "), std::string::npos) << text;
  }
  laws = line();
  laws.origin = PoseLaws::Origin::kWorld;
  laws.position = {formula("5 + t"), nullptr, nullptr};
  EXPECT_THROW_MESSAGE(arm.moved(laws), UnreachableMotion,
                       "at t = 0 s: inverse_pose: link 'flange' does not reach the pose");
  // The arm of five joints, with a tool that does not point straight down.
  Arm oblique = fanuc();
  oblique.start(3) += 0.1;
  EXPECT_THROW_MESSAGE(oblique.moved(circle()), UnreachableMotion,
                       "at t = 0 s 5 joints cannot give link 'tool' derivative 1 of its motion");
  EXPECT_THROW_MESSAGE(arm.moved(circle(), {.max_condition = 2.0}), UnreachableMotion,
                       "at t = 0 s the Jacobian of link 'flange' is singular or nearly so");
}

TEST(OperationalMotion, SaysWhatIsWrong) {
  const Arm arm = panda();
  PoseLaws laws = line();
  EXPECT_THROW_MESSAGE(operational_motion(arm.model, arm.frame(), VecX::Zero(3), laws),
                       InvalidArgument,
                       "the start must be 7 finite numbers for model 'panda', got 3");
  EXPECT_THROW_MESSAGE(arm.moved(laws, {.nullspace = VecX::Zero(2)}), InvalidArgument,
                       "the nullspace motion must be 7 finite rates, got 2");
  EXPECT_THROW_MESSAGE(arm.moved(laws, {.max_condition = 0.5}), InvalidArgument,
                       "must be at least 1, got 0.5");
  EXPECT_THROW_MESSAGE(arm.moved({.range = {0.0, 1.0}}), InvalidArgument, "no law moves the frame");
  laws.range = {1.0, 1.0};
  EXPECT_THROW_MESSAGE(arm.moved(laws), InvalidArgument, "the motion is from t = 1 to 1 s");
  laws = line();
  EXPECT_THROW_MESSAGE(operational_motion(arm.model, arm.model.frames().front(), arm.start, laws),
                       InvalidArgument, "no joint moves link '");
  laws.orientation = PoseLaws::Orientation::kQuaternion;
  laws.quaternion[0] = formula("1");
  EXPECT_THROW_MESSAGE(arm.moved(laws), InvalidArgument,
                       "all four components of a quaternion need a law");
  for (auto& law : laws.quaternion) law = formula("0.01*t");
  EXPECT_THROW_MESSAGE(arm.moved(laws), NumericalError,
                       "at t = 0 s the quaternion has norm 0, which gives no orientation");
  // At the start of the fanuc arm x points down: β = 90°.
  laws = line();
  laws.orientation = PoseLaws::Orientation::kAngles;
  laws.angles[0] = formula("t");
  EXPECT_THROW_MESSAGE(fanuc().moved(laws), InvalidArgument,
                       "the angles zyx of the orientation at the start are not determined");
}

}  // namespace
}  // namespace appell::trajectory
