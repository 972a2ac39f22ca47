#include "appell/analysis/quantity.hpp"

#include <functional>
#include <numeric>

namespace appell::analysis {

double Array::num_entries() const {
  return std::accumulate(extents.begin(), extents.end(), 1.0, std::multiplies<>());
}

std::string_view axis_name(Axis axis) {
  switch (axis) {
    case Axis::kDerivative:
      return "derivative";
    case Axis::kCoordinate:
      return "coordinate";
    case Axis::kFreedom:
      return "freedom";
    case Axis::kComponent:
      return "component";
    case Axis::kRow:
      return "row";
    case Axis::kColumn:
      return "column";
    case Axis::kTerm:
      return "term";
  }
  return "";
}

}  // namespace appell::analysis
