#include "appell/io/limit_file.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/joint_tables.hpp"
#include "appell/io/limits.hpp"
#include "appell/io/toml_fields.hpp"

namespace appell::io {
namespace {

using model::Limited;
using model::MotionLimit;

constexpr int kHighestOrderInFile = 12;  // q_d12, torque_d12.

/// What a file with ranges of joints is about.
enum class RangeFile {
  kLimits,
  kBox,  ///< Of states: positions to accelerations of joints; a range may be one number, [a, a].
};

/// A size L, for -L to L, or a pair [low, high].
std::optional<std::pair<double, double>> limit_range(TomlFields& fields, const std::string& key,
                                                     RangeFile about) {
  const toml::node* node = fields.any(key);
  if (node == nullptr) return std::nullopt;
  const std::optional<double> size = TomlFields::number_of(*node);
  if (size && *size > 0.0) return std::pair{-*size, *size};
  if (const toml::array* pair = node->as_array(); pair != nullptr && pair->size() == 2) {
    const auto low = TomlFields::number_of(*pair->get(0)),
               high = TomlFields::number_of(*pair->get(1));
    const bool may_be_one = about == RangeFile::kBox && low == high;
    if (low && high && (*low < *high || may_be_one)) return std::pair{*low, *high};
  }
  fields.wrong_form(key, about == RangeFile::kBox
                             ? "a number above 0, or two that do not descend, [low, high], are"
                             : "a number above 0, or two that ascend, [low, high], are");
  return std::nullopt;
}

/// All kinds that a joint may have, without its coordinate and numbers.
std::vector<MotionLimit> joint_kinds(RangeFile about) {
  if (about == RangeFile::kBox) {
    return {{Limited::kCoordinate, 0}, {Limited::kCoordinate, 1}, {Limited::kCoordinate, 2}};
  }
  std::vector<MotionLimit> kinds;
  for (int k = 0; k <= kHighestOrderInFile; ++k) kinds.push_back({Limited::kCoordinate, k});
  for (int k = 0; k <= kHighestOrderInFile; ++k) kinds.push_back({Limited::kForce, k});
  kinds.push_back({Limited::kPower});
  kinds.push_back({Limited::kElectricalPower});
  return kinds;
}

/// "q_d1", "torque_d2".
std::string order_key(const MotionLimit& limit) {
  return concat(limit.what == Limited::kForce ? "torque" : "q", "_d", limit.order);
}

/// "a.toml:2:12: [default]: q_d4".
std::string limit_place(const TomlFields& fields, const std::string& key) {
  return concat(fields.place_of(key), ": ", key);
}

/// Sizes only, each the most that is allowed.
void read_size_limits(TomlFields& fields, const std::map<std::string, MotionLimit>& kinds,
                      std::vector<MotionLimit>& all) {
  for (auto [key, limit] : kinds) {
    const toml::node* node = fields.any(key);
    if (node == nullptr) continue;
    const std::optional<double> size = TomlFields::number_of(*node);
    if (!size || !(*size > 0.0)) {
      fields.wrong_form(key, "a number above 0 is");
      continue;
    }
    limit.high = *size;
    limit.place = limit_place(fields, key);
    all.push_back(limit);
  }
}

/// The limits of a table [default] or [joint.NAME].
std::vector<MotionLimit> read_limit_table(TomlFields& fields, RangeFile about) {
  std::vector<MotionLimit> found;
  for (MotionLimit limit : joint_kinds(about)) {
    std::vector<std::string> keys{kind_name(limit)};
    const bool has_orders = limit.what == Limited::kCoordinate || limit.what == Limited::kForce;
    if (has_orders) keys.push_back(order_key(limit));  // q_d1 is velocity.
    for (const std::string& key : std::set(keys.begin(), keys.end())) {
      if (const auto range = limit_range(fields, key, about)) {
        std::tie(limit.low, limit.high) = *range;
        limit.place = limit_place(fields, key);
        found.push_back(limit);
      }
    }
  }
  if (about == RangeFile::kLimits) {
    read_size_limits(fields, {{"energy", {Limited::kEnergy}}}, found);
  }
  fields.finish();
  return found;
}

/// [total]: sizes, and the electrical power, whose sum may have any sign.
void read_total_limits(TomlFields& fields, std::vector<MotionLimit>& all) {
  read_size_limits(fields, {{"power", {Limited::kTotalPower}}, {"energy", {Limited::kTotalEnergy}}},
                   all);
  if (const auto range = limit_range(fields, "electrical_power", RangeFile::kLimits)) {
    all.push_back({Limited::kTotalElectricalPower, 0, 0, range->first, range->second,
                   limit_place(fields, "electrical_power")});
  }
  fields.finish();
}

/// [default] means the joints that can have a limit: those of motors are left out of a joint
/// without one, electrical ones where its constants are not known. In a table of the joint's own
/// the former count, as limits of what else pushes it, and the latter are errors.
std::vector<MotionLimit> for_motor(std::vector<MotionLimit> limits, const model::Model& model,
                                   int coordinate) {
  if (model.coordinates()[coordinate].is_passive) {
    std::erase_if(limits, [](const MotionLimit& limit) { return limit.is_of_motor(); });
  }
  if (std::isnan(copper_loss(model, coordinate))) {
    std::erase_if(limits, [](const MotionLimit& limit) { return limit.is_electrical(); });
  }
  return limits;
}

void add_limits_for(int coordinate, std::vector<MotionLimit> some, std::vector<MotionLimit>& all) {
  for (MotionLimit& limit : some) limit.coordinate = coordinate;
  all = replaced(std::move(all), some);
}

/// Electrical power needs the constants of motors.
/// @param of_all  those of [default], which no joint of the model may be able to have.
void check_motors(std::vector<MotionLimit> limits, const std::vector<MotionLimit>& of_all,
                  const model::Model& model, TomlFields& file) {
  for (const MotionLimit& limit : of_all) {
    const bool is_of_none = std::none_of(limits.begin(), limits.end(), [&](const MotionLimit& own) {
      return own.what == limit.what;
    });
    if (is_of_none) limits.push_back(limit);
  }
  for (const MotionLimit& limit : limits) {
    std::vector<std::string> unknown;
    for (int j = 0; limit.is_electrical() && j < model.num_coordinates(); ++j) {
      const bool has_motor = !model.coordinates()[j].is_passive;
      const bool is_of_it = limit.has_coordinate() ? limit.coordinate == j : has_motor;
      if (is_of_it && std::isnan(copper_loss(model, j))) {
        unknown.push_back(model.coordinates()[j].name);
      }
    }
    if (unknown.empty()) continue;
    file.error_as_is(concat("limits ", kind_name(limit), ", for which model '", model.name(),
                            "' has no motor constants of ", comma_list(unknown),
                            "; actuator = {torque_constant, resistance} is needed there"));
  }
}

/// [end_effector] and [total].
void read_other_limits(TomlFields& file, std::vector<MotionLimit>& limits) {
  if (std::optional<TomlFields> fields = file.table("end_effector")) {
    fields->rename("[end_effector]");
    read_size_limits(*fields,
                     {{"speed", {Limited::kFrameLinear, 1}},
                      {"acceleration", {Limited::kFrameLinear, 2}},
                      {"jerk", {Limited::kFrameLinear, 3}},
                      {"angular_speed", {Limited::kFrameAngular, 1}},
                      {"angular_acceleration", {Limited::kFrameAngular, 2}},
                      {"angular_jerk", {Limited::kFrameAngular, 3}}},
                     limits);
    fields->finish();
  }
  if (std::optional<TomlFields> fields = file.table("total")) {
    fields->rename("[total]");
    read_total_limits(*fields, limits);
  }
}

std::vector<MotionLimit> read_limits(const std::string& source_name, const std::string& text,
                                     const model::Model& model, NameMatch match,
                                     RangeFile about = RangeFile::kLimits) {
  Diagnostics diagnostics(source_name);
  const toml::table table = parse_toml(text, diagnostics);
  TomlFields file(table, "", diagnostics);
  file.check_given_format();
  std::vector<MotionLimit> of_all;
  if (std::optional<TomlFields> fields = file.table("default")) {
    fields->rename("[default]");
    of_all = read_limit_table(*fields, about);
  }
  std::vector<std::string> names;
  for (const model::Coordinate& coordinate : model.coordinates()) names.push_back(coordinate.name);
  std::map<std::string, std::vector<MotionLimit>> of_joint;
  read_joint_tables(file, names, model.name(), match, diagnostics,
                    [&of_joint, about](const std::string& coordinate, TomlFields& fields) {
                      of_joint[coordinate] = read_limit_table(fields, about);
                    });
  std::vector<MotionLimit> limits;
  for (int j = 0; j < std::ssize(names); ++j) {
    add_limits_for(j, for_motor(of_all, model, j), limits);
    const auto own = of_joint.find(names[j]);
    if (own != of_joint.end()) add_limits_for(j, own->second, limits);
  }
  if (about == RangeFile::kLimits) read_other_limits(file, limits);
  file.finish();
  check_motors(limits, of_all, model, file);
  if (about == RangeFile::kLimits && limits.empty() && diagnostics.num_errors() == 0) {
    file.error_as_is(
        "there is no limit; [default], [joint.NAME], [end_effector] or [total] is needed");
  }
  diagnostics.throw_if_errors();
  return limits;
}

}  // namespace

std::vector<MotionLimit> read_limits_toml(const std::string& source_name, const std::string& text,
                                          const model::Model& model) {
  return read_limits(source_name, text, model, NameMatch::kExact);
}

std::vector<MotionLimit> load_limits(const std::string& path, const model::Model& model) {
  const JointText file = joint_text(path, embedded_limits(), "limits");
  return read_limits(path, file.text, model, file.match);
}

std::vector<MotionLimit> read_box_toml(const std::string& source_name, const std::string& text,
                                       const model::Model& model) {
  return read_limits(source_name, text, model, NameMatch::kExact, RangeFile::kBox);
}

std::vector<MotionLimit> load_box(const std::string& path, const model::Model& model) {
  if (!path.ends_with(".toml")) {
    throw ModelError(concat(path, ": does not end with .toml; a box of states is such a file"));
  }
  return read_box_toml(path, file_text(path, kTomlLimit), model);
}

}  // namespace appell::io
