// The laws of friction that have all derivatives, against their formulas with 50 digits, on every
// route: the readable one, by columns of samples, and that of the engines.
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "appell/dynamics/dynamics.hpp"
#include "appell/dynamics/friction_batch.hpp"
#include "appell/force/friction.hpp"
#include "appell/kinematics/propagate.hpp"
#include "tests/support/digits50.hpp"
#include "tests/support/matchers.hpp"

namespace appell::force {
namespace {

using model::Friction;
using support::Real50;

/// Derivatives 0..order of f at 0, from its values at equidistant points near it: the polynomial
/// through them, whose error with 50 digits is far below that of a double.
std::vector<Real50> derivatives50(const std::function<Real50(const Real50&)>& f, int order) {
  constexpr int kHalf = 10;
  const Real50 h = Real50(1) / 5000;
  std::vector<Real50> x, c;
  for (int i = 0; i <= 2 * kHalf; ++i) {  // From the middle outwards.
    x.push_back((i % 2 == 0 ? 1 : -1) * ((i + 1) / 2) * h);
    c.push_back(f(x.back()));
  }
  for (std::size_t level = 1; level < x.size(); ++level) {  // Divided differences.
    for (std::size_t i = x.size() - 1; i >= level; --i) {
      c[i] = (c[i] - c[i - 1]) / (x[i] - x[i - level]);
    }
  }
  std::vector<Real50> p(x.size(), Real50(0));  // Newton's form, multiplied out.
  for (std::size_t i = x.size(); i-- > 0;) {
    for (std::size_t k = p.size(); k-- > 1;) p[k] = p[k - 1] - x[i] * p[k];
    p[0] = c[i] - x[i] * p[0];
  }
  Real50 factorial = 1;
  for (int k = 0; k <= order; ++k) {
    if (k > 1) factorial *= k;
    p[k] *= factorial;
  }
  p.resize(static_cast<std::size_t>(order) + 1);
  return p;
}

/// Friction of a cart as the formulas of friction.hpp have it.
Real50 by_formula(const Friction& of, const Real50& v) {
  const auto sigma = [](const Real50& x) { return Real50(1 / (1 + exp(-x))); };
  Real50 dry = 0;
  if (of.law == Friction::Law::kSmooth) dry = of.dry * tanh(v / of.velocity);
  if (of.law == Friction::Law::kStribeck) {
    const Real50 relative = v / of.stribeck_velocity;
    dry = (of.dry + of.stribeck * exp(-relative * relative)) * tanh(v / of.velocity);
  }
  if (of.law == Friction::Law::kSigmoid) {
    const Real50 s = of.steepness;
    dry = of.dry * (sigma(s * (v + of.shift)) - sigma(s * of.shift));
  }
  return of.offset + of.viscous * v + dry;
}

constexpr int kHighest = 6;

/// A cart on a rail, and the rates of one that mimics it at -2 times its rate.
struct Carts50 {
  explicit Carts50(const Friction& friction) : law(friction), model(model::build(robot(friction))) {
    const std::vector<double> q{0.3, 0.04, 0.5, -0.7, 2.0, 0.0, 0.0, 0.0};
    std::vector<VecX> all;
    for (const double x : q) all.push_back(VecX::Constant(1, x));
    state = model::state_from_derivatives(model, all);
  }

  static model::Description robot(const Friction& friction) {
    model::Description robot{.name = "carts"};
    robot.links = {
        {.name = "base"},
        {.name = "cart", .inertial = mass::rigid_mass(3.0, Vec3::Zero(), Mat3::Zero())},
        {.name = "other", .inertial = mass::rigid_mass(1.0, Vec3::Zero(), Mat3::Zero())}};
    robot.joints = {{.name = "rail",
                     .kind = model::JointKind::kPrismatic,
                     .parent = "base",
                     .child = "cart",
                     .axis = Vec3::UnitX(),
                     .friction = friction}};
    robot.joints.push_back(robot.joints[0]);
    robot.joints[1].name = "second";
    robot.joints[1].child = "other";
    robot.joints[1].mimic = {"rail", -2.0, 0.1};
    return robot;
  }

  std::vector<Real50> expected() const {
    const auto rate = [](const Real50& t) {
      return Real50(Real50(0.04) + Real50(0.5) * t + Real50(-0.7) * t * t / 2 +
                    Real50(2.0) * t * t * t / 6);
    };
    return derivatives50(
        [&](const Real50& t) {
          return Real50(by_formula(law, rate(t)) - 2 * by_formula(law, -2 * rate(t)));
        },
        kHighest);
  }

