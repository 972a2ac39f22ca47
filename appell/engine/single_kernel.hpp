#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/kernels.hpp"
#include "appell/engine/sin_cos.hpp"
#include "appell/engine/spin.hpp"
#include "appell/engine/tree_body.hpp"

namespace appell::engine {
namespace {

// One lane of a vector in all lanes, and turned or swapped components.
APPELL_INLINE Pack4 all_x(Pack4 a) { return __builtin_shufflevector(a, a, 0, 0, 0, 0); }
APPELL_INLINE Pack4 all_y(Pack4 a) { return __builtin_shufflevector(a, a, 1, 1, 1, 1); }
APPELL_INLINE Pack4 all_z(Pack4 a) { return __builtin_shufflevector(a, a, 2, 2, 2, 2); }
APPELL_INLINE Pack4 yzx(Pack4 a) { return __builtin_shufflevector(a, a, 1, 2, 0, 3); }
APPELL_INLINE Pack4 zxy(Pack4 a) { return __builtin_shufflevector(a, a, 2, 0, 1, 3); }
APPELL_INLINE Pack4 yxwz(Pack4 a) { return __builtin_shufflevector(a, a, 1, 0, 3, 2); }

/// The k-th derivative of the coordinates that move four bodies.
APPELL_INLINE Pack4 inputs_of_four(const KernelCall& call, std::ptrdiff_t first, int k) {
  const double* q = call.q + k * call.num_coordinates;
  if (call.in_order && first + 4 <= call.num_bodies) return load<Pack4>(q + first);
  const int* j = call.angle_coordinates + first;
  return Pack4{q[j[0]], q[j[1]], q[j[2]], q[j[3]]};
}

/// Inverse dynamics of one sample with the components x, y, z of every vector in lanes: the same
/// recursion as BatchKernel, for the least time from call to result. What the next body needs stays
/// in registers where its parent is the body before it. For a plain tree, where body i turns by the
/// angle q[i] and nothing else, all questions about that fall away.
template <int K, bool is_plain>
class SingleKernel {
 public:
  explicit SingleKernel(const KernelCall& kernel_call) : call(kernel_call) {}

  APPELL_INLINE void run() {
    angles();
    APPELL_UNROLL
    for (int k = 0; k <= K; ++k) w[k] = Pack4{};
    APPELL_UNROLL
    for (int k = 0; k < K; ++k) a[k] = B_x[k] = B_y[k] = B_z[k] = Pack4{};
    for (int i = 0; i < call.num_bodies; ++i) forward(i);
    take_forces(call.num_bodies - 1);
    for (int i = call.num_bodies - 1; i >= 0; --i) backward(i);
  }

 private:
  /// What a body keeps for its children and for the way back.
  struct Block {
    Pack4 R_x, R_y;    ///< Columns of R0 Rz(θ(0)); the third is that of R0.
    Pack4 s[K], c[K];  ///< (s, -s, 0, 0) and (c, c, 0, 0) of the change of the angle.
    Pack4 w[K + 1], a[K], B_x[K], B_y[K], B_z[K];
    Pack4 f[K], n[K];
  };

  APPELL_INLINE Block& block(int i) const {
    return *reinterpret_cast<Block*>(call.single_workspace + sin_cos_size() +
                                     i * static_cast<std::ptrdiff_t>(sizeof(Block) / 8));
  }
  /// Sines and cosines of all joints come first; a multiple of four.
  APPELL_INLINE std::ptrdiff_t sin_cos_size() const { return 2 * padded(); }
  APPELL_INLINE std::ptrdiff_t padded() const { return (call.num_bodies + 3) / 4 * 4; }
  APPELL_INLINE double input(const TreeBody& body, int k) const {
    return call.q[k * call.num_coordinates + body.coordinate];
  }
  /// k θ[k], normalised coefficients of the angle of body i.
  APPELL_INLINE Pack4 rate_coefficient(int i, int k) const {
    const double scale = kTables.inverse_factorial[k - 1];
    if constexpr (is_plain) {
      const Pack4 q = broadcast<Pack4>(call.q[k * call.num_coordinates + i]);
      return k > 2 ? q * scale : q;
    }
    return broadcast<Pack4>(input(call.bodies[i], k)) * (call.angle_scales[i] * scale);
  }
  APPELL_INLINE double slid(const TreeBody& body, int k) const {
    const double x = input(body, k) * (body.ratio * kTables.inverse_factorial[k]);
    return (k == 0 ? x + body.offset : x) * body.slide;
  }

