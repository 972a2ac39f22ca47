#include "appell/analysis/quantities.hpp"

#include "appell/analysis/quantities/list.hpp"

namespace appell::analysis {

std::span<const std::reference_wrapper<const Quantity>> all_quantities() {
  static constexpr std::reference_wrapper<const Quantity> kAll[] = {
#include "appell/analysis/quantities/list.inc"
  };
  return kAll;
}

std::vector<std::string> quantity_names() {
  std::vector<std::string> names;
  for (const Quantity& quantity : all_quantities()) names.emplace_back(quantity.name);
  return names;
}

}  // namespace appell::analysis
