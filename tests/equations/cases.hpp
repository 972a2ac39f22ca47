#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "appell/model/joint.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/random_model.hpp"

namespace appell::equations {

/// A model and a state of it.
struct TreeCase {
  std::string name;
  model::Model model;
  model::StateSeries state;
};

/// A random tree with every kind of joint, mimic joints, and rotors on some joints.
inline model::Model random_tree(support::Random& random, int num_links) {
  model::Description robot = support::random_description(random, num_links);
  robot.gravity = random.vector(10.0);
  for (model::Joint& joint : robot.joints) {
    if (model::num_coordinates(joint.kind) != 1 || random.integer(0, 1) != 0) continue;
    joint.actuator = {.gear_ratio = random.uniform(1.0, 100.0),
                      .rotor_inertia = random.uniform(1e-5, 1e-4)};
  }
  return model::build(std::move(robot));
}

inline std::vector<TreeCase> random_cases(int count, int num_links, int order) {
  std::vector<TreeCase> cases;
  for (int seed = 1; seed <= count; ++seed) {
    support::Random random(static_cast<unsigned>(seed));
    const model::Model tree = random_tree(random, num_links);
    cases.push_back(
        {"tree " + std::to_string(seed), tree, support::random_state(random, tree, order)});
  }
  return cases;
}

/// The golden robots in their first and last state, the last one fast; derivatives of q that the
/// files lack are random.
inline std::vector<TreeCase> golden_cases(int order) {
  std::vector<TreeCase> cases;
  support::Random random(7);
  for (const std::string& name : support::golden_robot_names()) {
    const support::GoldenRobot robot = support::load_golden_robot(name);
    for (const model::StateSeries* golden : {&robot.states.front(), &robot.states.back()}) {
      model::StateSeries state = support::random_state(random, robot.model, order);
      for (int k = 0; k <= std::min(order, golden->order()); ++k) state[k] = (*golden)[k];
      cases.push_back({name, robot.model, state});
    }
  }
  return cases;
}

/// Golden robots, then random trees.
inline std::vector<TreeCase> all_cases(int order) {
  std::vector<TreeCase> cases = golden_cases(order);
  for (TreeCase& c : random_cases(6, 6, order)) cases.push_back(std::move(c));
  return cases;
}

/// Largest relative error seen, kept as a property of the test in its XML report.
class Worst {
 public:
  ~Worst() {
    testing::Test::RecordProperty("worst_relative_error",
                                  std::to_string(worst_ / 2.2e-16) + " epsilon");
  }
  Worst() = default;
  Worst(const Worst&) = delete;
  Worst& operator=(const Worst&) = delete;
  double see(double error) { return worst_ = std::max(worst_, error), error; }

 private:
  double worst_ = 0.0;
};

}  // namespace appell::equations
