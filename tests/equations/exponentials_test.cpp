// Products of exponentials against kinematics::propagate() and jacobian(), which share no formula
// with them; and the printed forms that are wrong, beside the corrected ones.
#include "papers/equations/exponentials.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "appell/kinematics/jacobian.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "papers/equations/jacobian_blocks.hpp"
#include "papers/equations/printed_kinematics.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/random_arm.hpp"

namespace appell::equations {
namespace {

using support::near;
using taylor::Series;

// Relative per derivative, 24 joints and order 5 included. Worst seen 3e-14.
constexpr double kTolerance = 1e-12;
constexpr int kOrder = 5;

struct Case {
  std::string name;
  model::Model model;
  model::StateSeries state;
};

/// Every golden robot and state, and random trees with every kind of joint, mimic joints included.
std::vector<Case> cases() {
  std::vector<Case> all;
  for (const std::string& name : support::golden_robot_names()) {
    const support::GoldenRobot robot = support::load_golden_robot(name);
    for (const model::StateSeries& state : robot.states) {
      all.push_back({name, robot.model, state.truncated(std::min(kOrder, state.order()))});
    }
  }
  for (unsigned seed = 1; seed <= 5; ++seed) {
    support::Random random(seed);
    const model::Model tree = support::random_model(random, 8);
    all.push_back(
        {"tree " + std::to_string(seed), tree, support::random_state(random, tree, kOrder)});
  }
  return all;
}

/// Calls visit(frame, chain) for every frame of a model.
template <class Visit>
void for_each_chain(const model::Model& model, Visit visit) {
  for (const model::Frame& frame : model.frames()) {
    SCOPED_TRACE("frame " + frame.name);
    visit(frame, exponential_chain(model, frame));
  }
}

/// Relative to the derivative of the whole block, or to 1 where it is zero.
template <class C>
void expect_near(const Series<C>& actual, const Series<C>& expected) {
  ASSERT_EQ(actual.order(), expected.order());
  for (int k = 0; k <= expected.order(); ++k) {
    const MatX e = expected.derivative(k);
    EXPECT_TRUE(near(actual.derivative(k), e, kTolerance, std::max(1.0, e.cwiseAbs().maxCoeff())))
        << "derivative " << k;
  }
}

/// Value at the configuration itself, order 0.
model::StateSeries position_of(const model::StateSeries& state) { return state.truncated(0); }

// Oracle: closed form. A revolute axis through r moves the origin by (1 - R) r, a prismatic joint
// by q k, a helical one by both.
TEST(ScrewTranslation, ClosedForms) {
  const Vec3 k = Vec3(1.0, 2.0, -0.5).normalized();
  const Vec3 r(0.3, -0.2, 0.7);
  const double q = 0.8;
  const Series<double> series = Series<double>::constant(q, 0);
  const Vec3 turn = r - spatial::rotation_about(k, q) * r;
  EXPECT_TRUE(near(screw_translation({k, r.cross(k)}, series)[0], turn, 1e-15));
  EXPECT_TRUE(near(screw_translation({Vec3::Zero(), k}, series)[0], q * k, 1e-15));
  EXPECT_TRUE(
      near(screw_translation({k, r.cross(k) + 0.1 * k}, series)[0], turn + 0.1 * q * k, 1e-15));
}

// Cross-check: the propagated motion, every derivative.
TEST(PlacementByExponentials, MatchesPropagate) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const auto motion = kinematics::propagate(c.model, c.state);
    for_each_chain(c.model, [&](const model::Frame& frame, const ExponentialChain& chain) {
      const auto expected = kinematics::frame_motion(motion, frame);
      const auto X = placement_by_exponentials(chain, c.state);
      expect_near(X.R, expected.R);
      expect_near(X.p, expected.p);
    });
  }
}

// Cross-check: the geometric Jacobian k × (p_n - p_i), every derivative.
TEST(JacobianByExponentials, MatchesJacobian) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const auto motion = kinematics::propagate(c.model, c.state);
    for_each_chain(c.model, [&](const model::Frame& frame, const ExponentialChain& chain) {
      expect_near(jacobian_by_exponentials(chain, c.state), kinematics::jacobian(motion, frame));
    });
  }
}

TEST(JacobianByBlocks, MatchesJacobian) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const auto motion = kinematics::propagate(c.model, c.state);
    const model::Frame& frame = c.model.default_frame();
    const ExponentialChain chain = exponential_chain(c.model, frame);
    expect_near(jacobian_by_blocks(chain, c.state), kinematics::jacobian(motion, frame));
  }
}

