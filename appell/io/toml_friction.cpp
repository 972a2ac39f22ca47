#include "appell/io/toml_friction.hpp"

#include <array>

#include "appell/base/text.hpp"

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

}  // namespace appell::io
