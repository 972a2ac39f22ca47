#include "appell/spatial/orientation.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <string>

#include "appell/base/check.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::spatial {
namespace {

constexpr std::array<std::string_view, 12> kNames{"xyz", "yzx", "zxy", "xzy", "yxz", "zyx",
                                                  "xyx", "xzx", "yxy", "yzy", "zxz", "zyz"};

// Entries of a rotation matrix carry a few units of rounding.
constexpr double kSingular = 8.0 * std::numeric_limits<double>::epsilon();

// Nine decimals of a printed rotation matrix.
constexpr double kLargestDefect = 1e-9;

/// A set of angles by numbers: u, v, w as indices, the index x that is neither u nor v, and the
/// sign s of u × v = s x.
struct Axes {
  int u, v, w, x;
  double s;
  bool is_repeated;  ///< w = u; otherwise w = x.
};

Axes numbered(AngleSet set) {
  const auto [u_axis, v_axis, w_axis] = axes_of(set);
  const int u = static_cast<int>(u_axis);
  const int v = static_cast<int>(v_axis);
  const int w = static_cast<int>(w_axis);
  return {u, v, w, 3 - u - v, v == (u + 1) % 3 ? 1.0 : -1.0, w == u};
}

void check_angles(const char* function, const Vec3& angles) {
  check(angles.allFinite(), function, ": the angles must be finite, got ", angles.x(), " ",
        angles.y(), " ", angles.z(), ".");
}

std::array<Vec3, 3> unit_vectors(AngleSet set) {
  const auto [u, v, w] = axes_of(set);
  return {unit_vector(u), unit_vector(v), unit_vector(w)};
}

}  // namespace

std::array<Axis, 3> axes_of(AngleSet set) {
  const std::string_view name = name_of(set);
  const auto axis = [name](std::size_t i) { return static_cast<Axis>(name[i] - 'x'); };
  return {axis(0), axis(1), axis(2)};
}

std::string_view name_of(AngleSet set) { return kNames.at(static_cast<std::size_t>(set)); }

AngleSet angle_set_named(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const AngleSet set : kAngleSets) {
    if (name_of(set) == lower) return set;
  }
  throw InvalidArgument(concat("no set of orientation angles is called '", name, "'; the sets are ",
                               comma_list({kNames.begin(), kNames.end()})));
}

Vec3 unit_vector(Axis axis) { return Vec3::Unit(static_cast<int>(axis)); }

Mat3 elementary_rotation(Axis axis, double angle) {
  // Eq. (2), with cos(δ Δ_vw) = 1 on the axis of the rotation.
  Mat3 R = cross_matrix(std::sin(angle) * unit_vector(axis));
  R.diagonal().setConstant(std::cos(angle));
  R(static_cast<int>(axis), static_cast<int>(axis)) = 1.0;
  return R;
}

Mat3 rotation_from_angles(AngleSet set, const Vec3& angles) {
  check_angles("rotation_from_angles", angles);
  const auto [u, v, w] = axes_of(set);
  return elementary_rotation(u, angles[0]) * elementary_rotation(v, angles[1]) *
         elementary_rotation(w, angles[2]);  // Eq. (1)
}

OrientationAngles angles_from_rotation(AngleSet set, const Mat3& R) {
  const double defect = rotation_defect(R);
  check(defect <= kLargestDefect,
        "angles_from_rotation: the matrix is no rotation: ", "RᵀR differs from 1 by ", defect,
        "; at most ", kLargestDefect, " is accepted.");
  const auto [u, v, w, x, s, is_repeated] = numbered(set);

  // R w = R(u, α) (cos β w + s sin β u)      for distinct axes, w = x,
  // R w = R(u, α) (cos β u - s sin β x)      for a repeated axis, w = u:
  // along v and x its components are `regularity` times sine and cosine of α.
  const double along_v = is_repeated ? R(v, w) : -s * R(v, w);
  const double along_x = is_repeated ? -s * R(x, w) : R(x, w);
  const double regularity = std::hypot(along_v, along_x);
  const bool is_singular = regularity < kSingular;
  // At the singularity R v = R(u, α) v if γ = 0.
  const double alpha =
      is_singular ? std::atan2(s * R(x, v), R(v, v)) : std::atan2(along_v, along_x);

  // β from the column w, γ from the row v of R(v, β) R(w, γ).
  const Mat3 rest = elementary_rotation(static_cast<Axis>(u), alpha).transpose() * R;
  const double beta = is_repeated ? std::atan2(-s * rest(x, u), rest(u, u))
                                  : std::atan2(s * rest(u, w), rest(w, w));
  const double gamma = is_repeated ? std::atan2(-s * rest(v, x), rest(v, v))
                                   : std::atan2(s * rest(v, u), rest(v, v));
  return {Vec3(alpha, beta, is_singular ? 0.0 : gamma), regularity, is_singular};
}

