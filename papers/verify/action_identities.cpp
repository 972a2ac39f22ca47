// What the joints transmit, static and dynamic, as the operators Δ_m and Δ_θ select it, and the
// generalized forces that follow.
#include "appell/force/generalized_force.hpp"
#include "appell/force/joint_wrenches.hpp"
#include "papers/verify/load_tools.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/wrench_tools.hpp"

namespace appell::verify {
namespace {

using model::Operators;
using spatial::WrenchSeries;

struct OperatorPair {
  int Delta_m;
  int Delta_theta;

  Operators operators() const { return Operators::of_papers(Delta_m, Delta_theta); }
  std::string label() const { return concat("Δ_m = ", Delta_m, ", Δ_θ = ", Delta_theta); }
};

const std::vector<OperatorPair> kStatic{{-1, 0}, {0, 0}, {1, 0}};
const std::vector<OperatorPair> kDynamic{{-1, 1}, {0, 1}, {1, 1}, {-1, 0}};

/// Size of what a joint transmits: the forces on all bodies, times the reach for their moments. A
/// reaction may be the small rest of them.
double action_scale(const Sample& sample, bool moments) {
  const model::Frame load = tool(sample);
  const auto at_load = moved_point(sample.placements()[at(load.body)], load.X_BF.p);
  double force = std::sqrt(3.0) * sample.force();  // Of random_load().
  double reach = std::max(sample.length(), at_load[0].norm());
  for (const int body : sample.heavy_bodies()) {
    const mass::RigidMass& B = body_of(sample, body).rigid_mass;
    const auto r = moved_point(sample.placements()[at(body)], B.p_BBcm);
    force += std::abs(B.mass) * (r.derivative(2).norm() + sample.model().gravity().norm());
    reach = std::max(reach, r[0].norm());
  }
  return moments ? force * reach : force;
}

/// The parts of an action in axes of the body: force or moment.
struct ActionParts {
  Vec3 inertia, gravity, load;
};

ActionParts action_parts(const Sample& sample, int body, bool moments,
                         std::span<const model::Wrench> loads) {
  const auto half = [&](std::span<const model::Wrench> which, const OperatorPair& pair) {
    const auto part = equations::joint_action(sample.motion(), body, which, pair.operators());
    return Vec3((moments ? part.moment : part.force).derivative(0));
  };
  const Vec3 gravity = half({}, {1, 0});
  return {Vec3(half({}, {1, 1}) - gravity), gravity, half(loads, {0, 0})};
}

/// f_i or n_i of every joint against the recursion, both with the operators.
Comparisons joint_actions(const Sample& sample, bool moments,
                          const std::vector<OperatorPair>& pairs) {
  const force::Surroundings surroundings = random_load(sample);
  Comparisons found;
  for (const OperatorPair& pair : pairs) {
    const Operators operators = pair.operators();
    const auto wrenches = force::joint_wrenches(sample.motion(), surroundings, operators);
    for (const model::Body& body : sample.model().bodies()) {
      const WrenchSeries& wrench = wrenches[at(body.index)];
      const Mat3 R = sample.motion()[body.index].R_WB[0].transpose();
      Comparison comparison(concat(body_label(sample, body.index), ", ", pair.label()),
                            Vec3(R * (moments ? wrench.moment : wrench.force).derivative(0)));
      const auto action =
          equations::joint_action(sample.motion(), body.index, surroundings.loads, operators);
      const Vec3 all = (moments ? action.moment : action.force).derivative(0);
      const ActionParts parts = action_parts(sample, body.index, moments, surroundings.loads);
      // The parts that the operators leave; what is not accounted for by them is shown.
      Vec3 rest = all;
      const auto add = [&](bool counts, const char* label, const Vec3& part) {
        if (!counts) return;
        comparison.term(label, part);
        rest -= part;
      };
      add(operators.inertia, moments ? "Σ (r_Cj - p_i) × F*_j + N*_j" : "Σ F*_j", parts.inertia);
      add(operators.gravity, moments ? "Σ (r_Cj - p_i) × M_j ḡ" : "Σ M_j ḡ", parts.gravity);
      add(operators.loads, moments ? "(p - p_i) × f + n" : "f", parts.load);
      comparison.term("joint_action less its parts", rest)
          .inner_scale(action_scale(sample, moments));
      if (moments && pair.Delta_theta == 1 && operators.inertia && operators.loads) {
        comparison.printed(
            equations::printed_joint_moment(sample.motion(), body.index, surroundings.loads));
      } else if (moments && pairs.size() == kDynamic.size() && pair.Delta_theta == 0) {
        comparison.printed(parts.load);  // Δ_θ stands before gravity too.
      }
      found.push_back(comparison);
    }
  }
  return found;
}

/// Q_i = { f_iᵀ (1 - Δ_i) + n_iᵀ Δ_i } k_i of the static actions: gravity, load and both.
Comparisons static_forces(const Sample& sample) {
  const force::Surroundings surroundings = random_load(sample);
  const auto of = [&](const OperatorPair& pair) {
    return equations::driving_force_from_actions(sample.motion(), surroundings.loads,
                                                 pair.operators());
  };
  const double scale = action_scale(sample, true);
  const VecX gravity = force::gravity_force(sample.motion()).derivative(0);
  const VecX load = force::load_force(sample.motion(), surroundings).derivative(0);
  return {
      Comparison("Δ_m = -1: Q_g + Q_load", VecX(gravity + load))
          .term("along the joints", of({-1, 0}))
          .inner_scale(scale),
      Comparison("Δ_m = -1, in parts", of({-1, 0}))
          .term("Q_g", gravity)
          .term("Q_load", load)
          .inner_scale(scale),
      Comparison("Δ_m = 1: Q_g", gravity).term("along the joints", of({1, 0})).inner_scale(scale)};
}

Comparisons load_along_joints(const Sample& sample) {
  const force::Surroundings surroundings = random_load(sample);
  const model::Wrench& load = surroundings.loads.front();
  const spatial::TransformSeries X = kinematics::frame_motion(sample.motion(), load.frame);
  const Vec3 f = load.force_derivatives[0], n = load.moment_derivatives[0];
  VecX sliding = VecX::Zero(sample.num_coordinates()), turning = sliding;
  for (int b = load.frame.body; b != model::kWorld; b = body_of(sample, b).parent) {
    const model::Body& joint = body_of(sample, b);
    const kinematics::BodyMotion& B = sample.motion()[b];
    const Mat3 R = B.R_WB[0].transpose();  // Into axes of the joint's body.
    sliding(joint.coordinate) += joint.ratio * Vec3(R * f).dot(joint.screw.linear);
    const Vec3 moment = R * (X.p[0] - B.p_WB[0]).cross(f) + R * n;
    turning(joint.coordinate) += joint.ratio * moment.dot(joint.screw.angular);
  }
  const double scale = action_scale(sample, true);
  const VecX Q = force::load_force(sample.motion(), surroundings).derivative(0);
  return {Comparison("joint by joint", Q)
              .term("{R f}ᵀ (1 - Δ_i) k_i", sliding)
              .term("{R (p - p_i) × R f + R n}ᵀ k_i Δ_i", turning)
              .inner_scale(scale),
          Comparison("Δ_m = 0", Q)
              .term("along the joints",
                    equations::driving_force_from_actions(sample.motion(), surroundings.loads,
                                                          Operators::of_papers(0, 0)))
              .inner_scale(scale)};
}

/// S0 (152): the inertia force alone, what the dynamic actions have more than the static ones.
Comparisons inertia_along_joints(const Sample& sample) {
  VecX sliding = VecX::Zero(sample.num_coordinates()), arms = sliding, moments = sliding;
  for (const model::Body& joint : sample.model().bodies()) {
    const kinematics::BodyMotion& B = sample.motion()[joint.index];
    const Mat3 R = B.R_WB[0].transpose();
    for (const int heavy : sample.heavy_bodies()) {
      int b = heavy;
      while (b > joint.index) b = body_of(sample, b).parent;
      if (b != joint.index) continue;
      const Vec3 r_C = kinematics::point_position(sample.motion()[heavy],
                                                  body_of(sample, heavy).rigid_mass.p_BBcm)[0];
      const Vec3 F = R * equations::inertia_force(sample.motion(), heavy).derivative(0);
      const Vec3 N = R * equations::inertia_moment(sample.motion(), heavy).derivative(0);
      const Vec3 arm = R * (r_C - B.p_WB[0]);
      sliding(joint.coordinate) += joint.ratio * F.dot(joint.screw.linear);
      arms(joint.coordinate) += joint.ratio * arm.cross(F).dot(joint.screw.angular);
      moments(joint.coordinate) += joint.ratio * N.dot(joint.screw.angular);
    }
  }
  const VecX Q = force::inertia_force(sample.motion()).derivative(0);
  const auto from_actions = [&](const OperatorPair& pair) {
    return equations::driving_force_from_actions(sample.motion(), {}, pair.operators());
  };
  const double scale = action_scale(sample, true);
  return {Comparison("joint by joint", Q)
              .term("(R F*_j)ᵀ (1 - Δ_i) k_i", sliding)
              .term("Δ_i (R (r_Cj - p_i) × R F*_j)ᵀ k_i", arms)
              .term("Δ_i (R N*_j)ᵀ k_i", moments)
              .term("rotors", rotor_force(sample, 0))
              .inner_scale(scale),
          Comparison("dynamic less static actions", Q)
              .term("Δ_θ = 1", from_actions({1, 1}))
              .term("-(Δ_θ = 0)", VecX(-from_actions({1, 0})))
              .term("rotors", rotor_force(sample, 0))
              .inner_scale(scale)};
}

/// S0 (131): the wrench of a load in axes of its tool, moved to the origin of the last body.
Comparisons moved_load(const Sample& sample) {
  force::Surroundings surroundings = random_load(sample);
  model::Wrench& load = surroundings.loads.front();
  load.axes = model::Wrench::Axes::kOfFrame;
  const int body = load.frame.body;
  const spatial::TransformSeries X = kinematics::frame_motion(sample.motion(), load.frame);
  const Vec3 arm = X.p[0] - sample.motion()[body].p_WB[0];  // p_{n+1,n}
  const Mat3& R = X.R[0];
  MatX force_block = MatX::Zero(6, 3), arm_block = force_block, moment_block = force_block;
  force_block.topRows<3>() = R;
  arm_block.bottomRows<3>() = spatial::cross_matrix(arm) * R;
  moment_block.bottomRows<3>() = R;
  const auto wrenches =
      force::joint_wrenches(sample.motion(), surroundings, Operators::of_papers(0, 0));
  Vec6 transmitted;
  transmitted << wrenches[at(body)].force[0], wrenches[at(body)].moment[0];
  const Vec3 f = load.force_derivatives[0], n = load.moment_derivatives[0];
  return {Comparison("about p_n", transmitted)
              .term("[R; 0] f", Vec6(force_block * f))
              .term("[0; {p_{n+1,n} ×} R] f", Vec6(arm_block * f))
              .term("[0; R] n", Vec6(moment_block * n))};
}

Identity joint_action_static_force() {
  return {.id = "joint-action-static-force",
          .title = "static force that a joint transmits: load, weight or both",
          .equations = {"S0 (110)"},
          .formula = "f_i = Δ_m² Σ M_j ḡ + c f, c = (-1)^Δ (1-Δ)/(1+3Δ)",
          .reading = "S0 (110) has 1 + Δ_m below, which divides by zero for load and weight.",
          .left = "force::joint_wrenches without inertia",
          .right = "equations::joint_action",
          .shared = kPropagate,
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return joint_actions(s, false, kStatic); }};
}

Identity joint_action_static_moment() {
  return {.id = "joint-action-static-moment",
          .title = "static moment that a joint transmits: load, weight or both",
          .equations = {"S0 (111)"},
          .formula = "n_i = Δ_m² Σ (r_Cj - p_i) × M_j ḡ + c {(p - p_i) × f + n}",
          .reading = "As S0 (110).",
          .left = "force::joint_wrenches without inertia",
          .right = "equations::joint_action",
          .shared = kPropagate,
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return joint_actions(s, true, kStatic); }};
}

