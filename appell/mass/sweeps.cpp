#include <cmath>

#include "appell/mass/shape_moments.hpp"

/// Solids that a flat profile passes over along an arc of angle α about the z axis.
///
/// With r = R + x the distance from the axis, dV = r dA dθ. R is that of the profile's centroid, so
/// that ∫ x dA = ∫ z dA = 0, and per area e = <x²>, f = <x³>, g = <xz>, h = <x²z>, k = <z²>,
/// l = <xz²>. Of the unit arc, s is the centre and a, b the variances along x and y. Then
///
///   m   = α R A,   c = (s (R + e/R), 0, g/R)                                                (1)
///   Jxx = m [a (R² + 3e + f/R) + s² (e + f/R - e²/R²)]                                      (2)
///   Jyy = m  b (R² + 3e + f/R)                                                              (3)
///   Jzz = m [k + l/R - g²/R²],   Jxz = m s [g + h/R - e g/R²]                               (4)
///
/// No difference of large numbers is in them: (2) is (R² + 3e + f/R)(a + s²) - c_x² with R² s²
/// taken out.
namespace appell::mass::detail {
namespace {

/// Means over the area of a profile, its centroid in the origin.
struct ProfileMeans {
  double area = 0.0;
  Vec2 centroid = Vec2::Zero();
  double xx = 0.0, xz = 0.0, zz = 0.0;
  double xxx = 0.0, xxz = 0.0, xzz = 0.0;
};

/// Of a triangle with corners p, q, o = 0, area A: ∫ u v w dA of linear functions u, v, w is
/// A/60 (Σ u Σ v Σ w + Σ uv Σ w + Σ vw Σ u + Σ wu Σ v + 2 Σ uvw), the sums over the corners.
double mean_product(const Vec2& u, const Vec2& v, const Vec2& w) {
  return (u.sum() * v.sum() * w.sum() + u.dot(v) * w.sum() + v.dot(w) * u.sum() +
          w.dot(u) * v.sum() + 2.0 * u.cwiseProduct(v).dot(w)) /
         60.0;
}

ProfileMeans means_of(const std::vector<Vec2>& points) {
  const RigidMass flat = moments(Polygon{points});
  ProfileMeans means{.area = flat.mass, .centroid = flat.p_BBcm.head<2>()};
  means.xx = flat.second_moment(0, 0) / flat.mass;
  means.xz = flat.second_moment(0, 1) / flat.mass;
  means.zz = flat.second_moment(1, 1) / flat.mass;
  double signed_area = 0.0;  // Either way round: both sums change sign.
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2 p = points[i] - means.centroid;
    const Vec2 q = points[(i + 1) % points.size()] - means.centroid;
    const double A = 0.5 * (p.x() * q.y() - p.y() * q.x());
    const Vec2 x(p.x(), q.x()), z(p.y(), q.y());
    signed_area += A;
    means.xxx += A * mean_product(x, x, x);
    means.xxz += A * mean_product(x, x, z);
    means.xzz += A * mean_product(x, z, z);
  }
  means.xxx /= signed_area;
  means.xxz /= signed_area;
  means.xzz /= signed_area;
  return means;
}

/// Eqs. (1) to (4); R is the distance of the centroid from the axis, z that along it.
RigidMass swept(const ProfileMeans& profile, double R, double z, double angle) {
  const RigidMass arc = (1.0 / angle) * moments(Arc{1.0, angle});
  const double s = arc.p_BBcm.x(), a = arc.second_moment(0, 0), b = arc.second_moment(1, 1);
  const double e = profile.xx, f = profile.xxx, g = profile.xz;
  const double m = angle * R * profile.area;
  const double spread = R * R + 3.0 * e + f / R;
  RigidMass body{m, Vec3(s * (R + e / R), 0.0, z + g / R), Mat3::Zero()};
  Mat3& J = body.second_moment;
  J(0, 0) = m * (a * spread + s * s * (e + f / R - e * e / (R * R)));
  J(1, 1) = m * b * spread;
  J(2, 2) = m * (profile.zz + profile.xzz / R - g * g / (R * R));
  J(0, 2) = J(2, 0) = m * s * (g + profile.xxz / R - e * g / (R * R));
  return body;
}

}  // namespace

RigidMass moments(const BentTube& shape) {
  const Annulus section{shape.outer_radius, shape.inner_radius};
  const RigidMass flat = moments(section);
  ProfileMeans profile{.area = flat.mass};
  profile.xx = profile.zz = flat.second_moment(0, 0) / flat.mass;
  return swept(profile, shape.bend_radius, 0.0, shape.angle);
}

RigidMass moments(const SweptProfile& shape) {
  check_simple_polygon("swept_profile", shape.points);
  const ProfileMeans profile = means_of(shape.points);
  return swept(profile, shape.bend_radius + profile.centroid.x(), profile.centroid.y(),
               shape.angle);
}

}  // namespace appell::mass::detail
