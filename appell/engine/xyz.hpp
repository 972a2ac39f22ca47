#pragma once

// Included only by the kernels, see pack.hpp: the two ways in which a kernel keeps 3-vectors. A
// kernel written with these operations does many samples at once, or one sample in the least time.

#include "appell/engine/pack.hpp"

namespace appell::engine {
namespace {

/// One vector of each of several samples: a pack of samples per component.
template <class T>
struct Columns {
  using Scalar = T;
  T x, y, z;
};

/// One vector of one sample, its components in lanes; the fourth lane stays zero.
struct Lanes {
  using Scalar = double;
  Pack4 v;
};

// ---- Columns.

template <class T>
APPELL_INLINE Columns<T> operator+(const Columns<T>& a, const Columns<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
APPELL_INLINE Columns<T> operator-(const Columns<T>& a, const Columns<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
APPELL_INLINE Columns<T> operator-(const Columns<T>& a) {
  return {-a.x, -a.y, -a.z};
}
/// By a number of each sample, or by one for all.
template <class T, class S>
APPELL_INLINE Columns<T> operator*(const Columns<T>& a, const S& s) {
  return {a.x * s, a.y * s, a.z * s};
}
template <class T>
APPELL_INLINE Columns<T> by_components(const Columns<T>& a, const Columns<T>& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
template <class T>
APPELL_INLINE Columns<T> yzx(const Columns<T>& a) {
  return {a.y, a.z, a.x};
}
template <class T>
APPELL_INLINE Columns<T> zxy(const Columns<T>& a) {
  return {a.z, a.x, a.y};
}
template <class T>
APPELL_INLINE Columns<T> cross(const Columns<T>& a, const Columns<T>& b) {
  return {rounded(a.y * b.z) - a.z * b.y, rounded(a.z * b.x) - a.x * b.z,
          rounded(a.x * b.y) - a.y * b.x};
}
/// to = a, by components: g++ 12 copies a whole struct in pieces that the processor cannot forward
/// to the next load.
template <class T>
APPELL_INLINE void set(const Columns<T>& a, Columns<T>& to) {
  to.x = a.x;
  to.y = a.y;
  to.z = a.z;
}
template <class T>
APPELL_INLINE T sum_of_components(const Columns<T>& a) {
  return a.x + a.y + a.z;
}
template <class T>
APPELL_INLINE T component(const Columns<T>& a, int i) {
  return i == 0 ? a.x : i == 1 ? a.y : a.z;
}

// ---- Lanes.

APPELL_INLINE Lanes operator+(const Lanes& a, const Lanes& b) { return {a.v + b.v}; }
APPELL_INLINE Lanes operator-(const Lanes& a, const Lanes& b) { return {a.v - b.v}; }
APPELL_INLINE Lanes operator-(const Lanes& a) { return {-a.v}; }
APPELL_INLINE Lanes operator*(const Lanes& a, double s) { return {a.v * s}; }
APPELL_INLINE Lanes by_components(const Lanes& a, const Lanes& b) { return {a.v * b.v}; }
APPELL_INLINE Lanes yzx(const Lanes& a) { return {__builtin_shufflevector(a.v, a.v, 1, 2, 0, 3)}; }
APPELL_INLINE Lanes zxy(const Lanes& a) { return {__builtin_shufflevector(a.v, a.v, 2, 0, 1, 3)}; }
APPELL_INLINE void set(const Lanes& a, Lanes& to) { to = a; }
// One lane of a vector in all lanes; x and y swapped in each half.
APPELL_INLINE Pack4 all_x(Lanes a) { return __builtin_shufflevector(a.v, a.v, 0, 0, 0, 0); }
APPELL_INLINE Pack4 all_y(Lanes a) { return __builtin_shufflevector(a.v, a.v, 1, 1, 1, 1); }
APPELL_INLINE Pack4 all_z(Lanes a) { return __builtin_shufflevector(a.v, a.v, 2, 2, 2, 2); }
APPELL_INLINE Pack4 xzy(Lanes a) { return __builtin_shufflevector(a.v, a.v, 0, 2, 1, 3); }
APPELL_INLINE Pack4 swapped(Pack4 a) { return __builtin_shufflevector(a, a, 1, 0, 3, 2); }
/// a × b = yzx(a yzx(b) - yzx(a) b): one permutation less than by its definition.
APPELL_INLINE Lanes cross(const Lanes& a, const Lanes& b) {
  return yzx(Lanes{a.v * yzx(b).v - yzx(a).v * b.v});
}
APPELL_INLINE double sum_of_components(const Lanes& a) {
  typedef double Pack2 __attribute__((vector_size(16)));
  const Pack2 low = __builtin_shufflevector(a.v, a.v, 0, 1);
  const Pack2 sum = low + __builtin_shufflevector(a.v, a.v, 2, 3);
  return sum[0] + sum[1];
}
APPELL_INLINE double component(const Lanes& a, int i) { return a.v[i]; }

// ---- Both.

template <class V>
APPELL_INLINE V& operator+=(V& a, const V& b) {
  return a = a + b;
}
template <class V>
APPELL_INLINE typename V::Scalar dot(const V& a, const V& b) {
  return sum_of_components(by_components(a, b));
}

/// The same vector for all samples.
template <class V>
struct Make;
template <class T>
struct Make<Columns<T>> {
  APPELL_INLINE static Columns<T> vector(double x, double y, double z) {
    return {broadcast<T>(x), broadcast<T>(y), broadcast<T>(z)};
  }
  APPELL_INLINE static T scalar(double x) { return broadcast<T>(x); }
};
template <>
struct Make<Lanes> {
  APPELL_INLINE static Lanes vector(double x, double y, double z) { return {Pack4{x, y, z, 0.0}}; }
  APPELL_INLINE static double scalar(double x) { return x; }
};

/// A symmetric matrix: xx yy zz, and yz zx xy.
template <class V>
struct Symmetric {
  V diagonal, others;
};
template <class V>
APPELL_INLINE Symmetric<V> operator+(const Symmetric<V>& A, const Symmetric<V>& B) {
  return {A.diagonal + B.diagonal, A.others + B.others};
}
template <class V>
APPELL_INLINE V operator*(const Symmetric<V>& A, const V& b) {
  return by_components(A.diagonal, b) + by_components(zxy(A.others), yzx(b)) +
         by_components(yzx(A.others), zxy(b));
}

/// What a shift by d adds to the moments of inertia: 2 (g·d) 1 - g dᵀ - d gᵀ, g = h + ½ m d.
template <class V>
APPELL_INLINE Symmetric<V> shift_of_inertia(const V& g, const V& d) {
  const V gd = by_components(g, d);
  const V both = yzx(gd) + zxy(gd);
  return {both + both, -by_components(yzx(g), zxy(d)) - by_components(zxy(g), yzx(d))};
}

/// Σ over j of term(j), j = 0..k: a coefficient of a product of series.
template <class Term>
APPELL_INLINE auto sum_to(int k, const Term& term) {
  auto sum = term(0);
  APPELL_UNROLL
  for (int j = 1; j <= k; ++j) sum = sum + term(j);
  return sum;
}

}  // namespace
}  // namespace appell::engine
