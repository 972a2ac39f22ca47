#include "appell/engine/form.hpp"

#include <cstddef>

#include "appell/base/factorial.hpp"

namespace appell::engine {

std::vector<double> input_scales(Form form, int count) {
  std::vector<double> scale(count, 1.0);
  if (form == Form::kCoefficients) return scale;
  for (int k = 0; k < count; ++k) scale[k] = 1.0 / kFactorials[k];
  return scale;
}

}  // namespace appell::engine
