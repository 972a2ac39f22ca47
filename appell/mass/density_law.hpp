#pragma once

#include <functional>
#include <string>

#include "appell/mass/rigid_mass.hpp"
#include "appell/mass/shape.hpp"

namespace appell::mass {

/// Density at a point of a shape's frame: kg per m, m² or m³, as the shape has one, two or three
/// dimensions.
using DensityLaw = std::function<double(const Vec3&)>;

/// A mass distribution that was integrated numerically.
struct IntegratedMass {
  RigidMass body;  ///< In the shape's frame.
  /// Estimated error: of the mass relative to the mass, or of the second moment relative to its
  /// trace, whichever is larger.
  double error = 0.0;
  int points = 0;  ///< In each direction.
};

/// Mass distribution of a shape whose density changes from point to point:
///
///   m = ∫ ρ dV,   c = ∫ ρ r dV / m,   J = ∫ ρ (r - c)(r - c)ᵀ dV                           (1)
///
/// By products of Gauss-Legendre rules in the shape's own coordinates (of a cylinder: radius,
/// angle, height). The number of points doubles until nothing changes any more, or 64 in each
/// direction are reached; the last change is the estimate of the error. Polynomials and other
/// smooth laws are integrated to rounding.
///
/// Shapes: rod, rectangle, disc, annulus, ellipse, box, cylinder, tube, sphere, hollow_sphere,
/// hemisphere, cone, frustum, ellipsoid, torus, tetrahedron, capsule.
/// @throws ModelError for another shape, bad sizes, or a density that is negative or not finite
///   somewhere, or zero everywhere.
IntegratedMass integrated_mass(const Shape& shape, const DensityLaw& density);

}  // namespace appell::mass
