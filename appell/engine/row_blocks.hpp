#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/ancestor_columns.hpp"
#include "appell/engine/matrix_content.hpp"
#include "appell/engine/world_kernel.hpp"

namespace appell::engine {
namespace {

/// Wrenches of a body about the root, eqs. (10), (11) of MatrixKernel: what its row and column of
/// the matrices are made of, together with the vectors that are kept of those that carry it.
template <class V>
struct RowFactors {
  V A, F;
  V G, rest, F_1;  ///< For C, times its factor; rest = N' - G + u × F'.
  V G_2, K, F_2;   ///< For ∂τ/∂q; K + u × F''.
};

/// Entries of the matrices of many samples from such factors. Several rows at a time share what
/// they read of an ancestor, and in its row they write what stands side by side: of a long chain
/// neither stays in the first-level cache.
template <class V, MatrixContent content>
class RowBlocks {
  static constexpr bool kHasCoriolis = content >= MatrixContent::kCoriolis;
  static constexpr bool kHasPartials = content == MatrixContent::kPartials;

 public:
  using Ancestors = AncestorVectors<V, num_ancestor_vectors(static_cast<int>(content))>;
  static constexpr int kMost = 4;  ///< Rows of a block.

  APPELL_INLINE RowBlocks(const WorldCall& world_call, const Ancestors& vectors)
      : bodies(world_call.bodies),
        is_once(world_call.is_once),
        M(world_call.M),
        C(world_call.C),
        dtau_dq(world_call.dtau_dq),
        ancestors(vectors),
        row_step(world_call.row_step * world_call.out_stride),
        column_step(world_call.column_step * world_call.out_stride) {}

  /// Rows and columns of `count` bodies: `last` and those before it, each of which carries the one
  /// after it. The factors come in this order.
  APPELL_INLINE void write(int last, int count, const RowFactors<V>* of) const {
    const int first = last - count + 1;
    const bool in_block = count == kMost && is_once;
    for (int r = 0; r < count; ++r) {
      const RowFactors<V> own = of[r];  // A copy stays in registers although results are stored.
      const int i = last - r;
      for (int j = i; j >= (in_block ? first : 0); j = bodies[j].parent) pair(i, j, own);
    }
    if (in_block && bodies[first].parent >= 0) write_block(last, of);
  }

 private:
  using S = typename V::Scalar;
  using Factors = RowFactors<V>;

  /// One entry and its mirror image.
  APPELL_INLINE void pair(int i, int j, const Factors& of) const {
    const TreeBody &I_body = bodies[i], &J_body = bodies[j];
    const std::ptrdiff_t below = I_body.coordinate * row_step + J_body.coordinate * column_step;
    const std::ptrdiff_t above = J_body.coordinate * row_step + I_body.coordinate * column_step;
    if (M) {
      S entry = mass(j, of);
      if (i == j) entry += I_body.rotor;
      add(M + below, entry);
      if (i != j) add(M + above, entry);
    }
    if constexpr (kHasCoriolis) {
      if (C) {
        add(C + below, coriolis_below(j, of));
        if (i != j) add(C + above, coriolis_above(j, of));
      }
    }
    if constexpr (kHasPartials) {
      if (dtau_dq) {
        add(dtau_dq + below, partial_below(j, of));
        if (i != j) add(dtau_dq + above, partial_above(j, of));
      }
    }
  }
  APPELL_INLINE void add(double* to, const S& value) const {
    store(to, is_once ? value : load<S>(to) + value);
  }

  /// The entries of a block's rows with those that carry all of them: one form after the other, so
  /// that its factors of all rows stay in registers.
  APPELL_INLINE void write_block(int last, const Factors* of) const {
    if (M) {
      const Form<2> form{{kT, kV}, {&Factors::A, &Factors::F}};
      for_ancestors(last, of, form, [&](std::ptrdiff_t row, std::ptrdiff_t column, const S& value) {
        store(M + row * row_step + column * column_step, value);
        store(M + column * row_step + row * column_step, value);
      });
    }
    if constexpr (kHasCoriolis) {
      if (C) {
        write_below(C, last, of, {{kT1, kV1, kT}, {&Factors::A, &Factors::F, &Factors::G}});
        write_above(C, last, of, {{kT, kV}, {&Factors::rest, &Factors::F_1}});
      }
    }
    if constexpr (kHasPartials) {
      if (dtau_dq) {
        write_below(dtau_dq, last, of,
                    {{kT2, kV2, kT1}, {&Factors::A, &Factors::F, &Factors::G_2}});
        write_above(dtau_dq, last, of, {{kT, kV}, {&Factors::K, &Factors::F_2}});
      }
    }
  }

