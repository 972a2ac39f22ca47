// The forms that are wrong as printed: each must be measurably wrong where docs/errata.md says so,
// and right where it says so. The correct values come from energy/, force/ and kinematics/.
#include <gtest/gtest.h>

#include "appell/energy/acceleration_energy.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/force/motion_matrices.hpp"
#include "appell/force/reactions.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/spatial/rotation.hpp"
#include "papers/equations/equations_of_motion.hpp"
#include "papers/equations/identities.hpp"
#include "papers/equations/newton_euler.hpp"
#include "papers/equations/printed_energies.hpp"
#include "papers/equations/printed_equations.hpp"
#include "papers/equations/printed_kinematics.hpp"
#include "papers/equations/printed_members.hpp"
#include "papers/equations/printed_wrenches.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/random_model.hpp"

namespace appell::equations {
namespace {

using support::near;

constexpr double kTolerance = 1e-12;
constexpr double kWrong = 1e-3;  // Smallest relative error that counts as wrong.

double relative_error(const Eigen::Ref<const MatX>& actual, const Eigen::Ref<const MatX>& right) {
  return (actual - right).norm() / right.norm();
}
double relative_error(double actual, double right) {
  return std::abs(actual - right) / std::abs(right);
}

/// The spatial arm with revolute and prismatic joints, its first state, its motion.
class Printed : public testing::Test {
 protected:
  support::GoldenRobot robot_ = support::load_golden_robot("rpr");
  const model::Model& model_ = robot_.model;
  const model::StateSeries& state_ = robot_.states[0];
  const kinematics::TreeMotion motion_ = kinematics::propagate(model_, state_);
  const model::Frame& ee_ = model_.frame("ee");

