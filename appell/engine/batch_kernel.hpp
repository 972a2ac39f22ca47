#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/batch_memory.hpp"
#include "appell/engine/energy_recursion.hpp"
#include "appell/engine/frozen_turn.hpp"
#include "appell/engine/sin_cos.hpp"

namespace appell::engine {
namespace {

/// Inverse dynamics of `lanes` samples, and with them the acceleration energies. K outputs known at
/// compile time, or 0: then the call says how many.
///
/// Each body frame has its joint axis along z. State of a body: ω to order K, acceleration a of its
/// origin to order K - 1, both in body axes, and B, of which force and moment are linear functions
/// (formulas.hpp, docs/performance.md). Frames and masses are those of RegroupedBody.
template <class T, int K, Content content>
class BatchKernel : BatchMemory<T, K, content> {
  using Memory = BatchMemory<T, K, content>;

 public:
  explicit BatchKernel(const KernelCall& kernel_call) : Memory(kernel_call) {}

  APPELL_INLINE void run() {
    if (N < 1) return;
    for (int i = 0; i < call.num_bodies; ++i) {
      if (call.columns_are_far) [[unlikely]]
        prefetch_inputs(i + 16, 0, 0);
      angle_now(call.regrouped[i], block(i));
    }
    for (int i = 0; i < call.num_bodies; ++i) {
      if (call.columns_are_far) [[unlikely]]
        prefetch_inputs(i + 4, 1, N + 1);
      forward(i);
    }
    V f[kCapacity], n[kCapacity];
    clear(f, n);
    for (int i = call.num_bodies - 1; i >= 0; --i) {
      if (call.columns_are_far) [[unlikely]]
        prefetch_outputs(i - 4);
      backward(i, f, n);
    }
    if constexpr (kHasEnergies) energies_.store_to(call.energies, call.energies_stride);
  }

 private:
  using Memory::at_s, Memory::at_c, Memory::at_w, Memory::at_u, Memory::at_f, Memory::at_n,
      Memory::at_g;
  using Memory::call, Memory::N, Memory::block, Memory::get, Memory::put, Memory::series,
      Memory::input, Memory::slid, Memory::kHasEnergies;
  using Memory::prefetch_inputs, Memory::prefetch_outputs;
  using typename Memory::V;
  static constexpr int kCapacity = K > 0 ? K : kMaxOutputs;
  static constexpr bool kInTiles = K == 0;            ///< See order_tiles.hpp.
  static constexpr bool kPassesOn = K > 0 && K <= 4;  ///< In registers, on the way back.
  /// Of the highest order of ω only α[K - 1] = K ω[K] is asked for, so that is what is kept as
  /// ω[K], and derived without sine and cosine of that order: see turn_rate.
  static constexpr bool kKeepsRate = K > 1 && K <= 4 && !kHasEnergies;

  /// Of all bodies first, because the long chains of operations in the sine then overlap.
  APPELL_INLINE void angle_now(const RegroupedBody& body, T* W) const {
    const T angle = input(body, 0) * body.scale + body.offset;
    T s, c;
    sin_cos(angle, body.phase, s, c);
    W[0] = s;
    W[1] = c;
  }

  template <int Sense>
  APPELL_INLINE static void turn_series(int count, const T* s, const T* c, const Plane<T>* v,
                                        V* out) {
    if constexpr (kInTiles) {
      turn_in_pairs<Sense>(count, s, c, v, out);
    } else {
      turn<Sense>(count, s, c, v, out);
    }
  }

  /// x[k] = k θ[k], the highest times N if ω is kept so.
  APPELL_INLINE void rates(int i, T* x) const {
    const double* scales = call.rate_scales + i * (N + 2);
    APPELL_UNROLL
    for (int k = 1; k <= N + 1; ++k) {
      x[k] = input(call.regrouped[i], k) * scales[kKeepsRate && k == N + 1 ? 0 : k];
    }
  }

  /// B, see `spin`, of a body whose ω is kept to order N.
  APPELL_INLINE Spin<V> spin_of_body(const V* w, int k) const {
    return engine::spin(w, k, w[k + 1], kKeepsRate && k == N - 1 ? 1 : k + 1);
  }

