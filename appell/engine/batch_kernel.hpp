#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/formulas.hpp"
#include "appell/engine/kernels.hpp"
#include "appell/engine/sin_cos.hpp"
#include "appell/engine/tree_body.hpp"

namespace appell::engine {
namespace {

enum class Content { kForces, kForcesAndEnergies };

/// Inverse dynamics of `lanes` samples, and with them the acceleration energies. K outputs known at
/// compile time, or 0: then the call says how many.
///
/// Each body frame has its joint axis along z. State of a body: ω to order K, acceleration a of its
/// origin to order K - 1, both in body axes, and B, of which force and moment are linear functions
/// (formulas.hpp, docs/performance.md).
template <class T, int K, Content content>
class BatchKernel : OutputCount<K> {
 public:
  explicit BatchKernel(const KernelCall& kernel_call)
      : OutputCount<K>(kernel_call.num_outputs), call(kernel_call) {}

  APPELL_INLINE void run() {
    if (N < 1) return;
    if constexpr (kHasEnergies) {
      for (int p = 0; p < N; ++p) energy_[p] = T{};
    }
    for (int i = 0; i < call.num_bodies; ++i) {
      if (call.columns_are_far) [[unlikely]]
        prefetch_inputs(i + 16, 0, 0);
      rotation_now(call.bodies[i], block(i));
    }
    for (int i = 0; i < call.num_bodies; ++i) {
      if (call.columns_are_far) [[unlikely]]
        prefetch_inputs(i + 4, 1, N + 1);
      forward(i);
    }
    for (int i = call.num_bodies - 1; i >= 0; --i) {
      if (call.columns_are_far) [[unlikely]]
        prefetch_outputs(i - 4);
      backward(i);
    }
    if constexpr (kHasEnergies) {
      for (int p = 0; p < N; ++p) store(call.energies + p * call.energies_stride, energy_[p]);
    }
  }

 private:
  using OutputCount<K>::N;
  static constexpr bool kHasEnergies = content == Content::kForcesAndEnergies;
  static constexpr int kCapacity = K > 0 ? K : kMaxOutputs;
  using V = Columns<T>;

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

  /// The k-th vector of the part of a block that begins there. By components: g++ 12 copies a whole
  /// struct in pieces that the processor cannot forward to the next load.
  APPELL_INLINE static V get(const T* block, int begin, int k) {
    const T* v = block + begin + 3 * k;
    return {v[0], v[1], v[2]};
  }
  APPELL_INLINE static void copy(const V& v, V& to) {
    to.x = v.x;
    to.y = v.y;
    to.z = v.z;
  }
  APPELL_INLINE static void put(T* block, int begin, int k, const V& v) {
    T* to = block + begin + 3 * k;
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
  }

  APPELL_INLINE T input(const TreeBody& body, int k) const {
    return load<T>(call.q + (k * call.num_coordinates + body.coordinate) * call.q_stride);
  }

  /// Asks for the columns of a body that comes soon: they lie a column's length apart, too far for
  /// the machine to foresee.
  [[gnu::noinline]] void prefetch_inputs(int i, int first, int last) const {
    if (i >= call.num_bodies) return;
    const double* q = call.q + call.bodies[i].coordinate * call.q_stride;
    for (int k = first; k <= last; ++k) {
      __builtin_prefetch(q + k * call.num_coordinates * call.q_stride);
    }
  }
  [[gnu::noinline]] void prefetch_outputs(int i) const {
    if (i < 0) return;
    const double* tau = call.tau + call.bodies[i].coordinate * call.tau_stride;
    for (int k = 0; k < N; ++k) {
      __builtin_prefetch(tau + k * call.num_coordinates * call.tau_stride, 1);
    }
  }

