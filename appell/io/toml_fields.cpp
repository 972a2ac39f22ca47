#include "appell/io/toml_fields.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <sstream>

#include "appell/base/quoted.hpp"
#include "appell/base/text.hpp"
#include "appell/io/limits.hpp"
#include "appell/io/toml_nesting.hpp"
#include "appell/io/words.hpp"

namespace appell::io {
namespace {

Position position_of(const toml::source_region& region) {
  return {region.begin.line, region.begin.column};
}

/// What a value looks like in the file, cut to a readable length.
std::string shown_node(const toml::node& node) {
  constexpr std::size_t kLongest = 60;
  std::string text;
  if (node.is_table()) {
    text = "a table";
  } else if (const toml::array* list = node.as_array()) {
    for (std::size_t i = 0; i < list->size() && text.size() <= kLongest; ++i) {
      text += (i == 0 ? "[" : ", ") + shown_node(*list->get(i));
    }
    text += list->empty() ? "[]" : "]";
  } else if (node.is_floating_point()) {
    text = to_text(*node.value<double>());
  } else {
    std::ostringstream stream;
    node.visit([&stream](const auto& value) { stream << value; });
    text = stream.str();
  }
  return shortened(text, kLongest);
}

/// A list of finite numbers; none if it is something else.
std::optional<std::vector<double>> list_of(const toml::node& node) {
  const toml::array* list = node.as_array();
  if (list == nullptr) return std::nullopt;
  std::vector<double> values;
  for (const toml::node& item : *list) {
    const std::optional<double> value = TomlFields::number_of(item);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

/// A list of such lists; likewise.
std::optional<std::vector<std::vector<double>>> lists_of(const toml::node& node) {
  const toml::array* list = node.as_array();
  if (list == nullptr) return std::nullopt;
  std::vector<std::vector<double>> rows;
  for (const toml::node& row : *list) {
    const auto values = list_of(row);
    if (!values) return std::nullopt;
    rows.push_back(*values);
  }
  return rows;
}

/// What to write instead of a value that is no number.
std::string_view needed_number(const toml::node& node) {
  return node.is_integer()
             ? "an integer that a number of 64 bits holds exactly, or a point in it, is"
             : "a finite number is";
}

/// Notes and throws what the parser could not stand.
void check_before_parsing(const std::string& text, Diagnostics& diagnostics) {
  if (text.size() > kTomlLimit.bytes) {
    diagnostics.error({}, concat("has ", text.size(), " bytes; at most ", kTomlLimit.bytes,
                                 " are read of ", kTomlLimit.what));
  } else if (const std::size_t bad = first_byte_outside_utf8(text); bad != std::string::npos) {
    diagnostics.error(SourceText("", text).position(bad),
                      "has a byte that is not UTF-8; save it as UTF-8");
  } else if (const std::optional<TomlExcess> excess = find_toml_excess(text)) {
    diagnostics.error(SourceText("", text).position(excess->offset), excess->problem);
  }
  diagnostics.throw_if_errors();
}

}  // namespace

toml::table parse_toml(const std::string& text, Diagnostics& diagnostics) {
  check_before_parsing(text, diagnostics);
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    // Where the parser reads, it makes errors of its own of all others.
    if (error.description() == "std::bad_alloc") throw std::bad_alloc();
    diagnostics.fail(position_of(error.source()),
                     concat("not valid TOML: ", std::string_view(error.description())));
  }
}

Position TomlFields::position() const { return position_of(table_->source()); }

void TomlFields::error(std::string_view text) const {
  diagnostics_->error(position(), concat(about(), text));
}

Position TomlFields::position(std::string_view key) const {
  const toml::node* node = table_->get(key);
  return node == nullptr ? position() : position_of(node->source());
}

void TomlFields::error_at(std::string_view key, std::string_view text) const {
  diagnostics_->error(position(key), concat(about(), text));
}

void TomlFields::warning_at(std::string_view key, std::string_view text,
                            const std::string& kind) const {
  diagnostics_->warning(position(key), concat(about(), text), kind);
}

std::string TomlFields::place_of(std::string_view key) const {
  return diagnostics_->place(position(key)) + (name_.empty() ? "" : ": " + name_);
}

const toml::node* TomlFields::find(std::string_view key) {
  know({std::string(key)});
  return table_->get(key);
}

void TomlFields::wrong(std::string_view key, const toml::node& node,
                       std::string_view needed) const {
  diagnostics_->error(position_of(node.source()),
                      concat(about(), key, " is ", shown_node(node), "; ", needed, " needed"));
}

std::optional<double> TomlFields::number_of(const toml::node& node) {
  if (!node.is_number()) return std::nullopt;
  const std::optional<double> value = node.value<double>();
  return value && std::isfinite(*value) ? value : std::nullopt;
}

double TomlFields::number(std::string_view key, double missing) {
  const toml::node* node = find(key);
  if (node == nullptr) return missing;
  const std::optional<double> value = number_of(*node);
  if (!value) wrong(key, *node, needed_number(*node));
  return value.value_or(missing);
}

double TomlFields::size(std::string_view key, double missing) {
  const double value = number(key, missing);
  if (!(value < 0.0)) return value;
  error_at(key, concat(key, " is ", value, "; it must not be negative"));
  return missing;
}

bool TomlFields::boolean(std::string_view key, bool missing) {
  const toml::node* node = find(key);
  if (node == nullptr) return missing;
  if (!node->is_boolean()) wrong(key, *node, "true or false is");
  return node->value<bool>().value_or(missing);
}

std::string TomlFields::text(std::string_view key, const std::string& missing) {
  const toml::node* node = find(key);
  if (node == nullptr) return missing;
  if (!node->is_string()) {
    wrong(key, *node, "a text in quotes is");
    return missing;
  }
  return node->value<std::string>().value_or(missing);
}

std::vector<double> TomlFields::numbers(std::string_view key, std::size_t count) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  const auto values = list_of(*node);
  if (values && values->size() == count) return *values;
  wrong(key, *node, concat("a list of ", count, " finite numbers is"));
  return {};
}

Vec3 TomlFields::vector(std::string_view key, const Vec3& missing) {
  const std::vector<double> values = numbers(key, 3);
  return values.empty() ? missing : Vec3(values[0], values[1], values[2]);
}

std::optional<Eigen::Vector4d> TomlFields::quaternion(std::string_view key) {
  constexpr double kOddLength = 1e-3;  // Printed with three decimals, a unit quaternion is nearer.
  const std::vector<double> values = numbers(key, 4);
  if (values.empty()) return std::nullopt;
  const Eigen::Vector4d q(values[0], values[1], values[2], values[3]);
  if (!std::isnormal(q.squaredNorm())) {
    wrong(key, *table_->get(key), "a unit quaternion [x, y, z, w] is");
    return std::nullopt;
  }
  if (std::abs(q.norm() - 1.0) > kOddLength) {
    warning_at(key, concat(key, " has length ", q.norm(), "; it is scaled to 1"));
  }
  return q;
}

std::optional<MatX> TomlFields::matrix(std::string_view key, int rows, int cols) {
  const toml::node* node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto lists = lists_of(*node);
  const auto is_row = [cols](const auto& row) { return std::ssize(row) == cols; };
  if (lists && std::ssize(*lists) == rows && std::all_of(lists->begin(), lists->end(), is_row)) {
    MatX result(rows, cols);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < cols; ++j) result(i, j) = (*lists)[i][j];
    }
    return result;
  }
  wrong(key, *node, concat("a list of ", rows, " rows of ", cols, " finite numbers is"));
  return std::nullopt;
}

