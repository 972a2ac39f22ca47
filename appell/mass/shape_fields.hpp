#pragma once

#include <string_view>
#include <tuple>

#include "appell/mass/shape.hpp"

/// Not installed: what files and messages call the shapes and their fields, once for all uses.
namespace appell::mass::detail {

/// What every number of a field must be.
enum class Need { kPositive, kNotNegative, kFinite };

/// One member of a shape.
template <class S, class M>
struct Field {
  std::string_view name;
  std::string_view unit;
  std::string_view meaning;
  Need need;
  M S::* member;
};

template <class S, class M>
constexpr Field<S, M> positive(std::string_view name, M S::* member, std::string_view meaning) {
  return {name, "m", meaning, Need::kPositive, member};
}
template <class S, class M>
constexpr Field<S, M> not_negative(std::string_view name, M S::* member, std::string_view meaning) {
  return {name, "m", meaning, Need::kNotNegative, member};
}
template <class S, class M>
constexpr Field<S, M> points(std::string_view name, M S::* member, std::string_view meaning) {
  return {name, "m", meaning, Need::kFinite, member};
}

/// A shape's name in files, its dimension, and a tuple of its fields.
template <class Fields>
struct Entry {
  std::string_view name;
  int dimension;
  Fields fields;
};

template <class... F>
constexpr auto entry(std::string_view name, int dimension, F... fields) {
  return Entry<std::tuple<F...>>{name, dimension, std::tuple<F...>{fields...}};
}

template <class S>
inline constexpr int kEntry = 0;  // Specialised below for every shape.

template <>
inline constexpr auto kEntry<Rod> = entry("rod", 1, positive("length", &Rod::length, "along z"));
template <>
inline constexpr auto kEntry<Arc> =
    entry("arc", 1, positive("radius", &Arc::radius, "of the circle"),
          Field<Arc, double>{"angle", "rad", "of the arc, symmetric about x; at most 2 pi",
                             Need::kPositive, &Arc::angle});
template <>
inline constexpr auto kEntry<Ring> =
    entry("ring", 1, positive("radius", &Ring::radius, "of the circle"));
template <>
inline constexpr auto kEntry<Polyline> =
    entry("polyline", 1, points("points", &Polyline::points, "corners, in order"));

template <>
inline constexpr auto kEntry<Rectangle> =
    entry("rectangle", 2, positive("size", &Rectangle::size, "edges along x and y"));
template <>
inline constexpr auto kEntry<Triangle> =
    entry("triangle", 2, points("points", &Triangle::points, "the 3 corners"));
template <>
inline constexpr auto kEntry<Disc> =
    entry("disc", 2, positive("radius", &Disc::radius, "of the disc"));
template <>
inline constexpr auto kEntry<Annulus> =
    entry("annulus", 2, positive("outer_radius", &Annulus::outer_radius, "of the disc"),
          not_negative("inner_radius", &Annulus::inner_radius, "of the hole"));
template <>
inline constexpr auto kEntry<Ellipse> =
    entry("ellipse", 2, positive("semi_axes", &Ellipse::semi_axes, "along x and y"));
template <>
inline constexpr auto kEntry<Polygon> =
    entry("polygon", 2, points("points", &Polygon::points, "corners in the plane z = 0, in order"));
template <>
inline constexpr auto kEntry<SphereShell> =
    entry("sphere_shell", 2, positive("radius", &SphereShell::radius, "of the sphere"));
template <>
inline constexpr auto kEntry<CylinderShell> =
    entry("cylinder_shell", 2, positive("radius", &CylinderShell::radius, "of the cylinder"),
          positive("length", &CylinderShell::length, "along z"));
template <>
inline constexpr auto kEntry<ConeShell> =
    entry("cone_shell", 2, positive("radius", &ConeShell::radius, "of the base circle"),
          positive("height", &ConeShell::height, "from the base to the tip"));

template <>
inline constexpr auto kEntry<Box> =
    entry("box", 3, positive("size", &Box::size, "edges along x, y and z"));
template <>
inline constexpr auto kEntry<Cylinder> =
    entry("cylinder", 3, positive("radius", &Cylinder::radius, "of the section"),
          positive("length", &Cylinder::length, "along z"));
template <>
inline constexpr auto kEntry<Tube> =
    entry("tube", 3, positive("outer_radius", &Tube::outer_radius, "of the section"),
          not_negative("inner_radius", &Tube::inner_radius, "of the hole"),
          positive("length", &Tube::length, "along z"));
template <>
inline constexpr auto kEntry<Sphere> =
    entry("sphere", 3, positive("radius", &Sphere::radius, "of the ball"));
template <>
inline constexpr auto kEntry<HollowSphere> =
    entry("hollow_sphere", 3, positive("outer_radius", &HollowSphere::outer_radius, "outside"),
          not_negative("inner_radius", &HollowSphere::inner_radius, "of the cavity"));
template <>
inline constexpr auto kEntry<SphericalCap> =
    entry("spherical_cap", 3,
          positive("radius", &SphericalCap::radius, "of the ball, not of the flat face"),
          positive("height", &SphericalCap::height, "from the flat face to the top"));
template <>
inline constexpr auto kEntry<Hemisphere> =
    entry("hemisphere", 3, positive("radius", &Hemisphere::radius, "of the ball"));
template <>
inline constexpr auto kEntry<Cone> =
    entry("cone", 3, positive("radius", &Cone::radius, "of the base"),
          positive("height", &Cone::height, "from the base to the tip"));
template <>
inline constexpr auto kEntry<Frustum> =
    entry("frustum", 3, not_negative("bottom_radius", &Frustum::bottom_radius, "at z = 0"),
          not_negative("top_radius", &Frustum::top_radius, "at z = height"),
          positive("height", &Frustum::height, "between the faces"));
template <>
inline constexpr auto kEntry<Ellipsoid> =
    entry("ellipsoid", 3, positive("semi_axes", &Ellipsoid::semi_axes, "along x, y and z"));
template <>
inline constexpr auto kEntry<Torus> =
    entry("torus", 3, positive("major_radius", &Torus::major_radius, "of the middle circle"),
          positive("minor_radius", &Torus::minor_radius, "of the round section"));
template <>
inline constexpr auto kEntry<Tetrahedron> =
    entry("tetrahedron", 3, points("points", &Tetrahedron::points, "the 4 corners"));
template <>
inline constexpr auto kEntry<Prism> =
    entry("prism", 3,
          points("points", &Prism::points, "corners of the base in the plane z = 0, in order"),
          positive("height", &Prism::height, "from the base to the top"));
template <>
inline constexpr auto kEntry<Capsule> =
    entry("capsule", 3, positive("radius", &Capsule::radius, "of the section and the caps"),
          not_negative("length", &Capsule::length, "of the cylinder, without the caps"));
template <>
inline constexpr auto kEntry<BentTube> =
    entry("bent_tube", 3, positive("bend_radius", &BentTube::bend_radius, "of the middle line"),
          positive("outer_radius", &BentTube::outer_radius, "of the section"),
          not_negative("inner_radius", &BentTube::inner_radius, "of the hole"),
          Field<BentTube, double>{"angle", "rad", "of the arc, symmetric about x; at most 2 pi",
                                  Need::kPositive, &BentTube::angle});
template <>
inline constexpr auto kEntry<SweptProfile> =
    entry("swept_profile", 3,
          points("points", &SweptProfile::points,
                 "corners of the profile, in order: outwards from the arc, and along z"),
          not_negative("bend_radius", &SweptProfile::bend_radius, "of the arc"),
          Field<SweptProfile, double>{"angle", "rad", "of the arc, symmetric about x; at most 2 pi",
                                      Need::kPositive, &SweptProfile::angle});
template <>
inline constexpr auto kEntry<SweptPath> = entry(
    "swept_path", 3,
    points("points", &SweptPath::points, "corners of the profile, in order, normal to the line"),
    points("path", &SweptPath::path, "corners of the line"),
    not_negative("bend_radius", &SweptPath::bend_radius,
                 "of the arcs at its corners; 0: mitred corners"));
template <>
inline constexpr auto kEntry<Pipe> =
    entry("pipe", 3, positive("outer_radius", &Pipe::outer_radius, "of the section"),
          not_negative("inner_radius", &Pipe::inner_radius, "of the hole"),
          points("path", &Pipe::path, "corners of the middle line"),
          not_negative("bend_radius", &Pipe::bend_radius,
                       "of the arcs at its corners; 0: mitred corners"));
template <>
inline constexpr auto kEntry<Mesh> =
    entry("mesh", 3, points("vertices", &Mesh::vertices, "corners of the triangles"),
          Field<Mesh, std::vector<std::array<int, 3>>>{
              "triangles", "", "vertex numbers from 0, counter-clockwise seen from outside",
              Need::kNotNegative, &Mesh::triangles});

}  // namespace appell::mass::detail
