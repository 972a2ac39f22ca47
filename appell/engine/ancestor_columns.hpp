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
/// each other is one load, so that four entries of a matrix are a few multiplications.
class AncestorColumns {
 public:
  APPELL_INLINE AncestorColumns(const WorldCall& world_call, double* columns)
      : memory(columns), length(ancestor_column_length(world_call.num_bodies)) {}

  APPELL_INLINE void put(int vector, int body, const Lanes& v) const {
    double* to = memory + 3 * vector * length + body;
    APPELL_UNROLL
    for (int e = 0; e < 3; ++e) to[e * length] = v.v[e];
  }
  APPELL_INLINE Lanes get(int vector, int body) const {
    const double* from = memory + 3 * vector * length + body;
    return {Pack4{from[0], from[length], from[2 * length], 0.0}};
  }

  /// Component e of a vector, body by body.
  APPELL_INLINE const double* column(int vector, int e) const {
    return memory + (3 * vector + e) * length;
  }

 private:
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