  /// Sine and cosine of all joint angles, four at a time.
  APPELL_INLINE void angles() const {
    const std::ptrdiff_t end = padded();
    double* sines = call.single_workspace;
    double* cosines = sines + end;
    for (std::ptrdiff_t i = 0; i < end; i += 4) {
      Pack4 angle = inputs_of_four(call, i, 0);
      if constexpr (!is_plain) {
        angle = angle * load<Pack4>(call.angle_scales + i) + load<Pack4>(call.angle_offsets + i);
      }
      Pack4 s, c;
      sin_cos(angle, s, c);
      store(sines + i, s);
      store(cosines + i, c);
    }
  }

  template <int Count, int Sense>
  APPELL_INLINE static void turn_z(const Pack4* s, const Pack4* c, const Pack4* v, Pack4* out) {
    Pack4 swapped[Count];
    APPELL_UNROLL
    for (int k = 0; k + 1 < Count; ++k) swapped[k] = yxwz(v[k]);
    APPELL_UNROLL
    for (int k = 0; k < Count; ++k) {
      Pack4 sum = v[k];
      APPELL_UNROLL
      for (int j = k; j >= 1; --j) {
        if (j > 1) sum += c[j] * v[k - j];
        if constexpr (Sense > 0) {
          sum += s[j] * swapped[k - j];
        } else {
          sum -= s[j] * swapped[k - j];
        }
      }
      out[k] = sum;
    }
  }

  /// See BatchKernel::sin_cos_of_change; lanes z and w are zero, so that turn_z leaves them alone.
  APPELL_INLINE static void sin_cos_of_change(const Pack4* x, Pack4* s, Pack4* c) {
    const Pack4 sign = {1.0, -1.0, 0.0, 0.0};
    const Pack4 plane = {1.0, 1.0, 0.0, 0.0};
    s[1] = x[1] * sign;
    APPELL_UNROLL
    for (int k = 2; k <= K; ++k) {
      Pack4 sum_s = x[k];
      Pack4 sum_c = x[k - 1] * x[1];
      APPELL_UNROLL
      for (int j = 1; j < k - 1; ++j) {
        sum_s += x[j] * c[k - j];
        sum_c += x[j] * (s[k - j] * sign);
      }
      s[k] = sum_s * (sign * kTables.inverse[k]);
      c[k] = sum_c * (plane * -kTables.inverse[k]);
    }
  }

  APPELL_INLINE void forward(int i) {
    const TreeBody& body = call.bodies[i];
    Block& W = block(i);
    const Pack4 sine = broadcast<Pack4>(call.single_workspace[i]);
    const Pack4 cosine = broadcast<Pack4>(call.single_workspace[padded() + i]);
    Pack4 x[K + 2], s[K + 1], c[K + 1];
    APPELL_UNROLL
    for (int k = 1; k <= K + 1; ++k) x[k] = rate_coefficient(i, k);
    sin_cos_of_change(x, s, c);
    APPELL_UNROLL
    for (int k = 1; k < K; ++k) {
      W.s[k] = s[k];
      if (k > 1) W.c[k] = c[k];
    }
    const TreeBodyInLanes& lanes = call.in_lanes[i];
    const Pack4 R0_x = load<Pack4>(lanes.columns[0]);
    const Pack4 R0_y = load<Pack4>(lanes.columns[1]);
    W.R_x = R0_x * cosine + R0_y * sine;
    W.R_y = R0_y * cosine - R0_x * sine;
    Pack4 rows[3];
    const Pack4 cc1 = __builtin_shufflevector(cosine, Pack4{1.0, 1.0, 1.0, 1.0}, 0, 1, 6, 3);
    APPELL_UNROLL
    for (int r = 0; r < 3; ++r) {
      rows[r] = load<Pack4>(lanes.rows[r]) * cc1 + load<Pack4>(lanes.turned_rows[r]) * sine;
    }
    if (body.parent != i - 1 || i == 0) [[unlikely]]
      take_parent(body);
    move_with_parent(body, rows, x, s, c);
    APPELL_UNROLL
    for (int k = 0; k <= K; ++k) W.w[k] = w[k];
    spins();
    if (body.slides) [[unlikely]]
      add_slide(body);
    forces(body, lanes, W);
  }

  /// Loads the state of a parent that is not the body before; gravity for the world.
  APPELL_INLINE void take_parent(const TreeBody& body) {
    if (body.parent < 0) {
      APPELL_UNROLL
      for (int k = 0; k <= K; ++k) w[k] = Pack4{};
      APPELL_UNROLL
      for (int k = 0; k < K; ++k) a[k] = B_x[k] = B_y[k] = B_z[k] = Pack4{};
      a[0] = Pack4{-call.gravity[0], -call.gravity[1], -call.gravity[2], 0.0};
      return;
    }
    const Block& P = block(body.parent);
    APPELL_UNROLL
    for (int k = 0; k <= K; ++k) w[k] = P.w[k];
    APPELL_UNROLL
    for (int k = 0; k < K; ++k) {
      a[k] = P.a[k];
      B_x[k] = P.B_x[k];
      B_y[k] = P.B_y[k];
      B_z[k] = P.B_z[k];
    }
  }