  VecX inertia(int k) const { return force::inertia_force(motion_).derivative(k - 1); }
  double energy(int p) const { return energy::acceleration_energy(motion_, p)[0]; }
  BodyAboutPoint last_body() const {
    const model::Body& body = model_.bodies().back();
    return body_about_point(motion_, body.index, body.rigid_mass.p_BBcm);
  }
};

TEST_F(Printed, CoefficientsAreCatalanUpToThree) {
  const std::vector<double> printed{1, 2, 5, 9, 14, 20, 27};
  for (int p = 1; p <= 7; ++p) {
    EXPECT_EQ(printed_coefficient(p), printed[p - 1]);
    EXPECT_EQ(printed_coefficient(p) == catalan_number(p), p <= 3);
  }
  EXPECT_THROW_MESSAGE(printed_coefficient(0), InvalidArgument, "must be >= 1, got 0");
}

TEST_F(Printed, OrderKEquationIsWrongFromFourOn) {
  for (int k = 1; k <= 7; ++k) {
    const ForceTerms printed = printed_order_k_equation(model_, state_, k, k + 1);
    if (k <= 3) {
      EXPECT_LT((printed.value - inertia(k)).norm(), kTolerance * printed.scale.norm());
    } else {
      EXPECT_GT(relative_error(printed.value, inertia(k)), kWrong) << k;
    }
  }
}

TEST_F(Printed, ShortFormWithAThird) {
  EXPECT_GT(relative_error(printed_short_form(model_, state_).value, inertia(3)), kWrong);
}

TEST_F(Printed, GravityRateCountsMomentsTwice) {
  const VecX right = force::gravity_force(motion_).derivative(1);
  for (int k = 1; k <= 4; ++k) {
    const VecX right_k = force::gravity_force(motion_).derivative(k - 1);
    EXPECT_GT(relative_error(printed_gravity_equation(model_, state_, k, k + 1), right_k), kWrong);
  }
  // For k = 1 both terms that are too many are the moment of the weight about the origin.
  VecX moments = VecX::Zero(model_.num_coordinates());
  for (const model::Body& body : model_.bodies()) {
    const model::Frame frame{.name = {}, .body = body.index, .X_BF = {}, .is_driven = false};
    const Vec3 r_C = kinematics::point_position(motion_[body.index], body.rigid_mass.p_BBcm)[0];
    moments -= kinematics::jacobian(motion_, frame)[0].bottomRows<3>().transpose() *
               r_C.cross(body.rigid_mass.mass * model_.gravity());
  }
  EXPECT_TRUE(near(printed_gravity_equation(model_, state_, 1, 3),
                   force::gravity_force(motion_)[0] + 2.0 * moments, kTolerance));
  EXPECT_TRUE(near(gravity_equation(model_, state_, 2, 3).value, right, kTolerance));
}

TEST_F(Printed, EnergyWithoutTheCrossTerm) {
  for (int p = 0; p <= 4; ++p) {
    EXPECT_GT(relative_error(printed_energy(motion_, p).value, energy(p)), kWrong) << p;
    // What is missing, and nothing else: M p⁽ⁿ⁾ · R⁽ⁿ⁾ r_C.
    double cross = 0.0;
    for (const model::Body& body : model_.bodies()) {
      const kinematics::BodyMotion& X = motion_[body.index];
      cross += body.rigid_mass.mass *
               X.p_WB.derivative(p + 1).dot(X.R_WB.derivative(p + 1) * body.rigid_mass.p_BBcm);
    }
    EXPECT_TRUE(near(printed_energy(motion_, p).value + cross, energy(p), kTolerance)) << p;
  }
}

TEST_F(Printed, EnergyDerivativeWithASingleProduct) {
  for (int k = 1; k <= 3; ++k) {
    const double right = energy::acceleration_energy(motion_, 1).derivative(k - 1);
    EXPECT_GT(relative_error(printed_energy_derivative(motion_, 1, k), right), kWrong) << k;
  }
  // For k = 1 there is one product, and the cross term alone is missing.
  EXPECT_TRUE(
      near(printed_energy_derivative(motion_, 1, 1), printed_energy(motion_, 1).value, kTolerance));
}

TEST_F(Printed, MatrixForms) {
  EXPECT_GT(relative_error(evaluate(model_, state_, printed_matrix_form_1()).value, energy(1)),
            kWrong);
  EXPECT_GT(relative_error(evaluate(model_, state_, printed_matrix_form_2()).value, energy(2)),
            kWrong);
}

// D nested in q': once for E_2, three times for E_4, and for E_3 once with q'' outside.
TEST_F(Printed, LastTermIsRightForTheFirstEnergyOnly) {
  EXPECT_TRUE(near(printed_last_term(model_, state_, 0).value, last_term(model_, state_, 1).value,
                   kTolerance));
  for (const int p : {2, 4}) {
    EXPECT_GT(relative_error(printed_last_term(model_, state_, p - 1).value,
                             last_term(model_, state_, p).value),
              kWrong);
  }
  const double third = last_term(model_, state_, 3).value;
  EXPECT_GT(relative_error(printed_last_term_of_the_third(model_, state_).value, third), kWrong);
  EXPECT_GT(relative_error(printed_last_term(model_, state_, 1).value, third), kWrong);
  // Oracle: D from its entries, times q'' · q'.
  const VecX q1 = state_.derivative(1);
  const double D =
      bracket(model_, state_[0], 2, 2).contracted(std::vector<VecX>{q1, q1, q1, q1}).value;
  EXPECT_TRUE(near(printed_last_term_of_the_third(model_, state_).value,
                   0.5 * D * state_.derivative(2).dot(q1), kTolerance));
}

// [S0 eq. (109)]: wrong for every p, p = 1 included, in its first term and in its last.
TEST_F(Printed, EnergyOfAnyOrder) {
  for (int p = 1; p <= 4; ++p) {
    EXPECT_GT(relative_error(printed_energy_of_order(model_, state_, p), energy(p)), kWrong) << p;
    EXPECT_GT(relative_error(printed_last_term(model_, state_, p).value,
                             last_term(model_, state_, p).value),
              kWrong)
        << p;
    // What is left when both wrong terms are put right again.
    const auto first = [&](int order) {
      const std::vector<VecX> q{state_.derivative(order)};
      return 0.5 * contracted_bracket(model_, state_[0], q, q).value;
    };
    const double mended = printed_energy_of_order(model_, state_, p) + first(p + 1) - first(p) +
                          last_term(model_, state_, p).value -
                          printed_last_term(model_, state_, p).value;
    EXPECT_TRUE(near(mended, energy(p), 1e-11));
  }
  EXPECT_THROW_MESSAGE(printed_energy_of_order(model_, state_, 0), InvalidArgument, "1..11, got 0");
}

TEST_F(Printed, TensorsHAndK) {
  const VecX u = Vec3(0.3, -1.1, 0.7);
  const VecX w = Vec3(-0.8, 0.4, 1.3);
  const VecX& q = state_[0];
  const auto right = [&](int a, int b) {
    const std::vector<VecX> left(a, u);
    return contracted_bracket(model_, q, left, std::vector<VecX>(b, w)).value;
  };
  EXPECT_GT(relative_error(printed_H(model_, q, u, w), right(1, 3)), kWrong);
  EXPECT_GT(relative_error(printed_H_with_lost_index(model_, q, u, w), right(1, 3)), kWrong);
  EXPECT_GT(relative_error(printed_K(model_, q, u, w), right(2, 3)), kWrong);
  // Oracle: the entries themselves.
  const BracketTensor four = bracket(model_, q, 1, 4);
  const BracketTensor three = bracket(model_, q, 1, 3);
  double too_many = 0.0;
  double lost = 0.0;
  double K = 0.0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int l = 0; l < 3; ++l) {
        for (int m = 0; m < 3; ++m) {
          const double count = u(i) * w(j) * w(l) * w(m);
          too_many += count * four(std::vector<int>{i, i, j, l, m});
          lost += count * three(std::vector<int>{i, i, j, l});
          for (int h = 0; h < 3; ++h) K += u(h) * count * four(std::vector<int>{h, i, j, l, m});
        }
      }
    }
  }
  EXPECT_NEAR(printed_H(model_, q, u, w), too_many, kTolerance);
  EXPECT_NEAR(printed_H_with_lost_index(model_, q, u, w), lost, kTolerance);
  EXPECT_NEAR(printed_K(model_, q, u, w), K, kTolerance);
}

