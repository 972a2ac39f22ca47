#include "appell/mass/rigid_mass.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "appell/base/decompositions.hpp"
#include "appell/base/error.hpp"
#include "appell/base/text.hpp"

namespace appell::mass {
namespace {

/// Printed inertias carry few digits; a real body may miss semidefiniteness by their rounding.
constexpr double kSemidefiniteTolerance = 1e-12;
constexpr double kSymmetryTolerance = 1e-12;

/// What a program that computes an inertia from sums of the size m L² leaves behind as rounding, kg
/// m²; L is the distance of the centre of mass from the origin. A part of less than a milligram or
/// a millimetre counts as one of that size: nobody means its inertia.
double rounding_floor(const RigidMass& body) {
  constexpr double kLeastMass = 1e-6;    // kg
  constexpr double kLeastLength = 1e-3;  // m
  const double m = std::max(body.mass, kLeastMass);
  return kSemidefiniteTolerance * m * (body.p_BBcm.squaredNorm() + kLeastLength * kLeastLength);
}

/// ixx = ixy = ixz = iyy = iyz = izz: what somebody wrote to have a number there.
bool is_placeholder(const Mat3& inertia) {
  const double entry = inertia(0, 0);
  return ((inertia.array() - entry).abs() <= kSymmetryTolerance * std::abs(entry)).all();
}

void check_numbers(double mass, const Vec3& p_BBcm, const Mat3& tensor) {
  if (!std::isfinite(mass) || !p_BBcm.allFinite() || !tensor.allFinite()) {
    throw ModelError("mass, centre of mass and inertia must be finite numbers");
  }
  const double size = tensor.cwiseAbs().maxCoeff();
  const double skew = (tensor - tensor.transpose()).cwiseAbs().maxCoeff();
  if (skew > kSymmetryTolerance * size) {
    throw ModelError(concat("the inertia tensor is not symmetric: entries differ by ", skew));
  }
}

/// Throws ModelError if no real body has this mass and central second moment.
void check_physics(const RigidMass& body) {
  if (body.mass < 0.0) {
    throw ModelError(concat("the mass is ", body.mass, " kg; it must not be negative"));
  }
  const double size = body.inertia_com().cwiseAbs().maxCoeff();
  const double floor = rounding_floor(body);
  if (body.mass == 0.0 && size > floor) {
    throw ModelError("the mass is zero but the inertia is not; give a mass or remove the inertia");
  }
  const Vec3 principal = symmetric_eigen(body.second_moment).values;
  if (principal[0] >= -kSemidefiniteTolerance * size - floor) return;
  const Mat3 inertia = body.inertia_com();
  if (is_placeholder(inertia)) {
    throw ModelError(concat("no real body has this inertia: all six entries are ",
                            short_text(inertia(0, 0)),
                            " kg m², a placeholder; give the inertia, its products zero if nothing "
                            "else is known"));
  }
  const Vec3 moments = principal.sum() * Vec3::Ones() - principal;
  if (moments[2] < -kSemidefiniteTolerance * size - floor) {
    throw ModelError(concat("no real body has this inertia: the principal moment ",
                            short_text(moments[2]), " kg m² is negative (the others are ",
                            short_text(moments[1]), " and ", short_text(moments[0]), ")"));
  }
  throw ModelError(concat("no real body has this inertia: its principal moments ",
                          short_text(moments[2]), ", ", short_text(moments[1]), ", ",
                          short_text(moments[0]),
                          " kg m² break the triangle inequality (the largest exceeds the sum of "
                          "the others by ",
                          short_text(-2.0 * principal[0]), ")"));
}

RigidMass checked(const RigidMass& body, Physics physics) {
  if (!body.second_moment.allFinite()) {
    throw ModelError("the inertia is too large for a double; check its unit");
  }
  if (physics == Physics::kRequired) check_physics(body);
  return body;
}

Mat3 symmetric_part(const Mat3& m) { return 0.5 * (m + m.transpose()); }

}  // namespace

Mat3 RigidMass::inertia_com() const {
  return second_moment.trace() * Mat3::Identity() - second_moment;
}

RigidMass rigid_mass(double mass, const Vec3& p_BBcm, const Mat3& inertia_com, Physics physics) {
  check_numbers(mass, p_BBcm, inertia_com);
  const Mat3 I = symmetric_part(inertia_com);
  return checked({mass, p_BBcm, 0.5 * I.trace() * Mat3::Identity() - I}, physics);
}

RigidMass rigid_mass_from_planar(double mass, const Vec3& p_BBcm, const Mat3& second_moment,
                                 Physics physics) {
  check_numbers(mass, p_BBcm, second_moment);
  return checked({mass, p_BBcm, symmetric_part(second_moment)}, physics);
}

RigidMass rigid_mass_from_pseudo_inertia(const Mat4& pseudo_inertia, Physics physics) {
  const double skew = (pseudo_inertia - pseudo_inertia.transpose()).cwiseAbs().maxCoeff();
  if (skew > kSymmetryTolerance * pseudo_inertia.cwiseAbs().maxCoeff()) {
    throw ModelError(concat("the pseudo-inertia is not symmetric: entries differ by ", skew));
  }
  const double mass = pseudo_inertia(3, 3);
  const Vec3 static_moment = pseudo_inertia.topRightCorner<3, 1>();
  if (mass == 0.0 && !static_moment.isZero(0.0)) {
    throw ModelError("the pseudo-inertia has a static moment but no mass");
  }
  const Vec3 p_BBcm = mass == 0.0 ? Vec3(Vec3::Zero()) : Vec3(static_moment / mass);
  const Mat3 J = pseudo_inertia.topLeftCorner<3, 3>() - mass * p_BBcm * p_BBcm.transpose();
  return rigid_mass_from_planar(mass, p_BBcm, J, physics);
}

RigidMass transformed(const spatial::Transform& X_AB, const RigidMass& body) {
  return {body.mass, X_AB * body.p_BBcm, X_AB.R * body.second_moment * X_AB.R.transpose()};
}

RigidMass combined(std::span<const RigidMass> bodies) {
  if (bodies.empty()) return {};
  // Positions are taken from the centre of the heaviest body, so that a far origin costs no digits.
  const RigidMass* heaviest = &bodies[0];
  for (const RigidMass& body : bodies) {
    if (std::abs(body.mass) > std::abs(heaviest->mass)) heaviest = &body;
  }
  const Vec3 origin = heaviest->p_BBcm;
  double M = 0.0;
  Vec3 static_moment = Vec3::Zero();
  for (const RigidMass& body : bodies) {
    M += body.mass;
    static_moment += body.mass * (body.p_BBcm - origin);
  }
  if (M == 0.0 && !static_moment.isZero(0.0)) {
    throw ModelError(
        "the masses cancel but their static moments do not: such a sum has no centre of mass");
  }
  const Vec3 c = M == 0.0 ? Vec3(Vec3::Zero()) : Vec3(static_moment / M);  // Eq. (3)
  Mat3 J = Mat3::Zero();
  for (const RigidMass& body : bodies) {
    const Vec3 d = (body.p_BBcm - origin) - c;
    J += body.second_moment + body.mass * d * d.transpose();  // Eq. (4)
  }
  return {M, origin + c, J};
}

RigidMass operator+(const RigidMass& a, const RigidMass& b) {
  return combined(std::array<RigidMass, 2>{a, b});
}

}  // namespace appell::mass