Identity joint_action_force() {
  return {.id = "joint-action-force",
          .title = "force that a joint transmits",
          .equations = {"S0 (133)", "S0 (159)"},
          .formula = "f_i = Δ_m² [Δ_θ Σ F*_j + Σ M_j ḡ] + c f",
          .reading = "The sum of inertia forces carries Δ_θ too.",
          .left = "force::joint_wrenches",
          .right = "equations::joint_action",
          .shared = kPropagate,
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return joint_actions(s, false, kDynamic); }};
}

Identity joint_action_moment() {
  return {.id = "joint-action-moment",
          .title = "moment that a joint transmits",
          .equations = {"S0 (134)"},
          .misprinted = {"S0 (134)"},
          .formula =
              "n_i = Δ_m² [Δ_θ Σ ((r_Cj - p_i) × F*_j + N*_j) + Σ (r_Cj - p_i) × M_j ḡ] + "
              "c {(p - p_i) × f + n}",
          .reading =
              "S0 (134) lacks the moments N*_j of the bodies' own rotation, and its Δ_θ stands "
              "before the moment of the weight too, which would vanish in the static case.",
          .left = "force::joint_wrenches",
          .right = "equations::joint_action",
          .shared = kPropagate,
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return joint_actions(s, true, kDynamic); }};
}

