#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/kernels.hpp"
#include "appell/engine/order_tiles.hpp"
#include "appell/engine/sin_cos.hpp"
#include "appell/engine/tree_body.hpp"

namespace appell::engine {
namespace {

/// Inverse dynamics of one sample with the components x, y, z of every vector in lanes: the same
/// recursion as BatchKernel, for the least time from call to result. What the next body needs stays
/// in registers where its parent is the body before it.
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
  // cosine of the angle, x[k] = k θ[k], and sine and cosine of the change of the angle.
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

  // What a body keeps for its children and for the way back. R_x and R_y come first: columns of
  // R0 Rz(θ(0)), of which the third is that of R0.
  APPELL_INLINE int at_f() const { return 2; }
  APPELL_INLINE int at_n() const { return at_f() + N; }
  APPELL_INLINE int at_w() const { return at_n() + N; }
  APPELL_INLINE int at_a() const { return at_w() + N + 1; }
  APPELL_INLINE int at_spin() const { return at_a() + N; }
  APPELL_INLINE int block_size() const { return at_spin() + 3 * N; }
  APPELL_INLINE Lanes* block(int i) const {
    return blocks + static_cast<std::ptrdiff_t>(i) * block_size();
  }

  APPELL_INLINE double input(const TreeBody& body, int k) const {
    return call.q[k * call.num_coordinates + body.coordinate];
  }
  APPELL_INLINE double slid(const TreeBody& body, int k) const {
    const double x = input(body, k) * (body.ratio * kTables.inverse_factorial[k]);
    return (k == 0 ? x + body.offset : x) * body.slide;
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
    sin_cos(inputs_of_four(4 * g, 0) * scale + offset, G[0], G[1]);
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
      G[at_s() + k] = s[k];
      if (k > 1) G[at_c() + k] = c[k];
    }
  }

  /// Turns by the change of the angle, see `turn` of BatchKernel; s and c of a joint.
  template <int Sense>
  APPELL_INLINE void turn(int count, const double* s, const double* c, const Lanes* v,
                          Lanes* out) const {
    Pack4 sines[kCapacity + 1], cosines[kCapacity + 1];
    APPELL_UNROLL
    for (int k = 1; k < count; ++k) {
      sines[k] = broadcast<Pack4>(s[4 * k]) * Pack4{Sense, -Sense, 0.0, 0.0};
      if (k > 1) cosines[k] = broadcast<Pack4>(c[4 * k]) * Pack4{1.0, 1.0, 0.0, 0.0};
    }
    APPELL_UNROLL
    for (int k = 0; k < count; ++k) {
      Pack4 sum = v[k].v;
      APPELL_UNROLL
      for (int j = k; j >= 1; --j) {
        if (j > 1) sum += cosines[j] * v[k - j].v;
        sum += sines[j] * swapped(v[k - j].v);
      }
      out[k].v = sum;
    }
  }

  /// The same for two vectors, x and y of both in one register; the second has one order less.
  template <int Sense>
  APPELL_INLINE void turn_two(int count, const double* s, const double* c, const Lanes* v,
                              const Lanes* u, int u_count, Lanes* v_out, Lanes* u_out) const {
    Pack4 both[kCapacity + 1], other[kCapacity + 1];
    APPELL_UNROLL
    for (int k = 0; k < count; ++k) {
      both[k] = __builtin_shufflevector(v[k].v, k < u_count ? u[k].v : Pack4{}, 0, 1, 4, 5);
      other[k] = swapped(both[k]) * Pack4{Sense, -Sense, Sense, -Sense};
    }
    const auto write = [&](int k, Pack4 sum) {
      v_out[k].v = __builtin_shufflevector(sum, v[k].v, 0, 1, 6, 7);
      if (k < u_count) u_out[k].v = __builtin_shufflevector(sum, u[k].v, 2, 3, 6, 7);
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

  APPELL_INLINE void forward(int i) {
    const TreeBody& body = call.bodies[i];
    const TreeBodyInLanes& lanes = call.in_lanes[i];
    const double* G = joint(i);
    Lanes* W = block(i);
    const Pack4 sine = broadcast<Pack4>(G[0]), cosine = broadcast<Pack4>(G[4]);
    const Pack4 R0_x = load<Pack4>(lanes.columns[0]), R0_y = load<Pack4>(lanes.columns[1]);
    W[0].v = R0_x * cosine + R0_y * sine;
    W[1].v = R0_y * cosine - R0_x * sine;
    Pack4 rows[3];
    const Pack4 cc1 = __builtin_shufflevector(cosine, Pack4{1.0, 1.0, 1.0, 1.0}, 0, 1, 6, 7);
    APPELL_UNROLL
    for (int r = 0; r < 3; ++r) {
      rows[r] = load<Pack4>(lanes.rows[r]) * cc1 + load<Pack4>(lanes.turned_rows[r]) * sine;
    }
    if (body.parent < 0) [[unlikely]] {
      move_at_root(rows, G);
    } else {
      if (body.parent != i - 1) [[unlikely]]
        take_parent(body);
      move_with_parent(lanes, rows, G);
    }
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) W[at_w() + k] = w[k];
    set_spins();
    if (!body.is_simple) [[unlikely]] {
      if (body.slides) add_slide(body);
      if (body.has_distant_child) keep(W);
    }
    const MassConstants inertia{body.mass, TurnedConstant(lanes.first_moment),
                                TurnedConstant(lanes.squares), TurnedConstant(lanes.products)};
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      W[at_f() + k] = force(inertia, a[k], B[k]);
      W[at_n() + k] = moment(inertia, a[k], B[k]);
    }
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
    for (int k = 0; k < N; ++k) {
      W[at_a() + k] = a[k];
      W[at_spin() + 3 * k] = B[k].minus_main;
      W[at_spin() + 3 * k + 1] = B[k].next;
      W[at_spin() + 3 * k + 2] = B[k].after;
    }
  }

