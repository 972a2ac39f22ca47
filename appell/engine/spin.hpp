#pragma once

// Included only by the kernels, see pack.hpp: the products of series that all of them are made of.

#include "appell/engine/pack.hpp"

namespace appell::engine {
namespace {

/// A series of 3-vectors in registers.
template <class T, int C>
struct Vectors {
  T x[C], y[C], z[C];
};

/// Turns a series (x, y) by the angle series whose sine and cosine have s[0] = 0, c[0] = 1, c[1] =
/// 0: the frozen rotation. Sense +1 reads components in the turned frame, -1 goes back.
template <int Sense, class T>
APPELL_INLINE void turn(int count, const T* s, const T* c, const T* x, const T* y, T* x_out,
                        T* y_out) {
  APPELL_UNROLL
  for (int k = 0; k < count; ++k) {
    T a = x[k];
    T b = y[k];
    APPELL_UNROLL
    for (int j = 1; j <= k; ++j) {
      if constexpr (Sense > 0) {
        a += s[j] * y[k - j];
        b -= s[j] * x[k - j];
      } else {
        a -= s[j] * y[k - j];
        b += s[j] * x[k - j];
      }
      if (j > 1) {
        a += c[j] * x[k - j];
        b += c[j] * y[k - j];
      }
    }
    x_out[k] = a;
    y_out[k] = b;
  }
}

/// The k-th coefficient of a square.
template <class T>
APPELL_INLINE T square(const T* x, int k) {
  T sum = x[0] * x[k];
  if (k == 0) return sum;
  APPELL_UNROLL
  for (int j = 1; 2 * j < k; ++j) sum += x[j] * x[k - j];
  sum += sum;
  if (k % 2 == 0) sum += x[k / 2] * x[k / 2];
  return sum;
}

/// The k-th coefficient of a product.
template <class T>
APPELL_INLINE T product(const T* x, const T* y, int k) {
  T sum = x[0] * y[k];
  APPELL_UNROLL
  for (int j = 1; j <= k; ++j) sum += x[j] * y[k - j];
  return sum;
}

/// One coefficient of B = [α×] + ω ωᵀ - |ω|² 1; the diagonal with its sign changed.
template <class T>
struct Spin {
  T minus_xx, minus_yy, minus_zz, xy, xz, yz, yx, zx, zy;
};

template <class T, int C>
APPELL_INLINE Spin<T> spin(const Vectors<T, C>& w, int k) {
  const T xx = square(w.x, k), yy = square(w.y, k), zz = square(w.z, k);
  const T xy = product(w.x, w.y, k), xz = product(w.x, w.z, k), yz = product(w.y, w.z, k);
  const double next = k + 1;  // α[k] = (k + 1) ω[k + 1]
  const T ax = w.x[k + 1] * next, ay = w.y[k + 1] * next, az = w.z[k + 1] * next;
  return {yy + zz, xx + zz, xx + yy, xy - az, xz + ay, yz - ax, xy + az, xz - ay, yz + ax};
}

/// A constant vector of the model. A copy: the compiler may keep it although results are stored.
struct Constant {
  explicit Constant(const double* v) : x(v[0]), y(v[1]), z(v[2]) {}
  const double x, y, z;
};

/// a + B p, with p a constant vector.
template <class T>
APPELL_INLINE void add_spin(const Spin<T>& B, const Constant& p, T& x, T& y, T& z) {
  x = x - B.minus_xx * p.x + B.xy * p.y + B.xz * p.z;
  y = y + B.yx * p.x - B.minus_yy * p.y + B.yz * p.z;
  z = z + B.zx * p.x + B.zy * p.y - B.minus_zz * p.z;
}

}  // namespace
}  // namespace appell::engine
