#pragma once

#include <array>
#include <string_view>

#include "appell/base/types.hpp"
#include "appell/taylor/series.hpp"

/// Orientation by three angles ψ = (α, β, γ): rotations about coordinate axes u, v, w of the moving
/// frame, one after the other,
///
///   R = R(u, α) R(v, β) R(w, γ)                                     (1)  [S1 eqs. (20)-(22)]
///
/// Each axis differs from its neighbours, which leaves 12 sets. The same R is the rotation by γ
/// about w, then β about v, then α about u, all three about *fixed* axes: fixed axes are moving
/// axes in reverse order. URDF's rpy (fixed x, y, z) is the set ZYX with ψ = (yaw, pitch, roll).
/// docs/orientation.md has the table of the sets.
namespace appell::spatial {

enum class Axis { kX = 0, kY = 1, kZ = 2 };

/// The letters are u, v, w of Eq. (1). The first six sets have three distinct axes, the last six
/// repeat the first one.
enum class AngleSet { kXYZ, kYZX, kZXY, kXZY, kYXZ, kZYX, kXYX, kXZX, kYXY, kYZY, kZXZ, kZYZ };

inline constexpr std::array<AngleSet, 12> kAngleSets{
    AngleSet::kXYZ, AngleSet::kYZX, AngleSet::kZXY, AngleSet::kXZY, AngleSet::kYXZ, AngleSet::kZYX,
    AngleSet::kXYX, AngleSet::kXZX, AngleSet::kYXY, AngleSet::kYZY, AngleSet::kZXZ, AngleSet::kZYZ};

/// Beyond this condition number of the angular transfer matrix its inverse is refused: the rates of
/// the angles would lose more than half of the digits of a double.
inline constexpr double kMaxTransferCondition = 1e8;

/// u, v, w.
std::array<Axis, 3> axes_of(AngleSet set);

/// "xyz", "zyz", ...: u, v, w in lower case.
std::string_view name_of(AngleSet set);

/// The set of that name, in lower or upper case.
/// @throws InvalidArgument if there is none; the message lists the names.
AngleSet angle_set_named(std::string_view name);

Vec3 unit_vector(Axis axis);

/// Rotation by `angle` (rad) about a coordinate axis: one matrix for all three axes,
///
///   R(χ, δ) = Diag(cos δ Δ_yz, cos δ Δ_zx, cos δ Δ_xy) + [(sin δ Δ_x, sin δ Δ_y, sin δ Δ_z) ×]
///                                                                    (2)  [S1 eqs. (12)-(18)]
///
/// where Δ_χ = 1 for the axis of the rotation and 0 for the others, and Δ_vw = 1 - Δ_u. It is
/// rotation_about(unit_vector(axis), angle) [S1 eq. (19)] without a product.
Mat3 elementary_rotation(Axis axis, double angle);

/// R of Eq. (1).
/// @throws InvalidArgument if an angle is not finite.
Mat3 rotation_from_angles(AngleSet set, const Vec3& angles);

/// What angles_from_rotation() found.
struct OrientationAngles {
  /// α, β, γ, rad. α and γ are in [-π, π]; β in [-π/2, π/2] for three distinct axes, in [0, π] if
  /// the first axis is repeated.
  Vec3 angles;
  /// |cos β|, or |sin β| if the first axis is repeated: |det J_ψ|, 0 at the singularity. α and γ
  /// are known to about 1e-16 / regularity; R is reproduced to rounding whatever its value.
  double regularity = 0.0;
  /// The first and the last axis coincide to rounding (regularity < 2e-15): only the sum or the
  /// difference of α and γ is determined. γ = 0 was chosen.
  bool is_singular = false;
};

/// The angles of a rotation matrix: the inverse of rotation_from_angles(), which reproduces R to
/// rounding at, near and far from the singularity.
///
/// With x the axis that is neither u nor v, α follows from the column R w alone. The other two are
/// then read off R(u, α)ᵀ R = R(v, β) R(w, γ), so that they make up for what rounding did to α.
/// @throws InvalidArgument if RᵀR differs from 1 by more than 1e-9 or det R < 0.
OrientationAngles angles_from_rotation(AngleSet set, const Mat3& R);

/// Angular transfer matrix: the angular velocity, in axes of the fixed frame, is ω = J_ψ ψ',
///
///   J_ψ = [ u   R(u, α) v   R(u, α) R(v, β) w ]                              (3)  [S1 eq. (30)]
Mat3 angular_transfer_matrix(AngleSet set, const Vec3& angles);

/// Condition number of J_ψ, the ratio of its extreme singular values. The middle column of (3) is
/// normal to the others, and g = u · R(v, β) w is the cosine between these:
///
///   cond J_ψ = (1 + |g|) / |det J_ψ|,   |det J_ψ| = √(1 - g²)                             (4)
///
/// |det J_ψ| = |cos β|, or |sin β| if the first axis is repeated. Infinite at the singularity.
double transfer_condition(AngleSet set, const Vec3& angles);

/// J_ψ⁻¹: the rates of the angles are ψ' = J_ψ⁻¹ ω.
/// @throws NumericalError naming the condition number, if it is above `max_condition`.
Mat3 inverse_transfer_matrix(AngleSet set, const Vec3& angles,
                             double max_condition = kMaxTransferCondition);

/// @name Motion. Series of any order; every one allocates its result.
/// @{

/// R(t) of Eq. (1), of the order of `angles`. O(N²).
taylor::Series<Mat3> rotation_from_angles(AngleSet set, const taylor::Series<Vec3>& angles);

/// J_ψ(t) along ψ(t), of the order of `angles`: derivative(k) is the k-th time derivative. O(N²).
taylor::Series<Mat3> angular_transfer_matrix(AngleSet set, const taylor::Series<Vec3>& angles);

/// ω(t) in axes of the fixed frame, rad/s, with all its derivatives, order N - 1:
///
///   ω = J_ψ ψ',   ω⁽ᵏ⁾ = Σ_{j=0..k} C(k, j) J_ψ⁽ʲ⁾ ψ⁽ᵏ⁻ʲ⁺¹⁾           (5)  [S1 eqs. (41), (42)]
///
/// O(N²).
/// @throws InvalidArgument if the series is empty.
taylor::Series<Vec3> angular_velocity(AngleSet set, const taylor::Series<Vec3>& angles);

/// ω(t) of a rotation R(t), order N - 1: [ω×] = R' Rᵀ [S1 eq. (36)]. O(N²).
/// @throws InvalidArgument if the series is empty.
taylor::Series<Vec3> angular_velocity(const taylor::Series<Mat3>& R);

/// ψ(t) from its value and from ω(t) (axes of the fixed frame): the inverse of (5), solved order by
/// order for the highest derivative. One order more than `omega`. O(N³).
/// @throws NumericalError as inverse_transfer_matrix().
taylor::Series<Vec3> angles_from_angular_velocity(AngleSet set, const Vec3& angles,
                                                  const taylor::Series<Vec3>& omega,
                                                  double max_condition = kMaxTransferCondition);

/// ψ(t) of a rotation R(t), of the order of R. O(N³).
/// @throws InvalidArgument if the series is empty or R[0] is no rotation; NumericalError as
///   inverse_transfer_matrix().
taylor::Series<Vec3> angles_from_rotation(AngleSet set, const taylor::Series<Mat3>& R,
                                          double max_condition = kMaxTransferCondition);
/// @}

}  // namespace appell::spatial