  /// Of a body that hangs on the world, which has no motion but gravity's: ω = z θ', a = -Rᵀ g.
  APPELL_INLINE void move_at_root(const Pack4* rows, const double* G) {
    const double *x = G + 4 * at_x(), *s = G + 4 * at_s(), *c = G + 4 * at_c();
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) w[k].v = Pack4{0.0, 0.0, x[4 * (k + 1)], 0.0};
    const double* g = call.gravity;
    Lanes u[kCapacity] = {{rows[0] * -g[0] + rows[1] * -g[1] + rows[2] * -g[2]}};
    turn<1>(N, s, c, u, a);
  }

  /// Loads the state of a parent that is not the body before.
  APPELL_INLINE void take_parent(const TreeBody& body) {
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
  APPELL_INLINE void move_with_parent(const TreeBodyInLanes& lanes, const Pack4* rows,
                                      const double* G) {
    const TurnedConstant p0(lanes.p0);
    const double* x = G + 4 * at_x();
    const double* s = G + 4 * at_s();
    const double* c = G + 4 * at_c();
    Lanes t[kCapacity + 1], u[kCapacity];
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) {
      const Pack4 rate =
          __builtin_shufflevector(Pack4{}, broadcast<Pack4>(x[4 * (k + 1)]), 0, 1, 6, 3);
      t[k].v = rate + rows[0] * all_x(w[k]) + rows[1] * all_y(w[k]) + rows[2] * all_z(w[k]);
    }
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      const Lanes at_joint = acceleration_at(p0, a[k], B[k]);
      u[k].v = rows[0] * all_x(at_joint) + rows[1] * all_y(at_joint) + rows[2] * all_z(at_joint);
    }
    if constexpr (kTurnsTwo) {
      turn_two<1>(N + 1, s, c, t, u, N, w, a);
    } else {
      turn<1>(N + 1, s, c, t, w);
      turn<1>(N, s, c, u, a);
    }
  }

  /// See BatchKernel::add_slide.
  APPELL_INLINE void add_slide(const TreeBody& body) {
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
    const TreeBody& body = call.bodies[i];
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
      to_parent(i, block(body.parent));
      if (body.is_simple || body.parent == i - 1) [[likely]]
        return;
      Lanes* P = block(body.parent);
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
  APPELL_INLINE double with_all(double Q, const TreeBody& body, int k) const {
    if (body.slides) Q += f[k].v[2] * (body.ratio * body.slide * kFactorials.values[k]);
    if (body.has_rotor) Q += input(body, k + 2) * body.rotor;
    if (body.adds_to_force) Q += call.tau[k * call.num_coordinates + body.coordinate];
    return Q;
  }

  /// The moment about the joint frame: n += d z × f.
  APPELL_INLINE void add_slid_arm(const TreeBody& body) {
    APPELL_UNROLL
    for (int k = N - 1; k >= 0; --k) {
      APPELL_UNROLL
      for (int j = 0; j <= k; ++j) {
        const double d = slid(body, j);
        n[k].v += swapped(f[k - j].v) * Pack4{-d, d, 0.0, 0.0};
      }
    }
  }

  /// f_P += R f,  n_P += R n + p0 × R f. What the parent P has of its own comes first: it is there
  /// early, and the sums are the longest chain of the way back.
  APPELL_INLINE void to_parent(int i, const Lanes* P) {
    const TreeBodyInLanes& lanes = call.in_lanes[i];
    const Lanes* W = block(i);
    const Pack4 R_x = W[0].v, R_y = W[1].v, R_z = load<Pack4>(lanes.columns[2]);
    const TurnedConstant p0(lanes.p0);
    const double* s = joint(i) + 4 * at_s();
    const double* c = joint(i) + 4 * at_c();
    Lanes f_turned[kCapacity], n_turned[kCapacity];
    if constexpr (kTurnsTwo) {
      turn_two<-1>(N, s, c, f, n, N, f_turned, n_turned);
    } else {
      turn<-1>(N, s, c, f, f_turned);
      turn<-1>(N, s, c, n, n_turned);
    }
    APPELL_UNROLL
    for (int k = 0; k < N; ++k) {
      const Lanes F = {R_x * all_x(f_turned[k]) + R_y * all_y(f_turned[k]) +
                       R_z * all_z(f_turned[k])};
      const Lanes M = {P[at_n() + k].v + R_x * all_x(n_turned[k]) + R_y * all_y(n_turned[k]) +
                       R_z * all_z(n_turned[k])};
      f[k] = P[at_f() + k] + F;
      n[k] = moment_about(p0, F, M);
    }
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
