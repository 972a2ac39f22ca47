// Motion of bodies and points to any order.
#include "appell/spatial/screw.hpp"
#include "papers/equations/exponentials.hpp"
#include "papers/equations/printed_kinematics.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/tools.hpp"

namespace appell::verify {
namespace {

/// A comparison per body and order.
template <class Compare>
std::function<Comparisons(const Sample&)> for_bodies(int first, Compare compare) {
  return [first, compare](const Sample& sample) {
    Comparisons found;
    for (const int body : some_bodies(sample)) {
      for (int k = first; k <= sample.max_k() + 1; ++k) {
        found.push_back(compare(concat(body_label(sample, body), ", k = ", k), sample, body, k));
      }
    }
    return found;
  };
}

Comparisons compare_translation(const Sample& sample, bool is_s2) {
  Random random = sample.random("screw-translation");
  Comparisons found;
  for (const bool turns : {true, false}) {
    const Vec3 k = random.direction();
    const Vec3 v = turns ? Vec3(random.vector().cross(k)) : k;
    const double q = 1.0 + 0.5 * random.number();
    const spatial::Screw screw{turns ? k : Vec3(Vec3::Zero()), v};
    const double s = turns ? std::sin(q) : 0.0;  // sin(q Δ)
    const double c = turns ? std::cos(q) : 1.0;
    found.push_back(Comparison(turns ? "revolute" : "prismatic", spatial::exp_screw(screw, q).p)
                        .term("1 sin(q Δ) v", Vec3(s * v))
                        .term("[k×] (1 - cos(q Δ)) v", Vec3((1.0 - c) * k.cross(v)))
                        .term("k kᵀ (q - sin(q Δ)) v", Vec3((q - s) * k * k.dot(v)))
                        .printed(is_s2 ? equations::printed_translation_with_angle(screw, q)
                                       : equations::printed_translation_with_sine(screw, q)));
  }
  return found;
}

/// Σ_j Σ_{r<k} C(k-1, r) D^r(e_j) q_j⁽ᵏ⁻ʳ⁾, a term per r.
template <class Column>
void add_column_terms(Comparison& comparison, const Sample& sample, int k, Column column) {
  for (int r = 0; r < k; ++r) {
    auto sum = column(0, r);
    sum.setZero();
    for (int j = 0; j < sample.num_coordinates(); ++j) {
      sum += binomial(k - 1, r) * sample.state().derivative(k - r)(j) * column(j, r);
    }
    comparison.term(concat("C(", k - 1, ", ", r, ") D^", r, " e_j q^(", k - r, ")"), sum);
  }
}

/// p = Σ_l E_{1..l-1} b_l + E_{1..n} p⁰, a term per joint.
void add_translations(const Sample& sample, const equations::ExponentialChain& chain,
                      const taylor::Series<Vec3>& p, Comparisons& found) {
  const model::StateSeries q = sample.state().truncated(sample.max_k() + 1);
  std::vector<taylor::Series<Vec3>> terms;
  taylor::Series<Mat3> E = constant_series(Mat3::Identity(), q.order());
  double reach = chain.X_WF.p.norm();
  for (const equations::ChainJoint& joint : chain.joints) {
    const taylor::Series<double> x = equations::joint_value(joint, q);
    terms.push_back(E * equations::screw_translation(joint.screw, x));
    E = E * spatial::rotation_about(joint.screw.angular, x);
    reach += joint.screw.linear.norm();
  }
  for (int k = 0; k <= q.order(); ++k) {
    Comparison comparison(concat("p, k = ", k), p.derivative(k));
    for (std::size_t l = 0; l < terms.size(); ++l) {
      comparison.term(concat("D^", k, "(E_{1..", l, "} b_", l + 1, ")"), terms[l].derivative(k));
    }
    comparison.term(concat("D^", k, " E_{1..n} p⁰"), Vec3(E.derivative(k) * chain.X_WF.p));
    found.push_back(comparison.inner_scale(reach));
  }
}

Identity placement_recursion() {
  return {.id = "placement-recursion",
          .title = "position of the centres of mass, with derivatives",
          .equations = {"S1 (24)", "S1 (28)"},
          .formula = "r_C⁽ᵏ⁾ = r_O⁽ᵏ⁾ + R⁽ᵏ⁾ ρ_C",
          .left = kPropagate,
          .right = kPlacements,
          .evaluate = for_bodies(0, [](const std::string& label, const Sample& sample, int body,
                                       int k) {
            const Vec3 r = body_of(sample, body).rigid_mass.p_BBcm;
            const spatial::TransformSeries& T = sample.placements()[at(body)];
            return Comparison(label,
                              kinematics::point_position(sample.motion()[body], r).derivative(k))
                .term("r_O", T.p.derivative(k))
                .term("R ρ_C", Vec3(T.R.derivative(k) * r));
          })};
}

Identity placement_exponentials() {
  return {.id = "placement-exponentials",
          .title = "placement of the end effector by exponentials",
          .equations = {"S1 (31)", "S1 (32)"},
          .formula = "R = E_{1..n} R⁰, p = Σ_l E_{1..l-1} b_l + E_{1..n} p⁰",
          .reading = "Ordered products of exponentials; b_l is turned by the joints before it.",
          .left = kPropagate,
          .right = "equations::placement_by_exponentials",
          .evaluate = [](const Sample& sample) {
            const model::Frame& frame = end_effector(sample);
            const auto chain = equations::exponential_chain(sample.model(), frame);
            const spatial::TransformSeries X =
                equations::placement_by_exponentials(chain, sample.state());
            const spatial::TransformSeries Y = kinematics::frame_motion(sample.motion(), frame);
            Comparisons found;
            for (int k = 0; k <= sample.max_k() + 1; ++k) {
              found.push_back(Comparison(concat("k = ", k), Y.matrix_derivative(k))
                                  .term("T", X.matrix_derivative(k)));
            }
            add_translations(sample, chain, Y.p, found);
            return found;
          }};
}

Identity screw_translation(const std::string& paper, std::vector<std::string> equations,
                           std::string reading, bool is_s2) {
  return {.id = concat("screw-translation-s", paper.back()),
          .title = concat("translation column of a screw's exponential, ", paper),
          .equations = std::move(equations),
          .misprinted = {is_s2 ? "S2 (54)" : "S0 (90)"},
          .formula = "b = { 1 sin(q Δ) + [k×] (1 - cos(q Δ)) + k kᵀ (q - sin(q Δ)) } v",
          .reading = std::move(reading),
          .left = "spatial::exp_screw",
          .right = "the formula (verify/kinematics_identities.cpp)",
          .evaluate = [is_s2](const Sample& s) { return compare_translation(s, is_s2); }};
}

Identity screw_translation_s0() {
  return screw_translation("S0", {"S0 (90)", "S1 (34)"},
                           "S0 (90) prints sin q for sin(q Δ) in the first term: a prismatic joint "
                           "would move by q + sin q.",
                           false);
}

Identity screw_translation_s2() {
  return screw_translation("S2", {"S2 (54)"},
                           "S2 (54) prints q for sin(q Δ) in the first term: a prismatic joint "
                           "would move by 2 q.",
                           true);
}

Identity angular_velocity() {
  return {.id = "angular-velocity",
          .title = "angular velocity of every body, with derivatives",
          .equations = {"S1 (36)"},
          .formula = "[ω×] = R' Rᵀ",
          .left = kPropagate,
          .right = kPlacements,
          .evaluate = for_bodies(0, [](const std::string& label, const Sample& s, int body, int k) {
            return Comparison(label, s.motion()[body].omega_WB.derivative(k))
                .term("R' Rᵀ", omega_of(s.placements()[at(body)]).derivative(k))
                .inner_scale(rate_scale(taylor::time_derivative(s.placements()[at(body)].R),
                                        s.placements()[at(body)].R, k));
          })};
}

Identity point_velocity() {
  return {.id = "point-velocity",
          .title = "velocity and acceleration of a point",
          .equations = {"S1 (37)", "S1 (46)"},
          .formula = "v = v_O + ω × ρ, a = a_O + ε × ρ + ω × (ω × ρ)",
          .left = kPlacements,
          .right = kPropagate,
          .evaluate = [](const Sample& sample) {
            Comparisons found;
            Random random = sample.random("point-velocity");
            for (const int body : some_bodies(sample)) {
              const Vec3 r = sample.length() * random.vector();
              const auto path = moved_point(sample.placements()[at(body)], r);
              const kinematics::BodyMotion& X = sample.motion()[body];
              const Vec3 rho = X.R_WB[0] * r;
              const Vec3 w = X.omega_WB.derivative(0);
              const Vec3 e = X.omega_WB.derivative(1);
              const std::string label = body_label(sample, body);
              found.push_back(Comparison(label + ", v", path.derivative(1))
                                  .term("v_O", X.p_WB.derivative(1))
                                  .term("ω × ρ", Vec3(w.cross(rho))));
              found.push_back(Comparison(label + ", a", path.derivative(2))
                                  .term("a_O", X.p_WB.derivative(2))
                                  .term("ε × ρ", Vec3(e.cross(rho)))
                                  .term("ω × (ω × ρ)", Vec3(w.cross(w.cross(rho)))));
            }
            return found;
          }};
}

Identity centre_velocity_derivatives() {
  return {.id = "centre-velocity-derivatives",
          .title = "derivatives of the velocity of the centre of mass",
          .equations = {"S1 (47)"},
          .formula = "v_C⁽ᵏ⁾ = v_O⁽ᵏ⁾ + Dᵏ (ω × ρ_C)",
          .left = kPlacements,
          .right = kPropagate,
          .evaluate =
              for_bodies(0, [](const std::string& label, const Sample& sample, int body, int k) {
                const Vec3 r = body_of(sample, body).rigid_mass.p_BBcm;
                const kinematics::BodyMotion& X = sample.motion()[body];
                const auto rho = kinematics::vector_in_world(X, r, X.omega_WB.order());
                return Comparison(label,
                                  moved_point(sample.placements()[at(body)], r).derivative(k + 1))
                    .term("v_O^(k)", X.p_WB.derivative(k + 1))
                    .term("D^k (ω × ρ_C)", taylor::cross(X.omega_WB, rho).derivative(k));
              })};
}

Identity body_components() {
  return {.id = "body-components",
          .title = "second derivative of the body components of ω",
          .equations = {"S2 (21)"},
          .misprinted = {"S2 (21)"},
          .formula = "D²(Rᵀ ω) = Rᵀ (ω'' - ω × ω')",
          .reading =
              "The papers' ω'' with the index of the body is Rᵀ ω'', not the derivative of the "
              "components. The error is what it would be if it were.",
          .left = kPlacements,
          .right = kPropagate,
          .evaluate = [](const Sample& sample) {
            Comparisons found;
            for (const int body : some_bodies(sample)) {
              const spatial::TransformSeries& T = sample.placements()[at(body)];
              const taylor::Series<Vec3> w = omega_of(T);
              const auto w_B = taylor::transpose(T.R.truncated(w.order())) * w;
              const kinematics::BodyMotion& X = sample.motion()[body];
              const Mat3 R = X.R_WB[0].transpose();
              const Vec3 w0 = X.omega_WB.derivative(0);
              const Vec3 w1 = X.omega_WB.derivative(1);
              const Vec3 w2 = R * X.omega_WB.derivative(2);
              found.push_back(Comparison(body_label(sample, body), w_B.derivative(2))
                                  .term("Rᵀ ω''", w2)
                                  .term("-Rᵀ ω × ω'", Vec3(-R * w0.cross(w1)))
                                  .printed(w2));
            }
            return found;
          }};
}

Identity velocity_by_columns() {
  return {.id = "velocity-by-columns",
          .title = "derivatives of a position from the columns ∂r/∂q_j",
          .equations = {"S1 (39)", "S1 (55)"},
          .formula = "r⁽ᵏ⁾ = Σ_j Σ_{r<k} C(k-1, r) D^r(∂r/∂q_j) q_j⁽ᵏ⁻ʳ⁾",
          .reading = "In S1 (39) p stands for r outside the product sign.",
          .left = kPropagate,
          .right = kVariations,
          .most_coordinates = kMostVaried,
          .evaluate =
              for_bodies(1, [](const std::string& label, const Sample& sample, int body, int k) {
                const Vec3 r = body_of(sample, body).rigid_mass.p_BBcm;
                Comparison comparison(
                    label, kinematics::point_position(sample.motion()[body], r).derivative(k));
                add_column_terms(comparison, sample, k, [&](int j, int s) {
                  const spatial::TransformSeries& A = sample.variation(j, 0)[at(body)];
                  return Vec3(A.p.derivative(s) + A.R.derivative(s) * r);
                });
                return comparison;
              })};
}

Identity rotation_by_columns() {
  return {.id = "rotation-by-columns",
          .title = "derivatives of a rotation from the columns ∂R/∂q_j",
          .equations = {"S1 (40)"},
          .formula = "R⁽ᵏ⁾ = Σ_j Σ_{r<k} C(k-1, r) D^r(∂R/∂q_j) q_j⁽ᵏ⁻ʳ⁾",
          .reading = "As S1 (39).",
          .left = kPropagate,
          .right = kVariations,
          .most_coordinates = kMostVaried,
          .evaluate =
              for_bodies(1, [](const std::string& label, const Sample& sample, int body, int k) {
                Comparison comparison(label, sample.motion()[body].R_WB.derivative(k));
                add_column_terms(comparison, sample, k, [&](int j, int s) {
                  return Mat3(sample.variation(j, 0)[at(body)].R.derivative(s));
                });
                return comparison;
              })};
}

Identity angular_velocity_by_columns() {
  return {.id = "angular-velocity-by-columns",
          .title = "derivatives of ω from the axes Ω_j",
          .equations = {"S1 (56)", "S3 (50)"},
          .formula = "ω⁽ᵏ⁻¹⁾ = Σ_j Σ_{r<k} C(k-1, r) D^r(Ω_j) q_j⁽ᵏ⁻ʳ⁾",
          .reading = "∂ψ/∂q_j is a name for Ω_j = ∂ω/∂q'_j.",
          .left = kPropagate,
          .right = kVariations,
          .most_coordinates = kMostVaried,
          .evaluate =
              for_bodies(1, [](const std::string& label, const Sample& sample, int body, int k) {
                Comparison comparison(label, sample.motion()[body].omega_WB.derivative(k - 1));
                const taylor::Series<Mat3>& R = sample.placements()[at(body)].R;
                std::vector<taylor::Series<Vec3>> axes;
                for (int j = 0; j < sample.num_coordinates(); ++j) {
                  axes.push_back(rate_vector(sample.variation(j, 0)[at(body)].R, R));
                }
                add_column_terms(comparison, sample, k,
                                 [&](int j, int s) { return axes[at(j)].derivative(s); });
                double scale = 0.0;
                for (int j = 0; j < sample.num_coordinates(); ++j) {
                  for (int s = 0; s < k; ++s) {
                    scale += binomial(k - 1, s) * std::abs(sample.state().derivative(k - s)(j)) *
                             rate_scale(sample.variation(j, 0)[at(body)].R, R, s);
                  }
                }
                return comparison.inner_scale(scale);
              })};
}

}  // namespace

std::vector<Identity> kinematics_identities() {
  return {placement_recursion(),
          placement_exponentials(),
          screw_translation_s0(),
          screw_translation_s2(),
          angular_velocity(),
          point_velocity(),
          centre_velocity_derivatives(),
          body_components(),
          velocity_by_columns(),
          rotation_by_columns(),
          angular_velocity_by_columns()};
}

}  // namespace appell::verify
