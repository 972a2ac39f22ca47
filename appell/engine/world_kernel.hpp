#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/formulas.hpp"
#include "appell/engine/sin_cos.hpp"
#include "appell/engine/tree_body.hpp"
#include "appell/engine/world_call.hpp"
#include "appell/engine/xyz.hpp"

namespace appell::engine {
namespace {

/// Angles of all joints, to order H, their sines and cosines now (order 0) and those of their
/// change from now on: series of numbers. The samples of a joint side by side, or four joints of
/// one sample.
template <class V>
class Angles;

/// Sine and cosine of the change of an angle from now on, from its coefficients: s[1] .. s[H] and
/// c[2] .. c[H], behind those of the angle itself.
template <class T>
APPELL_INLINE void sin_cos_series(int H, const T* angle, T* s, T* c) {
  T x[kMaxWorldOrder + 1];
  APPELL_UNROLL
  for (int k = 1; k <= H; ++k) x[k] = angle[k] * static_cast<double>(k);
  if (H > 0) sin_cos_of_change(H, x, s, c);
}

template <class T>
class Angles<Columns<T>> {
 public:
  APPELL_INLINE Angles(const WorldCall& call, int order)
      : memory(reinterpret_cast<T*>(call.workspace)), H(order) {}
  /// Doubles in front of the bodies' blocks.
  APPELL_INLINE static std::ptrdiff_t size(const WorldCall& call, int H) {
    return 3L * (H + 1) * call.num_bodies * kLanesOf<T>;
  }
  APPELL_INLINE void prepare(const WorldCall& call) const {
    for (int i = 0; i < call.num_bodies; ++i) {
      T* angle = at(i);
      T *s = angle + H + 1, *c = s + H + 1;
      const double* q = call.q + call.angle_coordinates[i] * call.q_stride;
      const std::ptrdiff_t step = call.num_coordinates * call.q_stride;
      APPELL_UNROLL
      for (int k = 0; k <= H; ++k) {
        angle[k] = load<T>(q + k * step) * (call.angle_scales[i] * call.q_scale[k]);
      }
      angle[0] += call.angle_offsets[i];
      if (call.angle_phases) {
        sin_cos(angle[0], call.angle_phases[i], s[0], c[0]);
      } else {
        sin_cos(angle[0], s[0], c[0]);
      }
      sin_cos_series(H, angle, s, c);
    }
  }
  APPELL_INLINE T angle(int i, int k) const { return at(i)[k]; }
  APPELL_INLINE T sine(int i, int k) const { return at(i)[H + 1 + k]; }
  APPELL_INLINE T cosine(int i, int k) const { return at(i)[2 * (H + 1) + k]; }

 private:
  APPELL_INLINE T* at(int i) const { return memory + 3 * (H + 1) * i; }
  T* memory;
  const int H;
};

template <>
class Angles<Lanes> {
 public:
  APPELL_INLINE Angles(const WorldCall& call, int order) : memory(call.workspace), H(order) {}
  APPELL_INLINE static std::ptrdiff_t size(const WorldCall& call, int H) {
    return 3L * (H + 1) * ((call.num_bodies + 3) / 4 * 4);
  }
  APPELL_INLINE void prepare(const WorldCall& call) const {
    for (int first = 0; first < call.num_bodies; first += 4) {
      Pack4* angle = reinterpret_cast<Pack4*>(memory) + 3 * (H + 1) * (first / 4);
      Pack4 *s = angle + H + 1, *c = s + H + 1;
      const int* j = call.angle_coordinates + first;
      const Pack4 scales = load<Pack4>(call.angle_scales + first);
      APPELL_UNROLL
      for (int k = 0; k <= H; ++k) {
        const double* q = call.q + k * call.num_coordinates;
        // Lanes to spare take what comes next, times a scale of zero.
        const int last = k * call.num_coordinates + first + 3;
        const bool in_row = call.in_order && last < (H + 1) * call.num_coordinates;
        const Pack4 x = in_row ? load<Pack4>(q + first) : Pack4{q[j[0]], q[j[1]], q[j[2]], q[j[3]]};
        angle[k] = x * (scales * call.q_scale[k]);
      }
      angle[0] += load<Pack4>(call.angle_offsets + first);
      if (call.angle_phases) {
        sin_cos(angle[0], load<Pack4>(call.angle_phases + first), s[0], c[0]);
      } else {
        sin_cos(angle[0], s[0], c[0]);
      }
      sin_cos_series(H, angle, s, c);
    }
  }
  APPELL_INLINE double angle(int i, int k) const { return at(i)[4 * k]; }
  APPELL_INLINE double sine(int i, int k) const { return at(i)[4 * (H + 1 + k)]; }
  APPELL_INLINE double cosine(int i, int k) const { return at(i)[4 * (2 * (H + 1) + k)]; }

