#include "appell/study/sobol_directions.hpp"

#include <array>
#include <bit>
#include <vector>

#include "appell/base/check.hpp"
#include "appell/study/design.hpp"

namespace appell::study {
namespace {

constexpr std::uint16_t kSobolNumbers[]{
#include "appell/study/sobol_numbers.inc"
};

/// Where the numbers of each dimension begin: each has one polynomial and as many m as its degree.
std::vector<std::size_t> sobol_starts() {
  std::vector<std::size_t> starts{0};  // Of the first dimension: none.
  for (std::size_t i = 0; i < std::size(kSobolNumbers);) {
    starts.push_back(i);
    i += std::bit_width(kSobolNumbers[i]);
  }
  return starts;
}

}  // namespace

void sobol_directions(int dimension, std::span<std::uint64_t> out) {
  static const std::vector<std::size_t> starts = sobol_starts();
  check(dimension >= 0 && dimension < std::ssize(starts), "sobol_directions: dimension ", dimension,
        "; there are ", starts.size(), ".");
  std::array<std::uint64_t, kSobolBits> m{};
  m.fill(1);
  if (dimension > 0) {
    const std::uint16_t* numbers = kSobolNumbers + starts[dimension];
    const unsigned polynomial = numbers[0];
    const auto degree = static_cast<std::size_t>(std::bit_width(polynomial)) - 1;
    for (std::size_t k = 0; k < m.size(); ++k) {
      if (k < degree) {
        m[k] = numbers[k + 1];
        continue;
      }
      m[k] = m[k - degree];
      for (std::size_t i = 1; i <= degree; ++i) {  // Eq. (1)
        if ((polynomial >> (degree - i)) & 1U) m[k] ^= m[k - i] << i;
      }
    }
  }
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = m[k] << (kSobolBits - 1 - k);
}

}  // namespace appell::study
