#include "appell/force/friction.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/force/friction_law.hpp"
#include "appell/force/joint_wrenches.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "appell/taylor/factorial.hpp"
#include "appell/taylor/functions.hpp"

namespace appell::force {
namespace {

using kinematics::TreeMotion;
using model::Friction;
using taylor::Series;

double sign(double x) { return x > 0.0 ? 1.0 : (x < 0.0 ? -1.0 : 0.0); }

/// Of a rate: given, or from its first coefficient that is not zero.
Direction direction_of(const Series<double>& rate, std::optional<double> given) {
  if (given) return {*given, true};
  int k = 0;
  while (k < rate.order() && rate[k] == 0.0) ++k;
  return {sign(rate[k]), rate[0] != 0.0};
}

/// Friction of one joint, as far as it has derivatives, and why it has no more.
struct JointFriction {
  Series<double> force;
  std::string kink;
};

/// |R_WB[k]| for every k.
Series<double> turning_scale(const kinematics::BodyMotion& body) {
  Series<double> scale(body.R_WB.order());
  for (int k = 0; k <= scale.order(); ++k) scale[k] = body.R_WB[k].norm();
  return scale;
}

/// Magnitude of a given force, in whatever axes it is given.
Series<double> applied_scale(const TreeMotion& motion, const Wrench& wrench, int N) {
  Series<double> size(N, 0.0);
  for (int k = 0; k <= std::min(N, static_cast<int>(wrench.force_derivatives.size()) - 1); ++k) {
    size[k] = wrench.force_derivatives[k].norm() / taylor::factorial(k);
  }
  return turning_scale(motion[wrench.frame.body]).truncated(N) * size;
}

/// Of every joint the magnitudes of all forces that make up its reaction force, order by order.
/// Rounding errors of coefficient k are relative to coefficient k of this sum, which knows nothing
/// of higher orders.
std::vector<Series<double>> reaction_scales(const TreeMotion& motion,
                                            const Surroundings& surroundings,
                                            const Operators& operators, int N) {
  const model::Model& model = motion.model();
  Magnitudes of;
  for (const model::Body& body : model.bodies()) {
    of.turning.push_back(turning_scale(motion[body.index]));
    of.joint_value.push_back(kinematics::joint_coordinate(motion, body));
  }
  bound_own_forces(model, operators, of);
  const auto add = [&](const std::vector<Wrench>& wrenches) {
    for (const Wrench& wrench : wrenches) {
      if (wrench.frame.body == model::kWorld) continue;
      of.force[wrench.frame.body] += applied_scale(motion, wrench, N);
    }
  };
  if (operators.loads) add(surroundings.loads);
  if (operators.external) add(surroundings.external);
  add_carried_forces(model, of);
  return of.force;
}

/// The reaction force of a joint in world components, and its reaction_scales().
struct ReactionForce {
  Series<Vec3> value;
  Series<double> scale;
};

/// |k × f| of a reaction force f, k the axis of the joint.
Series<double> radial_load_of(const model::Body& body, const TreeMotion& motion,
                              const ReactionForce& f) {
  const int N = f.value.order();
  const Vec3& k_B = friction_axis(body);
  const kinematics::BodyMotion& B = motion[body.index];
  return radial_load(taylor::cross(kinematics::vector_in_world(B, k_B, N), f.value),
                     k_B.norm() * (turning_scale(B).truncated(N) * f.scale));
}

/// The dry part of eqs. (2), (5), (6), as functions of the rate.
Series<double> smooth_friction(const Friction& friction, const Series<double>& rate) {
  const TanhStep step = tanh_step(friction);
  Series<double> shifted = rate;
  shifted[0] = rate[0] + step.shift;
  Series<double> tanh = taylor::tanh(step.slope * shifted);
  tanh[0] -= std::tanh(step.slope * step.shift);
  if (friction.law != Friction::Law::kStribeck) return step.height * tanh;
  const Series<double> relative = 1.0 / friction.stribeck_velocity * rate;
  Series<double> height = friction.stribeck * taylor::exp(-1.0 * (relative * relative));
  height[0] += friction.dry;
  return height * tanh;
}

/// Eqs. (1), (2), (5), (6), and of (3), (4) what is not dry, as far as there are derivatives.
Series<double> rate_force(const Friction& friction, const Series<double>& rate,
                          const Direction& direction) {
  Series<double> force = friction.viscous * rate;
  force[0] += friction.offset;
  if (!friction.has_dry()) return force;
  if (friction.is_smooth()) return force + smooth_friction(friction, rate);  // Eqs. (2), (5), (6)
  if (!is_radial(friction)) force[0] += friction.dry * direction.sign;       // Eq. (1)
  return direction.has_derivatives ? force : force.truncated(0);
}

/// Eqs. (1) to (6) for one joint. `f` is its reaction force, where the law needs it.
JointFriction joint_friction(const Friction& friction, const model::Body& body,
                             const TreeMotion& motion, int N, const ReactionForce& f,
                             std::optional<double> given) {
  const Series<double> all = taylor::time_derivative(kinematics::joint_coordinate(motion, body));
  const Direction direction = direction_of(all, given);
  const Series<double> rate = all.truncated(N);
  const bool has_derivatives = friction.is_smooth() || direction.has_derivatives;
  const std::string kink = has_derivatives ? "" : "does not move";
  if (!is_radial(friction)) return {rate_force(friction, rate, direction), kink};
  const Series<double> load = radial_load_of(body, motion, f);
  Series<double> force = friction.viscous * rate;
  force[0] += friction.offset;
  const int exists = has_derivatives ? load.order() : 0;
  return {force.truncated(exists) + friction.dry * friction_lever(friction, body) * direction.sign *
                                        load.truncated(exists),  // Eqs. (3), (4)
          !has_derivatives ? kink : (exists < N ? "its radial load is zero" : "")};
}

void check_friction(const TreeMotion& motion) {
  const model::Model& model = motion.model();
  const int needed = friction_order(model);
  check(motion.order() >= needed, "friction_force: the friction of model '", model.name(),
        "' needs a motion of order >= ", needed, ", got order ", motion.order(),
        "; propagate the state with more coefficients.");
  check_friction_laws("friction_force", model);
}

}  // namespace

Series<double> friction_of_rate(const Friction& friction, const Series<double>& rate,
                                std::optional<double> direction) {
  check(!is_radial(friction),
        "friction_of_rate: friction by radial load is no function of the rate alone.");
  check_friction_law("friction_of_rate", "the motor", friction);
  if (rate.order() < 0) return rate;
  return rate_force(friction, rate, direction_of(rate, direction));
}

int friction_order(const model::Model& model) {
  const auto& bodies = model.bodies();
  return std::any_of(bodies.begin(), bodies.end(),
                     [&](const auto& body) { return is_radial(model.friction(body)); })
             ? 2
             : 1;
}

bool has_friction(const model::Model& model) {
  const auto& bodies = model.bodies();
  return std::any_of(bodies.begin(), bodies.end(),
                     [&](const auto& body) { return !model.friction(body).is_zero(); });
}

ForceWithFriction friction_force(const TreeMotion& motion, const Surroundings& surroundings,
                                 const Operators& operators, std::span<const double> directions) {
  const model::Model& model = motion.model();
  check_friction(motion);
  check(directions.empty() || static_cast<int>(directions.size()) == model.num_coordinates(),
        "friction_force: ", directions.size(), " directions; the model has ",
        model.num_coordinates(), " coordinates.");
  const int N = motion.order() - friction_order(model);
  std::vector<WrenchSeries> wrenches;
  std::vector<Series<double>> scales;
  if (friction_order(model) == 2) {
    wrenches = joint_wrenches(motion, surroundings, operators);
    scales = reaction_scales(motion, surroundings, operators, N);
  }

  ForceWithFriction result{Series<VecX>(N, VecX::Zero(model.num_coordinates())), {}};
  for (const model::Body& body : model.bodies()) {
    const Friction friction = model.friction(body);
    if (friction.is_zero()) continue;
    const auto at = static_cast<std::size_t>(body.index);
    ReactionForce f;
    if (is_radial(friction)) f = {wrenches[at].force.truncated(N), scales[at]};
    std::optional<double> given;
    if (!directions.empty()) {
      given = sign(body.ratio) * directions[body.coordinate];
    }
    const JointFriction joint = joint_friction(friction, body, motion, N, f, given);
    result.force = result.force.truncated(std::min(result.force.order(), joint.force.order()));
    for (int k = 0; k <= result.force.order(); ++k) {
      result.force[k](body.coordinate) += body.ratio * joint.force[k];
    }
    if (!joint.kink.empty()) {
      const std::string& name = model.description().joints[body.joint].name;
      result.kinks.push_back(concat("joint '", name, "': ", joint.kink));
    }
  }
  return result;
}

ForceWithFriction motor_force(const TreeMotion& motion, const Surroundings& surroundings,
                              const Operators& operators) {
  const Series<VecX> drive = generalized_force(motion, surroundings, operators);
  if (!operators.friction) return {(operators.drive ? 1.0 : 0.0) * drive, {}};
  ForceWithFriction result = friction_force(motion, surroundings, operators);
  const int N = std::min(drive.order(), result.force.order());
  result.force = result.force.truncated(N);
  if (operators.drive) result.force = drive.truncated(N) + result.force;
  return result;
}

}  // namespace appell::force
