#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/tree_body.hpp"
#include "appell/engine/world_call.hpp"
#include "appell/engine/xyz.hpp"

namespace appell::engine {
namespace {

/// Which vectors of a body are kept for those that it carries, see eqs. (10), (11) of MatrixKernel.
enum AncestorVector { kU, kT, kV, kT1, kV1, kT2, kV2 };

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

  /// Σ factor · vector, over some of a body's vectors.
  template <int count>
  struct LinearForm {
    int vectors[count];
    Lanes factors[count];
  };

  /// write(j, values, n): a linear form of bodies j .. j + n - 1, n at most 4, for all that carry
  /// body i, and itself.
  template <int count, class Write>
  APPELL_INLINE void for_ancestors(int i, const LinearForm<count>& form, const Write& write) const {
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

/// The same of many samples: body by body.
/// @tparam num_vectors  that are kept of a body.
template <class V, int num_vectors>
class AncestorVectors {
 public:
  APPELL_INLINE explicit AncestorVectors(V* vectors) : memory(vectors) {}

  APPELL_INLINE void put(int vector, int body, const V& v) const {
    set(v, memory[body * num_vectors + vector]);
  }
  APPELL_INLINE const V& get(int vector, int body) const {
    return memory[body * num_vectors + vector];
  }

 private:
  V* memory;
};

}  // namespace
}  // namespace appell::engine