 private:
  APPELL_INLINE const double* at(int i) const { return memory + 12 * (H + 1) * (i / 4) + i % 4; }
  double* memory;
  const int H;
};

/// An order that is known at compile time, or else (-1) at run time.
template <int known>
struct HighestOrder {
  explicit HighestOrder(int) {}
  static constexpr int N = known;
};
template <>
struct HighestOrder<-1> {
  explicit HighestOrder(int order) : N(order) {}
  const int N;
};

/// A column of samples, or one number.
template <class T>
APPELL_INLINE T read(const double* p, T*) {
  return load<T>(p);
}
APPELL_INLINE double read(const double* p, double*) { return *p; }
template <class T>
APPELL_INLINE void write(double* p, const T& x) {
  store(p, x);
}
APPELL_INLINE void write(double* p, double x) { *p = x; }

/// The placement of every body in world axes as a function of time, [R | p] to order N: the papers'
/// matrices T and their derivatives, by columns x, y, z of R and the origin p. With R0, p0 of the
/// joint's frame in the parent, and s, c the series of sin θ(t), cos θ(t):
///
///   A = R_parent R0,   x = A_x c + A_y s,   y = A_y c - A_x s,   z = A_z                    (1)
///   p = p_parent + R_parent p0 + z d,   d how far the joint has slid                        (2)
///
/// First by what the angle is now, U = A Rz(θ(0)), then by its change, whose series begin with
/// s[0] = 0, c[0] = 1, c[1] = 0. Only this and the last term have products of series.
/// @tparam order  N where it is known at compile time; else -1.
/// @tparam block_size  vectors per body in the workspace; likewise.
template <class V, int order, int block_size>
class Placements : HighestOrder<order> {
 public:
  using HighestOrder<order>::N;
  using S = typename V::Scalar;
  static constexpr int kCapacity = order >= 0 ? order + 1 : kMaxWorldOrder + 1;

  APPELL_INLINE Placements(const WorldCall& world_call, int highest, int size)
      : HighestOrder<order>(highest), call(world_call), size_(size), angles(world_call, highest) {}

  APPELL_INLINE void compute() const {
    compute([](int) {});
  }
  /// follow(i) comes when body i has its place, which then is still in the first-level cache.
  template <class Follow>
  APPELL_INLINE void compute(const Follow& follow) const {
    angles.prepare(call);
    for (int i = 0; i < call.num_bodies; ++i) {
      place(i);
      follow(i);
    }
  }

  APPELL_INLINE V* block(int i) const {
    return reinterpret_cast<V*>(call.workspace + Angles<V>::size(call, N)) +
           static_cast<std::ptrdiff_t>(i) * (block_size > 0 ? block_size : size_);
  }
  APPELL_INLINE V* x(int i) const { return block(i); }
  APPELL_INLINE V* y(int i) const { return block(i) + (N + 1); }
  APPELL_INLINE V* z(int i) const { return block(i) + 2 * (N + 1); }
  APPELL_INLINE V* p(int i) const { return block(i) + 3 * (N + 1); }

  /// The coefficient k of the rate of the joint's angle.
  APPELL_INLINE S turning_rate(int i, int k) const { return angles.angle(i, k + 1) * (k + 1.0); }
  /// The coefficient d[k] of how far a body has slid along its z.
  APPELL_INLINE S slid(const TreeBody& body, int k) const {
    const double* q = call.q + (k * call.num_coordinates + body.coordinate) * call.q_stride;
    const S x = read(q, static_cast<S*>(nullptr)) * (body.ratio * call.q_scale[k]);
    return (k == 0 ? x + body.offset : x) * body.slide;
  }

