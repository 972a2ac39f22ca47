#include "appell/mass/shape.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "appell/base/constants.hpp"
#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/mass/shape_fields.hpp"
#include "appell/mass/shape_moments.hpp"

namespace appell::mass {
namespace {

using Problems = std::vector<std::string>;

/// Checks the numbers of one field against its Need; the index of a bad one is part of its name.
class FieldChecker {
 public:
  FieldChecker(std::string_view shape, Problems& problems) : shape_(shape), problems_(problems) {}

  template <class S, class M>
  void check(const S& shape, const detail::Field<S, M>& field) {
    need_ = field.need;
    unit_ = field.unit;
    check_value(std::string(field.name), shape.*field.member);
  }

 private:
  bool is_good(double value) const {
    return std::isfinite(value) && (need_ != detail::Need::kPositive || value > 0.0) &&
           (need_ != detail::Need::kNotNegative || value >= 0.0);
  }

  void check_value(const std::string& name, double value) {
    if (is_good(value)) return;
    const char* needed = need_ == detail::Need::kPositive      ? "positive and finite"
                         : need_ == detail::Need::kNotNegative ? "finite and not negative"
                                                               : "finite";
    problems_.push_back(
        std::isnan(value)
            ? concat(shape_, ": ", name, " is missing or not a number; it must be ", needed, " (",
                     unit_, ")")
            : concat(shape_, ": ", name, " is ", value, " ", unit_, "; it must be ", needed));
  }
  void check_value(const std::string& name, const Vec2& value) { check_entries(name, value); }
  void check_value(const std::string& name, const Vec3& value) { check_entries(name, value); }
  void check_value(const std::string& name, const std::vector<Vec3>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      // Names are made for the bad ones only: a mesh may have millions.
      const bool good = is_good(list[i].x()) && is_good(list[i].y()) && is_good(list[i].z());
      if (!good) check_value(concat(name, "[", i, "]"), list[i]);
    }
  }
  void check_value(const std::string&, const std::vector<std::array<int, 3>>&) {}  // See mesh.cpp.
  template <class T, std::size_t n>
  void check_value(const std::string& name, const std::array<T, n>& list) {
    check_list(name, list);
  }
  template <class T>
  void check_value(const std::string& name, const std::vector<T>& list) {
    check_list(name, list);
  }

  template <class V>
  void check_entries(const std::string& name, const V& value) {
    for (Eigen::Index i = 0; i < value.size(); ++i) {
      check_value(concat(name, "[", i, "]"), value[i]);
    }
  }
  template <class List>
  void check_list(const std::string& name, const List& list) {
    for (std::size_t i = 0; i < list.size(); ++i) check_value(concat(name, "[", i, "]"), list[i]);
  }

  std::string_view shape_;
  Problems& problems_;
  detail::Need need_ = detail::Need::kFinite;
  std::string_view unit_;
};

void require(bool condition, const std::string& problem) {
  if (!condition) throw ModelError(problem);
}

/// What the sizes of one shape must be to each other. Each size is known to be good by itself.
template <class S>
void check_proportions(const S&) {}

void check_angle(std::string_view shape, double angle) {
  require(angle <= 2.0 * kPi * (1.0 + 1e-12),
          concat(shape, ": angle is ", angle, " rad; it must be at most 2 pi"));
}
void check_proportions(const Arc& arc) { check_angle("arc", arc.angle); }

void check_radii(std::string_view shape, double outer, double inner) {
  require(inner < outer, concat(shape, ": inner_radius is ", inner,
                                " m; it must be less than outer_radius, ", outer, " m"));
}
void check_proportions(const Annulus& s) { check_radii("annulus", s.outer_radius, s.inner_radius); }
void check_proportions(const Tube& s) { check_radii("tube", s.outer_radius, s.inner_radius); }
void check_proportions(const HollowSphere& s) {
  check_radii("hollow_sphere", s.outer_radius, s.inner_radius);
}

void check_proportions(const SphericalCap& cap) {
  require(cap.height <= 2.0 * cap.radius,
          concat("spherical_cap: height is ", cap.height,
                 " m; it must be at most 2 radius = ", 2.0 * cap.radius, " m"));
}

void check_proportions(const Frustum& frustum) {
  require(frustum.bottom_radius + frustum.top_radius > 0.0,
          "frustum: bottom_radius and top_radius are both 0 m; one must be positive");
}

void check_proportions(const Torus& torus) {
  require(torus.minor_radius <= torus.major_radius,
          concat("torus: minor_radius is ", torus.minor_radius,
                 " m; it must be at most major_radius, ", torus.major_radius, " m"));
}

void check_proportions(const BentTube& tube) {
  check_angle("bent_tube", tube.angle);
  check_radii("bent_tube", tube.outer_radius, tube.inner_radius);
  require(tube.outer_radius <= tube.bend_radius,
          concat("bent_tube: outer_radius is ", tube.outer_radius,
                 " m; it must be at most bend_radius, ", tube.bend_radius, " m"));
}

void check_proportions(const SweptProfile& sweep) {
  check_angle("swept_profile", sweep.angle);
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    const double distance = sweep.bend_radius + sweep.points[i].x();
    require(distance >= 0.0, concat("swept_profile: points[", i, "] is ", -distance,
                                    " m beyond the axis of the arc; bend_radius + u must not be "
                                    "negative"));
  }
}

