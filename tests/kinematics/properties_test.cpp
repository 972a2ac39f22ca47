// Properties of the motion of random trees with every kind of joint.
#include <functional>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "appell/kinematics/jacobian.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/random_model.hpp"

namespace appell::kinematics {
namespace {

using support::near;
using support::Random;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// A random tree, a motion of it and the frame of its last link, from two numbers that shrink.
struct Case {
  explicit Case(int order)
      : random(*rc::gen::inRange(1U, 100000U)),
        model(support::random_model(random, *rc::gen::inRange(1, 21))),
        state(support::random_state(random, model, order)) {}

  const model::Frame& frame() const { return model.frames().back(); }

  Random random;
  model::Model model;
  model::StateSeries state;
};

/// The state of the same motion (a polynomial) h later.
model::StateSeries shifted(model::StateSeries state, double h) {
  taylor::shift(state, h);
  return state;
}

#define RC_NEAR(...)                        \
  do {                                      \
    const auto result = near(__VA_ARGS__);  \
    if (!result) RC_FAIL(result.message()); \
  } while (false)

// Property: a coefficient never depends on higher ones, so it is the same bit for bit.
RC_GTEST_PROP(Propagate, RaisingTheOrderLeavesLowerCoefficientsUnchanged, ()) {
  const Case c(9);
  const TreeMotion high = propagate(c.model, c.state);
  const TreeMotion low = propagate(c.model, c.state.truncated(5));
  const taylor::Series<MatX> J_high = jacobian(high, c.frame());
  const taylor::Series<MatX> J_low = jacobian(low, c.frame());
  for (int b = 0; b < c.model.num_bodies(); ++b) {
    for (int k = 0; k <= 5; ++k) {
      RC_ASSERT(high[b].R_WB[k] == low[b].R_WB[k]);
      RC_ASSERT(high[b].p_WB[k] == low[b].p_WB[k]);
    }
    for (int k = 0; k <= 4; ++k) {
      RC_ASSERT(high[b].omega_WB[k] == low[b].omega_WB[k]);
      RC_ASSERT(high[b].omega_WB_B[k] == low[b].omega_WB_B[k]);
    }
  }
  for (int k = 0; k <= 5; ++k) RC_ASSERT(J_high[k] == J_low[k]);
}

// Property: the expansion about t₀, evaluated h later, is the motion expanded about t₀ + h. The
// state is a polynomial of degree 4, so both sides describe the same motion; the motion of the
// bodies is analytic, and 24 orders at |h| = 0.1 leave a truncation error far below rounding.
RC_GTEST_PROP(Propagate, ExpansionEvaluatedLaterIsTheExpansionThere, ()) {
  Case c(4);
  const int N = 24;
  model::StateSeries state(N, VecX::Zero(c.model.num_coordinates()));
  for (int k = 0; k <= 4; ++k) state[k] = c.state[k];
  const TreeMotion here = propagate(c.model, state);
  for (const double h : {-0.1, 0.04, 0.1}) {
    const TreeMotion there = propagate(c.model, shifted(state, h));
    for (int b = 0; b < c.model.num_bodies(); ++b) {
      // Sums of up to 20 rotations and N terms each; worst seen 1.5e-14.
      const double scale = 1.0 + there[b].p_WB[0].norm();
      RC_NEAR(here[b].R_WB.value_at(h), there[b].R_WB[0], 1e-13, 1.0);
      RC_NEAR(here[b].p_WB.value_at(h), there[b].p_WB[0], 1e-13, scale);
      const double spin = 1.0 + there[b].omega_WB[0].norm();
      RC_NEAR(here[b].omega_WB.value_at(h), there[b].omega_WB[0], 1e-13, spin);
      RC_NEAR(here[b].omega_WB_B.value_at(h), there[b].omega_WB_B[0], 1e-13, spin);
    }
  }
}

// Property: the Jacobian's series is the Jacobian along the motion: at every h it gives what the
// Jacobian of the configuration at t₀ + h is, computed from that configuration alone (order 0).
RC_GTEST_PROP(Jacobian, SeriesIsTheJacobianAlongTheMotion, ()) {
  Case c(4);
  model::StateSeries state(24, VecX::Zero(c.model.num_coordinates()));
  for (int k = 0; k <= 4; ++k) state[k] = c.state[k];
  const taylor::Series<MatX> J = jacobian(propagate(c.model, state), c.frame());
  for (const double h : {-0.1, 0.03, 0.1}) {
    const TreeMotion there = propagate(c.model, shifted(state, h).truncated(0));
    const MatX J_there = jacobian(there, c.frame())[0];
    RC_NEAR(J.value_at(h), J_there, 1e-13, 1.0 + J_there.cwiseAbs().maxCoeff());
  }
}

// Cross-check: ω is the vector of R' Rᵀ, and R stays a rotation, at every order.
RC_GTEST_PROP(Propagate, AngularVelocityIsThatOfTheRotation, ()) {
  const Case c(7);
  const TreeMotion motion = propagate(c.model, c.state);
  for (int b = 0; b < c.model.num_bodies(); ++b) {
    const taylor::Series<Mat3>& R = motion[b].R_WB;
    const taylor::Series<Mat3> one = R * taylor::transpose(R);
    const taylor::Series<Mat3> W =
        taylor::time_derivative(R) * taylor::transpose(R).truncated(R.order() - 1);
    double size = 1.0;
    for (int k = 0; k <= R.order(); ++k) size = std::max(size, R[k].cwiseAbs().maxCoeff());
    const double tolerance = 64 * kEpsilon * size * size;  // k + 1 products of that size.
    RC_NEAR(one[0], Mat3::Identity(), tolerance, 1.0);
    for (int k = 1; k <= R.order(); ++k) RC_NEAR(one[k], Mat3::Zero(), tolerance, 1.0);
    for (int k = 0; k < R.order(); ++k) {
      RC_NEAR(W[k], spatial::cross_matrix(motion[b].omega_WB[k]), (k + 1) * tolerance, 1.0);
    }
  }
}

// Property: hanging the robot on another base rotates and shifts what is seen from the world and
// changes nothing that is seen from the bodies.
RC_GTEST_PROP(Propagate, BaseFrameChangesOnlyWorldComponents, ()) {
  Random random(*rc::gen::inRange(1U, 100000U));
  model::Description description = support::random_description(random, *rc::gen::inRange(1, 15));
  const model::Model model = model::build(description);
  const spatial::Transform X = random.placement(2.0);
  description.links.push_back({.name = "ground"});
  description.joints.push_back({.name = "mount", .parent = "ground", .child = "base", .X_PJ = X});
  const model::Model mounted = model::build(description);
  const model::StateSeries state = support::random_state(random, model, 6);
  const TreeMotion before = propagate(model, state);
  const TreeMotion after = propagate(mounted, state);
  const std::string link = model.frames().back().name;
  const taylor::Series<MatX> J = jacobian(before, model.frame(link));
  const taylor::Series<MatX> J_mounted = jacobian(after, mounted.frame(link));
  for (int k = 0; k <= 6; ++k) {
    for (int b = 0; b < model.num_bodies(); ++b) {
      const Vec3 shift = k == 0 ? X.p : Vec3(Vec3::Zero());
      const Vec3 p = X.R * before[b].p_WB[k] + shift;
      RC_NEAR(after[b].R_WB[k], X.R * before[b].R_WB[k], 1e-13, 1.0 + after[b].R_WB[k].norm());
      RC_NEAR(after[b].p_WB[k], p, 1e-13, 1.0 + p.norm());
      if (k == 6) continue;
      const Vec3 omega_B = before[b].omega_WB_B[k];
      RC_NEAR(after[b].omega_WB_B[k], omega_B, 1e-13, 1.0 + omega_B.norm());
      RC_NEAR(after[b].omega_WB[k], X.R * before[b].omega_WB[k], 1e-13, 1.0 + omega_B.norm());
    }
    MatX rotated = J[k];
    rotated.topRows(3) = X.R * J[k].topRows(3);
    rotated.bottomRows(3) = X.R * J[k].bottomRows(3);
    RC_NEAR(J_mounted[k], rotated, 1e-13, 1.0 + rotated.cwiseAbs().maxCoeff());
  }
}

// Cross-check: the printed sum over Jacobian derivatives [S1 eq. (59)] against the motion of the
// frame itself, which uses no Jacobian.
RC_GTEST_PROP(OperationalMotion, MatchesTheBinomialSumOfJacobianDerivatives, ()) {
  const Case c(7);
  const TreeMotion motion = propagate(c.model, c.state);
  const taylor::Series<MatX> J = jacobian(motion, c.frame());
  const taylor::Series<Vec6> X = operational_motion(motion, c.frame());
  for (int m = 1; m <= 7; ++m) {
    Vec6 sum = Vec6::Zero();
    double size = 1.0;
    for (int k = 1; k <= m; ++k) {
      const Vec6 term =
          taylor::binomial(m - 1, k - 1) * J.derivative(k - 1) * c.state.derivative(m - k + 1);
      sum += term;
      size += term.norm();
    }
    RC_NEAR(X.derivative(m - 1), sum, 1e-13, size);
  }
}

// Property: a slower clock, q(λt), multiplies the k-th derivative of everything by λᵏ.
RC_GTEST_PROP(Propagate, ScalesWithTheClock, ()) {
  const Case c(6);
  const double lambda = 0.7;
  const TreeMotion motion = propagate(c.model, c.state);
  const TreeMotion slow = propagate(c.model, taylor::with_clock_scaled(c.state, lambda));
  for (int b = 0; b < c.model.num_bodies(); ++b) {
    double power = 1.0;
    for (int k = 0; k <= 6; ++k, power *= lambda) {
      const Vec3 p = power * motion[b].p_WB[k];
      RC_NEAR(slow[b].p_WB[k], p, 1e-13, 1.0 + p.norm());
      if (k == 6) continue;
      const Vec3 omega = power * lambda * motion[b].omega_WB[k];
      RC_NEAR(slow[b].omega_WB[k], omega, 1e-13, 1.0 + omega.norm());
    }
  }
}

// Bad input: the messages name the quantity, the value received and the value needed.
TEST(Propagate, RefusesStatesOfAnotherModel) {
  Random random(1);
  const model::Model model = support::random_model(random, 1);
  const model::StateSeries wrong_size(2, VecX::Zero(3));
  EXPECT_THROW_MESSAGE(
      propagate(model, wrong_size), InvalidArgument,
      "propagate: derivative 0 of q has 3 entries but model 'random' has 1 coordinates");
  model::StateSeries not_finite(1, VecX::Zero(1));
  not_finite[1](0) = std::numeric_limits<double>::infinity();
  EXPECT_THROW_MESSAGE(propagate(model, not_finite), InvalidArgument,
                       "propagate: derivative 1 of q has an entry that is not finite");
  EXPECT_THROW_MESSAGE(propagate(model, model::StateSeries()), InvalidArgument,
                       "propagate: the state is empty; it needs at least q");
}

// Bad input: a result or workspace of the wrong order, of another model, or a frame of another one.
TEST(Propagate, RefusesResultsThatDoNotFit) {
  Random random(2);
  const model::Model model = support::random_model(random, 4);
  const model::Model other = support::random_model(random, 9);
  const model::StateSeries state = support::random_state(random, model, 3);
  PropagateWorkspace workspace(4);
  TreeMotion too_high(model, 4);
  EXPECT_THROW_MESSAGE(propagate(model, state, workspace, too_high), InvalidArgument,
                       "a motion of order 4 needs a state of at least that order, got 3");
  TreeMotion motion(model, 3);
  EXPECT_THROW_MESSAGE(propagate(model, state, workspace, motion), InvalidArgument,
                       "the workspace has order 4 but the motion has order 3");
  PropagateWorkspace fitting(3);
  EXPECT_THROW_MESSAGE(propagate(other, support::random_state(random, other, 3), fitting, motion),
                       InvalidArgument, "propagate: the motion is of model '");
  model::Frame foreign = model.default_frame();
  foreign.body = model.num_bodies();
  for (const auto& use : {std::function<void()>([&] { jacobian(motion, foreign); }),
                          std::function<void()>([&] { frame_motion(motion, foreign); }),
                          std::function<void()>([&] { angular_velocity(motion, foreign); }),
                          std::function<void()>([&] { operational_motion(motion, foreign); })}) {
    EXPECT_THROW_MESSAGE(use(), InvalidArgument, "take a frame of the same model");
  }
  taylor::Series<MatX> J(4, MatX::Zero(6, model.num_coordinates()));
  EXPECT_THROW_MESSAGE(jacobian(motion, model.default_frame(), J), InvalidArgument,
                       "order 4 needs a motion of at least that order, got 3");
}

// Oracle: closed form. A link on a vertical axis at constant ω: the point at radius ρ has
// |r⁽ᵏ⁾| = ρ ωᵏ, to order 40, and the helical joint adds a constant climb.
TEST(Propagate, UniformHelixHasClosedFormToOrder40) {
  const double omega = 1.3;
  const double pitch = 0.05;
  model::Description robot{.name = "helix"};
  robot.links = {{.name = "base"}, {.name = "nut"}};
  robot.joints = {{.name = "screw",
                   .kind = model::JointKind::kHelical,
                   .parent = "base",
                   .child = "nut",
                   .axis = Vec3::UnitZ(),
                   .pitch = pitch}};
  const model::Model model = model::build(robot);
  model::StateSeries state(40, VecX::Zero(1));
  state[1](0) = omega;
  const TreeMotion motion = propagate(model, state);
  const taylor::Series<Vec3> r = point_position(motion[0], Vec3(0.4, 0.0, 0.0));
  for (int k = 1; k <= 40; ++k) {
    const double angle = 0.5 * 3.141592653589793 * (k % 4);  // d/dt turns by a quarter.
    const Vec3 expected(0.4 * std::pow(omega, k) * std::cos(angle),
                        0.4 * std::pow(omega, k) * std::sin(angle), k == 1 ? pitch * omega : 0.0);
    // k roundings of the recurrence and those of pow(); worst seen 6 epsilon.
    EXPECT_TRUE(near(r.derivative(k), expected, 64 * kEpsilon)) << k;
  }
}

}  // namespace
}  // namespace appell::kinematics
