// Generalized gravity force and its derivatives.
#include "appell/energy/potential_energy.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/kinematics/propagate.hpp"
#include "papers/equations/equations_of_motion.hpp"
#include "papers/equations/printed_equations.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/wrench_tools.hpp"

namespace appell::verify {
namespace {

constexpr const char* kGravity = "force::gravity_force (recursive Newton-Euler)";

VecX gravity_force(const Sample& sample, int k) {
  return force::gravity_force(sample.motion()).derivative(k - 1);
}

void require_gravity(const Sample& sample) {
  if (sample.model().gravity().norm() == 0.0) throw NotApplicable{"there is no gravity"};
}

/// Σ|terms| of Dᵏ⁺¹U: the weights and the paths of their centres.
double power_scale(const Sample& sample, int k) {
  double sum = 0.0;
  for (const int body : sample.heavy_bodies()) {
    const mass::RigidMass& B = body_of(sample, body).rigid_mass;
    const auto r = moved_point(sample.placements()[at(body)], B.p_BBcm);
    sum += std::abs(B.mass) * sample.model().gravity().norm() * r.derivative(k + 1).norm();
  }
  return sum;
}

/// Gravity force joint by joint: along the axes of those that slide, and the moment about the axes
/// of those that turn in the three forms of S0 (116) and (118).
struct ForceOfWeights {
  VecX along;   ///< ḡ · k_i (1 - Δ_i)
  VecX first;   ///< ḡᵀ [(r_Cj - p_i)×]ᵀ R k_i Δ_i
  VecX second;  ///< ḡ · (k_i × (r_Cj - p_i)) Δ_i
  VecX third;   ///< k_i Δ_i · ((r_Cj - p_i) × ḡ)
  double scale = 0.0;
};

ForceOfWeights force_of_weights(const Sample& sample) {
  const Vec3 g = -sample.model().gravity();
  const VecX zero = VecX::Zero(sample.num_coordinates());
  ForceOfWeights Q{zero, zero, zero, zero};
  for (const model::Body& joint : sample.model().bodies()) {
    const kinematics::BodyMotion& X = sample.motion()[joint.index];
    const Vec3 k = X.R_WB[0] * joint.screw.angular;
    const Vec3 l = X.R_WB[0] * joint.screw.linear;
    for (const int heavy : sample.heavy_bodies()) {
      int b = heavy;
      while (b != model::kWorld && b != joint.index) b = body_of(sample, b).parent;
      if (b == model::kWorld) continue;
      const mass::RigidMass& B = body_of(sample, heavy).rigid_mass;
      const Vec3 arm = kinematics::point_position(sample.motion()[heavy], B.p_BBcm)[0] - X.p_WB[0];
      const double m = joint.ratio * B.mass;
      const Mat3 transposed = spatial::cross_matrix(arm).transpose();
      Q.along(joint.coordinate) += m * g.dot(l);
      Q.first(joint.coordinate) += m * g.dot(transposed * X.R_WB[0] * joint.screw.angular);
      Q.second(joint.coordinate) += m * g.dot(k.cross(arm));
      Q.third(joint.coordinate) += m * k.dot(arm.cross(g));
      Q.scale += std::abs(B.mass) * g.norm() * (l.norm() + k.norm() * arm.norm());
    }
  }
  return Q;
}

/// S0 (116) in both lines, S0 (118), and what S2 (75) makes of it.
Comparisons by_joints(const Sample& sample) {
  require_gravity(sample);
  const ForceOfWeights Q = force_of_weights(sample);
  Comparison first("S0 (116), first line", gravity_force(sample, 1));
  first.term("Σ M_j ḡᵀ R k_i (1 - Δ_i)", Q.along)
      .term("Σ M_j ḡᵀ [(r_Cj - p_i)×]ᵀ R k_i Δ_i", Q.first)
      .inner_scale(Q.scale);
  Comparison second("S0 (116), second line", gravity_force(sample, 1));
  second.term("Σ M_j ḡ · k_i (1 - Δ_i)", Q.along)
      .term("Σ M_j ḡ · (k_i × (r_Cj - p_i)) Δ_i", Q.second)
      .inner_scale(Q.scale);
  Comparison third("S0 (118)", Q.second);
  third.term("Σ M_j k_i Δ_i · ((r_Cj - p_i) × ḡ)", Q.third).inner_scale(Q.scale);
  const VecX printed = equations::printed_gravity_force_of_one_centre(sample.motion());
  // With one body per joint there is nothing to confuse.
  if ((printed - second.rhs()).norm() > 1e-9 * Q.scale) second.printed(printed);
  return {first, second, third};
}

/// S0 (113), (114): the same robot with gravity along and against each axis of the base.
Comparisons along_base_axes(const Sample& sample) {
  Comparisons found;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {1.0, -1.0}) {
      model::Description description = sample.model().description();
      description.gravity = sign * 9.81 * Vec3::Unit(axis);
      const model::Model model = model::build(description, mass::Physics::kNotChecked);
      const auto motion = kinematics::propagate(model, sample.state().truncated(0));
      const Vec3 k_0 = Vec3::Unit(axis);
      const Vec3 k_g = description.gravity.normalized();
      const double tau = -k_g.dot(k_0);
      const Vec3 g_bar = tau * description.gravity.norm() * k_0;
      VecX Q = VecX::Zero(sample.num_coordinates());
      double scale = 0.0;
      for (int j = 0; j < Q.size(); ++j) {
        for (const int body : sample.heavy_bodies()) {
          const mass::RigidMass& B = body_of(sample, body).rigid_mass;
          const Vec3 e = moved_point(sample.variation(j, 0)[at(body)], B.p_BBcm)[0];
          Q(j) += B.mass * g_bar.dot(e);
          scale += std::abs(B.mass) * g_bar.norm() * e.norm();
        }
      }
      found.push_back(Comparison(concat("gravity along ", sign > 0.0 ? "" : "-", "xyz"[axis]),
                                 force::gravity_force(motion).derivative(0))
                          .term(concat("Σ M ḡ · ∂r_C/∂q_j, ḡ = τ g k_0, τ = ", tau), Q)
                          .inner_scale(scale));
    }
  }
  return found;
}

