#pragma once

#include <rapidcheck/gtest.h>

#include "appell/force/wrench.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/model/joint.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/random_model.hpp"

#define RC_NEAR(...)                                \
  do {                                              \
    const auto result = support::near(__VA_ARGS__); \
    if (!result) RC_FAIL(result.message());         \
  } while (false)

namespace appell::force {

/// A random description with every kind of joint, rotors on some of those with one coordinate, and
/// gravity in any direction.
inline model::Description driven_description(support::Random& random, int num_links) {
  model::Description robot = support::random_description(random, num_links);
  robot.gravity = random.vector(10.0);
  for (model::Joint& joint : robot.joints) {
    if (model::num_coordinates(joint.kind) != 1 || random.integer(0, 2) != 0) continue;
    joint.actuator = {.gear_ratio = random.uniform(1.0, 100.0),
                      .rotor_inertia = random.uniform(1e-5, 1e-4)};
  }
  return robot;
}

inline Wrench random_wrench(support::Random& random, const model::Model& model) {
  const auto& frames = model.frames();
  const int last = static_cast<int>(frames.size()) - 1;
  Wrench wrench{.frame = frames[random.integer(0, last)]};
  wrench.axes = random.integer(0, 1) == 0 ? Wrench::Axes::kOfWorld : Wrench::Axes::kOfFrame;
  for (int k = random.integer(0, 4); k >= 0; --k) {
    wrench.force_derivatives.push_back(random.vector(10.0));
  }
  for (int k = random.integer(0, 4); k >= 0; --k) {
    wrench.moment_derivatives.push_back(random.vector(5.0));
  }
  return wrench;
}

inline Surroundings random_surroundings(support::Random& random, const model::Model& model) {
  return {.loads = {random_wrench(random, model), random_wrench(random, model)},
          .external = {random_wrench(random, model)}};
}

/// A random driven tree, its surroundings and a motion of it.
struct Case {
  explicit Case(int order, int most_links = 15)
      : random(*rc::gen::inRange(1U, 100000U)),
        model(model::build(driven_description(random, *rc::gen::inRange(1, most_links + 1)))),
        state(support::random_state(random, model, order)),
        surroundings(random_surroundings(random, model)),
        motion(kinematics::propagate(model, state)) {}

  support::Random random;
  model::Model model;
  model::StateSeries state;
  Surroundings surroundings;
  kinematics::TreeMotion motion;
};

/// Largest coefficient of a series in the max norm: the natural scale where one may vanish by
/// chance.
template <class C>
double size_of(const taylor::Series<C>& x) {
  double size = 0.0;
  for (int k = 0; k <= x.order(); ++k) {
    if constexpr (taylor::Scalar<C>) {
      size = std::max(size, std::abs(x[k]));
    } else {
      size = std::max(size, x[k].cwiseAbs().maxCoeff());
    }
  }
  return size;
}

}  // namespace appell::force
