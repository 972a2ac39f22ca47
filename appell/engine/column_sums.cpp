#include "appell/engine/column_sums.hpp"

#include <algorithm>
#include <limits>

#include "appell/engine/compiled_sets.hpp"

namespace appell::engine {
namespace {

template <class F>
double joined_lanes(const double (&numbers)[kColumnLanes], const F& join) {
  double lanes[kColumnLanes];
  std::copy_n(numbers, kColumnLanes, lanes);
  for (int half = kColumnLanes / 2; half > 0; half /= 2) {
    for (int j = 0; j < half; ++j) lanes[j] = join(lanes[j], lanes[j + half]);
  }
  return lanes[0];
}

}  // namespace

void ColumnLanes::clear() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::fill_n(smallest, kColumnLanes, kInfinity);
  std::fill_n(largest, kColumnLanes, -kInfinity);
  std::fill_n(sum, kColumnLanes, 0.0);
  std::fill_n(squares, kColumnLanes, 0.0);
}

ColumnSums joined(const ColumnLanes& lanes) {
  const auto smaller = [](double a, double b) { return b < a ? b : a; };
  const auto larger = [](double a, double b) { return b > a ? b : a; };
  const auto added = [](double a, double b) { return a + b; };
  return {.smallest = joined_lanes(lanes.smallest, smaller),
          .largest = joined_lanes(lanes.largest, larger),
          .sum = joined_lanes(lanes.sum, added),
          .squares = joined_lanes(lanes.squares, added)};
}

ColumnKernel column_kernel(InstructionSet set) {
  check_available("column_kernel", set);
  return of_set(set, []<InstructionSet s>() { return column_kernel_of<s>(); });
}

}  // namespace appell::engine
