#include "appell/study/unit_number.hpp"

namespace appell::study {
namespace {

constexpr std::uint64_t kMultiplier0 = 0xD2511F53;
constexpr std::uint64_t kMultiplier1 = 0xCD9E8D57;
constexpr std::uint32_t kWeyl0 = 0x9E3779B9;  // The golden section, and √3 - 1.
constexpr std::uint32_t kWeyl1 = 0xBB67AE85;
constexpr int kRounds = 10;

constexpr std::uint32_t low_word(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
constexpr std::uint32_t high_word(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }
constexpr std::uint64_t joined(std::uint32_t low, std::uint32_t high) {
  return (std::uint64_t{high} << 32) | low;
}

}  // namespace

PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key) {
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t product0 = kMultiplier0 * counter[0];
    const std::uint64_t product1 = kMultiplier1 * counter[2];
    counter = {high_word(product1) ^ counter[1] ^ key[0], low_word(product1),
               high_word(product0) ^ counter[3] ^ key[1], low_word(product0)};
    key[0] += kWeyl0;
    key[1] += kWeyl1;
  }
  return counter;
}

std::array<std::uint64_t, 2> random_bit_pair(std::uint64_t seed, std::uint64_t pair,
                                             std::uint64_t index) {
  const PhiloxCounter out =
      philox({low_word(index), high_word(index), low_word(pair), high_word(pair)},
             {low_word(seed), high_word(seed)});
  return {joined(out[0], out[1]), joined(out[2], out[3])};
}

std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  return random_bit_pair(seed, stream / 2, index)[stream % 2];
}

double unit_number(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  return unit_of_bits(random_bits(seed, stream, index));
}

}  // namespace appell::study
