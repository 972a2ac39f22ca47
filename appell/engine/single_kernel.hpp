#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/kernels.hpp"
#include "appell/engine/order_tiles.hpp"
#include "appell/engine/regrouped_body.hpp"
#include "appell/engine/sin_cos.hpp"

namespace appell::engine {
namespace {

/// Inverse dynamics of one sample with the components x, y, z of every vector in lanes: the same
/// recursion as BatchKernel, in the same frames and with the same masses, for the least time from
/// call to result. What the next body needs stays in registers where its parent is the body before.
/// @tparam K  the number of outputs; 0 where the call says it.
template <int K>
class SingleKernel : OutputCount<K> {
 public:
  explicit SingleKernel(const KernelCall& kernel_call)
      : OutputCount<K>(kernel_call.num_outputs), call(kernel_call) {}

  APPELL_INLINE void run() {
    if (N < 1) return;
    const int num_groups = (call.num_bodies + 3) / 4;
    for (int g = 0; g < num_groups; ++g) prepare(g);
    blocks = reinterpret_cast<Lanes*>(group(num_groups));
    for (int i = 0; i < call.num_bodies; ++i) forward(i);
    take_forces(call.num_bodies - 1);
    for (int i = call.num_bodies - 1; i >= 0; --i) backward(i);
  }

 private:
  using OutputCount<K>::N;
  static constexpr int kCapacity = K > 0 ? K : kMaxOutputs;
  static constexpr bool kTurnsTwo = K == 0 || K > 4;  ///< They share their multiplications.
  static constexpr bool kInTiles = K == 0;            ///< See order_tiles.hpp.

  // What depends on one joint only comes first, four joints side by side in a group: sine and
  // cosine of the angle, x[k] = k θ[k], and the series of sine and cosine: of the angle, or, where
  // two vectors turn together, of its change.
  APPELL_INLINE int at_x() const { return 1; }  // x[1] .. x[N+1]
  APPELL_INLINE int at_s() const { return at_x() + N + 2; }
  APPELL_INLINE int at_c() const { return at_s() + N + 1; }
  APPELL_INLINE int group_size() const { return at_c() + N + 1; }
  APPELL_INLINE Pack4* group(int g) const {
    return reinterpret_cast<Pack4*>(call.single_workspace) + g * group_size();
  }
  /// The numbers of one joint: entry e of its group is at [4 e].
  APPELL_INLINE const double* joint(int i) const {
    return reinterpret_cast<const double*>(group(i / 4)) + i % 4;
  }

  // What a body keeps for its children and for the way back.
  APPELL_INLINE int at_f() const { return 0; }
  APPELL_INLINE int at_n() const { return at_f() + N; }
  APPELL_INLINE int at_w() const { return at_n() + N; }
  APPELL_INLINE int at_a() const { return at_w() + N + 1; }
  APPELL_INLINE int at_spin() const { return at_a() + N; }
  APPELL_INLINE int block_size() const { return at_spin() + 3 * N; }
  APPELL_INLINE Lanes* block(int i) const {
    return blocks + static_cast<std::ptrdiff_t>(i) * block_size();
  }

  APPELL_INLINE double input(const RegroupedBody& body, int k) const {
    return call.q[k * call.num_coordinates + body.coordinate];
  }
  APPELL_INLINE double slid(const RegroupedBody& body, int k) const {
    const double d = input(body, k) * (body.slide_scale * kTables.inverse_factorial[k]);
    return k == 0 ? d + body.slide_offset : d;
  }
  /// The k-th derivative of the coordinates that move four bodies.
  APPELL_INLINE Pack4 inputs_of_four(int first, int k) const {
    const double* q = call.q + k * call.num_coordinates;
    // Lanes to spare take what comes next, times a scale of zero.
    const int last = k * call.num_coordinates + first + 3;
    if (call.in_order && last < (N + 2) * call.num_coordinates) return load<Pack4>(q + first);
    const int* j = call.angle_coordinates + first;
    return Pack4{q[j[0]], q[j[1]], q[j[2]], q[j[3]]};
  }

