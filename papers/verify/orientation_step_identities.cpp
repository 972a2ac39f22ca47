// The rotation about a coordinate axis by its operators, the members of a rotation by three angles,
// its derivatives, and the placement that it gives; in all 12 sets.
#include "appell/spatial/screw.hpp"
#include "papers/verify/orientation_tools.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

using spatial::AngleSet;
using spatial::Axis;

/// Δ_uv of S1 (13): 1 if the rotation is about one of the two axes, 0 if about the third.
double operator_of_pair(Axis u, Axis v, Axis rotation) {
  return rotation == u || rotation == v ? 1.0 : 0.0;
}

/// Δ_u of S1 (14): 1 - Δ_vw.
double operator_of_axis(Axis u, Axis rotation) {
  const int i = static_cast<int>(u);
  return 1.0 -
         operator_of_pair(static_cast<Axis>((i + 1) % 3), static_cast<Axis>((i + 2) % 3), rotation);
}

/// cos(δ Δ_yz), cos(δ Δ_zx), cos(δ Δ_xy), S1 (16).
Vec3 cosines(Axis rotation, double angle) {
  return {std::cos(angle * operator_of_pair(Axis::kY, Axis::kZ, rotation)),
          std::cos(angle * operator_of_pair(Axis::kZ, Axis::kX, rotation)),
          std::cos(angle * operator_of_pair(Axis::kX, Axis::kY, rotation))};
}

/// sin(δ Δ_x), sin(δ Δ_y), sin(δ Δ_z), S1 (17).
Vec3 sines(Axis rotation, double angle) {
  return {std::sin(angle * operator_of_axis(Axis::kX, rotation)),
          std::sin(angle * operator_of_axis(Axis::kY, rotation)),
          std::sin(angle * operator_of_axis(Axis::kZ, rotation))};
}

/// S1 (12), entry by entry.
Mat3 rotation_by_operators(Axis rotation, double angle) {
  const Vec3 c = cosines(rotation, angle), s = sines(rotation, angle);
  Mat3 R;
  R << c.x(), -s.z(), s.y(), s.z(), c.y(), -s.x(), -s.y(), s.x(), c.z();
  return R;
}

Comparisons compare_operators(const Sample& sample) {
  Random random = sample.random("orientation-operators");
  Comparisons found;
  for (const Axis axis : {Axis::kX, Axis::kY, Axis::kZ}) {
    const double angle = 1.5 + random.number();
    const Vec3 u = spatial::unit_vector(axis);
    const std::string label = concat("about ", "xyz"[static_cast<int>(axis)]);
    Vec3 single, pairs;
    for (int i = 0; i < 3; ++i) {
      const auto other = [i](int k) { return static_cast<Axis>((i + k) % 3); };
      single(i) = operator_of_axis(other(0), axis);
      pairs(i) = operator_of_pair(other(1), other(2), axis);
    }
    found.push_back(Comparison(label + ", (13), (14)", u)
                        .term("1", Vec3(Vec3::Ones()))
                        .term("-(Δ_yz, Δ_zx, Δ_xy)", Vec3(-pairs)));
    found.push_back(Comparison(label + ", (14)", u).term("(Δ_x, Δ_y, Δ_z)", single));
    const Mat3 R = matrix_exponential(Mat3(angle * spatial::cross_matrix(u)));
    found.push_back(
        Comparison(label + ", (12)", R).term("entries", rotation_by_operators(axis, angle)));
    const Mat3 diagonal = cosines(axis, angle).asDiagonal();  // (16), (18)
    found.push_back(Comparison(label + ", (15)", R)
                        .term("Diag[Δ_uv]", diagonal)
                        .term("[Δ_u×]", spatial::cross_matrix(sines(axis, angle))));
    found.push_back(Comparison(label + ", function", R)
                        .term("elementary_rotation", spatial::elementary_rotation(axis, angle)));
  }
  return found;
}

