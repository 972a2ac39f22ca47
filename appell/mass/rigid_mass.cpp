#include "appell/mass/rigid_mass.hpp"

#include <Eigen/Eigenvalues>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"

namespace appell::mass {
namespace {

/// Printed inertias carry few digits; a real body may miss semidefiniteness by their rounding.
constexpr double kSemidefiniteTolerance = 1e-12;
constexpr double kSymmetryTolerance = 1e-12;

}  // namespace

Mat3 RigidMass::inertia_com() const {
  return second_moment.trace() * Mat3::Identity() - second_moment;
}

RigidMass rigid_mass(double mass, const Vec3& p_BBcm, const Mat3& inertia_com, Physics physics) {
  if (!std::isfinite(mass) || !p_BBcm.allFinite() || !inertia_com.allFinite()) {
    throw ModelError("mass, centre of mass and inertia must be finite numbers");
  }
  const double size = inertia_com.cwiseAbs().maxCoeff();
  const double skew = (inertia_com - inertia_com.transpose()).cwiseAbs().maxCoeff();
  if (skew > kSymmetryTolerance * size) {
    throw ModelError(concat("the inertia tensor is not symmetric: entries differ by ", skew));
  }
  const Mat3 I = 0.5 * (inertia_com + inertia_com.transpose());
  const Mat3 J = 0.5 * I.trace() * Mat3::Identity() - I;
  if (!J.allFinite()) throw ModelError("the inertia is too large for a double; check its unit");
  if (physics == Physics::kRequired) {
    if (mass < 0.0) throw ModelError(concat("the mass is ", mass, " kg; it must not be negative"));
    if (mass == 0.0 && size > 0.0) {
      throw ModelError(
          "the mass is zero but the inertia is not; give a mass or remove the inertia");
    }
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(J, Eigen::EigenvaluesOnly);
    const Vec3 principal_second_moments = solver.eigenvalues();
    if (principal_second_moments[0] < -kSemidefiniteTolerance * size) {
      const Vec3 moments = principal_second_moments.sum() * Vec3::Ones() - principal_second_moments;
      throw ModelError(
          concat("no real body has this inertia: its principal moments ", moments[2], ", ",
                 moments[1], ", ", moments[0],
                 " kg m² break the triangle inequality (the largest exceeds the sum of "
                 "the others by ",
                 short_text(-2.0 * principal_second_moments[0]), ")"));
    }
  }
  return {mass, p_BBcm, J};
}

RigidMass transformed(const spatial::Transform& X_AB, const RigidMass& body) {
  return {body.mass, X_AB * body.p_BBcm, X_AB.R * body.second_moment * X_AB.R.transpose()};
}

RigidMass operator+(const RigidMass& a, const RigidMass& b) {
  const double total = a.mass + b.mass;
  if (total == 0.0) return {0.0, a.p_BBcm, a.second_moment + b.second_moment};
  const Vec3 d = b.p_BBcm - a.p_BBcm;
  return {total, a.p_BBcm + (b.mass / total) * d,
          a.second_moment + b.second_moment +
              (a.mass * b.mass / total) * d * d.transpose()};  // Eq. (2)
}

}  // namespace appell::mass
