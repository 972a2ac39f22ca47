#pragma once

#include <string>

#include "appell/mass/shape.hpp"
#include "appell/spatial/transform.hpp"

namespace appell::mass {

/// Whether one shape lies inside another.
struct Containment {
  enum class Verdict { kInside, kOutside, kNotChecked };

  Verdict verdict = Verdict::kNotChecked;
  double excess = 0.0;  ///< kOutside: how far the point found is outside, in m (a lower bound).
  Vec3 point = Vec3::Zero();  ///< kOutside: a point of the inner shape that is outside the host.
  std::string reason;         ///< kNotChecked: why.
};

/// Whether `inner` (placed by X_BI) lies inside `host` (placed by X_BH); touching from inside
/// counts, up to 1e-9 of the host's size.
///
/// A convex host H is where a few convex functions g_k are not positive: distances beyond a plane,
/// a cylinder, a cone or a ball. The inner shape is inside if and only if
///
///   max { g_k(r) : r in the inner shape } <= 0   for every k                                (1)
///
/// and a convex function has its maximum at the extreme points of the shape's hull: corners, rims,
/// or those moved out by a ball's radius. Beyond planes the maximum is a closed form for every
/// solid; on corners and rims every g_k is maximised. So the verdict is exact for
///
///   host    box, tetrahedron, prism over a convex polygon                  inner: any solid
///   host    cylinder, cone, frustum, sphere, cap, hemisphere, capsule      inner: any solid but
///   cap,
///                                                                          hemisphere, ellipsoid
///   host    ellipsoid                                                      inner: with corners and
///                                                                          rims only
///
/// Caps, hemispheres and ellipsoids inside a round host are tried by the cylinder or box around
/// them: kInside is then proved, the opposite is not, and kNotChecked is said. Hosts that are not
/// convex are not checked, nor shapes that are no solids.
/// @throws ModelError if the sizes of a shape are bad, as unit_density_mass().
Containment containment(const Shape& inner, const spatial::Transform& X_BI, const Shape& host,
                        const spatial::Transform& X_BH);

/// How far the point is outside the shape (negative inside), in m; a lower bound outside. NaN if
/// the shape is not a convex solid.
double distance_outside(const Vec3& p_B, const Shape& shape, const spatial::Transform& X_BS);

}  // namespace appell::mass