  /// The coefficient d[k] of how far the body has slid along z.
  APPELL_INLINE T slid(const TreeBody& body, int k) const {
    T x = input(body, k) * (body.ratio * call.scales->position[k]);
    if (k == 0) x += body.offset;
    return x * body.slide;
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

  /// x and y of a vector, before or after the turn about z by the change of the angle.
  struct Plane {
    T x, y;
  };

  /// Rᵀ v with R = R0 Rz(θ(0)), of which R_z is the third column.
  APPELL_INLINE static Plane into_plane(const T* R, const V& v) {
    return {R[0] * v.x + R[2] * v.y + R[4] * v.z, R[1] * v.x + R[3] * v.y + R[5] * v.z};
  }
  APPELL_INLINE static T along_axis(const Constant& R_z, const V& v) {
    return v.x * R_z.x + v.y * R_z.y + v.z * R_z.z;
  }
  APPELL_INLINE static Constant third_column(const TreeBody& body) {
    const double R_z[3] = {body.R0[2], body.R0[5], body.R0[8]};
    return Constant(R_z);
  }

  /// Turns a series about z by the angle whose sine and cosine have s[0] = 0, c[0] = 1, c[1] = 0:
  /// the frozen rotation. Sense +1 reads components in the turned frame, -1 goes back.
  template <int Sense>
  APPELL_INLINE static void turn(int count, const T* s, const T* c, const Plane* v, V* out) {
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

  APPELL_INLINE void forward(int i) {
    const TreeBody& body = call.bodies[i];
    T* W = block(i);
    T x[kCapacity + 2], s[kCapacity + 1], c[kCapacity + 1], R[6];
    const double rate = body.ratio * body.turn;
    APPELL_UNROLL
    for (int k = 1; k <= N + 1; ++k) x[k] = input(body, k) * (rate * call.scales->rate[k]);
    sin_cos_of_change(N, x, s, c);
    APPELL_UNROLL
    for (int e = 0; e < 6; ++e) R[e] = W[e];
    APPELL_UNROLL
    for (int k = 1; k < N; ++k) {
      W[at_s() + k] = s[k];
      if (k > 1) W[at_c() + k] = c[k];
    }
    V w[kCapacity + 1], a[kCapacity];
    if (body.parent < 0) {
      start_at_world(body, R, s, c, x, w, a, W);
    } else {
      continue_from_parent(body, R, s, c, x, w, a, W);
    }
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) put(W, at_w(), k, w[k]);
    if (body.slides) add_slide(body, w, a);
    forces_and_children(body, w, a, W);
    if constexpr (kHasEnergies) add_energies(body, w, a);
    if (body.has_more_children) [[unlikely]]
      more_children(body, w, a);
  }

  /// Of a body that hangs on the world: at rest but for gravity, which is a base acceleration.
  APPELL_INLINE void start_at_world(const TreeBody& body, const T* R, const T* s, const T* c,
                                    const T* x, V* w, V* a, T* W) const {
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) w[k] = {T{}, T{}, x[k + 1]};
    const double* gravity = call.gravity;
    const V up = Make<V>::vector(-gravity[0], -gravity[1], -gravity[2]);
    const Plane g = into_plane(R, up);
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      const T sin = k == 0 ? T{} : s[k];
      const T cos = k == 0 ? broadcast<T>(1.0) : (k == 1 ? T{} : c[k]);
      a[k] = {cos * g.x + sin * g.y, cos * g.y - sin * g.x,
              k == 0 ? along_axis(third_column(body), up) : T{}};
    }
    if constexpr (kHasEnergies) {
      // Gravity must not be in the acceleration: it goes to a series of its own.
      for (int k = 0; k < N; ++k) {
        put(W, at_g(), k, a[k]);
        a[k] = V{};
      }
    }
  }

