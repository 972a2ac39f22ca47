#include <algorithm>
#include <cmath>

#include "appell/base/text.hpp"
#include "appell/io/beside.hpp"
#include "appell/io/motion_toml.hpp"
#include "appell/io/numbers.hpp"
#include "appell/io/time_stamp.hpp"
#include "appell/record/recorded_motion.hpp"

namespace appell::io {
namespace {

using record::ClockChoice;
using record::Smoothing;

/// smooth = "auto", "none" or a standard deviation.
std::optional<Smoothing> read_smooth(TomlFields& fields) {
  const toml::node* node = fields.any("smooth");
  if (node == nullptr) return std::nullopt;
  const auto word = node->value<std::string>();
  const auto deviation = word ? number_in(*word) : TomlFields::number_of(*node);
  if (deviation && *deviation > 0.0) {
    return Smoothing{.kind = Smoothing::Kind::kDeviation, .deviation = *deviation};
  }
  if (word == "auto") return Smoothing{};
  if (word == "none") return Smoothing{.kind = Smoothing::Kind::kNone};
  fields.wrong_form("smooth", "\"auto\", \"none\" or the standard deviation of the noise is");
  return std::nullopt;
}

/// clock = "auto", "none" or the time between rows in s.
std::optional<ClockChoice> read_clock(TomlFields& fields) {
  const toml::node* node = fields.any("clock");
  if (node == nullptr) return std::nullopt;
  const auto word = node->value<std::string>();
  const auto cycle = TomlFields::number_of(*node);
  if (cycle && *cycle > 0.0) return ClockChoice{ClockChoice::Kind::kCycle, *cycle};
  if (word == "auto") return ClockChoice{};
  if (word == "none") return ClockChoice{.kind = ClockChoice::Kind::kAsStamped};
  fields.wrong_form("clock", "\"auto\", \"none\" or the time between rows in s is");
  return std::nullopt;
}

/// rename = {column = "joint"}
std::map<std::string, std::string> read_rename(TomlFields& fields) {
  std::map<std::string, std::string> result;
  const toml::node* node = fields.any("rename");
  if (node == nullptr) return result;
  const toml::table* table = node->as_table();
  if (table != nullptr) {
    for (const auto& [column, joint] : *table) {
      const auto name = joint.value<std::string>();
      if (joint.is_string() && name && !name->empty()) result.emplace(column.str(), *name);
    }
  }
  if (table == nullptr || result.size() != table->size()) {
    fields.wrong_form("rename", "a table column = \"joint\" is");
  }
  return result;
}

/// A whole number of derivatives; none if it is not there.
std::optional<int> read_count(TomlFields& fields, std::string_view key) {
  fields.know({std::string(key)});
  if (!fields.has(key)) return std::nullopt;
  const double value = fields.number(key, 1.0);
  const int count = static_cast<int>(std::clamp(value, 0.0, 1000.0));
  if (count != value || count < 1) {
    fields.error_at(key, concat(key, " is ", value, "; a positive integer is needed"));
  }
  return count;
}

/// The options that a table of samples and one that names a motion have in common.
MotionOptions read_common(TomlFields& fields) {
  MotionOptions options;
  options.degrees = fields.boolean("degrees", false);
  options.time_unit = fields.text("time_unit");
  if (!options.time_unit.empty() && !time_unit_named(options.time_unit)) {
    fields.error_at("time_unit",
                    concat("time_unit is '", options.time_unit, "'; s, ms, us or ns is needed"));
  }
  options.rename = read_rename(fields);
  options.smooth = read_smooth(fields);
  options.clock = read_clock(fields);
  options.derivatives = read_count(fields, "derivatives");
  return options;
}

}  // namespace

MotionOptions read_motion_options(TomlFields& fields, const std::string& source_name) {
  MotionOptions options = read_common(fields);
  options.skip_bad_rows = fields.boolean("skip_bad_rows", false);
  if (fields.has("columns")) options.columns = beside(source_name, fields.text("columns"));
  fields.know({"columns"});
  return options;
}

SamplesFields read_samples_fields(TomlFields& motion, const std::string& source_name,
                                  const MotionOptions& given) {
  record::LawOptions law;
  MotionOptions options = read_common(motion);
  const std::optional<int> order = read_count(motion, "order");  // The old name of derivatives.
  if (order && !options.derivatives) options.derivatives = order;
  law.noise = motion.size("noise", 0.0);
  law.smoothing = motion.size("smoothing", 0.0);
  if (law.noise > 0.0 && law.smoothing > 0.0) {
    motion.error_at("smoothing", "noise and smoothing are both given; one is enough");
  }
  if (options.smooth && options.smooth->kind != Smoothing::Kind::kNone &&
      (law.noise > 0.0 || law.smoothing > 0.0)) {
    motion.error_at("smooth", "smooth is given beside noise or smoothing; one is enough");
  }
  if (given.smooth) law.noise = law.smoothing = 0.0;
  options = given.over(options);
  law.smooth = options.smooth.value_or(Smoothing{});
  law.clock = options.clock.value_or(ClockChoice{});
  law.derivatives = options.derivatives.value_or(0);
  if (law.clock.kind == ClockChoice::Kind::kCycle && law.smooth.kind == Smoothing::Kind::kNone) {
    motion.error("clock = SECONDS is given with smooth = \"none\"; only smoothing finds cycles");
  }
  ColumnMapping mapping = read_column_mapping(motion, source_name);
  mapping.degrees = options.degrees;
  mapping.rename = options.rename;
  mapping.skip_bad_rows = mapping.skip_bad_rows || options.skip_bad_rows;
  if (!options.time_unit.empty()) mapping.time.unit = options.time_unit;
  return {law, std::move(mapping)};
}

}  // namespace appell::io
