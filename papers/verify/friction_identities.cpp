// Friction in the joints by the radial load, and the driving force with it: on the robot with
// friction in all its joints.
#include "appell/force/friction.hpp"

#include "appell/kinematics/propagate.hpp"
#include "papers/equations/wrenches.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/tools.hpp"

namespace appell::verify {
namespace {

using model::Operators;

/// The robot with friction by radial load in every joint that moves, and its motion.
struct RubbingRobot {
  model::Model model;
  kinematics::TreeMotion motion;
};

RubbingRobot rubbing_robot(const Sample& sample) {
  Random random = sample.random("friction");
  model::Description description = sample.model().description();
  for (model::Joint& joint : description.joints) {
    const double viscous = 0.1 * sample.force() * sample.length();
    joint.friction = {.viscous = viscous * (1.0 + 0.5 * random.number()),
                      .dry = 0.2 + 0.1 * random.number(),
                      .law = model::Friction::Law::kRadialLoad,
                      .bearing_diameter = sample.length() * (0.1 + 0.05 * random.number()),
                      .velocity = 0.0};
  }
  model::Model model = model::build(description, mass::Physics::kNotChecked);
  const model::StateSeries state = sample.state().truncated(2);
  return {model, kinematics::propagate(model, state)};
}

/// The three terms of S0 (157), f_i by S0 (159) from the wrenches of all that a joint carries.
struct FrictionTerms {
  VecX viscous;  ///< b_i q_i'
  VecX sliding;  ///< μ_i (1 - Δ_i) |k_i × f_i| sgn q_i'
  VecX turning;  ///< μ_i d_i/2 Δ_i |k_i × f_i| sgn q_i'
};

FrictionTerms friction_terms(const RubbingRobot& robot) {
  const VecX zero = VecX::Zero(robot.model.num_coordinates());
  FrictionTerms terms{zero, zero, zero};
  for (const model::Body& body : robot.model.bodies()) {
    const model::Friction friction = robot.model.friction(body);
    const double rate = kinematics::joint_coordinate(robot.motion, body).derivative(1);
    const double sign = rate > 0.0 ? 1.0 : rate < 0.0 ? -1.0 : 0.0;
    const Vec3 f = equations::joint_action(robot.motion, body.index, {}, Operators{}).force[0];
    const bool turns = !body.screw.angular.isZero(0.0);
    const Vec3& k = turns ? body.screw.angular : body.screw.linear;
    const double dry = friction.dry * k.cross(f).norm() * sign;
    terms.viscous(body.coordinate) += body.ratio * friction.viscous * rate;
    if (turns) {
      terms.turning(body.coordinate) += body.ratio * dry * friction.bearing_diameter / 2.0;
    } else {
      terms.sliding(body.coordinate) += body.ratio * dry;
    }
  }
  return terms;
}

/// Size of the reactions, times their arm in a bearing: what rounding errors of friction by a
/// radial load are relative to.
double reaction_scale(const RubbingRobot& robot) {
  double arm = 0.0;
  double sum = 0.0;
  for (const model::Body& body : robot.model.bodies()) {
    const auto r_C = kinematics::point_position(robot.motion[body.index], body.rigid_mass.p_BBcm);
    sum +=
        std::abs(body.rigid_mass.mass) * (r_C.derivative(2).norm() + robot.model.gravity().norm());
    const bool turns = !body.screw.angular.isZero(0.0);
    const double of_joint = turns ? robot.model.friction(body).bearing_diameter / 2.0 : 1.0;
    arm = std::max(arm, std::abs(body.ratio) * of_joint);
  }
  return sum * arm;
}

Comparisons compare_friction(const Sample& sample) {
  const RubbingRobot robot = rubbing_robot(sample);
  const FrictionTerms terms = friction_terms(robot);
  return {Comparison("Q_fd", force::friction_force(robot.motion).force[0])
              .term("b_i q_i'", terms.viscous)
              .term("μ_i (1 - Δ_i) |k_i × f_i| sgn q_i'", terms.sliding)
              .term("μ_i d_i/2 Δ_i |k_i × f_i| sgn q_i'", terms.turning)
              .inner_scale(reaction_scale(robot))};
}

/// Q_mf for Δ_f = -1, 0 and 1: with friction, without it, friction alone.
Comparisons compare_motor_force(const Sample& sample) {
  const RubbingRobot robot = rubbing_robot(sample);
  const FrictionTerms terms = friction_terms(robot);
  const VecX friction = terms.viscous + terms.sliding + terms.turning;
  const auto Q_m = equations::driving_force(robot.motion, end_effector(sample), {}, {}, 1);
  Comparisons found;
  for (int Delta_f = -1; Delta_f <= 1; ++Delta_f) {
    const double c = equations::operator_coefficient(Delta_f);
    found.push_back(
        Comparison(concat("Δ_f = ", Delta_f),
                   force::motor_force(robot.motion, {}, model::Operators::of_papers(-1, 1, Delta_f))
                       .force[0])
            .term(concat(c, " Q_m"), VecX(c * Q_m.value))
            .term(concat(Delta_f * Delta_f, " Q_fd"), VecX(Delta_f * Delta_f * friction))
            .inner_scale(std::max(Q_m.scale.maxCoeff(), reaction_scale(robot))));
  }
  return found;
}

Identity friction_force_of_joints() {
  return {.id = "friction-force",
          .title = "friction of the joints by their radial load",
          .equations = {"S0 (157)", "S0 (159)"},
          .formula =
              "Q_fd = b_i q_i' + μ_i (1 - Δ_i) |k_i × f_i| sgn q_i' + μ_i d_i/2 Δ_i |k_i × "
              "f_i| sgn q_i'",
          .reading =
              "A law, not a theorem: what is compared is that the library computes the law "
              "as printed, μ of a sliding joint where it slides.",
          .left = "force::friction_force of the robot with friction in every joint",
          .right =
              "the three terms (verify/friction_identities.cpp), f_i by "
              "equations::joint_action",
          .shared = kPropagate,
          .most_coordinates = kMostVaried,
          .evaluate = compare_friction};
}

Identity motor_force() {
  return {.id = "motor-force",
          .title = "driving force with friction, by the operator Δ_f",
          .equations = {"S0 (158)", "S0 (160)"},
          .formula = "Q_mf = (-1)^Δ_f (1 - Δ_f)/(1 + 3 Δ_f) Q_m + Δ_f² Q_fd",
          .reading = "Δ_f = -1 has both, 0 no friction, 1 friction alone.",
          .left = "force::motor_force, force::generalized_force, force::friction_force",
          .right = "equations::driving_force and the terms of friction-force",
          .shared = kPropagate,
          .most_coordinates = kMostVaried,
          .evaluate = compare_motor_force};
}

}  // namespace

std::vector<Identity> friction_identities() { return {friction_force_of_joints(), motor_force()}; }

}  // namespace appell::verify
