// Friction: closed forms of the three laws, derivatives against the force a little later, and where
// there are none.
#include <cmath>

#include <gtest/gtest.h>

#include "appell/force/friction.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "tests/force/random_case.hpp"

namespace appell::force {
namespace {

using kinematics::propagate;
using kinematics::TreeMotion;
using model::Friction;
using support::near;
using support::Random;
using taylor::Series;

/// A cart on a rail along x and, if asked for, one that mimics it at -2 times its rate.
model::Model carts(const Friction& friction, bool with_mimic = false) {
  model::Description robot{.name = "carts"};
  robot.links = {{.name = "base"},
                 {.name = "cart", .inertial = mass::rigid_mass(3.0, Vec3::Zero(), Mat3::Zero())}};
  robot.joints = {{.name = "rail",
                   .kind = model::JointKind::kPrismatic,
                   .parent = "base",
                   .child = "cart",
                   .axis = Vec3::UnitX(),
                   .friction = friction}};
  if (with_mimic) {
    robot.links.push_back(
        {.name = "follower", .inertial = mass::rigid_mass(1.0, Vec3::Zero(), Mat3::Zero())});
    robot.joints.push_back(robot.joints[0]);
    robot.joints[1].name = "second";
    robot.joints[1].child = "follower";
    robot.joints[1].mimic = {"rail", -2.0, 0.1};
  }
  return model::build(robot);
}

TreeMotion moving(const model::Model& model, double rate, double acceleration, double jerk) {
  return propagate(model, model::state_from_derivatives(
                              model, {VecX::Constant(1, 0.3), VecX::Constant(1, rate),
                                      VecX::Constant(1, acceleration), VecX::Constant(1, jerk)}));
}

// Oracle: closed form. b q' + μ sgn(q'), and b q'' , b q''' for the derivatives.
TEST(FrictionForce, ConstantLaw) {
  const model::Model model = carts({.viscous = 2.0, .dry = 0.5});
  const ForceWithFriction Q = friction_force(moving(model, -0.7, 0.3, 4.0));
  ASSERT_EQ(Q.force.order(), 2);
  EXPECT_TRUE(Q.is_smooth());
  EXPECT_NEAR(Q.force.derivative(0)(0), -1.4 - 0.5, 1e-15);
  EXPECT_NEAR(Q.force.derivative(1)(0), 0.6, 1e-15);
  EXPECT_NEAR(Q.force.derivative(2)(0), 8.0, 1e-15);
}

// Oracle: closed form. b q' + μ tanh(q'/v); smooth at rest too.
TEST(FrictionForce, SmoothLaw) {
  const model::Model model =
      carts({.viscous = 2.0, .dry = 0.5, .law = Friction::Law::kSmooth, .velocity = 0.1});
  const ForceWithFriction Q = friction_force(moving(model, 0.05, 0.3, 0.0));
  const double t = std::tanh(0.5);
  EXPECT_NEAR(Q.force.derivative(0)(0), 0.1 + 0.5 * t, 1e-15);
  EXPECT_NEAR(Q.force.derivative(1)(0), 0.6 + 0.5 * (1 - t * t) * 3.0, 1e-14);
  EXPECT_NEAR(Q.force.derivative(2)(0), -0.5 * 2 * t * (1 - t * t) * 9.0, 1e-14);
  const ForceWithFriction at_rest = friction_force(moving(model, 0.0, 0.3, 0.0));
  EXPECT_TRUE(at_rest.is_smooth());
  EXPECT_EQ(at_rest.force[0](0), 0.0);
  EXPECT_NEAR(at_rest.force[1](0), 0.6 + 0.5 * 3.0, 1e-14);
}

// Oracle: closed form. The rail carries the weight m g sideways: b q' + μ m g sgn(q'), whatever the
// acceleration along it.
TEST(FrictionForce, RadialLoadOfARail) {
  const model::Model model = carts({.viscous = 2.0, .dry = 0.1, .law = Friction::Law::kRadialLoad});
  EXPECT_EQ(friction_order(model), 2);
  const ForceWithFriction Q = friction_force(moving(model, -0.7, 0.3, 4.0));
  ASSERT_EQ(Q.force.order(), 1);
  EXPECT_NEAR(Q.force.derivative(0)(0), -1.4 - 0.1 * 3.0 * 9.81, 1e-14);
  EXPECT_NEAR(Q.force.derivative(1)(0), 0.6, 1e-14);
}

// Oracle: a follower at -2 times the rate has friction of its own rate, felt -2 times.
TEST(FrictionForce, CountsJointsThatMimic) {
  const model::Model model = carts({.viscous = 2.0, .dry = 0.5}, /*with_mimic=*/true);
  const ForceWithFriction Q = friction_force(moving(model, -0.7, 0.3, 4.0));
  EXPECT_NEAR(Q.force.derivative(0)(0), (-1.4 - 0.5) - 2.0 * (2.8 + 0.5), 1e-14);
  EXPECT_NEAR(Q.force.derivative(1)(0), 0.6 * 5.0, 1e-14);
}

// Property: where a law is not smooth there is a value, no derivative, and a reason.
TEST(FrictionForce, HasNoDerivativesWhereItIsNotSmooth) {
  const model::Model constant = carts({.viscous = 2.0, .dry = 0.5});
  const ForceWithFriction at_rest = friction_force(moving(constant, 0.0, 0.3, 0.0));
  EXPECT_EQ(at_rest.force.order(), 0);
  EXPECT_EQ(at_rest.force[0](0), 0.5);  // It is about to move, q'' > 0.
  EXPECT_EQ(at_rest.kinks, std::vector<std::string>{"joint 'rail': does not move"});
  EXPECT_EQ(motor_force(moving(constant, 0.0, 0.3, 0.0)).force.order(), 0);

  const model::Model viscous = carts({.viscous = 2.0});
  EXPECT_TRUE(friction_force(moving(viscous, 0.0, 0.3, 0.0)).is_smooth());

  // Without gravity the rail carries nothing sideways, now and later: the dry part is zero.
  const model::Model radial = carts({.viscous = 2.0, .dry = 0.1, .law = Friction::Law::kRadialLoad})
                                  .with_gravity(Vec3::Zero());
  const ForceWithFriction unloaded = friction_force(moving(radial, 0.7, 0.3, 4.0));
  EXPECT_TRUE(unloaded.is_smooth());
  EXPECT_NEAR(unloaded.force.derivative(1)(0), 0.6, 1e-14);
  // A load that is zero now and grows has a kink: |F t|.
  const Wrench growing{.frame = radial.frame("cart"),
                       .force_derivatives = {Vec3::Zero(), Vec3(0, 1, 0)}};
  const ForceWithFriction kink =
      friction_force(moving(radial, 0.7, 0.3, 4.0), {.loads = {growing}});
  EXPECT_EQ(kink.kinks, std::vector<std::string>{"joint 'rail': its radial load is zero"});
  EXPECT_EQ(kink.force.order(), 0);
  EXPECT_NEAR(kink.force[0](0), 1.4, 1e-15);
}

// Oracle: by hand. From rest friction acts against the first derivative that is not zero; or as a
// motion says, and then it has derivatives: those on its side.
TEST(FrictionForce, AtRestThatOfTheMotionToCome) {
  for (const Friction& friction :
       {Friction{.viscous = 2.0, .dry = 0.5},
        Friction{.viscous = 2.0, .dry = 0.5 / (3.0 * 9.81), .law = Friction::Law::kRadialLoad}}) {
    const model::Model model = carts(friction);
    EXPECT_NEAR(friction_force(moving(model, 0.0, -0.3, 4.0)).force[0](0), -0.5, 1e-15);
    EXPECT_NEAR(friction_force(moving(model, 0.0, 0.0, 4.0)).force[0](0), 0.5, 1e-15);
    EXPECT_EQ(friction_force(moving(model, 0.0, 0.0, 0.0)).force[0](0), 0.0);
    const double back = -1.0, none = 0.0;
    const ForceWithFriction given =
        friction_force(moving(model, 4e-17, 0.3, 4.0), {}, {}, {&back, 1});
    EXPECT_TRUE(given.is_smooth());
    EXPECT_NEAR(given.force[0](0), -0.5, 1e-15);
    EXPECT_NEAR(given.force[1](0), 0.6, 1e-14);
    EXPECT_EQ(friction_force(moving(model, 0.0, 0.3, 4.0), {}, {}, {&none, 1}).force[0](0), 0.0);
  }
}

/// A motion of the rail from all its derivatives.
TreeMotion moving(const model::Model& model, const std::vector<double>& derivatives) {
  std::vector<VecX> q;
  for (const double derivative : derivatives) q.push_back(VecX::Constant(1, derivative));
  return propagate(model, model::state_from_derivatives(model, q));
}

// Oracle: closed form. The rail carries m g sideways, however wild the motion along it: neither a
// vibration of 1 mm at 200 Hz to order 6 nor a number of 1e17 in an order above makes that vanish.
TEST(FrictionForce, RadialLoadDoesNotDependOnHigherOrders) {
  const model::Model model = carts({.viscous = 2.0, .dry = 0.1, .law = Friction::Law::kRadialLoad});
  const double load = 0.1 * 3.0 * 9.81;
  const double w = 2.0 * 3.14159265358979323846 * 200.0;
  const std::vector<double> vibration{
      0.0, 1e-3 * w, 0.0, -1e-3 * std::pow(w, 3), 0.0, 1e-3 * std::pow(w, 5), 0.0};
  const ForceWithFriction fast = friction_force(moving(model, vibration));
  EXPECT_TRUE(fast.is_smooth());
  EXPECT_NEAR(fast.force[0](0), 2e-3 * w + load, 1e-14);
  EXPECT_NEAR(fast.force.derivative(2)(0), -2e-3 * std::pow(w, 3), 1e-15 * std::pow(w, 3));

  const ForceWithFriction absurd =
      friction_force(moving(model, {0.3, 1.0, 0.5, 0.0, 0.0, 0.0, 0.0, 1e17}));
  EXPECT_TRUE(absurd.is_smooth());
  EXPECT_NEAR(absurd.force[0](0), 2.0 + load, 1e-14);
}

/// A rail without gravity under a sideways load with these derivatives.
ForceWithFriction under_load(const std::vector<double>& load_derivatives) {
  const model::Model model = carts({.viscous = 2.0, .dry = 0.1, .law = Friction::Law::kRadialLoad})
                                 .with_gravity(Vec3::Zero());
  Wrench load{.frame = model.frame("cart")};
  for (const double F : load_derivatives) load.force_derivatives.emplace_back(0.0, F, 0.0);
  return friction_force(moving(model, {0.3, 0.7, 0.3, 4.0, 0.0, 0.0, 0.0}), {.loads = {load}});
}

// Oracle: closed form. |F t²| is smooth, with second derivative 2 F; |F t³| has two derivatives,
// both zero; a load of 1e17 N/s⁴ that comes only in a higher order takes nothing away.
TEST(FrictionForce, HasTheDerivativesThatALoadBeginningWithZeroHas) {
  const ForceWithFriction square = under_load({0.0, 0.0, -8.0});
  EXPECT_TRUE(square.is_smooth());
  ASSERT_EQ(square.force.order(), 4);
  EXPECT_NEAR(square.force.derivative(1)(0), 0.6, 1e-15);
  EXPECT_NEAR(square.force.derivative(2)(0), 8.0 + 0.8, 1e-14);
  EXPECT_NEAR(square.force.derivative(3)(0), 0.0, 1e-14);

  const ForceWithFriction cube = under_load({0.0, 0.0, 0.0, 5.0});
  EXPECT_EQ(cube.kinks, std::vector<std::string>{"joint 'rail': its radial load is zero"});
  ASSERT_EQ(cube.force.order(), 2);
  EXPECT_NEAR(cube.force.derivative(2)(0), 8.0, 1e-14);

  const ForceWithFriction late = under_load({3.0, 0.0, 0.0, 0.0, 1e17});
  EXPECT_TRUE(late.is_smooth());
  EXPECT_NEAR(late.force.derivative(0)(0), 1.4 + 0.3, 1e-15);
  EXPECT_NEAR(late.force.derivative(1)(0), 0.6, 1e-15);
}

// Property: a turntable with its centre of mass on the axis carries nothing sideways, in whatever
// axes that is said: what rounding leaves of the load counts as none in every order.
TEST(FrictionForce, RoundingIsNoRadialLoad) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    const Vec3 axis = random.vector(1.0).normalized();
    model::Description robot{.name = "turntable"};
    robot.links = {
        {.name = "base"},
        {.name = "table", .inertial = mass::rigid_mass(3.0, 0.4 * axis, Mat3::Identity())}};
    robot.joints = {{.name = "turn",
                     .kind = model::JointKind::kRevolute,
                     .parent = "base",
                     .child = "table",
                     .axis = axis,
                     .friction = {.viscous = 2.0,
                                  .dry = 0.1,
                                  .law = Friction::Law::kRadialLoad,
                                  .bearing_diameter = 0.05}}};
    robot.gravity = -9.81 * axis;
    const model::Model model = model::build(robot);
    const TreeMotion motion = moving(model, {0.3, 7.0, 3.0, -40.0, 200.0, 900.0, 3e4, -7e5});
    const ForceWithFriction Q = friction_force(motion);
    EXPECT_TRUE(Q.is_smooth()) << seed;
    ASSERT_EQ(Q.force.order(), 5);
    for (int k = 0; k <= 5; ++k) {  // b q' alone: of noise the root would have wild derivatives.
      EXPECT_EQ(Q.force[k](0), 2.0 * ((k + 1) * motion.q()[k + 1](0))) << seed << " order " << k;
    }
  }
}

