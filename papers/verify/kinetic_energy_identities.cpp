// Kinetic energy: definition, König's theorem, columns of the Jacobian, derivatives.
#include "appell/energy/acceleration_energy.hpp"
#include "appell/mass/moments.hpp"
#include "papers/equations/brackets.hpp"
#include "papers/equations/matrix_energies.hpp"
#include "papers/verify/energy_tools.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

/// A row of the mass matrix is shown as a term of its own up to this many.
constexpr int kMostRows = 12;

constexpr const char* kKineticEnergy = "energy::kinetic_energy";

template <class Compare>
std::function<Comparisons(const Sample&)> once_per_body(Compare compare) {
  return [compare](const Sample& sample) {
    Comparisons found;
    for (const int body : some_bodies(sample)) {
      found.push_back(compare(body_label(sample, body), sample, body));
    }
    return found;
  };
}

Comparison about_any_point(const std::string& label, const Sample& sample, int body) {
  const mass::RigidMass& B = body_of(sample, body).rigid_mass;
  const kinematics::BodyMotion& X = sample.motion()[body];
  const Mat3& R = X.R_WB[0];
  const Vec3 v = X.p_WB.derivative(1);
  const Vec3 w = X.omega_WB.derivative(0);
  const double first = 0.5 * B.mass * v.squaredNorm();
  const double second = B.mass * v.dot(w.cross(R * B.p_BBcm));
  const Vec3 w_B = R.transpose() * w;
  return Comparison(label, particle_energy(sample, body, 0).derivative(0))
      .term("½ M v_O²", first)
      .term("M v_O · (ω × ρ_C)", second)
      .term("½ ωᵀ I' ω", 0.5 * w_B.dot(mass::inertia_tensor(B) * w_B))
      .printed(first + second + 0.5 * w_B.dot(B.inertia_com() * w_B));
}

Comparison koenig(const std::string& label, const Sample& sample, int body) {
  const mass::RigidMass& B = body_of(sample, body).rigid_mass;
  const kinematics::BodyMotion& X = sample.motion()[body];
  const Vec3 w_B = X.R_WB[0].transpose() * X.omega_WB.derivative(0);
  const Vec3 v_C = kinematics::point_position(X, B.p_BBcm).derivative(1);
  return Comparison(label, particle_energy(sample, body, 0).derivative(0))
      .term("½ M v_C²", 0.5 * B.mass * v_C.squaredNorm())
      .term("½ ωᵀ I* ω", 0.5 * w_B.dot(B.inertia_com() * w_B));
}

/// Translation and rotation by columns of the Jacobian at any order m.
Comparisons by_columns(const Sample& sample, bool rotation) {
  Comparisons found;
  const VecX rate = sample.state().derivative(1);
  const energy::EnergyParts parts = energy::energy_parts(sample.motion(), 0);
  for (int m = 1; m <= 3; ++m) {
    Comparison comparison(concat("m = ", m),
                          (rotation ? parts.rotation : parts.translation).derivative(0));
    double printed = 0.0;  // With the rate of the column for the column, squared to be a number.
    for (const int body : sample.heavy_bodies()) {
      const mass::RigidMass& B = body_of(sample, body).rigid_mass;
      Vec3 v = Vec3::Zero();
      Vec3 rates = Vec3::Zero();
      for (int j = 0; j < sample.num_coordinates(); ++j) {
        if (!rotation) {
          const auto dr = moved_point(sample.variation(j, m)[at(body)], B.p_BBcm);
          v += dr.derivative(m) * rate(j);
          rates += dr.derivative(m + 1) / (m + 1) * rate(j);
        } else {
          // ∂ψ⁽ᵐ⁾/∂q⁽ᵐ⁾ is a name for Ω_j = ∂ω⁽ᵐ⁻¹⁾/∂q⁽ᵐ⁾.
          v += omega_variation(sample, body, j, m).derivative(m - 1) * rate(j);
        }
      }
      const Vec3 v_B = sample.placements()[at(body)].R[0].transpose() * v;
      comparison.term(body_label(sample, body), rotation ? 0.5 * v_B.dot(B.inertia_com() * v_B)
                                                         : 0.5 * B.mass * v.squaredNorm());
      printed += 0.5 * B.mass * rates.squaredNorm();
    }
    if (!rotation) comparison.printed(printed);
    if (rotation) comparison.term("rotors", rotor_energy(sample, 0).derivative(0));
    found.push_back(comparison);
  }
  return found;
}

