// Generalized forces by wrenches and columns of the Jacobian, and the power that they do.
#include "appell/force/generalized_force.hpp"
#include "appell/force/joint_wrenches.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "papers/verify/energy_tools.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/wrench_tools.hpp"

namespace appell::verify {
namespace {

using model::Operators;
using spatial::WrenchSeries;

constexpr const char* kNewtonEuler = "force::generalized_force (recursive Newton-Euler)";

/// The end effector, moved out of its body so that the origins differ.
model::Frame tool(const Sample& sample) {
  model::Frame frame = end_effector(sample);
  Random random = sample.random("tool");
  frame.X_BF = frame.X_BF * random.placement();
  return frame;
}

/// A random load at the tool.
force::Surroundings random_load(const Sample& sample) {
  Random random = sample.random("load");
  model::Wrench load{.frame = tool(sample), .force_derivatives = {}, .moment_derivatives = {}};
  for (int k = 0; k <= sample.series_order(); ++k) {
    load.force_derivatives.push_back(10.0 * random.vector());
    load.moment_derivatives.push_back(10.0 * random.vector());
  }
  return {.loads = {std::move(load)}, .external = {}};
}

/// Q_drive, or the part that the operators leave, for k = 1..max_k.
Comparisons compare_driving(const Sample& sample, const Operators& operators) {
  const force::Surroundings surroundings = random_load(sample);
  const auto Q =
      force::generalized_force(sample.motion(), surroundings, operators, force::Route::kReadable);
  Comparisons found;
  for (int k = 1; k <= sample.max_k(); ++k) {
    const auto of = [&](const std::vector<model::Wrench>& loads, const Operators& which) {
      return equations::driving_force(sample.motion(), tool(sample), loads, which, k);
    };
    const auto sum = of(surroundings.loads, operators);
    found.push_back(Comparison(concat("k = ", k), Q.derivative(k - 1))
                        .term("J_iᵀ F", sum.value)
                        .inner_scale(sum.scale.maxCoeff()));
    // Without loads Δ_m = 1 leaves gravity and inertia, and Δ_θ = 0 gravity alone.
    Comparison parts(concat("k = ", k, ", in parts"), Q.derivative(k - 1));
    const VecX gravity = of({}, Operators::of_papers(1, 0)).value;
    if (operators.inertia) {
      parts.term("J_iᵀ F*_i", VecX(of({}, Operators::of_papers(1, 1)).value - gravity));
    }
    if (operators.gravity) parts.term("J_iᵀ F_gi", gravity);
    parts.term("J_iᵀ F_load", of(surroundings.loads, Operators::of_papers(0, 0)).value);
    found.push_back(parts.inner_scale(sum.scale.maxCoeff()));
  }
  return found;
}

Comparisons compare_power(const Sample& sample) {
  const auto E = total_energy(sample, 0);
  const auto Q = force::inertia_force(sample.motion(), force::Route::kReadable);
  const auto rate = taylor::time_derivative(sample.state()).truncated(Q.order());
  Comparisons found;
  for (int k = 0; k < sample.max_k(); ++k) {
    Comparison comparison(concat("k = ", k), E.derivative(k + 1));
    for (int s = 0; s <= k; ++s) {
      comparison.term(concat("C(", k, ", ", s, ") Q^(", s, ") · q^(", k - s + 1, ")"),
                      binomial(k, s) * Q.derivative(s).dot(rate.derivative(k - s)));
    }
    found.push_back(comparison.inner_scale(energy_scale(sample, 0, k + 1)));
  }
  return found;
}

/// Size of what a joint transmits: the forces on all bodies, times the reach for their moments. A
/// reaction may be the small rest of them.
double action_scale(const Sample& sample, bool moments) {
  double force = 20.0;  // random_load(): at most 10 √3 N, and as many N m.
  double reach = 1.0;
  for (const int body : sample.heavy_bodies()) {
    const mass::RigidMass& B = body_of(sample, body).rigid_mass;
    const auto r = moved_point(sample.placements()[at(body)], B.p_BBcm);
    force += std::abs(B.mass) * (r.derivative(2).norm() + sample.model().gravity().norm());
    reach = std::max(reach, r[0].norm());
  }
  return moments ? force * reach : force;
}

/// What the joints transmit, in axes of the bodies: forces or moments.
Comparisons joint_actions(const Sample& sample, bool moments) {
  const force::Surroundings surroundings = random_load(sample);
  const auto wrenches = force::joint_wrenches(sample.motion(), surroundings);
  Comparisons found;
  for (const model::Body& body : sample.model().bodies()) {
    const auto action =
        equations::joint_action(sample.motion(), body.index, surroundings.loads, Operators{});
    const WrenchSeries& wrench = wrenches[at(body.index)];
    const Mat3 R = sample.motion()[body.index].R_WB[0].transpose();
    Comparison comparison(body_label(sample, body.index),
                          Vec3(R * (moments ? wrench.moment : wrench.force).derivative(0)));
    const auto half = [&](const std::vector<model::Wrench>& loads, const Operators& which) {
      const auto part = equations::joint_action(sample.motion(), body.index, loads, which);
      return Vec3((moments ? part.moment : part.force).derivative(0));
    };
    const Vec3 gravity = half({}, Operators::of_papers(1, 0));
    const Vec3 load = half(surroundings.loads, Operators::of_papers(0, 0));
    comparison
        .term(moments ? "Σ (r_Cj - p_i) × F*_j + N*_j" : "Σ F*_j",
              Vec3((moments ? action.moment : action.force).derivative(0) - gravity - load))
        .term(moments ? "Σ (r_Cj - p_i) × M_j ḡ" : "Σ M_j ḡ", gravity)
        .term(moments ? "(p - p_i) × f + n" : "f", load)
        .inner_scale(action_scale(sample, moments));
    if (moments) {
      comparison.printed(
          equations::printed_joint_moment(sample.motion(), body.index, surroundings.loads));
    }
    found.push_back(comparison);
  }
  return found;
}

VecX rotors(const Sample& sample) {
  VecX Q = VecX::Zero(sample.num_coordinates());
  for (const model::Body& body : sample.model().bodies()) {
    Q(body.coordinate) += sample.model().reflected_inertia(body) * body.ratio * body.ratio *
                          sample.state().derivative(2)(body.coordinate);
  }
  return Q;
}

/// Whether a joint on the path to a frame slides.
bool slides(const Sample& sample, const model::Frame& frame) {
  for (int b = frame.body; b != model::kWorld; b = body_of(sample, b).parent) {
    if (body_of(sample, b).screw.angular.isZero(0.0)) return true;
  }
  return false;
}

Comparisons compare_load_by_jacobian(const Sample& sample) {
  const force::Surroundings surroundings = random_load(sample);
  const model::Wrench& load = surroundings.loads.front();
  const auto J = kinematics::jacobian(sample.motion(), load.frame);
  Comparison comparison("k = 1", force::load_force(sample.motion(), surroundings).derivative(0));
  comparison.term("Vᵀ F", VecX(J[0].topRows<3>().transpose() * load.force_derivatives[0]))
      .term("Ωᵀ N", VecX(J[0].bottomRows<3>().transpose() * load.moment_derivatives[0]));
  if (slides(sample, load.frame)) {
    // p_n is the origin of the last body.
    comparison.printed(equations::printed_load_force(sample.motion(),
                                                     sample.motion()[load.frame.body].p_WB, load));
  }
  return {comparison};
}

/// Dᵈ(Jᵀ F) by Leibniz' rule. One sum is printed for two derivatives, and is neither: for
/// d = k - 1 in S0, for d = k in S1.
Comparisons compare_load_derivatives(const Sample& sample, bool is_s1) {
  const force::Surroundings surroundings = random_load(sample);
  const model::Wrench& load = surroundings.loads.front();
  const auto J = kinematics::jacobian(sample.motion(), load.frame);
  const WrenchSeries wrench = model::components(load, sample.series_order());
  const auto Q = force::load_force(sample.motion(), surroundings);
  Comparisons found;
  for (int d = 1; d <= sample.max_k() - 1; ++d) {
    Comparison comparison(concat(is_s1 ? "D^" : "k - 1 = ", d), Q.derivative(d));
    for (int m = 0; m <= d; ++m) {
      const MatX Jt = J.derivative(m).transpose();
      Vec6 W;
      W << wrench.force.derivative(d - m), wrench.moment.derivative(d - m);
      comparison.term(concat("C(", d, ", ", m, ") J^(", m, ")ᵀ F^(", d - m, ")"),
                      VecX(binomial(d, m) * Jt * W));
    }
    VecX printed(sample.num_coordinates());
    for (int j = 0; j < printed.size(); ++j) {
      taylor::Series<Vec6> column(J.order());
      for (int k = 0; k <= J.order(); ++k) column[k] = J[k].col(j);
      printed(j) = equations::printed_leibniz_sum(column, wrench, is_s1 ? d : d + 1);
    }
    found.push_back(comparison.printed(printed));
  }
  return found;
}

Identity power() {
  return {.id = "power",
          .title = "rate of the kinetic energy is the power of the forces, with derivatives",
          .equations = {"S0 (146)", "S0 (147)", "S0 (148)", "S0 (149)", "S1 (78)", "S1 (79)",
                        "S1 (80)", "S3 (70)"},
          .formula = "Dᵏ⁺¹ E_C = Dᵏ Σ_j Q_j q_j'",
          .left = kEnergyOfParticles,
          .right = "force::inertia_force",
          .evaluate = compare_power};
}

Identity operator_coefficients() {
  return {.id = "operator-coefficients",
          .title = "coefficients of the operators Δ",
          .equations = {"S0 (110)", "S0 (111)", "S0 (112)", "S0 (151)"},
          .formula = "(-1)^Δ (1-Δ)/(1+3Δ) = 1, 1, 0 and Δ² = 1, 0, 1 for Δ = -1, 0, 1",
          .reading = "S0 (110), (111) have 1+Δ, which divides by zero for Δ = -1.",
          .left = "what the text says of the operators",
          .right = "equations::operator_coefficient",
          .evaluate = [](const Sample&) {
            return Comparisons{Comparison("Δ = -1, 0, 1", Vec3(1.0, 1.0, 0.0))
                                   .term("coefficient", Vec3(equations::operator_coefficient(-1),
                                                             equations::operator_coefficient(0),
                                                             equations::operator_coefficient(1)))};
          }};
}

Identity driving_force() {
  return {.id = "driving-force",
          .title = "driving force by columns of the Jacobian and wrenches, with derivatives",
          .equations = {"S0 (150)", "S0 (156)", "S0 (167)", "S1 (125)"},
          .formula = "Q_i = J_iᵀ { F*_i + F_gi + F_load }",
          .reading = "In S0 (156) the second wrench is that of gravity.",
          .left = kNewtonEuler,
          .right = "equations::driving_force",
          .shared = kPropagate,
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return compare_driving(s, {}); }};
}

Identity driving_force_static() {
  return {
      .id = "driving-force-static",
      .title = "static force: gravity and load, with derivatives",
      .equations = {"S0 (113)", "S0 (115)", "S0 (127)"},
      .formula = "Q_s = Q_g + Q_load",
      .left = kNewtonEuler,
      .right = "equations::driving_force with Δ_θ = 0",
      .shared = kPropagate,
      .most_coordinates = kMostVaried,
      .evaluate = [](const Sample& s) { return compare_driving(s, Operators::of_papers(-1, 0)); }};
}

Identity driving_force_load_only() {
  return {
      .id = "driving-force-load-only",
      .title = "load alone, with derivatives",
      .equations = {"S0 (112)", "S0 (130)", "S0 (131)", "S0 (132)"},
      .formula = "Q_load = Jᵀ F",
      .left = kNewtonEuler,
      .right = "equations::driving_force with Δ_m = 0",
      .shared = kPropagate,
      .most_coordinates = kMostVaried,
      .evaluate = [](const Sample& s) { return compare_driving(s, Operators::of_papers(0, 0)); }};
}

Identity inertia_wrench() {
  return {
      .id = "inertia-wrench",
      .title = "inertia force by columns of the Jacobian",
      .equations = {"S0 (153)", "S0 (154)", "S0 (155)"},
      .formula = "Q_i = J_iᵀ F*_i, F*_i = [Σ F*_j; Σ (r_Cj - p_n) × F*_j + N*_j]",
      .reading =
          "S0 (154) multiplies the two halves by 1 - Δ_i and Δ_i: a revolute joint loses the "
          "moment of the force.",
      .left = "force::inertia_force",
      .right = "equations::inertia_wrench, equations::joint_column",
      .shared = kPropagate,
      .most_coordinates = kMostVaried,
      .evaluate = [](const Sample& sample) {
        const auto point = kinematics::frame_motion(sample.motion(), tool(sample)).p;
        const auto sum = along_columns(sample, equations::inertia_wrench, point);
        return Comparisons{
            Comparison("k = 1",
                       force::inertia_force(sample.motion(), force::Route::kReadable).derivative(0))
                .term("V_iᵀ Σ F*_j", sum.of_force)
                .term("Ω_iᵀ Σ (r_Cj - p_n) × F*_j + N*_j", sum.of_moment)
                .term("rotors", rotors(sample))
                .inner_scale(sum.scale)
                .printed(equations::printed_inertia_force(sample.motion(), point))};
      }};
}

Identity joint_action_force() {
  return {.id = "joint-action-force",
          .title = "force that a joint transmits",
          .equations = {"S0 (110)", "S0 (133)", "S0 (159)"},
          .formula = "f_i = Σ F*_j + Σ M_j ḡ + f",
          .reading = "The sum of inertia forces carries Δ_θ too.",
          .left = "force::joint_wrenches",
          .right = "equations::joint_action",
          .shared = kPropagate,
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return joint_actions(s, false); }};
}

