#pragma once

#include <memory>

#include "appell/model/state_block.hpp"
#include "tests/force/random_case.hpp"

namespace appell::dynamics {

using namespace force;  // The reference implementation, to compare with.

/// A random tree with all kinds of joints, rotors and friction, wrenches on it, and a motion of it
/// to order N + 2.
struct DrivenCase {
  explicit DrivenCase(unsigned seed, int N = 2, int num_links = 12) : random(seed) {
    model::Description robot = driven_description(random, num_links);
    const model::Friction::Law laws[] = {
        model::Friction::Law::kConstant, model::Friction::Law::kRadialLoad,
        model::Friction::Law::kSmooth, model::Friction::Law::kStribeck,
        model::Friction::Law::kSigmoid};
    for (std::size_t j = 0; j < robot.joints.size(); ++j) {
      if (model::num_coordinates(robot.joints[j].kind) != 1) continue;
      robot.joints[j].friction = {.viscous = 0.3,
                                  .dry = 0.2,
                                  .law = laws[j % std::size(laws)],
                                  .bearing_diameter = 0.05,
                                  .velocity = 0.1,
                                  .offset = 0.1,
                                  .stribeck = 0.1,
                                  .stribeck_velocity = 0.5,
                                  .steepness = 5.0,
                                  .shift = 0.05};
    }
    model = std::make_unique<model::Model>(model::build(robot));
    frame = model->frames().back();
    state = support::random_state(random, *model, N + 2);
    surroundings = random_surroundings(random, *model);
    motion = std::make_unique<kinematics::TreeMotion>(kinematics::propagate(*model, state));
    derivatives = MatX(model->num_coordinates(), N + 3);
    for (int k = 0; k <= N + 2; ++k) derivatives.col(k) = state.derivative(k);
  }

  support::Random random;
  std::unique_ptr<model::Model> model;
  model::Frame frame;
  model::StateSeries state;
  Surroundings surroundings;
  std::unique_ptr<kinematics::TreeMotion> motion;
  MatX derivatives;  ///< A column each.
};

}  // namespace appell::dynamics
