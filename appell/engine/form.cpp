#include "appell/engine/form.hpp"

#include <cstddef>

namespace appell::engine {

std::vector<double> input_scales(Form form, int count) {
  std::vector<double> scale(static_cast<std::size_t>(count), 1.0);
  if (form == Form::kCoefficients) return scale;
  for (std::size_t k = 1; k < scale.size(); ++k) scale[k] = scale[k - 1] / static_cast<double>(k);
  return scale;
}

}  // namespace appell::engine
