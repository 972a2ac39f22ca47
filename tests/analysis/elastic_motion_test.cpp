// What motors must do behind elastic joints, against equations of motion that are written out here.
#include "appell/analysis/elastic_motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/kinematics/propagate.hpp"
#include "tests/analysis/elastic_arm.hpp"
#include "tests/support/malloc_guard.hpp"
#include "tests/support/matchers.hpp"

namespace appell::analysis {
namespace {

using model::Actuator;
using support::arm;
using support::elastic_formulas;
using support::kOneLink;
using support::kTwoLinks;
using support::ramp_then_constant;

constexpr double kEarth = 9.81;

double plain_derivative(const model::SeriesBlock& block, int k, int j, int sample) {
  return taylor::factorial(k) * block.column(k, j)[sample];
}

// Oracle: closed form. A pendulum, q = A sin ωt, on a linear spring: with J = I + m c²,
//   τ = J q'' + G sin q,  τ'' = J q'''' + G (cos q q'' - sin q q'²),  τ_m = B (q'' + τ''/K) + τ.
TEST(ElasticMotion, OfAPendulumIsTheClosedForm) {
  const double K = 400.0, A = 0.6, w = 3.0, B = 100.0 * 100.0 * 3e-5;
  const Actuator actuator{.gear_ratio = 100.0, .rotor_inertia = 3e-5, .stiffness = K};
  const ElasticRobot robot(arm(kOneLink, {actuator}));
  const auto motion = elastic_formulas({"0.6*sin(3*t)"}, 2.0);
  ElasticMotion elastic(robot, motion, 0, 16);
  const std::vector<double> times{0.0, 0.1, 0.37, 0.9, 1.3, 2.0};
  elastic.compute(times);
  const double J = 0.2 + 1.5 * 0.4 * 0.4, G = 1.5 * kEarth * 0.4;
  for (int i = 0; i < 6; ++i) {
    const double t = times[i];
    const double q = A * std::sin(w * t), q1 = A * w * std::cos(w * t), q2 = -w * w * q;
    const double q4 = w * w * w * w * q, q3 = -w * w * q1;
    const double tau = J * q2 + G * std::sin(q), tau1 = J * q3 + G * std::cos(q) * q1;
    const double tau2 = J * q4 + G * (std::cos(q) * q2 - std::sin(q) * q1 * q1);
    EXPECT_NEAR(plain_derivative(elastic.spring_force(), 0, 0, i), tau, 1e-12 * 10.0);
    EXPECT_NEAR(plain_derivative(elastic.deflection(), 0, 0, i), tau / K, 1e-12 * 10.0 / K);
    EXPECT_NEAR(plain_derivative(elastic.theta(), 0, 0, i), q + tau / K, 1e-12);
    EXPECT_NEAR(plain_derivative(elastic.theta(), 1, 0, i), q1 + tau1 / K, 1e-12 * 2.0);
    EXPECT_NEAR(plain_derivative(elastic.theta(), 2, 0, i), q2 + tau2 / K, 1e-12 * 6.0);
    EXPECT_NEAR(plain_derivative(elastic.motor_force(), 0, 0, i), B * (q2 + tau2 / K) + tau,
                1e-12 * 10.0);
    EXPECT_NEAR(plain_derivative(elastic.rigid_force(), 0, 0, i), B * q2 + tau, 1e-12 * 10.0);
  }
}

// Property: higher orders are the time derivatives of lower ones, and raise nothing of them: the
// Taylor series of the motor's force about t, with 10 coefficients, predicts it at t + h.
TEST(ElasticMotion, HigherOrdersPredictWhatComes) {
  const std::vector<Actuator> actuators{
      {.gear_ratio = 80.0, .rotor_inertia = 4e-5, .stiffness = 900.0},
      {.rotor_inertia = 0.05, .stiffness = 300.0, .stiffness_3 = 4e4, .stiffness_5 = 1e6}};
  const ElasticRobot robot(arm(kTwoLinks, actuators));
  const auto motion = elastic_formulas({"0.5*sin(2*t)", "0.3*cos(3*t)+0.2*t"}, 2.0);
  ElasticMotion low(robot, motion, 0, 2), high(robot, motion, 9, 2);
  const double h = 0.05;
  low.compute(std::vector{0.7, 0.7 + h});
  high.compute(std::vector{0.7});
  for (int j = 0; j < 2; ++j) {
    EXPECT_EQ(low.motor_force().column(0, j)[0], high.motor_force().column(0, j)[0]);
    double sum = 0.0;
    for (int k = 9; k >= 0; --k) sum = sum * h + high.motor_force().column(k, j)[0];
    const double expected = low.motor_force().column(0, j)[1];
    EXPECT_NEAR(sum, expected, 1e-9 * std::abs(expected)) << j;  // (4 h)¹⁰/10 or so is left out.
    EXPECT_GT(std::abs(expected - low.motor_force().column(0, j)[0]), 1e-3 * std::abs(expected));
  }
}

// Oracle: τ_m - (B q'' + τ) = B τ''/K exactly: ten times as stiff, a tenth of the difference.
TEST(ElasticMotion, ApproachesTheRigidRobotAsOneOverTheStiffness) {
  const auto motion = elastic_formulas({"0.5*sin(2*t)", "0.3*cos(3*t)"}, 2.0);
  double before = 0.0;
  for (const double K : {1e3, 1e4, 1e5, 1e6}) {
    const Actuator actuator{.gear_ratio = 80.0, .rotor_inertia = 4e-5, .stiffness = K};
    ElasticMotion elastic(ElasticRobot(arm(kTwoLinks, {actuator, actuator})), motion, 0, 1);
    elastic.compute(std::vector{0.4});
    const double rigid = elastic.rigid_force().column(0, 1)[0];
    const double difference = elastic.motor_force().column(0, 1)[0] - rigid;
    if (before != 0.0) {
      EXPECT_NEAR(before / difference, 10.0, 1e-12 * K);  // Cancels 1/K.
    }
    before = difference;
    EXPECT_NE(difference, 0.0);
    // And the rigid answer is that of the rigid model: rotors in the mass matrix.
    const Actuator stiff{.gear_ratio = 80.0, .rotor_inertia = 4e-5};
    const auto state = motion.sample(0.4, 2);
    const VecX Q =
        force::generalized_force(kinematics::propagate(arm(kTwoLinks, {stiff, stiff}), state))[0];
    EXPECT_NEAR(rigid, Q[1], 1e-13 * 20.0);
  }
}

/// Lagrange's equations of two links and two rotors, written out. x = q1, q2, θ1, θ2 and rates.
struct ElasticArmEquations {
  std::array<Actuator, 2> actuators;
  double viscous = 0.0;  ///< Friction of the joints.