// Property: on random trees with random laws, the expansion evaluated h later is the friction
// there.
RC_GTEST_PROP(FrictionForce, ExpansionEvaluatedLaterIsTheFrictionThere, ()) {
  Random random(*rc::gen::inRange(1U, 100000U));
  model::Description description = driven_description(random, *rc::gen::inRange(1, 8));
  for (model::Joint& joint : description.joints) {
    constexpr std::array kLaws{Friction::Law::kConstant, Friction::Law::kRadialLoad,
                               Friction::Law::kSmooth, Friction::Law::kStribeck,
                               Friction::Law::kSigmoid};
    joint.friction = {.viscous = random.uniform(0.0, 1.0),
                      .dry = random.uniform(0.0, 0.5),
                      .law = kLaws[random.integer(0, 4)],
                      .bearing_diameter = 0.05,
                      .velocity = random.uniform(1.0, 2.0),
                      .offset = random.uniform(-0.3, 0.3),
                      .stribeck = random.uniform(-0.2, 0.3),
                      .stribeck_velocity = random.uniform(1.0, 2.0),
                      .steepness = random.uniform(0.3, 1.0),
                      .shift = random.uniform(-0.3, 0.3)};
  }
  const model::Model model = model::build(description);
  model::StateSeries state(30, VecX::Zero(model.num_coordinates()));
  for (int k = 0; k <= 3; ++k) {
    for (double& x : state[k]) x = random.uniform(0.5, 1.0) * (random.integer(0, 1) == 0 ? 1 : -1);
  }
  const Wrench load{.frame = model.frames().back(),
                    .force_derivatives = {random.vector(10.0), random.vector(2.0)}};
  const double h = 0.01;
  const ForceWithFriction Q = friction_force(propagate(model, state), {.loads = {load}});
  RC_PRE(Q.is_smooth());
  model::StateSeries later = state;
  taylor::shift(later, h);
  Wrench load_later = load;
  load_later.force_derivatives[0] += h * load.force_derivatives[1];
  const VecX expected =
      friction_force(propagate(model, later.truncated(2)), {.loads = {load_later}}).force[0];
  // A radial load that is small at t₀ brings the pole of its root near: give it room.
  RC_NEAR(Q.force.value_at(h), expected, 1e-9, 1.0 + expected.cwiseAbs().maxCoeff());
}

