#pragma once

// Included only by the kernels, see pack.hpp: the rotation of a joint in columns of samples, R0 of
// now and the turn about z by the change of the angle (docs/performance.md).

#include "appell/engine/order_tiles.hpp"
#include "appell/engine/regrouped_body.hpp"

namespace appell::engine {
namespace {

/// x and y of a vector, before or after the turn about z by the change of the angle.
template <class T>
struct Plane {
  T x, y;
};

/// The constant part of a rotation to the parent: the tilt about x, then the turn about z by
/// θ(0). The tilt is a right angle, which costs nothing, and what it lacks of that, β: three
/// shears, by tan(β/2), sin β and tan(β/2) again, take a multiplication less than sine and cosine.
/// Shallow tilts do not go by way of a right angle: shears would give the rounding error of a large
/// component, that of gravity along all axes of a SCARA, to the small one.
template <class T>
struct Frozen {
  using V = Columns<T>;

  const double tilt_cos, tilt_sin, shear;
  const bool is_right, is_shallow;
  const T sin, cos;

  APPELL_INLINE Frozen(const RegroupedBody& body, const T* W)
      : tilt_cos(body.tilt_cos),
        tilt_sin(body.tilt_sin),
        shear(body.tilt_shear),
        is_right(body.is_right),
        is_shallow(body.is_shallow),
        sin(W[0]),
        cos(W[1]) {}

  /// Rᵀ v; its z is given apart.
  APPELL_INLINE Plane<T> into(const V& v, T& z) const {
    T y = v.z;
    z = -v.y;
    if (is_shallow) {
      y = v.z * tilt_sin + v.y * tilt_cos;
      z = v.z * tilt_cos - v.y * tilt_sin;
    } else if (!is_right) {
      y = v.z + v.y * shear;
      z = y * tilt_cos - v.y;
      y -= z * shear;
    }
    return {cos * v.x + sin * y, cos * y - sin * v.x};
  }
  /// The same of v = (0, 0, v_z).
  APPELL_INLINE Plane<T> into(const T& v_z, T& z) const {
    T y = v_z;
    z = T{};
    if (!is_right) {
      y = v_z * tilt_sin;
      z = v_z * tilt_cos;
    }
    return {sin * y, cos * y};
  }
  /// R v
  APPELL_INLINE V out_of(const V& v) const {
    const T y = sin * v.x + cos * v.y;
    V out = {cos * v.x - sin * v.y, -v.z, y};
    if (is_shallow) {
      out.y = y * tilt_cos - v.z * tilt_sin;
      out.z = y * tilt_sin + v.z * tilt_cos;
    } else if (!is_right) {
      const T z = y + v.z * shear;
      out.y = z * tilt_cos - v.z;
      out.z = z - out.y * shear;
    }
    return out;
  }
};

/// Turns a series about z by the angle whose sine and cosine have s[0] = 0, c[0] = 1, c[1] = 0:
/// the frozen rotation. Sense +1 reads components in the turned frame, -1 goes back.
template <int Sense, class T>
APPELL_INLINE void turn(int count, const T* s, const T* c, const Plane<T>* v, Columns<T>* out) {
  APPELL_UNROLL
  for (int k = 0; k < count; ++k) {
    T x = v[k].x, y = v[k].y;
    APPELL_UNROLL
    for (int j = 1; j <= k; ++j) {
      if constexpr (Sense > 0) {
        x += s[j] * v[k - j].y;
        y -= s[j] * v[k - j].x;
      } else {
        x -= s[j] * v[k - j].y;
        y += s[j] * v[k - j].x;
      }
      if (j > 1) {
        x += c[j] * v[k - j].x;
        y += c[j] * v[k - j].y;
      }
    }
    out[k].x = x;
    out[k].y = y;
  }
}

/// x and y of coefficient N - 1 of the rate of what has been turned to order N - 1, ω here, without
/// sine and cosine of order N: with v before the turn, of which v[N] is given times N, and x[k] =
/// k θ[k],
///
///   ω' = Rz(-Δθ) v' + θ' (ω_y, -ω_x)
///
/// It takes the place of ω[N].
template <int N, class T>
APPELL_INLINE void turn_rate(const T* s, const T* c, const T* x, const Plane<T>* v, Columns<T>* w) {
  T sum_x = v[N].x, sum_y = v[N].y;
  APPELL_UNROLL
  for (int j = 1; j < N; ++j) {
    const Plane<T> rate = {times_integer(v[N - j].x, N - j), times_integer(v[N - j].y, N - j)};
    sum_x += s[j] * rate.y;
    sum_y -= s[j] * rate.x;
    if (j > 1) {
      sum_x += c[j] * rate.x;
      sum_y += c[j] * rate.y;
    }
  }
  APPELL_UNROLL
  for (int j = 0; j < N; ++j) {
    sum_x += x[j + 1] * w[N - 1 - j].y;
    sum_y -= x[j + 1] * w[N - 1 - j].x;
  }
  w[N].x = sum_x;
  w[N].y = sum_y;
}

/// `turn` for long series: sums of two orders side by side.
template <int Sense, class T>
APPELL_INLINE void turn_in_pairs(int count, const T* s, const T* c, const Plane<T>* v,
                                 Columns<T>* out) {
  in_pairs(count, [&]<int rows>(int k) __attribute__((always_inline)) {
    Plane<T> sum[rows], by_sine[rows] = {};
    const auto add_sine = [&](int r, int j) __attribute__((always_inline)) {
      by_sine[r].x += s[j] * v[k + r - j].y;
      by_sine[r].y += s[j] * v[k + r - j].x;
    };
    const auto add_cosine = [&](int r, int j) __attribute__((always_inline)) {
      sum[r].x += c[j] * v[k + r - j].x;
      sum[r].y += c[j] * v[k + r - j].y;
    };
    APPELL_UNROLL_ROWS
    for (int r = 0; r < rows; ++r) {
      sum[r] = {v[k + r].x, v[k + r].y};
      if (k > 0) add_sine(r, 1);
    }
    for (int j = 2; j <= k; ++j) {
      APPELL_UNROLL_ROWS
      for (int r = 0; r < rows; ++r) {
        add_sine(r, j);
        add_cosine(r, j);
      }
    }
    if constexpr (rows == 2) {
      add_sine(1, k + 1);
      if (k > 0) add_cosine(1, k + 1);
    }
    APPELL_UNROLL_ROWS
    for (int r = 0; r < rows; ++r) {
      out[k + r].x = Sense > 0 ? sum[r].x + by_sine[r].x : sum[r].x - by_sine[r].x;
      out[k + r].y = Sense > 0 ? sum[r].y - by_sine[r].y : sum[r].y + by_sine[r].y;
    }
  });
}

}  // namespace
}  // namespace appell::engine