  std::array<double, 8> operator()(const std::array<double, 8>& x, double u1, double u2) const {
    const auto& [l, m, I] = kTwoLinks;
    const double q1 = x[0], q2 = x[1], v1 = x[4], v2 = x[5];
    const double c1 = 0.5 * l[0], c2 = 0.5 * l[1], cosine = std::cos(q2), sine = std::sin(q2);
    const double a = I[0] + m[0] * c1 * c1 + I[1] + m[1] * (l[0] * l[0] + c2 * c2);
    const double b = m[1] * l[0] * c2, d = I[1] + m[1] * c2 * c2;
    const double M11 = a + 2 * b * cosine, M12 = d + b * cosine, M22 = d;
    const double h1 = -b * sine * (2 * v1 * v2 + v2 * v2), h2 = b * sine * v1 * v1;
    const double g2 = m[1] * kEarth * c2 * std::sin(q1 + q2);
    const double g1 = (m[0] * c1 + m[1] * l[0]) * kEarth * std::sin(q1) + g2;
    std::array<double, 2> spring{}, motor_acceleration{};
    for (std::size_t j = 0; j < 2; ++j) {
      const Actuator& of = actuators[j];
      const double delta = x[2 + j] - x[j], rate = x[6 + j] - x[4 + j];
      spring[j] = of.stiffness * delta + of.stiffness_3 * delta * delta * delta + of.damping * rate;
      const double motor_rate = of.gear_ratio * x[6 + j];
      const double friction = of.gear_ratio * of.motor_friction.viscous * motor_rate;
      motor_acceleration[j] = ((j == 0 ? u1 : u2) - spring[j] - friction) /
                              (of.gear_ratio * of.gear_ratio * of.rotor_inertia);
    }
    const double r1 = spring[0] - h1 - g1 - viscous * v1, r2 = spring[1] - h2 - g2 - viscous * v2;
    const double det = M11 * M22 - M12 * M12;
    return {x[4],
            x[5],
            x[6],
            x[7],
            (M22 * r1 - M12 * r2) / det,
            (M11 * r2 - M12 * r1) / det,
            motor_acceleration[0],
            motor_acceleration[1]};
  }
};

/// Drives the arm with the forces of the motors, from the state at the start, by the classical rule
/// of Runge and Kutta in steps of 2 dt, and gives the largest error of q at any step.
double tracking_error(const ElasticArmEquations& equations, double dt, int steps) {
  const ElasticRobot robot(arm(kTwoLinks, {equations.actuators[0], equations.actuators[1]},
                               {.viscous = equations.viscous}));
  const auto motion =
      elastic_formulas({"0.5*sin(2*t)+0.1*t", "0.3*cos(3*t)"}, 2.0 * dt * steps + 1e-9);
  ElasticMotion elastic(robot, motion, 0, 3);
  std::array<double, 8> x{};
  const auto value = [&](const model::SeriesBlock& of, int k, std::size_t j, int i) {
    return plain_derivative(of, k, static_cast<int>(j), i);
  };
  double worst = 0.0;
  for (int step = 0; step < steps; ++step) {
    elastic.compute(std::vector{dt * (2 * step), dt * (2 * step + 1), dt * (2 * step + 2)});
    for (std::size_t j = 0; j < 2; ++j) {
      if (step == 0) {
        x[j] = value(elastic.states().q(), 0, j, 0),
        x[4 + j] = value(elastic.states().q(), 1, j, 0);
        x[2 + j] = value(elastic.theta(), 0, j, 0), x[6 + j] = value(elastic.theta(), 1, j, 0);
      }
    }
    const auto slope = [&](const std::array<double, 8>& from, const std::array<double, 8>& k,
                           double h, int i) {
      std::array<double, 8> at = from;
      for (std::size_t n = 0; n < 8; ++n) at[n] += h * k[n];
      return equations(at, value(elastic.motor_force(), 0, 0, i),
                       value(elastic.motor_force(), 0, 1, i));
    };
    const auto k1 = slope(x, {}, 0.0, 0), k2 = slope(x, k1, dt, 1), k3 = slope(x, k2, dt, 1);
    const auto k4 = slope(x, k3, 2 * dt, 2);
    for (std::size_t n = 0; n < 8; ++n) {
      x[n] += dt / 3.0 * (k1[n] + 2 * k2[n] + 2 * k3[n] + k4[n]);
    }
    for (std::size_t j = 0; j < 2; ++j) {
      worst = std::max(worst, std::abs(x[j] - value(elastic.states().q(), 0, j, 2)));
      worst = std::max(worst, std::abs(x[2 + j] - value(elastic.theta(), 0, j, 2)));
    }
  }
  return worst;
}

// Cross-check: forward∘inverse. An elastic arm of two links and two rotors, by Lagrange's equations
// written out here, follows the motion that its motors' forces were computed for. The error is that
// of the rule of integration, of fourth order: below 2e-10, and 16 times less in steps half as
// long.
TEST(ElasticMotion, DrivesAnArmOfTwoLinksAndTwoRotors) {
  ElasticArmEquations equations{
      .actuators = {Actuator{.gear_ratio = 50.0, .rotor_inertia = 2e-4, .stiffness = 900.0},
                    Actuator{.gear_ratio = -30.0, .rotor_inertia = 2e-4, .stiffness = 400.0}},
      .viscous = 0.4};
  equations.actuators[0].motor_friction.viscous = 1e-3;
  equations.actuators[1].stiffness_3 = 3e3;
  const double coarse = tracking_error(equations, 5e-4, 600);
  const double fine = tracking_error(equations, 2.5e-4, 1200);
  EXPECT_LT(fine, 2e-8);
  EXPECT_NEAR(coarse / fine, 16.0, 2.0);
}

// Cross-check: the same with dampers beside the springs, of which one is slow and one is stiff.
TEST(ElasticMotion, DrivesADampedArm) {
  const ElasticArmEquations equations{
      .actuators = {
          Actuator{.gear_ratio = 50.0, .rotor_inertia = 2e-4, .stiffness = 900.0, .damping = 3.0},
          Actuator{
              .gear_ratio = -30.0, .rotor_inertia = 2e-4, .stiffness = 400.0, .damping = 0.5}}};
  const double coarse = tracking_error(equations, 5e-4, 600);
  const double fine = tracking_error(equations, 2.5e-4, 1200);
  EXPECT_LT(fine, 2e-8);
  EXPECT_NEAR(coarse / fine, 16.0, 2.0);
}

// Cross-check: a second formulation by the engine itself. Rotors as bodies of a tree of their own
// joints, where their spin has no part in the motion of what carries them: the second axis is at
// right angles to the first, and a rotor has inertia about its own axis only. Then
//   Q of a link = force of the spring,   Q of a rotor + that = force of the motor.
TEST(ElasticMotion, IsATreeWithRotorsAsBodies) {
  const double B1 = 0.3, B2 = 0.2;
  spatial::Placement centre, joint;
  centre.xyz = Vec3(0.1, -0.2, 0.3);
  joint.xyz = Vec3(0.2, 0.1, 0.4);
  const Mat3 inertia = Vec3(0.05, 0.06, 0.07).asDiagonal();
  model::Description robot{.name = "two axes"};
  robot.links = {{.name = "base"},
                 {.name = "link1", .inertial = {2.0, centre, inertia}},
                 {.name = "link2", .inertial = {1.5, centre, inertia}}};
  robot.joints = {{.name = "joint1",
                   .kind = model::JointKind::kRevolute,
                   .parent = "base",
                   .child = "link1",
                   .axis = Vec3::UnitZ()},
                  {.name = "joint2",
                   .kind = model::JointKind::kRevolute,
                   .parent = "link1",
                   .child = "link2",
                   .X_PJ = joint,
                   .axis = Vec3::UnitX()}};
  model::Description tree = robot;
  robot.joints[0].actuator = {.gear_ratio = 10.0, .rotor_inertia = B1 / 100.0, .stiffness = 500.0};
  robot.joints[1].actuator = {.gear_ratio = 10.0, .rotor_inertia = B2 / 100.0, .stiffness = 300.0};
  for (const auto& [name, parent, axis, B] :
       {std::tuple{"rotor1", "base", Vec3(Vec3::UnitZ()), B1},
        std::tuple{"rotor2", "link1", Vec3(Vec3::UnitX()), B2}}) {
    const Mat3 spin = B * axis * axis.transpose();
    tree.links.push_back({.name = name, .inertial = {0.0, spatial::Placement{}, spin}});
    tree.joints.push_back({.name = std::string("motor of ") + name,
                           .kind = model::JointKind::kRevolute,
                           .parent = parent,
                           .child = name,
                           .axis = axis});
  }
  const model::Model rotors = model::build(tree, mass::Physics::kNotChecked);
  const auto motion = elastic_formulas({"0.7*sin(2*t)+0.3", "0.5*cos(3*t)+t"}, 2.0);
  ElasticMotion elastic(ElasticRobot(model::build(robot)), motion, 2, 2);
  elastic.compute(std::vector{0.3, 1.7});
  for (int i = 0; i < 2; ++i) {
    model::StateSeries state(4, VecX::Zero(4));
    for (int k = 0; k <= 4; ++k) {
      state[k] << elastic.states().q().column(k, 0)[i], elastic.states().q().column(k, 1)[i],
          elastic.theta().column(k, 0)[i], elastic.theta().column(k, 1)[i];
    }
    const auto Q = force::generalized_force(kinematics::propagate(rotors, state));
    for (int k = 0; k <= 2; ++k) {
      for (int j = 0; j < 2; ++j) {
        const double spring = elastic.spring_force().column(k, j)[i];
        const double motor = elastic.motor_force().column(k, j)[i];
        const double scale = 1e-12 * (Q[k].cwiseAbs().maxCoeff() + std::abs(spring));
        EXPECT_NEAR(Q[k][j], spring, scale) << k << " " << j;
        EXPECT_NEAR(Q[k][2 + j] + spring, motor, scale) << k << " " << j;
        EXPECT_GT(std::abs(Q[k][2 + j]), 1e-3);  // The rotor counts.
      }
    }
  }
}

// Oracle: the rigid model. A rigid joint beside an elastic one has its rotor in the mass matrix,
// and its motor is at the link.
TEST(ElasticMotion, CountsTheRotorsOfRigidJointsOnce) {
  const Actuator rigid{.gear_ratio = 80.0, .rotor_inertia = 4e-5};
  Actuator elastic_one = rigid;
  elastic_one.stiffness = 700.0;
  const auto motion = elastic_formulas({"0.5*sin(2*t)", "0.3*cos(3*t)"}, 2.0);
  ElasticMotion elastic(ElasticRobot(arm(kTwoLinks, {rigid, elastic_one})), motion, 0, 1);
  elastic.compute(std::vector{0.9});
  const Actuator none{};
  const VecX Q = force::generalized_force(
      kinematics::propagate(arm(kTwoLinks, {rigid, none}), motion.sample(0.9, 2)))[0];
  EXPECT_NEAR(elastic.motor_force().column(0, 0)[0], Q[0], 1e-13 * std::abs(Q[0]));
  EXPECT_NEAR(elastic.spring_force().column(0, 1)[0], Q[1], 1e-13 * std::abs(Q[0]));
  EXPECT_EQ(elastic.theta().column(0, 0)[0], elastic.states().q().column(0, 0)[0]);
  EXPECT_EQ(elastic.deflection().column(0, 0)[0], 0.0);
}

// Oracle: closed form. Without gravity τ = J t, then J: the damped spring lags by D/K² J, which
// fades from t = 1 on. Whether t = 1 is a sample or not.
TEST(ElasticMotion, CarriesDampedJointsOverSeams) {
  const double K = 40.0, D = 8.0, J = 0.2 + 1.5 * 0.4 * 0.4, lambda = K / D;
  const Actuator actuator{.rotor_inertia = 0.3, .stiffness = K, .damping = D};
  const ElasticRobot robot(arm(kOneLink, {actuator}).with_gravity(Vec3::Zero()));
  const auto motion = ramp_then_constant();
  for (const int count : {21, 18}) {
    ElasticMotion elastic(robot, motion, 0, 32);
    std::vector<double> times;
    for (int i = 0; i < count; ++i) times.push_back(2.0 * i / (count - 1));
    elastic.compute(times);
    for (int i = 0; i < count; ++i) {
      const double t = times[i];
      const double fading = std::exp(-lambda * std::max(0.0, t - 1.0));
      const double delta = J * std::min(t, 1.0) / K - D * J / (K * K) * fading;
      const double delta1 = t < 1.0 ? J / K : J / K * fading;
      const double delta2 = t < 1.0 ? 0.0 : -J / D * fading;
      EXPECT_NEAR(plain_derivative(elastic.deflection(), 0, 0, i), delta, 1e-14) << t;
      EXPECT_NEAR(plain_derivative(elastic.deflection(), 1, 0, i), delta1, 1e-14) << t;
      EXPECT_NEAR(plain_derivative(elastic.deflection(), 2, 0, i), delta2, 1e-13) << t;
      const double q2 = std::min(t, 1.0);
      EXPECT_NEAR(plain_derivative(elastic.motor_force(), 0, 0, i), 0.3 * (q2 + delta2) + J * q2,
                  1e-13);
    }
    EXPECT_FALSE(elastic.damped().kink().has_value());
  }
}

// Property: what a damped joint does at a time does not depend on how many samples came before.
TEST(ElasticMotion, OfDampedJointsIsTheSameAtAnyRate) {
  const Actuator actuator{.rotor_inertia = 0.2, .stiffness = 300.0, .damping = 40.0};
  const ElasticRobot robot(arm(kTwoLinks, {actuator, actuator}));
  const auto motion = elastic_formulas({"0.5*sin(4*t)", "0.3*cos(9*t)+0.1*exp(-t)"}, 3.0);
  std::array<double, 2> last{};
  for (const int count : {2, 13, 3001}) {
    ElasticMotion elastic(robot, motion, 0, 1);
    for (int i = 0; i < count; ++i) elastic.compute(std::vector{3.0 * i / (count - 1)});
    for (int j = 0; j < 2; ++j) {
      const double here = plain_derivative(elastic.motor_force(), 0, j, 0);
      double& before = last[j];
      if (before != 0.0) {
        EXPECT_NEAR(here, before, 1e-11 * 30.0) << count;
      }
      before = here;
    }
  }
}

// A formula may have a kink of which the motion does not know: found, and said.
TEST(ElasticMotion, FindsAKinkThatTheMotionDoesNotTellOf) {
  const Actuator actuator{.rotor_inertia = 0.2, .stiffness = 300.0, .damping = 40.0};
  const ElasticRobot robot(arm(kOneLink, {actuator}));
  const auto motion = elastic_formulas({"(t-0.7)^2*sqrt((t-0.7)^2)"}, 2.0);  // |t - 0.7|³
  ElasticMotion elastic(robot, motion, 0, 8);
  elastic.compute(std::vector{0.0, 0.5, 1.0, 1.5, 2.0});
  ASSERT_TRUE(elastic.damped().kink().has_value());
  EXPECT_NEAR(*elastic.damped().kink(), 0.7, 1e-3);
}

// Budget: after the first block nothing is allocated.
TEST(ElasticMotion, AllocatesNothingAfterTheFirstBlock) {
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  std::vector<Actuator> actuators{
      {.gear_ratio = 80.0, .rotor_inertia = 4e-5, .stiffness = 900.0, .stiffness_3 = 10.0},
      {.rotor_inertia = 0.05, .stiffness = 300.0, .damping = 5.0}};
  actuators[0].motor_friction.viscous = 1e-3;
  const ElasticRobot robot(arm(kTwoLinks, actuators));
  const auto motion = elastic_formulas({"0.5*sin(2*t)", "0.3*cos(3*t)"}, 2.0);
  ElasticMotion elastic(robot, motion, 2, 2);
  const std::vector first{0.0, 0.01}, second{0.02, 0.03};
  elastic.compute(first);
  const support::MallocCount count;
  elastic.compute(second);
  EXPECT_EQ(count.calls(), 0);
}

TEST(ElasticRobot, RefusesWhatItCannotCompute) {
  const Actuator none{}, spring{.stiffness = 100.0};
  EXPECT_THROW_MESSAGE(ElasticRobot(arm(kOneLink, {none})), InvalidArgument,
                       "model 'arm' has no elastic joint");
  EXPECT_THROW_MESSAGE(ElasticRobot(arm(kOneLink, {spring}, {.dry = 1.0})), InvalidArgument,
                       "joint 'joint1': has dry friction that is not smooth");
  EXPECT_NO_THROW(ElasticRobot(arm(
      kOneLink, {spring}, {.dry = 1.0, .law = model::Friction::Law::kSmooth, .velocity = 0.1})));
  Actuator dry = spring;
  dry.motor_friction.dry = 0.2;
  const ElasticRobot robot(arm(kOneLink, {dry}));
  const auto motion = elastic_formulas({"sin(t)"}, 1.0);
  EXPECT_THROW_MESSAGE(ElasticMotion(robot, motion, 1, 8), InvalidArgument,
                       "joint 'joint1': has dry friction that is not smooth");
  EXPECT_THROW_MESSAGE(ElasticMotion(robot, motion, 10, 8), InvalidArgument,
                       "the order is 10; 0 to 9");
  ElasticMotion elastic(robot, motion, 0, 8);
  elastic.compute(std::vector{0.5});
  const Actuator smooth = spring;
  ElasticMotion without(ElasticRobot(arm(kOneLink, {smooth})), motion, 0, 8);
  without.compute(std::vector{0.5});
  EXPECT_NEAR(elastic.motor_force().column(0, 0)[0] - without.motor_force().column(0, 0)[0], 0.2,
              1e-13);
}

}  // namespace
}  // namespace appell::analysis
