#include "appell/analysis/quantity.hpp"

#include <functional>
#include <numeric>

namespace appell::analysis {

double Array::num_entries() const {
  return std::accumulate(extents.begin(), extents.end(), 1.0, std::multiplies<>());
}

}  // namespace appell::analysis