// Oracle: the definition. Along a motion of one coordinate alone at unit rate, dT/dt is the sum of
// ∂T/∂q_j over the joints that it moves, each times its ratio.
TEST(DifferentialMatrix, IsThePartialDerivativeOfThePlacement) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const model::Frame& frame = c.model.default_frame();
    const ExponentialChain chain = exponential_chain(c.model, frame);
    for (int i = 0; i < c.model.num_coordinates(); ++i) {
      model::StateSeries one = model::StateSeries::constant(c.state[0], 1);
      one[1](i) = 1.0;
      const auto motion = kinematics::propagate(c.model, one);
      const Mat4 expected = kinematics::frame_motion(motion, frame).matrix_derivative(1);
      Mat4 sum = Mat4::Zero();
      for (int j = 0; j < chain.size(); ++j) {
        const ChainJoint& joint = chain.joints[j];
        if (joint.coordinate != i) continue;
        sum +=
            joint.ratio * differential_matrix(chain, position_of(c.state), j).matrix_derivative(0);
      }
      EXPECT_TRUE(near(sum, expected, kTolerance)) << "coordinate " << i;
    }
  }
}

// Oracle: T_j U_j jT_i, the operator form [S0 eq. (71)], with U_j the 4x4 matrix of joint j's
// screw.
TEST(DifferentialMatrix, IsTheOperatorForm) {
  support::Random random(1);
  const model::Model model = support::random_arm(random, "RPRHR");
  const model::StateSeries state = support::random_state(random, model, 0);
  const ExponentialChain chain = exponential_chain(model, model.frame("ee"));
  const auto motion = kinematics::propagate(model, state);
  const Mat4 T_n = kinematics::frame_motion(motion, model.frame("ee")).matrix_derivative(0);
  for (int j = 0; j < chain.size(); ++j) {
    const model::Body& body = model.bodies()[j];
    Mat4 U = Mat4::Zero();
    U.topLeftCorner<3, 3>() = spatial::cross_matrix(body.screw.angular);
    U.topRightCorner<3, 1>() = body.screw.linear;
    const spatial::Transform X_WB{motion[j].R_WB[0], motion[j].p_WB[0]};
    const Mat4 expected = X_WB.matrix() * U * X_WB.inverse().matrix() * T_n;
    EXPECT_TRUE(
        near(differential_matrix(chain, state, j).matrix_derivative(0), expected, kTolerance));
  }
}

// Cross-check: Leibniz' sum over plain derivatives against the Cauchy product of the series.
TEST(ColumnDerivative, IsTheDerivativeOfTheProduct) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const ExponentialChain chain = exponential_chain(c.model, c.model.default_frame());
    for (int i = 0; i < chain.size(); i += 3) {
      const JacobianBlocks blocks = jacobian_blocks(chain, c.state, i);
      const int r = chain.size() - 1 - i;
      EXPECT_EQ(blocks.J3[0].cols(), 12 + 3 * r);
      EXPECT_EQ(blocks.M[0].rows(), 12 + 3 * r);
      const Series<Vec6> column = column_of_blocks(blocks);
      for (int k = 0; k <= c.state.order(); ++k) {
        const Vec6 expected = column.derivative(k);
        const double scale = std::max(1.0, expected.cwiseAbs().maxCoeff());
        EXPECT_TRUE(near(column_derivative(blocks, k), expected, kTolerance, scale)) << k;
      }
    }
  }
}

/// An arm with revolute and prismatic joints, on which the printed forms are tried.
class PrintedForm : public testing::Test {
 protected:
  support::Random random_{11};
  const model::Model model_ = support::random_arm(random_, "RPRRPRF");
  const model::StateSeries state_ = support::random_state(random_, model_, 4);
  const ExponentialChain chain_ = exponential_chain(model_, model_.frame("ee"));
  const int n_ = chain_.size() - 1;

  /// E_{first..last} at the configuration.
  Mat3 E(int first, int last) const {
    return exponential_product(chain_, position_of(state_), first, last)[0];
  }
  const spatial::Screw& screw(int j) const { return chain_.joints[j].screw; }
  double q(int j) const { return state_[0](j); }
  Vec3 b(int j) const { return screw_translation(screw(j), Series<double>::constant(q(j), 0))[0]; }
  Vec3 true_V(int j) const {
    const auto motion = kinematics::propagate(model_, state_);
    return kinematics::jacobian(motion, model_.frame("ee"))[0].col(j).head<3>();
  }
};

