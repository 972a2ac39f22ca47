#include "appell/io/toml_values.hpp"

#include <array>

#include "appell/base/text.hpp"
#include "appell/spatial/rotation.hpp"

namespace appell::io {
namespace {

using FrictionLaw = model::Friction::Law;

struct LawWord {
  const char* word;
  FrictionLaw law;
};
constexpr std::array kLawWords{
    LawWord{"constant", FrictionLaw::kConstant}, LawWord{"radial_load", FrictionLaw::kRadialLoad},
    LawWord{"smooth", FrictionLaw::kSmooth}, LawWord{"stribeck", FrictionLaw::kStribeck},
    LawWord{"sigmoid", FrictionLaw::kSigmoid}};

FrictionLaw law_named(const std::string& word, const TomlFields& fields) {
  for (const LawWord& known : kLawWords) {
    if (word == known.word) return known.law;
  }
  fields.error_at("law", concat("law is '", word,
                                "'; constant, radial_load, smooth, stribeck or sigmoid is needed"));
  return FrictionLaw::kConstant;
}

double read_coefficient(TomlFields& fields, std::string_view key, NegativeFriction negative) {
  if (negative == NegativeFriction::kRefused) return fields.size(key, 0.0);
  const double value = fields.number(key, 0.0);
  if (value < 0.0) {
    fields.warning_at(key, concat(key, " is ", value, ": such friction drives the joint"));
  }
  return value;
}

/// A size that a law divides by; another law may leave it out.
double read_positive(TomlFields& fields, std::string_view key, const std::string& law,
                     bool is_needed) {
  const std::size_t errors_before = fields.num_errors();
  const double value = fields.size(key, 0.0);
  if (!is_needed || fields.num_errors() != errors_before) return value;
  if (!fields.has(key)) {
    fields.error(concat("law is ", law, " but ", key, " is missing; a positive number is needed"));
  } else if (value == 0.0) {
    fields.error_at(key, concat("law is ", law, " but ", key, " is 0; it must be positive"));
  }
  return value;
}

}  // namespace

using spatial::Placement;

std::optional<Mat3> rotation_in(TomlFields& fields, const char* key, const Mat3& R) {
  constexpr double kLargestDefect = 1e-9;  // Nine decimals of a printed rotation matrix.
  const double defect = spatial::rotation_defect(R);
  if (defect <= kLargestDefect) return R;
  fields.error_at(
      key, R.determinant() > 0.0
               ? concat(key, " is no rotation: RᵀR differs from 1 by ", short_text(defect),
                        "; at most ", kLargestDefect, " is accepted")
               : concat(key, " is no rotation: its determinant is ", short_text(R.determinant()),
                        "; 1 is needed"));
  return std::nullopt;
}

Placement read_toml_placement(TomlFields& fields) {
  const Vec3 xyz = fields.vector("xyz", Vec3::Zero());
  const Vec3 rpy = fields.vector("rpy", Vec3::Zero());
  const std::optional<Eigen::Vector4d> q = fields.quaternion("quat_xyzw");
  const std::optional<MatX> matrix = fields.matrix("matrix", 4, 4);
  if (fields.has("matrix")) {
    for (const char* other : {"xyz", "rpy", "quat_xyzw"}) {
      if (fields.has(other)) {
        fields.error_at(other, concat("has matrix and ", other, "; the matrix says both"));
      }
    }
    if (!matrix) return {};
    if (matrix->row(3) != Eigen::RowVector4d(0.0, 0.0, 0.0, 1.0)) {
      fields.error_at("matrix", "the last row of matrix must be [0, 0, 0, 1]");
      return {};
    }
    const std::optional<Mat3> R = rotation_in(fields, "matrix", matrix->topLeftCorner<3, 3>());
    return R ? Placement{matrix->topRightCorner<3, 1>(), Placement::Matrix{*R}} : Placement{};
  }
  if (fields.has("rpy") && fields.has("quat_xyzw")) {
    fields.error_at("rpy", "has rpy and quat_xyzw; one is needed");
  }
  if (q) return {xyz, Placement::Quaternion{*q}};
  return {xyz, Placement::Rpy{rpy}};
}

model::Friction read_friction(TomlFields& fields, NegativeFriction negative) {
  model::Friction friction;
  friction.viscous = read_coefficient(fields, "viscous", negative);
  friction.dry = read_coefficient(fields, "dry", negative);
  const std::string law = fields.text("law", "constant");
  friction.law = law_named(law, fields);
  friction.bearing_diameter = fields.size("bearing_diameter", 0.0);
  friction.offset = fields.number("offset", 0.0);
  const bool is_stribeck = friction.law == FrictionLaw::kStribeck;
  const bool is_sigmoid = friction.law == FrictionLaw::kSigmoid;
  friction.velocity =
      read_positive(fields, "velocity", law, is_stribeck || friction.law == FrictionLaw::kSmooth);
  friction.stribeck_velocity = read_positive(fields, "stribeck_velocity", law, is_stribeck);
  friction.stribeck = fields.number("stribeck", 0.0);
  friction.steepness = read_positive(fields, "steepness", law, is_sigmoid);
  friction.shift = fields.number("shift", 0.0);
  fields.finish();
  return friction;
}

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
