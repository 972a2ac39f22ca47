#pragma once

#include <cstddef>
#include <cstring>

/// Not installed: columns that lie in more pages of memory than the machine can keep in mind. They
/// are copied a few groups of samples at a time: the next lines of one column are there sooner than
/// the first lines of many. Each group of `lanes` samples then has its columns side by side, and is
/// read from front to back.
namespace appell::engine {

/// Where samples of a block of columns lie.
struct FarColumns {
  std::size_t num_columns;
  std::size_t stride;       ///< Of the caller's columns.
  std::size_t num_samples;  ///< At least `lanes`; the last group takes some of them once more.
  std::size_t group_size;   ///< Distance of the groups, in numbers.

  std::size_t first_sample(std::size_t group, std::size_t lanes) const {
    return (group + 1) * lanes <= num_samples ? group * lanes : num_samples - lanes;
  }
};

/// Calls copy(far, near) with every group of every column, by addresses of `lanes` numbers.
template <std::size_t lanes, bool writes, class Far, class Near, class Copy>
void for_each_group(const FarColumns& columns, Far* far, Near* near, const Copy& copy) noexcept {
  constexpr std::size_t kAhead = 12;  // Columns, so that as many misses overlap.
  constexpr std::size_t kLine = 64 / sizeof(double);
  for (std::size_t column = 0; column < columns.num_columns; ++column) {
    Far* from = far + column * columns.stride;
    if (column + kAhead < columns.num_columns) {
      const double* next = from + kAhead * columns.stride;
      for (std::size_t s = 0; s < columns.num_samples; s += kLine) {
        __builtin_prefetch(next + s, writes ? 1 : 0);
      }
    }
    Near* to = near + column * lanes;
    for (std::size_t group = 0; group * lanes < columns.num_samples; ++group) {
      copy(from + columns.first_sample(group, lanes), to + group * columns.group_size);
    }
  }
}

template <std::size_t lanes>
void gather(const FarColumns& columns, const double* far, double* near) noexcept {
  for_each_group<lanes, false>(columns, far, near, [](const double* from, double* to) {
    std::memcpy(to, from, lanes * sizeof(double));
  });
}
template <std::size_t lanes>
void scatter(const FarColumns& columns, const double* near, double* far) noexcept {
  for_each_group<lanes, true>(columns, far, near, [](double* to, const double* from) {
    std::memcpy(to, from, lanes * sizeof(double));
  });
}

}  // namespace appell::engine
