#include "appell/io/state_file.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <unordered_map>

#include <nlohmann/json.hpp>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/json.hpp"

namespace appell::io {
namespace {

using nlohmann::json;

/// The text of a value, cut: a message must stay readable whatever the file holds.
std::string shown_json(const json& value) {
  constexpr std::size_t kLongest = 60;
  const std::string text = value.dump();
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

/// Reads the fields of one state; every message begins with the source and the field.
class StateReader {
 public:
  StateReader(std::string source_name, const model::Model& model)
      : source_name_(std::move(source_name)), model_(model) {}

  StateFile read(const json& document) {
    require(document.is_object(), "", "is no JSON object; {\"q\": [[...], ...]} is needed");
    check_keys(document, "", {"joints", "q", "load"});
    StateFile file;
    read_joints(document, file);
    require(document.contains("q"), "q",
            "is missing; q[k] is the k-th derivative of all coordinates");
    file.state = read_q(document["q"], file.coordinates);
    if (document.contains("load")) file.load = read_load(document["load"]);
    return file;
  }

 private:
  void read_joints(const json& document, StateFile& file) {
    const std::vector<model::Coordinate>& known = model_.coordinates();
    std::vector<std::string> names;
    for (const model::Coordinate& coordinate : known) names.push_back(coordinate.name);
    if (!document.contains("joints")) {
      file.joints = names;
      for (int i = 0; i < model_.num_coordinates(); ++i) file.coordinates.push_back(i);
      return;
    }
    const json& given = document["joints"];
    require(given.is_array(), "joints", "is no list; a list of joint names is needed");
    std::unordered_map<std::string, int> coordinate_of;
    for (std::size_t i = 0; i < names.size(); ++i) {
      coordinate_of.emplace(names[i], static_cast<int>(i));
    }
    std::vector<bool> is_given(names.size(), false);
    for (std::size_t i = 0; i < given.size(); ++i) {
      const std::string field = concat("joints[", i, "]");
      require(given[i].is_string(), field, "is no text; the name of a joint is needed");
      const std::string name = given[i].get<std::string>();
      const auto at = coordinate_of.find(name);
      if (at == coordinate_of.end()) {
        fail(field, concat("model '", model_.name(), "' has no joint '", name, "'",
                           suggestion(name, names), "; its joints are ", comma_list(names)));
      }
      const auto coordinate = static_cast<std::size_t>(at->second);
      require(!is_given[coordinate], field, concat("joint '", name, "' is named twice"));
      is_given[coordinate] = true;
      file.joints.push_back(name);
      file.coordinates.push_back(at->second);
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      require(is_given[i], "joints",
              concat("joint '", names[i], "' of the model is missing; name all ", names.size()));
    }
  }

  model::StateSeries read_q(const json& q, const std::vector<int>& coordinates) {
    require(q.is_array() && !q.empty(), "q",
            "is no list of lists; q[0] is the position, q[1] the velocity, ...");
    std::vector<VecX> derivatives;
    for (std::size_t k = 0; k < q.size(); ++k) {
      const std::string field = concat("q[", k, "]");
      const std::vector<double> values = numbers(q[k], field);
      require(values.size() == coordinates.size(), field,
              concat("has ", values.size(), " numbers; one for each of the ", coordinates.size(),
                     " joints is needed"));
      VecX in_model_order(values.size());
      for (std::size_t i = 0; i < values.size(); ++i) in_model_order(coordinates[i]) = values[i];
      derivatives.push_back(std::move(in_model_order));
    }
    require(q.size() <= std::size_t{taylor::kMaxOrder} + 1, "q",
            concat("has ", q.size(), " orders; at most ", taylor::kMaxOrder + 1, " are supported"));
    return model::state_from_derivatives(model_, derivatives);
  }

  model::Wrench read_load(const json& load) {
    require(load.is_object(), "load", "is no JSON object");
    check_keys(load, "load.", {"force", "moment", "frame"});
    model::Wrench result{.frame = model_.default_frame()};
    if (load.contains("force")) result.force_derivatives = triples(load["force"], "load.force");
    if (load.contains("moment")) result.moment_derivatives = triples(load["moment"], "load.moment");
    if (load.contains("frame")) {
      const json& frame = load["frame"];
      require(frame == "world" || frame == "tool", "load.frame",
              concat("is ", shown_json(frame), "; \"world\" or \"tool\" is needed"));
      if (frame == "tool") result.axes = model::Wrench::Axes::kOfFrame;
    }
    return result;
  }

  std::vector<Vec3> triples(const json& list, const std::string& field) {
    require(list.is_array(), field, "is no list; [k] is the k-th derivative, three numbers");
    std::vector<Vec3> result;
    for (std::size_t k = 0; k < list.size(); ++k) {
      const std::string at = concat(field, "[", k, "]");
      const std::vector<double> values = numbers(list[k], at);
      require(values.size() == 3, at, concat("has ", values.size(), " numbers; three are needed"));
      result.emplace_back(values[0], values[1], values[2]);
    }
    return result;
  }

  std::vector<double> numbers(const json& list, const std::string& field) {
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

  void check_keys(const json& object, const std::string& prefix,
                  const std::vector<std::string>& known) {
    for (const auto& [key, value] : object.items()) {
      require(std::find(known.begin(), known.end(), key) != known.end(), prefix + key,
              concat("is not a field of a state", suggestion(key, known), "; known are ",
                     comma_list(known)));
    }
  }

  void require(bool condition, const std::string& field, const std::string& problem) const {
    if (!condition) fail(field, problem);
  }

  [[noreturn]] void fail(const std::string& field, const std::string& problem) const {
    throw ModelError(
        one_line(concat(source_name_, ": ", field, field.empty() ? "" : ": ", problem)));
  }

  std::string source_name_;
  const model::Model& model_;
};

}  // namespace

StateFile load_state(const std::string& path, const model::Model& model) {
  if (path != "-") return read_state(path, file_text(path, kStateLimit), model);
  return read_state("<stdin>", stream_text(std::cin, "<stdin>", kStateLimit), model);
}

StateFile read_state(const std::string& source_name, const std::string& text,
                     const model::Model& model) {
  return StateReader(source_name, model).read(parse_json(source_name, text));
}

}  // namespace appell::io
