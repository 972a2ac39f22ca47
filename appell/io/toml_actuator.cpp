#include "appell/io/toml_actuator.hpp"

#include "appell/base/text.hpp"
#include "appell/io/toml_friction.hpp"

namespace appell::io {

model::Actuator read_actuator(TomlFields& fields, const model::Actuator& missing) {
  const std::size_t errors_before = fields.num_errors();
  model::Actuator actuator;
  actuator.gear_ratio = fields.number("gear_ratio", missing.gear_ratio);
  if (actuator.gear_ratio == 0.0) {
    fields.error_at("gear_ratio", "gear_ratio is 0; it must not be zero");
  }
  actuator.rotor_inertia = fields.size("rotor_inertia", missing.rotor_inertia);
  actuator.stiffness = fields.size("stiffness", missing.stiffness);
  actuator.damping = fields.size("damping", missing.damping);
  actuator.stiffness_3 = fields.size("stiffness_3", missing.stiffness_3);
  actuator.stiffness_5 = fields.size("stiffness_5", missing.stiffness_5);
  actuator.torque_constant = fields.size("torque_constant", missing.torque_constant);
  actuator.resistance = fields.size("resistance", missing.resistance);
  actuator.motor_friction = missing.motor_friction;
  if (std::optional<TomlFields> friction = fields.table("motor_friction")) {
    actuator.motor_friction = read_friction(*friction);
    if (actuator.motor_friction.law == model::Friction::Law::kRadialLoad) {
      friction->error_at("law", "law is radial_load, of which a motor has none; another is needed");
    }
  }
  const bool is_sound = fields.num_errors() == errors_before;
  if (is_sound && actuator.is_progressive() && !actuator.is_elastic()) {
    fields.error(
        "has stiffness_3 or stiffness_5 but no stiffness, which is its slope at rest; a positive "
        "number is needed");
  }
  fields.finish();
  return actuator;
}

}  // namespace appell::io
