#include <algorithm>
#include <cmath>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/mass/paths.hpp"
#include "appell/mass/shape_moments.hpp"

/// Solids that a flat profile passes over: along an arc of angle α about the z axis, and along a
/// straight line to the planes that cut it.
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
///
/// Along a straight line the points over x reach from s0 to s1: λ + κ·x is their length, and μ·x
/// the middle, counted from that over the centroid. With Σ = <x xᵀ> and T = <x xᵀ κ·x>, the means
/// over the volume are
///
///   m = λ A,   <x> = Σ κ/λ,   <s> = μ·Σ κ/λ                                                 (5)
///   <x xᵀ> = Σ + T/λ,   <x s> = (Σ + T/λ) μ                                                 (6)
///   <s²> = μ·(Σ + T/λ) μ + (λ² + 3 κ·Σ κ + κ·T κ/λ)/12                                      (7)
namespace appell::mass::detail {
namespace {

/// Means over the area of a profile, its centroid in the origin.
struct ProfileMeans {
  double area = 0.0;
  Vec2 centroid = Vec2::Zero();
  double xx = 0.0, xz = 0.0, zz = 0.0;
  double xxx = 0.0, xxz = 0.0, xzz = 0.0, zzz = 0.0;
};

/// <x xᵀ>
Eigen::Matrix2d second_of(const ProfileMeans& p) {
  Eigen::Matrix2d second;
  second << p.xx, p.xz, p.xz, p.zz;
  return second;
}

/// <x xᵀ a·x>
Eigen::Matrix2d third_of(const ProfileMeans& p, const Vec2& a) {
  Eigen::Matrix2d third;
  third << a.x() * p.xxx + a.y() * p.xxz, a.x() * p.xxz + a.y() * p.xzz,
      a.x() * p.xxz + a.y() * p.xzz, a.x() * p.xzz + a.y() * p.zzz;
  return third;
}

/// The same profile in axes x and z that are these directions of its own.
ProfileMeans in_axes(const ProfileMeans& p, const Vec2& x, const Vec2& z) {
  const Eigen::Matrix2d second = second_of(p), third_x = third_of(p, x), third_z = third_of(p, z);
  return {.area = p.area,
          .centroid = {x.dot(p.centroid), z.dot(p.centroid)},
          .xx = x.dot(second * x),
          .xz = x.dot(second * z),
          .zz = z.dot(second * z),
          .xxx = x.dot(third_x * x),
          .xxz = x.dot(third_x * z),
          .xzz = z.dot(third_x * z),
          .zzz = z.dot(third_z * z)};
}

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
    means.zzz += A * mean_product(z, z, z);
  }
  means.xxx /= signed_area;
  means.xxz /= signed_area;
  means.xzz /= signed_area;
  means.zzz /= signed_area;
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

/// Eqs. (5) to (7), in the frame of the piece.
RigidMass extruded(const ProfileMeans& profile, const StraightPiece& piece) {
  const Vec2 kappa = piece.last - piece.first, mu = 0.5 * (piece.last + piece.first);
  const double length = piece.length + kappa.dot(profile.centroid);
  const Eigen::Matrix2d second = second_of(profile);
  const Eigen::Matrix2d third = third_of(profile, kappa);
  const Vec2 x = second * kappa / length;              // Eq. (5)
  const Eigen::Matrix2d xx = second + third / length;  // Eq. (6)
  const double spread =
      length * length + 3.0 * kappa.dot(second * kappa) + kappa.dot(third * kappa) / length;
  const Vec3 mean(x.x(), x.y(), mu.dot(x));
  Mat3 J;
  J.topLeftCorner<2, 2>() = xx;
  J.topRightCorner<2, 1>() = xx * mu;
  J.bottomLeftCorner<1, 2>() = (xx * mu).transpose();
  J(2, 2) = mu.dot(xx * mu) + spread / 12.0;  // Eq. (7)
  const double m = length * profile.area;
  const Vec3 origin(profile.centroid.x(), profile.centroid.y(),
                    0.5 * piece.length + mu.dot(profile.centroid));
  return {m, origin + mean, m * (J - mean * mean.transpose())};
}

ProfileMeans round_profile(double outer_radius, double inner_radius) {
  const RigidMass flat = moments(Annulus{outer_radius, inner_radius});
  ProfileMeans profile{.area = flat.mass};
  profile.xx = profile.zz = flat.second_moment(0, 0) / flat.mass;
  return profile;
}

RigidMass along(const PathPieces& path, const ProfileMeans& profile, double bend_radius) {
  std::vector<RigidMass> parts;
  for (const StraightPiece& piece : path.straights) {
    parts.push_back(transformed(piece.X, extruded(profile, piece)));
  }
  for (const BendPiece& bend : path.bends) {
    const ProfileMeans turned = in_axes(profile, bend.outward, bend.axial);
    parts.push_back(transformed(
        bend.X, swept(turned, bend_radius + turned.centroid.x(), turned.centroid.y(), bend.angle)));
  }
  return combined(parts);
}

/// Throws if the planes of two corners cut each other within the profile, or if the profile reaches
/// over the axis of a bend. `reach` is how far it reaches in a direction.
template <class Reach>
void check_reach(const char* shape, const PathPieces& path, double bend_radius,
                 const Reach& reach) {
  for (const StraightPiece& piece : path.straights) {
    const double needed = reach(piece.first - piece.last);
    if (needed <= piece.length) continue;
    throw ModelError(concat(shape, ": a side of the path is ", short_text(piece.length),
                            " m long; between its mitred corners the profile needs ",
                            short_text(needed), " m"));
  }
  for (const BendPiece& bend : path.bends) {
    const double needed = reach(-bend.outward);
    if (needed <= bend_radius) continue;
    throw ModelError(concat(shape, ": bend_radius is ", short_text(bend_radius),
                            " m; the profile reaches ", short_text(needed),
                            " m towards the axis of a bend: at least that is needed"));
  }
}

}  // namespace

RigidMass moments(const BentTube& shape) {
  return swept(round_profile(shape.outer_radius, shape.inner_radius), shape.bend_radius, 0.0,
               shape.angle);
}

RigidMass moments(const SweptPath& shape) {
  check_simple_polygon("swept_path", shape.points);
  const PathPieces path = pieces_of("swept_path", shape.path, shape.bend_radius);
  check_reach("swept_path", path, shape.bend_radius, [&](const Vec2& direction) {
    double farthest = 0.0;
    for (const Vec2& point : shape.points) farthest = std::max(farthest, direction.dot(point));
    return farthest;
  });
  return along(path, means_of(shape.points), shape.bend_radius);
}

RigidMass moments(const Pipe& shape) {
  const PathPieces path = pieces_of("pipe", shape.path, shape.bend_radius);
  check_reach("pipe", path, shape.bend_radius,
              [&](const Vec2& direction) { return shape.outer_radius * direction.norm(); });
  return along(path, round_profile(shape.outer_radius, shape.inner_radius), shape.bend_radius);
}

RigidMass moments(const SweptProfile& shape) {
  check_simple_polygon("swept_profile", shape.points);
  const ProfileMeans profile = means_of(shape.points);
  return swept(profile, shape.bend_radius + profile.centroid.x(), profile.centroid.y(),
               shape.angle);
}

}  // namespace appell::mass::detail
