// Wrenches and Jacobian columns against the recursion of force/.
#include "papers/equations/wrenches.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "appell/force/generalized_force.hpp"
#include "appell/force/reactions.hpp"
#include "appell/kinematics/propagate.hpp"
#include "papers/equations/equations_of_motion.hpp"
#include "tests/equations/cases.hpp"
#include "tests/support/matchers.hpp"

namespace appell::equations {
namespace {

using support::near;

constexpr double kTolerance = 1e-12;
constexpr int kHighest = 5;

/// A model with a load on one of its frames, by turns in axes of the world and of the frame.
struct LoadedCase {
  explicit LoadedCase(const TreeCase& c, unsigned seed)
      : model(c.model), motion(kinematics::propagate(c.model, c.state)) {
    support::Random random(seed);
    const auto last = static_cast<int>(model.frames().size()) - 1;
    const model::Frame& frame = model.frames()[random.integer(last / 2, last)];
    model::Wrench wrench{.frame = frame};
    if (seed % 2 == 0) wrench.axes = model::Wrench::Axes::kOfFrame;
    for (int k = 0; k <= motion.order(); ++k) {
      wrench.force_derivatives.push_back(random.vector(10.0));
      wrench.moment_derivatives.push_back(random.vector(5.0));
    }
    surroundings.loads.push_back(wrench);
  }

  model::Model model;
  kinematics::TreeMotion motion;
  force::Surroundings surroundings;
};

void expect_near(const ForceTerms& actual, const VecX& expected, const std::string& what) {
  for (int j = 0; j < expected.size(); ++j) {
    EXPECT_TRUE(near(actual.value(j), expected(j), kTolerance, std::max(1e-9, actual.scale(j))))
        << what << ", coordinate " << j;
  }
}

// Oracle: the table of the operator's three values.
TEST(OperatorCoefficient, SelectsTheLoad) {
  EXPECT_EQ(operator_coefficient(-1), 1.0);
  EXPECT_EQ(operator_coefficient(0), 1.0);
  EXPECT_EQ(operator_coefficient(1), 0.0);
  EXPECT_THROW_MESSAGE(operator_coefficient(2), InvalidArgument, "must be -1, 0 or 1, got 2");
}

// Cross-check: all parts, every order, and two frames about which the wrenches are taken.
TEST(DrivingForce, MatchesTheRecursion) {
  unsigned seed = 20;
  for (const TreeCase& tree : all_cases(kHighest + 1)) {
    SCOPED_TRACE(tree.name);
    const LoadedCase c(tree, ++seed);
    const auto all = force::generalized_force(c.motion, c.surroundings);
    const auto gravity = force::gravity_force(c.motion);
    const auto load = force::load_force(c.motion, c.surroundings);
    for (const model::Frame* frame : {&c.model.default_frame(), &c.model.frames()[1]}) {
      for (int k = 1; k <= kHighest; ++k) {
        const auto value = [&](int Delta_m, int Delta_theta) {
          return driving_force(c.motion, *frame, c.surroundings.loads,
                               Operators::of_papers(Delta_m, Delta_theta), k);
        };
        expect_near(value(-1, 1), all.derivative(k - 1), "all");
        expect_near(value(-1, 0), gravity.derivative(k - 1) + load.derivative(k - 1), "static");
        expect_near(value(1, 0), gravity.derivative(k - 1), "gravity");
        expect_near(value(0, 1), load.derivative(k - 1), "load");
      }
    }
  }
}

// Cross-check: the wrench that a joint transmits, for the golden arms (one body per link).
TEST(JointAction, IsTheReaction) {
  unsigned seed = 50;
  for (const TreeCase& tree : golden_cases(4)) {
    SCOPED_TRACE(tree.name);
    const LoadedCase c(tree, ++seed);
    const auto expected = force::reactions(c.motion, c.surroundings);
    ASSERT_EQ(static_cast<int>(expected.size()), c.model.num_bodies());
    for (const model::Body& body : c.model.bodies()) {
      const WrenchSeries action = joint_action(c.motion, body.index, c.surroundings.loads, {});
      const auto reaction =
          *std::find_if(expected.begin(), expected.end(),
                        [&body](const force::Reaction& r) { return r.joint == body.joint; });
      for (int k = 0; k <= 2; ++k) {
        EXPECT_TRUE(near(action.force.derivative(k), reaction.force.derivative(k), 1e-11));
        EXPECT_TRUE(near(action.moment.derivative(k), reaction.moment.derivative(k), 1e-11));
      }
    }
    const VecX Q = driving_force_from_actions(c.motion, c.surroundings.loads, {});
    EXPECT_TRUE(near(Q, force::generalized_force(c.motion, c.surroundings)[0], 1e-12));
  }
}

// Cross-check: partial derivatives of the centres of mass against the recursion.
TEST(GravityEquation, MatchesTheRecursion) {
  for (const TreeCase& c : all_cases(6)) {
    SCOPED_TRACE(c.name);
    const auto Q = force::gravity_force(kinematics::propagate(c.model, c.state));
    for (int k = 1; k <= 7; ++k) {
      for (const int m : {0, 1, 2, k + 1, k + 3}) {
        expect_near(gravity_equation(c.model, c.state, k, m), Q.derivative(k - 1),
                    "k = " + std::to_string(k) + ", m = " + std::to_string(m));
      }
    }
  }
}

// Bad input.
TEST(Wrenches, SayWhatIsWrong) {
  const TreeCase c = random_cases(1, 2, 2).front();
  const auto motion = kinematics::propagate(c.model, c.state);
  const model::Frame& frame = c.model.default_frame();
  EXPECT_THROW_MESSAGE(driving_force(motion, frame, {}, {}, 2), InvalidArgument,
                       "k = 2 needs a motion of order >= 3, got 2");
  EXPECT_THROW_MESSAGE(gravity_wrench(motion, 99, motion[0].p_WB), InvalidArgument,
                       "there is no body 99");
  EXPECT_THROW_MESSAGE(gravity_equation(c.model, c.state, 4, 2), InvalidArgument,
                       "derivatives up to order 3, got 2");
  const auto still = kinematics::propagate(c.model, c.state.truncated(1));
  EXPECT_THROW_MESSAGE(inertia_wrench(still, 0, still[0].p_WB), InvalidArgument,
                       "order >= 2, got 1");
  EXPECT_THROW_MESSAGE(joint_force(joint_column(still, 0, still[0].p_WB),
                                   gravity_wrench(still, 0, still[0].p_WB), 2),
                       InvalidArgument, "derivative 2 needs");
}

}  // namespace
}  // namespace appell::equations