  Friction law;
  model::Model model;
  model::StateSeries state;
};

/// Gaz et al. (2019) publish φ of this size for the Panda.
const Friction kSigmoidLaw{
    .dry = 0.87224, .law = Friction::Law::kSigmoid, .steepness = 9.0657, .shift = 0.025882};
const Friction kStribeckLaw{.viscous = 0.3,
                            .dry = 0.4,
                            .law = Friction::Law::kStribeck,
                            .velocity = 0.05,
                            .offset = -0.2,
                            .stribeck = 0.25,
                            .stribeck_velocity = 0.1};
const Friction kSmoothLaw{
    .viscous = 0.3, .dry = 0.4, .law = Friction::Law::kSmooth, .velocity = 0.05, .offset = 0.1};

// Oracle: 50 digits. Every derivative to order 6, relative to the larger of it and of what the
// steepest law has of that order at all, slopeᵏ: what cancels is no more exact than that.
TEST(SmoothFriction, AgreesWithItsFormulaOnEveryRoute) {
  for (const Friction& law : {kSmoothLaw, kStribeckLaw, kSigmoidLaw}) {
    const Carts50 carts(law);
    const std::vector<Real50> expected = carts.expected();
    const ForceWithFriction readable =
        friction_force(kinematics::propagate(carts.model, carts.state));
    ASSERT_EQ(readable.force.order(), kHighest);
    EXPECT_TRUE(readable.is_smooth());
    dynamics::FrictionBatch batch(carts.model, kHighest, 1);
    const std::vector<model::StateSeries> states{carts.state};
    batch.compute(model::state_block(states), nullptr);
    Dynamics dynamics(carts.model, {.order = kHighest});
    MatX motion(1, kHighest + 2), by_engine(1, kHighest + 1);
    for (int k = 0; k <= kHighest + 1; ++k) motion(0, k) = carts.state.derivative(k)(0);
    EXPECT_EQ(dynamics.friction(motion, {}, by_engine), kHighest);
    double factorial = 1.0;
    for (int k = 0; k <= kHighest; ++k) {
      if (k > 1) factorial *= k;
      const Real50& x = expected[k];
      const Real50 scale = abs(x) + Real50(std::pow(8.0, k));
      EXPECT_TRUE(support::near50(readable.force.derivative(k)(0), x, 1e-14, scale)) << k;
      EXPECT_TRUE(support::near50(factorial * batch.force(k, 0)[0], x, 1e-14, scale)) << k;
      EXPECT_TRUE(support::near50(by_engine(0, k), x, 1e-14, scale)) << k;
    }
  }
}

// Property: at rest the sigmoid is exactly zero, whatever its shift, and very far out it is its
// limit, not NaN.
TEST(SmoothFriction, SigmoidAtRestAndFarOut) {
  Friction law = kSigmoidLaw;
  law.steepness = 1e4;
  law.shift = -0.3;
  model::Description robot = Carts50::robot(law);
  robot.joints.pop_back();
  robot.links.pop_back();
  const model::Model model = model::build(robot);
  const auto force = [&](double rate) {
    const std::vector<VecX> q{VecX::Zero(1), VecX::Constant(1, rate), VecX::Ones(1)};
    return friction_force(kinematics::propagate(model, model::state_from_derivatives(model, q)))
        .force;
  };
  EXPECT_EQ(force(0.0)[0](0), 0.0);
  EXPECT_EQ(force(50.0)[0](0), law.dry);
  EXPECT_EQ(force(50.0)[1](0), 0.0);
  EXPECT_EQ(force(-50.0)[0](0), 0.0);
  EXPECT_EQ(force(-50.0)[1](0), 0.0);
}

TEST(SmoothFriction, ExplainsWhatALawLacks) {
  const auto refused = [](const Friction& friction, const std::string& text) {
    const model::Model model = model::build(Carts50::robot(friction));
    EXPECT_THROW_MESSAGE(dynamics::FrictionBatch(model, 1, 1), InvalidArgument, text);
  };
  refused({.dry = 1.0, .law = Friction::Law::kSigmoid}, "'rail' has the steepness 0; a positive");
  refused({.law = Friction::Law::kStribeck, .velocity = 1.0, .stribeck = 1.0},
          "'rail' has the stribeck_velocity 0; a positive");
}

}  // namespace
}  // namespace appell::force
