#pragma once

#include <vector>

namespace appell::engine {

/// In what form the derivatives of q come and those of the results are given.
enum class Form {
  kDerivatives,   ///< x⁽ᵏ⁾
  kCoefficients,  ///< x⁽ᵏ⁾/k!
};

/// What turns the k-th number of q into q⁽ᵏ⁾/k!, k = 0..count - 1.
std::vector<double> input_scales(Form form, int count);

}  // namespace appell::engine
