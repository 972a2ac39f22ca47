#include "appell/jobs/parameter.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "appell/base/check.hpp"
#include "appell/base/text.hpp"
#include "appell/io/numbers.hpp"

namespace appell::jobs {
namespace {

/// The value as it was given, for a message.
std::string shown(const Given& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return one_line(*text);
  if (const auto* number = std::get_if<double>(&value)) return to_text(*number);
  if (const auto* whole = std::get_if<long long>(&value)) return concat(*whole);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* list = std::get_if<std::vector<std::string>>(&value)) return comma_list(*list);
  return "an object";
}

[[noreturn]] void refuse(const Given& value, const std::string& called, const std::string& needed) {
  throw InvalidArgument(concat(called, ": is '", shown(value), "'; ", needed, " is needed"));
}

bool contains(const Range& range, double number) {
  return number <= range.most && (range.is_open ? number > range.least : number >= range.least);
}

std::string needed_number(const Range& range) {
  const std::string of = range.unit.empty() ? "" : concat(" of ", range.unit);
  if (range.is_open && range.least == 0.0 && std::isinf(range.most)) {
    return concat("a positive number", of);
  }
  if (std::isinf(range.least) && std::isinf(range.most)) return concat("a number", of);
  if (std::isinf(range.most)) return concat("a number", of, ", at least ", range.least, ",");
  return concat("a number", of, " in ", range.least, "..", range.most);
}

/// nullopt for everything that is not digits with a sign, and for more than fits.
std::optional<long long> whole_in(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

bool flag_of(const Given& value, const std::string& called) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  refuse(value, called, "true or false");
}

long long whole_of(const Given& value, const std::string& called, const Range& range) {
  std::optional<long long> number;
  if (const auto* whole = std::get_if<long long>(&value)) number = *whole;
  if (const auto* text = std::get_if<std::string>(&value)) number = whole_in(*text);
  if (!number || !contains(range, static_cast<double>(*number))) {
    refuse(value, called,
           std::isinf(range.most)
               ? std::string("a whole number")
               : concat("a whole number in ", static_cast<long long>(range.least), "..",
                        static_cast<long long>(range.most)));
  }
  return *number;
}

double number_of(const Given& value, const std::string& called, const Range& range) {
  std::optional<double> number;
  if (const auto* real = std::get_if<double>(&value)) number = *real;
  if (const auto* whole = std::get_if<long long>(&value)) number = static_cast<double>(*whole);
  if (const auto* text = std::get_if<std::string>(&value)) number = io::number_in(*text);
  const bool is_usable = number && (*number == 0.0 || std::isnormal(*number));
  if (!is_usable || !contains(range, *number)) refuse(value, called, needed_number(range));
  return *number;
}

std::string text_of(const Given& value, const std::string& called) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* real = std::get_if<double>(&value)) return to_text(*real);
  if (const auto* whole = std::get_if<long long>(&value)) return concat(*whole);
  if (const auto* list = std::get_if<std::vector<std::string>>(&value)) {
    return whole_comma_list(*list);
  }
  refuse(value, called, "a text");
}

std::vector<std::string> list_of(const Given& value, const std::string& called) {
  if (const auto* list = std::get_if<std::vector<std::string>>(&value)) return *list;
  const auto* object = std::get_if<std::any>(&value);
  if (const auto* pairs = std::any_cast<std::map<std::string, std::string>>(object)) {
    std::vector<std::string> texts;
    for (const auto& [name, text] : *pairs) texts.push_back(concat(name, "=", text));
    return texts;
  }
  const std::string text = text_of(value, called);
  std::vector<std::string> words;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    words.push_back(text.substr(at, comma - at));
    at = comma + 1;
  }
  return words;
}

std::vector<double> numbers_of(const Given& value, const std::string& called, const Range& range) {
  if (const auto* object = std::get_if<std::any>(&value)) {
    if (const auto* numbers = std::any_cast<std::vector<double>>(object)) return *numbers;
  }
  std::vector<double> numbers;
  for (const std::string& part : list_of(value, called)) {
    const std::optional<double> number = io::number_in(part);
    check(number.has_value(), called, ": '", one_line(part), "' is found; ", range.unit,
          " are needed");
    numbers.push_back(*number);
  }
  return numbers;
}

std::string python_name(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

namespace details {

std::string default_of(bool) { return ""; }
std::string default_of(long long value) { return concat(value); }
std::string default_of(double value) { return to_text(value); }
std::string default_of(const std::string& value) { return value; }

}  // namespace details

Parameter required(Parameter parameter) {
  parameter.is_required = true;
  return parameter;
}

Parameter needed(Parameter parameter) {
  parameter.is_needed = true;
  return parameter;
}

Parameter as(Kind kind, std::string value, Parameter parameter) {
  parameter.kind = kind;
  parameter.value = std::move(value);
  return parameter;
}

Parameter offering(std::vector<std::string> choices, Parameter parameter) {
  parameter.choices = std::move(choices);
  return parameter;
}

Parameter one_of(std::vector<std::string> words, Parameter parameter) {
  parameter.set = [words, set = std::move(parameter.set)](void* request, const Given& value,
                                                          const std::string& called) {
    const std::string word = text_of(value, called);
    check(std::find(words.begin(), words.end(), word) != words.end(), called, ": is '",
          one_line(word), "'", suggestion(word, words), "; ",
          whole_comma_list({words.begin(), words.end() - 1}), " or ", words.back(), " is needed");
    set(request, value, called);
  };
  return offering(std::move(words), std::move(parameter));
}

Parameter also_called(std::vector<std::string> aliases, Parameter parameter) {
  parameter.aliases = std::move(aliases);
  return parameter;
}

Parameters under(const std::string& heading, Parameters parameters) {
  for (Parameter& one : parameters) {
    if (one.group.empty() && !one.is_required) one.group = heading;
  }
  return parameters;
}

Parameters together(std::vector<Parameters> lists) {
  Parameters all;
  for (Parameters& list : lists) {
    for (Parameter& one : list) all.push_back(std::move(one));
  }
  return all;
}

}  // namespace appell::jobs