// Oracle: ∂R/∂q_j, R by propagate() along a line in q_j. Rotations about different axes do not
// commute, so that the exponentials of sums in [S0 eq. (72)] are not the ordered products. Before
// the first and after the last of the axes that differ they are.
TEST_F(PrintedForm, RotationDerivativeOfS0Eq72) {
  for (int j = 0; j <= n_; ++j) {
    if (screw(j).angular.isZero(0.0)) continue;
    model::StateSeries line = model::StateSeries::constant(state_[0], 1);
    line[1](j) = 1.0;
    const auto motion = kinematics::propagate(model_, line);
    const Mat3 expected = kinematics::frame_motion(motion, model_.frame("ee")).R.derivative(1);
    EXPECT_TRUE(
        near(differential_matrix(chain_, position_of(state_), j).R[0], expected, kTolerance));
    const Mat3 printed = printed_rotation_derivative(chain_, state_[0], std::array{j}, 0);
    EXPECT_GT((printed - expected).cwiseAbs().maxCoeff(), 1e-2) << j;
  }
  // With one axis on either side of the joint sum and product are the same.
  ExponentialChain two = chain_;
  two.joints = {chain_.joints[0], chain_.joints[2]};
  EXPECT_TRUE(near(printed_rotation_derivative(two, state_[0], std::array{1}, 0),
                   differential_matrix(two, position_of(state_), 1).R[0], kTolerance));
  EXPECT_THROW_MESSAGE(printed_rotation_derivative(chain_, state_[0], std::array{2, 0}, 0),
                       InvalidArgument, "joints must be sorted");
}

// Oracle: column j of the geometric Jacobian. As printed, the middle term stands outside
// E_{1..j-1} [k×] Δ, [k×] is missing in (74), and exponentials of sums stand for the products. With
// the products alone it is wrong as well.
TEST_F(PrintedForm, PositionDerivativeOfS0Eqs73And74) {
  for (int j = 0; j <= n_; ++j) {
    Vec3 sum = Vec3::Zero();
    for (int l = j; l <= n_; ++l) sum += E(j, l - 1) * b(l);
    const double Delta = screw(j).angular.isZero(0.0) ? 0.0 : 1.0;
    const Vec3 middle = E(j, n_) * chain_.X_WF.p;
    const Vec3 products = E(0, j - 1) * screw(j).linear + middle + Delta * E(0, j - 1) * sum;
    EXPECT_GT((products - true_V(j)).norm(), 0.1 * true_V(j).norm()) << j;
    EXPECT_GT((printed_position_derivative(chain_, state_[0], j) - true_V(j)).norm(),
              0.1 * true_V(j).norm())
        << j;
    const Mat3 K = spatial::cross_matrix(screw(j).angular);
    const Vec3 corrected = E(0, j - 1) * (screw(j).linear + K * (middle + sum));
    EXPECT_TRUE(near(corrected, true_V(j), kTolerance)) << j;
    EXPECT_TRUE(
        near(differential_matrix(chain_, position_of(state_), j).p[0], true_V(j), kTolerance));
  }
}

// Oracle: the same column. (123) has [k×] before the sum, but the middle term still stands alone.
TEST_F(PrintedForm, LinearColumnOfS0Eq123) {
  for (int i = 0; i <= n_; ++i) {
    Vec3 sum = Vec3::Zero();
    for (int k = i; k <= n_; ++k) sum += E(i, k - 1) * b(k);
    const Mat3 K = spatial::cross_matrix(screw(i).angular);
    const Vec3 printed =
        E(0, i - 1) * screw(i).linear + E(i, n_) * chain_.X_WF.p + E(0, i - 1) * K * sum;
    EXPECT_GT((printed - true_V(i)).norm(), 0.1 * true_V(i).norm()) << i;
  }
  const Series<MatX> J = jacobian_by_exponentials(chain_, position_of(state_));
  for (int i = 0; i <= n_; ++i) EXPECT_TRUE(near(J[0].col(i).head<3>(), true_V(i), kTolerance));
}

// Oracle: a prismatic joint does not turn anything. As printed, without Δ, (124) gives it the
// angular column of a revolute one.
TEST_F(PrintedForm, AngularColumnOfS0Eq124) {
  const Series<MatX> J = jacobian_by_exponentials(chain_, position_of(state_));
  for (const int i : {1, 4}) {
    ASSERT_TRUE(screw(i).angular.isZero(0.0));
    const Vec3 k = screw(i).linear;                     // The axis of a prismatic joint.
    EXPECT_NEAR((E(0, i - 1) * k).norm(), 1.0, 1e-14);  // What is printed.
    EXPECT_EQ(J[0].col(i).tail<3>(), Vec3::Zero());
  }
}

