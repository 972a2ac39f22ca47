#include "appell/io/json.hpp"

#include <set>
#include <vector>

#include <nlohmann/json.hpp>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/diagnostics.hpp"
#include "appell/io/limits.hpp"

namespace appell::io {

nlohmann::json parse_json(const std::string& source_name, const std::string& text) {
  using nlohmann::json;
  std::vector<std::set<std::string>> open_objects;
  const auto callback = [&](int depth, json::parse_event_t event, json& parsed) {
    if (depth > kDeepestJson) {
      throw ModelError(
          concat(source_name, ": nested deeper than ", kDeepestJson, " levels; no more are read"));
    }
    if (event == json::parse_event_t::object_start) open_objects.emplace_back();
    if (event == json::parse_event_t::object_end) open_objects.pop_back();
    if (event == json::parse_event_t::key) {
      const std::string key = parsed.get<std::string>();
      if (!open_objects.back().insert(key).second) {
        throw ModelError(
            one_line(concat(source_name, ": key \"", key, "\" is given twice; once is needed")));
      }
    }
    return true;
  };
  try {
    return json::parse(text, callback);
  } catch (const json::parse_error& error) {
    std::string what = error.what();
    // nlohmann's text: "[json.exception.parse_error.101] parse error at line 1, column 5: ...".
    const std::size_t reason = what.find(": ");
    if (reason != std::string::npos) what = what.substr(reason + 2);
    const std::size_t offset = error.byte > 0 ? error.byte - 1 : 0;
    Diagnostics(source_name)
        .fail(SourceText(source_name, text).position(offset), "not valid JSON: " + what);
  } catch (const json::out_of_range& error) {
    throw ModelError(concat(source_name, ": a number is out of the range of a double"));
  }
}

}  // namespace appell::io