/// Dᵏ of ½ Σ M |y|², y = Σ_j 1/(m+1) ∂r_C⁽ᵐ⁺¹⁾/∂q_j⁽ᵐ⁾ q_j' = Σ_j D(e_j) q_j': what S1 (77) prints
/// for the translational part, squared to be a number.
double printed_translation_derivative(const Sample& sample, int k) {
  double sum = 0.0;
  for (const int body : sample.heavy_bodies()) {
    const mass::RigidMass& B = body_of(sample, body).rigid_mass;
    taylor::Series<Vec3> y(k, Vec3::Zero());
    for (int j = 0; j < sample.num_coordinates(); ++j) {
      const auto e = moved_point(sample.variation(j, 0)[at(body)], B.p_BBcm);
      const auto rate = taylor::time_derivative(taylor::component(sample.state(), j));
      y += rate.truncated(k) * taylor::time_derivative(e).truncated(k);
    }
    sum += 0.5 * B.mass * taylor::dot(y, y).derivative(k);
  }
  return sum;
}

/// Dᵏ E by Leibniz' rule for v · v and ω · I ω.
Comparisons compare_kinetic_energy_derivatives(const Sample& sample) {
  const auto E = energy::kinetic_energy(sample.motion());
  Comparisons found;
  for (int k = 1; k <= sample.max_k(); ++k) {
    Comparison comparison(concat("k = ", k), E.derivative(k));
    double translation = 0.0;
    double rotation = 0.0;
    double scale = 0.0;
    const auto add = [&scale](double& sum, double term) {
      sum += term;
      scale += std::abs(term);
    };
    for (const int body : sample.heavy_bodies()) {
      const mass::RigidMass& B = body_of(sample, body).rigid_mass;
      const spatial::TransformSeries& T = sample.placements()[at(body)];
      const auto v = taylor::time_derivative(moved_point(T, B.p_BBcm));
      const auto w = omega_of(T);
      const auto I = in_world(T.R.truncated(w.order()), B.inertia_com());
      for (int s = 0; s <= k; ++s) {
        add(translation, 0.5 * B.mass * binomial(k, s) * v.derivative(k - s).dot(v.derivative(s)));
        for (int t = 0; t <= k - s; ++t) {
          add(rotation, 0.5 * binomial(k, s) * binomial(k - s, t) *
                            w.derivative(s).dot(I.derivative(k - s - t) * w.derivative(t)));
        }
      }
    }
    comparison.term("translation", translation)
        .term("rotation", rotation)
        .term("rotors", rotor_energy(sample, 0).derivative(k))
        .inner_scale(scale);
    if (sample.num_coordinates() <= kMostRows) {
      comparison.printed(comparison.rhs()(0) - translation +
                         printed_translation_derivative(sample, k));
    }
    found.push_back(comparison);
  }
  return found;
}

Identity kinetic_energy() {
  return {.id = "kinetic-energy",
          .title = "kinetic energy of the robot, with derivatives",
          .equations = {"S3 (53)", "S1 (65)"},
          .formula = "E_C = ½ ∫ v² dm",
          .left = kEnergyOfParticles,
          .right = kKineticEnergy,
          .evaluate = [](const Sample& sample) {
            const auto E = total_energy(sample, 0);
            const auto F = energy::kinetic_energy(sample.motion());
            const energy::EnergyParts parts = energy::energy_parts(sample.motion(), 0);
            Comparisons found;
            for (int k = 0; k <= sample.max_k(); ++k) {
              const double scale = energy_scale(sample, 0, k);
              found.push_back(Comparison(concat("k = ", k), E.derivative(k))
                                  .term("E_C", F.derivative(k))
                                  .inner_scale(scale));
              found.push_back(Comparison(concat("k = ", k, ", in parts"), E.derivative(k))
                                  .term("translation", parts.translation.derivative(k))
                                  .term("rotation", parts.rotation.derivative(k))
                                  .inner_scale(scale));
            }
            return found;
          }};
}

Identity kinetic_energy_any_point() {
  return {.id = "kinetic-energy-any-point",
          .title = "kinetic energy by the motion of any point of the body",
          .equations = {"S3 (58)", "S1 (70)"},
          .misprinted = {"S3 (58)"},
          .formula = "E_C = ½ M v_O² + M v_O · (ω × ρ_C) + ½ ωᵀ I' ω",
          .reading =
              "I' is the tensor about O; in our copy of S3 (58) it has the star of the "
              "central one, which the error is for.",
          .left = kEnergyOfParticles,
          .right = "kinematics::propagate, mass::inertia_tensor",
          .evaluate = once_per_body(about_any_point)};
}

