#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/single_kernel.hpp"

namespace appell::engine {
namespace {

// A series of four coefficients, one per lane, and what multiplies it by a power of t.
APPELL_INLINE Pack4 times_t(Pack4 x) { return __builtin_shufflevector(x, Pack4{}, 4, 0, 1, 2); }
APPELL_INLINE Pack4 times_t2(Pack4 x) { return __builtin_shufflevector(x, Pack4{}, 4, 5, 0, 1); }
APPELL_INLINE Pack4 times_t3(Pack4 x) { return __builtin_shufflevector(x, Pack4{}, 4, 5, 6, 0); }
/// The series of the time derivative.
APPELL_INLINE Pack4 rate_of(Pack4 x) {
  return __builtin_shufflevector(x, Pack4{}, 1, 2, 3, 4) * Pack4{1.0, 2.0, 3.0, 0.0};
}
APPELL_INLINE void transpose(Pack4& a, Pack4& b, Pack4& c, Pack4& d) {
  const Pack4 ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const Pack4 ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Pack4 cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const Pack4 cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  a = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
  c = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
  d = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
}
/// From here on what was stored is loaded again: a load puts one coefficient into all lanes at no
/// cost, while a shuffle of what is still in a register takes the unit that is already the busiest.
APPELL_INLINE void forget_registers() { asm volatile("" ::: "memory"); }

struct Vector4 {
  Pack4 x, y, z;
};

/// Inverse dynamics of one sample for K = 3, with the orders 0 to 3 in lanes: the same recursion as
/// BatchKernel, where a whole series is one register and a product of series three multiplications.
/// For trees whose joints all turn; the lanes 3 of a, f and n carry nothing.
class OrdersKernel {
 public:
  explicit OrdersKernel(const KernelCall& kernel_call) : call(kernel_call) {}

  APPELL_INLINE void run() {
    for (std::ptrdiff_t g = 0; g < num_groups(); ++g) prepare(g);
    for (int i = 0; i < call.num_bodies; ++i) forward(i);
    f = n = Vector4{};
    for (int i = call.num_bodies - 1; i >= 0; --i) backward(i);
  }

 private:
  /// What depends on one joint only, of four joints.
  struct Group {
    Pack4 R[9];        ///< R0 Rz(θ(0)), an entry of four joints each.
    Pack4 s[3], c[2];  ///< s[1..3], c[2..3] of the change of the angle.
    Pack4 rate[4];     ///< The series of θ', one joint each.
  };
  struct Block {
    Vector4 w, f, n, a;
    Pack4 B[9];
  };

  APPELL_INLINE std::ptrdiff_t num_groups() const { return (call.num_bodies + 3) / 4; }
  APPELL_INLINE Group& group(std::ptrdiff_t g) const {
    return reinterpret_cast<Group*>(call.single_workspace)[g];
  }
  APPELL_INLINE Block& block(int i) const {
    return reinterpret_cast<Block*>(&group(num_groups()))[i];
  }

  APPELL_INLINE void prepare(std::ptrdiff_t g) const {
    Group& G = group(g);
    const double* constant = call.rotations_of_four + 36 * g;
    const Pack4 scale = load<Pack4>(call.angle_scales + 4 * g);
    Pack4 sine, cosine;
    sin_cos(inputs_of_four(call, 4 * g, 0) * scale + load<Pack4>(call.angle_offsets + 4 * g), sine,
            cosine);
    APPELL_UNROLL
    for (int r = 0; r < 3; ++r) {
      const Pack4 x = load<Pack4>(constant + 12 * r), y = load<Pack4>(constant + 12 * r + 4);
      G.R[3 * r] = cosine * x + sine * y;
      G.R[3 * r + 1] = cosine * y - sine * x;
      G.R[3 * r + 2] = load<Pack4>(constant + 12 * r + 8);
    }
    Pack4 x1 = inputs_of_four(call, 4 * g, 1) * scale, x2 = inputs_of_four(call, 4 * g, 2) * scale;
    Pack4 x3 = inputs_of_four(call, 4 * g, 3) * (scale * 0.5),
          x4 = inputs_of_four(call, 4 * g, 4) * (scale * (1.0 / 6.0));
    // sin_cos_of_change of BatchKernel, written out.
    G.s[0] = x1;
    G.s[1] = x2 * 0.5;
    G.s[2] = (x3 - 0.5 * x1 * x1 * x1) * (1.0 / 3.0);
    G.c[0] = x1 * x1 * -0.5;
    G.c[1] = x1 * x2 * -0.5;
    transpose(x1, x2, x3, x4);
    G.rate[0] = x1;
    G.rate[1] = x2;
    G.rate[2] = x3;
    G.rate[3] = x4;
  }

