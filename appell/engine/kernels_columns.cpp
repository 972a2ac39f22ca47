// The kernels of ColumnSums, see kernels_fixed.cpp.

#include "appell/engine/column_sums.hpp"
#include "appell/engine/pack.hpp"

namespace appell::engine {
namespace {

constexpr int kColumnPacks = kColumnLanes / kLanes;

/// take(x, first, second) of all samples, with two partial results in every lane. What is missing
/// of the last sixteen samples is `filling`.
template <class F>
APPELL_INLINE void walk(const double* samples, std::size_t count, double filling, double* first,
                        double* second, const F& take) {
  Pack a[kColumnPacks], b[kColumnPacks];  // In registers.
  APPELL_UNROLL
  for (int j = 0; j < kColumnPacks; ++j) {
    a[j] = load<Pack>(first + kLanes * j);
    b[j] = load<Pack>(second + kLanes * j);
  }
  std::size_t i = 0;
  for (; i + kColumnLanes <= count; i += kColumnLanes) {
    APPELL_UNROLL
    for (int j = 0; j < kColumnPacks; ++j) take(load<Pack>(samples + i + kLanes * j), a[j], b[j]);
  }
  if (i < count) {
    double rest[kColumnLanes];
    for (std::size_t j = 0; j < kColumnLanes; ++j) {
      rest[j] = i + j < count ? samples[i + j] : filling;
    }
    APPELL_UNROLL
    for (int j = 0; j < kColumnPacks; ++j) take(load<Pack>(rest + kLanes * j), a[j], b[j]);
  }
  APPELL_UNROLL
  for (int j = 0; j < kColumnPacks; ++j) {
    store(first + kLanes * j, a[j]);
    store(second + kLanes * j, b[j]);
  }
}

/// Twice over the samples, which are in the first-level cache then: all partial results at once are
/// more registers than there are.
void add_to_lanes(const double* samples, std::size_t count, ColumnLanes& lanes) {
  walk(samples, count, samples[0], lanes.smallest, lanes.largest,
       [](const Pack& x, Pack& smallest, Pack& largest) {
         smallest = x < smallest ? x : smallest;
         largest = x > largest ? x : largest;
       });
  walk(samples, count, 0.0, lanes.sum, lanes.squares, [](const Pack& x, Pack& sum, Pack& squares) {
    sum += x;
    squares += rounded(x * x);  // Not fused: the same bits where there is no such instruction.
  });
}

}  // namespace

template <>
ColumnKernel column_kernel_of<InstructionSet::APPELL_ENGINE_SET>() {
  return add_to_lanes;
}

}  // namespace appell::engine
