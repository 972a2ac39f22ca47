#pragma once

#include <span>

#include "appell/base/types.hpp"
#include "appell/spatial/transform.hpp"

namespace appell::mass {

/// Mass distribution of a rigid body B: its mass, centre of mass and central second moment.
///
/// `second_moment` is the planar-centrifugal tensor about the centre of mass, axes of B:
///
///   J = ∫ s sᵀ dm,   s from the centre of mass                              (1)  [S4 eq. (60)]
///
/// positive semidefinite for every real body. The usual inertia tensor is I = tr(J) 1 - J. These
/// ten numbers are those of the pseudo-inertia P = ∫ [r; 1][r; 1]ᵀ dm (moments.hpp reads it). They
/// are kept about the centre of mass, because a tensor about a far origin drowns the body's own
/// shape in m r rᵀ.
struct RigidMass {
  double mass = 0.0;                  ///< kg
  Vec3 p_BBcm = Vec3::Zero();         ///< m, in B
  Mat3 second_moment = Mat3::Zero();  ///< kg m²

  /// Axial-centrifugal (usual) inertia tensor about the centre of mass, axes of B, in kg m²;
  /// products of inertia enter with a minus sign.
  Mat3 inertia_com() const;
};

/// Whether a mass distribution that no real body has is refused.
enum class Physics { kRequired, kNotChecked };

/// From a mass, its centre and the inertia tensor about that centre.
/// @throws ModelError if a number is not finite, the tensor is not symmetric, the mass is negative,
///   a massless body has inertia, or the central second moment is not positive semidefinite (a
///   principal moment is negative, or their triangle inequality is broken), unless `physics` is
///   kNotChecked: then only numbers that are not finite and tensors that are not symmetric are
///   refused. What is below 1e-12 m L², L the distance of the centre of mass from the origin, is
///   rounding: no inertia of 2.4e-35 kg m² is impossible.
RigidMass rigid_mass(double mass, const Vec3& p_BBcm, const Mat3& inertia_com,
                     Physics physics = Physics::kRequired);

/// The same from the planar-centrifugal tensor J of (1).
RigidMass rigid_mass_from_planar(double mass, const Vec3& p_BBcm, const Mat3& second_moment,
                                 Physics physics = Physics::kRequired);

/// The same from the 4x4 pseudo-inertia about the origin of B [S4 eq. (103)]. The central tensor is
/// a difference here: with the centre of mass at a distance of r body radii, r² times epsilon of it
/// is lost.
/// @throws ModelError also if the mass is zero but the static moment is not.
RigidMass rigid_mass_from_pseudo_inertia(const Mat4& pseudo_inertia,
                                         Physics physics = Physics::kRequired);

/// The same mass in another frame: X_AB places B, in whose axes `body` is given, in A. For the
/// pseudo-inertia this is
///
///   P_A = T P_B Tᵀ,   T the 4x4 matrix of X_AB                             (2)  [S4 eq. (89)]
///
/// and for the central tensors a rotation, J_A = R J_B Rᵀ [S4 eqs. (57), (66)].
RigidMass transformed(const spatial::Transform& X_AB, const RigidMass& body);

/// Several bodies in the same frame as one. With σ = -1 for what is removed (see operator-), c the
/// common centre of mass and d_j = c_j - c:
///
///   M = Σ σ_j m_j,   c = Σ σ_j m_j c_j / M                          (3)  [S4 eqs. (6), (8)]
///   J = Σ σ_j (J_j + m_j d_j d_jᵀ)                                  (4)  [S4 eq. (101)]
///
/// Differs from [S4 eqs. (97), (101)], which add the central tensors without d_j, see
/// docs/errata.md. All bodies enter at once: no order of them meets a sum without mass in between.
/// @throws ModelError if the masses cancel and the static moments do not: there is no centre then.
/// @note O(number of bodies), no heap allocation.
RigidMass combined(std::span<const RigidMass> bodies);

/// Two bodies in the same frame as one, (3) and (4).
RigidMass operator+(const RigidMass& a, const RigidMass& b);

/// What a removed body contributes: its mass and tensor with σ = -1 [S4 eq. (7), corrected].
inline RigidMass operator-(const RigidMass& body) {
  return {-body.mass, body.p_BBcm, -body.second_moment};
}

/// `a` with `b` removed; whether anything real is left is not checked.
inline RigidMass operator-(const RigidMass& a, const RigidMass& b) { return a + (-b); }

/// The same shape of mass with `factor` times the density.
inline RigidMass operator*(double factor, const RigidMass& body) {
  return {factor * body.mass, body.p_BBcm, factor * body.second_moment};
}

}  // namespace appell::mass
