#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/matrix_content.hpp"
#include "appell/engine/world_kernel.hpp"

namespace appell::engine {
namespace {

/// What each body carries, itself included, as one composite body, and what a unit of its joint's
/// rate asks of that; series to order N, derived in docs/engine.md. A unit of the rate of joint i
/// gives a point r of what body i carries the velocity e_i = t z × ρ + s z, ρ = r - p_i. With m,
/// h = ∫ ρ dm, I = ∫ (ρ·ρ 1 - ρρᵀ) dm, k = ∫ ρ × ρ' dm, a = p_i'' - g, f = m a + h'' and
/// n = ∫ ρ × (r'' - g) dm of what body i carries, all in world axes, about its own moving origin:
///
///   F = ∫ e_i dm           = t z × h + s m z                                                (1)
///   N = ∫ ρ × e_i dm       = t I z + s h × z                                                (2)
///   G = ∫ ρ' × e_i dm      = t (I' z + k × z)/2 + s h' × z                                  (3)
///   K = t (I z'' + I' z' - k × z' + z × n - h × (z × a)) + s (h × z'' + z × f)              (4)
///
/// @tparam order  N where it is known at compile time; else -1.
template <class V, int order, MatrixContent content>
class CompositeBodies : protected HighestOrder<order> {
 protected:
  explicit CompositeBodies(const WorldCall& world_call)
      : HighestOrder<order>(world_call.order),
        call(world_call),
        at(world_call, N + kNeed, matrix_block_size(N, kNeed)) {}

  using HighestOrder<order>::N;
  static constexpr int kNeed = static_cast<int>(content);  ///< Orders of q above N.
  static constexpr bool kHasCoriolis = kNeed >= 1, kHasPartials = kNeed >= 2;
  static constexpr int kOfInertia = kHasCoriolis ? 1 : 0;  ///< Orders of I above N.
  static constexpr int kHighest = order >= 0 ? order + kNeed : -1;
  static constexpr int kBlockSize = order >= 0 ? matrix_block_size(order, kNeed) : -1;
  static constexpr int kCapacity = order >= 0 ? order + 1 : kMaxWorldOrder + 1;

  // Where the parts of a body's block begin, behind its placement.
  APPELL_INLINE V* h(int i) const { return at.p(i) + at.N + 1; }
  APPELL_INLINE Symmetric<V>* I(int i) const {
    return reinterpret_cast<Symmetric<V>*>(h(i) + at.N + 1);
  }
  APPELL_INLINE V* w(int i) const { return reinterpret_cast<V*>(I(i) + N + kOfInertia + 1); }
  APPELL_INLINE V* k_of(int i) const { return w(i) + N + 2; }
  APPELL_INLINE V* n(int i) const { return k_of(i) + N + 2; }
  APPELL_INLINE V* z_a(int i) const { return n(i) + N + 1; }

  /// The acceleration of the origin less gravity.
  APPELL_INLINE V a(int i, int k) const {
    const V second = at.p(i)[k + 2] * ((k + 1.0) * (k + 2.0));
    if (k > 0) return second;
    return second - Make<V>::vector(call.gravity[0], call.gravity[1], call.gravity[2]);
  }

  /// h, I, and as far as needed ω, k, n of the body alone.
  APPELL_INLINE void own_mass(int i) const {
    const TreeBody& body = call.bodies[i];
    const double *mc = body.first_moment, *J = body.inertia;
    const V *x = at.x(i), *y = at.y(i), *z = at.z(i);
    V* h_i = h(i);
    APPELL_UNROLL
    for (int k = 0; k <= at.N; ++k) {
      h_i[k] = x[k] * mc[0] + y[k] * mc[1];
      if (body.slides) [[unlikely]]
        h_i[k] += z[k] * mc[2];  // Else the parent has it: see regroup.hpp.
    }
    V X[kCapacity + 1], Y[kCapacity + 1], Z[kCapacity + 1];  // Columns of R I0.
    Symmetric<V>* I_i = I(i);
    APPELL_UNROLL
    for (int k = 0; k <= N + kOfInertia; ++k) {
      X[k] = x[k] * J[0] + y[k] * J[3] + z[k] * J[4];
      Y[k] = x[k] * J[3] + y[k] * J[1] + z[k] * J[5];
      Z[k] = x[k] * J[4] + y[k] * J[5] + z[k] * J[2];
      I_i[k] = sum_to(k, [&](int j) { return outer(X[j], Y[j], Z[j], x, y, z, k - j); });
    }
    if constexpr (kHasCoriolis) own_momentum(body, i);
  }

