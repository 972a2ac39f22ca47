#pragma once

#include "appell/base/types.hpp"
#include "appell/mass/rigid_mass.hpp"
#include "appell/spatial/transform.hpp"

/// Readings of a mass distribution: every moment of order 0, 1 and 2 about any point, axis or
/// plane. Points Q and directions are in the frame B of the body.
namespace appell::mass {

/// Pseudo-inertia about the origin of B; kg m², kg m and kg.
///
///   P = ∫ [r; 1][r; 1]ᵀ dm = [ I_p  m r_C ; m r_Cᵀ  m ]          (1)  [S4 eqs. (87), (88), (103)]
///
/// Positive semidefinite; definite only if the mass does not lie in one plane.
Mat4 pseudo_inertia(const RigidMass& body);

/// Static moment ∫ (r - p_BQ) dm about the point Q, in kg m. Its component along a unit normal is
/// the static moment about the plane through Q [S4 eq. (8)].
Vec3 static_moment(const RigidMass& body, const Vec3& p_BQ = Vec3::Zero());

/// Planar-centrifugal tensor about the point Q, axes of B, in kg m².
///
///   I_p = m r_C r_Cᵀ + I_p*,   r_C from Q                        (2)  [S4 eqs. (82)-(84), (86)]
Mat3 planar_tensor(const RigidMass& body, const Vec3& p_BQ = Vec3::Zero());

/// The same about the origin of a frame Q, in its axes: Rᵀ I_p R with R = R_BQ [S4 eq. (66)].
Mat3 planar_tensor(const RigidMass& body, const spatial::Transform& X_BQ);

/// Axial-centrifugal (usual) inertia tensor about the point Q, axes of B, in kg m²; products of
/// inertia enter with a minus sign.
///
///   I = m [r_C×][r_C×]ᵀ + I*,   r_C from Q                       (3)  [S4 eqs. (74), (76)-(78),
///   (81)]
///
/// Differs from [S4 eqs. (79), (80), (85)], whose entries lack m, see docs/errata.md.
Mat3 inertia_tensor(const RigidMass& body, const Vec3& p_BQ = Vec3::Zero());

/// The same about the origin of a frame Q, in its axes [S4 eqs. (57), (58)].
Mat3 inertia_tensor(const RigidMass& body, const spatial::Transform& X_BQ);

/// Polar moment ∫ |r - p_BQ|² dm about the point Q, in kg m²: the trace of (2).
double polar_moment(const RigidMass& body, const Vec3& p_BQ = Vec3::Zero());

/// Axial moment ∫ δ² dm, δ the distance from the axis through Q, in kg m².
///
///   I_u = uᵀ I u                                                 (4)  [S4 eqs. (35), (44), (48)]
///
/// @param axis  not zero; only its direction counts.
/// @throws InvalidArgument if a number is not finite or the axis is zero; so do the next three.
double axial_moment(const RigidMass& body, const Vec3& p_BQ, const Vec3& axis);

/// Planar moment ∫ (u·(r - p_BQ))² dm about the plane through Q, in kg m².
///
///   I_uu = uᵀ I_p u                                              (5)  [S4 eqs. (59), (61)]
double planar_moment(const RigidMass& body, const Vec3& p_BQ, const Vec3& normal);

/// Centrifugal moment ∫ (u·s)(v·s) dm, s = r - p_BQ, of two directions through Q, in kg m².
///
///   I_uv = uᵀ I_p v, and -uᵀ I v for u ⊥ v                       (6)  [S4 eqs. (51), (54)]
double centrifugal_moment(const RigidMass& body, const Vec3& p_BQ, const Vec3& u, const Vec3& v);

/// Radius of gyration √(I_u / m) about the axis through Q, in m.
/// @throws InvalidArgument also if the mass is not positive.
double radius_of_gyration(const RigidMass& body, const Vec3& p_BQ, const Vec3& axis);

/// Central principal axes of a body.
struct PrincipalAxes {
  Vec3 moments;            ///< Axial moments about the axes, ascending, in kg m².
  Mat3 axes;               ///< Columns: the axes in B, right-handed. Equal moments leave them free.
  Vec3 second_moments;     ///< ∫ s_i² dm along the axes, descending, in kg m².
  Vec3 radii_of_gyration;  ///< √(moment / mass), in m; NaN unless the mass is positive.
};

/// Principal moments and axes about the centre of mass.
/// @throws NumericalError if the tensor is not finite.
PrincipalAxes principal_axes(const RigidMass& body);

/// A homogeneous solid ellipsoid with the mass, centre and tensor of a body: it moves like the
/// body.
struct EquimomentalEllipsoid {
  spatial::Transform X_BE;  ///< Its frame: at the centre of mass, along the principal axes.
  Vec3 semi_axes;           ///< Along the axes of X_BE, in m.
};

/// The equimomental ellipsoid: along the principal axis i, ∫ s_i² dm = m a_i² / 5, hence
///
///   a_i = √(5 J_i / m)                                                                      (7)
///
/// @throws InvalidArgument if the mass is not positive or the body is not real (J_i < 0 by more
/// than
///   rounding).
EquimomentalEllipsoid equimomental_ellipsoid(const RigidMass& body);

}  // namespace appell::mass