Vec3 TomlFields::scale(std::string_view key) {
  const toml::node* node = table_->get(key);
  if (node != nullptr && node->is_number()) return Vec3::Constant(number(key, 1.0));
  return vector(key, Vec3::Ones());
}

std::optional<TomlFields::NestedNumbers> TomlFields::nested_numbers(std::string_view key) {
  const toml::node* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (const std::optional<double> value = number_of(*node)) return *value;
  if (const auto values = list_of(*node)) return *values;
  if (const auto lists = lists_of(*node)) return *lists;
  wrong(key, *node, "a finite number, or lists of finite numbers, is");
  return std::nullopt;
}

double TomlFields::required_number(std::string_view key) {
  if (!has(key)) error(concat(key, " is missing; a number is needed"));
  return number(key, 0.0);
}

std::string TomlFields::required_text(std::string_view key) {
  const std::string value = text(key);
  if (!has(key)) {
    error(concat(key, " is missing; a text is needed"));
  } else if (value.empty() && table_->get(key)->is_string()) {
    error_at(key, concat(key, " is empty; a text is needed"));
  }
  return value;
}

std::vector<std::string> TomlFields::texts(std::string_view key) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  std::vector<std::string> found;
  bool is_list = node->is_string();
  if (is_list) found.push_back(*node->value<std::string>());
  if (const toml::array* list = node->as_array()) {
    is_list = true;
    for (const toml::node& entry : *list) {
      is_list = is_list && entry.is_string();
      if (is_list) found.push_back(*entry.value<std::string>());
    }
  }
  const bool has_empty = std::find(found.begin(), found.end(), "") != found.end();
  if (is_list && !found.empty() && !has_empty) return found;
  wrong(key, *node, "a text or a list of texts is");
  return {};
}