  /// (R I0) Rᵀ of one coefficient each.
  APPELL_INLINE static Symmetric<V> outer(const V& X, const V& Y, const V& Z, const V* x,
                                          const V* y, const V* z, int j) {
    return {by_components(X, x[j]) + by_components(Y, y[j]) + by_components(Z, z[j]),
            by_components(yzx(X), zxy(x[j])) + by_components(yzx(Y), zxy(y[j])) +
                by_components(yzx(Z), zxy(z[j]))};
  }

  APPELL_INLINE void own_momentum(const TreeBody& body, int i) const {
    const V *z = at.z(i), *h_i = h(i);
    const Symmetric<V>* I_i = I(i);
    V *w_i = w(i), *k_i = k_of(i);
    const int highest = N + kNeed - 1;
    APPELL_UNROLL
    for (int k = 0; k <= highest; ++k) {
      const V turned = sum_to(k, [&](int j) { return z[k - j] * at.turning_rate(i, j); });
      w_i[k] = body.parent < 0 ? turned : w(body.parent)[k] + turned;
    }
    APPELL_UNROLL
    for (int k = 0; k <= highest; ++k) {
      k_i[k] = sum_to(k, [&](int j) { return I_i[j] * w_i[k - j]; });
    }
    if constexpr (kHasPartials) {
      V *n_i = n(i), *z_a_i = z_a(i);
      V a_i[kCapacity];
      APPELL_UNROLL
      for (int k = 0; k <= N; ++k) {
        a_i[k] = a(i, k);
        n_i[k] =
            k_i[k + 1] * (k + 1.0) + sum_to(k, [&](int j) { return cross(h_i[j], a_i[k - j]); });
        z_a_i[k] = sum_to(k, [&](int j) { return cross(z[j], a_i[k - j]); });
      }
    }
  }

  APPELL_INLINE void add_to_parent(int i) const {
    const TreeBody& body = call.bodies[i];
    const int P = body.parent;
    const double m = body.carried_mass;
    V d[kCapacity + 2], g[kCapacity + 2];
    V *h_i = h(i), *h_P = h(P);
    APPELL_UNROLL
    for (int k = 0; k <= at.N; ++k) {
      d[k] = at.p(i)[k] - at.p(P)[k];
      V moved = h_i[k];
      g[k] = moved;
      if (m != 0.0) {
        g[k] += d[k] * (0.5 * m);
        moved += d[k] * m;
      }
      h_P[k] += moved;
    }
    const Symmetric<V>* I_i = I(i);
    APPELL_UNROLL
    for (int k = 0; k <= N + kOfInertia; ++k) {
      I(P)[k] += I_i[k] + sum_to(k, [&](int j) { return shift_of_inertia(g[j], d[k - j]); });
    }
    if constexpr (kHasCoriolis) {
      APPELL_UNROLL
      for (int k = 0; k <= N; ++k) {
        k_of(P)[k] += k_of(i)[k] + sum_to(k, [&](int j) {
                        const V d_rate = d[k - j + 1] * (k - j + 1.0);
                        const V h_rate = h_i[k - j + 1] * (k - j + 1.0) + d_rate * m;
                        return cross(h_i[j], d_rate) + cross(d[j], h_rate);
                      });
      }
    }
    if constexpr (kHasPartials) {
      APPELL_UNROLL
      for (int k = 0; k <= N; ++k) {
        n(P)[k] += n(i)[k] + sum_to(k, [&](int j) { return cross(d[j], f(body, i, k - j)); });
      }
    }
  }

  APPELL_INLINE V f(const TreeBody& body, int i, int k) const {
    return a(i, k) * body.carried_mass + h(i)[k + 2] * ((k + 1.0) * (k + 2.0));
  }