Mat3 angular_transfer_matrix(AngleSet set, const Vec3& angles) {
  check_angles("angular_transfer_matrix", angles);
  const auto [u, v, w] = axes_of(set);
  const Mat3 R_u = elementary_rotation(u, angles[0]);
  const Mat3 R_v = elementary_rotation(v, angles[1]);
  Mat3 J;
  J << unit_vector(u), R_u * unit_vector(v), R_u * (R_v * unit_vector(w));  // Eq. (3)
  return J;
}

double transfer_condition(AngleSet set, const Vec3& angles) {
  check_angles("transfer_condition", angles);
  const double sine = std::abs(std::sin(angles[1]));
  const double cosine = std::abs(std::cos(angles[1]));
  return numbered(set).is_repeated ? (1.0 + cosine) / sine : (1.0 + sine) / cosine;  // Eq. (4)
}

Mat3 inverse_transfer_matrix(AngleSet set, const Vec3& angles, double max_condition) {
  const double condition = transfer_condition(set, angles);
  if (!(condition <= max_condition)) {
    throw NumericalError(concat("inverse_transfer_matrix: the angles ", name_of(set),
                                " are near their singularity, β = ", angles[1],
                                ": condition number ", condition, ", at most ", max_condition,
                                " is accepted; use another set of angles."));
  }
  const Mat3 J = angular_transfer_matrix(set, angles);
  const Vec3 normal = J.col(1).cross(J.col(2));
  Mat3 inverse;
  inverse << normal.transpose(), J.col(2).cross(J.col(0)).transpose(),
      J.col(0).cross(J.col(1)).transpose();
  return inverse / J.col(0).dot(normal);
}

taylor::Series<Mat3> rotation_from_angles(AngleSet set, const taylor::Series<Vec3>& angles) {
  const auto [u, v, w] = unit_vectors(set);
  return rotation_about(u, component(angles, 0)) * rotation_about(v, component(angles, 1)) *
         rotation_about(w, component(angles, 2));  // Eq. (1)
}

taylor::Series<Mat3> angular_transfer_matrix(AngleSet set, const taylor::Series<Vec3>& angles) {
  const auto [u, v, w] = unit_vectors(set);
  const taylor::Series<Mat3> R_u = rotation_about(u, component(angles, 0));
  const taylor::Series<Mat3> R_uv = R_u * rotation_about(v, component(angles, 1));
  taylor::Series<Mat3> J(angles.order(), Mat3::Zero());
  for (int k = 0; k <= J.order(); ++k) {
    J[k].col(1) = R_u[k] * v;  // Eq. (3)
    J[k].col(2) = R_uv[k] * w;
  }
  if (J.order() >= 0) J[0].col(0) = u;
  return J;
}

taylor::Series<Vec3> angular_velocity(AngleSet set, const taylor::Series<Vec3>& angles) {
  const taylor::Series<Vec3> rates = time_derivative(angles);
  return angular_transfer_matrix(set, angles.truncated(rates.order())) * rates;  // Eq. (5)
}

taylor::Series<Vec3> angular_velocity(const taylor::Series<Mat3>& R) {
  const taylor::Series<Mat3> R_1 = time_derivative(R);
  taylor::Series<Vec3> omega(R_1.order());
  convolve("angular_velocity", R_1, R, omega, [](Vec3& acc, const Mat3& a, const Mat3& b) {
    acc += vector_of_cross_matrix(a * b.transpose());
  });
  return omega;
}

taylor::Series<Vec3> angles_from_angular_velocity(AngleSet set, const Vec3& angles,
                                                  const taylor::Series<Vec3>& omega,
                                                  double max_condition) {
  const Mat3 J_inverse = inverse_transfer_matrix(set, angles, max_condition);
  taylor::Series<Vec3> result = taylor::Series<Vec3>::constant(angles, omega.order() + 1);
  for (int k = 0; k <= omega.order(); ++k) {
    // Eq. (5) at order k: J[0] (k+1) ψ[k+1] = ω[k] - Σ_{j=1..k} J[j] (k-j+1) ψ[k-j+1].
    const taylor::Series<Mat3> J = angular_transfer_matrix(set, result.truncated(k));
    Vec3 rest = omega[k];
    for (int j = 1; j <= k; ++j) rest -= J[j] * ((k - j + 1) * result[k - j + 1]);
    result[k + 1] = J_inverse * rest / (k + 1);
  }
  return result;
}

taylor::Series<Vec3> angles_from_rotation(AngleSet set, const taylor::Series<Mat3>& R,
                                          double max_condition) {
  const taylor::Series<Vec3> omega = angular_velocity(R);
  return angles_from_angular_velocity(set, angles_from_rotation(set, R[0]).angles, omega,
                                      max_condition);
}

}  // namespace appell::spatial
