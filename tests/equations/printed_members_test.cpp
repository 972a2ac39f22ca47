// Members and groups of S2 and S3 that are wrong as printed: each is evaluated as it stands, and is
// measurably wrong. The correct values come from energy/ and kinematics/.
#include "papers/equations/printed_members.hpp"

#include <map>

#include <gtest/gtest.h>

#include "appell/energy/acceleration_energy.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/spatial/rotation.hpp"
#include "papers/equations/brackets.hpp"
#include "papers/equations/energy_derivatives.hpp"
#include "papers/equations/matrix_energies.hpp"
#include "papers/equations/printed_energies.hpp"
#include "papers/equations/printed_kinematics.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/matchers.hpp"

namespace appell::equations {
namespace {

using support::near;

/// The spatial arm with revolute and prismatic joints, as in printed_test.cpp.
class PrintedMembers : public testing::Test {
 protected:
  support::GoldenRobot robot_ = support::load_golden_robot("rpr");
  const model::Model& model_ = robot_.model;
  const model::StateSeries& state_ = robot_.states[0];
  const kinematics::TreeMotion motion_ = kinematics::propagate(model_, state_);

  static constexpr double kTight = 1e-12;
  static constexpr double kFarOff = 1e-2;

  static double error(double actual, double right) {
    return std::abs(actual - right) / std::abs(right);
  }
};

// Oracle: the entries themselves, of the tensor ⟨1|5⟩ with its first two indices equal.
TEST_F(PrintedMembers, KOfS2WithTheIndexRepeated) {
  const VecX u = Vec3(0.3, -1.1, 0.7);
  const VecX w = Vec3(-0.8, 0.4, 1.3);
  const BracketTensor five = bracket(model_, state_[0], 1, 5);
  double expected = 0.0;
  for (int i = 0; i < 3; ++i) {
    for (int n = 0; n < 81; ++n) {
      const int j = n / 27, l = n / 9 % 3, m = n / 3 % 3, p = n % 3;
      expected += u(i) * u(j) * w(l) * w(m) * w(p) * five(std::vector<int>{i, i, j, l, m, p});
    }
  }
  const double printed = printed_K_with_repeated_index(model_, state_[0], u, w);
  EXPECT_NEAR(printed, expected, kTight);
  const std::vector<VecX> left(2, u), right(3, w);
  EXPECT_GT(error(printed, contracted_bracket(model_, state_[0], left, right).value), kFarOff);
  // E_2 with it: 3 Σ_i q_i'' tr(A_i P A_i(q' q' q' q')).
  double E_2 = energy::acceleration_energy(motion_, 2)[0];
  const double right_term =
      evaluate(model_, state_, std::vector<MatrixTerm>{{3.0, {2, 1}, {1, 1, 1}}}).value;
  double wrong_term = 0.0;
  const VecX q1 = state_.derivative(1), q2 = state_.derivative(2);
  for (int i = 0; i < 3; ++i) {
    const std::vector<VecX> list{VecX::Unit(3, i), q1, q1, q1, q1};
    wrong_term += 3.0 * q2(i) * contracted_bracket(model_, state_[0], {list.data(), 1}, list).value;
  }
  EXPECT_GT(error(E_2 - right_term + wrong_term, E_2), 1e-3);
}

// Oracle: second_energy_about(), which is the energy (RigidBodyEnergies). Six terms of S3 (106) to
// (108) have other dots in our copy; every group is off.
TEST_F(PrintedMembers, SecondEnergyWithTheDotsOfOurCopy) {
  const model::Body& body = model_.bodies().back();
  const BodyAboutPoint about = body_about_point(motion_, body.index, body.rigid_mass.p_BBcm);
  const SecondEnergyGroups right = second_energy_groups(about);
  const double centre = 0.5 * about.mass * about.r_O.derivative(3).squaredNorm();
  EXPECT_TRUE(near(centre + right.sum(), second_energy_about(about).value, kTight));
  const SecondEnergyGroups printed = printed_second_energy_groups(about);
  EXPECT_GT(error(printed.with_second, right.with_second), kFarOff);
  EXPECT_GT(error(printed.with_first, right.with_first), kFarOff);
  EXPECT_GT(error(printed.with_velocity, right.with_velocity), kFarOff);
  EXPECT_GT(error(printed.sum(), right.sum()), kFarOff);
  // The six terms with other dots, and nothing else.
  const Vec3 w = about.omega.derivative(0), w1 = about.omega.derivative(1),
             w2 = about.omega.derivative(2);
  const Mat3 I = about.inertia(), I_p = about.planar;
  const double ww = w.dot(w), s = w.dot(w1);
  EXPECT_TRUE(
      near(printed.with_second - right.with_second,
           -2.0 * w.dot(w2.cross(I_p * w1)) - w2.dot(w) * w1.dot(I * w) + ww * w.dot(I * w2),
           kTight, std::abs(right.with_second)));
  EXPECT_TRUE(near(printed.with_first - right.with_first,
                   2.0 * s * (w1 - w).dot(I * w1) + 2.0 * (s - ww) * w1.dot(I_p * w1) +
                       0.5 * s * w1.dot(I_p * w) - 0.5 * w1.dot(w1) * w.dot(I_p * w),
                   kTight, std::abs(right.with_first)));
  EXPECT_TRUE(near(printed.with_velocity - right.with_velocity, 0.5 * ww * ww * (w1 - w).dot(I * w),
                   kTight, std::abs(right.with_velocity)));
}

// Property: twice as fast, every term of E_2 is 2⁶ times as large. Of what is printed, five
// terms are not: dimensions do not fit.
TEST_F(PrintedMembers, SecondEnergyHasWrongDimensions) {
  const model::Body& body = model_.bodies().back();
  BodyAboutPoint about = body_about_point(motion_, body.index, body.rigid_mass.p_BBcm);
  const SecondEnergyGroups right = second_energy_groups(about);
  const SecondEnergyGroups printed = printed_second_energy_groups(about);
  for (int k = 0; k <= about.omega.order(); ++k) about.omega[k] *= std::pow(2.0, k + 1);
  EXPECT_TRUE(near(second_energy_groups(about).sum(), 64.0 * right.sum(), kTight));
  EXPECT_GT(error(printed_second_energy_groups(about).sum(), 64.0 * printed.sum()), kFarOff);
}

// Oracle: the right polynomial, and the difference by hand: one pair of terms too many, 9 q'⁴ q''²
// for 9 q''⁴, and q⁗² missing.
TEST_F(PrintedMembers, ThirdEnergyOfOneJoint) {
  const auto q =
      taylor::Series<double>::from_derivatives(std::vector<double>{0.3, 0.9, -0.7, 0.4, 1.1});
  const double a = 0.9, b = -0.7, d = 1.1, J = 2.0;
  const double right = energy_about_fixed_axis(J, q, 3).value;
  const double printed = printed_third_energy_of_one_joint(J, q);
  const double expected =
      0.5 * J *
      (39.0 * std::pow(a, 4) * b * b - 12.0 * a * a * b * d - 9.0 * std::pow(b, 4) - d * d);
  EXPECT_NEAR(printed - right, expected, 1e-13);
  EXPECT_GT(error(printed, right), 0.1);
  EXPECT_THROW_MESSAGE(printed_third_energy_of_one_joint(J, q.truncated(3)), InvalidArgument,
                       "needs q to order 4, got 3");
}

// Property: an energy does not depend on how the world is turned; what S3 (62) and (64) print is a
// vector that turns with it. Nor is its size, or any component, the energy; nor is the square.
TEST_F(PrintedMembers, TranslationOfTheKineticEnergyIsAVector) {
  const double right = energy::energy_parts(motion_, 0).translation[0];
  const Mat3 turn = spatial::exp_rotation(Vec3(0.4, -0.8, 0.3));
  model::Description description = model_.description();
  for (model::Joint& joint : description.joints) {
    if (joint.parent != description.joints.front().parent) continue;  // Those of the base alone.
    joint.X_PJ = spatial::Transform{turn, Vec3::Zero()} * joint.X_PJ.transform();
  }
  const model::Model turned = model::build(description);
  for (const int m : {0, 1, 3}) {
    const Vec3 printed = printed_translation_vector(model_, state_, m);
    EXPECT_TRUE(near(printed_translation_vector(turned, state_, m), turn * printed, kTight));
    EXPECT_GT((turn * printed - printed).norm(), kFarOff * printed.norm());
    for (const double component : {printed.x(), printed.y(), printed.z(), printed.norm()}) {
      EXPECT_GT(error(component, right), kFarOff);
    }
    EXPECT_GT(error(printed_translation_squared(model_, state_, m), right), kFarOff);
    // Oracle: rates of the columns are those of the Jacobian of the centre.
    Vec3 expected = Vec3::Zero();
    for (const model::Body& body : model_.bodies()) {
      const model::Frame centre{.name = {},
                                .body = body.index,
                                .X_BF = {Mat3::Identity(), body.rigid_mass.p_BBcm},
                                .is_driven = false};
      expected += 0.5 * body.rigid_mass.mass *
                  kinematics::jacobian(motion_, centre).derivative(1).topRows<3>() *
                  state_.derivative(1);
    }
    EXPECT_TRUE(near(printed, expected, kTight));
  }
  const auto motion = kinematics::propagate(turned, state_);
  EXPECT_TRUE(near(energy::energy_parts(motion, 0).translation[0], right, kTight));
}

// S3 (73), both members: for k = 1 they are the same.
TEST_F(PrintedMembers, EnergyDerivativeWithoutTheCrossTerm) {
  for (int p = 1; p <= 3; ++p) {
    EXPECT_TRUE(near(printed_energy_derivative_by_leibniz(motion_, p, 1),
                     printed_energy_derivative(motion_, p, 1), kTight));
    for (int k = 1; k <= 3; ++k) {
      const double right = energy::acceleration_energy(motion_, p).derivative(k - 1);
      EXPECT_GT(error(printed_energy_derivative_by_leibniz(motion_, p, k), right), 1e-3);
      EXPECT_GT(error(printed_energy_derivative(motion_, p, k), right), 1e-3);
    }
  }
}

// Oracle: binomial coefficients. Counted in both orders, the middle ones of k = 2, 4, 6 are 4, 12
// and 40.
TEST_F(PrintedMembers, LeibnizRuleInBothOrders) {
  const std::map<int, double> middle{{2, 4.0}, {4, 12.0}, {6, 40.0}, {8, 112.0}};
  for (const auto& [k, value] : middle) {
    const auto half = static_cast<std::size_t>(k / 2);
    EXPECT_EQ(printed_leibniz_coefficients_in_both_orders(k)[half], value) << k;
    EXPECT_NE(value, taylor::binomial(k, k / 2));
  }
  EXPECT_EQ(printed_leibniz_coefficients_in_both_orders(3), printed_leibniz_coefficients(3));
}

// Property: r⁽ᵐ⁾ and r⁽ᵐ⁺¹⁾ are linear in q⁽ᵐ⁾ for m >= 2, so that the second derivatives of
// S3 (102) vanish; for m = 1 they are vectors that do not.
TEST_F(PrintedMembers, FirstEnergyOfTranslationLiterally) {
  const double right = energy::energy_parts(motion_, 1).translation[0];
  const model::Body& body = model_.bodies().back();
  const auto position = [&](int m, double change, int order) {
    model::StateSeries q = state_;
    q[m](0) += change / taylor::factorial(m);
    return kinematics::point_position(kinematics::propagate(model_, q)[body.index],
                                      body.rigid_mass.p_BBcm)
        .derivative(order);
  };
  for (const int m : {1, 2, 3}) {
    const auto second = [&](int order) {
      return Vec3(position(m, 1.0, order) - 2.0 * position(m, 0.0, order) +
                  position(m, -1.0, order));
    };
    const double size = position(m, 1.0, m + 1).norm();
    EXPECT_LT(second(m).norm(), kTight * size);
    EXPECT_EQ(second(m + 1).norm() > kTight * size, m == 1);
    if (m == 1) continue;
    const double printed = printed_first_energy_of_translation_literally(model_, state_, m);
    EXPECT_GT(error(printed, right), kFarOff);
    EXPECT_TRUE(
        near(printed, printed_first_energy_by_second_derivatives(model_, state_, m), kTight));
  }
  EXPECT_THROW_MESSAGE(printed_first_energy_of_translation_literally(model_, state_, 1),
                       InvalidArgument, "m must be >= 2, got 1");
}

// S2 (49): the exponential of the sum is the ordered product where no more than one joint is
// before; with two or more, whose axes are not parallel, it is not.
TEST_F(PrintedMembers, ColumnWithTheExponentialOfASum) {
  const support::GoldenRobot arm = support::load_golden_robot("arm7R");
  const model::Frame& frame = arm.model.frame("ee");
  const ExponentialChain chain = exponential_chain(arm.model, frame);
  const auto J = kinematics::jacobian(kinematics::propagate(arm.model, arm.states[0]), frame);
  for (int i = 0; i < chain.size(); ++i) {
    const Vec6 printed = printed_column_with_sum(chain, arm.states[0][0], i);
    if (i < 2) {
      EXPECT_TRUE(near(printed, J[0].col(i), 1e-12, 1.0)) << i;
    } else {
      EXPECT_GT((printed - J[0].col(i)).norm(), kFarOff * J[0].col(i).norm()) << i;
    }
  }
}

// S2 (50)-(52): with the order of blocks that is printed the column is wrong; and the sizes that
// are printed, 6 + 3(n-i), 9 + 3(n-i) and 9 + 3(n-i), are too small by one block of three.
TEST_F(PrintedMembers, BlocksOfTheJacobian) {
  const support::GoldenRobot arm = support::load_golden_robot("arm7R");
  const model::Frame& frame = arm.model.frame("ee");
  const ExponentialChain chain = exponential_chain(arm.model, frame);
  const auto J = kinematics::jacobian(kinematics::propagate(arm.model, arm.states[0]), frame);
  for (int i = 0; i < chain.size(); ++i) {
    const JacobianBlocks blocks = jacobian_blocks(chain, arm.states[0], i);
    const int r = chain.size() - 1 - i;
    EXPECT_EQ(blocks.J3[0].cols() - 3, (6 + 3 * r) + 3);  // V_i3
    EXPECT_EQ(blocks.J3[0].cols(), (9 + 3 * r) + 3);
    EXPECT_EQ(blocks.M[0].rows(), (9 + 3 * r) + 3);
    EXPECT_TRUE(near(column_of_blocks(blocks)[0], J[0].col(i), 1e-12, 1.0));
    EXPECT_GT((printed_column_of_blocks(blocks) - J[0].col(i)).norm(), kFarOff * J[0].col(i).norm())
        << i;
  }
}

}  // namespace
}  // namespace appell::equations