TEST_F(Printed, TermsOfTheThirdAndFourthEnergy) {
  const BodyAboutPoint B = last_body();
  EXPECT_GT(relative_error(printed_third_energy_leading_terms(B).value,
                           third_energy_leading_terms(B).value),
            kWrong);
  EXPECT_GT(relative_error(printed_spin_term_of_the_fourth(B), spin_term(B, 4)), kWrong);
  EXPECT_GT(relative_error(printed_spin_term(B, 2), spin_term(B, 2)), kWrong);
}

TEST_F(Printed, EnergyOfTranslation) {
  const double right = energy::energy_parts(motion_, 1).translation[0];
  EXPECT_GT(relative_error(printed_first_energy_of_translation(model_, state_, 2).value, right),
            kWrong);
  // Literally, the second derivatives of [S1 eq. (112)] are zero and half of the cross term is
  // left.
  for (const int m : {2, 3}) {
    const double literal = printed_first_energy_by_second_derivatives(model_, state_, m);
    const double half = right - printed_first_energy_of_translation(model_, state_, m).value;
    EXPECT_TRUE(near(literal, half, 1e-11));
    EXPECT_GT(relative_error(literal, right), kWrong);
  }
  EXPECT_THROW_MESSAGE(printed_first_energy_by_second_derivatives(model_, state_, 1),
                       InvalidArgument, "must be >= 2, got 1");
}

// Oracle: binomial coefficients.
TEST_F(Printed, LeibnizRuleOfTwoFactors) {
  for (int k = 1; k <= 8; ++k) {
    std::vector<double> right;
    for (int s = 0; s <= k; ++s) right.push_back(taylor::binomial(k, s));
    EXPECT_EQ(printed_leibniz_coefficients(k) == right, k != 1 && k != 8) << k;
  }
  EXPECT_EQ(printed_leibniz_coefficients(1), (std::vector<double>{2.0, 2.0}));
  EXPECT_EQ(printed_leibniz_coefficients(8)[4], 56.0);
  EXPECT_THROW_MESSAGE(printed_leibniz_coefficients(9), InvalidArgument, "1..8, got 9");
}

TEST_F(Printed, OperatorDividesByZero) {
  EXPECT_TRUE(std::isinf(printed_operator_coefficient(-1)));
  EXPECT_EQ(printed_operator_coefficient(0), 1.0);
  EXPECT_EQ(printed_operator_coefficient(1), 0.0);
}