  /// Eqs. (1) to (4) of a body: series in registers.
  struct Wrenches {
    V F[kCapacity + 2], moment[kCapacity];
    V G[kHasCoriolis ? kCapacity : 1], rest[kHasCoriolis ? kCapacity : 1];  ///< rest = N' - G
    V K[kHasPartials ? kCapacity : 1];
  };

  APPELL_INLINE void wrenches(const TreeBody& body, int i, Wrenches& of) const {
    const V *z = at.z(i), *h_i = h(i);
    const Symmetric<V>* I_i = I(i);
    const double t = body.turn, s = body.slide, m = body.carried_mass;
    APPELL_UNROLL
    for (int k = 0; k <= at.N; ++k) {
      of.F[k] = sum_to(k, [&](int j) { return cross(z[j], h_i[k - j]); });
      if (body.slides) [[unlikely]]
        of.F[k] = of.F[k] * t + z[k] * (s * m);  // Eq. (1)
    }
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) {
      of.moment[k] = sum_to(k, [&](int j) { return I_i[j] * z[k - j]; });
      if (body.slides) [[unlikely]] {  // Eq. (2)
        of.moment[k] =
            of.moment[k] * t + sum_to(k, [&](int j) { return cross(h_i[j], z[k - j]); }) * s;
      }
    }
    if constexpr (kHasCoriolis) coriolis_wrenches(body, i, of);
    if constexpr (kHasPartials) partial_wrenches(body, i, of);
  }

  APPELL_INLINE void coriolis_wrenches(const TreeBody& body, int i, Wrenches& of) const {
    const V *z = at.z(i), *h_i = h(i), *k_i = k_of(i);
    const Symmetric<V>* I_i = I(i);
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) {
      V I_rate_z = V{}, I_z_rate = V{}, k_z = V{};
      APPELL_UNROLL
      for (int j = 0; j <= k; ++j) {
        I_rate_z += (I_i[j + 1] * z[k - j]) * (j + 1.0);
        I_z_rate += (I_i[j] * z[k - j + 1]) * (k - j + 1.0);
        k_z += cross(k_i[j], z[k - j]);
      }
      of.G[k] = (I_rate_z + k_z) * 0.5;  // Eq. (3)
      of.rest[k] = I_z_rate + (I_rate_z - k_z) * 0.5;
      if (!body.slides) [[likely]]
        continue;
      V h_rate_z = V{}, h_z_rate = V{};
      for (int j = 0; j <= k; ++j) {
        h_rate_z += cross(h_i[j + 1], z[k - j]) * (j + 1.0);
        h_z_rate += cross(h_i[j], z[k - j + 1]) * (k - j + 1.0);
      }
      of.G[k] = of.G[k] * body.turn + h_rate_z * body.slide;
      of.rest[k] = of.rest[k] * body.turn + h_z_rate * body.slide;
    }
  }

  /// Eq. (4).
  APPELL_INLINE void partial_wrenches(const TreeBody& body, int i, Wrenches& of) const {
    const V *z = at.z(i), *h_i = h(i), *k_i = k_of(i), *n_i = n(i), *z_a_i = z_a(i);
    const Symmetric<V>* I_i = I(i);
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) {
      of.K[k] = sum_to(k, [&](int j) {
        const V z_1 = z[k - j + 1] * (k - j + 1.0);
        const V z_2 = z[k - j + 2] * ((k - j + 1.0) * (k - j + 2.0));
        return I_i[j] * z_2 + (I_i[j + 1] * z_1) * (j + 1.0) - cross(k_i[j], z_1) +
               cross(z[j], n_i[k - j]) - cross(h_i[j], z_a_i[k - j]);
      });
      if (!body.slides) [[likely]]
        continue;
      const V slid = sum_to(k, [&](int j) {
        const V z_2 = z[k - j + 2] * ((k - j + 1.0) * (k - j + 2.0));
        return cross(h_i[j], z_2) + cross(z[j], f(body, i, k - j));
      });
      of.K[k] = of.K[k] * body.turn + slid * body.slide;
    }
  }

  const WorldCall& call;
  const Placements<V, kHighest, kBlockSize> at;
};

}  // namespace
}  // namespace appell::engine
