#include "appell/io/column_mapping.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/text.hpp"
#include "appell/io/limits.hpp"
#include "appell/io/time_stamp.hpp"

namespace appell::io {
namespace {

constexpr std::string_view kColumnNeeded = "a column is: its name, or its number from 1 on, is";

/// A column number that a file may have.
std::optional<std::size_t> count_in(const toml::node& node) {
  const std::optional<double> number = TomlFields::number_of(node);
  if (!number || *number < 1.0 || *number > static_cast<double>(kMostCsvColumns)) return {};
  if (*number != std::floor(*number)) return {};
  return static_cast<std::size_t>(*number);
}

std::optional<ColumnId> column_id_in(const toml::node& node) {
  if (const auto number = count_in(node)) return ColumnId(*number);
  const auto text = node.value<std::string>();
  if (node.is_string() && text && !text->empty()) return ColumnId(*text);
  return std::nullopt;
}

std::optional<double> value_in(const toml::node& node, double) {
  return TomlFields::number_of(node);
}
std::optional<std::string> value_in(const toml::node& node, const std::string&) {
  return node.is_string() ? node.value<std::string>() : std::nullopt;
}

/// A value for all joints, a list, or a table by joint.
template <class T>
PerJoint<T> read_per_joint(TomlFields& fields, std::string_view key, const T& missing,
                           std::string_view needed) {
  PerJoint<T> result{.all = missing, .list = {}, .by_joint = {}};
  const toml::node* node = fields.any(key);
  if (node == nullptr) return result;
  std::size_t num_wrong = 0;
  const auto take = [&](const toml::node& entry, const auto& keep) {
    const std::optional<T> value = value_in(entry, missing);
    if (value) return keep(*value);
    ++num_wrong;
  };
  if (const toml::array* list = node->as_array()) {
    for (const toml::node& entry : *list) {
      take(entry, [&](const T& value) { result.list.push_back(value); });
    }
  } else if (const toml::table* table = node->as_table()) {
    for (const auto& [name, entry] : *table) {
      take(entry, [&](const T& value) { result.by_joint.emplace(name.str(), value); });
    }
  } else {
    take(*node, [&](const T& value) { result.all = value; });
  }
  if (num_wrong > 0) fields.wrong_form(key, needed);
  return result;
}

void check_units(const TomlFields& fields, ColumnKind kind, const PerJoint<std::string>& unit) {
  std::vector<std::string> given = unit.list;
  for (const auto& [joint, name] : unit.by_joint) given.push_back(name);
  if (!unit.all.empty()) given.push_back(unit.all);
  for (const std::string& name : given) {
    if (unit_factor(kind, name)) continue;
    fields.error_at("unit", concat("unit is '", name, "'; one of ", comma_list(unit_names(kind)),
                                   " is needed"));
  }
}

/// The columns of a kind: a number, a pattern, a list, or a table by joint.
void read_columns(TomlFields& fields, std::string_view key, KindMapping& mapping) {
  constexpr std::string_view kNeeded =
      "the number of the first column, a name with {joint}, {index} or {number}, a list, or a "
      "table joint = column is";
  const toml::node* node = fields.any(key);
  if (node == nullptr) return;
  if (const auto number = count_in(*node)) {
    mapping.first = *number;
  } else if (node->is_string()) {
    mapping.pattern = node->value<std::string>().value_or("");
    const auto has = [&](std::string_view word) {
      return mapping.pattern.find(word) != std::string::npos;
    };
    if (!has("{joint}") && !has("{index}") && !has("{number}")) {
      fields.wrong_form(key, concat(kNeeded));
    }
  } else if (const toml::array* list = node->as_array()) {
    for (const toml::node& entry : *list) {
      if (const auto id = column_id_in(entry)) mapping.list.push_back(*id);
    }
    if (mapping.list.size() != list->size()) fields.wrong_form(key, kColumnNeeded);
  } else if (const toml::table* table = node->as_table()) {
    for (const auto& [joint, entry] : *table) {
      if (const auto id = column_id_in(entry)) mapping.by_joint.emplace(joint.str(), *id);
    }
    if (mapping.by_joint.size() != table->size()) fields.wrong_form(key, kColumnNeeded);
  } else {
    fields.wrong_form(key, kNeeded);
  }
}

std::size_t read_lines_per_row(TomlFields& fields) {
  const toml::node* node = fields.any("lines_per_row");
  if (node == nullptr) return 0;
  if (const auto count = count_in(*node)) return *count;
  fields.wrong_form("lines_per_row", "a positive integer is");
  return 0;
}

/// factor, sign and gain are one factor.
void read_factors(TomlFields& table, ColumnKind kind, KindMapping& mapping) {
  constexpr std::string_view kNeeded = "a number, a list of numbers, or a table joint = number is";
  const bool is_current = kind == ColumnKind::kCurrent;
  const std::string_view key = is_current ? "gain" : "factor";
  mapping.has_gain = is_current && table.has("gain");
  mapping.factor = read_per_joint(table, key, 1.0, kNeeded);
  const PerJoint<double> sign = read_per_joint(table, "sign", 1.0, kNeeded);
  const bool is_plain = sign.list.empty() && sign.by_joint.empty();
  std::vector<double> signs = sign.list;
  for (const auto& [joint, value] : sign.by_joint) signs.push_back(value);
  signs.push_back(sign.all);
  if (std::any_of(signs.begin(), signs.end(), [](double s) { return std::abs(s) != 1.0; })) {
    table.error_at("sign", "sign must be 1 or -1; other factors are for `factor`");
  }
  if (is_plain) {
    mapping.factor.all *= sign.all;
    for (double& f : mapping.factor.list) f *= sign.all;
    for (auto& [joint, f] : mapping.factor.by_joint) f *= sign.all;
  } else if (table.has(key)) {
    table.error_at("sign",
                   concat("sign by joints and ", key, " are both given; put the signs into ", key));
  } else {
    mapping.factor = sign;
  }
  mapping.offset = read_per_joint(table, "offset", 0.0, kNeeded);
}

KindMapping read_kind_mapping(TomlFields& fields, ColumnKind kind) {
  KindMapping mapping;
  const std::string key(kind_text(kind));
  const toml::node* node = fields.any(key);
  if (node == nullptr) return mapping;
  mapping.is_given = true;
  if (node->is_boolean()) {
    mapping.is_off = !*node->value<bool>();
    return mapping;
  }
  if (!node->is_table()) {
    read_columns(fields, key, mapping);
    return mapping;
  }
  TomlFields table = *fields.table(key);
  read_columns(table, "columns", mapping);
  mapping.unit = read_per_joint<std::string>(table, "unit", "",
                                             "a unit in quotes, a list or a table joint = unit is");
  check_units(table, kind, mapping.unit);
  read_factors(table, kind, mapping);
  mapping.file = table.text("file");
  mapping.lines_per_row = read_lines_per_row(table);
  table.finish();
  return mapping;
}

std::optional<ColumnId> read_column(TomlFields& fields, std::string_view key) {
  const toml::node* node = fields.any(key);
  if (node == nullptr) return std::nullopt;
  const std::optional<ColumnId> id = column_id_in(*node);
  if (!id) fields.wrong_form(key, kColumnNeeded);
  return id;
}

TimeMapping read_time_mapping(TomlFields& fields) {
  TimeMapping time;
  const toml::node* node = fields.any("time");
  if (node != nullptr && !node->is_table()) {
    time.column = read_column(fields, "time");
  } else if (node != nullptr) {
    TomlFields table = *fields.table("time");
    time.column = read_column(table, "column");
    time.nanoseconds = read_column(table, "nanoseconds");
    time.unit = table.text("unit");
    if (!time.unit.empty() && !time_unit_named(time.unit)) {
      table.error_at("unit", concat("unit is '", time.unit, "'; s, ms, us or ns is needed"));
    }
    if (time.nanoseconds && !time.column) {
      table.error_at("nanoseconds", "nanoseconds go on with a column of seconds; give column, too");
    }
    if (table.has("zero")) time.zero = table.boolean("zero", false);
    table.know({"zero"});
    time.file = table.text("file");
    table.finish();
  }
  if (fields.has("period") && fields.has("rate")) {
    fields.error_at("rate", "period and rate are both given; one is enough");
  }
  for (const std::string_view key : {"period", "rate"}) {
    const double value = fields.number(key, 0.0);
    if (!fields.has(key)) continue;
    if (!(value > 0.0)) fields.error_at(key, concat(key, " is ", value, "; it must be positive"));
    if (node != nullptr)
      fields.error_at(key, concat(key, " and time are both given; one is needed"));
    time.period = key == "rate" ? 1.0 / value : value;
  }
  time.start = fields.number("start_time", 0.0);
  return time;
}

CsvDialectHint read_dialect(TomlFields& fields) {
  CsvDialectHint hint;
  const std::string separator = fields.text("separator");
  const std::string decimal = fields.text("decimal");
  if (separator == "," || separator == ";" || separator == "\t" || separator == " ") {
    hint.separator = separator.front();
  } else if (separator == "tab" || separator == "blank") {
    hint.separator = separator == "tab" ? '\t' : ' ';
  } else if (fields.has("separator")) {
    fields.wrong_form("separator", "\",\", \";\", \"tab\" or \"blank\" is");
  }
  if (decimal == "," || decimal == ".") {
    hint.decimal_comma = decimal == ",";
  } else if (fields.has("decimal")) {
    fields.wrong_form("decimal", "\".\" or \",\" is");
  }
  if (hint.separator == ',' && hint.decimal_comma == true) {
    fields.error_at("decimal", "decimal is ',' as the separator is; one of them must be another");
  }
  return hint;
}

void read_hold(TomlFields& fields, ColumnMapping& mapping) {
  const PerJoint<double> hold = read_per_joint(
      fields, "hold", 0.0, "a number for all other joints, or a table joint = number, is");
  if (!hold.list.empty())
    fields.error_at("hold", "hold is a list; a table joint = number is needed");
  mapping.hold = hold.by_joint;
  const toml::node* node = fields.any("hold");
  if (node != nullptr && node->is_number()) mapping.hold_others = hold.all;
  if (fields.has("hold_others")) mapping.hold_others = fields.number("hold_others", 0.0);
  fields.know({"hold_others"});
}

std::vector<std::string> read_joints(TomlFields& fields) {
  std::vector<std::string> joints;
  const toml::node* node = fields.any("joints");
  if (node == nullptr) return joints;
  const toml::array* list = node->as_array();
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
    const auto name = list->get(i)->value<std::string>();
    if (list->get(i)->is_string() && name && !name->empty()) joints.push_back(*name);
  }
  if (list == nullptr || list->empty() || joints.size() != list->size()) {
    fields.wrong_form("joints", "a list of names in quotes is");
  }
  std::vector<std::string> sorted = joints;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) {
    fields.error_at("joints", concat("joints has '", *twice, "' twice"));
  }
  return joints;
}

}  // namespace

