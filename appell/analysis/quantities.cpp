#include "appell/analysis/quantities.hpp"

#include <algorithm>

#include "appell/analysis/quantities/list.hpp"
#include "appell/analysis/selection.hpp"

namespace appell::analysis {
namespace {

/// A robot with a joint of either kind, and friction: it has every quantity.
model::Model turning_and_sliding() {
  using Law = model::Friction::Law;
  const mass::RigidMass mass = mass::rigid_mass(1.0, Vec3::Zero(), Mat3::Identity());
  const model::Friction friction{.dry = 1.0, .law = Law::kSmooth, .velocity = 1.0};
  model::Description robot{.name = "turning and sliding"};
  robot.links = {
      {.name = "base"}, {.name = "a", .inertial = mass}, {.name = "b", .inertial = mass}};
  robot.joints = {{.name = "turn",
                   .kind = model::JointKind::kRevolute,
                   .parent = "base",
                   .child = "a",
                   .friction = friction},
                  {.name = "slide",
                   .kind = model::JointKind::kPrismatic,
                   .parent = "a",
                   .child = "b",
                   .friction = friction}};
  return model::build(robot);
}

}  // namespace

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

std::vector<std::string> possible_units(const Quantity& quantity) {
  const model::Model model = turning_and_sliding();
  const std::reference_wrapper<const Quantity> known[] = {quantity};
  const Selection selection(along_motion({.model = model,
                                          .frame = model.default_frame(),
                                          .order = 1,
                                          .angles = spatial::AngleSet::kXYZ,
                                          .terms = {0, 1},
                                          .is_uncertain = true}),
                            {std::string(quantity.name)}, known);
  std::vector<std::string> units;
  for (const NamedArray& array : selection.arrays()) {
    for (int entry = 0; entry < array.num_entries(); ++entry) {
      if (derivative_of(array, entry) != 0) continue;
      const std::string unit = array.units[entry].text();
      if (std::find(units.begin(), units.end(), unit) == units.end()) units.push_back(unit);
    }
  }
  return units;
}

}  // namespace appell::analysis