Identity kinetic_energy_koenig() {
  return {.id = "kinetic-energy-koenig",
          .title = "König's theorem",
          .equations = {"S3 (59)", "S3 (60)", "S3 (61)", "S1 (71)", "S1 (73)", "S1 (74)"},
          .formula = "E_C = ½ M v_C² + ½ ωᵀ I* ω",
          .reading = "Δ_M = -1 (general motion); summed over the bodies.",
          .left = kEnergyOfParticles,
          .right = "kinematics::propagate, mass::RigidMass",
          .evaluate = once_per_body(koenig)};
}

Identity kinetic_energy_translation() {
  return {.id = "kinetic-energy-translation",
          .title = "translational part by columns of the Jacobian",
          .equations = {"S1 (75)", "S3 (62)"},
          .misprinted = {"S1 (75)", "S3 (62)"},
          .formula = "E_TR = ½ Σ M_i |Σ_j ∂r_Ci⁽ᵐ⁾/∂q_j⁽ᵐ⁾ q_j'|²",
          .reading =
              "The papers print a vector for a number, and the rate of the column for the column. "
              "The error is that of the square of the printed vector, per body.",
          .left = "energy::energy_parts",
          .right = kVariations,
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return by_columns(s, false); }};
}

Identity kinetic_energy_rotation() {
  return {.id = "kinetic-energy-rotation",
          .title = "rotational part by the axes of the joints",
          .equations = {"S1 (76)", "S3 (63)"},
          .formula = "E_ROT = ½ Σ_i (Σ_j Ω_j q_j')ᵀ I_i* (Σ_p Ω_p q_p')",
          .reading = "∂ψ⁽ᵐ⁾/∂q_j⁽ᵐ⁾ is a name for Ω_j.",
          .left = "energy::energy_parts",
          .right = kVariations,
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return by_columns(s, true); }};
}

Identity kinetic_energy_derivatives() {
  return {
      .id = "kinetic-energy-derivatives",
      .title = "derivatives of the kinetic energy by Leibniz' rule",
      .equations = {"S1 (77)", "S3 (64)"},
      .misprinted = {"S1 (77)", "S3 (64)"},
      .formula =
          "Dᵏ E_C = ½ Σ_i { M Σ_s C(k, s) v⁽ᵏ⁻ˢ⁾ · v⁽ˢ⁾ + Σ k!/(a! b! c!) ω⁽ᵃ⁾ᵀ "
          "I⁽ᵇ⁾ ω⁽ᶜ⁾ }",
      .reading =
          "The papers differentiate the vector of kinetic-energy-translation; the error is that "
          "of its square.",
      .left = kKineticEnergy,
      .right = "verify/kinetic_energy_identities.cpp",
      .evaluate = compare_kinetic_energy_derivatives};
}

Identity kinetic_energy_matrix() {
  return {.id = "kinetic-energy-matrix",
          .title = "kinetic energy by the mass matrix of differential matrices",
          .equations = {"S0 (94)", "S2 (7)"},
          .formula = "E_C = ½ q'ᵀ M q', M_ij = Σ_k tr(A_ki P_k A_kjᵀ)",
          .left = kKineticEnergy,
          .right = "equations::matrix_energy",
          .evaluate = [](const Sample& sample) {
            const auto E = energy::kinetic_energy(sample.motion());
            const auto sum = equations::matrix_energy(sample.model(), sample.state(), 0);
            Comparisons found{Comparison("E_C", E.derivative(0))
                                  .term("½ q'ᵀ M q'", sum.value)
                                  .inner_scale(sum.scale)};
            if (sample.num_coordinates() > kMostRows) return found;
            Comparison rows("E_C, row by row", E.derivative(0));
            const VecX w = sample.state().derivative(1);
            for (int i = 0; i < w.size(); ++i) {
              const VecX u = VecX::Unit(w.size(), i) * w(i);
              const auto row = equations::contracted_bracket(
                  sample.model(), sample.state()[0], std::vector<VecX>{u}, std::vector<VecX>{w});
              rows.term(concat("½ q_", i + 1, "' Σ_j M_", i + 1, "j q_j'"), 0.5 * row.value);
            }
            found.push_back(rows.inner_scale(sum.scale));
            return found;
          }};
}

}  // namespace

std::vector<Identity> kinetic_energy_identities() {
  return {kinetic_energy(),          kinetic_energy_any_point(),
          kinetic_energy_koenig(),   kinetic_energy_translation(),
          kinetic_energy_rotation(), kinetic_energy_derivatives(),
          kinetic_energy_matrix()};
}

}  // namespace appell::verify
