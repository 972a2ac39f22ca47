#include "appell/analysis/quantity.hpp"

#include <functional>
#include <numeric>

namespace appell::analysis {

int Array::num_entries() const {
  return std::accumulate(extents.begin(), extents.end(), 1, std::multiplies<>());
}

}  // namespace appell::analysis
