// Kinetic energy: definition, König's theorem, columns of the Jacobian, derivatives.
#include "appell/energy/acceleration_energy.hpp"
#include "appell/mass/moments.hpp"
#include "papers/equations/brackets.hpp"
#include "papers/equations/matrix_energies.hpp"
#include "papers/equations/printed_energies.hpp"
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
    for (const int body : sample.heavy_bodies()) {
      const mass::RigidMass& B = body_of(sample, body).rigid_mass;
      Vec3 v = Vec3::Zero();
      for (int j = 0; j < sample.num_coordinates(); ++j) {
        if (!rotation) {
          v += moved_point(sample.variation(j, m)[at(body)], B.p_BBcm).derivative(m) * rate(j);
        } else {
          // ∂ψ⁽ᵐ⁾/∂q⁽ᵐ⁾ is a name for Ω_j = ∂ω⁽ᵐ⁻¹⁾/∂q⁽ᵐ⁾.
          v += omega_variation(sample, body, j, m).derivative(m - 1) * rate(j);
        }
      }
      const Vec3 v_B = sample.placements()[at(body)].R[0].transpose() * v;
      comparison.term(body_label(sample, body), rotation ? 0.5 * v_B.dot(B.inertia_com() * v_B)
                                                         : 0.5 * B.mass * v.squaredNorm());
    }
    if (rotation) comparison.term("rotors", rotor_energy(sample, 0).derivative(0));
    found.push_back(comparison);
  }
  return found;
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
    found.push_back(comparison.term("translation", translation)
                        .term("rotation", rotation)
                        .term("rotors", rotor_energy(sample, 0).derivative(k))
                        .inner_scale(scale));
  }
  return found;
}

taylor::Series<double> random_series(Random& random) {
  std::vector<double> derivatives;
  for (int k = 0; k <= 8; ++k) derivatives.push_back(random.number());
  return taylor::Series<double>::from_derivatives(derivatives);
}

Comparisons leibniz_two(const Sample& sample) {
  Random random = sample.random("leibniz-two-factors");
  const auto u = random_series(random);
  const auto v = random_series(random);
  Comparisons found;
  for (int k = 1; k <= 8; ++k) {
    Comparison comparison(concat("k = ", k), (u * v).derivative(k));
    const std::vector<double> coefficients = equations::printed_leibniz_coefficients(k);
    double printed = 0.0;
    for (int s = 0; s <= k; ++s) {
      comparison.term(concat("C(", k, ", ", s, ")"),
                      binomial(k, s) * u.derivative(k - s) * v.derivative(s));
      printed += coefficients[at(s)] * u.derivative(k - s) * v.derivative(s);
    }
    found.push_back(comparison.printed(printed));
  }
  return found;
}

/// Dᵏ(a b c) as S3 (66) has it, k <= 4: groups of terms that differ in which factor carries the
/// higher order; factorials of negative numbers are infinite.
/// @param product  a⁽ⁱ⁾ b⁽ʲ⁾ c⁽ˡ⁾ for (i, j, l).
struct GroupsOfThree {
  double single = 0.0;  ///< Σ^(k) {u v w}
  double pair = 0.0;    ///< k/(4-k)! Σ^(k-1) {u (v' w + v w')}
  double twice = 0.0;   ///< k!/(4 (k-4)!) Σ^(k-2) {u v'' w}
  double triple = 0.0;  ///< k!/((6-k) (k-3)!) Σ^(k-2) {u v' w'}
};

template <class Product>
GroupsOfThree groups_of_three(int k, Product product) {
  GroupsOfThree sum;
  sum.single = product(k, 0, 0) + product(0, k, 0) + product(0, 0, k);
  const int n = k - 1;
  sum.pair = k / factorial(4 - k) *
             (product(n, 1, 0) + product(n, 0, 1) + product(1, n, 0) + product(0, n, 1) +
              product(1, 0, n) + product(0, 1, n));
  if (k >= 4) sum.twice = 6.0 * (product(2, 2, 0) + product(2, 0, 2) + product(0, 2, 2));
  const int l = k - 2;
  if (k >= 3) {
    sum.triple = factorial(k) / ((6 - k) * factorial(k - 3)) *
                 (product(l, 1, 1) + product(1, l, 1) + product(1, 1, l));
  }
  return sum;
}

/// Terms of S3 (66), times a factor. For k = 1 the second is one too many.
void add_groups(Comparison& comparison, int k, double factor, const GroupsOfThree& sum) {
  comparison.term("Σ^(k) {u v w}", factor * sum.single);
  if (k > 1) comparison.term("k/(4-k)! Σ^(k-1) {u (v' w + v w')}", factor * sum.pair);
  if (k > 2) comparison.term("k!/((6-k) (k-3)!) Σ^(k-2) {u v' w'}", factor * sum.triple);
  if (k > 3) comparison.term("k!/(4 (k-4)!) Σ^(k-2) {u v'' w}", factor * sum.twice);
  comparison.printed(factor * (sum.single + sum.pair + sum.twice + sum.triple));
}

