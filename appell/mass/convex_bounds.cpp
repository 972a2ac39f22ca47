#include "appell/mass/convex_bounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "appell/mass/paths.hpp"
#include "appell/mass/shape_moments.hpp"

namespace appell::mass::detail {
namespace {

using Bounds = std::optional<ConvexBounds>;

HalfSpace above(double z) { return {-Vec3::UnitZ(), -z}; }
HalfSpace below(double z) { return {Vec3::UnitZ(), z}; }

double distance_from_z(const Vec3& r) { return std::hypot(r.x(), r.y()); }

struct BoundsOf {
  Bounds operator()(const Box& s) const {
    ConvexBounds bounds;
    for (int i = 0; i < 3; ++i) {
      bounds.faces.push_back({Vec3::Unit(i), 0.5 * s.size[i]});
      bounds.faces.push_back({-Vec3::Unit(i), 0.5 * s.size[i]});
    }
    return bounds;
  }
  Bounds operator()(const Cylinder& s) const {
    return ConvexBounds{{above(-0.5 * s.length), below(0.5 * s.length)},
                        [s](const Vec3& r) { return distance_from_z(r) - s.radius; }};
  }
  Bounds operator()(const Sphere& s) const {
    return ConvexBounds{{}, [s](const Vec3& r) { return r.norm() - s.radius; }};
  }
  Bounds operator()(const SphericalCap& s) const {
    const Vec3 centre(0.0, 0.0, s.height - s.radius);
    return ConvexBounds{{above(0.0)},
                        [=](const Vec3& r) { return (r - centre).norm() - s.radius; }};
  }
  Bounds operator()(const Hemisphere& s) const { return (*this)(SphericalCap{s.radius, s.radius}); }
  Bounds operator()(const Cone& s) const { return (*this)(Frustum{s.radius, 0.0, s.height}); }
  Bounds operator()(const Frustum& s) const {
    // Distance from the slant line in the plane of z and the distance from z.
    const double taper = s.bottom_radius - s.top_radius, slant = std::hypot(s.height, taper);
    return ConvexBounds{
        {above(0.0), below(s.height)}, [=](const Vec3& r) {
          return (s.height * (distance_from_z(r) - s.bottom_radius) + taper * r.z()) / slant;
        }};
  }
  Bounds operator()(const Capsule& s) const {
    return ConvexBounds{{}, [s](const Vec3& r) {
                          const double z = std::max(std::abs(r.z()) - 0.5 * s.length, 0.0);
                          return std::hypot(distance_from_z(r), z) - s.radius;
                        }};
  }
  Bounds operator()(const Ellipsoid& s) const {
    const double smallest = s.semi_axes.minCoeff();
    return ConvexBounds{
        {},
        [=](const Vec3& r) { return smallest * (r.cwiseQuotient(s.semi_axes).norm() - 1.0); },
        /*round_is_distance=*/false};
  }
  Bounds operator()(const Tetrahedron& s) const {
    ConvexBounds bounds;
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec3 &a = s.points[(i + 1) % 4], &b = s.points[(i + 2) % 4], &c = s.points[(i + 3) % 4];
      Vec3 normal = (b - a).cross(c - a).normalized();
      if (normal.dot(s.points[i] - a) > 0.0) normal = -normal;
      bounds.faces.push_back({normal, normal.dot(a)});
    }
    return bounds;
  }
  Bounds operator()(const Prism& s) const {
    const double sense = twice_signed_area(s.points) > 0.0 ? 1.0 : -1.0;
    ConvexBounds bounds{{above(0.0), below(s.height)}, {}};
    const std::size_t n = s.points.size();
    for (std::size_t i = 0; i < n; ++i) {
      const Vec2 edge = s.points[(i + 1) % n] - s.points[i];
      const Vec2 next = s.points[(i + 2) % n] - s.points[(i + 1) % n];
      if (sense * (edge.x() * next.y() - edge.y() * next.x()) < 0.0)
        return std::nullopt;  // A dent.
      const Vec3 normal = sense * Vec3(edge.y(), -edge.x(), 0.0) / edge.norm();
      bounds.faces.push_back({normal, normal.head<2>().dot(s.points[i])});
    }
    return bounds;
  }
  template <class S>
  Bounds operator()(const S&) const {
    return std::nullopt;  // Not convex, or no solid.
  }
};

Rim rim(double radius, double z) {
  return {Vec3(0.0, 0.0, z), Vec3(radius, 0.0, 0.0), Vec3(0.0, radius, 0.0)};
}

std::vector<Vec3> box_corners(const Vec3& half) {
  std::vector<Vec3> corners;
  for (const double x : {-1.0, 1.0}) {
    for (const double y : {-1.0, 1.0}) {
      for (const double z : {-1.0, 1.0}) corners.push_back(half.cwiseProduct(Vec3(x, y, z)));
    }
  }
  return corners;
}

/// Where a piece begins and ends at the point w of the profile.
std::array<Vec3, 2> ends_over(const StraightPiece& piece, const Vec2& w) {
  return {piece.X * Vec3(w.x(), w.y(), piece.first.dot(w)),
          piece.X * Vec3(w.x(), w.y(), piece.length + piece.last.dot(w))};
}

/// The ellipses in which a round piece begins and ends.
std::array<Rim, 2> rims_of(const StraightPiece& piece, double radius) {
  const auto cut = [&](double s, const Vec2& slope) {
    return Rim{piece.X * Vec3(0.0, 0.0, s), piece.X.R * (radius * Vec3(1.0, 0.0, slope.x())),
               piece.X.R * (radius * Vec3(0.0, 1.0, slope.y()))};
  };
  return {cut(0.0, piece.first), cut(piece.length, piece.last)};
}

struct HullOf {
  Hull operator()(const Box& s) const { return {.corners = box_corners(0.5 * s.size)}; }
  Hull operator()(const Cylinder& s) const {
    return {.rims = {rim(s.radius, -0.5 * s.length), rim(s.radius, 0.5 * s.length)}};
  }
  Hull operator()(const Tube& s) const { return (*this)(Cylinder{s.outer_radius, s.length}); }
  Hull operator()(const Sphere& s) const {
    return {.corners = {Vec3::Zero()}, .ball_radius = s.radius};
  }
  Hull operator()(const HollowSphere& s) const { return (*this)(Sphere{s.outer_radius}); }
  Hull operator()(const SphericalCap& s) const {
    const double flat = std::sqrt(s.height * (2.0 * s.radius - s.height));
    const double widest = s.height > s.radius ? s.radius : flat;
    return {.rims = {rim(widest, 0.0), rim(widest, s.height)}, .is_exact = false};
  }
  Hull operator()(const Hemisphere& s) const { return (*this)(SphericalCap{s.radius, s.radius}); }
  Hull operator()(const Cone& s) const {
    return {.corners = {Vec3(0.0, 0.0, s.height)}, .rims = {rim(s.radius, 0.0)}};
  }
  Hull operator()(const Frustum& s) const {
    return {.rims = {rim(s.bottom_radius, 0.0), rim(s.top_radius, s.height)}};
  }
  Hull operator()(const Ellipsoid& s) const {
    return {.corners = box_corners(s.semi_axes), .is_exact = false};
  }
  Hull operator()(const Torus& s) const {
    return {.rims = {rim(s.major_radius, 0.0)}, .ball_radius = s.minor_radius};
  }
  Hull operator()(const BentTube& s) const {
    // The whole torus is around it.
    Hull hull = (*this)(Torus{s.bend_radius, s.outer_radius});
    hull.is_exact = false;
    return hull;
  }
  Hull operator()(const SweptProfile& s) const {
    Hull hull{.is_exact = false};
    for (const Vec2& p : s.points) hull.rims.push_back(rim(s.bend_radius + p.x(), p.y()));
    return hull;
  }
  Hull operator()(const SweptPath& s) const {
    // Mitred corners are around rounded ones.
    Hull hull{.is_exact = s.bend_radius == 0.0};
    for (const StraightPiece& piece : pieces_of("swept_path", s.path, 0.0).straights) {
      for (const Vec2& w : s.points) {
        for (const Vec3& end : ends_over(piece, w)) hull.corners.push_back(end);
      }
    }
    return hull;
  }
  Hull operator()(const Pipe& s) const {
    Hull hull{.is_exact = s.bend_radius == 0.0};
    for (const StraightPiece& piece : pieces_of("pipe", s.path, 0.0).straights) {
      for (const Rim& end : rims_of(piece, s.outer_radius)) hull.rims.push_back(end);
    }
    return hull;
  }
  Hull operator()(const Tetrahedron& s) const {
    return {.corners = {s.points.begin(), s.points.end()}};
  }
  Hull operator()(const Prism& s) const {
    Hull hull;
    for (const Vec2& p : s.points) {
      hull.corners.emplace_back(p.x(), p.y(), 0.0);
      hull.corners.emplace_back(p.x(), p.y(), s.height);
    }
    return hull;
  }
  Hull operator()(const Capsule& s) const {
    return {.corners = {Vec3(0.0, 0.0, -0.5 * s.length), Vec3(0.0, 0.0, 0.5 * s.length)},
            .ball_radius = s.radius};
  }
  Hull operator()(const Mesh& s) const { return {.corners = s.vertices}; }
  template <class S>
  Hull operator()(const S&) const {
    return {};  // No solid.
  }
};

Vec3 support_of(const SphericalCap& s, const Vec3& direction) {
  const Vec3 on_ball = Vec3(0.0, 0.0, s.height - s.radius) + s.radius * direction;
  if (on_ball.z() >= 0.0) return on_ball;
  const double flat = std::sqrt(std::max(s.height * (2.0 * s.radius - s.height), 0.0));
  const double across = distance_from_z(direction);
  if (across == 0.0) return Vec3::Zero();
  return {flat * direction.x() / across, flat * direction.y() / across, 0.0};
}

/// Where on an arc, from -angle/2 to angle/2, the way outwards is nearest to a direction.
Vec2 arc_direction(double angle, const Vec3& direction) {
  const double wanted = std::atan2(direction.y(), direction.x());
  const double at = std::clamp(wanted, -0.5 * angle, 0.5 * angle);
  return {std::cos(at), std::sin(at)};
}

/// The farthest point is where the profile points that way most: at that place of the arc a profile
/// that does not reach over the axis is farthest with every one of its points.
Vec3 support_of(const BentTube& s, const Vec3& direction) {
  const Vec2 out = arc_direction(s.angle, direction);
  const Vec2 across = Vec2(out.dot(direction.head<2>()), direction.z()).normalized();
  const double distance = s.bend_radius + s.outer_radius * across.x();
  return {distance * out.x(), distance * out.y(), s.outer_radius * across.y()};
}

Vec3 support_of(const SweptProfile& s, const Vec3& direction) {
  const Vec2 out = arc_direction(s.angle, direction);
  const Vec2 across(out.dot(direction.head<2>()), direction.z());
  const Vec2 farthest = *std::max_element(
      s.points.begin(), s.points.end(),
      [&](const Vec2& a, const Vec2& b) { return across.dot(a) < across.dot(b); });
  const double distance = s.bend_radius + farthest.x();
  return {distance * out.x(), distance * out.y(), farthest.y()};
}

Vec3 farthest_of(const std::vector<Vec3>& points, const Vec3& direction) {
  return *std::max_element(points.begin(), points.end(), [&](const Vec3& a, const Vec3& b) {
    return direction.dot(a) < direction.dot(b);
  });
}

Vec3 support_of(const SweptPath& s, const Vec3& direction) {
  const PathPieces path = pieces_of("swept_path", s.path, s.bend_radius);
  std::vector<Vec3> points;
  for (const StraightPiece& piece : path.straights) {
    for (const Vec2& w : s.points) {
      for (const Vec3& end : ends_over(piece, w)) points.push_back(end);
    }
  }
  for (const BendPiece& bend : path.bends) {
    SweptProfile turned{{}, s.bend_radius, bend.angle};
    for (const Vec2& w : s.points) {
      turned.points.emplace_back(bend.outward.dot(w), bend.axial.dot(w));
    }
    points.push_back(bend.X * support_of(turned, bend.X.R.transpose() * direction));
  }
  return farthest_of(points, direction);
}

Vec3 support_of(const Rim& rim, const Vec3& direction) {
  const double cosine = direction.dot(rim.u), sine = direction.dot(rim.v);
  const double length = std::hypot(cosine, sine);
  if (length == 0.0) return rim.centre + rim.u;
  return rim.centre + (cosine * rim.u + sine * rim.v) / length;
}

Vec3 support_of(const Pipe& s, const Vec3& direction) {
  const PathPieces path = pieces_of("pipe", s.path, s.bend_radius);
  std::vector<Vec3> points;
  for (const StraightPiece& piece : path.straights) {
    for (const Rim& end : rims_of(piece, s.outer_radius)) {
      points.push_back(support_of(end, direction));
    }
  }
  for (const BendPiece& bend : path.bends) {
    const BentTube tube{s.bend_radius, s.outer_radius, s.inner_radius, bend.angle};
    points.push_back(bend.X * support_of(tube, bend.X.R.transpose() * direction));
  }
  return farthest_of(points, direction);
}

}  // namespace

