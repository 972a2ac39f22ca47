#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/tree_body.hpp"
#include "appell/engine/xyz.hpp"

namespace appell::engine {
namespace {

/// h = ∫ ρ dm and I = ∫ (ρ·ρ 1 - ρρᵀ) dm of a body with all that it carries, now, in world axes
/// about its own origin: what M alone asks for. In registers from a body to its parent, because
/// memory would be the longest part of the way.
template <class V>
struct CompositeMass {
  V h;
  Symmetric<V> I;

  /// Of the body alone, whose axes are x, y, z.
  APPELL_INLINE static CompositeMass of_body(const TreeBody& body, const V& x, const V& y,
                                             const V& z) {
    const double *mc = body.first_moment, *J = body.inertia;
    const V X = x * J[0] + y * J[3] + z * J[4];  // Columns of R I0.
    const V Y = x * J[3] + y * J[1] + z * J[5];
    const V Z = x * J[4] + y * J[5] + z * J[2];
    CompositeMass own = {x * mc[0] + y * mc[1],
                         {by_components(X, x) + by_components(Y, y) + by_components(Z, z),
                          by_components(yzx(X), zxy(x)) + by_components(yzx(Y), zxy(y)) +
                              by_components(yzx(Z), zxy(z))}};
    if (body.slides) [[unlikely]]
      own.h += z * mc[2];  // Else the parent has it: see regroup.hpp.
    return own;
  }

  APPELL_INLINE void add(const CompositeMass& other) {
    h += other.h;
    I.diagonal += other.I.diagonal;
    I.others += other.I.others;
  }

  /// About a point from which the origin is at d; m is the mass.
  APPELL_INLINE CompositeMass seen_from(const V& d, double m) const {
    V g = h, moved = h;
    if (m != 0.0) {
      g += d * (0.5 * m);
      moved += d * m;
    }
    return {moved, I + shift_of_inertia(g, d)};
  }
};

}  // namespace
}  // namespace appell::engine
