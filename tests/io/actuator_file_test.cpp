// Files of actuators.
#include "appell/io/actuator_file.hpp"

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/write_model.hpp"
#include "tests/support/matchers.hpp"

namespace appell::io {
namespace {

Actuators actuators_of(const std::string& text) {
  return read_actuators_toml("a.toml", text, load_model("planar2r").model);
}

// Oracle: by hand. A field of a joint counts more than that of [default], field by field.
TEST(ActuatorFile, EveryField) {
  const Actuators all = actuators_of(R"(
format = 1
[default]
gear_ratio = 100
rotor_inertia = 2e-5
stiffness = 8000
motor_friction = {viscous = 1e-4}
[joint.elbow]
gear_ratio = -50
stiffness_3 = 2e6
stiffness_5 = 3e8
[joint.shoulder]
damping = 12
motor_friction = {dry = 0.1, law = "smooth", velocity = 2}
)");
  ASSERT_EQ(all.size(), 2u);
  const model::Actuator &shoulder = all.at("shoulder"), &elbow = all.at("elbow");
  EXPECT_EQ(shoulder.gear_ratio, 100.0);
  EXPECT_EQ(shoulder.rotor_inertia, 2e-5);
  EXPECT_EQ(shoulder.stiffness, 8000.0);
  EXPECT_EQ(shoulder.damping, 12.0);
  EXPECT_FALSE(shoulder.is_progressive());
  EXPECT_EQ(shoulder.motor_friction.viscous, 0.0);  // The table is one field.
  EXPECT_EQ(shoulder.motor_friction.dry, 0.1);
  EXPECT_EQ(elbow.gear_ratio, -50.0);
  EXPECT_EQ(elbow.stiffness_3, 2e6);
  EXPECT_EQ(elbow.stiffness_5, 3e8);
  EXPECT_EQ(elbow.motor_friction.viscous, 1e-4);
}

// Property: joints that the file does not name keep their own, and a model file says everything.
TEST(ActuatorFile, GoesOntoAModelAndIntoItsFile) {
  const model::Model plain = load_model("planar2r").model;
  model::Actuator actuator{.gear_ratio = 60.0,
                           .rotor_inertia = 1e-4,
                           .stiffness = 900.0,
                           .stiffness_3 = 5.0,
                           .stiffness_5 = 7.0};
  actuator.motor_friction = {.viscous = 0.5, .offset = 0.25};
  const model::Model elastic = with_actuators(plain, {{"elbow", actuator}});
  const LoadResult again = read_model_toml("m.toml", model_toml(elastic.description()));
  for (const model::Model& model : {elastic, again.model}) {
    const auto& joints = model.description().joints;
    EXPECT_FALSE(joints[0].actuator.is_elastic());
    EXPECT_EQ(joints[1].actuator.gear_ratio, 60.0);
    EXPECT_EQ(joints[1].actuator.stiffness, 900.0);
    EXPECT_EQ(joints[1].actuator.stiffness_3, 5.0);
    EXPECT_EQ(joints[1].actuator.stiffness_5, 7.0);
    EXPECT_EQ(joints[1].actuator.motor_friction.viscous, 0.5);
    EXPECT_EQ(joints[1].actuator.motor_friction.offset, 0.25);
  }
  EXPECT_THROW_MESSAGE(with_actuators(plain, {{"elbw", actuator}}), InvalidArgument,
                       "has no joint 'elbw' with one coordinate (did you mean 'elbow'?)");
}

// Oracle: the source. Springs of the r3 are given on the motor side there: 43 N m/rad behind 105.
TEST(ActuatorFile, OfTheManutecR3) {
  const Actuators all = load_actuators("manutec_r3", load_model("panda").model);
  ASSERT_EQ(all.size(), 6u);
  const model::Actuator& first = all.at("joint1");
  EXPECT_DOUBLE_EQ(first.stiffness, 43.0 * 105.0 * 105.0);
  EXPECT_DOUBLE_EQ(first.damping, 0.005 * 105.0 * 105.0);
  EXPECT_DOUBLE_EQ(first.motor_friction.viscous, 0.13 / 160.0);
  const model::Actuator& fifth = all.at("joint5");
  EXPECT_FALSE(fifth.is_elastic());
  EXPECT_DOUBLE_EQ(fifth.motor_friction.dry * 79.2, 30.1);
  EXPECT_DOUBLE_EQ(fifth.motor_friction.viscous * 79.2 * 79.2, 0.03);
}

// Oracle: the source.
TEST(ActuatorFile, OfThePuma560) {
  const model::Model puma = load_model("puma560").model;
  const Actuators all = load_actuators("puma560", puma);
  ASSERT_EQ(all.size(), 6u);
  const model::Actuator& second = all.at("joint2");
  EXPECT_DOUBLE_EQ(second.reflected_inertia(), 200e-6 * 107.815 * 107.815);
  EXPECT_DOUBLE_EQ(second.motor_friction.dry, 0.5 * (0.126 + 0.071));
  EXPECT_FALSE(second.is_elastic());
}

TEST(ActuatorFile, RefusesWhatItDoesNotUnderstand) {
  EXPECT_THROW_MESSAGE(actuators_of("[joint.elbo]\nstiffness = 1\n"), ModelError,
                       "a.toml:1:1: joint 'elbo': is none of model 'planar2r' (did you mean "
                       "'elbow'?)");
  EXPECT_THROW_MESSAGE(
      actuators_of("[default]\nstifness = 1\n"), ModelError,
      "a.toml:2:1: [default]: field 'stifness' is not known (did you mean 'stiffness'?)");
  EXPECT_THROW_MESSAGE(actuators_of("[default]\nstiffness = -1\n"), ModelError, "a.toml:2:13");
  EXPECT_THROW_MESSAGE(actuators_of("[default]\ngear_ratio = 0\n"), ModelError,
                       "gear_ratio is 0; it must not be zero");
  EXPECT_THROW_MESSAGE(actuators_of("[default]\nstiffness_3 = 5\n"), ModelError,
                       "[default]: has stiffness_3 or stiffness_5 but no stiffness");
  EXPECT_THROW_MESSAGE(
      actuators_of("[default]\nmotor_friction = {dry = 1, law = \"radial_load\"}\n"), ModelError,
      "law is radial_load, of which a motor has none");
  EXPECT_THROW_MESSAGE(actuators_of("format = 1\n"), ModelError,
                       "there is no actuator; [default] or [joint.NAME] is needed");
  EXPECT_THROW_MESSAGE(
      load_actuators("manutec", load_model("panda").model), ModelError,
      "manutec: is neither a .toml file nor embedded actuators; embedded are those of "
      "manutec_r3, puma560");
}

}  // namespace
}  // namespace appell::io
