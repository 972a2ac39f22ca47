#include "appell/analysis/linear_dynamics.hpp"

#include <random>
#include <set>

#include "appell/base/check.hpp"
#include "appell/base/constants.hpp"
#include "appell/base/decompositions.hpp"
#include "appell/force/friction.hpp"
#include "appell/force/friction_law.hpp"
#include "appell/force/motion_matrices.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "appell/kinematics/propagate.hpp"

namespace appell::analysis {
namespace {

using model::StateSeries;

const std::string& joint_name(const model::Model& model, const model::Body& body) {
  return model.description().joints[body.joint].name;
}

/// q to q⁽ᵏ⁻¹⁾, and q⁽ᵏ⁾ = 0.
StateSeries with_nothing_beyond(const StateSeries& state, int k) {
  StateSeries held(k, VecX::Zero(state[0].size()));
  for (int i = 0; i < k; ++i) held[i] = state[i];
  return held;
}

bool stands_still(const StateSeries& state, const model::Body& body, int k) {
  for (int i = 1; i < k; ++i) {
    if (state[i](body.coordinate) != 0.0) return false;
  }
  return true;
}

/// The model without the dry friction of joints that stand still, each of them noted.
model::Model without_still_friction(const model::Model& model, const StateSeries& state, int k,
                                    std::vector<std::string>& notes) {
  model::Description robot = model.description();
  for (const model::Body& body : model.bodies()) {
    const model::Friction friction = model.friction(body);
    if (friction.is_smooth() || !stands_still(state, body, k)) continue;
    notes.push_back(concat("joint '", joint_name(model, body),
                           "' stands still: its dry friction of ", short_text(friction.dry),
                           " does not count, and takes as much of its limit once it moves"));
    robot.joints[body.joint].friction.dry = 0.0;
  }
  // What was accepted once is not judged again.
  return notes.empty() ? model : build(std::move(robot), mass::Physics::kNotChecked);
}

VecX holding_force(const model::Model& model, const StateSeries& held, int k,
                   const force::Surroundings& surroundings, std::vector<std::string>& notes) {
  const model::Model moving = without_still_friction(model, held, k, notes);
  const force::ForceWithFriction found =
      force::motor_force(kinematics::propagate(moving, held), surroundings);
  if (found.force.order() < k - 2) {
    throw InvalidArgument(concat("linear_dynamics: derivative ", k - 2,
                                 " of the motor forces does not exist: ", comma_list(found.kinks),
                                 ", so that dry friction jumps; a joint with dry friction must "
                                 "move or stand still"));
  }
  return found.force.derivative(k - 2);
}

}  // namespace

void check_friction_is_free_of_acceleration(const char* function, const model::Model& model) {
  for (const model::Body& body : model.bodies()) {
    check(
        !force::is_radial(model.friction(body)), function, ": friction of joint '",
        joint_name(model, body),
        "' is by radial load, which depends on the acceleration that is asked for; another law is "
        "needed (constant, smooth, stribeck or sigmoid).");
  }
}

LinearDynamics linear_dynamics(const model::Model& model, const model::Frame& frame,
                               const StateSeries& state, int k,
                               const force::Surroundings& surroundings) {
  check(k >= 2, "linear_dynamics: derivative ", k, " of q; 2 (acceleration) or more is needed.");
  model::check_state("linear_dynamics", model, state);
  check(state.order() >= k - 1, "linear_dynamics: the state is known to derivative ", state.order(),
        " of q; ", k - 1, " is needed.");
  check_friction_is_free_of_acceleration("linear_dynamics", model);
  const StateSeries held = with_nothing_beyond(state, k);
  const kinematics::TreeMotion motion = kinematics::propagate(model, held);
  LinearDynamics at;
  at.M = force::mass_matrix(motion)[0];
  at.holding = holding_force(model, held, k, surroundings, at.notes);
  at.J = kinematics::jacobian(motion, frame)[0];
  at.drift = kinematics::operational_motion(motion, frame).derivative(k - 1);
  at.R_WF = kinematics::frame_motion(motion, frame).R[0];
  return at;
}

MatX free_directions(const model::Model& model, const model::Frame& frame) {
  constexpr int kConfigurations = 8;
  constexpr double kSmallPart = 1e-9;
  std::mt19937 random(1);
  const int n = model.num_coordinates();
  MatX all(3, kConfigurations * n);
  for (int c = 0; c < kConfigurations; ++c) {
    StateSeries state(0, VecX::Zero(n));
    for (int j = 0; j < n; ++j) {
      // Not std::uniform_real_distribution, whose numbers differ between libraries.
      state[0](j) = kPi * (2.0 * static_cast<double>(random()) / 4294967296.0 - 1.0);
    }
    const kinematics::TreeMotion motion = kinematics::propagate(model, state);
    const MatX J = kinematics::jacobian(motion, frame)[0];
    all.middleCols(c * n, n) =
        kinematics::frame_motion(motion, frame).R[0].transpose() * J.topRows(3);
  }
  if (n == 0) return MatX(3, 0);
  const SingularValues svd(all * all.transpose());
  const VecX& sigma = svd.sigma();
  int d = 0;
  while (d < 3 && sigma(d) > kSmallPart * kSmallPart * sigma(0)) ++d;
  return sigma(0) > 0.0 ? MatX(svd.U().leftCols(d)) : MatX(3, 0);
}

int num_coordinates_of(const model::Model& model, const model::Frame& frame) {
  std::set<int> coordinates;
  for (int i = frame.body; i != model::kWorld;) {
    const model::Body& body = model.bodies()[i];
    coordinates.insert(body.coordinate);
    i = body.parent;
  }
  return static_cast<int>(coordinates.size());
}

}  // namespace appell::analysis
