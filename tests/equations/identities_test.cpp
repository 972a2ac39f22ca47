// Identities of partial and time derivatives against the geometric Jacobian and the propagated
// motion, which know no partial derivatives.
#include "papers/equations/identities.hpp"

#include <gtest/gtest.h>

#include "appell/kinematics/jacobian.hpp"
#include "appell/kinematics/propagate.hpp"
#include "tests/equations/cases.hpp"
#include "tests/support/matchers.hpp"

namespace appell::equations {
namespace {

using support::near;

constexpr double kTolerance = 1e-12;
constexpr int kHighest = 5;

double scale_of(const Eigen::Ref<const MatX>& expected) {
  return std::max(1.0, expected.cwiseAbs().maxCoeff());
}

/// Calls visit(case, motion, body) for a few bodies of every case.
template <class Visit>
void for_some_bodies(int order, const Visit& visit) {
  std::vector<TreeCase> cases = random_cases(6, 6, order);
  for (TreeCase& c : golden_cases(order)) {
    if (c.model.num_coordinates() <= 10) cases.push_back(std::move(c));
  }
  for (const TreeCase& c : cases) {
    SCOPED_TRACE(c.name);
    const auto motion = kinematics::propagate(c.model, c.state);
    for (int b = c.model.num_bodies() - 1; b >= 0; b -= 3) {
      SCOPED_TRACE("body " + std::to_string(b));
      visit(c, motion, c.model.bodies()[b]);
    }
  }
}

taylor::Series<MatX> jacobian_of(const kinematics::TreeMotion& motion, const model::Body& body) {
  return kinematics::jacobian(motion, {.name = {},
                                       .body = body.index,
                                       .X_BF = {Mat3::Identity(), body.rigid_mass.p_BBcm},
                                       .is_driven = false});
}

TEST(Identities, PartialDerivativesOfAPoint) {
  for_some_bodies(kHighest, [](const TreeCase& c, const kinematics::TreeMotion& motion,
                               const model::Body& body) {
    const auto J = jacobian_of(motion, body);
    for (int k = 1; k <= kHighest; ++k) {
      const MatX J_k = J.derivative(k - 1);
      for (const int m : {0, 1, 2, k + 1}) {
        for (int j = 0; j < c.model.num_coordinates(); j += 2) {
          const Vec3 column = point_column_by_partial(c.model, c.state, body.index,
                                                      body.rigid_mass.p_BBcm, j, k, m);
          EXPECT_TRUE(near(column, J_k.col(j).head<3>(), kTolerance, scale_of(J_k)))
              << "k " << k << " m " << m << " j " << j;
        }
      }
    }
  });
}

TEST(Identities, PartialDerivativesOfTheAngularVelocity) {
  for_some_bodies(kHighest, [](const TreeCase& c, const kinematics::TreeMotion& motion,
                               const model::Body& body) {
    const auto J = jacobian_of(motion, body);
    for (int k = 1; k <= kHighest; ++k) {
      const MatX J_k = J.derivative(k - 1);
      for (const int m : {0, 1, 2, k + 1}) {
        if (m + k < 2) continue;
        for (int j = 0; j < c.model.num_coordinates(); j += 2) {
          const Vec3 column = angular_column_by_partial(c.model, c.state, body.index, j, k, m);
          EXPECT_TRUE(near(column, J_k.col(j).tail<3>(), kTolerance, scale_of(J_k)))
              << "k " << k << " m " << m << " j " << j;
        }
      }
    }
  });
}

TEST(Identities, VelocitiesOfHigherOrder) {
  for_some_bodies(kHighest + 1, [](const TreeCase& c, const kinematics::TreeMotion& motion,
                                   const model::Body& body) {
    const kinematics::BodyMotion& B = motion[body.index];
    const spatial::TransformSeries X{B.R_WB, B.p_WB};
    for (const int m : {0, 1, 3}) {
      for (int k = 1; k <= kHighest; ++k) {
        const Mat4 T_k = X.matrix_derivative(k);
        EXPECT_TRUE(near(placement_derivative_by_partials(c.model, c.state, body.index, k, m), T_k,
                         kTolerance, scale_of(T_k)));
      }
      for (int k = 0; k <= kHighest; ++k) {
        const Vec3 omega_k = B.omega_WB.derivative(k);
        EXPECT_TRUE(near(angular_derivative_by_partials(c.model, c.state, body.index, k, m),
                         omega_k, kTolerance, 10 * scale_of(omega_k)));
      }
    }
  });
}

TEST(Identities, AngularVelocityByExponentials) {
  for_some_bodies(kHighest + 1, [](const TreeCase& c, const kinematics::TreeMotion& motion,
                                   const model::Body& body) {
    const ExponentialChain chain = exponential_chain(
        c.model, {.name = {}, .body = body.index, .X_BF = {}, .is_driven = false});
    const auto omega = angular_velocity_by_exponentials(chain, c.state);
    const auto from_matrices = angular_velocity(matrix_motion(c.model, c.state), body.index);
    for (int k = 0; k <= kHighest; ++k) {
      const Vec3 expected = motion[body.index].omega_WB.derivative(k);
      EXPECT_TRUE(near(omega.derivative(k), expected, kTolerance, 10 * scale_of(expected)));
      EXPECT_TRUE(near(from_matrices.derivative(k), expected, kTolerance, 10 * scale_of(expected)));
    }
  });
}

// Bad input.
TEST(Identities, SayWhatIsWrong) {
  const TreeCase c = random_cases(1, 2, 2).front();
  EXPECT_THROW_MESSAGE(angular_column_by_partial(c.model, c.state, 0, 0, 1, 0), InvalidArgument,
                       "needs m + k >= 2, got 0 + 1");
  EXPECT_THROW_MESSAGE(point_column_by_partial(c.model, c.state, 0, Vec3(0, 0, 0), 0, 4, 1),
                       InvalidArgument, "up to order 3, got 2");
  EXPECT_THROW_MESSAGE(placement_derivative_by_partials(c.model, c.state, 99, 1, 0),
                       InvalidArgument, "there is no body 99");
  EXPECT_THROW_MESSAGE(angular_derivative_by_partials(c.model, c.state, 0, 1, -1), InvalidArgument,
                       "m must be >= 0, got -1");
  const MatrixMotion motion = matrix_motion(c.model, c.state);
  EXPECT_THROW_MESSAGE(angular_column(motion, perturbation(c.model, motion, 0, 1), 0),
                       InvalidArgument, "with m = 0, got m = 1");
}

}  // namespace
}  // namespace appell::equations
