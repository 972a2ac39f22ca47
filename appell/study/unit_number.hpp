#pragma once

#include <array>
#include <cstdint>

/// Numbers that look random and depend on their place alone: which worker asks for them, and after
/// which others, does not matter.
namespace appell::study {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

/// Philox4x32-10: a bijection of 128 bits, another one for each key, whose values pass every test
/// of randomness that is in use.
///
/// Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key);

/// 64 bits that look random, of one place.
std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

/// The numbers of the streams 2 `pair` and 2 `pair` + 1: one call of philox() makes both.
std::array<std::uint64_t, 2> random_bit_pair(std::uint64_t seed, std::uint64_t pair,
                                             std::uint64_t index);

/// A number between 0 and 1, never one of them: the upper 52 of the bits k, as (2k + 1) 2⁻⁵³. Such
/// numbers lie symmetrically about 1/2, and all of them are doubles.
constexpr double unit_of_bits(std::uint64_t bits) {
  return static_cast<double>(2 * (bits >> 12) + 1) * 0x1p-53;
}

/// unit_of_bits(random_bits(...)). Streams are the dimensions of a study, indices its draws;
/// streams from kReservedStreams on are used by the designs themselves.
double unit_number(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

inline constexpr std::uint64_t kReservedStreams = std::uint64_t{1} << 62;

}  // namespace appell::study