// Oracle: closed form. A prismatic joint moves by q k. With sin q in the first term [S0 eq. (90)]
// it moves by (q + sin q) k; with q there [S2 eq. (54)] by 2 q k, and a revolute joint is wrong
// too.
TEST_F(PrintedForm, TranslationOfS0Eq90AndS2Eq54) {
  for (int l = 0; l <= n_; ++l) {
    const bool turns = !screw(l).angular.isZero(0.0);
    const double Delta = turns ? 1.0 : 0.0;
    const Vec3 k = turns ? screw(l).angular : screw(l).linear;
    const Vec3& v = screw(l).linear;
    const double angle = q(l) * Delta;
    const Vec3 common =
        (1.0 - std::cos(angle)) * k.cross(v) + (q(l) - std::sin(angle)) * k.dot(v) * k;
    const Vec3 printed_90 = std::sin(q(l)) * v + common;
    const Vec3 printed_54 = q(l) * v + common;
    if (turns) {
      EXPECT_TRUE(near(printed_90, b(l), kTolerance));
      EXPECT_GT((printed_54 - b(l)).norm(), 1e-3 * b(l).norm());
    } else {
      EXPECT_TRUE(near(b(l), q(l) * k, kTolerance));
      EXPECT_TRUE(near(printed_90, (q(l) + std::sin(q(l))) * k, kTolerance));
      EXPECT_TRUE(near(printed_54, 2.0 * q(l) * k, kTolerance));
    }
  }
}

// Oracle: the derivatives of the geometric Jacobian. The three terms of [S2 eq. (56)] are Leibniz'
// rule for k = 1; from k = 2 on the mixed terms are missing.
TEST_F(PrintedForm, JacobianDerivativeOfS2Eq56) {
  const auto motion = kinematics::propagate(model_, state_);
  const Series<MatX> J = kinematics::jacobian(motion, model_.frame("ee"));
  for (int k = 1; k <= 4; ++k) {
    MatX printed(6, n_ + 1);
    MatX corrected(6, n_ + 1);
    for (int i = 0; i <= n_; ++i) {
      const JacobianBlocks B = jacobian_blocks(chain_, state_, i);
      printed.col(i) = B.J1.derivative(k) * B.J2 * B.J3[0] * B.M[0] +
                       B.J1[0] * B.J2 * B.J3.derivative(k) * B.M[0] +
                       B.J1[0] * B.J2 * B.J3[0] * B.M.derivative(k);
      corrected.col(i) = column_derivative(B, k);
    }
    const MatX expected = J.derivative(k);
    EXPECT_TRUE(near(corrected, expected, kTolerance)) << k;
    if (k == 1) {
      EXPECT_TRUE(near(printed, expected, kTolerance));
    } else {
      EXPECT_GT((printed - expected).norm(), 0.1 * expected.norm()) << k;
    }
  }
}

// Bad input.
TEST(ExponentialChain, SaysWhatIsWrong) {
  support::Random random(1);
  const model::Model model = support::random_arm(random, "RR");
  const ExponentialChain chain = exponential_chain(model, model.frame("ee"));
  const model::StateSeries state = support::random_state(random, model, 1);
  EXPECT_THROW_MESSAGE(differential_matrix(chain, state, 2), InvalidArgument,
                       "the chain has joints 0 to 1, got 2");
  EXPECT_THROW_MESSAGE(jacobian_blocks(chain, state, -1), InvalidArgument, "got -1");
  EXPECT_THROW_MESSAGE(exponential_product(chain, state, 0, 2), InvalidArgument,
                       "joints 0 to 2 are not in a chain of 2");
  EXPECT_THROW_MESSAGE(
      placement_by_exponentials(chain, model::StateSeries::constant(VecX::Zero(3), 0)),
      InvalidArgument, "has 3 entries but the chain's model has 2 coordinates");
  EXPECT_THROW_MESSAGE(jacobian_by_exponentials(chain, model::StateSeries()), InvalidArgument,
                       "the state is empty");
  EXPECT_THROW_MESSAGE(column_derivative(jacobian_blocks(chain, state, 0), 2), InvalidArgument,
                       "the blocks have order 1");
}

}  // namespace
}  // namespace appell::equations
