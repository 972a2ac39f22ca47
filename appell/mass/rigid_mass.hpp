#pragma once

#include "appell/base/types.hpp"
#include "appell/spatial/transform.hpp"

namespace appell::mass {

/// Mass distribution of a rigid body B: its mass, centre of mass and central second moment.
///
/// `second_moment` is the planar-centrifugal tensor about the centre of mass, axes of B:
///
///   J = ∫ s sᵀ dm,   s from the centre of mass                                            (1)
///
/// positive semidefinite for every real body. The usual inertia tensor is I = tr(J) 1 - J.
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
///   a massless body has inertia, or the central second moment is not positive semidefinite (the
///   triangle inequality of the principal moments is broken), unless `physics` is kNotChecked: then
///   only numbers that are not finite and tensors that are not symmetric are refused.
RigidMass rigid_mass(double mass, const Vec3& p_BBcm, const Mat3& inertia_com,
                     Physics physics = Physics::kRequired);

/// The same mass in another frame: X_AB places B, in whose axes `body` is given, in A.
RigidMass transformed(const spatial::Transform& X_AB, const RigidMass& body);

/// Two bodies in the same frame as one.
///
///   J = J_a + J_b + (m_a m_b / (m_a + m_b)) d dᵀ,   d between the centres of mass         (2)
RigidMass operator+(const RigidMass& a, const RigidMass& b);

}  // namespace appell::mass