TEST_F(Printed, WrenchesWithFactors) {
  const taylor::Series<Vec3> point = kinematics::frame_motion(motion_, ee_).p;
  EXPECT_GT(relative_error(printed_gravity_force(motion_, point), force::gravity_force(motion_)[0]),
            kWrong);
  EXPECT_GT(relative_error(printed_inertia_force(motion_, point), inertia(1)), kWrong);
  // A revolute joint loses the moment of the force, V_i · F.
  const Vec3 V = joint_column(motion_, 0, point)[0].head<3>();
  EXPECT_TRUE(near(
      printed_gravity_force(motion_, point)(0) + V.dot(gravity_wrench(motion_, 0, point).force[0]),
      force::gravity_force(motion_)[0](0), kTolerance, 100.0));
  EXPECT_TRUE(near(printed_gravity_force(motion_, point)(1), force::gravity_force(motion_)[0](1),
                   kTolerance, 100.0));
  EXPECT_GT(printed_gravity_force(motion_, point).norm(), 1.0);
  EXPECT_TRUE(near(
      printed_inertia_force(motion_, point)(0) + V.dot(inertia_wrench(motion_, 0, point).force[0]),
      inertia(1)(0), kTolerance, inertia(1).norm()));
}

TEST_F(Printed, GravityForceOfOneCentre) {
  EXPECT_GT(relative_error(printed_gravity_force_of_one_centre(motion_),
                           force::gravity_force(motion_)[0]),
            kWrong);
  // The last body carries none but itself.
  const double right = force::gravity_force(motion_)[0](2);
  ASSERT_GT(std::abs(right), 0.01);
  EXPECT_TRUE(near(printed_gravity_force_of_one_centre(motion_)(2), right, kTolerance));
}

TEST_F(Printed, LoadForceOfASlidingJoint) {
  const model::Wrench load{
      .frame = ee_, .force_derivatives = {{1, 2, 3}}, .moment_derivatives = {{-2, 1, 0.5}}};
  const model::Frame& before = model_.frame("b2");
  const std::vector<model::Wrench> loads{load};
  const VecX right = driving_force(motion_, before, loads, {0, 0}, 1).value;
  const VecX printed =
      printed_load_force(motion_, kinematics::frame_motion(motion_, before).p, load);
  EXPECT_GT(std::abs(printed(1) - right(1)), kWrong * right.norm());
  EXPECT_TRUE(near(printed(0), right(0), kTolerance));
}

TEST_F(Printed, JointMomentWithoutTheMomentsOfInertia) {
  const Vec3 right = force::reactions(motion_)[0].moment[0];
  EXPECT_GT(relative_error(printed_joint_moment(motion_, 0, {}), right), kWrong);
  Vec3 moments = Vec3::Zero();
  for (int b = 0; b < model_.num_bodies(); ++b) moments += inertia_moment(motion_, b)[0];
  const Mat3 R = motion_[0].R_WB[0];
  EXPECT_TRUE(near(printed_joint_moment(motion_, 0, {}) + R.transpose() * moments, right,
                   kTolerance, right.norm()));
  EXPECT_TRUE(near(joint_action(motion_, 0, {}, {}).moment[0], right, kTolerance));
}

TEST_F(Printed, GyroscopicMomentWithoutTheTensor) {
  const int b = model_.num_bodies() - 1;
  const Vec3 omega = motion_[b].omega_WB[0];
  const Vec3 right = omega.cross(last_body().inertia() * omega);
  EXPECT_GT(relative_error(printed_gyroscopic_moment(motion_, b), right), kWrong);
  EXPECT_LT(printed_gyroscopic_moment(motion_, b).norm(), kTolerance);
}