ColumnMapping read_column_mapping(TomlFields& fields, const std::string& source) {
  ColumnMapping mapping;
  mapping.source = source;
  mapping.joints = read_joints(fields);
  for (const ColumnKind kind :
       {ColumnKind::kPosition, ColumnKind::kVelocity, ColumnKind::kEffort, ColumnKind::kCurrent}) {
    mapping.of(kind) = read_kind_mapping(fields, kind);
  }
  if (mapping.of(ColumnKind::kPosition).is_off) {
    fields.error_at("position", "position is false; the positions are what a motion is made of");
  }
  mapping.time = read_time_mapping(fields);
  mapping.dialect = read_dialect(fields);
  if (fields.has("header")) mapping.header = fields.boolean("header", true);
  fields.know({"header"});
  mapping.skip_bad_rows = fields.boolean("skip_bad_rows", false);
  mapping.from = fields.number("from", mapping.from);
  mapping.to = fields.number("to", mapping.to);
  if (!(mapping.from < mapping.to)) {
    fields.error_at("to", concat("to is ", mapping.to, "; it must be after from, ", mapping.from));
  }
  read_hold(fields, mapping);
  const std::size_t lines = read_lines_per_row(fields);
  for (KindMapping& kind : mapping.kinds) {
    if (kind.lines_per_row == 0) kind.lines_per_row = lines;
  }
  return mapping;
}

}  // namespace appell::io
