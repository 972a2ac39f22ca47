#pragma once

// Included only by the kernels, see pack.hpp.

#include <type_traits>

#include "appell/engine/ancestor_columns.hpp"
#include "appell/engine/composite_bodies.hpp"
#include "appell/engine/composite_mass.hpp"
#include "appell/engine/row_blocks.hpp"
#include "appell/engine/single_rows.hpp"

namespace appell::engine {
namespace {

/// Matrices of the equations of motion and their time derivatives to order N, from the composite
/// bodies and their F, N, G, K. For every body j on the way from i to the root, i included, and
/// Δ = p_i - p_j:
///
///   M_ij = t_j z_j·(N + Δ × F) + s_j z_j·F                                                  (5)
///   C_ij = t_j (z_j'·(N + Δ × F) + z_j·(G + Δ' × F)) + s_j z_j'·F                           (6)
///   C_ji = t_j z_j·(N' - G + Δ × F') + s_j z_j·F'                                           (7)
///   ∂τ_i/∂q_j = t_j (z_j''·(N + Δ × F) + 2 z_j'·(G + Δ' × F) - (z_j × a_j)·F) + s_j z_j''·F (8)
///   ∂τ_j/∂q_i = t_j z_j·(K + Δ × F'') + s_j z_j·F''                                         (9)
///
/// @tparam order  N where it is known at compile time; else -1.
template <class V, int order, MatrixContent content>
class MatrixKernel : CompositeBodies<V, order, content> {
  using Bodies = CompositeBodies<V, order, content>;

 public:
  explicit MatrixKernel(const WorldCall& world_call)
      : Bodies(world_call), row_step(world_call.row_step), column_step(world_call.column_step) {}

  APPELL_INLINE void run() const {
    if (!call.is_full) clear_results();
    if constexpr (!kIsSingle && order == 0) {
      if constexpr (kHasCoriolis) {
        return run_in_blocks();
      } else {
        return run_mass_in_blocks();
      }
    }
    at.compute();
    if constexpr (kIsSingle && order == 0) {
      if (call.in_order && call.num_bodies >= kManyBodies) {
        return run_about_root(AncestorColumns(call, behind_blocks<double>()));
      }
    }
    for (int i = 0; i < call.num_bodies; ++i) own_mass(i);
    for (int i = call.num_bodies - 1; i >= 0; --i) {
      entries(i);
      if (call.bodies[i].parent >= 0) add_to_parent(i);
    }
  }

 private:
  using S = typename V::Scalar;
  using Bodies::a, Bodies::add_to_parent, Bodies::at, Bodies::call, Bodies::N, Bodies::own_mass,
      Bodies::wrenches, Bodies::z_a;
  using Bodies::kCapacity, Bodies::kHasCoriolis, Bodies::kHasPartials, Bodies::kOfInertia;
  using typename Bodies::Wrenches;

  static constexpr int kManyBodies = 12;  ///< So many are faster by columns.
  static constexpr bool kIsSingle = std::is_same_v<V, Lanes>;

  APPELL_INLINE void clear_results() const {
    const int n2 = call.num_coordinates * call.num_coordinates;
    if constexpr (kIsSingle) {
      const std::size_t size = static_cast<std::size_t>((N + 1) * n2) * sizeof(double);
      if (call.M) std::memset(call.M, 0, size);
      if (kHasCoriolis && call.C) std::memset(call.C, 0, size);
      if (kHasPartials && call.dtau_dq) std::memset(call.dtau_dq, 0, size);
      return;
    }
    if (!call.is_once) {
      for (int e = 0; e < (N + 1) * n2; ++e) clear(e);
      return;
    }
    for (int i = 1; i < call.num_bodies; ++i) {  // What no pair of bodies writes.
      int ancestor = call.bodies[i].parent;
      for (int j = i - 1; j >= 0; --j) {
        if (j == ancestor) {
          ancestor = call.bodies[j].parent;
          continue;
        }
        const int row = call.bodies[i].coordinate, column = call.bodies[j].coordinate;
        for (int k = 0; k <= N; ++k) {
          clear(k * n2 + row * call.num_coordinates + column);
          clear(k * n2 + column * call.num_coordinates + row);
        }
      }
    }
  }
  APPELL_INLINE void clear(std::ptrdiff_t entry) const {
    const S zero = Make<V>::scalar(0.0);
    if (call.M) write(call.M + entry * call.out_stride, zero);
    if (kHasCoriolis && call.C) write(call.C + entry * call.out_stride, zero);
    if (kHasPartials && call.dtau_dq) write(call.dtau_dq + entry * call.out_stride, zero);
  }