  APPELL_INLINE void forward(int i) {
    const RegroupedBody& body = call.regrouped[i];
    T* W = block(i);
    if (!kHasEnergies && body.parent < 0 && !body.slides) return turn_root(i, W);
    T x[kCapacity + 2], s[kCapacity + 1], c[kCapacity + 1];
    rates(i, x);
    sin_cos_of_change(kKeepsRate ? N - 1 : N, x, s, c);
    APPELL_UNROLL
    for (int k = 1; k < N; ++k) {
      W[at_s() + k] = s[k];
      if (k > 1) W[at_c() + k] = c[k];
    }
    V w[kCapacity + 1], a[kCapacity];
    if (body.parent < 0) {
      start_at_world(body, s, c, x, w, a, W);
    } else {
      continue_from_parent(body, s, c, x, w, a, W);
    }
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) put(W, at_w(), k, w[k]);
    if (body.slides) [[unlikely]] {
      keep(a, W);
      add_slide(body, W);
      APPELL_UNROLL
      for (int k = 0; k < N; ++k) set(get(W, at_u(), k), a[k]);
    }
    forces_and_children(body, w, a, W);
    if constexpr (kHasEnergies) add_energies(body, w, a);
    if (body.is_special) [[unlikely]] {
      keep(a, W);
      if (body.keeps_axis) add_axis(body, W);
      if (body.has_more_children) more_children(body, W);
    }
  }

  /// The acceleration takes the place of u, which is used up: for functions that are called, and
  /// read it there. Pointers to a and w would keep those out of registers.
  APPELL_INLINE void keep(const V* a, T* W) const {
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) put(W, at_u(), k, a[k]);
  }

