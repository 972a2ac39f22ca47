// Orientation by three angles, in all 12 sets. The angles are random functions of time; the robot
// plays no part.
#include "papers/verify/orientation_tools.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

using spatial::AngleSet;

Identity orientation_elementary() {
  return {
      .id = "orientation-elementary",
      .title = "rotation about a coordinate axis",
      .equations = {"S1 (11)", "S1 (19)"},
      .formula = "R(χ, δ) = χ χᵀ (1 - cos δ) + 1 cos δ + [χ×] sin δ",
      .left = "spatial::elementary_rotation",
      .right = "Rodrigues' formula (verify/orientation_identities.cpp)",
      .evaluate = for_every_set("orientation-elementary", [](const std::string& label, AngleSet set,
                                                             const taylor::Series<Vec3>& psi,
                                                             Comparisons& found) {
        const double a = psi[0](0);
        const Vec3 u = spatial::unit_vector(spatial::axes_of(set)[0]);
        found.push_back(Comparison(label, spatial::elementary_rotation(spatial::axes_of(set)[0], a))
                            .term("χ χᵀ (1 - cos δ)", Mat3(u * u.transpose() * (1.0 - std::cos(a))))
                            .term("1 cos δ", Mat3(Mat3::Identity() * std::cos(a)))
                            .term("[χ×] sin δ", Mat3(spatial::cross_matrix(u) * std::sin(a))));
      })};
}

Identity orientation_angle_sets() {
  return {.id = "orientation-angle-sets",
          .title = "the 12 sets of orientation angles",
          .equations = {"S1 (8)", "S1 (38)"},
          .misprinted = {"S1 (38)"},
          .formula = "R = exp[u× α] exp[v× β] exp[w× γ]",
          .reading = "S1 (38) prints the exponential of the sum; rotations do not commute.",
          .left = "spatial::rotation_from_angles",
          .right = "spatial::exp_rotation",
          .evaluate = for_every_set(
              "orientation-angle-sets", [](const std::string& label, AngleSet set,
                                           const taylor::Series<Vec3>& psi, Comparisons& found) {
                const auto axes = spatial::axes_of(set);
                Mat3 product = Mat3::Identity();
                Vec3 sum = Vec3::Zero();
                for (int i = 0; i < 3; ++i) {
                  const Vec3 phi = psi[0](i) * spatial::unit_vector(axes[at(i)]);
                  product = product * spatial::exp_rotation(phi);
                  sum += phi;
                }
                found.push_back(Comparison(label, spatial::rotation_from_angles(set, psi[0]))
                                    .term("product", product)
                                    .printed(spatial::exp_rotation(sum)));
              })};
}

Identity orientation_outer_exponential() {
  return {
      .id = "orientation-outer-exponential",
      .title = "position of the centre by a product of exponentials",
      .equations = {"S1 (44)"},
      .misprinted = {"S1 (44)"},
      .formula = "r_C = r_O + exp[u× α] exp[v× β] exp[w× γ] ρ_C",
      .reading = "S1 (44) puts one more exponential around the product.",
      .left = "spatial::rotation_from_angles",
      .right = "spatial::exp_rotation",
      .evaluate = for_every_set(
          "orientation-outer-exponential", [](const std::string& label, AngleSet set,
                                              const taylor::Series<Vec3>& psi, Comparisons& found) {
            const auto axes = spatial::axes_of(set);
            const Vec3 rho(0.3, -0.2, 0.5);
            const Vec3 r_O(-0.4, 0.1, 0.6);
            Mat3 product = Mat3::Identity();
            for (int i = 0; i < 3; ++i) {
              product =
                  product * spatial::exp_rotation(psi[0](i) * spatial::unit_vector(axes[at(i)]));
            }
            found.push_back(
                Comparison(label, Vec3(r_O + spatial::rotation_from_angles(set, psi[0]) * rho))
                    .term("r_O", r_O)
                    .term("product ρ_C", Vec3(product * rho))
                    .printed(Vec3(r_O + matrix_exponential(product) * rho)));
          })};
}

