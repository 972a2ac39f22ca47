#include "appell/mass/materials.hpp"

#include <cmath>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"

namespace appell::mass {

const std::vector<Material>& standard_materials() {
  // Common knowledge, not looked up in a handbook: the text says which material is meant.
  static const std::string element = "usual value of the element at room temperature";
  static const std::string alloy = "usual value of the alloy";
  static const std::string plastic = "usual value of unfilled grades";
  static const std::vector<Material> materials{
      {"steel", 7850.0, "usual value of structural steel"},
      {"stainless_steel", 8000.0, alloy + " 1.4301 (AISI 304)"},
      {"cast_iron", 7200.0, "usual value of grey iron"},
      {"aluminium", 2700.0, alloy + " EN AW-6061"},
      {"aluminium_7075", 2810.0, alloy + " EN AW-7075"},
      {"magnesium_az91", 1810.0, alloy + " AZ91"},
      {"titanium_6al4v", 4430.0, alloy + " Ti-6Al-4V"},
      {"brass", 8500.0, "usual value of CuZn39Pb3"},
      {"bronze", 8800.0, "usual value of tin bronzes"},
      {"copper", 8960.0, element},
      {"lead", 11350.0, element},
      {"tungsten", 19300.0, element},
      {"abs", 1050.0, plastic},
      {"pla", 1240.0, plastic},
      {"nylon_6", 1140.0, plastic},
      {"pom", 1410.0, plastic},
      {"polycarbonate", 1200.0, plastic},
      {"ptfe", 2170.0, plastic},
      {"rubber", 1100.0, "usual value of filled rubber; 950 to 1500 occur"},
      {"carbon_epoxy", 1600.0, "usual value at 60 % fibre by volume"},
      {"glass", 2500.0, "usual value of soda-lime glass"},
      {"water", 998.2, "usual value at 20 °C"}};
  return materials;
}

double material_density(std::string_view name, std::span<const Material> own) {
  std::vector<std::string> names;
  for (const std::span<const Material> table :
       {own, std::span<const Material>(standard_materials())}) {
    for (const Material& material : table) {
      names.push_back(material.name);
      if (material.name != name) continue;
      if (!std::isfinite(material.density) || material.density <= 0.0) {
        throw ModelError(concat("the density of material '", name, "' is ", material.density,
                                " kg/m³; it must be positive and finite"));
      }
      return material.density;
    }
  }
  throw ModelError(concat("there is no material '", name, "'", suggestion(name, names),
                          "; there are ", comma_list(names)));
}

}  // namespace appell::mass
