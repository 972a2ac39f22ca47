#pragma once

#include <string_view>
#include <variant>

#include "appell/mass/rigid_mass.hpp"
#include "appell/mass/solids.hpp"
#include "appell/mass/surfaces.hpp"
#include "appell/mass/wires.hpp"

namespace appell::mass {

/// Any homogeneous simple body. shape_catalogue.hpp has the name and the fields of each.
using Shape = std::variant<Rod, Arc, Ring, Polyline,                                         //
                           Rectangle, Triangle, Disc, Annulus, Ellipse, Polygon,             //
                           SphereShell, CylinderShell, ConeShell,                            //
                           Box, Cylinder, Tube, Sphere, HollowSphere, SphericalCap,          //
                           Hemisphere, Cone, Frustum, Ellipsoid, Torus, Tetrahedron, Prism,  //
                           Capsule, BentTube, SweptProfile, SweptPath, Pipe, Mesh>;

/// The name of the shape in files, such as "hollow_sphere".
std::string_view shape_name(const Shape& shape);

/// 1, 2 or 3: whether density is per length, area or volume [S4 eq. (1)].
int dimension(const Shape& shape);

/// Length (m), area (m²) or volume (m³) of a shape.
/// @throws ModelError as unit_density_mass().
double measure(const Shape& shape);

/// Mass distribution of the shape with density 1 (kg per m, m² or m³), in the shape's own frame:
/// its mass is its measure. Multiply by a density, or by mass / measure.
///
///   m = ∫ dm,   c = ∫ r dm / m,   J = ∫ (r - c)(r - c)ᵀ dm            (1)  [S4 eqs. (2), (3),
///   (60)]
///
/// Closed forms; sums over simplices for polygons and meshes.
/// @throws ModelError unless the shape has a positive, finite measure: names the shape, every field
///   that is wrong, its value and what is needed; of a mesh the first edge that is wrong.
RigidMass unit_density_mass(const Shape& shape);

}  // namespace appell::mass