  /// Σ factor · vector of an ancestor.
  template <int count>
  struct Form {
    AncestorVector vectors[count];
    V Factors::* factors[count];
  };

  APPELL_INLINE void write_below(double* to, int last, const Factors* of,
                                 const Form<3>& form) const {
    for_ancestors(last, of, form, [&](std::ptrdiff_t row, std::ptrdiff_t column, const S& value) {
      store(to + row * row_step + column * column_step, value);
    });
  }
  APPELL_INLINE void write_above(double* to, int last, const Factors* of,
                                 const Form<2>& form) const {
    for_ancestors(last, of, form, [&](std::ptrdiff_t row, std::ptrdiff_t column, const S& value) {
      store(to + column * row_step + row * column_step, value);
    });
  }

  template <int count, class Write>
  APPELL_INLINE void for_ancestors(int last, const Factors* of, const Form<count>& form,
                                   const Write& write) const {
    V x[kMost][count];  // A copy stays in registers although results are stored.
    std::ptrdiff_t row[kMost];
    APPELL_UNROLL
    for (int r = 0; r < kMost; ++r) {
      row[r] = bodies[last - r].coordinate;
      APPELL_UNROLL
      for (int v = 0; v < count; ++v) x[r][v] = of[r].*form.factors[v];
    }
    const int first = last - kMost + 1;
    for (int j = bodies[first].parent; j >= 0; j = bodies[j].parent) {
      const std::ptrdiff_t column = bodies[j].coordinate;
      S sums[kMost];
      APPELL_UNROLL
      for (int v = 0; v < count; ++v) {
        const V& a = ancestors.get(form.vectors[v], j);
        APPELL_UNROLL
        for (int r = 0; r < kMost; ++r) {
          sums[r] = v == 0 ? first_of(a, x[r][0]) : plus(sums[r], a, x[r][v]);
        }
      }
      APPELL_UNROLL
      for (int r = 0; r < kMost; ++r) write(row[r], column, sums[r]);
    }
  }

  APPELL_INLINE S mass(int j, const Factors& of) const { return form(j, kT, of.A, kV, of.F); }
  APPELL_INLINE S coriolis_below(int j, const Factors& of) const {
    return form(j, kT1, of.A, kV1, of.F, kT, of.G);
  }
  APPELL_INLINE S coriolis_above(int j, const Factors& of) const {
    return form(j, kT, of.rest, kV, of.F_1);
  }
  APPELL_INLINE S partial_below(int j, const Factors& of) const {
    return form(j, kT2, of.A, kV2, of.F, kT1, of.G_2);
  }
  APPELL_INLINE S partial_above(int j, const Factors& of) const {
    return form(j, kT, of.K, kV, of.F_2);
  }

  APPELL_INLINE S form(int j, AncestorVector a, const V& x, AncestorVector b, const V& y) const {
    return plus(first_of(ancestors.get(a, j), x), ancestors.get(b, j), y);
  }
  APPELL_INLINE S form(int j, AncestorVector a, const V& x, AncestorVector b, const V& y,
                       AncestorVector c, const V& z) const {
    return plus(form(j, a, x, b, y), ancestors.get(c, j), z);
  }
  APPELL_INLINE static S first_of(const V& a, const V& x) {
    return rounded(a.x * x.x) + a.y * x.y + a.z * x.z;
  }
  APPELL_INLINE static S plus(const S& sum, const V& a, const V& x) {
    return sum + a.x * x.x + a.y * x.y + a.z * x.z;
  }

  // Copies, which stay in registers although results are stored.
  const TreeBody* const bodies;
  const bool is_once;
  double *const M, *const C, *const dtau_dq;
  const Ancestors ancestors;
  const std::ptrdiff_t row_step, column_step;  ///< In numbers.
};

}  // namespace
}  // namespace appell::engine