/// S1 (20), (21), (22): a product of three rotations, of three exponentials, of three sums of a
/// diagonal and a cross-product matrix.
void members_of_a_rotation(const std::string& label, AngleSet set, const taylor::Series<Vec3>& psi,
                           Comparisons& found) {
  const auto axes = spatial::axes_of(set);
  Mat3 rotations = Mat3::Identity(), exponentials = rotations, sums = rotations;
  for (int i = 0; i < 3; ++i) {
    const Axis axis = axes[at(i)];
    const double angle = psi[0](i);
    const Mat3 diagonal = cosines(axis, angle).asDiagonal();
    rotations = rotations * spatial::elementary_rotation(axis, angle);
    exponentials = exponentials * matrix_exponential(axis_times_angle(set, psi, i))[0];
    sums = sums * (diagonal + spatial::cross_matrix(sines(axis, angle)));
  }
  const Mat3 R = spatial::rotation_from_angles(set, psi[0]);
  found.push_back(Comparison(label + ", (20)", R).term("Π R(χ, δ)", rotations));
  found.push_back(Comparison(label + ", (21), (22)", R).term("Π exp[χ× δ]", exponentials));
  found.push_back(Comparison(label + ", (21)", R).term("Π {Diag[Δ_uv] + [Δ_u×]}", sums));
}

/// S1 (45), (48): derivatives of r_O + R ρ_C, R a product of exponentials; printed are the
/// exponential of the product and the exponential of the sum.
void derivatives_of_a_centre(const std::string& label, AngleSet set,
                             const taylor::Series<Vec3>& psi, Comparisons& found) {
  const Vec3 rho(0.3, -0.2, 0.5);
  taylor::Series<Vec3> r_O(kOrderOfAngles);
  for (int k = 0; k <= kOrderOfAngles; ++k) r_O[k] = Vec3(0.4 - 0.1 * k, 0.1, -0.6 + 0.2 * k);
  taylor::Series<Mat3> product = constant_series(Mat3::Identity(), kOrderOfAngles);
  taylor::Series<Mat3> sum = constant_series(Mat3::Zero(), kOrderOfAngles);
  for (int i = 0; i < 3; ++i) {
    const taylor::Series<Mat3> A = axis_times_angle(set, psi, i);
    product = product * matrix_exponential(A);
    sum += A;
  }
  const taylor::Series<Vec3> omega = spatial::angular_velocity(set, psi);
  const auto placed = [&](const taylor::Series<Mat3>& R) {
    taylor::Series<Vec3> r = r_O;
    for (int k = 0; k <= r.order(); ++k) r[k] += R[k] * rho;
    return r;
  };
  const taylor::Series<Vec3> r_C = placed(product);
  const taylor::Series<Vec3> of_sum = placed(matrix_exponential(sum));
  const taylor::Series<Vec3> of_product = placed(matrix_exponential(product));
  const taylor::Series<Vec3> arm = (r_C - r_O).truncated(omega.order());
  const auto carried = taylor::cross(omega, arm);
  for (int k = 0; k < kOrderOfAngles; ++k) {
    Comparison comparison(concat(label, ", k = ", k), r_C.derivative(k + 1));
    comparison.term("v_O^(k)", r_O.derivative(k + 1))
        .term("D^k (ω × ρ_C)", carried.derivative(k))
        .inner_scale(product.derivative(k + 1).norm())
        .printed(of_sum.derivative(k + 1), "S1 (48)");
    if (k == 0) comparison.printed(of_product.derivative(1), "S1 (45)");
    found.push_back(comparison);
  }
  const Mat3 turning = product.derivative(1) * product[0].transpose() * product[0];
  found.push_back(Comparison(label + ", R' Rᵀ R ρ_C", r_C.derivative(1))
                      .term("v_O", r_O.derivative(1))
                      .term("R' Rᵀ R ρ_C", Vec3(turning * rho)));
}