  APPELL_INLINE void entries(int i) const {
    const TreeBody& body = call.bodies[i];
    Wrenches of;
    wrenches(body, i, of);
    for (int j = i; j >= 0; j = call.bodies[j].parent) pair(body, i, call.bodies[j], j, of);
  }

  /// Eqs. (5) to (9), their terms of one coefficient after the other.
  APPELL_INLINE void pair(const TreeBody& I_body, int i, const TreeBody& J_body, int j,
                          const Wrenches& of) const {
    const V *z = at.z(j), *p_i = at.p(i), *p_j = at.p(j);
    const double ratio = I_body.ratio * J_body.ratio;
    const int row = I_body.coordinate, column = J_body.coordinate;
    V d[kCapacity + 1], moment[kCapacity], rate[kHasCoriolis ? kCapacity : 1];
    APPELL_UNROLL
    for (int k = 0; k <= N + kOfInertia; ++k) d[k] = p_i[k] - p_j[k];
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) {
      moment[k] = of.moment[k] + sum_to(k, [&](int l) { return cross(d[l], of.F[k - l]); });
      S entry = sum_to(k, [&](int l) { return dot(z[l], moment[k - l]); });
      if (J_body.slides) [[unlikely]]
        entry = entry * J_body.turn +
                sum_to(k, [&](int l) { return dot(z[l], of.F[k - l]); }) * J_body.slide;
      entry = entry * ratio;
      if (k == 0 && i == j) entry += I_body.rotor;
      if (call.M) add_both(call.M, k, row, column, entry, i != j);
    }
    if constexpr (kHasCoriolis)
      coriolis_pair(J_body, i != j, row, column, ratio, z, d, moment, of, rate);
    if constexpr (kHasPartials) {
      if (call.dtau_dq) partial_pair(J_body, j, i != j, row, column, ratio, z, d, moment, rate, of);
    }
  }

  APPELL_INLINE void coriolis_pair(const TreeBody& J_body, bool differ, int row, int column,
                                   double ratio, const V* z, const V* d, const V* moment,
                                   const Wrenches& of, V* rate) const {
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) {
      rate[k] =
          of.G[k] + sum_to(k, [&](int l) { return cross(d[k - l + 1], of.F[l]) * (k - l + 1.0); });
      if (!call.C) continue;
      V below = V{}, above = V{}, below_slid = V{}, above_slid = V{};
      APPELL_UNROLL
      for (int l = 0; l <= k; ++l) {
        const V z_rate = z[l + 1] * (l + 1.0);
        const V F_rate = of.F[k - l + 1] * (k - l + 1.0);
        below += by_components(z_rate, moment[k - l]) + by_components(z[l], rate[k - l]);
        const V turned = of.rest[k - l] + sum_to(k - l, [&](int n) {
                           return cross(d[k - l - n], of.F[n + 1]) * (n + 1.0);
                         });
        above += by_components(z[l], turned);
        if (J_body.slides) [[unlikely]] {
          below_slid += by_components(z_rate, of.F[k - l]);
          above_slid += by_components(z[l], F_rate);
        }
      }
      if (J_body.slides) [[unlikely]] {
        below = below * J_body.turn + below_slid * J_body.slide;
        above = above * J_body.turn + above_slid * J_body.slide;
      }
      const double scale = ratio * call.C_factor;
      add(call.C, k, row, column, sum_of_components(below) * scale);
      if (differ) add(call.C, k, column, row, sum_of_components(above) * scale);
    }
  }