long long TomlFields::whole(std::string_view key, long long missing, double least, double most) {
  const toml::node* node = find(key);
  if (node == nullptr) return missing;
  const std::optional<double> value = number_of(*node);
  if (value && *value == std::floor(*value) && *value >= least && *value <= most) {
    return static_cast<long long>(*value);
  }
  wrong(key, *node, concat("a whole number in ", least, "..", most, " is"));
  return missing;
}

std::string TomlFields::one_of(std::string_view key, const std::vector<std::string>& texts) {
  if (!has(key)) return texts.front();
  const std::string word = text(key, texts.front());
  if (!word.empty() && std::find(texts.begin(), texts.end(), word) != texts.end()) return word;
  std::vector<std::string> shown;
  for (const std::string& one : texts) {
    if (!one.empty()) shown.push_back(one);
  }
  error_at(key, concat(key, " is '", one_line(word), "'", suggestion(word, shown),
                       "; it must be one of ", comma_list(shown)));
  return texts.front();
}

void TomlFields::check_format() {
  const double format = number("format", 1.0);
  if (format != 1.0) error_at("format", concat("format is ", format, "; 1 is the only one"));
}

void TomlFields::check_given_format() {
  if (has("format") && number("format", 1.0) != 1.0) {
    error_at("format", "format is not 1; 1 is needed");
  }
}

std::optional<TomlFields> TomlFields::table(std::string_view key) {
  const toml::node* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_table()) {
    wrong(key, *node, "a table { ... } is");
    return std::nullopt;
  }
  return TomlFields(*node->as_table(), concat(about(), key), *diagnostics_);
}

std::vector<TomlFields> TomlFields::tables(std::string_view key) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  const toml::array* list = node->as_array();
  if (list == nullptr || !list->is_homogeneous(toml::node_type::table)) {
    if (list != nullptr && list->empty()) return {};
    wrong(key, *node, concat("a list of tables [[", key, "]] is"));
    return {};
  }
  std::vector<TomlFields> result;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const toml::table& entry = *list->get(i)->as_table();
    const std::optional<std::string> name = entry["name"].value<std::string>();
    result.emplace_back(entry, name ? concat(key, " '", *name, "'") : concat(key, " ", i + 1),
                        *diagnostics_);
  }
  return result;
}

void TomlFields::finish() const {
  for (const auto& [key, node] : *table_) {
    const std::string_view name = key.str();
    if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
    diagnostics_->error(position_of(key.source()),
                        concat(about(), "field '", name, "' is not known", suggestion(name, known_),
                               "; known are ", comma_list(known_)));
  }
}

}  // namespace appell::io