  /// Of a body that hangs on the world: at rest but for gravity, which is a base acceleration.
  APPELL_INLINE void start_at_world(const RegroupedBody& body, const T* s, const T* c, const T* x,
                                    V* w, V* a, T* W) const {
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) w[k] = {T{}, T{}, x[k + 1]};
    lift_root(body, s, c, a, W);
    if constexpr (kHasEnergies) {
      // Gravity must not be in the acceleration: it goes to a series of its own.
      for (int k = 0; k < N; ++k) {
        put(W, at_g(), k, a[k]);
        a[k] = V{};
      }
    }
  }

  APPELL_INLINE void lift_root(const RegroupedBody& body, const T* s, const T* c, V* a,
                               const T* W) const {
    double up[3];  // Minus gravity in the axes of the joint.
    APPELL_UNROLL
    for (int e = 0; e < 3; ++e) {
      up[e] = -(body.R0[e] * call.gravity[0] + body.R0[3 + e] * call.gravity[1] +
                body.R0[6 + e] * call.gravity[2]);
    }
    const T x_0 = W[1] * up[0] + W[0] * up[1], y_0 = W[1] * up[1] - W[0] * up[0];
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      const T sin = k == 0 ? T{} : s[k];
      const T cos = k == 0 ? broadcast<T>(1.0) : (k == 1 ? T{} : c[k]);
      a[k] = {cos * x_0 + sin * y_0, cos * y_0 - sin * x_0, k == 0 ? broadcast<T>(up[2]) : T{}};
    }
  }

  /// All of a root that only turns: ω has no other component than z, and of the forces the moment
  /// about z alone is asked for.
  APPELL_INLINE void turn_root(int i, T* W) const {
    const RegroupedBody& body = call.regrouped[i];
    T x[kCapacity + 2], s[kCapacity + 1], c[kCapacity + 1];
    V a[kCapacity];
    rates(i, x);
    sin_cos_of_change(N - 1, x, s, c);
    lift_root(body, s, c, a, W);
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) W[at_w() + 3 * k + 2] = x[k + 1];
    const Arm p0 = body.child_p0;
    const double inertia = body.xx + body.yy, mass_x = body.mass_x, mass_y = body.mass_y;
    T* child = block(body.first_child);
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      const T alpha = kKeepsRate && k == N - 1 ? x[N + 1] : times_integer(x[k + 2], k + 1);
      const T square = sum_to(k, [&](int j) { return x[j + 1] * x[k - j + 1]; });
      V u = a[k];
      if (p0.has_x) {
        u.x -= square * p0.x;
        u.y += alpha * p0.x;
      }
      if (p0.has_y) {
        u.x -= alpha * p0.y;
        u.y -= square * p0.y;
      }
      put(child, at_u(), k, u);
      W[at_n() + 3 * k + 2] = alpha * inertia + a[k].y * mass_x - a[k].x * mass_y;
    }
    if (body.has_more_children) [[unlikely]] {
      for (int k = 0; k <= N; ++k) W[at_w() + 3 * k] = W[at_w() + 3 * k + 1] = T{};
      keep(a, W);
      more_children(body, W);
    }
  }

  /// ω = Rᵀ ω_P + z θ' and a = Rᵀ u of the joint frame, with u = a_P + B_P p0 that the parent left.
  APPELL_INLINE void continue_from_parent(const RegroupedBody& body, const T* s, const T* c,
                                          const T* x, V* w, V* a, T* W) const {
    const T* P = block(body.parent);
    if (body.is_turned) [[unlikely]] {
      turn_parent(body, P, W);
      P = W;
    }
    const Frozen<T> R(body, W);
    Plane<T> t[kCapacity + 1];
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) {
      if (body.hangs_on_turning_root) {
        t[k] = R.into(P[at_w() + 3 * k + 2], w[k].z);
      } else {
        t[k] = R.into(get(P, at_w(), k), w[k].z);
      }
      w[k].z += x[k + 1];
    }
    turn_series<1>(kKeepsRate ? N : N + 1, s, c, t, w);
    if constexpr (kKeepsRate) turn_rate<K>(s, c, x, t, w);
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) t[k] = R.into(get(W, at_u(), k), a[k].z);
    turn_series<1>(N, s, c, t, a);
    if constexpr (kHasEnergies) {
      V g[kCapacity];
      APPELL_UNROLL
      for (int k = 0; k < N; ++k) t[k] = R.into(get(P, at_g(), k), g[k].z);
      turn_series<1>(N, s, c, t, g);
      APPELL_UNROLL
      for (int k = 0; k < N; ++k) put(W, at_g(), k, g[k]);
    }
  }

  /// What a later child takes from its parent, turned about the parent's z, to the child's block.
  [[gnu::noinline]] void turn_parent(const RegroupedBody& body, const T* P, T* W) const {
    const auto turned = [&](const T* from, int begin, int k) {
      const V v = get(from, begin, k);
      put(W, begin, k,
          {v.x * body.parent_cos + v.y * body.parent_sin,
           v.y * body.parent_cos - v.x * body.parent_sin, v.z});
    };
    for (int k = 0; k <= N; ++k) turned(P, at_w(), k);
    for (int k = 0; k < N; ++k) turned(W, at_u(), k);
    if constexpr (kHasEnergies) {
      for (int k = 0; k < N; ++k) turned(P, at_g(), k);
    }
  }

  /// From the joint frame to the body that has slid by d along z:
  /// a += B z d + 2 ω × z d' + z d''.
  [[gnu::noinline]] void add_slide(const RegroupedBody& body, T* W) const {
    const V* w = series(W, at_w());
    T d[kCapacity + 2];
    for (int k = 0; k <= N + 1; ++k) d[k] = slid(body, k);
    V B_z[kCapacity];
    for (int k = 0; k < N; ++k) {
      const Spin<V> B = spin_of_body(w, k);
      set({B.after.x, B.next.y, -B.minus_main.z}, B_z[k]);
      V a = get(W, at_u(), k);
      a.z += d[k + 2] * ((k + 1.0) * (k + 2.0));
      for (int j = 0; j <= k; ++j) {
        const T rate = d[k - j + 1] * (2.0 * (k - j + 1));
        a += B_z[j] * d[k - j];
        a.x += w[j].y * rate;
        a.y -= w[j].x * rate;
      }
      put(W, at_u(), k, a);
    }
  }
  /// Force and moment of the body, and u = a + B p0 for the first child.
  APPELL_INLINE void forces_and_children(const RegroupedBody& body, const V* w, const V* a,
                                         T* W) const {
    const RegroupedMass mass(body);
    const Arm p0 = body.child_p0;
    const bool needs_force = body.needs_force;
    T* child = block(body.first_child);  // A leaf writes to its own, which is used up.
    const auto of_order = [&](int k, const Spin<V>& B) __attribute__((always_inline)) {
      put(child, at_u(), k, acceleration_at(p0, a[k], B));
      V true_a = a[k];
      if constexpr (kHasEnergies) true_a += get(W, at_g(), k);
      if (needs_force) put(W, at_f(), k, force(mass, B));
      put(W, at_n(), k, moment(mass, true_a, B));
    };
    if constexpr (kInTiles) {
      in_pairs(N, [&]<int rows>(int k) __attribute__((always_inline)) {
        Spin<V> B[rows];
        spins_of_rows<rows>(w, k, B);
        APPELL_UNROLL_ROWS
        for (int r = 0; r < rows; ++r) of_order(k + r, B[r]);
      });
    } else {
      APPELL_UNROLL
      for (int k = 0; k < N; ++k) of_order(k, spin_of_body(w, k));
    }
  }

  /// What masses on the axis add to force and moment: f += m a + B z m_z, n += z m_z × a + ...
  [[gnu::noinline]] void add_axis(const RegroupedBody& body, T* W) const {
    for (int k = 0; k < N; ++k) {
      const Spin<V> B = spin_of_body(series(W, at_w()), k);
      V a = get(W, at_u(), k);
      if constexpr (kHasEnergies) a += get(W, at_g(), k);
      const V f =
          a * body.mass + V{B.after.x, B.next.y, -B.minus_main.z} * body.mass_z + get(W, at_f(), k);
      const V n = V{-a.y, a.x, T{}} * body.mass_z + V{-B.next.y, B.after.x, T{}} * body.zz +
                  get(W, at_n(), k);
      put(W, at_f(), k, f);
      put(W, at_n(), k, n);
    }
  }

  /// u = a + B p0 for every child but the first.
  [[gnu::noinline]] void more_children(const RegroupedBody& body, const T* W) const {
    for (int i = call.regrouped[body.first_child].next_sibling; i >= 0;
         i = call.regrouped[i].next_sibling) {
      const double* p0 = call.regrouped[i].p0_in_parent;
      const Arm arm = {p0[0], p0[1], p0[2], true, true, true};
      for (int k = 0; k < N; ++k) {
        put(block(i), at_u(), k,
            acceleration_at(arm, get(W, at_u(), k), spin_of_body(series(W, at_w()), k)));
      }
    }
  }

  APPELL_INLINE void add_energies(const RegroupedBody& body, const V* w, const V* a) {
    energies_.add(body, w, a);
    if (!body.has_rotor) return;
    for (int p = 1; p <= N; ++p) {
      const double scale = kFactorials.values[p + 1] * call.scales->position[p + 1];
      energies_.add_rotor(body, p, input(body, p + 1) * scale);
    }
  }

  /// The force of the body's coordinate, and what the body asks of its parent. For low orders it
  /// comes with f and n that body i + 1 asks of this one, zero if that does not hang on it, and
  /// leaves them likewise: memory would be the longest part of the way from body to body.
  APPELL_INLINE void backward(int i, V* f, V* n) {
    const RegroupedBody& body = call.regrouped[i];
    T* W = block(i);
    const V* all_f = kPassesOn ? f : series(W, at_f());
    const V* all_n = kPassesOn ? n : series(W, at_n());
    if (body.parent < 0 && !body.slides) {
      APPELL_UNROLL
      for (int k = 0; k < (kPassesOn ? N : 0); ++k) n[k].z += W[at_n() + 3 * k + 2];
      write_force(i, all_f, all_n);
      clear(f, n);
      return;
    }
    APPELL_UNROLL
    for (int k = 0; k < (kPassesOn ? N : 0); ++k) {
      if (body.needs_force) set(f[k] + get(W, at_f(), k), f[k]);
      set(n[k] + get(W, at_n(), k), n[k]);
    }
    write_force(i, all_f, all_n);
    if (body.parent < 0) {
      clear(f, n);
      return;
    }
    if (body.slides) [[unlikely]]
      add_slid_arm(body, W, f, n);
    const bool passes_on = kPassesOn && body.parent == i - 1;
    if (body.hangs_on_turning_root) {
      to_turning_root(body, W, passes_on, all_f, all_n, f, n);
    } else {
      to_parent(body, W, passes_on, all_f, all_n, f, n);
    }
    if (!passes_on) clear(f, n);
  }

  APPELL_INLINE static void clear(V* f, V* n) {
    APPELL_UNROLL
    for (int k = 0; k < (kPassesOn ? kCapacity : 0); ++k) f[k] = n[k] = V{};
  }

  /// R f and R n + p0 × R f, to be passed on in f and n or added to what the parent has.
  APPELL_INLINE void to_parent(const RegroupedBody& body, const T* W, bool passes_on,
                               const V* all_f, const V* all_n, V* f, V* n) const {
    T s[kCapacity], c[kCapacity];
    take_change(W, s, c);
    const bool has_force = body.needs_force;
    if (has_force) turn_back(s, c, all_f, f);
    turn_back(s, c, all_n, n);
    const Frozen<T> R(body, W);
    const Arm p0 = body.p0;
    T* P = block(body.parent);
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      V M = R.out_of(n[k]);
      if (has_force) {
        V F = R.out_of(f[k]);
        M = moment_about(p0, F, M);
        if (passes_on) [[likely]] {
          set(F, f[k]);
        } else {
          if (body.is_turned) F = turned_back(body, F);
          put(P, at_f(), k, get(P, at_f(), k) + F);
        }
      }
      if (passes_on) [[likely]] {
        set(M, n[k]);
        continue;
      }
      if (body.is_turned) [[unlikely]]
        M = turned_back(body, M);
      put(P, at_n(), k, get(P, at_n(), k) + M);
    }
  }

  /// The same for a parent that asks for the moment about its z alone.
  APPELL_INLINE void to_turning_root(const RegroupedBody& body, const T* W, bool passes_on,
                                     const V* all_f, const V* all_n, V* f, V* n) const {
    T s[kCapacity], c[kCapacity];
    take_change(W, s, c);
    turn_back(s, c, all_n, n);
    const Frozen<T> R(body, W);
    if (body.needs_force) {
      const Arm p0 = body.p0;
      turn_back(s, c, all_f, f);
      APPELL_UNROLL
      for (int k = 0; k < N; ++k) {
        n[k].z = moment_about(p0, R.out_of(f[k]), R.out_of(n[k])).z;
      }
    } else {
      APPELL_UNROLL
      for (int k = 0; k < N; ++k) n[k].z = R.out_of(n[k]).z;
    }
    T* P = block(body.parent);
    APPELL_UNROLL
    for (int k = 0; k < N && !passes_on; ++k) P[at_n() + 3 * k + 2] += n[k].z;
  }

  /// Sine and cosine of the change of the angle, from where the way out has left them.
  APPELL_INLINE void take_change(const T* W, T* s, T* c) const {
    APPELL_UNROLL
    for (int k = 1; k < N; ++k) {
      s[k] = W[at_s() + k];
      if (k > 1) c[k] = W[at_c() + k];
    }
  }

  APPELL_INLINE static V turned_back(const RegroupedBody& body, const V& v) {
    return {v.x * body.parent_cos - v.y * body.parent_sin,
            v.x * body.parent_sin + v.y * body.parent_cos, v.z};
  }

  APPELL_INLINE void write_force(int i, const V* f, const V* n) const {
    const RegroupedBody& body = call.regrouped[i];
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      T Q = n[k].z * call.moment_scales[i * N + k];
      if (body.slides) Q += f[k].z * (body.slide_scale * call.scales->force[k]);
      if (body.has_rotor) Q += input(body, k + 2) * (body.rotor * call.scales->rotor[k]);
      double* to = call.tau + (k * call.num_coordinates + body.coordinate) * call.tau_stride;
      if (body.adds_to_force) Q += load<T>(to);
      store(to, Q);
    }
  }

  /// The moment about the joint frame: n += d z × f.
  APPELL_INLINE void add_slid_arm(const RegroupedBody& body, T* W, V* f, V* n) const {
    APPELL_UNROLL
    for (int k = 0; k < (kPassesOn ? N : 0); ++k) {
      put(W, at_f(), k, f[k]);
      put(W, at_n(), k, n[k]);
    }
    add_slid_arm(body, W);
    APPELL_UNROLL
    for (int k = 0; k < (kPassesOn ? N : 0); ++k) set(get(W, at_n(), k), n[k]);
  }
  [[gnu::noinline]] void add_slid_arm(const RegroupedBody& body, T* W) const {
    for (int k = N - 1; k >= 0; --k) {
      for (int j = 0; j <= k; ++j) {
        const T d = slid(body, j);
        W[at_n() + 3 * k] -= d * W[at_f() + 3 * (k - j) + 1];
        W[at_n() + 3 * k + 1] += d * W[at_f() + 3 * (k - j)];
      }
    }
  }

  APPELL_INLINE void turn_back(const T* s, const T* c, const V* v, V* out) const {
    Plane<T> t[kCapacity];
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      t[k].x = v[k].x;
      t[k].y = v[k].y;
      out[k].z = v[k].z;
    }
    turn_series<-1>(N, s, c, t, out);
  }

  EnergyRecursion<T, kHasEnergies ? K : 0> energies_;
};

template <class T, int K, Content content>
void run_batch(const KernelCall& call) {
  BatchKernel<T, K, content>(call).run();
}

}  // namespace
}  // namespace appell::engine
