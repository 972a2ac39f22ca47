#include "appell/analysis/elastic_robot.hpp"

#include "appell/analysis/elastic_joint.hpp"
#include "appell/base/check.hpp"
#include "appell/dynamics/block_dynamics.hpp"
#include "appell/force/friction.hpp"
#include "appell/model/joint.hpp"

namespace appell::analysis {
namespace {

const model::Joint& joint_of(const model::Model& model, int joint) {
  return model.description().joints[joint];
}

/// Without the rotors of elastic joints. Inertias have been judged when the model was built.
model::Model without_elastic_rotors(const model::Model& model) {
  model::Description description = model.description();
  for (model::Joint& joint : description.joints) {
    if (joint.actuator.is_elastic()) joint.actuator.rotor_inertia = 0.0;
  }
  return model::build(std::move(description), mass::Physics::kNotChecked)
      .with_gravity(model.gravity());
}

}  // namespace

ElasticRobot::ElasticRobot(const model::Model& model, force::Surroundings surroundings)
    : model_(model),
      links_(without_elastic_rotors(model)),
      surroundings_(std::move(surroundings)),
      has_friction_(force::has_friction(links_)) {
  for (const model::Coordinate& coordinate : model.coordinates()) {
    const model::Joint& joint = joint_of(model, coordinate.joint);
    const bool is_single = model::num_coordinates(joint.kind) == 1;
    check(is_single || !joint.actuator.is_elastic(), "joint '", joint.name,
          "': is elastic but has several coordinates; only a joint with one can be elastic.");
    actuators_.push_back(is_single ? joint.actuator : model::Actuator{});
    check_actuator(joint.name, actuators_.back());
    if (actuators_.back().is_elastic()) elastic_.push_back(static_cast<int>(actuators_.size()) - 1);
  }
  for (const model::Body& body : model.bodies()) {
    const model::Joint& joint = joint_of(model, body.joint);
    check(!joint.mimic || !joint.actuator.is_elastic(), "joint '", joint.name,
          "': is elastic but follows joint '", joint.mimic ? joint.mimic->joint : "",
          "'; it has no motor of its own, give the stiffness to that one.");
    check(!is_elastic(body.coordinate) || model.friction(body).is_smooth(), "joint '", joint.name,
          "': has dry friction that is not smooth between link and spring: where it changes its "
          "sign the force of the spring jumps, and the motor cannot follow; a smooth law (smooth, "
          "stribeck or sigmoid, docs/formats.md) is needed.");
    const bool is_smooth =
        model.friction(body).is_smooth() && joint.actuator.motor_friction.is_smooth();
    if (!is_smooth && not_smooth_.empty()) not_smooth_ = joint.name;
  }
  check(!elastic_.empty(), "model '", model.name(),
        "' has no elastic joint; a stiffness of one joint at least is needed.");
}

Content ElasticRobot::content() const {
  const bool has_more = has_friction_ || !surroundings_.is_empty();
  return has_more ? Content::kForces | Content::kLoads : Content::kForces;
}

void ElasticRobot::link_force(dynamics::BlockDynamics& engine, const model::StateBlock& states,
                              model::SeriesBlock& out) const {
  if (has_friction_) {
    engine.motor_force(states, surroundings_, out);
  } else if (!surroundings_.is_empty()) {
    engine.inverse_dynamics(states, surroundings_, out);
  } else {
    engine.inverse_dynamics(states, out);
  }
}

void ElasticRobot::check_order(int order) const {
  check(order == 0 || is_smooth(), "joint '", not_smooth_,
        "': has dry friction that is not smooth, whose time derivatives do not exist "
        "at rest; order ",
        order, " is asked for, 0 is possible, or a smooth law is needed.");
}

}  // namespace appell::analysis
