#pragma once

#include "appell/base/types.hpp"
#include "appell/taylor/series.hpp"

namespace appell::spatial {

/// The skew-symmetric matrix [v×], with [v×] u = v × u.
Mat3 cross_matrix(const Vec3& v);

/// The vector v of a skew-symmetric matrix [v×] (of the skew part, if the matrix is not quite
/// skew).
Vec3 vector_of_cross_matrix(const Mat3& m);

/// Rotation by `angle` (rad) about the unit vector `axis`, Rodrigues' formula:
///
///   exp([k×] q) = 1 + sin q [k×] + (1 - cos q) [k×]²                            (1)  [S1 eq. (19)]
///
/// A zero axis gives the identity: a prismatic joint is no special case.
Mat3 rotation_about(const Vec3& axis, double angle);

/// The same of a series q(t) about a fixed axis: the series of R(t). Fills out[0..out.order()] from
/// `sin` and `cos`, the series of sin q and cos q; allocates nothing.
void rotation_about(const Vec3& axis, const taylor::Series<double>& sin,
                    const taylor::Series<double>& cos, taylor::Series<Mat3>& out);
taylor::Series<Mat3> rotation_about(const Vec3& axis, const taylor::Series<double>& angle);

/// exp([φ×]): rotation by |φ| rad about φ. Exact to rounding for every φ, zero included.
Mat3 exp_rotation(const Vec3& phi);

/// The shortest φ with exp([φ×]) = R, 0 <= |φ| <= π; at |φ| = π one of the two.
/// @param R  a rotation matrix (not checked).
Vec3 log_rotation(const Mat3& R);

/// Rz(yaw) Ry(pitch) Rx(roll): the fixed-axis angles of URDF.
Mat3 rotation_from_rpy(const Vec3& rpy);

/// Largest entry of |RᵀR - 1|, or infinity if det R < 0: how far a matrix is from a rotation.
double rotation_defect(const Mat3& R);

}  // namespace appell::spatial
