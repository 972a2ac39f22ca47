#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/formulas.hpp"
#include "appell/engine/kernels.hpp"
#include "appell/engine/regrouped_body.hpp"
#include "appell/engine/sin_cos.hpp"

namespace appell::engine {
namespace {

/// The acceleration energies E_1 .. E_K of `lanes` samples from the placements [R | p] as series in
/// axes that do not move, O(K²) (docs/engine.md):
///
///   E_p = ½ tr(H P Hᵀ),   H = [R | p]⁽ᵖ⁺¹⁾,   P = ∫ (r, 1) (r, 1)ᵀ dm in body axes
///
/// The axes are those in which a root's frame is now: a turn of them, or a shift, changes no E_p.
/// @tparam K  the number of energies; 0 where the call says it.
template <class T, int K>
class EnergyKernel : OutputCount<K> {
 public:
  explicit EnergyKernel(const KernelCall& kernel_call)
      : OutputCount<K>(kernel_call.num_outputs), call(kernel_call) {}

  APPELL_INLINE void run() {
    if (N < 1) return;
    for (int p = 0; p < N; ++p) energy_[p] = T{};
    for (int i = 0; i < call.num_bodies; ++i) {
      place(i);
      add_energies(call.regrouped[i], block(i));
    }
    for (int p = 0; p < N; ++p) store(call.energies + p * call.energies_stride, energy_[p]);
  }

 private:
  using OutputCount<K>::N;
  static constexpr int kCapacity = K > 0 ? K : kMaxOutputs;
  using V = Columns<T>;

  // A body's block: columns x, y, z of R, and p, of each order 0 to N + 1.
  enum Column { kX, kY, kZ, kP };
  APPELL_INLINE T* block(int i) const {
    return reinterpret_cast<T*>(call.workspace) + i * 12 * (N + 2);
  }
  APPELL_INLINE static V get(const T* block, int k, Column column) {
    const T* v = block + 12 * k + 3 * column;
    return {v[0], v[1], v[2]};
  }
  APPELL_INLINE static void put(T* block, int k, Column column, const V& v) {
    T* to = block + 12 * k + 3 * column;
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
  }

  /// The k-th coefficient of the coordinate times a factor.
  APPELL_INLINE T input(const RegroupedBody& body, int k, double factor) const {
    return load<T>(call.q + (k * call.num_coordinates + body.coordinate) * call.q_stride) *
           (factor * call.scales->position[k]);
  }

  APPELL_INLINE void place(int i) const {
    const RegroupedBody& body = call.regrouped[i];
    T* W = block(i);
    T x[kCapacity + 2], s[kCapacity + 2], c[kCapacity + 2];
    APPELL_UNROLL
    for (int k = 1; k <= N + 1; ++k) x[k] = input(body, k, k * body.scale);
    sin_cos_of_change(N + 1, x, s, c);
    if (body.parent < 0) {
      place_root(s, c, W);
    } else {
      place_child(body, s, c, W);
    }
    if (body.slides) [[unlikely]]
      add_slide(body, W);
  }

  APPELL_INLINE void place_root(const T* s, const T* c, T* W) const {
    const T one = broadcast<T>(1.0), none{};
    for (int k = 0; k <= N + 1; ++k) {
      const T sine = k == 0 ? none : s[k], cosine = k == 0 ? one : k == 1 ? none : c[k];
      put(W, k, kX, {cosine, sine, none});
      put(W, k, kY, {-sine, cosine, none});
      put(W, k, kZ, {none, none, k == 0 ? one : none});
      put(W, k, kP, V{});
    }
  }

