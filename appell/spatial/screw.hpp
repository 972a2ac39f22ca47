#pragma once

#include "appell/spatial/transform.hpp"

namespace appell::spatial {

/// A unit screw: what one joint coordinate does per unit of q. `angular` is a unit vector, or zero
/// for a pure translation; `linear` is the velocity of the point at the origin of the frame in
/// which the screw is written, per unit of q'. Revolute about an axis k through the point r:
/// angular = k, linear = r × k [S0 eq. (91)]; prismatic along k: angular = 0, linear = k; helical
/// with pitch h (metres per radian): angular = k, linear = r × k + h k.
struct Screw {
  Vec3 angular = Vec3::Zero();
  Vec3 linear = Vec3::Zero();
};

/// The same screw written in frame A, given X_AB and the screw in B.
Screw transformed(const Transform& X_AB, const Screw& screw_B);

/// Motion by the amount q along a screw, the exponential of its 4x4 matrix times q:
///
///   R = exp([k×] q)                                                                      (1)
///   p = { 1 sin q + [k×] (1 - cos q) + k kᵀ (q - sin q) } v     if k ≠ 0                 (2)
///   p = v q                                                     if k = 0
///
/// (2) is [S0 eq. (90)] with sin(q Δ): as printed a prismatic joint would move by q + sin q, see
/// docs/errata.md.
/// @param screw  its angular part must be a unit vector or zero (not checked).
Transform exp_screw(const Screw& screw, double q);

/// The same of a series q(t).
TransformSeries exp_screw(const Screw& screw, const taylor::Series<double>& q);

}  // namespace appell::spatial