// Property: run λ times as fast, viscous friction gains λ¹⁺ᵏ and constant dry friction nothing.
TEST(FrictionForce, ScalesWithTheClock) {
  const model::Model viscous = carts({.viscous = 2.0});
  const model::Model dry = carts({.dry = 0.5});
  const model::StateSeries state = moving(viscous, 0.7, 0.3, 4.0).q();
  const TreeMotion slow = propagate(viscous, taylor::with_clock_scaled(state, 0.5));
  const Series<VecX> Q = friction_force(propagate(viscous, state)).force;
  const Series<VecX> Q_slow = friction_force(slow).force;
  for (int k = 0; k <= 2; ++k) EXPECT_EQ(Q_slow[k](0), std::pow(0.5, k + 1) * Q[k](0));
  const TreeMotion slow_and_dry = propagate(dry, taylor::with_clock_scaled(state, 0.5));
  const Series<VecX> constant = friction_force(slow_and_dry).force;
  EXPECT_EQ(constant[0](0), 0.5);
  EXPECT_EQ(constant[1](0), 0.0);
}

TEST(FrictionForce, ExplainsBadInput) {
  const model::Model model = carts({.dry = 0.1, .law = Friction::Law::kRadialLoad});
  const TreeMotion low = propagate(model, model::StateSeries(1, VecX::Ones(1)));
  EXPECT_THROW_MESSAGE(friction_force(low), InvalidArgument,
                       "the friction of model 'carts' needs a motion of order >= 2, got order 1");
  const model::Model smooth = carts({.dry = 0.1, .law = Friction::Law::kSmooth});
  const TreeMotion moved = propagate(smooth, model::StateSeries(1, VecX::Ones(1)));
  EXPECT_THROW_MESSAGE(friction_force(moved), InvalidArgument,
                       "smooth friction of joint 'rail' has the velocity 0; a positive one is");
}

}  // namespace
}  // namespace appell::force