TEST_F(Printed, LeibnizSum) {
  const taylor::Series<Vec3> point = kinematics::frame_motion(motion_, ee_).p;
  const taylor::Series<Vec6> column = joint_column(motion_, 0, point);
  const WrenchSeries wrench = inertia_wrench(motion_, 0, point);
  for (int k = 1; k <= 4; ++k) {
    const double printed = printed_leibniz_sum(column, wrench, k);
    EXPECT_GT(relative_error(printed, joint_force(column, wrench, k - 1).value), kWrong) << k;
    EXPECT_GT(relative_error(printed, joint_force(column, wrench, k).value), kWrong) << k;
    // It is Dᵏ⁻¹ of J_iᵀ F': the derivative that is too many is on F.
    const WrenchSeries rate{taylor::time_derivative(wrench.force),
                            taylor::time_derivative(wrench.moment)};
    const SumOfTerms expected = joint_force(column.truncated(rate.force.order()), rate, k - 1);
    EXPECT_NEAR(printed, expected.value, kTolerance * expected.scale) << k;
  }
}

TEST_F(Printed, Kinematics) {
  const support::GoldenRobot arm = support::load_golden_robot("arm7R");
  const VecX q = arm.states[0][0];
  const ExponentialChain chain = exponential_chain(arm.model, arm.model.frame("ee"));
  const auto motion = kinematics::propagate(arm.model, arm.states[0]);
  const auto J = kinematics::jacobian(motion, arm.model.frame("ee"));
  const Mat3 R = kinematics::frame_motion(motion, arm.model.frame("ee")).R[0];
  EXPECT_GT(relative_error(printed_rotation(chain, q), R), kWrong);
  EXPECT_EQ(printed_rotation_derivative(chain, q, {}, 0), printed_rotation(chain, q));
  for (int j = 0; j < chain.size(); ++j) {
    const Vec3 right = J[0].col(j).head<3>();
    EXPECT_GT(relative_error(printed_position_derivative(chain, q, j), right), kWrong) << j;
    EXPECT_GT(relative_error(printed_linear_column(chain, q, j), right), kWrong) << j;
    const JacobianBlocks blocks = jacobian_blocks(chain, arm.states[0], j);
    EXPECT_TRUE(near(printed_column_derivative(blocks, 1), J.derivative(1).col(j), 1e-11));
    if (j > 0) {
      EXPECT_GT(relative_error(printed_column_derivative(blocks, 3), J.derivative(3).col(j)),
                kWrong);
    }
  }
}

// Oracle: what is printed, by hand, for the last joint of a revolute, a prismatic and a revolute
// one: before it only the first turns, after it nothing.
TEST_F(Printed, KinematicsOfTheLastJoint) {
  const ExponentialChain chain = exponential_chain(model_, ee_);
  ASSERT_EQ(chain.size(), 3);
  const VecX& q = state_[0];
  const spatial::Screw& screw = chain.joints[2].screw;
  const Mat3 before = spatial::rotation_about(chain.joints[0].screw.angular, q(0));
  const Mat3 own = spatial::rotation_about(screw.angular, q(2));
  const Vec3 b = screw_translation(screw, taylor::Series<double>::constant(q(2), 0))[0];
  const Vec3 p = chain.X_WF.p, start = before * screw.linear + own * p;
  ASSERT_GT(start.norm(), 0.1);
  EXPECT_TRUE(near(printed_position_derivative(chain, q, 2), start + before * b, kTolerance));
  EXPECT_TRUE(near(printed_linear_column(chain, q, 2), start + before * screw.angular.cross(b),
                   kTolerance));
  const Vec6 column = printed_column_of_blocks(jacobian_blocks(chain, state_, 2));
  EXPECT_TRUE(near(column.head<3>(),
                   before * (screw.linear + screw.angular.cross(Vec3(own * b + p))), kTolerance));
  EXPECT_TRUE(near(column.tail<3>(), before * screw.angular, kTolerance));
}

// Oracle: the ordered product, which the exponential of the sum is where the axes are parallel.
TEST_F(Printed, RotationDerivativesOfParallelAxes) {
  const support::GoldenRobot arm = support::load_golden_robot("planar2R");
  const VecX q = arm.states[0][0];
  const model::Frame& frame = arm.model.frame("ee");
  const ExponentialChain chain = exponential_chain(arm.model, frame);
  const Mat3 R =
      kinematics::frame_motion(kinematics::propagate(arm.model, arm.states[0]), frame).R[0];
  const Mat3 k = spatial::cross_matrix(chain.joints[0].screw.angular);
  const std::vector<int> joints{0, 1, 1, 1};
  Mat3 expected = R;
  for (std::size_t s = 1; s <= joints.size(); ++s) {
    expected = k * expected;
    EXPECT_TRUE(near(printed_rotation_derivative(chain, q, std::span(joints).first(s), 0), expected,
                     kTolerance, 1.0));
  }
}