Identity joint_action_moment() {
  return {.id = "joint-action-moment",
          .title = "moment that a joint transmits",
          .equations = {"S0 (111)", "S0 (134)"},
          .formula = "n_i = Σ (r_Cj - p_i) × (F*_j + M_j ḡ) + Σ N*_j + (p - p_i) × f + n",
          .reading = "S0 (134) lacks the moments N*_j of the bodies' own rotation.",
          .left = "force::joint_wrenches",
          .right = "equations::joint_action",
          .shared = kPropagate,
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return joint_actions(s, true); }};
}

Identity force_from_actions() {
  return {.id = "force-from-actions",
          .title = "driving force from what the joints transmit",
          .equations = {"S0 (115)", "S0 (128)", "S0 (152)"},
          .formula = "Q_i = { f_iᵀ (1 - Δ_i) + n_iᵀ Δ_i } k_i",
          .left = kNewtonEuler,
          .right = "equations::driving_force_from_actions",
          .shared = kPropagate,
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& sample) {
            const force::Surroundings surroundings = random_load(sample);
            return Comparisons{
                Comparison("k = 1", force::generalized_force(sample.motion(), surroundings, {},
                                                             force::Route::kReadable)
                                        .derivative(0))
                    .term("along the joints", equations::driving_force_from_actions(
                                                  sample.motion(), surroundings.loads, Operators{}))
                    .term("rotors", rotors(sample))};
          }};
}

