#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/kernels.hpp"
#include "appell/engine/pack.hpp"
#include "appell/engine/sin_cos.hpp"
#include "appell/engine/spin.hpp"
#include "appell/engine/tree_body.hpp"

namespace appell::engine {
namespace {

enum class Content { kForces, kForcesAndEnergies };

/// The number of outputs: K where it is known at compile time, else what the call says.
template <int K>
struct OutputCount {
  explicit OutputCount(const KernelCall&) {}
  static constexpr int N = K;
};
template <>
struct OutputCount<0> {
  explicit OutputCount(const KernelCall& call) : N(call.num_outputs) {}
  const int N;
};

/// Inverse dynamics of `lanes` samples, and with them the acceleration energies. K outputs known at
/// compile time, or 0: then the call says how many.
///
/// Each body frame has its joint axis along z. State of a body: ω to order K, acceleration a of its
/// origin to order K - 1, both in body axes, and B, linear in which are (docs/performance.md)
///
///   force   f = m a + B (m c),   moment   n = m c × a + vector of the skew part of 2 B S      (1)
template <class T, int K, Content content>
class BatchKernel : OutputCount<K> {
 public:
  explicit BatchKernel(const KernelCall& kernel_call)
      : OutputCount<K>(kernel_call), call(kernel_call) {}

  APPELL_INLINE void run() {
    if (N < 1) return;
    if constexpr (kHasEnergies) {
      for (int p = 0; p < N; ++p) energy_[p] = T{};
    }
    for (int i = 0; i < call.num_bodies; ++i) rotation_now(call.bodies[i], block(i));
    for (int i = 0; i < call.num_bodies; ++i) forward(i);
    for (int i = call.num_bodies - 1; i >= 0; --i) backward(i);
    if constexpr (kHasEnergies) {
      for (int p = 0; p < N; ++p) store(call.energies + p * call.energies_stride, energy_[p]);
    }
  }

 private:
  using OutputCount<K>::N;
  static constexpr bool kHasEnergies = content == Content::kForcesAndEnergies;
  static constexpr int kCapacity = K > 0 ? K : kMaxOutputs;
  using Series = Vectors<T, kCapacity>;
  using SeriesPlus = Vectors<T, kCapacity + 1>;

  /// Where the parts of a body's block of the workspace begin, in packs.
  APPELL_INLINE int at_s() const { return 6; }
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

  APPELL_INLINE T input(const TreeBody& body, int k) const {
    return load<T>(call.q + (k * call.num_coordinates + body.coordinate) * call.q_stride);
  }

  /// The coefficient d[k] of how far the body has slid along z.
  APPELL_INLINE T slid(const TreeBody& body, int k) const {
    T x = input(body, k) * (body.ratio * call.scales->position[k]);
    if (k == 0) x += body.offset;
    return x * body.slide;
  }

  /// Sine and cosine of the angle's change from now on, from x[k] = k θ[k]:
  /// k s[k] = Σ x[j] c[k-j],  k c[k] = - Σ x[j] s[k-j].
  APPELL_INLINE void sin_cos_of_change(const T* x, T* s, T* c) const {
    s[1] = x[1];
    APPELL_UNROLL
    for (int k = 2; k <= N; ++k) {
      T a = x[k];
      T b = x[k - 1] * s[1];
      APPELL_UNROLL
      for (int j = 1; j < k - 1; ++j) {
        a += x[j] * c[k - j];
        b += x[j] * s[k - j];
      }
      s[k] = a * kTables.inverse[k];
      c[k] = b * -kTables.inverse[k];
    }
  }

  /// Columns of R0 Rz(θ(0)): the first two depend on the sample, the third is that of R0. Of all
  /// bodies first, because the long chains of operations in the sine then overlap.
  APPELL_INLINE void rotation_now(const TreeBody& body, T* R) const {
    const T angle = (input(body, 0) * body.ratio + body.offset) * body.turn;
    T s, c;
    sin_cos(angle, s, c);
    APPELL_UNROLL
    for (int r = 0; r < 3; ++r) {
      R[2 * r] = c * body.R0[3 * r] + s * body.R0[3 * r + 1];
      R[2 * r + 1] = c * body.R0[3 * r + 1] - s * body.R0[3 * r];
    }
  }