  APPELL_INLINE void prepare(int g) const {
    Pack4* G = group(g);
    const Pack4 scale = load<Pack4>(call.angle_scales + 4 * g);
    const Pack4 offset = load<Pack4>(call.angle_offsets + 4 * g);
    const Pack4 phase = load<Pack4>(call.angle_phases + 4 * g);
    Pack4 sine, cosine;
    sin_cos(inputs_of_four(4 * g, 0) * scale + offset, phase, sine, cosine);
    G[0] = sine;
    G[1] = cosine;
    Pack4 x[kCapacity + 2], s[kCapacity + 1], c[kCapacity + 1];
    APPELL_UNROLL
    for (int k = 1; k <= N + 1; ++k) {
      x[k] = inputs_of_four(4 * g, k) * scale;
      if (k > 2) x[k] *= kTables.inverse_factorial[k - 1];
      G[at_x() + k] = x[k];
    }
    sin_cos_of_change(N, x, s, c);
    APPELL_UNROLL
    for (int k = 1; k <= N; ++k) {
      if constexpr (kTurnsTwo) {
        G[at_s() + k] = s[k];
        if (k > 1) G[at_c() + k] = c[k];
      } else {
        G[at_s() + k] = k > 1 ? sine * c[k] + cosine * s[k] : cosine * s[k];
        G[at_c() + k] = k > 1 ? cosine * c[k] - sine * s[k] : -sine * s[k];
      }
    }
  }

  /// The series of the turn about z by the angle of a joint, either way, which changes the sign of
  /// z: so a tilt by a right angle is no more than an exchange of y and z.
  struct Turn {
    APPELL_INLINE Turn(const SingleKernel& of, int count, const double* G) {
      const double *s = G + 4 * of.at_s(), *c = G + 4 * of.at_c();
      APPELL_UNROLL
      for (int k = 0; k < count; ++k) {
        const Pack4 pattern = {1.0, 1.0, 0.0, 0.0};
        sines[k] = broadcast<Pack4>(k == 0 ? G[0] : s[4 * k]) * Pack4{1.0, -1.0, 0.0, 0.0};
        cosines[k] = broadcast<Pack4>(k == 0 ? G[4] : c[4 * k]) * pattern;
      }
      cosines[0] += Pack4{0.0, 0.0, -1.0, 0.0};
    }
    Pack4 sines[kCapacity + 1], cosines[kCapacity + 1];
  };

  /// A vector, turned. Sense +1 reads components in the turned frame, -1 goes back. With kAdds, it
  /// is added to what is there.
  template <int Sense, bool kAdds = false>
  APPELL_INLINE static void turned(int count, const Turn& turn, const Lanes* v, Lanes* out) {
    APPELL_UNROLL
    for (int k = 0; k < count; ++k) {
      Pack4 sum = turn.cosines[k] * v[0].v;
      if (kAdds) sum += out[k].v;
      APPELL_UNROLL
      for (int j = k; j >= 0; --j) {
        if (j < k) sum += turn.cosines[j] * v[k - j].v;
        if constexpr (Sense > 0) {
          sum += turn.sines[j] * swapped(v[k - j].v);
        } else {
          sum -= turn.sines[j] * swapped(v[k - j].v);
        }
      }
      out[k].v = sum;
    }
  }

  /// The same for two vectors, x and y of both in one register; the second has one order less.
  template <int Sense>
  APPELL_INLINE void add_two_turned(int count, const double* G, const Lanes* v, const Lanes* u,
                                    int u_count, Lanes* v_out, Lanes* u_out) const {
    const double *s = G + 4 * at_s(), *c = G + 4 * at_c();
    const Pack4 signs = {Sense, -Sense, Sense, -Sense};
    const Pack4 sine_now = broadcast<Pack4>(G[0]) * signs, cosine_now = broadcast<Pack4>(G[4]);
    Pack4 both[kCapacity + 1], other[kCapacity + 1];
    APPELL_UNROLL
    for (int k = 0; k < count; ++k) {
      const Pack4 now = __builtin_shufflevector(v[k].v, k < u_count ? u[k].v : Pack4{}, 0, 1, 4, 5);
      both[k] = now * cosine_now + swapped(now) * sine_now;
      other[k] = swapped(both[k]) * signs;
    }
    const auto write = [&](int k, Pack4 sum) {
      const Pack4 v_z = v_out[k].v - v[k].v;
      v_out[k].v = __builtin_shufflevector(sum, v_z, 0, 1, 6, 7);
      if (k >= u_count) return;
      const Pack4 u_z = u_out[k].v - u[k].v;
      u_out[k].v = __builtin_shufflevector(sum, u_z, 2, 3, 6, 7);
    };
    if constexpr (kInTiles) {
      Pack4 sums[kCapacity + 1];
      turn_in_tiles(count, s, c, both, other, sums);
      for (int k = 0; k < count; ++k) write(k, sums[k]);
      return;
    }
    const auto sine = [&](int j) { return broadcast<Pack4>(s[4 * j]); };
    const auto cosine = [&](int j) { return broadcast<Pack4>(c[4 * j]); };
    write(0, both[0]);
    // Two orders at a time, which share sines and cosines.
    APPELL_UNROLL
    for (int k = 1; k + 1 < count; k += 2) {
      Pack4 sum = both[k], sum_s = sine(1) * other[k - 1];
      Pack4 next = both[k + 1], next_s = sine(1) * other[k];
      APPELL_UNROLL
      for (int j = 2; j <= k; ++j) {
        sum += cosine(j) * both[k - j];
        sum_s += sine(j) * other[k - j];
        next += cosine(j) * both[k + 1 - j];
        next_s += sine(j) * other[k + 1 - j];
      }
      next += cosine(k + 1) * both[0];
      next_s += sine(k + 1) * other[0];
      write(k, sum + sum_s);
      write(k + 1, next + next_s);
    }
    if (count % 2 == 0) {
      const int k = count - 1;
      Pack4 sum = both[k], sum_s = sine(1) * other[k - 1];
      APPELL_UNROLL
      for (int j = 2; j <= k; ++j) {
        sum += cosine(j) * both[k - j];
        sum_s += sine(j) * other[k - j];
      }
      write(k, sum + sum_s);
    }
  }