Identity load_by_jacobian() {
  return {.id = "load-by-jacobian",
          .title = "generalized force of a load",
          .equations = {"S0 (128)", "S0 (129)", "S0 (130)"},
          .formula = "Q_load = Vᵀ F + Ωᵀ N",
          .reading = "The middle term of S0 (129) lacks Δ_i: wrong where a joint slides.",
          .left = "force::load_force",
          .right = "kinematics::jacobian",
          .shared = kPropagate,
          .most_coordinates = kMostVaried,
          .evaluate = compare_load_by_jacobian};
}

Identity load_derivatives() {
  return {.id = "load-derivatives",
          .title = "derivatives of the force of a load",
          .equations = {"S0 (161)", "S0 (162)", "S0 (163)"},
          .formula = "Dᵏ⁻¹ Q = Σ_{m=1..k} C(k-1, m-1) J⁽ᵐ⁻¹⁾ᵀ F⁽ᵏ⁻ᵐ⁾",
          .reading = "The first lines of the papers have F one order too high.",
          .left = "force::load_force",
          .right = "kinematics::jacobian",
          .shared = kPropagate,
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return compare_load_derivatives(s, false); }};
}

Identity load_derivatives_s1() {
  return {.id = "load-derivatives-s1",
          .title = "derivatives of the force of a load, S1",
          .equations = {"S1 (123)"},
          .formula = "Dᵏ Q = Σ_{m=0..k} C(k, m) J⁽ᵐ⁾ᵀ F⁽ᵏ⁻ᵐ⁾",
          .reading = "S1 (123) has the binomials of k - 1.",
          .left = "force::load_force",
          .right = "kinematics::jacobian",
          .shared = kPropagate,
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return compare_load_derivatives(s, true); }};
}

}  // namespace

std::vector<Identity> force_identities() {
  return {power(),
          operator_coefficients(),
          driving_force(),
          driving_force_static(),
          driving_force_load_only(),
          inertia_wrench(),
          joint_action_force(),
          joint_action_moment(),
          force_from_actions(),
          load_by_jacobian(),
          load_derivatives(),
          load_derivatives_s1()};
}

}  // namespace appell::verify