  /// Components in the body of one coefficient of a vector in the parent's axes, before the turn by
  /// the change of the angle. R_z is the third column of R0.
  APPELL_INLINE static void into_body(const Constant& R_z, const T* R, T x, T y, T z, T& out_x,
                                      T& out_y, T& out_z) {
    out_x = R[0] * x + R[2] * y + R[4] * z;
    out_y = R[1] * x + R[3] * y + R[5] * z;
    out_z = x * R_z.x + y * R_z.y + z * R_z.z;
  }
  APPELL_INLINE static Constant third_column(const TreeBody& body) {
    const double R_z[3] = {body.R0[2], body.R0[5], body.R0[8]};
    return Constant(R_z);
  }

  APPELL_INLINE void forward(int i) {
    const TreeBody& body = call.bodies[i];
    T* W = block(i);
    T x[kCapacity + 2], s[kCapacity + 1], c[kCapacity + 1], R[6];
    const double rate = body.ratio * body.turn;
    APPELL_UNROLL
    for (int k = 1; k <= N + 1; ++k) x[k] = input(body, k) * (rate * call.scales->rate[k]);
    sin_cos_of_change(x, s, c);
    APPELL_UNROLL
    for (int e = 0; e < 6; ++e) R[e] = W[e];
    APPELL_UNROLL
    for (int k = 1; k < N; ++k) {
      W[at_s() + k] = s[k];
      if (k > 1) W[at_c() + k] = c[k];
    }
    SeriesPlus w;
    Series a;
    if (body.parent < 0) {
      start_at_world(body, R, s, c, x, w, a, W);
    } else {
      continue_from_parent(body, R, s, c, x, w, a, W);
    }
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) {
      T* to = W + at_w() + 3 * k;
      to[0] = w.x[k];
      to[1] = w.y[k];
      to[2] = w.z[k];
    }
    if (body.slides) add_slide(body, w, a);
    forces_and_children(body, w, a, W);
    if constexpr (kHasEnergies) add_energies(body, w, a);
    if (body.has_more_children) [[unlikely]]
      more_children(body, w, a);
  }

