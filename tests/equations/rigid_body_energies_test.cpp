// Explicit energies of rigid bodies against energy/, which uses rotation matrices only.
#include "papers/equations/rigid_body_energies.hpp"

#include <gtest/gtest.h>

#include "appell/energy/acceleration_energy.hpp"
#include "appell/kinematics/propagate.hpp"
#include "tests/equations/cases.hpp"
#include "tests/support/matchers.hpp"

namespace appell::equations {
namespace {

using support::near;

constexpr double kTolerance = 1e-12;
constexpr int kOrder = 8;

/// Calls visit(model, motion, body) for the bodies of all cases that have mass.
template <class Visit>
void for_each_body(int order, const Visit& visit) {
  int num_bodies = 0;
  for (const TreeCase& c : all_cases(order)) {
    SCOPED_TRACE(c.name);
    const auto motion = kinematics::propagate(c.model, c.state);
    for (const model::Body& body : c.model.bodies()) {
      if (body.rigid_mass.mass == 0.0 || c.model.reflected_inertia(body) != 0.0) continue;
      SCOPED_TRACE("body " + body.name);
      visit(c.model, motion, body);
      ++num_bodies;
    }
  }
  EXPECT_GT(num_bodies, 50);
}

double expected_energy(const kinematics::TreeMotion& motion, const model::Body& body, int p) {
  return energy::energy_parts(motion, p, body.index).total()[0];
}

void expect_near(const SumOfTerms& actual, double expected, const std::string& what) {
  EXPECT_TRUE(near(actual.value, expected, kTolerance, actual.scale)) << what;
}

// Cross-check: the derivatives of the rotation matrix, propagated as such.
TEST(TurningMatrix, GivesTheDerivativesOfTheRotation) {
  for_each_body(kOrder, [](const model::Model&, const kinematics::TreeMotion& motion,
                           const model::Body& body) {
    const auto& R = motion[body.index].R_WB;
    const auto& omega = motion[body.index].omega_WB;
    for (int k = 0; k <= kOrder; ++k) {
      const Mat3 expected = R.derivative(k) * R[0].transpose();
      const double scale = std::max(1.0, expected.cwiseAbs().maxCoeff());
      EXPECT_TRUE(near(turning_matrix(omega, k)[0], expected, kTolerance, 10 * scale)) << k;
      const Mat3 in_body = R[0].transpose() * R.derivative(k);
      EXPECT_TRUE(near(turning_matrix_in_body_axes(motion[body.index].omega_WB_B, k)[0], in_body,
                       kTolerance, 10 * scale));
      if (k == 0) continue;
      EXPECT_TRUE(near(turning_vectors(omega, k).matrix(), expected, kTolerance, 10 * scale)) << k;
      if (k == 1 || k > 4) continue;
      EXPECT_TRUE(near(turning_vectors_in_closed_form(omega, k).matrix(), expected, kTolerance,
                       10 * scale));
    }
  });
}

// Cross-check: about the centre of mass, about the body's origin and about a point far off.
TEST(RigidBodyEnergies, AreTheEnergiesAboutAnyPoint) {
  for_each_body(kOrder, [](const model::Model&, const kinematics::TreeMotion& motion,
                           const model::Body& body) {
    for (const Vec3& O : {body.rigid_mass.p_BBcm, Vec3(0, 0, 0), Vec3(0.7, -1.1, 0.4)}) {
      const BodyAboutPoint B = body_about_point(motion, body.index, O);
      expect_near(kinetic_energy_about(B), expected_energy(motion, body, 0), "E_0");
      expect_near(first_energy_about(B), expected_energy(motion, body, 1), "E_1");
      expect_near(second_energy_about(B), expected_energy(motion, body, 2), "E_2");
      for (int p = 1; p <= 3; ++p) {
        expect_near(energy_about(B, p, turning_vectors_in_closed_form(B.omega, p + 1)),
                    expected_energy(motion, body, p), "closed form");
      }
      for (int p = 0; p < kOrder; ++p) {
        const double E = expected_energy(motion, body, p);
        expect_near(energy_about(B, p), E, "matrix, p = " + std::to_string(p));
        expect_near(energy_about(B, p, turning_vectors(B.omega, p + 1)), E,
                    "vectors, p = " + std::to_string(p));
      }
    }
  });
}

// Cross-check: the parts of the energy; and a body on a fixed axis that its centre is not on, where
// the operator for rotation leaves out a part that the tensor about the axis has.
TEST(RigidBodyEnergies, Operator) {
  for_each_body(
      4, [](const model::Model&, const kinematics::TreeMotion& motion, const model::Body& body) {
        const BodyAboutPoint B = body_about_point(motion, body.index, body.rigid_mass.p_BBcm);
        for (int p = 0; p <= 3; ++p) {
          const energy::EnergyParts E = energy::energy_parts(motion, p, body.index);
          expect_near(energy_with_operator(B, p, -1), E.total()[0], "general");
          expect_near(energy_with_operator(B, p, 0), E.translation[0], "translation");
          expect_near(energy_with_operator(B, p, 1), E.rotation[0], "rotation");
        }
      });
  const support::GoldenRobot robot = support::load_golden_robot("planar2R");
  const auto motion = kinematics::propagate(robot.model, robot.states[0]);
  const model::Body& first = robot.model.bodies()[0];
  const BodyAboutPoint C = body_about_point(motion, 0, first.rigid_mass.p_BBcm);
  const BodyAboutPoint axis = body_about_point(motion, 0, Vec3(0, 0, 0));
  const double E = expected_energy(motion, first, 1);
  EXPECT_LT(energy_with_operator(C, 1, 1).value, 0.9 * E);
  expect_near(energy_about(axis, 1), E, "about the axis");
}

// Oracle: what is left of E_3 when ω''' is set to zero does not contain ω'''.
TEST(RigidBodyEnergies, LeadingTermsOfTheThird) {
  for_each_body(
      4, [](const model::Model&, const kinematics::TreeMotion& motion, const model::Body& body) {
        BodyAboutPoint B = body_about_point(motion, body.index, body.rigid_mass.p_BBcm);
        const SumOfTerms whole = energy_about(B, 3, turning_vectors_in_closed_form(B.omega, 4));
        const SumOfTerms leading = third_energy_leading_terms(B);
        B.omega[3].setZero();
        const SumOfTerms rest = energy_about(B, 3, turning_vectors_in_closed_form(B.omega, 4));
        EXPECT_TRUE(near(leading.value + rest.value, whole.value, kTolerance, whole.scale));
        EXPECT_EQ(third_energy_leading_terms(B).value, 0.0);
      });
}

// Oracle: with ω alone, E_p is the spin term, for every p.
TEST(RigidBodyEnergies, SpinTerm) {
  for_each_body(
      2, [](const model::Model&, const kinematics::TreeMotion& motion, const model::Body& body) {
        BodyAboutPoint B = body_about_point(motion, body.index, body.rigid_mass.p_BBcm);
        const Vec3 omega = B.omega[0];
        B.omega = taylor::Series<Vec3>::constant(omega, 8);
        B.r_O = taylor::Series<Vec3>::constant(Vec3::Zero(), 8);
        for (int p = 0; p <= 6; ++p) expect_near(energy_about(B, p), spin_term(B, p), "spin");
      });
}

// Cross-check: Leibniz' rule against the series of the energy.
TEST(RigidBodyEnergies, DerivativesOfTheKineticEnergy) {
  for_each_body(kOrder, [](const model::Model&, const kinematics::TreeMotion& motion,
                           const model::Body& body) {
    const BodyAboutPoint B = body_about_point(motion, body.index, body.rigid_mass.p_BBcm);
    const auto E = energy::energy_parts(motion, 0, body.index).total();
    for (int k = 0; k < kOrder; ++k) {
      expect_near(kinetic_energy_derivative(B, k), E.derivative(k), "k = " + std::to_string(k));
    }
  });
}

// Bad input.
TEST(RigidBodyEnergies, SayWhatIsWrong) {
  const TreeCase c = random_cases(1, 2, 2).front();
  const auto motion = kinematics::propagate(c.model, c.state);
  const BodyAboutPoint B = body_about_point(motion, 0, Vec3(1, 2, 3));
  EXPECT_THROW_MESSAGE(second_energy_about(B), InvalidArgument,
                       "p = 2 needs the point to order 3 and the angular velocity to order 2, got "
                       "2 and 1");
  EXPECT_THROW_MESSAGE(energy_about(B, -1), InvalidArgument, "must be >= 0, got -1");
  EXPECT_THROW_MESSAGE(kinetic_energy_derivative(B, 0), InvalidArgument,
                       "the point must be the centre of mass");
  EXPECT_THROW_MESSAGE(body_about_point(motion, 99, Vec3(0, 0, 0)), InvalidArgument,
                       "there is no body 99");
  EXPECT_THROW_MESSAGE(turning_matrix(B.omega, 3), InvalidArgument, "to order 2, got 1");
  EXPECT_THROW_MESSAGE(turning_matrix(B.omega, -1), InvalidArgument, "must be >= 0, got -1");
  EXPECT_THROW_MESSAGE(turning_matrix_in_body_axes(B.omega, -1), InvalidArgument, "got -1");
  const BodyAboutPoint C = body_about_point(motion, 0, c.model.bodies()[0].rigid_mass.p_BBcm);
  EXPECT_THROW_MESSAGE(energy_with_operator(C, 0, 2), InvalidArgument, "got 2");
  EXPECT_THROW_MESSAGE(energy_with_operator(B, 0, 1), InvalidArgument, "the centre of mass");
  EXPECT_THROW_MESSAGE(turning_vectors(B.omega, 0), InvalidArgument, "must be >= 1, got 0");
  EXPECT_THROW_MESSAGE(turning_vectors_in_closed_form(B.omega, 5), InvalidArgument, "2..4, got 5");
}

}  // namespace
}  // namespace appell::equations
