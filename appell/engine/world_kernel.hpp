#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/sin_cos.hpp"
#include "appell/engine/tree_body.hpp"
#include "appell/engine/world_call.hpp"
#include "appell/engine/xyz.hpp"

namespace appell::engine {
namespace {

/// Sines, cosines and angles of all joints, to order H: series of numbers. The samples of a joint
/// side by side, or four joints of one sample.
template <class V>
class Angles;

/// s[k], c[k] of sin θ(t), cos θ(t) from θ[1], θ[2], ... and the values s[0], c[0]:
///   k s[k] = Σ j θ[j] c[k-j],   k c[k] = -Σ j θ[j] s[k-j]
template <class T>
APPELL_INLINE void sin_cos_series(int H, const T* angle, T* s, T* c) {
  APPELL_UNROLL
  for (int k = 1; k <= H; ++k) {
    T sum_s = T{}, sum_c = T{};
    APPELL_UNROLL
    for (int j = 1; j <= k; ++j) {
      const T rate = angle[j] * static_cast<double>(j);
      sum_s += rate * c[k - j];
      sum_c -= rate * s[k - j];
    }
    s[k] = sum_s * kTables.inverse[k];
    c[k] = sum_c * kTables.inverse[k];
  }
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
      sin_cos(angle[0], s[0], c[0]);
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
        angle[k] = Pack4{q[j[0]], q[j[1]], q[j[2]], q[j[3]]} * (scales * call.q_scale[k]);
      }
      angle[0] += load<Pack4>(call.angle_offsets + first);
      sin_cos(angle[0], s[0], c[0]);
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
/// Only (1) and the last term have products of series.
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
    angles.prepare(call);
    for (int i = 0; i < call.num_bodies; ++i) place(i);
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
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) {
      const S s = angles.sine(i, k), c = angles.cosine(i, k);
      x_i[k] = A_x * c + A_y * s;
      y_i[k] = A_y * c - A_x * s;
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
    V A_x[kCapacity], A_y[kCapacity];
    S s[kCapacity], c[kCapacity];
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) {
      s[k] = angles.sine(i, k);
      c[k] = angles.cosine(i, k);
      A_x[k] = x_P[k] * R[0] + y_P[k] * R[3] + z_P[k] * R[6];
      A_y[k] = x_P[k] * R[1] + y_P[k] * R[4] + z_P[k] * R[7];
      z_i[k] = x_P[k] * R[2] + y_P[k] * R[5] + z_P[k] * R[8];
      p_i[k] = p_P[k] + (x_P[k] * p0[0] + y_P[k] * p0[1] + z_P[k] * p0[2]);
      x_i[k] = sum_to(k, [&](int j) { return A_x[k - j] * c[j] + A_y[k - j] * s[j]; });
      y_i[k] = sum_to(k, [&](int j) { return A_y[k - j] * c[j] - A_x[k - j] * s[j]; });
    }
  }

  const WorldCall& call;
  const int size_;
  const Angles<V> angles;
};

}  // namespace
}  // namespace appell::engine
