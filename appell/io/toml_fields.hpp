#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <toml++/toml.h>

#include "appell/base/types.hpp"
#include "appell/io/diagnostics.hpp"

namespace appell::io {

/// Parses TOML text; bad syntax, repeated keys and what is beyond the limits (io/limits.hpp) are
/// noted in `diagnostics` and thrown. All TOML goes through here: toml++ itself has no limit on
/// dots.
toml::table parse_toml(const std::string& text, Diagnostics& diagnostics);

/// The fields of one TOML table. Reading a field checks it and marks it as known; finish() notes
/// every field that nobody asked for. Every problem is noted with its place and the table's name:
/// "joint 'j1': axis is ...; three finite numbers are needed".
class TomlFields {
 public:
  TomlFields(const toml::table& table, std::string name, Diagnostics& diagnostics)
      : table_(&table), name_(std::move(name)), diagnostics_(&diagnostics) {}

  Position position() const;
  /// Of the value of a field; of the table if it has none.
  Position position(std::string_view key) const;
  const std::string& name() const { return name_; }
  void rename(std::string name) { name_ = std::move(name); }

  void error(std::string_view text) const;
  /// The same without the table's name before it.
  void error_as_is(std::string_view text) const {
    diagnostics_->error(position(), std::string(text));
  }
  /// Notes a problem at the value of a field.
  void error_at(std::string_view key, std::string_view text) const;
  /// Notes something odd at the value of a field; see Diagnostics::warning().
  void warning_at(std::string_view key, std::string_view text, const std::string& kind = "") const;

  /// Where the value of a field is, for a message about it: "a.toml:3:8: part 'p'".
  std::string place_of(std::string_view key) const;

  bool has(std::string_view key) const { return table_->contains(key); }

  /// Each gives the value of a field, or `missing` where it is absent or (with an error) wrong.
  double number(std::string_view key, double missing);
  double size(std::string_view key, double missing);  ///< Not negative.
  bool boolean(std::string_view key, bool missing);
  std::string text(std::string_view key, const std::string& missing = "");
  Vec3 vector(std::string_view key, const Vec3& missing);
  std::vector<double> numbers(std::string_view key,
                              std::size_t count);  ///< Empty if absent or wrong.
  /// A list of rows; none if absent or wrong.
  std::optional<MatX> matrix(std::string_view key, int rows, int cols);
  /// A quaternion x, y, z, w; none if absent or wrong.
  std::optional<Eigen::Vector4d> quaternion(std::string_view key);
  /// A whole number within least..most.
  long long whole(std::string_view key, long long missing, double least, double most);
  /// A text or a list of texts; empty if absent or wrong.
  std::vector<std::string> texts(std::string_view key);
  /// One of some texts; the first of them if absent or wrong.
  std::string one_of(std::string_view key, const std::vector<std::string>& texts);

  /// A number or a list of three: a factor per axis, 1 if absent.
  Vec3 scale(std::string_view key);
  /// A number, a list of numbers or a list of such lists; none if it is absent or (with an error)
  /// something else.
  using NestedNumbers = std::variant<double, std::vector<double>, std::vector<std::vector<double>>>;
  std::optional<NestedNumbers> nested_numbers(std::string_view key);

  /// The same; a missing field is an error.
  double required_number(std::string_view key);
  std::string required_text(std::string_view key);

  /// The value itself, for a field of several forms; nullptr if it is absent.
  const toml::node* any(std::string_view key) { return find(key); }
  /// Notes that the value of a field is not what is `needed`: "a number is".
  void wrong_form(std::string_view key, std::string_view needed) const {
    wrong(key, *table_->get(key), needed);
  }
  /// The value of a field as a finite number; none if it is something else.
  static std::optional<double> number_of(const toml::node& node);

  /// A table below this one; none if it is absent.
  std::optional<TomlFields> table(std::string_view key);
  /// An array of tables; empty if it is absent. Each is called "key 'name'" or "key i".
  std::vector<TomlFields> tables(std::string_view key);

  /// Marks fields as known that may be given but were not read.
  void know(const std::vector<std::string>& keys) {
    for (const std::string& key : keys) {
      if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.push_back(key);
    }
  }
  /// Notes a `format` other than 1.
  void check_format();
  /// The same, in files whose messages do not list `format` among the known fields.
  void check_given_format();
  /// Errors noted so far in the whole text.
  std::size_t num_errors() const { return diagnostics_->num_errors(); }

  /// Notes each field that was never asked for, with a suggestion.
  void finish() const;

 private:
  const toml::node* find(std::string_view key);
  void wrong(std::string_view key, const toml::node& node, std::string_view needed) const;

  /// What messages begin with.
  std::string about() const { return name_.empty() ? name_ : name_ + ": "; }

  const toml::table* table_;
  std::string name_;
  Diagnostics* diagnostics_;
  std::vector<std::string> known_;
};

}  // namespace appell::io