  /// Of a body that hangs on the world: at rest but for gravity, which is a base acceleration.
  APPELL_INLINE void start_at_world(const TreeBody& body, const T* R, const T* s, const T* c,
                                    const T* x, SeriesPlus& w, Series& a, T* W) const {
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) {
      w.x[k] = w.y[k] = T{};
      w.z[k] = x[k + 1];
    }
    T gx, gy, gz;
    into_body(third_column(body), R, broadcast<T>(-call.gravity[0]), broadcast<T>(-call.gravity[1]),
              broadcast<T>(-call.gravity[2]), gx, gy, gz);
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      const T sin = k == 0 ? T{} : s[k];
      const T cos = k == 0 ? broadcast<T>(1.0) : (k == 1 ? T{} : c[k]);
      a.x[k] = cos * gx + sin * gy;
      a.y[k] = cos * gy - sin * gx;
      a.z[k] = k == 0 ? gz : T{};
    }
    if constexpr (kHasEnergies) move_to_gravity(a, W);
  }

  /// With energies gravity must not be in the acceleration: it goes to a series of its own.
  APPELL_INLINE void move_to_gravity(Series& a, T* W) const {
    for (int k = 0; k < N; ++k) {
      T* g = W + at_g() + 3 * k;
      g[0] = a.x[k];
      g[1] = a.y[k];
      g[2] = a.z[k];
      a.x[k] = a.y[k] = a.z[k] = T{};
    }
  }

  /// ω and a of the joint frame, from the parent's ω and from u = a_P + B_P p0, which it has left.
  APPELL_INLINE void continue_from_parent(const TreeBody& body, const T* R, const T* s, const T* c,
                                          const T* x, SeriesPlus& w, Series& a, T* W) const {
    const T* P = block(body.parent);
    const Constant R_z = third_column(body);
    SeriesPlus t;
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) {
      const T* from = P + at_w() + 3 * k;
      into_body(R_z, R, from[0], from[1], from[2], t.x[k], t.y[k], w.z[k]);
      w.z[k] += x[k + 1];
    }
    turn<1>(N + 1, s, c, t.x, t.y, w.x, w.y);
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      const T* from = W + at_u() + 3 * k;
      into_body(R_z, R, from[0], from[1], from[2], t.x[k], t.y[k], a.z[k]);
    }
    turn<1>(N, s, c, t.x, t.y, a.x, a.y);
    if constexpr (kHasEnergies) turn_gravity(body, P, R, s, c, W);
  }

  APPELL_INLINE void turn_gravity(const TreeBody& body, const T* P, const T* R, const T* s,
                                  const T* c, T* W) const {
    Series t, g;
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      const T* from = P + at_g() + 3 * k;
      into_body(third_column(body), R, from[0], from[1], from[2], t.x[k], t.y[k], g.z[k]);
    }
    turn<1>(N, s, c, t.x, t.y, g.x, g.y);
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      T* to = W + at_g() + 3 * k;
      to[0] = g.x[k];
      to[1] = g.y[k];
      to[2] = g.z[k];
    }
  }

  /// From the joint frame to the body that has slid by d along z:
  /// a += B z d + 2 ω × z d' + z d''.
  APPELL_INLINE void add_slide(const TreeBody& body, const SeriesPlus& w, Series& a) const {
    T d[kCapacity + 2];
    for (int k = 0; k <= N + 1; ++k) d[k] = slid(body, k);
    for (int k = 0; k < N; ++k) {
      a.z[k] += d[k + 2] * ((k + 1.0) * (k + 2.0));
      for (int j = 0; j <= k; ++j) {
        const Spin<T> B = spin(w, j);
        const T rate = d[k - j + 1] * (2.0 * (k - j + 1));
        a.x[k] += B.xz * d[k - j] + w.y[j] * rate;
        a.y[k] += B.yz * d[k - j] - w.x[j] * rate;
        a.z[k] -= B.minus_zz * d[k - j];
      }
    }
  }

  /// Eq. (1), and what the first child needs.
  APPELL_INLINE void forces_and_children(const TreeBody& body, const SeriesPlus& w, const Series& a,
                                         T* W) const {
    const double m = body.mass;
    const Constant mc(body.first_moment), p0(body.child_p0);
    const Constant diagonal(body.second_moment), rest(body.second_moment + 3);
    const double S_xx = diagonal.x, S_yy = diagonal.y, S_zz = diagonal.z;
    const double S_xy = rest.x, S_xz = rest.y, S_yz = rest.z;
    T* child = block(body.first_child) + at_u();  // A leaf writes to its own, which is used up.
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      const Spin<T> B = spin(w, k);
      T x = a.x[k], y = a.y[k], z = a.z[k];
      T ux = x, uy = y, uz = z;
      add_spin(B, p0, ux, uy, uz);
      child[3 * k] = ux;
      child[3 * k + 1] = uy;
      child[3 * k + 2] = uz;
      if constexpr (kHasEnergies) {
        const T* g = W + at_g() + 3 * k;
        x += g[0];
        y += g[1];
        z += g[2];
      }
      T fx = x * m, fy = y * m, fz = z * m;
      add_spin(B, mc, fx, fy, fz);
      T* f = W + at_f() + 3 * k;
      f[0] = fx;
      f[1] = fy;
      f[2] = fz;
      T* n = W + at_n() + 3 * k;
      n[0] = z * mc.y - y * mc.z + B.zx * S_xy + B.zy * S_yy - B.minus_zz * S_yz - B.yx * S_xz +
             B.minus_yy * S_yz - B.yz * S_zz;
      n[1] = x * mc.z - z * mc.x - B.minus_xx * S_xz + B.xy * S_yz + B.xz * S_zz - B.zx * S_xx -
             B.zy * S_xy + B.minus_zz * S_xz;
      n[2] = y * mc.x - x * mc.y + B.yx * S_xx - B.minus_yy * S_xy + B.yz * S_xz +
             B.minus_xx * S_xy - B.xy * S_yy - B.xz * S_yz;
    }
  }

  /// u = a + B p0 for every child but the first.
  void more_children(const TreeBody& body, const SeriesPlus& w, const Series& a) const {
    for (int i = call.bodies[body.first_child].next_sibling; i >= 0;
         i = call.bodies[i].next_sibling) {
      T* child = block(i) + at_u();
      for (int k = 0; k < N; ++k) {
        T x = a.x[k], y = a.y[k], z = a.z[k];
        add_spin(spin(w, k), Constant(call.bodies[i].p0), x, y, z);
        child[3 * k] = x;
        child[3 * k + 1] = y;
        child[3 * k + 2] = z;
      }
    }
  }

  /// E_p += ½ tr(H P Hᵀ) with H = [B | a] for p = 1 and H ← H' + ω × H for the next p, column by
  /// column; P is the pseudo-inertia. Only coefficient 0 of each H is squared.
  APPELL_INLINE void add_energies(const TreeBody& body, const SeriesPlus& w, const Series& a) {
    T H[kCapacity][12];  // Row r, column c of H_{p+1} at [p - 1][4 r + c].
    Series B_x, B_y, B_z;
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      const Spin<T> B = spin(w, k);
      B_x.x[k] = -B.minus_xx, B_x.y[k] = B.yx, B_x.z[k] = B.zx;
      B_y.x[k] = B.xy, B_y.y[k] = -B.minus_yy, B_y.z[k] = B.zy;
      B_z.x[k] = B.xz, B_z.y[k] = B.yz, B_z.z[k] = -B.minus_zz;
    }
    derivatives_of_column(w, B_x, 0, H);
    derivatives_of_column(w, B_y, 1, H);
    derivatives_of_column(w, B_z, 2, H);
    derivatives_of_column(w, a, 3, H);
    const double* mc = body.first_moment;
    const double* S = body.second_moment;
    APPELL_UNROLL
    for (int p = 0; p < N; ++p) {
      T sum{};
      APPELL_UNROLL
      for (int r = 0; r < 3; ++r) {
        const T x = H[p][4 * r], y = H[p][4 * r + 1], z = H[p][4 * r + 2], t = H[p][4 * r + 3];
        sum += x * (x * (0.5 * S[0]) + y * S[3] + z * S[4] + t * mc[0]);
        sum += y * (y * (0.5 * S[1]) + z * S[5] + t * mc[1]);
        sum += z * (z * (0.5 * S[2]) + t * mc[2]) + t * t * (0.5 * body.mass);
      }
      energy_[p] += sum;
    }
    if (body.has_rotor) {  // ½ I_r (ratio q⁽ᵖ⁺¹⁾)²
      for (int p = 1; p <= N; ++p) {
        const T rate = input(body, p + 1);
        energy_[p - 1] += rate * rate * (0.5 * body.rotor);
      }
    }
  }

  APPELL_INLINE void derivatives_of_column(const SeriesPlus& w, Series h, int column,
                                           T (*H)[12]) const {
    APPELL_UNROLL
    for (int p = 0; p < N; ++p) {
      H[p][column] = h.x[0];
      H[p][4 + column] = h.y[0];
      H[p][8 + column] = h.z[0];
      Series next;
      APPELL_UNROLL
      for (int k = 0; k < N - 1 - p; ++k) {
        const double rate = k + 1;
        T x = h.x[k + 1] * rate, y = h.y[k + 1] * rate, z = h.z[k + 1] * rate;
        APPELL_UNROLL
        for (int j = 0; j <= k; ++j) {
          x += w.y[j] * h.z[k - j] - w.z[j] * h.y[k - j];
          y += w.z[j] * h.x[k - j] - w.x[j] * h.z[k - j];
          z += w.x[j] * h.y[k - j] - w.y[j] * h.x[k - j];
        }
        next.x[k] = x, next.y[k] = y, next.z[k] = z;
      }
      APPELL_UNROLL
      for (int k = 0; k < N - 1 - p; ++k) {
        h.x[k] = next.x[k], h.y[k] = next.y[k], h.z[k] = next.z[k];
      }
    }
  }

  /// The force of the body's coordinate, and what the body asks of its parent.
  APPELL_INLINE void backward(int i) {
    const TreeBody& body = call.bodies[i];
    T* W = block(i);
    write_force(body, W);
    if (body.parent < 0) return;
    if (body.slides) add_slid_arm(body, W);
    T s[kCapacity], c[kCapacity];
    APPELL_UNROLL
    for (int k = 1; k < N; ++k) {
      s[k] = W[at_s() + k];
      if (k > 1) c[k] = W[at_c() + k];
    }
    Series f, n;
    out_of_turn(W + at_f(), s, c, f);
    out_of_turn(W + at_n(), s, c, n);
    T R[6];
    APPELL_UNROLL
    for (int e = 0; e < 6; ++e) R[e] = W[e];
    const Constant R_z = third_column(body), p0(body.p0);
    T* to_f = block(body.parent) + at_f();
    T* to_n = block(body.parent) + at_n();
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      T F[3] = {}, M[3] = {to_n[3 * k], to_n[3 * k + 1], to_n[3 * k + 2]};
      add_out_of_body(R_z, R, f.x[k], f.y[k], f.z[k], F);
      add_out_of_body(R_z, R, n.x[k], n.y[k], n.z[k], M);
      to_f[3 * k] += F[0];
      to_f[3 * k + 1] += F[1];
      to_f[3 * k + 2] += F[2];
      to_n[3 * k] = M[0] + F[2] * p0.y - F[1] * p0.z;
      to_n[3 * k + 1] = M[1] + F[0] * p0.z - F[2] * p0.x;
      to_n[3 * k + 2] = M[2] + F[1] * p0.x - F[0] * p0.y;
    }
  }

  APPELL_INLINE void write_force(const TreeBody& body, const T* W) const {
    const double turns = body.ratio * body.turn, slides = body.ratio * body.slide;
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      T Q = W[at_n() + 3 * k + 2] * turns;
      if (body.slides) Q += W[at_f() + 3 * k + 2] * slides;
      Q *= call.scales->force[k];
      if (body.has_rotor) Q += input(body, k + 2) * (body.rotor * call.scales->rotor[k]);
      double* to = call.tau + (k * call.num_coordinates + body.coordinate) * call.tau_stride;
      if (body.adds_to_force) Q += load<T>(to);
      store(to, Q);
    }
  }

  /// The moment about the joint frame: n += d z × f.
  APPELL_INLINE void add_slid_arm(const TreeBody& body, T* W) const {
    for (int k = N - 1; k >= 0; --k) {
      for (int j = 0; j <= k; ++j) {
        const T d = slid(body, j);
        W[at_n() + 3 * k] -= d * W[at_f() + 3 * (k - j) + 1];
        W[at_n() + 3 * k + 1] += d * W[at_f() + 3 * (k - j)];
      }
    }
  }

  APPELL_INLINE void out_of_turn(const T* v, const T* s, const T* c, Series& out) const {
    T x[kCapacity], y[kCapacity];
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      x[k] = v[3 * k];
      y[k] = v[3 * k + 1];
      out.z[k] = v[3 * k + 2];
    }
    turn<-1>(N, s, c, x, y, out.x, out.y);
  }

  APPELL_INLINE static void add_out_of_body(const Constant& R_z, const T* R, T x, T y, T z,
                                            T (&sum)[3]) {
    sum[0] = sum[0] + R[0] * x + R[1] * y + z * R_z.x;
    sum[1] = sum[1] + R[2] * x + R[3] * y + z * R_z.y;
    sum[2] = sum[2] + R[4] * x + R[5] * y + z * R_z.z;
  }

  const KernelCall& call;
  T energy_[kHasEnergies ? kCapacity : 1];
};

template <class T, int K, Content content>
void run_batch(const KernelCall& call) {
  BatchKernel<T, K, content>(call).run();
}

}  // namespace
}  // namespace appell::engine
