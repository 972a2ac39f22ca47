#pragma once

#include <cstdint>
#include <span>

namespace appell::study {

/// Bits of a coordinate of Sobol's sequence.
inline constexpr int kSobolBits = 52;

/// The direction numbers of a dimension (0..kMostSobolDimensions-1): out[j] is what bit j of the
/// index of a point (in Gray's code) contributes, as a fraction of 2^kSobolBits.
///
/// With the polynomial xˢ + a₁ xˢ⁻¹ + ... + a_{s-1} x + 1 of the dimension and its first numbers m,
///
///   m_k = 2a₁ m_{k-1} ⊕ 4a₂ m_{k-2} ⊕ ... ⊕ 2ˢ m_{k-s} ⊕ m_{k-s},   v_k = m_k 2^{52-k}         (1)
///
/// The first dimension has all m_k = 1.
/// @param out  at most kSobolBits numbers.
void sobol_directions(int dimension, std::span<std::uint64_t> out);

}  // namespace appell::study
