#include "appell/io/json.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <nlohmann/json.hpp>

#include "appell/base/counted.hpp"
#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/diagnostics.hpp"
#include "appell/io/limits.hpp"
#include "appell/io/words.hpp"

namespace appell::io {

using nlohmann::json;

namespace {

std::string shown_json(const json& value) { return shortened(value.dump()); }

}  // namespace

json parse_json(const std::string& source_name, const std::string& text) {
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

void JsonFields::fail(const std::string& field, const std::string& problem) const {
  throw ModelError(one_line(concat(source_name_, ": ", field, field.empty() ? "" : ": ", problem)));
}

std::vector<double> JsonFields::numbers(const json& list, const std::string& field) const {
  require(list.is_array(), field, "is no list of numbers");
  std::vector<double> values;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!list[i].is_number()) {
      fail(concat(field, "[", i, "]"),
           concat("is ", shown_json(list[i]), "; a finite number is needed"));
    }
    values.push_back(list[i].get<double>());
    if (!std::isfinite(values.back())) {
      fail(concat(field, "[", i, "]"), "is not finite; a finite number is needed");
    }
  }
  return values;
}

std::vector<Vec3> JsonFields::triples(const json& list, const std::string& field) const {
  require(list.is_array(), field, "is no list; [k] is the k-th derivative, three numbers");
  std::vector<Vec3> result;
  for (std::size_t k = 0; k < list.size(); ++k) {
    const std::string at = concat(field, "[", k, "]");
    const std::vector<double> values = numbers(list[k], at);
    require(values.size() == 3, at,
            concat("has ", counted(values.size(), "number"), "; three are needed"));
    result.emplace_back(values[0], values[1], values[2]);
  }
  return result;
}

int JsonFields::whole(const json& value, const std::string& field, int first, int last) const {
  const bool is_good = value.is_number_integer() && value.get<long long>() >= first &&
                       value.get<long long>() <= last;
  require(
      is_good, field,
      concat("is ", shown_json(value), "; a whole number in ", first, "..", last, " is needed"));
  return value.get<int>();
}

void JsonFields::check_keys(const json& object, const std::string& prefix,
                            const std::vector<std::string>& known) const {
  for (const auto& [key, value] : object.items()) {
    require(std::find(known.begin(), known.end(), key) != known.end(), prefix + key,
            concat("is not a field of a state", suggestion(key, known), "; known are ",
                   comma_list(known)));
  }
}

model::Wrench JsonFields::wrench(const json& object, const std::string& field,
                                 const std::string& own_axes,
                                 const std::vector<std::string>& more_keys) const {
  require(object.is_object(), field, "is no JSON object");
  std::vector<std::string> keys{"force", "moment", "frame"};
  keys.insert(keys.end(), more_keys.begin(), more_keys.end());
  check_keys(object, field + ".", keys);
  model::Wrench result{.frame = model_.default_frame()};
  if (object.contains("force")) {
    result.force_derivatives = triples(object["force"], field + ".force");
  }
  if (object.contains("moment")) {
    result.moment_derivatives = triples(object["moment"], field + ".moment");
  }
  if (object.contains("frame")) {
    const json& frame = object["frame"];
    require(frame == "world" || frame == own_axes, field + ".frame",
            concat("is ", shown_json(frame), "; \"world\" or \"", own_axes, "\" is needed"));
    if (frame == own_axes) result.axes = model::Wrench::Axes::kOfFrame;
  }
  return result;
}

void JsonFields::read_applied(const json& document, AppliedForces& forces) const {
  for (const auto& [key, wrenches] :
       {std::pair{"loads", &forces.loads}, {"external", &forces.external}}) {
    if (!document.contains(key)) continue;
    const json& list = document[key];
    require(list.is_array(), key,
            "is no list; [{\"link\": ..., \"force\": [[x, y, z]]}] is needed");
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string field = concat(std::string_view(key), "[", i, "]");
      model::Wrench read = wrench(list[i], field, "link", {"link"});
      require(list[i].contains("link") && list[i]["link"].is_string(), field + ".link",
              "is missing or no text; the name of a link is needed");
      try {
        read.frame = model_.frame(list[i]["link"].get<std::string>());
      } catch (const InvalidArgument& error) {
        fail(field + ".link", error.what());
      }
      wrenches->push_back(std::move(read));
    }
  }
  if (!document.contains("operators")) return;
  const json& operators = document["operators"];
  require(operators.is_object(), "operators", "is no JSON object");
  check_keys(operators, "operators.", {"Delta_m", "Delta_theta", "Delta_f"});
  const auto value = [&](const char* key, int usual, int first) {
    return operators.contains(key)
               ? whole(operators[key], concat("operators.", std::string_view(key)), first, 1)
               : usual;
  };
  forces.operators = model::Operators::of_papers(
      value("Delta_m", -1, -1), value("Delta_theta", 1, 0), value("Delta_f", -1, -1));
  const auto& bodies = model_.bodies();
  require(forces.operators.drive ||
              std::any_of(bodies.begin(), bodies.end(),
                          [&](const auto& body) { return !model_.friction(body).is_zero(); }),
          "operators.Delta_f", "is 1, friction alone, but no joint of the model has friction");
}

}  // namespace appell::io