Identity static_force_from_actions() {
  return {.id = "static-force-from-actions",
          .title = "static force from what the joints transmit",
          .equations = {"S0 (115)"},
          .formula = "Q_s = { f_iᵀ (1 - Δ_i) + n_iᵀ Δ_i } k_i = Q_g + Q_load",
          .left = "force::gravity_force, force::load_force",
          .right = "equations::driving_force_from_actions",
          .shared = kPropagate,
          .most_coordinates = kMostVaried,
          .evaluate = static_forces};
}

Identity load_force_from_actions() {
  return {.id = "load-force-from-actions",
          .title = "force of a load from what the joints transmit of it",
          .equations = {"S0 (128)"},
          .formula =
              "Q_load = {R f}ᵀ (1 - Δ_i) k_i + {R (p - p_i) × R f + R n}ᵀ k_i Δ_i, axes of body i",
          .left = "force::load_force",
          .right = "verify/action_identities.cpp, equations::driving_force_from_actions",
          .shared = kPropagate,
          .most_coordinates = kMostVaried,
          .evaluate = load_along_joints};
}

Identity inertia_force_from_actions() {
  return {
      .id = "inertia-force-from-actions",
      .title = "inertia force from what the joints transmit of it",
      .equations = {"S0 (152)"},
      .formula =
          "Q_i = Σ_j {(R F*_j)ᵀ (1 - Δ_i) + Δ_i (R (r_Cj - p_i) × R F*_j)ᵀ + Δ_i (R N*_j)ᵀ} k_i",
      .left = "force::inertia_force",
      .right = "verify/action_identities.cpp, equations::driving_force_from_actions",
      .shared = kPropagate,
      .most_coordinates = kMostVaried,
      .evaluate = inertia_along_joints};
}

Identity load_wrench_moved() {
  return {.id = "load-wrench-moved",
          .title = "wrench of a load about the origin of the last body",
          .equations = {"S0 (131)"},
          .formula = "F_X = [R 0; {p_{n+1,n} ×} R  R] [f; n], f and n in axes of the tool",
          .left = "force::joint_wrenches of the load alone",
          .right = "the block matrix (verify/action_identities.cpp)",
          .shared = kPropagate,
          .evaluate = moved_load};
}

}  // namespace

std::vector<Identity> action_identities() {
  return {joint_action_static_force(),  joint_action_static_moment(), joint_action_force(),
          joint_action_moment(),        static_force_from_actions(),  load_force_from_actions(),
          inertia_force_from_actions(), load_wrench_moved()};
}

}  // namespace appell::verify
