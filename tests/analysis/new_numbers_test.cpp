// A robot whose masses, gravity and friction change under an evaluator that keeps its memory.
#include <cmath>

#include <gtest/gtest.h>

#include "appell/analysis/selection.hpp"
#include "appell/model/variable_model.hpp"
#include "tests/force/random_case.hpp"
#include "tests/support/malloc_guard.hpp"

namespace appell::analysis {
namespace {

constexpr int kOrder = 2;
constexpr int kMotionSamples = 21;

model::Description robot_with_friction(support::Random& random) {
  model::Description robot = force::driven_description(random, 7);
  for (model::Joint& joint : robot.joints) {
    joint.friction = {.viscous = random.uniform(0.1, 1.0),
                      .dry = random.uniform(0.1, 1.0),
                      .law = model::Friction::Law::kSmooth,
                      .velocity = 0.5};
  }
  return robot;
}

/// Other masses of all links, gravity and friction of all joints.
void change(model::VariableModel& variable, support::Random& random) {
  std::vector<mass::RigidMass> masses;
  for (std::size_t i = 0; i < variable.model().description().links.size(); ++i) {
    masses.push_back(random.rigid_mass());
  }
  variable.set_link_masses(masses);
  variable.set_gravity(random.vector(10.0));
  const auto num_joints = static_cast<int>(variable.model().description().joints.size());
  for (int j = 0; j < num_joints; ++j) {
    model::Friction friction = variable.model().description().joints[j].friction;
    friction.viscous *= random.uniform(0.5, 2.0);
    friction.dry *= random.uniform(0.5, 2.0);
    variable.set_friction(j, friction);
  }
}

Selection select(const model::Model& model, const std::vector<std::string>& names) {
  return {along_motion({.model = model, .frame = model.default_frame(), .order = kOrder}), names};
}

std::vector<double> numbers_of(const Selection& selection, Evaluator& evaluator,
                               const model::StateBlock& states) {
  const auto width = static_cast<std::size_t>(selection.num_entries());
  std::vector<double> rows(width * kMotionSamples);
  evaluator.compute(states);
  for (const NamedArray& array : selection.arrays()) {
    evaluator.write_rows(array, rows.data() + array.first_entry, width);
  }
  return rows;
}

struct ChangingRobot {
  explicit ChangingRobot(unsigned seed) : random(seed) {}

  model::StateBlock states(int order) {
    std::vector<model::StateSeries> all;
    for (int i = 0; i < kMotionSamples; ++i) {
      all.push_back(support::random_state(random, variable.model(), order));
    }
    return model::state_block(all);
  }

  support::Random random;
  model::VariableModel variable{model::build(robot_with_friction(random))};
};

// Oracle: the definition. After a change the model is what build() makes of its description, so
// every quantity must be, bit for bit, what an evaluator made for that model computes.
TEST(NewNumbers, AreThoseOfAModelBuiltAnew) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    ChangingRobot robot(seed);
    const Selection selection = select(robot.variable.model(), {});
    const model::StateBlock states = robot.states(selection.state_order());
    Evaluator evaluator(selection, kMotionSamples);
    const std::vector<double> before = numbers_of(selection, evaluator, states);
    for (int i = 0; i < 2; ++i) {
      change(robot.variable, robot.random);
      evaluator.see_new_numbers();
      const std::vector<double> changed = numbers_of(selection, evaluator, states);
      const model::Model anew = model::build(robot.variable.model().description());
      const Selection selection_anew = select(anew, {});
      Evaluator evaluator_anew(selection_anew, kMotionSamples);
      const std::vector<double> expected = numbers_of(selection_anew, evaluator_anew, states);
      EXPECT_NE(changed, before);
      ASSERT_EQ(changed.size(), expected.size());
      for (const NamedArray& array : selection.arrays()) {
        const auto width = static_cast<std::size_t>(selection.num_entries());
        for (std::size_t s = 0; s < kMotionSamples; ++s) {
          for (int e = 0; e < array.num_entries(); ++e) {
            const std::size_t at = s * width + static_cast<std::size_t>(array.first_entry + e);
            ASSERT_EQ(changed[at], expected[at]) << entry_name(anew, array, e);
          }
        }
      }
    }
  }
}

// Property: columns hold the numbers of the rows without their k!, of quantities that are computed
// by the block, in place or copied, and of those that are computed sample by sample.
TEST(NewNumbers, ColumnsAreTheRowsWithoutFactorials) {
  ChangingRobot robot(5);
  const Selection selection =
      select(robot.variable.model(), {"Q_drive", "Q_motor", "kinetic_energy", "coriolis", "D"});
  const model::StateBlock states = robot.states(selection.state_order());
  Evaluator evaluator(selection, kMotionSamples);
  const std::vector<double> rows = numbers_of(selection, evaluator, states);
  const auto width = static_cast<std::size_t>(selection.num_entries());
  std::vector<double> room(kMotionSamples);
  bool has_sample_by_sample = false;
  for (const NamedArray& array : selection.arrays()) {
    has_sample_by_sample |= !array.by_block;
    for (int e = 0; e < array.num_entries(); ++e) {
      const double* column = evaluator.column(array, e, room.data());
      const double factor = taylor::factorial(derivative_of(array, e));
      for (std::size_t s = 0; s < kMotionSamples; ++s) {
        ASSERT_EQ(factor * column[s],
                  rows[s * width + static_cast<std::size_t>(array.first_entry + e)])
            << array.name;
      }
    }
  }
  EXPECT_TRUE(has_sample_by_sample);
}

// Budget: other numbers and the forces with them take no memory.
TEST(NewNumbers, DoNotAllocate) {
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  ChangingRobot robot(4);
  const Selection selection =
      select(robot.variable.model(), {"Q_drive", "Q_inertia", "Q_friction", "kinetic_energy"});
  const model::StateBlock states = robot.states(selection.state_order());
  Evaluator evaluator(selection, kMotionSamples);
  evaluator.compute(states);
  std::vector<mass::RigidMass> masses;
  for (std::size_t i = 0; i < robot.variable.model().description().links.size(); ++i) {
    masses.push_back(robot.random.rigid_mass());
  }
  const support::MallocCount count;
  robot.variable.set_link_masses(masses);
  robot.variable.set_gravity(Vec3(1.0, 2.0, 3.0));
  evaluator.see_new_numbers();
  evaluator.compute(states);
  EXPECT_EQ(count.calls(), 0);
}

}  // namespace
}  // namespace appell::analysis