  /// Through the tilt about x, either way; changes the sign of z.
  APPELL_INLINE static void tilt(const RegroupedBody& body, const RegroupedInLanes& lanes,
                                 int count, Lanes* v) {
    if (body.is_right) [[likely]] {
      APPELL_UNROLL
      for (int k = 0; k < count; ++k) v[k].v = xzy(v[k]);
      return;
    }
    const Pack4 same = load<Pack4>(lanes.tilt[0]), other = load<Pack4>(lanes.tilt[1]);
    APPELL_UNROLL
    for (int k = 0; k < count; ++k) v[k].v = v[k].v * same + xzy(v[k]) * other;
  }

  /// By the constant turn of a later child about its parent's z. Sense: see `turned`.
  template <int Sense>
  APPELL_INLINE static void turn_in_parent(const RegroupedBody& body, int count, Lanes* v) {
    const double c = body.parent_cos, s = Sense * body.parent_sin;
    for (int k = 0; k < count; ++k) {
      v[k].v = v[k].v * Pack4{c, c, 1.0, 0.0} + swapped(v[k].v) * Pack4{s, -s, 0.0, 0.0};
    }
  }

  APPELL_INLINE void forward(int i) {
    const RegroupedBody& body = call.regrouped[i];
    const RegroupedInLanes& lanes = call.in_lanes[i];
    const double* G = joint(i);
    Lanes* W = block(i);
    if (body.parent < 0) [[unlikely]] {
      move_at_root(lanes, G);
      if (!body.slides) [[likely]]
        return turn_root(body, G, W);
    } else {
      if (body.parent != i - 1) [[unlikely]]
        take_parent(body);
      move_with_parent(body, lanes, G);
    }
    set_spins();
    if (!body.is_simple) [[unlikely]] {
      if (body.slides) add_slide(body);
      if (body.has_distant_child) keep(W);
    }
    const MassConstants inertia{TurnedConstant(lanes.first_moment), TurnedConstant(lanes.squares),
                                TurnedConstant(lanes.products)};
    if (needs_force(body)) {
      APPELL_UNROLL
      for (int k = 0; k < N; ++k) W[at_f() + k] = force(inertia, B[k]);
      if (body.keeps_axis) [[unlikely]] {
        for (int k = 0; k < N; ++k) W[at_f() + k] += a[k] * body.mass;
      }
    }
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) W[at_n() + k] = moment(inertia, a[k], B[k]);
  }

  APPELL_INLINE void set_spins() {
    if constexpr (kInTiles) {
      Lanes turned[kCapacity];
      for (int k = 0; k < N; ++k) turned[k] = yzx(w[k]);
      spins_in_tiles(N, w, turned, B);
    } else {
      APPELL_UNROLL
      for (int k = 0; k < N; ++k) B[k] = spin(w, k);
    }
  }

