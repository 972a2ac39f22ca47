#pragma once

// Included only by the kernels, see pack.hpp.

#include <type_traits>

#include "appell/engine/pack.hpp"

namespace appell::engine {
namespace {

/// Beyond this the three-part reduction loses digits, and the C library is asked instead.
inline constexpr double kLargestReduced = 1e5;

/// Lane by lane for angles that are huge or not finite.
template <class T>
[[gnu::noinline]] void sin_cos_of_large(const T& x, T& sin, T& cos) {
  for (int lane = 0; lane < kLanesOf<T>; ++lane) {
    if (__builtin_fabs(x[lane]) < kLargestReduced) continue;  // Also for NaN it goes on.
    sin[lane] = __builtin_sin(x[lane]);
    cos[lane] = __builtin_cos(x[lane]);
  }
}

/// The same of x + phase.
template <class T>
[[gnu::noinline]] void sin_cos_of_large_with_phase(const T& x, const T& phase, T& sin, T& cos) {
  for (int lane = 0; lane < kLanesOf<T>; ++lane) {
    if (__builtin_fabs(x[lane]) < kLargestReduced) continue;
    const double sin_phase = __builtin_sin(phase[lane]), cos_phase = __builtin_cos(phase[lane]);
    const double s = __builtin_sin(x[lane]), c = __builtin_cos(x[lane]);
    sin[lane] = s * cos_phase + c * sin_phase;
    cos[lane] = c * cos_phase - s * sin_phase;
  }
}

/// Whether a comparison holds in some lane.
template <class T, class Bits>
APPELL_INLINE bool any_lane(const Bits& bits) {
#if defined(__AVX__)
  if constexpr (kLanesOf<T> == 4) {
    return __builtin_ia32_movmskpd256(reinterpret_cast<const Pack4&>(bits)) != 0;
  }
  if constexpr (kLanesOf<T> == 8) {
    const auto both = __builtin_shufflevector(bits, bits, 0, 1, 2, 3) |
                      __builtin_shufflevector(bits, bits, 4, 5, 6, 7);
    Pack4 signs;
    std::memcpy(&signs, &both, sizeof signs);
    return __builtin_ia32_movmskpd256(signs) != 0;
  }
#endif
  long any = 0;
  for (int lane = 0; lane < kLanesOf<T>; ++lane) any |= bits[lane];
  return any != 0;
}

struct NoTail {};

/// Sine and cosine of quadrant · π/2 + r + tail for r in [-π/4, π/4] and a tail of its rounding,
/// which comes in at the end: the polynomials need not wait for it. Their coefficients are those of
/// fdlibm (Sun Microsystems, 1993), good to less than one ulp.
template <class T, class Tail, class Bits>
APPELL_INLINE void sin_cos_of_reduced(const T& r, const Tail& tail, const Bits& quadrant, T& sin,
                                      T& cos) {
  // Both polynomials in pairs (Estrin's scheme): a sum in sequence would take twice as long.
  const T z = r * r;
  const T z2 = z * z;
  const T s01 = z * 8.33333333332248946124e-03 - 1.66666666666666324348e-01;
  const T s23 = z * 2.75573137070700676789e-06 - 1.98412698298579493134e-04;
  const T s45 = z * 1.58969099521155010221e-10 - 2.50507602534068634195e-08;
  const T s_poly = s01 + z2 * (s23 + z2 * s45);
  const T c01 = z * -1.38888888888741095749e-03 + 4.16666666666666019037e-02;
  const T c23 = z * -2.75573143513906633035e-07 + 2.48015872894767294178e-05;
  const T c45 = z * -1.13596475577881948265e-11 + 2.08757232129817482790e-09;
  const T c_poly = c01 + z2 * (c23 + z2 * c45);
  T s, c;
  if constexpr (std::is_same_v<Tail, NoTail>) {
    s = r + (r * z) * s_poly;
    c = 1.0 - (0.5 * z - z2 * c_poly);
  } else {
    s = r + ((r * z) * s_poly + tail);
    c = 1.0 - ((0.5 * z + r * tail) - z2 * c_poly);
  }
  // Odd quadrants swap the two; the sign of the sine changes in quadrants 2 and 3, of the cosine in
  // 1 and 2.
  const Bits is_odd = (quadrant << 63) < 0;
  const Bits kSign = Bits{} - 0x7fffffffffffffff - 1;
  const T first = is_odd ? c : s, second = is_odd ? s : c;
  Bits sin_bits, cos_bits;
  std::memcpy(&sin_bits, &first, sizeof(T));
  std::memcpy(&cos_bits, &second, sizeof(T));
  sin_bits ^= (quadrant << 62) & kSign;
  cos_bits ^= ((quadrant + 1) << 62) & kSign;
  std::memcpy(&sin, &sin_bits, sizeof(T));
  std::memcpy(&cos, &cos_bits, sizeof(T));
}

// π/2 in three parts, of which the first two have 33 bits: so their product with a number of
// quadrants is exact, and the third is all that is left (Cody and Waite).
inline constexpr double kHalfPi[3] = {1.57079632673412561417e+00, 6.07710050630396597660e-11,
                                      2.02226624879595063154e-21};
inline constexpr double kQuadrants = 0.63661977236758134308;  // 2/π
// Adding 1.5·2⁵² leaves the rounded integer in the low bits of the sum.
inline constexpr double kRound = 6755399441055744.0;

template <class T>
APPELL_INLINE bool is_large(const T& x) {
  return any_lane<T>(~((x < kLargestReduced) & (x > -kLargestReduced)));
}

/// Sine and cosine of all lanes, within 2 ulp. With k the integer next to 2x/π, r = x - k π/2 is in
/// [-π/4, π/4].
template <class T>
APPELL_INLINE void sin_cos(const T& x, T& sin, T& cos) {
  using Bits = decltype(x < x);  // A 64-bit integer per lane.
  const T shifted = x * kQuadrants + kRound;
  const T k = shifted - kRound;
  Bits quadrant;
  std::memcpy(&quadrant, &shifted, sizeof(T));
  const T most = x - k * kHalfPi[0];  // Exact.
  const T second = k * kHalfPi[1];    // Exact.
  const T rough = most - second;
  const T lost = (most - rough) - second;
  sin_cos_of_reduced(rough, lost - k * kHalfPi[2], quadrant, sin, cos);
  if (is_large(x)) [[unlikely]] {
    T large_x = x, large_sin = sin,
      large_cos = cos;  // Copies, so that the others stay in registers.
    sin_cos_of_large(large_x, large_sin, large_cos);
    sin = large_sin;
    cos = large_cos;
  }
}

// All of π/2 that is not in its first part. A product with it is not exact, but what is lost is far
// below the rounding of the sum it goes into.
inline constexpr double kHalfPiRest = 6.07710050650619224932e-11;

/// Sine and cosine of x + phase, constants within ±π (one or a pack), with an error of a few
/// epsilon of what the two are of x and of the phase: the sum itself, in which a large x would lose
/// digits, is used for the number of quadrants only.
template <class T, class Phase>
APPELL_INLINE void sin_cos(const T& x, const Phase& phase, T& sin, T& cos) {
  using Bits = decltype(x < x);
  const T shifted = (x + phase) * kQuadrants + kRound;
  const T k = shifted - kRound;
  Bits quadrant;
  std::memcpy(&quadrant, &shifted, sizeof(T));
  const T r = (x - k * kHalfPi[0] + phase) - k * kHalfPiRest;
  sin_cos_of_reduced(r, NoTail{}, quadrant, sin, cos);
  if (is_large(x)) [[unlikely]] {
    T large_x = x, large_sin = sin, large_cos = cos, large_phase = phase - T{};
    sin_cos_of_large_with_phase(large_x, large_phase, large_sin, large_cos);
    sin = large_sin;
    cos = large_cos;
  }
}

}  // namespace
}  // namespace appell::engine
