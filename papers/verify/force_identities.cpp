// Generalized forces by wrenches and columns of the Jacobian, and their derivatives.
#include "appell/force/generalized_force.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "papers/equations/equations_of_motion.hpp"
#include "papers/verify/load_tools.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/wrench_tools.hpp"

namespace appell::verify {
namespace {

using model::Operators;
using spatial::WrenchSeries;
using PointSeries = taylor::Series<Vec3>;

constexpr const char* kNewtonEuler = "force::generalized_force (recursive Newton-Euler)";

/// Q_drive, or the part that the operators leave, for k = 1..max_k.
Comparisons compare_driving(const Sample& sample, const Operators& operators) {
  const force::Surroundings surroundings = random_load(sample);
  const auto Q = force::generalized_force(sample.motion(), surroundings, operators);
  Comparisons found;
  for (int k = 1; k <= sample.max_k(); ++k) {
    const auto of = [&](const std::vector<model::Wrench>& loads, const Operators& which) {
      return equations::driving_force(sample.motion(), last_body(sample), loads, which, k);
    };
    const auto sum = of(surroundings.loads, operators);
    found.push_back(Comparison(concat("k = ", k), Q.derivative(k - 1))
                        .term("J_iᵀ F", sum.value)
                        .inner_scale(sum.scale.maxCoeff()));
    // Without loads Δ_m = 1 leaves gravity and inertia, and Δ_θ = 0 gravity alone.
    Comparison parts(concat("k = ", k, ", in parts"), Q.derivative(k - 1));
    const VecX gravity = of({}, Operators::of_papers(1, 0)).value;
    const VecX inertia = of({}, Operators::of_papers(1, 1)).value - gravity;
    const VecX load = of(surroundings.loads, Operators::of_papers(0, 0)).value;
    if (operators.inertia) parts.term("J_iᵀ F*_i", inertia);
    if (operators.gravity) parts.term("J_iᵀ F_gi", gravity);
    parts.term("J_iᵀ F_load", load);
    // S0 (156) has the wrench of the inertia forces a second time for that of gravity.
    if (operators.inertia) parts.printed(VecX(inertia + inertia + load));
    found.push_back(parts.inner_scale(sum.scale.maxCoeff()));
  }
  return found;
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

/// Dᵈ(J_iᵀ F_i) by Leibniz' rule, F_i a wrench of all that joint i carries, about the last body.
/// One sum is printed for two derivatives, and is neither: for d = k - 1 in S0, for d = k in S1.
Comparisons force_derivatives(const Sample& sample, const taylor::Series<VecX>& Q, bool rotors,
                              const std::function<WrenchSeries(int, const PointSeries&)>& wrench,
                              bool is_s1) {
  const PointSeries point = kinematics::frame_motion(sample.motion(), last_body(sample)).p;
  const int n = sample.num_coordinates();
  Comparisons found;
  for (int d = 1; d <= sample.max_k() - 1; ++d) {
    std::vector<VecX> terms(at(d + 1), VecX::Zero(n));
    VecX printed = rotors ? rotor_force(sample, d) : VecX(VecX::Zero(n));
    double scale = 0.0;
    for (const model::Body& body : sample.model().bodies()) {
      const auto J = equations::joint_column(sample.motion(), body.index, point);
      const WrenchSeries F = wrench(body.index, point);
      for (int m = 0; m <= d; ++m) {
        const Vec6 J_m = J.derivative(m);
        const double term = J_m.head<3>().dot(F.force.derivative(d - m)) +
                            J_m.tail<3>().dot(F.moment.derivative(d - m));
        terms[at(m)](body.coordinate) += body.ratio * binomial(d, m) * term;
      }
      printed(body.coordinate) +=
          body.ratio * equations::printed_leibniz_sum(J, F, is_s1 ? d : d + 1);
      scale = std::max(scale, equations::joint_force(J, F, d).scale);
    }
    Comparison comparison(concat(is_s1 ? "D^" : "k - 1 = ", d), Q.derivative(d));
    for (int m = 0; m <= d; ++m) {
      comparison.term(concat("C(", d, ", ", m, ") J_i^(", m, ")ᵀ F_i^(", d - m, ")"), terms[at(m)]);
    }
    if (rotors) comparison.term("rotors", rotor_force(sample, d));
    found.push_back(comparison.inner_scale(scale).printed(printed));
  }
  return found;
}

Comparisons inertia_force_derivatives(const Sample& sample, bool is_s1) {
  return force_derivatives(
      sample, force::inertia_force(sample.motion()), true,
      [&](int body, const PointSeries& point) {
        return equations::inertia_wrench(sample.motion(), body, point);
      },
      is_s1);
}

Comparisons gravity_force_derivatives(const Sample& sample) {
  if (sample.model().gravity().norm() == 0.0) throw NotApplicable{"there is no gravity"};
  return force_derivatives(
      sample, force::gravity_force(sample.motion()), false,
      [&](int body, const PointSeries& point) {
        return equations::gravity_wrench(sample.motion(), body, point);
      },
      false);
}

Comparisons load_force_derivatives(const Sample& sample) {
  const force::Surroundings surroundings = random_load(sample);
  return force_derivatives(
      sample, force::load_force(sample.motion(), surroundings), false,
      [&](int body, const PointSeries& point) {
        return equations::load_wrench(sample.motion(), body, surroundings.loads.front(), point);
      },
      false);
}

Identity operator_coefficients() {
  return {.id = "operator-coefficients",
          .title = "coefficients of the operators Δ",
          .equations = {"S0 (112)", "S0 (151)"},
          .formula = "(-1)^Δ (1-Δ)/(1+3Δ) = 1, 1, 0 and Δ² = 1, 0, 1 for Δ = -1, 0, 1",
          .left = "what the text says of the operators",
          .right = "equations::operator_coefficient",
          .evaluate = [](const Sample&) {
            Vec3 square, inertia;
            for (const int Delta : {-1, 0, 1}) {
              const Operators which = Operators::of_papers(Delta, 1);
              square(Delta + 1) = which.Delta_m() * which.Delta_m();
              inertia(Delta + 1) = which.inertia ? 1.0 : 0.0;
            }
            return Comparisons{
                Comparison("Δ = -1, 0, 1", Vec3(1.0, 1.0, 0.0))
                    .term("coefficient", Vec3(equations::operator_coefficient(-1),
                                              equations::operator_coefficient(0),
                                              equations::operator_coefficient(1))),
                Comparison("Δ_m², Δ_m = -1, 0, 1", Vec3(1.0, 0.0, 1.0)).term("Δ_m²", square),
                Comparison("inertia with Δ_θ = 1", Vec3(1.0, 0.0, 1.0)).term("Δ_m² Δ_θ", inertia)};
          }};
}

Identity driving_force() {
  return {
      .id = "driving-force",
      .title = "driving force by columns of the Jacobian and wrenches, with derivatives",
      .equations = {"S0 (150)", "S0 (156)", "S0 (167)"},
      .misprinted = {"S0 (156)"},
      .formula = "Q_i = J_iᵀ { F*_i + F_gi + F_load }",
      .reading =
          "In S0 (156) the second wrench is that of gravity. About the last body, not the load.",
      .left = kNewtonEuler,
      .right = "equations::driving_force",
      .shared = kPropagate,
      .most_coordinates = kMostVaried,
      .evaluate = [](const Sample& s) { return compare_driving(s, {}); }};
}

/// The driving force minus what S1 (125) takes from it, for each Δ_m. Inertia counts for all three;
/// with S0 (150) for Q_m, Δ_m = 0 would leave nothing of it.
Comparisons compare_rest_of_drive(const Sample& sample) {
  const force::Surroundings surroundings = random_load(sample);
  const VecX gravity = force::gravity_force(sample.motion())[0];
  const VecX load = force::load_force(sample.motion(), surroundings)[0];
  const auto inertia = equations::dalembert_lagrange(sample.model(), sample.state(), 1);
  Comparisons found;
  for (const int Delta : {-1, 0, 1}) {
    const double of_load = equations::operator_coefficient(Delta);
    const auto rest_of = [&](const Operators& which) {
      return force::generalized_force(sample.motion(), surroundings, which)[0];
    };
    const Operators which{.gravity = Delta != 0, .loads = Delta != 1, .external = false};
    Comparison comparison(concat("Δ_m = ", Delta), inertia.value);
    comparison.term("Q_m", rest_of(which))
        .term("-Δ_m² Q_g", VecX(-Delta * Delta * gravity))
        .term("-(-1)^Δ_m (1-Δ_m)/(1+3Δ_m) Q_load", VecX(-of_load * load))
        .inner_scale(inertia.scale.maxCoeff());
    if (Delta == 0) {
      comparison.printed(VecX(rest_of(Operators::of_papers(0, 1)) - of_load * load));
    }
    found.push_back(comparison);
  }
  return found;
}

Identity inertia_from_drive() {
  return {
      .id = "inertia-from-drive",
      .title = "inertia force as what is left of the driving force",
      .equations = {"S1 (125)"},
      .misprinted = {"S1 (125)"},
      .formula =
          "Σ_i F*_i · ∂r_Ci/∂q_j + N*_i · Ω_j = Q_m - Δ_m² Q_g - (-1)^Δ_m (1-Δ_m)/(1+3Δ_m) Q_load",
      .reading =
          "Q_s is the force of gravity alone, and Q_m has the inertia force for every "
          "Δ_m. S0 (150) drops it for Δ_m = 0: with that Q_m the right side is zero, "
          "which is the error as printed.",
      .left = "equations::dalembert_lagrange",
      .right = "force::generalized_force, force::gravity_force, force::load_force",
      .most_coordinates = kMostVaried,
      .evaluate = compare_rest_of_drive};
}

Identity driving_force_static() {
  return {
      .id = "driving-force-static",
      .title = "static force: gravity and load, with derivatives",
      .equations = {"S0 (115)", "S0 (127)"},
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
      .equations = {"S0 (112)", "S0 (130)", "S0 (132)"},
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
      .misprinted = {"S0 (154)"},
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
        return Comparisons{Comparison("k = 1", force::inertia_force(sample.motion()).derivative(0))
                               .term("V_iᵀ Σ F*_j", sum.of_force)
                               .term("Ω_iᵀ Σ (r_Cj - p_n) × F*_j + N*_j", sum.of_moment)
                               .term("rotors", rotor_force(sample, 0))
                               .inner_scale(sum.scale)
                               .printed(equations::printed_inertia_force(sample.motion(), point))};
      }};
}

Identity load_by_jacobian() {
  return {.id = "load-by-jacobian",
          .title = "generalized force of a load",
          .equations = {"S0 (129)", "S0 (130)"},
          .misprinted = {"S0 (129)"},
          .formula = "Q_load = Vᵀ F + Ωᵀ N",
          .reading = "The middle term of S0 (129) lacks Δ_i: wrong where a joint slides.",
          .left = "force::load_force",
          .right = "kinematics::jacobian",
          .shared = kPropagate,
          .most_coordinates = kMostVaried,
          .evaluate = compare_load_by_jacobian};
}

Identity force_derivatives_identity(const std::string& id, const std::string& what,
                                    const std::string& equation, const std::string& function,
                                    std::function<Comparisons(const Sample&)> evaluate) {
  const bool is_s1 = equation.starts_with("S1");
  return {.id = id,
          .title = concat("derivatives of the force of ", what, is_s1 ? ", S1" : ""),
          .equations = {equation},
          .misprinted = {equation},
          .formula = is_s1 ? "Dᵏ Q_i = Σ_{m=0..k} C(k, m) J_i⁽ᵐ⁾ᵀ F_i⁽ᵏ⁻ᵐ⁾"
                           : "Dᵏ⁻¹ Q_i = Σ_{m=1..k} C(k-1, m-1) J_i⁽ᵐ⁻¹⁾ᵀ F_i⁽ᵏ⁻ᵐ⁾",
          .reading = is_s1 ? "S1 (123) has the binomials of k - 1."
                           : "The first line of the paper has F one order too high.",
          .left = function,
          .right = "equations::joint_column and the wrench of equations/wrenches.hpp",
          .shared = kPropagate,
          .most_coordinates = kMostVaried,
          .evaluate = std::move(evaluate)};
}

}  // namespace

std::vector<Identity> force_identities() {
  return {operator_coefficients(),
          driving_force(),
          inertia_from_drive(),
          driving_force_static(),
          driving_force_load_only(),
          inertia_wrench(),
          load_by_jacobian(),
          force_derivatives_identity(
              "inertia-derivatives", "inertia", "S0 (161)", "force::inertia_force",
              [](const Sample& s) { return inertia_force_derivatives(s, false); }),
          force_derivatives_identity("weight-derivatives", "gravity", "S0 (162)",
                                     "force::gravity_force", gravity_force_derivatives),
          force_derivatives_identity("load-derivatives", "a load", "S0 (163)", "force::load_force",
                                     load_force_derivatives),
          force_derivatives_identity(
              "inertia-derivatives-s1", "inertia", "S1 (123)", "force::inertia_force",
              [](const Sample& s) { return inertia_force_derivatives(s, true); })};
}

}  // namespace appell::verify
