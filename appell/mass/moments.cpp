#include "appell/mass/moments.hpp"

#include <cmath>

#include "appell/base/check.hpp"
#include "appell/base/decompositions.hpp"

namespace appell::mass {
namespace {

Vec3 unit_vector(const Vec3& direction, const Vec3& p_BQ, const char* function) {
  check(direction.allFinite() && p_BQ.allFinite(), function,
        ": the point and the direction must be finite.");
  const double length = direction.stableNorm();
  check(length > 0.0, function, ": the direction is zero; it must have a length.");
  return direction / length;
}

Mat3 axial_from_planar(const Mat3& I_p) { return I_p.trace() * Mat3::Identity() - I_p; }

}  // namespace

Mat4 pseudo_inertia(const RigidMass& body) {
  Mat4 P;  // Eq. (1)
  P.topLeftCorner<3, 3>() = planar_tensor(body);
  P.topRightCorner<3, 1>() = body.mass * body.p_BBcm;
  P.bottomLeftCorner<1, 3>() = body.mass * body.p_BBcm.transpose();
  P(3, 3) = body.mass;
  return P;
}

Vec3 static_moment(const RigidMass& body, const Vec3& p_BQ) {
  return body.mass * (body.p_BBcm - p_BQ);
}

Mat3 planar_tensor(const RigidMass& body, const Vec3& p_BQ) {
  const Vec3 r_C = body.p_BBcm - p_BQ;
  return body.mass * r_C * r_C.transpose() + body.second_moment;  // Eq. (2)
}

Mat3 planar_tensor(const RigidMass& body, const spatial::Transform& X_BQ) {
  return planar_tensor(transformed(X_BQ.inverse(), body));
}

Mat3 inertia_tensor(const RigidMass& body, const Vec3& p_BQ) {
  return axial_from_planar(planar_tensor(body, p_BQ));  // Eq. (3)
}

Mat3 inertia_tensor(const RigidMass& body, const spatial::Transform& X_BQ) {
  return inertia_tensor(transformed(X_BQ.inverse(), body));
}

double polar_moment(const RigidMass& body, const Vec3& p_BQ) {
  return planar_tensor(body, p_BQ).trace();
}

double axial_moment(const RigidMass& body, const Vec3& p_BQ, const Vec3& axis) {
  const Vec3 u = unit_vector(axis, p_BQ, "axial_moment");
  const Vec3 across = (body.p_BBcm - p_BQ).cross(u);  // |across| is the distance of the centre.
  return body.mass * across.squaredNorm() + u.dot(body.inertia_com() * u);  // Eq. (4)
}

double planar_moment(const RigidMass& body, const Vec3& p_BQ, const Vec3& normal) {
  const Vec3 u = unit_vector(normal, p_BQ, "planar_moment");
  return u.dot(planar_tensor(body, p_BQ) * u);  // Eq. (5)
}

double centrifugal_moment(const RigidMass& body, const Vec3& p_BQ, const Vec3& u, const Vec3& v) {
  const Vec3 unit_u = unit_vector(u, p_BQ, "centrifugal_moment");
  const Vec3 unit_v = unit_vector(v, p_BQ, "centrifugal_moment");
  return unit_u.dot(planar_tensor(body, p_BQ) * unit_v);  // Eq. (6)
}

double radius_of_gyration(const RigidMass& body, const Vec3& p_BQ, const Vec3& axis) {
  check(body.mass > 0.0, "radius_of_gyration: the mass must be positive, got ", body.mass, " kg.");
  return std::sqrt(axial_moment(body, p_BQ, axis) / body.mass);
}

PrincipalAxes principal_axes(const RigidMass& body) {
  const Eigen3 eigen = symmetric_eigen(body.second_moment);
  if (!body.second_moment.allFinite() || !eigen.has_converged) {
    throw NumericalError("principal_axes: the second moment has no principal axes");
  }
  // The axis with the largest ∫ s_i² dm has the smallest moment about it.
  const Vec3 J = eigen.values.reverse();
  const Vec3 moments(J[1] + J[2], J[2] + J[0], J[0] + J[1]);
  Mat3 axes = eigen.vectors.rowwise().reverse();
  if (axes.determinant() < 0.0) axes.col(2) = -axes.col(2);
  const Vec3 radii = body.mass > 0.0 ? Vec3((moments / body.mass).cwiseSqrt())
                                     : Vec3(Vec3::Constant(std::nan("")));
  return {moments, axes, J, radii};
}

EquimomentalEllipsoid equimomental_ellipsoid(const RigidMass& body) {
  constexpr double kRounding = 1e-12;
  check(body.mass > 0.0, "equimomental_ellipsoid: the mass must be positive, got ", body.mass,
        " kg.");
  const PrincipalAxes principal = principal_axes(body);
  const Vec3& J = principal.second_moments;
  check(J[2] >= -kRounding * J.cwiseAbs().maxCoeff(),
        "equimomental_ellipsoid: no real body has the second moment ", J[2],
        " kg m²; it must not be negative.");
  const Vec3 semi_axes = (5.0 / body.mass * J.cwiseMax(0.0)).cwiseSqrt();  // Eq. (7)
  return {{principal.axes, body.p_BBcm}, semi_axes};
}

}  // namespace appell::mass