/// r_M of a random point of every body, its orientation taken apart into angles and put together by
/// three exponentials.
Comparisons compare_point_by_angles(const Sample& sample) {
  Random random = sample.random("point-by-angles");
  Comparisons found;
  for (const int body : some_bodies(sample)) {
    const Vec3 rho = sample.length() * random.vector();
    const spatial::TransformSeries& T = sample.placements()[at(body)];
    const Vec3 r_M = kinematics::point_position(sample.motion()[body], rho)[0];
    for (const AngleSet set : spatial::kAngleSets) {
      const auto axes = spatial::axes_of(set);
      const Vec3 angles = spatial::angles_from_rotation(set, T.R[0]).angles;
      Mat3 product = Mat3::Identity();
      for (int i = 0; i < 3; ++i) {
        product = product * spatial::exp_rotation(angles(i) * spatial::unit_vector(axes[at(i)]));
      }
      found.push_back(
          Comparison(concat(body_label(sample, body), ", set ", spatial::name_of(set)), r_M)
              .term("r_0", T.p[0])
              .term("exp[u× α] exp[v× β] exp[w× γ] ρ_M", Vec3(product * rho)));
    }
  }
  return found;
}

Identity point_by_angles() {
  return {.id = "point-by-angles",
          .title = "position of a point of every body by a product of exponentials",
          .equations = {"S1 (26)"},
          .formula = "r_M = r_0 + exp[u× α] exp[v× β] exp[w× γ] ρ_M",
          .left = "kinematics::point_position",
          .right = "spatial::angles_from_rotation of a placement, spatial::exp_rotation",
          .evaluate = compare_point_by_angles};
}

Identity orientation_transfer_matrix() {
  return {
      .id = "orientation-transfer-matrix",
      .title = "angular velocity from the rates of the angles",
      .equations = {"S0 (138)", "S0 (139)", "S1 (29)", "S1 (30)", "S1 (41)", "S1 (56)"},
      .misprinted = {"S0 (138)", "S1 (29)"},
      .formula = "ω = J_ψ ψ' = α' u + β' R(u, α) v + γ' R(u, α) R(v, β) w",
      .reading =
          "S0 (138) and S1 (29) call J_ψ times the angles a vector ψ with ψ' = ω; read ψ' as "
          "a name for ω. The error is that of D(J_ψ times the angles).",
      .left = "R' Rᵀ of spatial::rotation_from_angles",
      .right = "spatial::angular_transfer_matrix",
      .evaluate = for_every_set(
          "orientation-transfer-matrix", [](const std::string& label, AngleSet set,
                                            const taylor::Series<Vec3>& psi, Comparisons& found) {
            const taylor::Series<Mat3> R = spatial::rotation_from_angles(set, psi);
            const Vec3 omega = rate_vector(taylor::time_derivative(R), R)[0];
            const Mat3 J = spatial::angular_transfer_matrix(set, psi[0]);
            Comparison comparison(label, omega);
            for (int i = 0; i < 3; ++i) {
              comparison.term(concat("rate ", i + 1), Vec3(J.col(i) * psi[1](i)));
            }
            const taylor::Series<Vec3> literal = spatial::angular_transfer_matrix(set, psi) * psi;
            found.push_back(comparison.printed(literal.derivative(1)));
          })};
}

Identity orientation_transfer_derivatives() {
  return {.id = "orientation-transfer-derivatives",
          .title = "derivatives of the angular velocity from the angles",
          .equations = {"S1 (42)"},
          .formula = "ω⁽ᵏ⁾ = Σ_j C(k, j) J_ψ⁽ʲ⁾ ψ⁽ᵏ⁻ʲ⁺¹⁾",
          .reading = "The order of differentiation is the same on both sides, k = m.",
          .left = "R' Rᵀ of spatial::rotation_from_angles",
          .right = "spatial::angular_transfer_matrix",
          .evaluate = for_every_set(
              "orientation-transfer-derivatives",
              [](const std::string& label, AngleSet set, const taylor::Series<Vec3>& psi,
                 Comparisons& found) {
                const taylor::Series<Mat3> R = spatial::rotation_from_angles(set, psi);
                const taylor::Series<Vec3> omega = rate_vector(taylor::time_derivative(R), R);
                const taylor::Series<Mat3> J = spatial::angular_transfer_matrix(set, psi);
                for (int k = 1; k < kOrderOfAngles; ++k) {
                  Comparison comparison(concat(label, ", k = ", k), omega.derivative(k));
                  for (int j = 0; j <= k; ++j) {
                    comparison.term(concat("j = ", j), Vec3(binomial(k, j) * J.derivative(j) *
                                                            psi.derivative(k - j + 1)));
                  }
                  found.push_back(comparison);
                }
              })};
}

}  // namespace

std::vector<Identity> orientation_identities() {
  return {orientation_elementary(),        orientation_angle_sets(),
          orientation_outer_exponential(), point_by_angles(),
          orientation_transfer_matrix(),   orientation_transfer_derivatives()};
}

}  // namespace appell::verify