/// (r_C⁽ᵃ⁾ × Mḡ) · Ψ_s, Ψ_s = s! m!/(m+s)! ∂ω⁽ᵐ⁺ˢ⁻¹⁾/∂q_j⁽ᵐ⁾, for every j: a sum that S2 (76) and
/// (77) add, by the variations of the sample.
VecX moments_of_weights(const Sample& sample, int a, int s, int m) {
  const Vec3 g = -sample.model().gravity();
  VecX sum = VecX::Zero(sample.num_coordinates());
  for (int j = 0; j < sum.size(); ++j) {
    for (const int body : sample.heavy_bodies()) {
      const mass::RigidMass& B = body_of(sample, body).rigid_mass;
      const Vec3 r = moved_point(sample.placements()[at(body)], B.p_BBcm).derivative(a);
      const Vec3 Psi =
          omega_variation(sample, body, j, m).derivative(m + s - 1) / binomial(m + s, s);
      sum(j) += r.cross(B.mass * g).dot(Psi);
    }
  }
  return sum;
}

/// S2 (76) for k = 2 and S2 (77) for k = 3 with their own coefficients, sum by sum: the first alone
/// is the derivative of the force.
void add_sums_as_printed(const Sample& sample, int k, Comparisons& found) {
  const Vec3 g = -sample.model().gravity();
  for (int m = k + 1; m <= k + 3; ++m) {
    const double coefficient = k == 2 ? 1.0 / (m + 1) : 2.0 / ((m + 1.0) * (m + 2.0));
    VecX weights = VecX::Zero(sample.num_coordinates());
    double scale = 0.0;
    for (int j = 0; j < weights.size(); ++j) {
      for (const int body : sample.heavy_bodies()) {
        const mass::RigidMass& B = body_of(sample, body).rigid_mass;
        const Vec3 dr =
            moved_point(sample.variation(j, m)[at(body)], B.p_BBcm).derivative(m + k - 1);
        weights(j) += coefficient * B.mass * g.dot(dr);
        scale += coefficient * std::abs(B.mass) * g.norm() * dr.norm();
      }
    }
    Comparison right(concat("k = ", k, ", m = ", m, ", first sum"), gravity_force(sample, k));
    right.term(concat("Σ M ḡ · ", coefficient, " ∂r_C^(", m + k - 1, ")/∂q^(", m, ")"), weights)
        .inner_scale(scale);
    Comparison printed(concat("k = ", k, ", m = ", m, ", as printed"),
                       equations::printed_gravity_equation(sample.model(), sample.state(), k, m));
    printed.term("Σ M ḡ · ∂r_C", weights);
    for (int s = 0; s < k; ++s) {  // r'' Ψ_0 + 2 r' Ψ_1 + r Ψ_2
      printed.term(concat(binomial(k - 1, s), " Σ r_C^(", k - 1 - s, ") × M ḡ · Ψ_", s),
                   VecX(binomial(k - 1, s) * moments_of_weights(sample, k - 1 - s, s, m)));
    }
    right.printed(printed.rhs());
    found.push_back(right);
    found.push_back(printed.inner_scale(scale));
  }
}

