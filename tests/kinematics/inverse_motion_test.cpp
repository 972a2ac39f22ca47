#include "appell/kinematics/inverse_motion.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <Eigen/LU>

#include "appell/kinematics/jacobian.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/taylor/factorial.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/random_arm.hpp"
#include "tests/trajectory/arm50.hpp"

namespace appell::kinematics {
namespace {

using support::near;
using taylor::Series;

constexpr int kOrder = 6;
const std::vector<int> kAllRows{0, 1, 2, 3, 4, 5};
// Relative per derivative of X. Worst seen 4e-13.
constexpr double kTolerance = 1e-12;
// Each order passes the error of the one before through J⁻¹: digits of condᵐ⁻¹ are lost in any
// arithmetic. Error of q⁽ᵐ⁾ over condᵐ⁻¹, relative to its terms; worst seen
// 4 epsilon.
constexpr double kAmplified = 16 * std::numeric_limits<double>::epsilon();

/// The prescribed rows of X of a motion.
Series<VecX> rows_of_motion(const model::Model& model, const model::Frame& frame,
                            const model::StateSeries& state, const std::vector<int>& rows) {
  const Series<Vec6> X = operational_motion(propagate(model, state), frame);
  Series<VecX> selected(X.order(), VecX::Zero(static_cast<Eigen::Index>(rows.size())));
  for (int k = 0; k <= X.order(); ++k) selected[k] = X[k](rows);
  return selected;
}

template <class C>
void expect_near(const Series<C>& actual, const Series<C>& expected, double tolerance) {
  ASSERT_EQ(actual.order(), expected.order());
  for (int k = 0; k <= expected.order(); ++k) {
    // Relative to the derivative or, where it happens to be small, to 1.
    const double scale = std::max(1.0, expected.derivative(k).cwiseAbs().maxCoeff());
    EXPECT_TRUE(near(actual.derivative(k), expected.derivative(k), tolerance, scale))
        << "derivative " << k;
  }
}

/// How large the terms are that q⁽ᵐ⁾ is the sum of: |X⁽ᵐ⁾| through J⁻¹.
double size_of_terms(const Series<VecX>& X, const InverseMotion& found, int m) {
  const VecX& sigma = found.singular_values;
  return std::max(1.0, X.derivative(m - 1).norm()) / sigma[sigma.size() - 1];
}

/// Prescribes `rows` of the motion of `state`, expects the same X and the state back. Returns the
/// condition number.
double expect_state_back(const model::Model& model, const model::Frame& frame,
                         const model::StateSeries& state, const std::vector<int>& rows) {
  const Series<VecX> X = rows_of_motion(model, frame, state, rows);
  const InverseMotion found = inverse_motion(model, frame, state[0], X, {.rows = rows});
  expect_near(rows_of_motion(model, frame, found.state, rows), X, kTolerance);
  for (int m = 1; m <= state.order(); ++m) {
    const double bar = kAmplified * std::pow(found.condition, m - 1);
    const double scale = size_of_terms(X, found, m);
    EXPECT_TRUE(near(found.state.derivative(m), state.derivative(m), bar, scale)) << "order " << m;
  }
  return found.condition;
}

// Property: forward then inverse is the identity, for square Jacobians of arms with all kinds of
// joints, at every order up to 6.
TEST(InverseMotion, GivesBackTheJointMotionOfSixJointArms) {
  int well_conditioned = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    for (const char* joints : {"RRRRRR", "RRPRRR", "PPPRRR", "RHRRPR", "RFRRPFRR"}) {
      support::Random random(seed);
      const model::Model model = support::random_arm(random, joints);
      SCOPED_TRACE(model.name() + ", seed " + std::to_string(seed));
      const auto state = support::random_state(random, model, kOrder);
      const double condition = expect_state_back(model, model.frame("ee"), state, kAllRows);
      if (condition < 20.0) ++well_conditioned;  // The bar of order 6 is then below 1e-7.
    }
  }
  EXPECT_GE(well_conditioned, 20);
}

// Property: the same with as many rows as joints: a planar arm by its position in the plane, a
// five-joint arm by position and two rows of angular velocity; and by all six rows, which the
// arm can follow because they come from a motion of its own.
TEST(InverseMotion, GivesBackTheJointMotionFromSelectedRows) {
  int compared = 0;
  for (const auto& [name, rows] : {std::pair<std::string, std::vector<int>>{"planar2R", {0, 1}},
                                   {"fanuc5R", {0, 1, 2, 3, 4}},
                                   {"fanuc5R", {0, 1, 2, 3, 4, 5}},
                                   {"rpr", {0, 1, 2}}}) {
    const support::GoldenRobot robot = support::load_golden_robot(name);
    for (const model::StateSeries& state : robot.states) {
      SCOPED_TRACE(name + ", " + std::to_string(rows.size()) + " rows");
      const model::Frame& ee = robot.model.frame("ee");
      const auto N = std::min(kOrder, state.order());
      const MatX J = jacobian(propagate(robot.model, state), ee)[0](rows, Eigen::all);
      if (Eigen::FullPivLU<MatX>(J).rank() < J.cols()) {
        continue;  // Refused: see RefusesASingularPosition.
      }
      expect_state_back(robot.model, ee, state.truncated(N), rows);
      ++compared;
    }
  }
  EXPECT_GE(compared, 8);
}

// Property: a redundant arm reproduces X at every order; each q⁽ᵐ⁾ is the shortest that does, that
// is, normal to the null space of J.
TEST(InverseMotion, RedundantArmFollowsWithTheShortestJointDerivatives) {
  const support::GoldenRobot robot = support::load_golden_robot("arm7R");
  const model::Frame& ee = robot.model.frame("ee");
  for (const model::StateSeries& full : robot.states) {
    const model::StateSeries state = full.truncated(std::min(kOrder, full.order()));
    const Series<VecX> X = rows_of_motion(robot.model, ee, state, kAllRows);
    const InverseMotion found = inverse_motion(robot.model, ee, state[0], X);
    ASSERT_LT(found.condition, 1e4);
    expect_near(rows_of_motion(robot.model, ee, found.state, kAllRows), X, kTolerance);
    const MatX J = jacobian(propagate(robot.model, state), ee)[0];
    const VecX null = Eigen::FullPivLU<MatX>(J).kernel().col(0).normalized();
    for (int m = 1; m <= found.state.order(); ++m) {
      const VecX q_m = found.state.derivative(m);
      EXPECT_NEAR(null.dot(q_m), 0.0, 1e-12 * q_m.norm()) << m;
    }
    // Oracle: at order 1 the shortest q' is the true one without its null-space part.
    const VecX q_1 = state.derivative(1);
    EXPECT_TRUE(near(found.state.derivative(1), q_1 - null.dot(q_1) * null, 1e-12));
  }
}

// Property: with the true motion preferred, a redundant arm gives it back at every order.
TEST(InverseMotion, PreferredMotionFillsTheNullSpace) {
  const support::GoldenRobot robot = support::load_golden_robot("arm7R");
  const model::Frame& ee = robot.model.frame("ee");
  const model::StateSeries state = robot.states[0].truncated(kOrder);
  const Series<VecX> X = rows_of_motion(robot.model, ee, state, kAllRows);
  model::StateSeries preferred = state;
  expect_near(inverse_motion(robot.model, ee, state[0], X, {.preferred = preferred}).state, state,
              kTolerance);
  // Away from it by something that J can see: the prescribed motion wins.
  preferred[2] += robot.states[0][1];
  const InverseMotion found =
      inverse_motion(robot.model, ee, state[0], X, {.preferred = preferred});
  expect_near(rows_of_motion(robot.model, ee, found.state, kAllRows), X,
              kTolerance * found.condition);
}

// Oracle: the printed sum [S1 eq. (60)] with the derivatives of the Jacobian of the true motion.
TEST(InverseMotion, IsThePrintedSum) {
  support::Random random(3);
  const model::Model model = support::random_arm(random, "RRPRRR");
  const model::Frame& ee = model.frame("ee");
  const model::StateSeries state = support::random_state(random, model, kOrder);
  const TreeMotion motion = propagate(model, state);
  const Series<MatX> J = jacobian(motion, ee);
  const Series<Vec6> X = operational_motion(motion, ee);
  const Series<VecX> X_rows = rows_of_motion(model, ee, state, kAllRows);
  const InverseMotion found = inverse_motion(model, ee, state[0], X_rows);
  for (int m = 1; m <= kOrder; ++m) {
    VecX rest = X.derivative(m - 1);
    for (int k = 1; k <= m - 1; ++k) {
      rest -= taylor::binomial(m - 1, k) * J.derivative(k) * state.derivative(m - k);
    }
    const VecX printed = J[0].partialPivLu().solve(rest);
    EXPECT_TRUE(near(found.state.derivative(m), printed,
                     kAmplified * std::pow(found.condition, m - 1),
                     size_of_terms(X_rows, found, m)))
        << m;
  }
}

// Property: at a singular position the error names the condition; damping gives a finite motion and
// says what it does not reach; far from singular, a small damping changes little.
TEST(InverseMotion, RefusesASingularPositionUnlessDamped) {
  const support::GoldenRobot robot = support::load_golden_robot("planar2R");
  const model::Frame& ee = robot.model.frame("ee");
  const VecX stretched = VecX::Zero(2);
  Series<VecX> X(2, VecX::Ones(2));
  EXPECT_THROW_MESSAGE(inverse_motion(robot.model, ee, stretched, X, {.rows = {0, 1}}),
                       NumericalError, "condition number");
  const InverseMotion damped =
      inverse_motion(robot.model, ee, stretched, X, {.rows = {0, 1}, .damping = 0.05});
  EXPECT_GT(damped.condition, 1e8);
  for (int m = 1; m <= 3; ++m) EXPECT_TRUE(damped.state[m].allFinite());
  EXPECT_GT(damped.residual[0].norm(), 0.5);  // Along the stretched arm nothing can be done.
  // The residual is what the motion does not reach.
  const Series<VecX> reached = rows_of_motion(robot.model, ee, damped.state, {0, 1});
  for (int k = 0; k <= 2; ++k) {
    EXPECT_TRUE(near(X[k] - reached[k], damped.residual[k], 1e-12, 1.0));
  }
}

// Property: joints that do not move the frame stay at rest.
TEST(InverseMotion, LeavesOtherBranchesAtRest) {
  support::Random random(5);
  const model::Model model = support::random_model(random, 12);
  for (const model::Frame& frame : model.frames()) {
    if (frame.body == model::kWorld) continue;
    const InverseMotion found =
        inverse_motion(model, frame, VecX::Constant(model.num_coordinates(), 0.3),
                       Series<VecX>(1, VecX::Constant(1, 0.1)), {.rows = {0}, .damping = 1e-3});
    const MatX J = jacobian(propagate(model, model::StateSeries::constant(
                                                 VecX::Constant(model.num_coordinates(), 0.3), 0)),
                            frame)[0];
    for (int j = 0; j < model.num_coordinates(); ++j) {
      if (!J.col(j).isZero(0.0)) continue;
      EXPECT_EQ(found.state[1](j), 0.0);
    }
  }
}

// Bad input.
TEST(InverseMotion, SaysWhatIsWrong) {
  const support::GoldenRobot robot = support::load_golden_robot("planar2R");
  const model::Frame& ee = robot.model.frame("ee");
  const VecX q = VecX::Ones(2);
  const Series<VecX> X(1, VecX::Ones(2));
  EXPECT_THROW_MESSAGE(inverse_motion(robot.model, ee, VecX::Ones(3), X, {.rows = {0, 1}}),
                       InvalidArgument, "got 3");
  EXPECT_THROW_MESSAGE(inverse_motion(robot.model, ee, q, X), InvalidArgument,
                       "derivative 1 of X has 2 entries but 6 rows are prescribed");
  EXPECT_THROW_MESSAGE(inverse_motion(robot.model, ee, q, X, {.rows = {0, 6}}), InvalidArgument,
                       "rows of X are 0 to 5, got 6");
  EXPECT_THROW_MESSAGE(inverse_motion(robot.model, ee, q, X, {.rows = {1, 1}}), InvalidArgument,
                       "row 1 is prescribed twice");
  EXPECT_THROW_MESSAGE(inverse_motion(robot.model, ee, q, X, {.rows = {}}), InvalidArgument,
                       "no row");
  EXPECT_THROW_MESSAGE(
      inverse_motion(robot.model, robot.model.frame("base"), q, X, {.rows = {0, 1}}),
      InvalidArgument, "no joint moves link 'base'");
  EXPECT_THROW_MESSAGE(
      inverse_motion(robot.model, ee, q, Series<VecX>(1, VecX::Constant(2, NAN)), {.rows = {0, 1}}),
      InvalidArgument, "not finite");
  EXPECT_THROW_MESSAGE(
      inverse_motion(robot.model, ee, q, X,
                     {.rows = {0, 1}, .preferred = model::StateSeries::constant(q, 1)}),
      InvalidArgument, "the preferred motion has order 1 but 2 is needed");
}

/// Eq. (1) with 50 digits: X⁽ᵐ⁾ of polynomials q(t) by interpolation of J(q) q' at instants that
/// are close to each other.
std::vector<trajectory::Vector50> inverse50(const model::Model& model, const model::Frame& frame,
                                            const VecX& q, const Series<VecX>& X) {
  using trajectory::Real50;
  using trajectory::Vector50;
  constexpr int kNodes = 15;
  const int N = X.order() + 1;
  const auto n = static_cast<std::size_t>(q.size());
  std::vector<Vector50> c{trajectory::vector50(q)};  // Coefficients of q(t).
  const trajectory::Rows50 J = trajectory::pose50(model, frame, c[0]).J;
  for (int m = 1; m <= N; ++m) {
    Vector50 times;
    std::vector<Vector50> values(6);
    for (int i = 0; i < kNodes; ++i) {
      const Real50 t = Real50(i - kNodes / 2) / 2000;
      Vector50 at(n, Real50(0)), rate(n, Real50(0));
      for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t k = c.size(); k-- > 0;) at[j] = at[j] * t + c[k][j];
        for (std::size_t k = c.size(); k-- > 1;) rate[j] = rate[j] * t + Real50(k) * c[k][j];
      }
      const Vector50 V = trajectory::times50(trajectory::pose50(model, frame, at).J, rate);
      times.push_back(t);
      for (std::size_t row = 0; row < 6; ++row) values[row].push_back(V[row]);
    }
    Vector50 rest = trajectory::vector50(X[m - 1]);
    for (std::size_t row = 0; row < 6; ++row) {
      rest[row] -= trajectory::interpolated50(times, values[row])[m - 1];
      rest[row] /= m;
    }
    c.push_back(trajectory::least50(J, rest));
  }
  return c;
}