  APPELL_INLINE void move_with_parent(const TreeBody& body, const Pack4* rows, const Pack4* x,
                                      const Pack4* s, const Pack4* c) {
    const Pack4 along_z = {0.0, 0.0, 1.0, 0.0};
    Pack4 t[K + 1];
    APPELL_UNROLL
    for (int k = 0; k <= K; ++k) {
      t[k] = along_z * x[k + 1] + rows[0] * all_x(w[k]) + rows[1] * all_y(w[k]) +
             rows[2] * all_z(w[k]);
    }
    turn_z<K + 1, 1>(s, c, t, w);
    APPELL_UNROLL
    for (int k = 0; k < K; ++k) {
      const Pack4 u = a[k] + (B_x[k] * body.p0[0] + B_y[k] * body.p0[1] + B_z[k] * body.p0[2]);
      t[k] = rows[0] * all_x(u) + rows[1] * all_y(u) + rows[2] * all_z(u);
    }
    turn_z<K, 1>(s, c, t, a);
  }

  /// The columns of B = [α×] + ω ωᵀ - |ω|² 1.
  APPELL_INLINE void spins() {
    Pack4 x[K], y[K], z[K];
    APPELL_UNROLL
    for (int k = 0; k < K; ++k) {
      x[k] = all_x(w[k]);
      y[k] = all_y(w[k]);
      z[k] = all_z(w[k]);
      Pack4 P_x = w[0] * x[k], P_y = w[0] * y[k], P_z = w[0] * z[k], D = w[0] * w[k];
      APPELL_UNROLL
      for (int j = 1; j <= k; ++j) {
        P_x += w[j] * x[k - j];
        P_y += w[j] * y[k - j];
        P_z += w[j] * z[k - j];
        D += w[j] * w[k - j];
      }
      const Pack4 diagonal = -(yzx(D) + zxy(D));
      const Pack4 alpha = w[k + 1] * (k + 1.0);
      P_x += __builtin_shufflevector(alpha, alpha, 0, 2, 1, 3) * Pack4{0.0, 1.0, -1.0, 0.0};
      P_y += __builtin_shufflevector(alpha, alpha, 2, 1, 0, 3) * Pack4{-1.0, 0.0, 1.0, 0.0};
      P_z += yxwz(alpha) * Pack4{1.0, -1.0, 0.0, 0.0};
      B_x[k] = __builtin_shufflevector(P_x, diagonal, 4, 1, 2, 3);
      B_y[k] = __builtin_shufflevector(P_y, diagonal, 0, 5, 2, 3);
      B_z[k] = __builtin_shufflevector(P_z, diagonal, 0, 1, 6, 3);
    }
  }

  /// See BatchKernel::add_slide.
  APPELL_INLINE void add_slide(const TreeBody& body) {
    APPELL_UNROLL
    for (int k = 0; k < K; ++k) {
      a[k] += Pack4{0.0, 0.0, slid(body, k + 2) * ((k + 1.0) * (k + 2.0)), 0.0};
      APPELL_UNROLL
      for (int j = 0; j <= k; ++j) {
        const double rate = slid(body, k - j + 1) * (2.0 * (k - j + 1));
        a[k] += B_z[j] * slid(body, k - j) + yxwz(w[j]) * Pack4{rate, -rate, 0.0, 0.0};
      }
    }
  }

  APPELL_INLINE void forces(const TreeBody& body, const TreeBodyInLanes& lanes, Block& W) {
    const double* mc = body.first_moment;
    const Pack4 c_yzx = load<Pack4>(lanes.first_moment_yzx);
    const Pack4 c_zxy = load<Pack4>(lanes.first_moment_zxy);
    Pack4 S_yzx[3], S_zxy[3];
    APPELL_UNROLL
    for (int j = 0; j < 3; ++j) {
      S_yzx[j] = load<Pack4>(lanes.second_moment_yzx[j]);
      S_zxy[j] = load<Pack4>(lanes.second_moment_zxy[j]);
    }
    APPELL_UNROLL
    for (int k = 0; k < K; ++k) {
      if (body.has_distant_child) {
        W.a[k] = a[k];
        W.B_x[k] = B_x[k];
        W.B_y[k] = B_y[k];
        W.B_z[k] = B_z[k];
      }
      W.f[k] = (a[k] * body.mass + B_x[k] * mc[0]) + (B_y[k] * mc[1] + B_z[k] * mc[2]);
      // m c × a + Σ columns of S × columns of B, see TreeBodyInLanes.
      const Pack4 forth =
          (c_zxy * a[k] + S_zxy[0] * B_x[k]) + (S_zxy[1] * B_y[k] + S_zxy[2] * B_z[k]);
      const Pack4 back =
          (c_yzx * a[k] + S_yzx[0] * B_x[k]) + (S_yzx[1] * B_y[k] + S_yzx[2] * B_z[k]);
      W.n[k] = yzx(yzx(forth) - back);
    }
  }

