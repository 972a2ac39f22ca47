#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "appell/base/types.hpp"

namespace appell::report {

/// Writes JSON in the order of the calls: every key of the outermost object on a line of its own,
/// numbers with 17 significant digits.
/// @throws NumericalError if a number is not finite: no result of ours may be NaN or infinite.
class JsonWriter {
 public:
  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& value(double number);
  JsonWriter& value(int number);
  JsonWriter& value(long long number) { return value(static_cast<double>(number)); }
  JsonWriter& value(bool truth);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(const std::vector<std::string>& texts);
  JsonWriter& null();
  /// A number, or null where it is not finite.
  JsonWriter& value_or_null(double number) {
    return std::isfinite(number) ? value(number) : null();
  }
  /// "name": [{...}, ...]: an object for each of a list; `write` writes its fields.
  template <class List, class Write>
  JsonWriter& objects(std::string_view name, const List& list, const Write& write) {
    key(name).begin_array();
    for (const auto& one : list) {
      begin_object();
      write(one);
      end_object();
    }
    return end_array();
  }
  /// A column vector as a list.
  JsonWriter& vector(const Eigen::Ref<const VecX>& v);
  /// A matrix as a list of rows.
  JsonWriter& matrix(const Eigen::Ref<const MatX>& m);

  /// The text so far, ending with a line break once the outermost value is closed.
  const std::string& text() const { return text_; }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();

  std::string text_;
  std::vector<bool> has_entries_;  ///< Of each open object or array.
  std::string last_key_;           ///< Of the outermost object: names the culprit in an error.
  bool after_key_ = false;
};

}  // namespace appell::report