/// The force of gravity from partial derivatives, a term per body; where these are few.
void add_bodies(const Sample& sample, int k, int m, Comparisons& found) {
  constexpr int kMostBodies = 12;
  if (sample.num_coordinates() > kMostBodies) return;
  const Vec3 g = -sample.model().gravity();
  const double factor = 1.0 / binomial(m + k - 1, m);
  Comparison comparison(concat("k = ", k, ", m = ", m, ", body by body"), gravity_force(sample, k));
  double scale = 0.0;
  for (const int body : sample.heavy_bodies()) {
    const mass::RigidMass& B = body_of(sample, body).rigid_mass;
    VecX Q(sample.num_coordinates());
    for (int j = 0; j < Q.size(); ++j) {
      const Vec3 dr = moved_point(sample.variation(j, m)[at(body)], B.p_BBcm).derivative(m + k - 1);
      Q(j) = factor * B.mass * g.dot(dr);
      scale += factor * std::abs(B.mass) * g.norm() * dr.norm();
    }
    comparison.term(concat(body_label(sample, body), ": ∂/∂q^(m) M ḡ · r_C^(m+k-1)"), Q);
  }
  found.push_back(comparison.inner_scale(scale));
}

Comparisons derivatives(const Sample& sample, int first_k, int last_k) {
  require_gravity(sample);
  Comparisons found;
  for (int k = first_k; k <= std::min(last_k, sample.max_k()); ++k) {
    for (const int m : {k + 1, k + 2}) {
      const auto sum = equations::gravity_equation(sample.model(), sample.state(), k, m);
      found.push_back(
          Comparison(concat("k = ", k, ", m = ", m), gravity_force(sample, k))
              .term("∂/∂q^(m) Σ M ḡ · r_C^(m+k-1)", sum.value)
              .inner_scale(sum.scale.maxCoeff())
              .printed(equations::printed_gravity_equation(sample.model(), sample.state(), k, m)));
    }
    add_bodies(sample, k, k + 1, found);
  }
  if (found.empty()) {
    throw NotApplicable{
        concat("k = ", first_k, " is above the order asked for; order ", first_k - 1, " has it")};
  }
  if (first_k == last_k) add_sums_as_printed(sample, first_k, found);
  return found;
}

Identity gravity_gradient() {
  return {.id = "gravity-gradient",
          .title = "gravity force is the gradient of the potential energy",
          .equations = {"S0 (125)"},
          .formula = "Q_g = ∂U/∂q_j = Σ M_i ḡ · ∂r_Ci/∂q_j, ḡ = -g",
          .left = kGravity,
          .right = kVariations,
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& sample) {
            require_gravity(sample);
            const Vec3 g = -sample.model().gravity();
            Comparisons found;
            for (int k = 1; k <= sample.max_k(); ++k) {
              Comparison comparison(concat("k = ", k), gravity_force(sample, k));
              double scale = 0.0;
              for (const int body : sample.heavy_bodies()) {
                const mass::RigidMass& B = body_of(sample, body).rigid_mass;
                VecX Q = VecX::Zero(sample.num_coordinates());
                double largest = 0.0;
                for (int j = 0; j < sample.num_coordinates(); ++j) {
                  const spatial::TransformSeries& dT = sample.variation(j, 0)[at(body)];
                  Q(j) = B.mass * g.dot(moved_point(dT, B.p_BBcm).derivative(k - 1));
                  const double column = moved_point(dT, B.p_BBcm).derivative(k - 1).norm();
                  largest = std::max(largest, std::abs(B.mass) * g.norm() * column);
                }
                scale += largest;
                comparison.term(concat(body_label(sample, body), ": M ḡ · ∂r_C/∂q_j"), Q);
              }
              found.push_back(comparison.inner_scale(scale));
            }
            return found;
          }};
}

Identity gravity_power() {
  return {.id = "gravity-power",
          .title = "rate of the potential energy is the power of the gravity force",
          .equations = {"S0 (125)", "S0 (127)"},
          .formula = "Dᵏ⁺¹ U = Dᵏ Σ_j Q_gj q_j'",
          .left = "energy::potential_energy",
          .right = "force::gravity_force",
          .shared = "kinematics::propagate",
          .evaluate = [](const Sample& sample) {
            require_gravity(sample);
            const auto U = energy::potential_energy(sample.motion());
            Comparisons found;
            for (int k = 0; k < sample.max_k(); ++k) {
              Comparison comparison(concat("k = ", k), U.derivative(k + 1));
              for (int s = 0; s <= k; ++s) {
                comparison.term(
                    concat("s = ", s),
                    binomial(k, s) *
                        gravity_force(sample, s + 1).dot(sample.state().derivative(k - s + 1)));
              }
              found.push_back(comparison.inner_scale(power_scale(sample, k)));
            }
            return found;
          }};
}

