#pragma once

#include <optional>
#include <vector>

#include "appell/mass/rigid_mass.hpp"
#include "appell/mass/solids.hpp"
#include "appell/mass/surfaces.hpp"
#include "appell/mass/wires.hpp"

/// Not installed: the moments of each shape at density 1 in its own frame. Sizes are known to be
/// good (shape.cpp checks them), except that those of a mesh, a polygon, a prism and a path throw
/// ModelError.
namespace appell::mass::detail {

RigidMass moments(const Rod& shape);
RigidMass moments(const Arc& shape);
RigidMass moments(const Ring& shape);
RigidMass moments(const Polyline& shape);

RigidMass moments(const Rectangle& shape);
RigidMass moments(const Triangle& shape);
RigidMass moments(const Disc& shape);
RigidMass moments(const Annulus& shape);
RigidMass moments(const Ellipse& shape);
RigidMass moments(const Polygon& shape);
RigidMass moments(const SphereShell& shape);
RigidMass moments(const CylinderShell& shape);
RigidMass moments(const ConeShell& shape);

RigidMass moments(const Box& shape);
RigidMass moments(const Cylinder& shape);
RigidMass moments(const Tube& shape);
RigidMass moments(const Sphere& shape);
RigidMass moments(const HollowSphere& shape);
RigidMass moments(const SphericalCap& shape);
RigidMass moments(const Hemisphere& shape);
RigidMass moments(const Cone& shape);
RigidMass moments(const Frustum& shape);
RigidMass moments(const Ellipsoid& shape);
RigidMass moments(const Torus& shape);
RigidMass moments(const Tetrahedron& shape);
RigidMass moments(const Prism& shape);
RigidMass moments(const Capsule& shape);
RigidMass moments(const BentTube& shape);
RigidMass moments(const SweptProfile& shape);
RigidMass moments(const SweptPath& shape);
RigidMass moments(const Pipe& shape);
RigidMass moments(const Mesh& shape);
/// What a surface encloses at density 1, counted as often as it goes round it; negative if its
/// triangles face inwards, none if the volume is zero. Every edge must be passed as often in one
/// direction as in the other, which is not checked.
std::optional<RigidMass> enclosed_moments(const Mesh& shape);

/// Mass m, centre c and the diagonal of J per mass.
inline RigidMass diagonal_mass(double m, const Vec3& c, const Vec3& J_per_mass) {
  return {m, c, (m * J_per_mass).asDiagonal()};
}

/// Twice the signed area of a polygon; positive if counter-clockwise.
double twice_signed_area(const std::vector<Vec2>& points);

/// Throws ModelError, with text after "<shape>: ", unless the polygon has at least three corners,
/// no two edges that meet elsewhere than at their common corner, and an area.
void check_simple_polygon(const char* shape, const std::vector<Vec2>& points);

}  // namespace appell::mass::detail
