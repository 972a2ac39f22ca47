#include "appell/force/friction.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/force/joint_wrenches.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "appell/taylor/functions.hpp"

namespace appell::force {
namespace {

using kinematics::TreeMotion;
using model::Friction;
using taylor::Series;

constexpr double kNoRadialLoad = 1e-12;  // Of the whole reaction; see friction_force().

bool is_radial(const Friction& friction) {
  return friction.law == Friction::Law::kRadialLoad && friction.dry != 0.0;
}

double sign(double x) { return x > 0.0 ? 1.0 : (x < 0.0 ? -1.0 : 0.0); }

/// Friction of one joint and, where it has no derivatives, the reason.
struct JointFriction {
  Series<double> force;
  std::string kink;
};

/// |k × f| of a reaction force f in world components, k the axis of the joint.
JointFriction radial_load(const model::Body& body, const TreeMotion& motion,
                          const Series<Vec3>& f) {
  const int N = f.order();
  const bool turns = !body.screw.angular.isZero(0.0);
  const Vec3 k_B = turns ? body.screw.angular : body.screw.linear;
  const Series<Vec3> radial =
      taylor::cross(kinematics::vector_in_world(motion[body.index], k_B, N), f);

  double largest = 0.0;
  double largest_radial = 0.0;
  for (int k = 0; k <= N; ++k) {
    largest = std::max(largest, f[k].norm());
    largest_radial = std::max(largest_radial, radial[k].norm());
  }
  if (largest_radial <= kNoRadialLoad * largest) return {Series<double>::constant(0.0, N), ""};
  if (radial[0].norm() <= kNoRadialLoad * largest) {
    return {Series<double>::constant(0.0, N), "its radial load is zero"};
  }
  return {taylor::sqrt(taylor::dot(radial, radial)), ""};
}

/// Eqs. (1) to (4) for one joint. `f` is its reaction force, where the law needs it.
JointFriction joint_friction(const Friction& friction, const model::Body& body,
                             const TreeMotion& motion, int N, const Series<Vec3>* f) {
  const Series<double> rate =
      taylor::time_derivative(kinematics::joint_coordinate(motion, body)).truncated(N);
  JointFriction result{friction.viscous * rate, ""};
  if (friction.dry == 0.0) return result;
  if (friction.law == Friction::Law::kSmooth) {
    result.force += friction.dry * taylor::tanh(1.0 / friction.velocity * rate);  // Eq. (2)
    return result;
  }
  if (rate[0] == 0.0) {
    result.kink = "does not move";
    return result;
  }
  const double direction = sign(rate[0]);
  if (friction.law == Friction::Law::kConstant) {
    result.force[0] += friction.dry * direction;  // Eq. (1)
    return result;
  }
  const bool turns = !body.screw.angular.isZero(0.0);
  const double lever = turns ? 0.5 * friction.bearing_diameter : 1.0;
  const JointFriction load = radial_load(body, motion, *f);
  result.force += friction.dry * lever * direction * load.force;  // Eqs. (3), (4)
  result.kink = load.kink;
  return result;
}

void check_friction(const model::Model& model, const TreeMotion& motion) {
  kinematics::check_motion("friction_force", model, motion);
  const int needed = friction_order(model);
  check(motion.order() >= needed, "friction_force: the friction of model '", model.name(),
        "' needs a motion of order >= ", needed, ", got order ", motion.order(),
        "; propagate the state with more coefficients.");
  for (const model::Body& body : model.bodies()) {
    const Friction friction = model.friction(body);
    check(friction.dry == 0.0 || friction.law != Friction::Law::kSmooth || friction.velocity > 0.0,
          "friction_force: smooth friction of joint '",
          model.description().joints[static_cast<std::size_t>(body.joint)].name,
          "' has the velocity ", friction.velocity, "; a positive one is needed.");
  }
}

}  // namespace

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

ForceWithFriction friction_force(const model::Model& model, const TreeMotion& motion,
                                 const Surroundings& surroundings, const Terms& terms) {
  check_friction(model, motion);
  const int N = motion.order() - friction_order(model);
  std::vector<WrenchSeries> wrenches;
  if (friction_order(model) == 2) wrenches = joint_wrenches(model, motion, surroundings, terms);

  ForceWithFriction result{Series<VecX>(N, VecX::Zero(model.num_coordinates())), {}};
  for (const model::Body& body : model.bodies()) {
    const Friction friction = model.friction(body);
    if (friction.is_zero()) continue;
    Series<Vec3> f;
    if (is_radial(friction)) {
      f = wrenches[static_cast<std::size_t>(body.index)].force.truncated(N);
    }
    const JointFriction joint = joint_friction(friction, body, motion, N, &f);
    for (int k = 0; k <= N; ++k) result.force[k](body.coordinate) += body.ratio * joint.force[k];
    if (!joint.kink.empty()) {
      const std::string& name =
          model.description().joints[static_cast<std::size_t>(body.joint)].name;
      result.kinks.push_back(concat("joint '", name, "': ", joint.kink));
    }
  }
  if (!result.is_smooth()) result.force = result.force.truncated(0);
  return result;
}

ForceWithFriction motor_force(const model::Model& model, const TreeMotion& motion,
                              const Surroundings& surroundings, const Terms& terms) {
  const Series<VecX> drive = generalized_force(model, motion, surroundings, terms);
  ForceWithFriction result = friction_force(model, motion, surroundings, terms);
  const int N = std::min(drive.order(), result.force.order());
  result.force = drive.truncated(N) + result.force.truncated(N);
  return result;
}

}  // namespace appell::force
