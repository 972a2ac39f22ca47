#pragma once

#include <algorithm>
#include <cstddef>

/// Not installed: the last group of a batch, which has fewer samples than a kernel has lanes.
namespace appell::engine {

/// Copies columns of `num_samples` samples to columns of full width, the last sample repeated: no
/// lane then computes with numbers that nobody gave.
inline void widen(const double* from, std::size_t num_columns, std::size_t num_samples,
                  std::size_t stride, double* to, std::size_t lanes) noexcept {
  for (std::size_t column = 0; column < num_columns; ++column) {
    const double* samples = from + column * stride;
    double* wide = std::copy_n(samples, num_samples, to + column * lanes);
    std::fill_n(wide, lanes - num_samples, samples[num_samples - 1]);
  }
}

/// Copies the samples that count from columns of full width to where they are wanted.
inline void narrow(const double* from, std::size_t num_columns, std::size_t lanes,
                   std::size_t num_samples, double* to, std::size_t stride) noexcept {
  for (std::size_t column = 0; column < num_columns; ++column) {
    std::copy_n(from + column * lanes, num_samples, to + column * stride);
  }
}

}  // namespace appell::engine