void check_proportions(const Pipe& pipe) {
  check_radii("pipe", pipe.outer_radius, pipe.inner_radius);
}

constexpr double kFlat = 1e-14;  // Rounding of the measure of a simplex without one.

void check_proportions(const Triangle& triangle) {
  const Vec3 a = triangle.points[1] - triangle.points[0],
             b = triangle.points[2] - triangle.points[0];
  const double longest = std::max(a.squaredNorm(), b.squaredNorm());
  require(a.cross(b).norm() > kFlat * longest,
          concat("triangle: the area of points is ", 0.5 * a.cross(b).norm(),
                 " m²; it must be positive"));
}

void check_proportions(const Tetrahedron& tetrahedron) {
  const Vec3& origin = tetrahedron.points[0];
  const Vec3 a = tetrahedron.points[1] - origin, b = tetrahedron.points[2] - origin,
             c = tetrahedron.points[3] - origin;
  const double longest = std::max({a.norm(), b.norm(), c.norm()});
  const double volume = std::abs(a.dot(b.cross(c))) / 6.0;
  require(volume > kFlat * longest * longest * longest,
          concat("tetrahedron: the volume of points is ", volume, " m³; it must be positive"));
}

void check_proportions(const Polyline& line) {
  require(line.points.size() >= 2,
          concat("polyline: points has ", line.points.size(), " corners; at least 2 are needed"));
  for (std::size_t i = 1; i < line.points.size(); ++i) {
    require(line.points[i] != line.points[i - 1],
            concat("polyline: points[", i - 1, "] and points[", i,
                   "] are the same point; leave one out"));
  }
}

template <class S>
RigidMass checked_moments(const S& shape) {
  constexpr const auto& entry = detail::kEntry<S>;
  Problems problems;
  FieldChecker checker(entry.name, problems);
  std::apply([&](const auto&... field) { (checker.check(shape, field), ...); }, entry.fields);
  if (!problems.empty()) throw ModelError(std::move(problems));
  check_proportions(shape);
  const RigidMass body = detail::moments(shape);
  if (!(body.mass > 0.0) || !std::isfinite(body.mass) || !body.p_BBcm.allFinite() ||
      !body.second_moment.allFinite()) {
    throw ModelError(concat(entry.name, ": the sizes are too large or too small for a double: the ",
                            "measure is ", body.mass));
  }
  return body;
}

}  // namespace

std::string_view shape_name(const Shape& shape) {
  return std::visit([]<class S>(const S&) { return detail::kEntry<S>.name; }, shape);
}

int dimension(const Shape& shape) {
  return std::visit([]<class S>(const S&) { return detail::kEntry<S>.dimension; }, shape);
}

double measure(const Shape& shape) { return unit_density_mass(shape).mass; }

RigidMass unit_density_mass(const Shape& shape) {
  return std::visit([](const auto& s) { return checked_moments(s); }, shape);
}

}  // namespace appell::mass
