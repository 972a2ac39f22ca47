// The kernels of ColumnSums, see kernels_fixed.cpp.

#include "appell/engine/column_sums.hpp"
#include "appell/engine/pack.hpp"

namespace appell::engine {
namespace {

constexpr int kColumnPacks = kColumnLanes / kLanes;

// One sample of every lane, for two results each.
struct TakeEnds {
  APPELL_INLINE void operator()(const Pack& x, Pack& smallest, Pack& largest) const {
    smallest = x < smallest ? x : smallest;
    largest = x > largest ? x : largest;
  }
};
struct TakeSums {
  APPELL_INLINE void operator()(const Pack& x, Pack& sum, Pack& squares) const {
    sum += x;
    squares += rounded(x * x);  // Not fused: the same bits where there is no such instruction.
  }
};

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

/// Whole sixteens once over, with all four results. Gives how many samples they are. Narrow sets
/// have no use for it.
[[maybe_unused]] APPELL_INLINE std::size_t walk_once(const double* samples, std::size_t count,
                                                     ColumnLanes& lanes) {
  Pack a[kColumnPacks], b[kColumnPacks], c[kColumnPacks], d[kColumnPacks];
  APPELL_UNROLL
  for (int j = 0; j < kColumnPacks; ++j) {
    a[j] = load<Pack>(lanes.smallest + kLanes * j);
    b[j] = load<Pack>(lanes.largest + kLanes * j);
    c[j] = load<Pack>(lanes.sum + kLanes * j);
    d[j] = load<Pack>(lanes.squares + kLanes * j);
  }
  std::size_t i = 0;
  for (; i + kColumnLanes <= count; i += kColumnLanes) {
    APPELL_UNROLL
    for (int j = 0; j < kColumnPacks; ++j) {
      const Pack x = load<Pack>(samples + i + kLanes * j);
      TakeEnds{}(x, a[j], b[j]);
      TakeSums{}(x, c[j], d[j]);
    }
  }
  APPELL_UNROLL
  for (int j = 0; j < kColumnPacks; ++j) {
    store(lanes.smallest + kLanes * j, a[j]);
    store(lanes.largest + kLanes * j, b[j]);
    store(lanes.sum + kLanes * j, c[j]);
    store(lanes.squares + kLanes * j, d[j]);
  }
  return i;
}

/// Narrow registers are too few for all partial results at once: twice over the samples then, which
/// are in the first-level cache. Wide ones save a third of the time by going once.
void add_to_lanes(const double* samples, std::size_t count, ColumnLanes& lanes) {
  std::size_t done = 0;
  if constexpr (kLanes == 8) done = walk_once(samples, count, lanes);
  if (done == count) return;
  walk(samples + done, count - done, samples[done], lanes.smallest, lanes.largest, TakeEnds{});
  walk(samples + done, count - done, 0.0, lanes.sum, lanes.squares, TakeSums{});
}

}  // namespace

template <>
ColumnKernel column_kernel_of<InstructionSet::APPELL_ENGINE_SET>() {
  return add_to_lanes;
}

}  // namespace appell::engine