  /// ω = Rᵀ ω_P + z θ' and a = Rᵀ u of the joint frame, with u = a_P + B_P p0 that the parent left.
  APPELL_INLINE void continue_from_parent(const TreeBody& body, const T* R, const T* s, const T* c,
                                          const T* x, V* w, V* a, T* W) const {
    T* P = block(body.parent);
    const Constant R_z = third_column(body);
    Plane t[kCapacity + 1];
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) {
      const V w_P = get(P, at_w(), k);
      t[k] = into_plane(R, w_P);
      w[k].z = along_axis(R_z, w_P) + x[k + 1];
    }
    turn<1>(N + 1, s, c, t, w);
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      const V u = get(W, at_u(), k);
      t[k] = into_plane(R, u);
      a[k].z = along_axis(R_z, u);
    }
    turn<1>(N, s, c, t, a);
    if constexpr (kHasEnergies) {
      V g[kCapacity];
      APPELL_UNROLL
      for (int k = 0; k < N; ++k) {
        const V g_P = get(P, at_g(), k);
        t[k] = into_plane(R, g_P);
        g[k].z = along_axis(R_z, g_P);
      }
      turn<1>(N, s, c, t, g);
      APPELL_UNROLL
      for (int k = 0; k < N; ++k) put(W, at_g(), k, g[k]);
    }
  }

  /// From the joint frame to the body that has slid by d along z:
  /// a += B z d + 2 ω × z d' + z d''.
  APPELL_INLINE void add_slide(const TreeBody& body, const V* w, V* a) const {
    T d[kCapacity + 2];
    for (int k = 0; k <= N + 1; ++k) d[k] = slid(body, k);
    for (int k = 0; k < N; ++k) {
      a[k].z += d[k + 2] * ((k + 1.0) * (k + 2.0));
      for (int j = 0; j <= k; ++j) {
        const Spin<V> B = spin(w, j);
        const T rate = d[k - j + 1] * (2.0 * (k - j + 1));
        a[k].x += B.after.x * d[k - j] + w[j].y * rate;
        a[k].y += B.next.y * d[k - j] - w[j].x * rate;
        a[k].z -= B.minus_main.z * d[k - j];
      }
    }
  }

  /// Force and moment of the body, and u = a + B p0 for the first child.
  APPELL_INLINE void forces_and_children(const TreeBody& body, const V* w, const V* a, T* W) const {
    const double* S = body.second_moment;
    const double products[3] = {S[5], S[4], S[3]};
    const MassConstants<Constant> inertia{body.mass, Constant(body.first_moment), Constant(S),
                                          Constant(products)};
    const Constant p0(body.child_p0);
    T* child = block(body.first_child);  // A leaf writes to its own, which is used up.
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      const Spin<V> B = spin(w, k);
      put(child, at_u(), k, acceleration_at(p0, a[k], B));
      V true_a = a[k];
      if constexpr (kHasEnergies) true_a += get(W, at_g(), k);
      put(W, at_f(), k, force(inertia, true_a, B));
      put(W, at_n(), k, moment(inertia, true_a, B));
    }
  }

  /// u = a + B p0 for every child but the first.
  void more_children(const TreeBody& body, const V* w, const V* a) const {
    for (int i = call.bodies[body.first_child].next_sibling; i >= 0;
         i = call.bodies[i].next_sibling) {
      const Constant p0(call.bodies[i].p0);
      for (int k = 0; k < N; ++k) put(block(i), at_u(), k, acceleration_at(p0, a[k], spin(w, k)));
    }
  }

  /// E_p += ½ tr(H P Hᵀ) with H = [B | a] for p = 1 and H ← H' + ω × H for the next p, column by
  /// column; P is the pseudo-inertia. Only coefficient 0 of each H is squared.
  APPELL_INLINE void add_energies(const TreeBody& body, const V* w, const V* a) {
    T H[kCapacity][12];  // Row r, column c of H_{p+1} at [p - 1][4 r + c].
    V B_x[kCapacity], B_y[kCapacity], B_z[kCapacity];
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      const Spin<V> B = spin(w, k);
      B_x[k] = {-B.minus_main.x, B.after.y, B.next.z};
      B_y[k] = {B.next.x, -B.minus_main.y, B.after.z};
      B_z[k] = {B.after.x, B.next.y, -B.minus_main.z};
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

  APPELL_INLINE void derivatives_of_column(const V* w, const V* column_series, int column,
                                           T (*H)[12]) const {
    V h[kCapacity];
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) copy(column_series[k], h[k]);
    APPELL_UNROLL
    for (int p = 0; p < N; ++p) {
      H[p][column] = h[0].x;
      H[p][4 + column] = h[0].y;
      H[p][8 + column] = h[0].z;
      V next[kCapacity];
      APPELL_UNROLL
      for (int k = 0; k < N - 1 - p; ++k) {
        V sum = h[k + 1] * (k + 1.0);
        APPELL_UNROLL
        for (int j = 0; j <= k; ++j) sum = sum + cross(w[j], h[k - j]);
        copy(sum, next[k]);
      }
      APPELL_UNROLL
      for (int k = 0; k < N - 1 - p; ++k) copy(next[k], h[k]);
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
    V f[kCapacity], n[kCapacity];
    out_of_turn(W + at_f(), s, c, f);
    out_of_turn(W + at_n(), s, c, n);
    T R[6];
    APPELL_UNROLL
    for (int e = 0; e < 6; ++e) R[e] = W[e];
    const Constant R_z = third_column(body);
    const Constant p0(body.p0);
    T* P = block(body.parent);
    // f_P += R f,  n_P += R n + p0 × R f
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      const V F = out_of_body(R_z, R, f[k], V{});
      put(P, at_f(), k, get(P, at_f(), k) + F);
      put(P, at_n(), k, moment_about(p0, F, out_of_body(R_z, R, n[k], get(P, at_n(), k))));
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

  APPELL_INLINE void out_of_turn(const T* v, const T* s, const T* c, V* out) const {
    Plane t[kCapacity];
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      t[k].x = v[3 * k];
      t[k].y = v[3 * k + 1];
      out[k].z = v[3 * k + 2];
    }
    turn<-1>(N, s, c, t, out);
  }

  /// sum + R v
  APPELL_INLINE static V out_of_body(const Constant& R_z, const T* R, const V& v, const V& sum) {
    return {sum.x + R[0] * v.x + R[1] * v.y + v.z * R_z.x,
            sum.y + R[2] * v.x + R[3] * v.y + v.z * R_z.y,
            sum.z + R[4] * v.x + R[5] * v.y + v.z * R_z.z};
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