  /// Comes with f and n of everything that body i carries, and leaves them so for body i - 1.
  APPELL_INLINE void backward(int i) {
    const TreeBody& body = call.bodies[i];
    APPELL_UNROLL
    for (int k = 0; k < K; ++k) write_force(body, i, k);
    if (body.parent >= 0) {
      if (body.slides) [[unlikely]]
        add_slid_arm(body);
      Block& P = block(body.parent);
      to_parent(call.in_lanes[i], block(i), P);
      if (body.parent == i - 1) [[likely]]
        return;
      APPELL_UNROLL
      for (int k = 0; k < K; ++k) {
        P.f[k] = f[k];
        P.n[k] = n[k];
      }
    }
    if (i > 0) take_forces(i - 1);
  }

  APPELL_INLINE void take_forces(int i) {
    const Block& W = block(i);
    APPELL_UNROLL
    for (int k = 0; k < K; ++k) {
      f[k] = W.f[k];
      n[k] = W.n[k];
    }
  }

  APPELL_INLINE void write_force(const TreeBody& body, int i, int k) const {
    double Q = n[k][2];
    if (k > 1) Q *= kTables.factorial[k];
    if constexpr (is_plain) {
      call.tau[k * call.num_coordinates + i] = Q;
      return;
    }
    Q *= call.angle_scales[i];
    if (body.slides) Q += f[k][2] * (body.ratio * body.slide * kTables.factorial[k]);
    if (body.has_rotor) Q += input(body, k + 2) * body.rotor;
    double* to = call.tau + k * call.num_coordinates + body.coordinate;
    *to = body.adds_to_force ? *to + Q : Q;
  }

  APPELL_INLINE void add_slid_arm(const TreeBody& body) {
    APPELL_UNROLL
    for (int k = K - 1; k >= 0; --k) {
      APPELL_UNROLL
      for (int j = 0; j <= k; ++j) {
        const double d = slid(body, j);
        n[k] += yxwz(f[k - j]) * Pack4{-d, d, 0.0, 0.0};
      }
    }
  }

  /// Adds what the parent P has of its own first: that is there early, and the sums are the longest
  /// chain of the way back.
  APPELL_INLINE void to_parent(const TreeBodyInLanes& lanes, const Block& W, const Block& P) {
    const Pack4 R_z = load<Pack4>(lanes.columns[2]);
    const Pack4 p0_yzx = load<Pack4>(lanes.p0_yzx), p0_zxy = load<Pack4>(lanes.p0_zxy);
    Pack4 s[K], c[K], f_turned[K], n_turned[K];
    APPELL_UNROLL
    for (int k = 1; k < K; ++k) {
      s[k] = W.s[k];
      if (k > 1) c[k] = W.c[k];
    }
    turn_z<K, -1>(s, c, f, f_turned);
    turn_z<K, -1>(s, c, n, n_turned);
    APPELL_UNROLL
    for (int k = 0; k < K; ++k) {
      const Pack4 F =
          W.R_x * all_x(f_turned[k]) + W.R_y * all_y(f_turned[k]) + R_z * all_z(f_turned[k]);
      const Pack4 M = P.n[k] + W.R_x * all_x(n_turned[k]) + W.R_y * all_y(n_turned[k]) +
                      R_z * all_z(n_turned[k]);
      f[k] = P.f[k] + F;
      n[k] = M + yzx(yzx(p0_zxy * F) - p0_yzx * F);
    }
  }

  const KernelCall& call;
  Pack4 w[K + 1], a[K], B_x[K], B_y[K], B_z[K];  ///< Of the body before; on the way out.
  Pack4 f[K], n[K];                              ///< What it asks of its parent; on the way back.
};

template <int K>
void run_single(const KernelCall& call) {
  SingleKernel<K, false>(call).run();
}
template <int K>
void run_plain_single(const KernelCall& call) {
  SingleKernel<K, true>(call).run();
}

}  // namespace
}  // namespace appell::engine
