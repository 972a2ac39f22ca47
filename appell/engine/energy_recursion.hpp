#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/formulas.hpp"
#include "appell/engine/regrouped_body.hpp"

namespace appell::engine {
namespace {

/// The acceleration energies E_1 .. E_K in body axes, from what inverse dynamics has anyway: with
/// H = [B | a] for p = 1 and H ← H' + ω × H for the next p, column by column,
///
///   E_p = ½ tr(H P Hᵀ),   P = ∫ (r, 1) (r, 1)ᵀ dm
///
/// Only coefficient 0 of each H is squared. O(K³): for few orders; energy_kernel.hpp has the other
/// way.
template <class T, int K>
class EnergyRecursion {
  using V = Columns<T>;

 public:
  APPELL_INLINE EnergyRecursion() {
    for (int p = 0; p < K; ++p) energy_[p] = T{};
  }

  APPELL_INLINE void add(const RegroupedBody& body, const V* w, const V* a) {
    T H[K][12];  // Row r, column c of H_{p+1} at [p - 1][4 r + c].
    V B_x[K], B_y[K], B_z[K];
    APPELL_UNROLL
    for (int k = 0; k < K; ++k) {
      const Spin<V> B = spin(w, k);
      B_x[k] = {-B.minus_main.x, B.after.y, B.next.z};
      B_y[k] = {B.next.x, -B.minus_main.y, B.after.z};
      B_z[k] = {B.after.x, B.next.y, -B.minus_main.z};
    }
    derivatives_of_column(w, B_x, 0, H);
    derivatives_of_column(w, B_y, 1, H);
    derivatives_of_column(w, B_z, 2, H);
    derivatives_of_column(w, a, 3, H);
    APPELL_UNROLL
    for (int p = 0; p < K; ++p) {
      T sum{};
      APPELL_UNROLL
      for (int r = 0; r < 3; ++r) {
        const T x = H[p][4 * r], y = H[p][4 * r + 1], z = H[p][4 * r + 2], t = H[p][4 * r + 3];
        sum += x * (x * (0.5 * body.xx) + y * body.xy + z * body.zx + t * body.mass_x);
        sum += y * (y * (0.5 * body.yy) + z * body.yz + t * body.mass_y);
        if (body.keeps_axis) [[unlikely]]
          sum += z * (z * (0.5 * body.zz) + t * body.mass_z) + t * t * (0.5 * body.mass);
      }
      energy_[p] += sum;
    }
  }

  /// ½ I_r (ratio q⁽ᵖ⁺¹⁾)²
  APPELL_INLINE void add_rotor(const RegroupedBody& body, int p, const T& derivative) {
    energy_[p - 1] += derivative * derivative * (0.5 * body.rotor);
  }

  APPELL_INLINE void store_to(double* columns, std::ptrdiff_t stride) const {
    for (int p = 0; p < K; ++p) store(columns + p * stride, energy_[p]);
  }

 private:
  APPELL_INLINE static void derivatives_of_column(const V* w, const V* column_series, int column,
                                                  T (*H)[12]) {
    V h[K];
    APPELL_UNROLL
    for (int k = 0; k < K; ++k) set(column_series[k], h[k]);
    APPELL_UNROLL
    for (int p = 0; p < K; ++p) {
      H[p][column] = h[0].x;
      H[p][4 + column] = h[0].y;
      H[p][8 + column] = h[0].z;
      V next[K];
      APPELL_UNROLL
      for (int k = 0; k < K - 1 - p; ++k) {
        V sum = h[k + 1] * (k + 1.0);
        APPELL_UNROLL
        for (int j = 0; j <= k; ++j) sum = sum + cross(w[j], h[k - j]);
        set(sum, next[k]);
      }
      APPELL_UNROLL
      for (int k = 0; k < K - 1 - p; ++k) set(next[k], h[k]);
    }
  }

  T energy_[K];
};
template <class T>
class EnergyRecursion<T, 0> {};

}  // namespace
}  // namespace appell::engine