 private:
  APPELL_INLINE void place(int i) const {
    const TreeBody& body = call.bodies[i];
    V* p_i = p(i);
    if (body.parent < 0) {
      place_root(body, i);
    } else {
      place_child(body, i);
    }
    if (!body.slides) [[likely]]
      return;
    const V* z_i = z(i);
    for (int k = 0; k <= N; ++k) {
      p_i[k] += sum_to(k, [&](int j) { return z_i[k - j] * slid(body, j); });  // Eq. (2)
    }
  }

  APPELL_INLINE void place_root(const TreeBody& body, int i) const {
    const double* R = body.R0;
    const V A_x = Make<V>::vector(R[0], R[3], R[6]), A_y = Make<V>::vector(R[1], R[4], R[7]);
    V *x_i = x(i), *y_i = y(i), *z_i = z(i), *p_i = p(i);
    const S sine = angles.sine(i, 0), cosine = angles.cosine(i, 0);
    const V U_x = A_x * cosine + A_y * sine, U_y = A_y * cosine - A_x * sine;
    x_i[0] = U_x;
    y_i[0] = U_y;
    APPELL_UNROLL
    for (int k = 1; k <= N; ++k) {
      const S s = angles.sine(i, k);
      x_i[k] = U_y * s;
      y_i[k] = U_x * -s;
      if (k > 1) {
        const S c = angles.cosine(i, k);
        x_i[k] += U_x * c;
        y_i[k] += U_y * c;
      }
      z_i[k] = p_i[k] = V{};
    }
    z_i[0] = Make<V>::vector(R[2], R[5], R[8]);
    p_i[0] = Make<V>::vector(body.p0[0], body.p0[1], body.p0[2]);
  }

  APPELL_INLINE void place_child(const TreeBody& body, int i) const {
    const double *R = body.R0, *p0 = body.p0;
    const V *x_P = x(body.parent), *y_P = y(body.parent), *z_P = z(body.parent);
    const V* p_P = p(body.parent);
    V *x_i = x(i), *y_i = y(i), *z_i = z(i), *p_i = p(i);
    V U_x[kCapacity], U_y[kCapacity];
    S s[kCapacity], c[kCapacity];
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) {
      s[k] = angles.sine(i, k);
      if (k != 1) c[k] = angles.cosine(i, k);
      // What is known last comes last: the columns x and y, and the highest order.
      V A_x = x_P[k], A_y = z_P[k];
      if (body.is_right) {
        z_i[k] = -y_P[k];
      } else if (body.is_tilted) {
        A_y = z_P[k] * R[7] + y_P[k] * R[4];
        z_i[k] = z_P[k] * R[8] + y_P[k] * R[5];
      } else {
        A_x = z_P[k] * R[6] + y_P[k] * R[3] + x_P[k] * R[0];
        A_y = z_P[k] * R[7] + y_P[k] * R[4] + x_P[k] * R[1];
        z_i[k] = z_P[k] * R[8] + y_P[k] * R[5] + x_P[k] * R[2];
      }
      V p_k = p_P[k];
      if (body.has_arm[2]) p_k += z_P[k] * p0[2];
      if (body.has_arm[1]) p_k += y_P[k] * p0[1];
      if (body.has_arm[0]) p_k += x_P[k] * p0[0];
      p_i[k] = p_k;
      U_x[k] = A_x * c[0] + A_y * s[0];
      U_y[k] = A_y * c[0] - A_x * s[0];
      V to_x = U_x[k], to_y = U_y[k];
      APPELL_UNROLL
      for (int j = 1; j <= k; ++j) {
        if (j > 1) {
          to_x += U_x[k - j] * c[j];
          to_y += U_y[k - j] * c[j];
        }
        to_x += U_y[k - j] * s[j];
        to_y += U_x[k - j] * -s[j];
      }
      x_i[k] = to_x;
      y_i[k] = to_y;
    }
  }

  const WorldCall& call;
  const int size_;
  const Angles<V> angles;
};

}  // namespace
}  // namespace appell::engine