// Oracle: 50 digits. The error of each order is within three times the estimate, and the estimate
// within a thousand times the error, for arms with as many joints as rows, and with one to spare.
// Worst seen, with 40 seeds: 0.6 of the estimate, and 520 times.
TEST(InverseMotion, KnowsItsErrors) {
  double largest = 0.0;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    for (const char* joints : {"RRRRRR", "RRPRRR", "RRRRRRR"}) {
      support::Random random(seed);
      const model::Model model = support::random_arm(random, joints);
      SCOPED_TRACE(model.name() + ", seed " + std::to_string(seed));
      const auto state = support::random_state(random, model, kOrder);
      const model::Frame& ee = model.frame("ee");
      const Series<VecX> X = rows_of_motion(model, ee, state, kAllRows);
      const InverseMotion found = inverse_motion(model, ee, state[0], X, {.max_condition = 1e4});
      const std::vector<trajectory::Vector50> exact = inverse50(model, ee, state[0], X);
      ASSERT_EQ(found.error.size(), exact.size());
      EXPECT_EQ(found.error[0], VecX::Zero(state[0].size()));
      for (int m = 1; m <= kOrder; ++m) {
        double error = 0.0, estimate = 0.0;
        for (Eigen::Index j = 0; j < state[0].size(); ++j) {
          const auto difference = trajectory::Real50(found.state[m](j)) - exact[m][j];
          const double of_joint = taylor::factorial(m) * std::abs(static_cast<double>(difference));
          const double bound = found.error[m](j);
          EXPECT_LE(of_joint, 3.0 * bound) << m;
          error = std::max(error, of_joint);
          estimate = std::max(estimate, bound);
        }
        EXPECT_LE(estimate, 1000.0 * error) << m << ", condition " << found.condition;
        largest = std::max(largest, error);
      }
    }
  }
  EXPECT_GT(largest, 1e-9);  // Errors that no residual shows.
}

}  // namespace
}  // namespace appell::kinematics