  /// For children that do not come next.
  APPELL_INLINE void keep(Lanes* W) const {
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) W[at_w() + k] = w[k];
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      W[at_a() + k] = a[k];
      W[at_spin() + 3 * k] = B[k].minus_main;
      W[at_spin() + 3 * k + 1] = B[k].next;
      W[at_spin() + 3 * k + 2] = B[k].after;
    }
  }

  APPELL_INLINE Lanes rate(const double* G, int k) const {
    const Pack4 x = broadcast<Pack4>(G[4 * (at_x() + k + 1)]);
    return {__builtin_shufflevector(Pack4{}, x, 0, 1, 6, 3)};
  }

  /// Of a body that hangs on the world, which has no motion but gravity's: ω = z θ', a = -Rᵀ g.
  APPELL_INLINE void move_at_root(const RegroupedInLanes& lanes, const double* G) {
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) w[k] = rate(G, k);
    const double* g = call.gravity;
    Lanes up = {load<Pack4>(lanes.root_rows[0]) * -g[0] + load<Pack4>(lanes.root_rows[1]) * -g[1] +
                load<Pack4>(lanes.root_rows[2]) * -g[2]};
    if constexpr (kTurnsTwo) {
      const double *s = G + 4 * at_s(), *c = G + 4 * at_c();
      up.v = up.v * Pack4{G[4], G[4], -1.0, 0.0} + swapped(up.v) * Pack4{G[0], -G[0], 0.0, 0.0};
      a[0] = up;
      for (int k = 1; k < N; ++k) {
        a[k].v = swapped(up.v) * Pack4{s[4 * k], -s[4 * k], 0.0, 0.0};
        if (k > 1) a[k].v += up.v * Pack4{c[4 * k], c[4 * k], 0.0, 0.0};
      }
    } else {
      const Turn turn(*this, N, G);
      APPELL_UNROLL
      for (int k = 0; k < N; ++k) {
        a[k].v = turn.cosines[k] * up.v + turn.sines[k] * swapped(up.v);
      }
    }
  }

  /// The rest for a root that only turns, see BatchKernel::turn_root.
  APPELL_INLINE void turn_root(const RegroupedBody& body, const double* G, Lanes* W) {
    const double* x = G + 4 * at_x();
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      const double alpha = x[4 * (k + 2)] * (k + 1.0);
      const double square = sum_to(k, [&](int j) { return x[4 * (j + 1)] * x[4 * (k - j + 1)]; });
      B[k].minus_main.v = broadcast<Pack4>(square) * Pack4{1.0, 1.0, 0.0, 0.0};
      B[k].next.v = broadcast<Pack4>(alpha) * Pack4{-1.0, 0.0, 0.0, 0.0};
      B[k].after.v = broadcast<Pack4>(alpha) * Pack4{0.0, 1.0, 0.0, 0.0};
      const double n_z =
          alpha * (body.xx + body.yy) + a[k].v[1] * body.mass_x - a[k].v[0] * body.mass_y;
      W[at_n() + k].v = Pack4{0.0, 0.0, n_z, 0.0};
      if constexpr (kTurnsTwo) W[at_f() + k].v = Pack4{};
    }
    if (body.has_distant_child) [[unlikely]]
      keep(W);
  }

  /// Loads the state of a parent that is not the body before.
  APPELL_INLINE void take_parent(const RegroupedBody& body) {
    const Lanes* P = block(body.parent);
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) w[k] = P[at_w() + k];
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      a[k] = P[at_a() + k];
      B[k].minus_main = P[at_spin() + 3 * k];
      B[k].next = P[at_spin() + 3 * k + 1];
      B[k].after = P[at_spin() + 3 * k + 2];
    }
  }

  /// ω = Rᵀ ω_P + z θ',  a = Rᵀ (a_P + B_P p0)
  APPELL_INLINE void move_with_parent(const RegroupedBody& body, const RegroupedInLanes& lanes,
                                      const double* G) {
    Lanes t[kCapacity + 1], u[kCapacity];
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) t[k] = w[k];
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) u[k] = a[k];
    if (body.has_arm) {
      const TurnedConstant p0(lanes.p0);
      APPELL_UNROLL
      for (int k = 0; k < N; ++k) u[k] = acceleration_at(p0, u[k], B[k]);
    }
    if (body.is_turned) [[unlikely]] {
      turn_in_parent<1>(body, N + 1, t);
      turn_in_parent<1>(body, N, u);
    }
    tilt(body, lanes, N + 1, t);
    tilt(body, lanes, N, u);
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) w[k] = rate(G, k);
    if constexpr (kTurnsTwo) {
      APPELL_UNROLL
      for (int k = 0; k < N; ++k) a[k] = Lanes{};
      add_two_turned<1>(N + 1, G, t, u, N, w, a);
    } else {
      const Turn turn(*this, N + 1, G);
      turned<1, true>(N + 1, turn, t, w);
      turned<1>(N, turn, u, a);
    }
  }

  /// See BatchKernel::add_slide.
  APPELL_INLINE void add_slide(const RegroupedBody& body) {
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      a[k].v += Pack4{0.0, 0.0, slid(body, k + 2) * ((k + 1.0) * (k + 2.0)), 0.0};
      APPELL_UNROLL
      for (int j = 0; j <= k; ++j) {
        const double rate = slid(body, k - j + 1) * (2.0 * (k - j + 1)), d = slid(body, k - j);
        a[k].v += B[j].after.v * Pack4{d, 0.0, 0.0, 0.0} + B[j].next.v * Pack4{0.0, d, 0.0, 0.0} -
                  B[j].minus_main.v * Pack4{0.0, 0.0, d, 0.0} +
                  swapped(w[j].v) * Pack4{rate, -rate, 0.0, 0.0};
      }
    }
  }

  /// Comes with f and n of everything that body i carries, and leaves them so for body i - 1.
  APPELL_INLINE void backward(int i) {
    const RegroupedBody& body = call.regrouped[i];
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      double Q = n[k].v[2] * call.angle_scales[i];
      if (k > 1) Q *= kFactorials.values[k];
      if (!body.is_simple) [[unlikely]]
        Q = with_all(Q, body, k);
      call.tau[k * call.num_coordinates + body.coordinate] = Q;
    }
    if (!body.is_simple) [[unlikely]] {
      if (body.parent >= 0 && body.slides) add_slid_arm(body);
    }
    if (body.parent >= 0) {
      Lanes* P = block(body.parent);
      to_parent(body, i, P);
      if (body.is_simple || body.parent == i - 1) [[likely]]
        return;
      APPELL_UNROLL
      for (int k = 0; k < N; ++k) {
        P[at_f() + k] = f[k];
        P[at_n() + k] = n[k];
      }
    }
    if (i > 0) take_forces(i - 1);
  }

  APPELL_INLINE void take_forces(int i) {
    const Lanes* W = block(i);
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      f[k] = W[at_f() + k];
      n[k] = W[at_n() + k];
    }
  }

  /// The k-th derivative of a coordinate's force, from what the turn of one body needs.
  APPELL_INLINE double with_all(double Q, const RegroupedBody& body, int k) const {
    if (body.slides) Q += f[k].v[2] * (body.slide_scale * kFactorials.values[k]);
    if (body.has_rotor) Q += input(body, k + 2) * body.rotor;
    if (body.adds_to_force) Q += call.tau[k * call.num_coordinates + body.coordinate];
    return Q;
  }

  /// The moment about the joint frame: n += d z × f.
  APPELL_INLINE void add_slid_arm(const RegroupedBody& body) {
    APPELL_UNROLL
    for (int k = N - 1; k >= 0; --k) {
      APPELL_UNROLL
      for (int j = 0; j <= k; ++j) {
        const double d = slid(body, j);
        n[k].v += swapped(f[k - j].v) * Pack4{-d, d, 0.0, 0.0};
      }
    }
  }

  /// f_P += R f,  n_P += R n + p0 × R f; the force where it is asked for.
  APPELL_INLINE void to_parent(const RegroupedBody& body, int i, const Lanes* P) {
    const RegroupedInLanes& lanes = call.in_lanes[i];
    const double* G = joint(i);
    Lanes F[kCapacity], M[kCapacity];
    if constexpr (kTurnsTwo) {
      APPELL_UNROLL
      for (int k = 0; k < N; ++k) F[k] = M[k] = Lanes{};
      add_two_turned<-1>(N, G, n, f, N, M, F);
    } else {
      const Turn turn(*this, N, G);
      turned<-1>(N, turn, n, M);
      if (needs_force(body)) turned<-1>(N, turn, f, F);
    }
    tilt(body, lanes, N, M);
    if (body.is_turned) [[unlikely]]
      turn_in_parent<-1>(body, N, M);
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) n[k] = P[at_n() + k] + M[k];
    if (!needs_force(body)) return;
    tilt(body, lanes, N, F);
    if (body.is_turned) [[unlikely]]
      turn_in_parent<-1>(body, N, F);
    if (body.has_arm) {
      const TurnedConstant p0(lanes.p0);
      APPELL_UNROLL
      for (int k = 0; k < N; ++k) n[k] = moment_about(p0, F[k], n[k]);
    }
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) f[k] = P[at_f() + k] + F[k];
  }

  /// Where two vectors turn together, the force is there anyway.
  APPELL_INLINE static bool needs_force(const RegroupedBody& body) {
    return kTurnsTwo || body.needs_force;
  }

  const KernelCall& call;
  Lanes* blocks;
  Lanes w[kCapacity + 1], a[kCapacity];  ///< Of the body before; on the way out.
  Spin<Lanes> B[kCapacity];
  Lanes f[kCapacity], n[kCapacity];  ///< What it asks of its parent; on the way back.
};

template <int K>
void run_single(const KernelCall& call) {
  SingleKernel<K>(call).run();
}

}  // namespace
}  // namespace appell::engine
