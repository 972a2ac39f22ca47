#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/tree_body.hpp"
#include "appell/engine/world_call.hpp"
#include "appell/engine/xyz.hpp"

namespace appell::engine {
namespace {

/// Σ factor · vector, over some of the vectors that are kept of a body.
template <class V, int count>
struct LinearForm {
  int vectors[count];
  V factors[count];
};

/// Vectors of the bodies of one sample, component by component: a number of four bodies that follow
/// each other is one load, so that four entries of a matrix, for a body and four of those that
/// carry it, are a few multiplications.
class AncestorColumns {
 public:
  APPELL_INLINE AncestorColumns(const WorldCall& world_call, double* columns)
      : call(world_call), memory(columns), length(ancestor_column_length(world_call.num_bodies)) {}

  APPELL_INLINE void put(int vector, int body, const Lanes& v) const {
    double* to = memory + 3 * vector * length + body;
    APPELL_UNROLL
    for (int e = 0; e < 3; ++e) to[e * length] = v.v[e];
  }
  APPELL_INLINE Lanes get(int vector, int body) const {
    const double* from = memory + 3 * vector * length + body;
    return {Pack4{from[0], from[length], from[2 * length], 0.0}};
  }

  /// write(j, values, n): a linear form of bodies j .. j + n - 1, n at most 4, for all that carry
  /// body i, and itself.
  template <int count, class Write>
  APPELL_INLINE void for_ancestors(int i, const LinearForm<Lanes, count>& form,
                                   const Write& write) const {
    Pack4 factors[3 * count];
    APPELL_UNROLL
    for (int c = 0; c < 3 * count; ++c) {
      factors[c] = broadcast<Pack4>(form.factors[c / 3].v[c % 3]);
    }
    for (int last = i; last >= 0;) {
      int first = last;  // Of a run of bodies that each hang on the one before.
      while (call.bodies[first].parent == first - 1 && first > 0) --first;
      for (int j = first; j <= last; j += 4) {
        Pack4 sums[count];  // Not one long chain.
        APPELL_UNROLL
        for (int v = 0; v < count; ++v) {
          const double* column = memory + 3 * form.vectors[v] * length + j;
          sums[v] = load<Pack4>(column) * factors[3 * v] +
                    load<Pack4>(column + length) * factors[3 * v + 1] +
                    load<Pack4>(column + 2 * length) * factors[3 * v + 2];
        }
        APPELL_UNROLL
        for (int v = 1; v < count; ++v) sums[0] += sums[v];
        write(j, sums[0], last - j < 3 ? last - j + 1 : 4);
      }
      last = call.bodies[first].parent;
    }
  }

 private:
  const WorldCall& call;
  double* memory;
  const std::ptrdiff_t length;
};

/// The same of many samples: body by body, and a linear form is of one ancestor.
/// @tparam num_vectors  that are kept of a body.
template <class V, int num_vectors>
class AncestorVectors {
 public:
  APPELL_INLINE AncestorVectors(const WorldCall& world_call, V* vectors)
      : call(world_call), memory(vectors) {}

  APPELL_INLINE void put(int vector, int body, const V& v) const {
    set(v, memory[body * num_vectors + vector]);
  }
  APPELL_INLINE const V& get(int vector, int body) const {
    return memory[body * num_vectors + vector];
  }

  template <int count, class Write>
  APPELL_INLINE void for_ancestors(int i, const LinearForm<V, count>& form,
                                   const Write& write) const {
    for (int j = i; j >= 0; j = call.bodies[j].parent) {
      const V first = by_components(get(form.vectors[0], j), form.factors[0]);
      V sum{rounded(first.x), rounded(first.y), rounded(first.z)};
      APPELL_UNROLL
      for (int v = 1; v < count; ++v) {
        sum += by_components(get(form.vectors[v], j), form.factors[v]);
      }
      write(j, sum_of_components(sum), 1);
    }
  }

 private:
  const WorldCall& call;
  V* memory;
};

}  // namespace
}  // namespace appell::engine
