// Energies from partial derivatives, their derivatives by Leibniz' rule and the closed forms of one
// revolute joint, against energy/.
#include "papers/equations/energies_by_partials.hpp"

#include <gtest/gtest.h>

#include "appell/energy/acceleration_energy.hpp"
#include "appell/kinematics/propagate.hpp"
#include "papers/equations/energy_derivatives.hpp"
#include "tests/equations/cases.hpp"
#include "tests/support/matchers.hpp"

namespace appell::equations {
namespace {

using support::near;

constexpr double kTolerance = 1e-12;

TEST(EnergiesByPartials, AreTheEnergies) {
  for (const TreeCase& c : all_cases(3)) {
    SCOPED_TRACE(c.name);
    const auto motion = kinematics::propagate(c.model, c.state);
    const double E_0 = energy::kinetic_energy(motion)[0];
    const energy::EnergyParts E_1 = energy::energy_parts(motion, 1);
    for (const int m : {0, 1, 2, 4}) {
      const SumOfTerms translation = first_energy_of_translation(c.model, c.state, m);
      EXPECT_TRUE(near(translation.value, E_1.translation[0], kTolerance, translation.scale)) << m;
      const SumOfTerms kinetic = kinetic_energy_by_partials(c.model, c.state, m);
      EXPECT_TRUE(near(kinetic.value, E_0, kTolerance, kinetic.scale)) << m;
      const SumOfTerms first = first_energy_by_partials(c.model, c.state, m);
      EXPECT_TRUE(near(first.value, E_1.total()[0], kTolerance, first.scale)) << m;
    }
  }
}

TEST(EnergyDerivative, IsTheDerivativeOfTheSeries) {
  for (const TreeCase& c : all_cases(8)) {
    SCOPED_TRACE(c.name);
    const auto motion = kinematics::propagate(c.model, c.state);
    for (int p = 0; p <= 4; ++p) {
      const auto E = energy::acceleration_energy(motion, p);
      for (int k = 1; k <= 4; ++k) {
        const SumOfTerms D = energy_derivative(motion, p, k);
        EXPECT_TRUE(near(D.value, E.derivative(k - 1), kTolerance, D.scale)) << p << ", " << k;
      }
    }
  }
}

// Oracle: a tree of one revolute joint, J = M d² + I about the axis.
TEST(EnergyAboutFixedAxis, IsTheEnergyOfOneJoint) {
  support::Random random(9);
  model::Description robot{.name = "one joint"};
  robot.links.push_back({.name = "base"});
  robot.links.push_back({.name = "arm", .inertial = random.rigid_mass()});
  robot.joints.push_back({.name = "j",
                          .kind = model::JointKind::kRevolute,
                          .parent = "base",
                          .child = "arm",
                          .X_PJ = random.placement(),
                          .axis = Vec3(0, 1, 0)});
  const model::Model model = model::build(robot);
  const model::StateSeries state = support::random_state(random, model, 5);
  const auto motion = kinematics::propagate(model, state);
  const double J = 2.0 * energy::kinetic_energy(motion)[0] / std::pow(state[1](0), 2);
  for (int p = 0; p <= 3; ++p) {
    const SumOfTerms E = energy_about_fixed_axis(J, taylor::component(state, 0), p);
    const double expected = energy::acceleration_energy(motion, p)[0];
    EXPECT_TRUE(near(E.value, expected, kTolerance, E.scale)) << p;
  }
}

// Bad input.
TEST(EnergiesByPartials, SayWhatIsWrong) {
  const TreeCase c = random_cases(1, 2, 1).front();
  EXPECT_THROW_MESSAGE(first_energy_by_partials(c.model, c.state, 1), InvalidArgument,
                       "up to order 2, got 1");
  EXPECT_THROW_MESSAGE(kinetic_energy_by_partials(c.model, c.state, -1), InvalidArgument,
                       "m must be >= 0, got -1");
  const auto motion = kinematics::propagate(c.model, c.state);
  EXPECT_THROW_MESSAGE(energy_derivative(motion, 1, 1), InvalidArgument,
                       "need a motion of order >= 2, got 1");
  const auto q = taylor::component(c.state, 0);
  EXPECT_THROW_MESSAGE(energy_about_fixed_axis(1.0, q, 4), InvalidArgument, "0..3, got 4");
  EXPECT_THROW_MESSAGE(energy_about_fixed_axis(1.0, q, 1), InvalidArgument, "to order 2, got 1");
}

}  // namespace
}  // namespace appell::equations