/// Dᵏ ½ ωᵀ I ω of a body by S3 (66), a = ω, b = I, c = ω, against particles that turn about the
/// centre.
void rotation_by_groups(const std::string& label, const Sample& sample, int body,
                        Comparisons& found) {
  const mass::RigidMass& B = body_of(sample, body).rigid_mass;
  const taylor::Series<Mat3>& R = sample.placements()[at(body)].R;
  const auto w = omega_of(sample.placements()[at(body)]);
  const auto I = in_world(R.truncated(w.order()), B.inertia_com());
  for (int k = 1; k <= 4; ++k) {
    double energy = 0.0;
    double scale = 0.0;
    for (const Particle& point : particles(B)) {
      const Vec3 s = point.r_B - B.p_BBcm;
      for (int a = 0; a <= k; ++a) {
        const Vec3 left = R.derivative(a + 1) * s;
        const Vec3 right = R.derivative(k - a + 1) * s;
        energy += 0.5 * point.mass * binomial(k, a) * left.dot(right);
        scale += 0.5 * std::abs(point.mass) * binomial(k, a) * left.norm() * right.norm();
      }
    }
    double inner = 0.0;
    const GroupsOfThree sum = groups_of_three(k, [&](int i, int j, int l) {
      inner += 24.0 * w.derivative(i).norm() * I.derivative(j).norm() * w.derivative(l).norm();
      return w.derivative(i).dot(I.derivative(j) * w.derivative(l));
    });
    Comparison comparison(concat(label, ", k = ", k), energy);
    add_groups(comparison, k, 0.5, sum);
    found.push_back(comparison.inner_scale(std::max(scale, inner)));
  }
}

Comparisons leibniz_three(const Sample& sample) {
  Random random = sample.random("leibniz-three-factors");
  const auto u = random_series(random);
  const auto v = random_series(random);
  const auto w = random_series(random);
  Comparisons found;
  for (int k = 1; k <= 4; ++k) {
    Comparison comparison(concat("k = ", k), (u * v * w).derivative(k));
    for (int a = 0; a <= k; ++a) {
      for (int b = 0; a + b <= k; ++b) {
        const double term = binomial(k, a) * binomial(k - a, b) * u.derivative(a) *
                            v.derivative(b) * w.derivative(k - a - b);
        comparison.term(concat("(", a, ", ", b, ", ", k - a - b, ")"), term);
      }
    }
    found.push_back(comparison);
    Comparison groups(concat("k = ", k, ", groups of S3 (66)"), (u * v * w).derivative(k));
    add_groups(groups, k, 1.0, groups_of_three(k, [&](int i, int j, int l) {
                 return u.derivative(i) * v.derivative(j) * w.derivative(l);
               }));
    found.push_back(groups.inner_scale(comparison.scale()));
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
          .equations = {"S3 (58)", "S1 (66)", "S1 (67)", "S1 (68)", "S1 (69)", "S1 (70)"},
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
          .formula = "E_TR = ½ Σ M_i |Σ_j ∂r_Ci⁽ᵐ⁾/∂q_j⁽ᵐ⁾ q_j'|²",
          .reading = "The papers print a vector, and the rate of the column for the column.",
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
  return {.id = "kinetic-energy-derivatives",
          .title = "derivatives of the kinetic energy by Leibniz' rule",
          .equations = {"S1 (77)", "S3 (64)"},
          .formula =
              "Dᵏ E_C = ½ Σ_i { M Σ_s C(k, s) v⁽ᵏ⁻ˢ⁾ · v⁽ˢ⁾ + Σ k!/(a! b! c!) ω⁽ᵃ⁾ᵀ "
              "I⁽ᵇ⁾ ω⁽ᶜ⁾ }",
          .reading = "The papers differentiate the vector of kinetic-energy-translation.",
          .left = kKineticEnergy,
          .right = "verify/kinetic_energy_identities.cpp",
          .evaluate = compare_kinetic_energy_derivatives};
}

Identity leibniz_two_factors() {
  return {.id = "leibniz-two-factors",
          .title = "k-th derivative of a product of two factors",
          .equations = {"S3 (65)"},
          .formula = "Dᵏ(u v) = Σ_s C(k, s) u⁽ᵏ⁻ˢ⁾ v⁽ˢ⁾",
          .reading = "S3 (65) is doubled at k = 1 and has 56 for 70 at k = 8.",
          .left = "taylor::product",
          .right = "the sum",
          .evaluate = leibniz_two};
}

Identity leibniz_three_factors() {
  return {.id = "leibniz-three-factors",
          .title = "k-th derivative of a product of three factors",
          .equations = {"S3 (66)"},
          .formula = "Dᵏ(u v w) = Σ_{a+b+c=k} k!/(a! b! c!) u⁽ᵃ⁾ v⁽ᵇ⁾ w⁽ᶜ⁾",
          .reading = "S3 (66) has 4/3 for 1 at k = 1.",
          .left = "taylor::product",
          .right = "the sum",
          .evaluate = leibniz_three};
}

Identity rotation_derivatives() {
  return {.id = "rotation-derivatives",
          .title = "derivatives of the rotational energy of a body by groups of terms",
          .equations = {"S3 (66)"},
          .formula =
              "Dᵏ ½ ωᵀIω = ½ { Σ⁽ᵏ⁾ u v w + k/(4-k)! Σ⁽ᵏ⁻¹⁾ u (v' w + v w') + k!/((6-k)(k-3)!) "
              "Σ⁽ᵏ⁻²⁾ u v' w' + k!/(4(k-4)!) Σ⁽ᵏ⁻²⁾ u v'' w }, {u, v, w} = {ω, I, ω}",
          .reading =
              "For k = 1 the second group must go: with it, as printed, the sum is 4/3 of what is "
              "right. For k = 2, 3, 4 it is right, with v'' in the last group.",
          .left = "½ Σ m |s'|² over particles, s from the centre, differentiated",
          .right = "verify/kinetic_energy_identities.cpp",
          .evaluate = for_bodies(rotation_by_groups)};
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
          leibniz_two_factors(),     leibniz_three_factors(),
          rotation_derivatives(),    kinetic_energy_matrix()};
}

}  // namespace appell::verify
