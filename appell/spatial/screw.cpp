#include "appell/spatial/screw.hpp"

#include <cmath>

#include "appell/spatial/rotation.hpp"
#include "appell/taylor/functions.hpp"

namespace appell::spatial {

Screw transformed(const Transform& X_AB, const Screw& screw_B) {
  const Vec3 angular = X_AB.R * screw_B.angular;
  return {angular, X_AB.R * screw_B.linear + X_AB.p.cross(angular)};
}

Transform exp_screw(const Screw& screw, double q) {
  const Vec3& k = screw.angular;
  const Vec3& v = screw.linear;
  const Mat3 R = rotation_about(k, q);  // Eq. (1)
  if (k.isZero(0.0)) return {R, v * q};
  const double half_sine = std::sin(0.5 * q);
  return {R, std::sin(q) * v + 2.0 * half_sine * half_sine * k.cross(v) +
                 (q - std::sin(q)) * k.dot(v) * k};  // Eq. (2)
}

TransformSeries exp_screw(const Screw& screw, const taylor::Series<double>& q) {
  const Vec3& k = screw.angular;
  const Vec3& v = screw.linear;
  const taylor::SinCos sc = taylor::sin_cos(q);
  TransformSeries X{taylor::Series<Mat3>(q.order()), taylor::Series<Vec3>(q.order())};
  rotation_about(k, sc.sin, sc.cos, X.R);  // Eq. (1)
  const bool translates = k.isZero(0.0);
  for (int i = 0; i <= q.order(); ++i) {
    if (translates) {
      X.p[i] = q[i] * v;
    } else {
      const double one = i == 0 ? 1.0 : 0.0;
      X.p[i] = sc.sin[i] * v + (one - sc.cos[i]) * k.cross(v) +
               (q[i] - sc.sin[i]) * k.dot(v) * k;  // Eq. (2)
    }
  }
  return X;
}

}  // namespace appell::spatial