  /// Turns by the change of the angle; `highest` is the highest order that counts.
  template <int Sense>
  APPELL_INLINE static void turn_by(const double* s, const double* c, int highest, Pack4 x, Pack4 y,
                                    Pack4& x_out, Pack4& y_out) {
    constexpr double sense = Sense;
    const Pack4 s1 = broadcast<Pack4>(s[0]), s2 = broadcast<Pack4>(s[4]);
    const Pack4 c2 = broadcast<Pack4>(c[0]);
    const Pack4 xt2 = times_t2(x), yt2 = times_t2(y);
    Pack4 a = x + sense * (s1 * times_t(y)), b = y - sense * (s1 * times_t(x));
    Pack4 a2 = c2 * xt2 + sense * (s2 * yt2), b2 = c2 * yt2 - sense * (s2 * xt2);
    if (highest == 3) {
      const Pack4 s3 = broadcast<Pack4>(s[8]), c3 = broadcast<Pack4>(c[4]);
      const Pack4 xt3 = times_t3(x), yt3 = times_t3(y);
      a += sense * (s3 * yt3);
      b -= sense * (s3 * xt3);
      a2 += c3 * xt3;
      b2 += c3 * yt3;
    }
    x_out = a + a2;
    y_out = b + b2;
  }

  /// ω and u = a_P + B_P p0 of the parent, where it is not the body before.
  APPELL_INLINE void take_parent(const TreeBody& body) {
    if (body.parent < 0) {
      w = Vector4{};
      const double* g = call.gravity;
      u = {Pack4{-g[0], 0.0, 0.0, 0.0}, Pack4{-g[1], 0.0, 0.0, 0.0}, Pack4{-g[2], 0.0, 0.0, 0.0}};
      return;
    }
    const Block& P = block(body.parent);
    const double* p = body.p0;
    w = P.w;
    u.x = P.a.x + P.B[0] * p[0] + P.B[1] * p[1] + P.B[2] * p[2];
    u.y = P.a.y + P.B[3] * p[0] + P.B[4] * p[1] + P.B[5] * p[2];
    u.z = P.a.z + P.B[6] * p[0] + P.B[7] * p[1] + P.B[8] * p[2];
  }

  APPELL_INLINE void forward(int i) {
    const TreeBody& body = call.bodies[i];
    Block& W = block(i);
    const Group& G = group(i / 4);
    const int lane = i % 4;
    const double* R = reinterpret_cast<const double*>(G.R) + lane;
    const double* s = reinterpret_cast<const double*>(G.s) + lane;
    const double* c = reinterpret_cast<const double*>(G.c) + lane;
    if (body.parent != i - 1 || i == 0) [[unlikely]]
      take_parent(body);
    Pack4 r[9];
    APPELL_UNROLL
    for (int e = 0; e < 9; ++e) r[e] = broadcast<Pack4>(R[4 * e]);
    const Pack4 t_x = r[0] * w.x + r[3] * w.y + r[6] * w.z;
    const Pack4 t_y = r[1] * w.x + r[4] * w.y + r[7] * w.z;
    w.z = G.rate[lane] + r[2] * w.x + r[5] * w.y + r[8] * w.z;
    turn_by<1>(s, c, 3, t_x, t_y, w.x, w.y);
    const Pack4 a_x = r[0] * u.x + r[3] * u.y + r[6] * u.z;
    const Pack4 a_y = r[1] * u.x + r[4] * u.y + r[7] * u.z;
    Vector4 a;
    a.z = r[2] * u.x + r[5] * u.y + r[8] * u.z;
    turn_by<1>(s, c, 2, a_x, a_y, a.x, a.y);
    W.w = w;
    forget_registers();
    forces(body, spin(W), a, W);
  }

  /// x y for a product of series of which coefficients 0 to 2 count; x lies in memory.
  APPELL_INLINE static Pack4 times(const double* x, Pack4 y, Pack4 yt, Pack4 yt2) {
    return broadcast<Pack4>(x[0]) * y + broadcast<Pack4>(x[1]) * yt + broadcast<Pack4>(x[2]) * yt2;
  }

  APPELL_INLINE Spin<Pack4> spin(const Block& W) const {
    const double* x = reinterpret_cast<const double*>(&W.w.x);
    const double* y = reinterpret_cast<const double*>(&W.w.y);
    const double* z = reinterpret_cast<const double*>(&W.w.z);
    const Pack4 xt = times_t(w.x), yt = times_t(w.y), zt = times_t(w.z);
    const Pack4 xt2 = times_t2(w.x), yt2 = times_t2(w.y), zt2 = times_t2(w.z);
    const Pack4 xx = times(x, w.x, xt, xt2), xy = times(x, w.y, yt, yt2);
    const Pack4 xz = times(x, w.z, zt, zt2), yy = times(y, w.y, yt, yt2);
    const Pack4 yz = times(y, w.z, zt, zt2), zz = times(z, w.z, zt, zt2);
    const Pack4 ax = rate_of(w.x), ay = rate_of(w.y), az = rate_of(w.z);
    return {yy + zz, xx + zz, xx + yy, xy - az, xz + ay, yz - ax, xy + az, xz - ay, yz + ax};
  }

