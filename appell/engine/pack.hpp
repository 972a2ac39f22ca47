#pragma once

// Included only by the kernels, which are compiled once per instruction set: everything here and in
// the kernels has internal linkage, so that no code for a wide machine is ever linked into a plain
// one. For the same reason the kernels use nothing of the standard library but <cstring>.

#include <cstddef>
#include <cstring>

#include "appell/base/factorial.hpp"

/// Unrolls a loop whose bound is a compile-time order; empty where orders are run-time values,
/// where a sanitizer would be the slower for it, and for clang, which unrolls without being told.
/// One of the three macros of the library: a pragma cannot be a template parameter.
#if defined(APPELL_ENGINE_NO_UNROLL) || defined(__clang__)
#define APPELL_UNROLL
#else
#define APPELL_UNROLL _Pragma("GCC unroll 16")
#endif
/// The same for the few rows of a tile, whatever the orders are (order_tiles.hpp).
#if defined(__clang__)
#define APPELL_UNROLL_ROWS
#else
#define APPELL_UNROLL_ROWS _Pragma("GCC unroll 4")
#endif
#if defined(__SANITIZE_ADDRESS__)
#define APPELL_INLINE inline  // Checks of one huge function take minutes to compile.
#else
#define APPELL_INLINE [[gnu::always_inline]] inline
#endif

namespace appell::engine {
namespace {

#if defined(__AVX512F__)
inline constexpr int kLanes = 8;
#elif defined(__AVX__)
inline constexpr int kLanes = 4;
#else
inline constexpr int kLanes = 2;
#endif

/// Samples side by side, as many as the machine multiplies at once.
typedef double Pack __attribute__((vector_size(8 * kLanes)));
/// x, y, z of one vector, and a lane that stays unused.
typedef double Pack4 __attribute__((vector_size(32)));

template <class T>
inline constexpr int kLanesOf = static_cast<int>(sizeof(T) / sizeof(double));

template <class T>
APPELL_INLINE T load(const double* p) {
  T x;
  std::memcpy(&x, p, sizeof(T));
  return x;
}

template <class T>
APPELL_INLINE void store(double* p, const T& x) {
  std::memcpy(p, &x, sizeof(T));
}

template <class T>
APPELL_INLINE T broadcast(double x) {
  return x - T{};  // Not x + 0: that changes -0, and costs an addition.
}

/// A product that is rounded before it goes into a sum. Of two products that are added only one can
/// be fused with the addition: without this g++ chooses which, and not the same one in every kernel
/// that has the sum. (clang chooses by the expression alone.)
template <class T>
APPELL_INLINE T rounded(const T& product) {
#if defined(__clang__)
  return product;
#else
  return __builtin_assoc_barrier(product);
#endif
}

// 1/k! and 1/k. (Of kFactorials kernels read the values only: its functions have external linkage.)
inline constexpr int kTableSize = 36;
struct Tables {
  double inverse_factorial[kTableSize] = {};
  double inverse[kTableSize] = {};
};
constexpr Tables make_tables() {
  Tables t;
  t.inverse_factorial[0] = 1.0;
  for (int k = 1; k < kTableSize; ++k) {
    t.inverse_factorial[k] = 1.0 / kFactorials.values[k];
    t.inverse[k] = 1.0 / k;
  }
  return t;
}
inline constexpr Tables kTables = make_tables();

}  // namespace
}  // namespace appell::engine
