#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/formulas.hpp"
#include "appell/engine/kernels.hpp"
#include "appell/engine/regrouped_body.hpp"

namespace appell::engine {
namespace {

enum class Content { kForces, kForcesAndEnergies };

/// Where the numbers of a batch lie: those of each body in its block of the workspace, and the
/// columns of the call.
template <class T, int K, Content content>
class BatchMemory : protected OutputCount<K> {
 protected:
  explicit BatchMemory(const KernelCall& kernel_call)
      : OutputCount<K>(kernel_call.num_outputs), call(kernel_call) {}

  using OutputCount<K>::N;
  static constexpr bool kHasEnergies = content == Content::kForcesAndEnergies;
  using V = Columns<T>;

  /// Where the parts of a body's block of the workspace begin, in packs.
  APPELL_INLINE int at_s() const { return 2; }  // s[1], s[2], ...; before them sin θ(0), cos θ(0).
  APPELL_INLINE int at_c() const { return at_s() + N; }
  APPELL_INLINE int at_w() const { return at_c() + N; }
  APPELL_INLINE int at_u() const { return at_w() + 3 * (N + 1); }
  APPELL_INLINE int at_f() const { return at_u() + 3 * N; }
  APPELL_INLINE int at_n() const { return at_f() + 3 * N; }
  APPELL_INLINE int at_g() const { return at_n() + 3 * N; }
  APPELL_INLINE int block_size() const { return at_g() + (kHasEnergies ? 3 * N : 0); }
  APPELL_INLINE T* block(int i) const {
    return reinterpret_cast<T*>(call.workspace) + i * block_size();
  }

  /// The k-th vector of the part of a block that begins there. By components: see `set`.
  APPELL_INLINE static V get(const T* block, int begin, int k) {
    const T* v = block + begin + 3 * k;
    return {v[0], v[1], v[2]};
  }
  APPELL_INLINE static void put(T* block, int begin, int k, const V& v) {
    T* to = block + begin + 3 * k;
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
  }

  APPELL_INLINE static const V* series(const T* block, int begin) {
    return reinterpret_cast<const V*>(block + begin);
  }

  APPELL_INLINE T input(const RegroupedBody& body, int k) const {
    return load<T>(call.q + (k * call.num_coordinates + body.coordinate) * call.q_stride);
  }

  /// Asks for the columns of a body that comes soon: they lie a column's length apart, too far for
  /// the machine to foresee.
  [[gnu::noinline]] void prefetch_inputs(int i, int first, int last) const {
    if (i >= call.num_bodies) return;
    const double* q = call.q + call.regrouped[i].coordinate * call.q_stride;
    for (int k = first; k <= last; ++k) {
      __builtin_prefetch(q + k * call.num_coordinates * call.q_stride);
    }
  }
  [[gnu::noinline]] void prefetch_outputs(int i) const {
    if (i < 0) return;
    const double* tau = call.tau + call.regrouped[i].coordinate * call.tau_stride;
    for (int k = 0; k < N; ++k) {
      __builtin_prefetch(tau + k * call.num_coordinates * call.tau_stride, 1);
    }
  }

  /// The coefficient d[k] of how far the body has slid along z.
  APPELL_INLINE T slid(const RegroupedBody& body, int k) const {
    const T d = input(body, k) * (body.slide_scale * call.scales->position[k]);
    return k == 0 ? d + body.slide_offset : d;
  }

  const KernelCall& call;
};

}  // namespace
}  // namespace appell::engine