  APPELL_INLINE void partial_pair(const TreeBody& J_body, int j, bool differ, int row, int column,
                                  double ratio, const V* z, const V* d, const V* moment,
                                  const V* rate, const Wrenches& of) const {
    const V* z_a_j = z_a(j);
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) {
      V below = V{}, above = V{}, below_slid = V{}, above_slid = V{};
      APPELL_UNROLL
      for (int l = 0; l <= k; ++l) {
        const V z_1 = z[l + 1] * (2.0 * (l + 1.0)), z_2 = z[l + 2] * ((l + 1.0) * (l + 2.0));
        below += by_components(z_2, moment[k - l]) + by_components(z_1, rate[k - l]) -
                 by_components(z_a_j[l], of.F[k - l]);
        const V turned = of.K[k - l] + sum_to(k - l, [&](int n) {
                           return cross(d[k - l - n], of.F[n + 2]) * ((n + 1.0) * (n + 2.0));
                         });
        above += by_components(z[l], turned);
        if (J_body.slides) [[unlikely]] {
          below_slid += by_components(z_2, of.F[k - l]);
          above_slid += by_components(z[l], of.F[k - l + 2]) * ((k - l + 1.0) * (k - l + 2.0));
        }
      }
      if (J_body.slides) [[unlikely]] {
        below = below * J_body.turn + below_slid * J_body.slide;
        above = above * J_body.turn + above_slid * J_body.slide;
      }
      add(call.dtau_dq, k, row, column, sum_of_components(below) * ratio);
      if (differ) add(call.dtau_dq, k, column, row, sum_of_components(above) * ratio);
    }
  }

  // ---- The same of order 0 with all moments about the origin o of the body at the root, which is
  // as good as fixed: with u = p - o and the wrenches of body i about o,
  //
  //   T = t z,  V = u × T + s z,  A = N + u × F
  //   M_ij = T_j·A + V_j·F,  C_ij = T_j'·A + V_j'·F + T_j·(G + u' × F)                       (10)
  //   C_ji = T_j·(N' - G + u × F') + V_j·F'
  //   ∂τ_i/∂q_j = T_j''·A + 2 T_j'·(G + u' × F) + (s_j z_j'' - t_j (z_j'' × u_j
  //               + 2 z_j' × u_j' + z_j × a_j))·F,  ∂τ_j/∂q_i = T_j·(K + u × F'') + V_j·F''   (11)

  template <class T>
  APPELL_INLINE T* behind_blocks() const {
    return reinterpret_cast<T*>(at.block((call.num_bodies + 3) / 4 * 4));
  }

  APPELL_INLINE void run_about_root(const AncestorColumns& ancestors) const {
    // Early, because a load of several numbers waits until those stored one by one are in the
    // cache.
    for (int i = 0; i < call.num_bodies; ++i) set_vectors(i, ancestors);
    for (int i = 0; i < call.num_bodies; ++i) own_mass(i);
    write_rows(SingleRows<content>(call, ancestors), ancestors);
  }

  template <class Ancestors>
  APPELL_INLINE void set_vectors(int i, const Ancestors& ancestors) const {
    const TreeBody& body = call.bodies[i];
    const V *z = at.z(i), *p = at.p(i);
    const double t = body.ratio * body.turn, s = body.ratio * body.slide;
    const V u =
        body.parent < 0 ? V{} : ancestors.get(kU, body.parent) + p[0] - at.p(body.parent)[0];
    ancestors.put(kU, i, u);
    const V T = z[0] * t;
    ancestors.put(kT, i, T);
    ancestors.put(kV, i, cross(u, T) + z[0] * s);
    if constexpr (kHasCoriolis) {
      const V T_1 = z[1] * t;
      ancestors.put(kT1, i, T_1 * call.C_factor);
      ancestors.put(kV1, i, (cross(u, T_1) + cross(p[1], T) + z[1] * s) * call.C_factor);
      if constexpr (kHasPartials) {
        const V T_2 = z[2] * (2.0 * t);
        ancestors.put(kT2, i, T_2);
        ancestors.put(
            kV2, i, cross(u, T_2) + cross(p[1], T_1) * 2.0 + cross(a(i, 0), T) + z[2] * (2.0 * s));
      }
    }
  }

  /// The same of many samples, several bodies of a chain at a time.
  APPELL_INLINE void run_in_blocks() const {
    using Rows = RowBlocks<V, content>;
    const typename Rows::Ancestors ancestors(behind_blocks<V>());
    const Rows rows(call, ancestors);
    at.compute([&](int i) {
      set_vectors(i, ancestors);
      own_mass(i);
    });
    write_rows(rows, ancestors);
  }

  /// From the tips to the root, bodies of a chain together.
  template <class Rows, class Ancestors>
  APPELL_INLINE void write_rows(const Rows& rows, const Ancestors& ancestors) const {
    RowFactors<V> of[Rows::kMost];
    for (int i = call.num_bodies - 1; i >= 0;) {
      const int last = i;
      int count = 0;
      bool goes_on = true;
      while (goes_on) {
        set_factors(i, ancestors.get(kU, i), of[count++]);
        const int parent = call.bodies[i].parent;
        if (parent >= 0) add_to_parent(i);
        goes_on = parent == i - 1 && parent >= 0 && count < Rows::kMost;
        --i;
      }
      rows.write(last, count, of);
    }
  }

  /// M alone, with what a body carries in registers.
  APPELL_INLINE void run_mass_in_blocks() const {
    using Rows = RowBlocks<V, content>;
    using Composite = CompositeMass<V>;
    const typename Rows::Ancestors ancestors(behind_blocks<V>());
    const Rows rows(call, ancestors);
    at.compute([&](int i) {
      set_vectors(i, ancestors);
      if (call.bodies[i].has_distant_child) [[unlikely]]
        own_mass(i);
    });
    RowFactors<V> of[Rows::kMost];
    Composite carried{};  // By the body, of those that come after it.
    for (int i = call.num_bodies - 1; i >= 0;) {
      const int last = i;
      int count = 0;
      bool goes_on = true;
      while (goes_on) {
        const TreeBody& body = call.bodies[i];
        const int P = body.parent;
        // The sums of the kernels of all matrices, so M has the same bits.
        if (body.has_distant_child) [[unlikely]] {
          carried.add({Bodies::h(i)[0], Bodies::I(i)[0]});
        } else {
          carried.add(Composite::of_body(body, at.x(i)[0], at.y(i)[0], at.z(i)[0]));
        }
        set_factors(i, ancestors.get(kU, i), carried, of[count++]);
        if (P >= 0) carried = carried.seen_from(at.p(i)[0] - at.p(P)[0], body.carried_mass);
        goes_on = P == i - 1 && P >= 0 && count < Rows::kMost;
        if (P != i - 1 || P < 0) {
          if (P >= 0) {
            Bodies::h(P)[0] += carried.h;
            Bodies::I(P)[0] += carried.I;
          }
          carried = Composite{};
        }
        --i;
      }
      rows.write(last, count, of);
    }
  }

  APPELL_INLINE void set_factors(int i, const V& u, const CompositeMass<V>& carried,
                                 RowFactors<V>& to) const {
    const TreeBody& body = call.bodies[i];
    const V z = at.z(i)[0];
    V F = cross(z, carried.h), moment = carried.I * z;
    if (body.slides) [[unlikely]] {
      F = F * body.turn + z * (body.slide * body.carried_mass);
      moment = moment * body.turn + cross(carried.h, z) * body.slide;
    }
    F = F * body.ratio;
    set(F, to.F);
    set(moment * body.ratio + cross(u, F), to.A);
  }

  APPELL_INLINE void set_factors(int i, const V& u, RowFactors<V>& to) const {
    const double ratio = call.bodies[i].ratio, scale = call.C_factor;
    Wrenches of;
    wrenches(call.bodies[i], i, of);
    const V F = of.F[0] * ratio;
    set(F, to.F);
    set(of.moment[0] * ratio + cross(u, F), to.A);
    if constexpr (kHasCoriolis) {
      const V G = of.G[0] * ratio + cross(at.p(i)[1], F);
      set(G * scale, to.G);
      const V F_1 = of.F[1] * (ratio * scale);
      set(F_1, to.F_1);
      set(of.rest[0] * (ratio * scale) + cross(u, F_1), to.rest);
      if constexpr (kHasPartials) {
        set(G * (2.0 / scale), to.G_2);
        const V F_2 = of.F[2] * (2.0 * ratio);
        set(F_2, to.F_2);
        set(of.K[0] * ratio + cross(u, F_2), to.K);
      }
    }
  }

  APPELL_INLINE void add(double* to, int k, int row, int column, S value) const {
    const std::ptrdiff_t n2 = std::ptrdiff_t{call.num_coordinates} * call.num_coordinates;
    double* entry = to + (k * n2 + row * row_step + column * column_step) * call.out_stride;
    write(entry, call.is_once ? value : read(entry, static_cast<S*>(nullptr)) + value);
  }
  APPELL_INLINE void add_both(double* to, int k, int row, int column, S value, bool differ) const {
    add(to, k, row, column, value);
    if (differ) add(to, k, column, row, value);
  }

  const std::ptrdiff_t row_step, column_step;  ///< See WorldCall.
};

template <class V, int order, MatrixContent content>
void run_matrices(const WorldCall& call) {
  MatrixKernel<V, order, content>(call).run();
}

}  // namespace
}  // namespace appell::engine