/// S1 (31) to (34): three rotations about lines through a point a; where they place a point.
void placement_of_a_point(const std::string& label, AngleSet set, const taylor::Series<Vec3>& psi,
                          Comparisons& found) {
  const Vec3 a(0.3, -0.5, 0.2);  // A point of the three axes.
  const Vec3 p0(-0.4, 0.6, 0.7);
  const auto axes = spatial::axes_of(set);
  spatial::Transform X;
  Mat3 E = Mat3::Identity();
  std::vector<Vec3> terms;
  for (int i = 0; i < 3; ++i) {
    const Vec3 chi = spatial::unit_vector(axes[at(i)]);
    const double delta = psi[0](i);
    X = X * spatial::exp_screw({chi, a.cross(chi)}, delta);
    const Mat3 K = spatial::cross_matrix(chi);
    const Mat3 B = chi * chi.transpose() * (delta - std::sin(delta)) +
                   Mat3::Identity() * std::sin(delta) + K * (1.0 - std::cos(delta));
    terms.emplace_back(E * B * a.cross(chi));  // (34), turned by the axes before.
    E = E * matrix_exponential(Mat3(delta * K));
  }
  found.push_back(Comparison(label + ", (31), R", X.R).term("Π exp[χ× δ]", E));
  for (const double Delta_p : {0.0, 1.0}) {  // (33)
    Comparison comparison(concat(label, ", (32), Δ_p = ", Delta_p),
                          Delta_p == 0.0 ? X.p : Vec3(X * p0));
    for (int i = 0; i < 3; ++i) comparison.term(concat("E b_", i + 1), terms[at(i)]);
    found.push_back(comparison.term("Π exp[χ× δ] p⁰ Δ_p", Vec3(E * p0 * Delta_p)));
  }
}

Identity orientation_operators() {
  return {
      .id = "orientation-operators",
      .title = "rotation about a coordinate axis by its operators",
      .equations = {"S1 (12)", "S1 (13)", "S1 (14)", "S1 (15)", "S1 (16)", "S1 (17)", "S1 (18)"},
      .formula = "R(χ, δ) = Diag(cos δΔ_yz, cos δΔ_zx, cos δΔ_xy) + [(sin δΔ_x, ...)×]",
      .left = "Σ [χ× δ]ⁿ/n!",
      .right = "the operators (verify/orientation_step_identities.cpp)",
      .evaluate = compare_operators};
}

Identity orientation_members() {
  return {.id = "orientation-members",
          .title = "rotation by three angles, member by member",
          .equations = {"S1 (20)", "S1 (21)", "S1 (22)"},
          .formula = "R = Π R(χ, δ) = Π exp[χ× δ] = Π {Diag[Δ_uv] + [Δ_u×]}",
          .reading =
              "The last member of S1 (21) has 1 times a column for the diagonal matrix, and lacks "
              "the sign ×.",
          .left = "spatial::rotation_from_angles",
          .right = "the members (verify/orientation_step_identities.cpp)",
          .evaluate = for_every_set("orientation-members", members_of_a_rotation)};
}

Identity orientation_derivatives() {
  return {.id = "orientation-derivatives",
          .title = "derivatives of a centre that three exponentials place",
          .equations = {"S1 (45)", "S1 (48)"},
          .misprinted = {"S1 (45)", "S1 (48)"},
          .formula = "Dᵏ⁺¹(r_O + exp[u× α] exp[v× β] exp[w× γ] ρ_C) = v_O⁽ᵏ⁾ + Dᵏ(ω × ρ_C)",
          .reading =
              "S1 (45) has one more exponential around the product, S1 (48) the exponential of the "
              "sum.",
          .left = "exponentials by their series, differentiated",
          .right = "spatial::angular_velocity",
          .evaluate = for_every_set("orientation-derivatives", derivatives_of_a_centre)};
}

Identity placement_by_angles() {
  return {
      .id = "placement-by-angles",
      .title = "placement by three rotations about lines through a point",
      .equations = {"S1 (31)", "S1 (32)", "S1 (33)", "S1 (34)"},
      .formula = "p = Σ_χ {Π exp[χ× δ]} b_χ + {Π exp[χ× δ]} p⁰ Δ_p",
      .reading =
          "In the sum b_χ is turned by the rotations before it only. Δ_p = 0 places the origin, "
          "Δ_p = 1 the point p⁰.",
      .left = "spatial::exp_screw",
      .right = "the formulas (verify/orientation_step_identities.cpp)",
      .evaluate = for_every_set("placement-by-angles", placement_of_a_point)};
}

}  // namespace

std::vector<Identity> orientation_step_identities() {
  return {orientation_operators(), orientation_members(), orientation_derivatives(),
          placement_by_angles()};
}

}  // namespace appell::verify
