#include "appell/model/variable_model.hpp"

#include <gtest/gtest.h>

#include "tests/support/matchers.hpp"
#include "tests/support/random_model.hpp"

namespace appell::model {
namespace {

// Oracle: the definition. Bodies of several links, which random trees have, are summed as build()
// sums them.
TEST(VariableModel, IsWhatItsDescriptionBuilds) {
  support::Random random(7);
  for (int trial = 0; trial < 20; ++trial) {
    const Model original = support::random_model(random, 9);
    VariableModel variable(original);
    std::vector<mass::RigidMass> masses;
    for (std::size_t i = 0; i < original.description().links.size(); ++i) {
      masses.push_back(random.rigid_mass());
    }
    variable.set_link_masses(masses);
    variable.set_gravity(Vec3(1.0, 2.0, 3.0));
    const Model anew = build(variable.model().description());
    EXPECT_EQ(variable.model().gravity(), Vec3(1.0, 2.0, 3.0));
    ASSERT_EQ(anew.num_bodies(), variable.model().num_bodies());
    for (std::size_t b = 0; b < anew.bodies().size(); ++b) {
      const mass::RigidMass& changed = variable.model().bodies()[b].rigid_mass;
      const mass::RigidMass& expected = anew.bodies()[b].rigid_mass;
      EXPECT_EQ(changed.mass, expected.mass);
      EXPECT_EQ(changed.p_BBcm, expected.p_BBcm);
      EXPECT_EQ(changed.second_moment, expected.second_moment);
      if (changed.mass > 0.0) {
        EXPECT_NE(changed.mass, original.bodies()[b].rigid_mass.mass);
      }
    }
  }
}

// Property: the model that it was made of stays, and so do other copies.
TEST(VariableModel, ChangesNoOtherModel) {
  support::Random random(8);
  const Model original = support::random_model(random, 4);
  const Vec3 gravity = original.gravity();
  VariableModel first(original), second(original);
  first.set_gravity(Vec3::Zero());
  first.set_friction(0, {.viscous = 3.0});
  EXPECT_EQ(original.gravity(), gravity);
  EXPECT_EQ(second.model().gravity(), gravity);
  EXPECT_EQ(first.model().gravity(), Vec3::Zero());
  EXPECT_EQ(first.model().description().joints[0].friction.viscous, 3.0);
  EXPECT_EQ(original.description().joints[0].friction.viscous, 0.0);
}

TEST(VariableModel, ExplainsBadInput) {
  support::Random random(9);
  VariableModel variable(support::random_model(random, 2));
  EXPECT_THROW_MESSAGE(variable.set_link_masses({}), InvalidArgument, "masses of 0 links");
  EXPECT_THROW_MESSAGE(variable.set_gravity(Vec3(0.0, 0.0, 1.0 / 0.0)), InvalidArgument,
                       "three finite numbers");
  EXPECT_THROW_MESSAGE(variable.set_friction(-1, {}), InvalidArgument, "joint -1");
}

}  // namespace
}  // namespace appell::model