  APPELL_INLINE void forces(const TreeBody& body, const Spin<Pack4>& B, const Vector4& a,
                            Block& W) {
    const Constant mc(body.first_moment);
    const Constant diagonal(body.second_moment), rest(body.second_moment + 3);
    const double S_xx = diagonal.x, S_yy = diagonal.y, S_zz = diagonal.z;
    const double S_xy = rest.x, S_xz = rest.y, S_yz = rest.z;
    u = a;
    add_spin(B, Constant(body.child_p0), u.x, u.y, u.z);
    W.f = {a.x * body.mass, a.y * body.mass, a.z * body.mass};
    add_spin(B, mc, W.f.x, W.f.y, W.f.z);
    W.n.x = a.z * mc.y - a.y * mc.z + B.zx * S_xy + B.zy * S_yy - B.minus_zz * S_yz - B.yx * S_xz +
            B.minus_yy * S_yz - B.yz * S_zz;
    W.n.y = a.x * mc.z - a.z * mc.x - B.minus_xx * S_xz + B.xy * S_yz + B.xz * S_zz - B.zx * S_xx -
            B.zy * S_xy + B.minus_zz * S_xz;
    W.n.z = a.y * mc.x - a.x * mc.y + B.yx * S_xx - B.minus_yy * S_xy + B.yz * S_xz +
            B.minus_xx * S_xy - B.xy * S_yy - B.xz * S_yz;
    if (body.has_distant_child) {
      W.a = a;
      const Pack4 all[9] = {-B.minus_xx, B.xy, B.xz, B.yx,       -B.minus_yy,
                            B.yz,        B.zx, B.zy, -B.minus_zz};
      for (int e = 0; e < 9; ++e) W.B[e] = all[e];
    }
  }

  APPELL_INLINE void backward(int i) {
    const TreeBody& body = call.bodies[i];
    Block& W = block(i);
    f = {f.x + W.f.x, f.y + W.f.y, f.z + W.f.z};
    n = {n.x + W.n.x, n.y + W.n.y, n.z + W.n.z};
    write_force(body);
    if (body.parent >= 0) {
      to_parent(body, i);
      if (body.parent == i - 1) [[likely]]
        return;
      Block& P = block(body.parent);
      P.f = {P.f.x + f.x, P.f.y + f.y, P.f.z + f.z};
      P.n = {P.n.x + n.x, P.n.y + n.y, P.n.z + n.z};
    }
    f = n = Vector4{};
  }

  APPELL_INLINE void to_parent(const TreeBody& body, int i) {
    const Group& G = group(i / 4);
    const int lane = i % 4;
    const double* R = reinterpret_cast<const double*>(G.R) + lane;
    const double* s = reinterpret_cast<const double*>(G.s) + lane;
    const double* c = reinterpret_cast<const double*>(G.c) + lane;
    Pack4 f_x, f_y, n_x, n_y, r[9];
    turn_by<-1>(s, c, 2, f.x, f.y, f_x, f_y);
    turn_by<-1>(s, c, 2, n.x, n.y, n_x, n_y);
    APPELL_UNROLL
    for (int e = 0; e < 9; ++e) r[e] = broadcast<Pack4>(R[4 * e]);
    const Vector4 F = {r[2] * f.z + r[0] * f_x + r[1] * f_y, r[5] * f.z + r[3] * f_x + r[4] * f_y,
                       r[8] * f.z + r[6] * f_x + r[7] * f_y};
    const Vector4 M = {r[2] * n.z + r[0] * n_x + r[1] * n_y, r[5] * n.z + r[3] * n_x + r[4] * n_y,
                       r[8] * n.z + r[6] * n_x + r[7] * n_y};
    const Constant p0(body.p0);
    n = {M.x + (F.z * p0.y - F.y * p0.z), M.y + (F.x * p0.z - F.z * p0.x),
         M.z + (F.y * p0.x - F.x * p0.y)};
    f = F;
  }

  APPELL_INLINE void write_force(const TreeBody& body) const {
    const Pack4 Q = n.z * (body.ratio * Pack4{1.0, 1.0, 2.0, 0.0});  // Derivatives: times k!.
    double* tau = call.tau + body.coordinate;
    APPELL_UNROLL
    for (int k = 0; k < 3; ++k, tau += call.num_coordinates) {
      double value = Q[k];
      if (body.has_rotor) {
        value += call.q[(k + 2) * call.num_coordinates + body.coordinate] * body.rotor;
      }
      *tau = body.adds_to_force ? *tau + value : value;
    }
  }

  const KernelCall& call;
  Vector4 w, u;  ///< Of the body before and for the next one; on the way out.
  Vector4 f, n;  ///< What the next body asks of its parent; on the way back.
};

inline void run_orders(const KernelCall& call) { OrdersKernel(call).run(); }

}  // namespace
}  // namespace appell::engine