  /// R = R_P Rx(tilt) Rz(θ), p = p_P + R_P p0; of θ the change from now on comes last.
  APPELL_INLINE void place_child(const RegroupedBody& body, const T* s, const T* c, T* W) const {
    const T* P = block(body.parent);
    T sine, cosine;
    sin_cos(load<T>(call.q + body.coordinate * call.q_stride) *
                    (body.scale * call.scales->position[0]) +
                body.offset,
            body.phase, sine, cosine);
    V x[kCapacity + 2], y[kCapacity + 2];
    APPELL_UNROLL
    for (int k = 0; k <= N + 1; ++k) {
      V P_x = get(P, k, kX), P_y = get(P, k, kY);
      const V P_z = get(P, k, kZ);
      if (body.is_turned) [[unlikely]] {
        const V unturned = P_x;
        P_x = P_x * body.parent_cos + P_y * body.parent_sin;
        P_y = P_y * body.parent_cos - unturned * body.parent_sin;
      }
      V p = get(P, k, kP) + P_x * body.p0.x + P_z * body.p0.z;
      V tilted_y = P_z, z = V{} - P_y;
      if (!body.is_right) {
        p += P_y * body.p0.y;
        tilted_y = P_y * body.tilt_cos + P_z * body.tilt_sin;
        z = P_z * body.tilt_cos - P_y * body.tilt_sin;
      }
      put(W, k, kP, p);
      put(W, k, kZ, z);
      set(P_x * cosine + tilted_y * sine, x[k]);
      set(tilted_y * cosine - P_x * sine, y[k]);
    }
    turn(s, c, x, y, W);
  }

  /// Both columns by the change of the angle: s[0] = 0, c[0] = 1, c[1] = 0.
  APPELL_INLINE void turn(const T* s, const T* c, const V* x, const V* y, T* W) const {
    APPELL_UNROLL
    for (int k = 0; k <= N + 1; ++k) {
      V turned_x = x[k], turned_y = y[k];
      APPELL_UNROLL
      for (int j = 1; j <= k; ++j) {
        turned_x += y[k - j] * s[j];
        turned_y = turned_y - x[k - j] * s[j];
        if (j == 1) continue;
        turned_x += x[k - j] * c[j];
        turned_y += y[k - j] * c[j];
      }
      put(W, k, kX, turned_x);
      put(W, k, kY, turned_y);
    }
  }

  /// p += z d
  [[gnu::noinline]] void add_slide(const RegroupedBody& body, T* W) const {
    T d[kCapacity + 2];
    for (int k = 0; k <= N + 1; ++k) d[k] = input(body, k, body.slide_scale);
    d[0] += body.slide_offset;
    for (int k = 0; k <= N + 1; ++k) {
      V p = get(W, k, kP);
      for (int j = 0; j <= k; ++j) p += get(W, j, kZ) * d[k - j];
      put(W, k, kP, p);
    }
  }

  APPELL_INLINE void add_energies(const RegroupedBody& body, const T* W) {
    APPELL_UNROLL
    for (int p = 1; p <= N; ++p) {
      const double factorial = kFactorials.values[p + 1];
      const V x = get(W, p + 1, kX), y = get(W, p + 1, kY), z = get(W, p + 1, kZ),
              t = get(W, p + 1, kP);
      V sum = by_components(x, x * (0.5 * body.xx) + y * body.xy + z * body.zx + t * body.mass_x) +
              by_components(y, y * (0.5 * body.yy) + z * body.yz + t * body.mass_y);
      if (body.keeps_axis) [[unlikely]] {
        sum += by_components(z, z * (0.5 * body.zz) + t * body.mass_z) +
               by_components(t, t * (0.5 * body.mass));
      }
      energy_[p - 1] += sum_of_components(sum) * (factorial * factorial);
    }
    if (!body.has_rotor) return;
    for (int p = 1; p <= N; ++p) {  // ½ I_r (ratio q⁽ᵖ⁺¹⁾)²
      const T rate = input(body, p + 1, kFactorials.values[p + 1]);
      energy_[p - 1] += rate * rate * (0.5 * body.rotor);
    }
  }

  const KernelCall& call;
  T energy_[kCapacity];
};

template <class T, int K>
void run_energies(const KernelCall& call) {
  EnergyKernel<T, K>(call).run();
}

}  // namespace
}  // namespace appell::engine