// Oracle: closed forms of a prismatic and of a revolute joint.
TEST_F(Printed, Translations) {
  const spatial::Screw slides{.angular = Vec3::Zero(), .linear = Vec3::UnitX()};
  EXPECT_TRUE(near(printed_translation_with_sine(slides, 0.5), Vec3(0.5 + std::sin(0.5), 0, 0),
                   kTolerance));
  EXPECT_TRUE(near(printed_translation_with_angle(slides, 0.5), Vec3(1, 0, 0), kTolerance));
  const spatial::Screw turns{.angular = Vec3::UnitZ(), .linear = Vec3::UnitX()};
  const Vec3 right = screw_translation(turns, taylor::Series<double>::constant(0.5, 0))[0];
  EXPECT_TRUE(near(printed_translation_with_sine(turns, 0.5), right, kTolerance));
  EXPECT_GT(relative_error(printed_translation_with_angle(turns, 0.5), right), kWrong);
  // Δ of a prismatic joint, joint 1 of the arm.
  const ExponentialChain chain = exponential_chain(model_, ee_);
  EXPECT_NEAR(printed_angular_column(chain, state_[0], 1).norm(), 1.0, kTolerance);
  EXPECT_EQ(jacobian_by_exponentials(chain, state_)[0].col(1).tail<3>(), Vec3(0, 0, 0));
}

// The text after S2 (72) takes Q' for a percussion. Oracle: the clock. At λ times the speed Q' is
// λ³ times as large; the impulse ∫ Q dt of a joint, J (q'(t₁) - q'(t₀)) for one that turns alone, λ
// times.
TEST_F(Printed, DerivativeOfAForceIsNoPercussion) {
  const double lambda = 2.0;
  model::StateSeries fast = state_;
  for (int k = 0; k <= fast.order(); ++k) fast[k] *= std::pow(lambda, k);
  const VecX rate = inertia(2);
  const VecX fast_rate = force::inertia_force(kinematics::propagate(model_, fast)).derivative(1);
  ASSERT_GT(rate.norm(), 0.1);
  EXPECT_TRUE(near(fast_rate, std::pow(lambda, 3) * rate, kTolerance));
  const double J = force::mass_matrix(motion_)[0](0, 0);
  const auto impulse = [&](double speed) {  // q₁ = sin(speed t) to its first extreme, alone.
    double sum = 0.0;
    constexpr int kSteps = 64;  // The midpoint rule: the integrand is J times a sine.
    for (int i = 0; i < kSteps; ++i) {
      const double x = (i + 0.5) * 1.5707963267948966 / kSteps;
      model::StateSeries state = model::StateSeries::constant(state_[0], 2);
      state[1](0) = speed * std::cos(x);
      state[2](0) = -0.5 * speed * speed * std::sin(x);
      sum += force::inertia_force(kinematics::propagate(model_, state))[0](0);
    }
    return sum * 1.5707963267948966 / (kSteps * speed);
  };
  EXPECT_NEAR(impulse(1.0), -J, 1e-4 * J);
  EXPECT_NEAR(impulse(lambda), lambda * impulse(1.0), kTolerance * J);
}

TEST_F(Printed, AngularIdentityIsRightForTheFirstOrderOnly) {
  const int b = model_.num_bodies() - 1;
  for (const int m : {2, 3, 4}) {
    EXPECT_TRUE(near(printed_angular_column_by_partial(model_, state_, b, 0, 1, m),
                     angular_column_by_partial(model_, state_, b, 0, 1, m), kTolerance));
    for (int k = 2; k <= 4; ++k) {
      EXPECT_GT((printed_angular_column_by_partial(model_, state_, b, 0, k, m) -
                 angular_column_by_partial(model_, state_, b, 0, k, m))
                    .norm(),
                kWrong);
    }
  }
}

}  // namespace
}  // namespace appell::equations
