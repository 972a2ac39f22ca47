// The fastest legal motion along a path under constant loads.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "appell/force/generalized_force.hpp"
#include "appell/force/motion_matrices.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/planning/optimum.hpp"
#include "appell/planning/path_dynamics.hpp"
#include "appell/planning/retime.hpp"
#include "appell/trajectory/expression.hpp"
#include "tests/planning/random_paths.hpp"
#include "tests/support/matchers.hpp"

namespace appell::planning {
namespace {

using analysis::MotionLoads;
using analysis::SharedLoads;
using model::Limited;
using model::MotionLimit;
using model::Wrench;
using trajectory::Trajectory;

SharedLoads shared_loads(force::Surroundings constant) {
  return std::make_shared<MotionLoads>(MotionLoads{.constant = std::move(constant)});
}

MotionLimit torque(int order, double size, int joint = 0) {
  return {Limited::kForce, order, joint, -size, size};
}

/// The shoulder of planar2r turns by `length`, stretched out.
Trajectory turn_of_shoulder(double length) {
  return trajectory::waypoint_path(3, {"shoulder", "elbow"},
                                   {{0.0, 0.0}, {0.5 * length, 0.0}, {length, 0.0}});
}

model::Model planar_without_weight() {
  return io::load_model("planar2r").model.with_gravity(Vec3::Zero());
}

double inertia_stretched_out(const model::Model& robot) {
  const model::StateSeries state(0, VecX::Zero(2));
  return force::mass_matrix(kinematics::propagate(robot, state))[0](0, 0);
}

/// A moment about the axes of planar2r that takes f of both joints, wherever they are: they turn
/// about -y.
SharedLoads constant_torque(const model::Model& robot, double f) {
  return shared_loads({{{robot.default_frame(), {}, {Vec3(0.0, -f, 0.0)}}}, {}});
}

TEST(RetimeLoads, CoefficientsByHand) {
  // Oracle: the Jacobian of two links of 0.5 and 0.4 m, which turn by positive angles from x to z,
  // written down: Q = Jᵀ F - N_y (both turn about -y), in the axes of the tip F is turned by
  // q1 + q2; dQ/du by the chain rule. Loads change nothing but g and g1.
  const LimitedRobot robot = limited_robot("planar2r");
  const Trajectory path = random_path(robot, 5, 5, 31);
  const PathGrid grid = path_grid(path, 40);
  std::vector<GridPoint> points;
  for (int k = 0; k < 40; ++k) points.push_back({k, 0.3, 0.0});  // More than a block with others.
  for (int k = 0; k < 40; ++k) points.push_back({k, 0.8, 0.0});
  const double fx = 3.0, fz = -7.0, ny = 0.6, ex = 2.0, ez = 5.0;
  MotionLoads loads;
  const model::Frame& tip = robot.model.default_frame();
  loads.constant.loads = {{tip, {Vec3(fx, 4.0, fz)}, {Vec3(1.0, ny, 2.0)}}};
  loads.constant.external = {{tip, {Vec3(ex, 0.0, ez)}, {}, Wrench::Axes::kOfFrame}};
  PathDynamics free = path_derivatives(path, grid, points);
  PathDynamics loaded = free;
  add_forces(robot.model, free);
  add_forces(robot.model, loaded, &loads);
  EXPECT_EQ(free.m, loaded.m);
  EXPECT_EQ(free.c, loaded.c);
  EXPECT_EQ(free.e, loaded.e);
  EXPECT_EQ(free.c1, loaded.c1);
  for (std::size_t k = 0; k < points.size(); ++k) {
    const std::size_t i1 = loaded.at(0, k), i2 = loaded.at(1, k);
    const double a = loaded.p[0][i1], b = a + loaded.p[0][i2];
    const double da = loaded.p[1][i1], db = da + loaded.p[1][i2];
    const double l1 = 0.5, l2 = 0.4;
    // In the axes of the tip the force turns with it: about the elbow its lever is constant, and
    // about the shoulder it has that of the first link, seen from the second.
    const double elbow = -l2 * std::sin(b) * fx + l2 * std::cos(b) * fz - ny - l2 * ez;
    const double elbow_rate = db * (-l2 * std::cos(b) * fx - l2 * std::sin(b) * fz);
    const double c = b - a, dc = db - da;
    const double shoulder = elbow - l1 * std::sin(a) * fx + l1 * std::cos(a) * fz -
                            l1 * (ex * std::sin(c) + ez * std::cos(c));
    const double shoulder_rate = elbow_rate +
                                 da * (-l1 * std::cos(a) * fx - l1 * std::sin(a) * fz) -
                                 dc * l1 * (ex * std::cos(c) - ez * std::sin(c));
    EXPECT_NEAR(loaded.g[i1] - free.g[i1], shoulder, 1e-12);
    EXPECT_NEAR(loaded.g[i2] - free.g[i2], elbow, 1e-12);
    EXPECT_NEAR(loaded.g1[i1] - free.g1[i1], shoulder_rate, 1e-11);
    EXPECT_NEAR(loaded.g1[i2] - free.g1[i2], elbow_rate, 1e-11);
  }
}

TEST(RetimeLoads, BangBangUnderAConstantTorque) {
  // Oracle: torque L against a load f speeds up with (L - f)/I and slows down with (L + f)/I:
  // T = √(2 D (1/a + 1/b)). Nothing else limits the speed. On any number of intervals it is missed
  // by no more than what the one costs in which the torque changes its sign.
  const model::Model robot = planar_without_weight();
  const double I = inertia_stretched_out(robot), L = 40.0, D = 2.0;
  for (const double f : {0.0, 15.0, -15.0, 38.0, -38.0}) {
    for (const int intervals : {20, 1000, 5000}) {
      const double exact = std::sqrt(2.0 * D * I * (1.0 / (L - f) + 1.0 / (L + f)));
      RetimeOptions options{.intervals = intervals, .highest = HighestLimits::kSecondOrder};
      options.loads = constant_torque(robot, f);
      const Retiming result = retime(robot, turn_of_shoulder(D), robot.default_frame(),
                                     std::vector{torque(0, L)}, options);
      EXPECT_NEAR(result.optimum, exact, 1e-5 * exact) << f << ", " << intervals;
      EXPECT_GE(result.duration, exact * (1.0 - 1e-9)) << f;
      EXPECT_LE(result.duration, exact * (1.0 + 2e-5)) << f << ", " << intervals;
      EXPECT_TRUE(result.check.is_legal());
      EXPECT_NEAR(result.check.verdicts[0].worst, L, 1e-6 * L);
    }
  }
}

TEST(RetimeLoads, RowsBetweenThePoints) {
  // Oracle: without weight, what holds the robot at rest is f, at the points of the optimization
  // and between them: f/L of the limit.
  const model::Model robot = planar_without_weight();
  const Trajectory path = turn_of_shoulder(2.0);
  const std::vector<PathLimit> limits{{torque(0, 40.0)}};
  RetimeOptions options{.intervals = 50};
  options.loads = constant_torque(robot, 15.0);
  const model::Frame& tip = robot.default_frame();
  const Optimum optimum = find_optimum(robot, path, tip, limits, options);
  PathProblem fine = fine_problem({robot, path, tip, limits, options}, optimum);
  for (const PathProblem* problem : {optimum.problem.get(), &fine}) {
    ASSERT_FALSE(problem->timing.blocks[0].r.empty());
    for (const double r : problem->timing.blocks[0].r) EXPECT_NEAR(r, 15.0 / 40.0, 1e-12);
  }
}

TEST(RetimeLoads, LineUnderTorqueAndTorqueRate) {
  // Oracle: the S-curve up to V with A = (L - f)/I and down with B = (L + f)/I, J = R/I:
  // T = D/V + (V/A + A/J + V/B + B/J)/2. Without the load the motion would be another.
  const model::Model robot = planar_without_weight();
  const double I = inertia_stretched_out(robot), L = 40.0, R = 1000.0, V = 4.0, D = 2.0, f = 15.0;
  const double A = (L - f) / I, B = (L + f) / I, J = R / I;
  const double exact = D / V + 0.5 * (V / A + A / J + V / B + B / J);
  const std::vector<MotionLimit> limits{
      {Limited::kCoordinate, 1, 0, -V, V}, torque(0, L), torque(1, R)};
  RetimeOptions options;
  options.loads = constant_torque(robot, f);
  const Retiming result =
      retime(robot, turn_of_shoulder(D), robot.default_frame(), limits, options);
  EXPECT_GE(result.optimum, exact);
  EXPECT_LE(result.optimum, exact + 4e-4);
  EXPECT_LE(result.duration, 1.0005 * result.optimum);
  EXPECT_TRUE(result.check.is_legal());
  const double unloaded = D / V + V * I / L + L / R;
  EXPECT_GT(exact, unloaded + 0.01);
}

TEST(RetimeLoads, WhatNoSpeedMakesLegal) {
  // Oracle: stretched out, the shoulder holds g (3 · 0.25 + 2 · 0.7) N m of its own, and 0.9 m
  // times the weight in the hand: 40 N m are enough for 21 N, and not for 21.1 N.
  const LimitedRobot robot = limited_robot("planar2r");
  const model::Frame& tip = robot.model.default_frame();
  const Trajectory path =
      trajectory::waypoint_path(3, robot.joints(), {{0.0, 0.0}, {0.6, 0.4}, {1.2, 0.3}});
  const double most = (40.0 - 9.81 * (3.0 * 0.25 + 2.0 * 0.7)) / 0.9;
  EXPECT_NEAR(most, 21.0094, 1e-4);
  const auto run = [&](double weight, HighestLimits highest) {
    RetimeOptions options{.intervals = 300, .highest = highest};
    options.loads = shared_loads({{{tip, {Vec3(0.0, 0.0, weight)}, {}}}, {}});
    const std::vector<MotionLimit> limits{torque(0, 40.0, 0), torque(0, 20.0, 1),
                                          torque(1, 400.0, 0), torque(1, 200.0, 1)};
    return retime(robot.model, path, tip, limits, options);
  };
  for (const HighestLimits highest : {HighestLimits::kThirdOrder, HighestLimits::kSecondOrder}) {
    EXPECT_TRUE(run(0.99 * most, highest).check.is_legal());
    EXPECT_THROW_MESSAGE(run(1.01 * most, highest), NoLegalTiming,
                         "joint 'shoulder' needs 40.1891");
  }
}

/// The largest share of a limit of torque or torque rate at many instants, by the reference
/// implementation.
double largest_share(const model::Model& model, const Trajectory& motion,
                     const std::vector<MotionLimit>& limits, const force::Surroundings& around) {
  constexpr int kSamples = 2000;
  double largest = 0.0;
  const trajectory::TimeRange range = motion.range();
  for (int i = 0; i <= kSamples; ++i) {
    const double t = std::min(range.end, range.start + range.duration() * i / kSamples);
    const taylor::Series<VecX> force =
        force::generalized_force(kinematics::propagate(model, motion.sample(t, 3)), around, {});
    for (const MotionLimit& limit : limits) {
      if (limit.what != Limited::kForce) continue;
      largest =
          std::max(largest, std::abs(force.derivative(limit.order)(limit.coordinate)) / limit.high);
    }
  }
  return largest;
}

TEST(RetimeLoads, TorquesAtManyInstants) {
  // Cross-check: torques and torque rates of the motion at 2001 instants by the reference
  // implementation, with loads in both kinds of axes and from outside, are within their limits and
  // reach them; those of the motion that was found without loads are not. A longer time may be
  // legal, too.
  for (const char* name : {"planar2r", "panda"}) {
    const LimitedRobot robot = limited_robot(name);
    const bool is_small = robot.joints().size() == 2;
    const model::Frame& tip = robot.model.default_frame();
    const double size = is_small ? 4.0 : 15.0;
    force::Surroundings around{
        {{tip, {Vec3(0.3, 0.2, 1.0) * size}, {Vec3(0.02, 0.05, 0.0) * size}},
         {tip, {Vec3(-0.3, 0.1, 0.4) * size}, {}, Wrench::Axes::kOfFrame}},
        {{robot.model.frame(is_small ? "link1" : "link4"), {Vec3(0.2, 0.4, -0.5) * size}, {}}}};
    const Trajectory path = random_path(robot, 5, 5, 12);
    const std::vector<MotionLimit> limits = with_rates(robot.limits, is_small ? 1.0 : 0.1);
    RetimeOptions options{.intervals = 400};
    const Retiming without = retime(robot.model, path, tip, limits, options);
    options.loads = shared_loads(around);
    const Retiming with = retime(robot.model, path, tip, limits, options);
    EXPECT_TRUE(with.check.is_legal());
    EXPECT_LE(with.duration, 1.0005 * with.optimum);
    EXPECT_LE(largest_share(robot.model, with.motion, limits, around), 1.0 + 1e-9) << name;
    EXPECT_GE(largest_share(robot.model, with.motion, limits, around), 0.99) << name;
    EXPECT_GT(largest_share(robot.model, without.motion, limits, around), 1.001) << name;
    std::vector<PathLimit> everywhere;
    for (const MotionLimit& limit : limits) everywhere.push_back({limit});
    const auto slow =
        slowed_to(1.1 * with.duration, robot.model, path, tip, everywhere, options, with);
    ASSERT_TRUE(slow);
    EXPECT_LE(largest_share(robot.model, slow->motion, limits, around), 1.0) << name;
  }
}

TEST(RetimeLoads, OnAPartOfThePath) {
  // Property: a limit that holds on a part of the path only counts the load there, too: a check of
  // this part alone, which has no loads by itself, would find too little.
  const LimitedRobot robot = limited_robot("planar2r");
  const model::Frame& tip = robot.model.default_frame();
  const Trajectory path = random_path(robot, 5, 5, 12);
  std::vector<PathLimit> limits;
  for (const MotionLimit& limit : robot.limits) limits.push_back({limit});
  limits.push_back({torque(0, 16.0), 0.3, 0.7});
  RetimeOptions options{.intervals = 400};
  const force::Surroundings around{{{tip, {Vec3(0.0, 0.0, 3.0)}, {}}}, {}};
  options.loads = shared_loads(around);
  const Retiming result = retime(robot.model, path, tip, limits, options);
  double inside = 0.0, outside = 0.0;
  for (int i = 0; i <= 2000; ++i) {
    const double t = result.duration * i / 2000.0;
    const double s =
        result.clock.grading().expand(result.clock.parameter_at(result.clock.interval_at(t), t))[0];
    const double force = std::abs(force::generalized_force(
        kinematics::propagate(robot.model, result.motion.sample(t, 2)), around, {})[0](0));
    double& largest = s >= 0.3 && s <= 0.7 ? inside : outside;
    largest = std::max(largest, force);
  }
  EXPECT_LE(inside, 16.0 * (1.0 + 1e-6));
  EXPECT_GE(inside, 15.8);
  EXPECT_LE(outside, 40.0 * (1.0 + 1e-6));
  EXPECT_GT(outside, 17.0);
}

TEST(RetimeLoads, RefusesWhatDependsOnTime) {
  // Bad input: when the robot is where is what is sought.
  const LimitedRobot robot = limited_robot("planar2r");
  const model::Frame& tip = robot.model.default_frame();
  const Trajectory path = random_path(robot, 5, 5, 12);
  RetimeOptions options;
  MotionLoads loads;
  loads.constant.external = {{tip, {Vec3::Zero(), Vec3::UnitX()}, {}}};
  options.loads = std::make_shared<MotionLoads>(loads);
  EXPECT_THROW_MESSAGE(retime(robot.model, path, tip, robot.limits, options), InvalidArgument,
                       "external wrench on 'tip': derivative 1 of its force is not zero");
  loads.constant.external.clear();
  loads.operators = model::Operators::of_papers(-1, 0);
  options.loads = std::make_shared<MotionLoads>(loads);
  EXPECT_THROW_MESSAGE(retime(robot.model, path, tip, robot.limits, options), InvalidArgument,
                       "operators leave out inertia");
  loads.laws.emplace(
      Trajectory({"tip.fx"}, {std::make_shared<trajectory::ExpressionLaw>("t")}, {0.0, 9.0}),
      std::vector<trajectory::WrenchLaws::Entry>{});
  options.loads = std::make_shared<MotionLoads>(loads);
  EXPECT_THROW_MESSAGE(retime(robot.model, path, tip, robot.limits, options), InvalidArgument,
                       "loads are functions of time");
}

}  // namespace
}  // namespace appell::planning
