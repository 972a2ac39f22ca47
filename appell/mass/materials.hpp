#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace appell::mass {

/// A homogeneous material.
struct Material {
  std::string name;
  double density;  ///< kg/m³
  std::string source;
};

/// Common materials of machines, with typical densities at room temperature. A lot of a real
/// material differs by a few per cent: weigh the part where it matters.
const std::vector<Material>& standard_materials();

/// Density of a material in kg/m³: that of `own`, which go before the standard ones of the same
/// name, or else the standard one.
/// @throws ModelError if there is none of this name (with the nearest and all names), or if its
///   density is not positive and finite.
double material_density(std::string_view name, std::span<const Material> own = {});

}  // namespace appell::mass