double ConvexBounds::distance_outside(const Vec3& r) const {
  double distance = round ? round(r) : -std::numeric_limits<double>::infinity();
  for (const HalfSpace& face : faces) {
    distance = std::max(distance, face.normal.dot(r) - face.offset);
  }
  return distance;
}

std::optional<ConvexBounds> convex_bounds(const Shape& shape) {
  return std::visit(BoundsOf{}, shape);
}

Hull hull(const Shape& solid) { return std::visit(HullOf{}, solid); }

Vec3 support_point(const Shape& solid, const Hull& hull, const Vec3& direction) {
  if (const auto* cap = std::get_if<SphericalCap>(&solid)) return support_of(*cap, direction);
  if (const auto* half = std::get_if<Hemisphere>(&solid)) {
    return support_of(SphericalCap{half->radius, half->radius}, direction);
  }
  if (const auto* tube = std::get_if<BentTube>(&solid)) return support_of(*tube, direction);
  if (const auto* sweep = std::get_if<SweptProfile>(&solid)) return support_of(*sweep, direction);
  if (const auto* path = std::get_if<SweptPath>(&solid)) return support_of(*path, direction);
  if (const auto* pipe = std::get_if<Pipe>(&solid)) return support_of(*pipe, direction);
  if (const auto* ellipsoid = std::get_if<Ellipsoid>(&solid)) {
    const Vec3 scaled = ellipsoid->semi_axes.cwiseProduct(direction);
    return ellipsoid->semi_axes.cwiseProduct(scaled) / scaled.norm();
  }
  std::vector<Vec3> candidates = hull.corners;
  for (const Rim& r : hull.rims) candidates.push_back(support_of(r, direction));
  return farthest_of(candidates, direction) + hull.ball_radius * direction;
}

}  // namespace appell::mass::detail
