#include "appell/report/json_writer.hpp"

#include <cmath>

#include <fmt/format.h>

#include "appell/base/error.hpp"
#include "appell/base/quoted.hpp"
#include "appell/base/text.hpp"
#include "appell/report/json.hpp"
#include "appell/report/rendering.hpp"

namespace appell::report {

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  if (has_entries_.size() == 1) last_key_ = name;
  text_ += quoted_text(name);
  text_ += ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  if (!std::isfinite(number)) {
    throw NumericalError(concat("result '", last_key_, "' has an entry that is not finite"));
  }
  separate();
  fmt::format_to(std::back_inserter(text_), "{:.17g}", number);
  return *this;
}

JsonWriter& JsonWriter::value(int number) {
  separate();
  text_ += std::to_string(number);
  return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
  separate();
  text_ += truth ? "true" : "false";
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  text_ += quoted_text(text);
  return *this;
}

JsonWriter& JsonWriter::value(const std::vector<std::string>& texts) {
  begin_array();
  for (const std::string& text : texts) value(std::string_view(text));
  return end_array();
}

JsonWriter& JsonWriter::null() {
  separate();
  text_ += "null";
  return *this;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  text_ += bracket;
  has_entries_.push_back(false);
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  if (has_entries_.size() == 1 && has_entries_.back()) text_ += '\n';
  has_entries_.pop_back();
  text_ += bracket;
  if (has_entries_.empty()) text_ += '\n';
  return *this;
}

void JsonWriter::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (has_entries_.empty()) return;
  if (has_entries_.back()) text_ += ',';
  if (has_entries_.size() == 1) {
    text_ += "\n  ";
  } else if (has_entries_.back()) {
    text_ += ' ';
  }
  has_entries_.back() = true;
}

JsonWriter& JsonWriter::vector(const Eigen::Ref<const VecX>& v) {
  begin_array();
  for (Eigen::Index i = 0; i < v.size(); ++i) value(v(i));
  return end_array();
}

JsonWriter& JsonWriter::matrix(const Eigen::Ref<const MatX>& m) {
  begin_array();
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    begin_array();
    for (Eigen::Index j = 0; j < m.cols(); ++j) value(m(i, j));
    end_array();
  }
  return end_array();
}

namespace {

void write_json(const Json& value, JsonWriter& json) {
  switch (value.type()) {
    case Json::value_t::object:
      json.begin_object();
      for (const auto& [name, field] : value.items()) write_json(field, json.key(name));
      json.end_object();
      return;
    case Json::value_t::array:
      json.begin_array();
      for (const Json& entry : value) write_json(entry, json);
      json.end_array();
      return;
    case Json::value_t::string:
      json.value(value.get_ref<const std::string&>());
      return;
    case Json::value_t::boolean:
      json.value(value.get<bool>());
      return;
    case Json::value_t::null:
      json.null();
      return;
    default:
      json.value(value.get<double>());
  }
}

}  // namespace

std::string json_text(const Json& value) {
  JsonWriter json;
  write_json(value, json);
  return json.text();
}

}  // namespace appell::report