Identity gravity_direction() {
  return {.id = "gravity-direction",
          .title = "gravity along or against an axis of the base",
          .equations = {"S0 (113)", "S0 (114)"},
          .formula = "ḡ = τ g k_0, τ = -k_g · k_0, k_g = g/|g|: Q_g = Σ M ḡ · ∂r_C/∂q_j",
          .reading =
              "For gravity along an axis of the base, six directions here; for another one ḡ = -g.",
          .left = "force::gravity_force of the robot with that gravity",
          .right = kVariations,
          .most_coordinates = kMostVaried,
          .evaluate = along_base_axes};
}

Identity gravity_by_joints() {
  return {.id = "gravity-by-joints",
          .title = "gravity force by the axes of the joints",
          .equations = {"S0 (116)", "S0 (118)", "S2 (75)"},
          .misprinted = {"S2 (75)"},
          .formula = "Q_g = Σ_j M_j ḡ · { k_i (1 - Δ_i) + k_i × (r_Cj - p_i) Δ_i }",
          .reading = "S2 (75) has the centre of body i for that of every body j.",
          .left = kGravity,
          .right = "verify/gravity_identities.cpp",
          .shared = "kinematics::propagate",
          .most_coordinates = kMostVaried,
          .evaluate = by_joints};
}

Identity gravity_wrench() {
  return {
      .id = "gravity-wrench",
      .title = "gravity force by columns of the Jacobian",
      .equations = {"S0 (125)", "S0 (126)", "S0 (127)"},
      .misprinted = {"S0 (126)"},
      .formula = "Q_g = J_iᵀ F_i, F_i = [Σ M_j ḡ; Σ (r_Cj - p_n) × M_j ḡ]",
      .reading =
          "S0 (126) multiplies the two halves by 1 - Δ_i and Δ_i: a revolute joint loses the "
          "moment of the force.",
      .left = kGravity,
      .right = "equations::gravity_wrench, equations::joint_column",
      .shared = "kinematics::propagate",
      .most_coordinates = kMostVaried,
      .evaluate = [](const Sample& sample) {
        require_gravity(sample);
        Random random = sample.random("gravity-wrench");
        const auto point = taylor::Series<Vec3>::constant(Vec3(sample.length() * random.vector()),
                                                          sample.series_order());
        const auto sum = along_columns(sample, equations::gravity_wrench, point);
        return Comparisons{Comparison("k = 1", gravity_force(sample, 1))
                               .term("V_iᵀ Σ M_j ḡ", sum.of_force)
                               .term("Ω_iᵀ Σ (r_Cj - p_n) × M_j ḡ", sum.of_moment)
                               .inner_scale(sum.scale)
                               .printed(equations::printed_gravity_force(sample.motion(), point))};
      }};
}

Identity gravity_derivatives(const std::string& id, const std::string& equation, int first_k,
                             int last_k) {
  return {
      .id = id,
      .title = "derivatives of the gravity force by partial derivatives",
      .equations = {equation},
      .misprinted = {equation},
      .formula = "Dᵏ⁻¹ Q_g = (k-1)! m!/(m+k-1)! ∂/∂q_j⁽ᵐ⁾ Σ M_i ḡ · r_Ci⁽ᵐ⁺ᵏ⁻¹⁾",
      .reading = "The papers add terms r_C × M ḡ · ψ, which count the moment of the weight twice.",
      .left = kGravity,
      .right = "equations::gravity_equation",
      .most_coordinates = kMostVaried,
      .evaluate = [=](const Sample& sample) { return derivatives(sample, first_k, last_k); }};
}

}  // namespace

std::vector<Identity> gravity_identities() {
  return {gravity_gradient(),
          gravity_power(),
          gravity_direction(),
          gravity_by_joints(),
          gravity_wrench(),
          gravity_derivatives("gravity-derivative-1", "S2 (76)", 2, 2),
          gravity_derivatives("gravity-derivative-2", "S2 (77)", 3, 3),
          gravity_derivatives("gravity-derivatives", "S2 (79)", 1, 7)};
}

}  // namespace appell::verify
