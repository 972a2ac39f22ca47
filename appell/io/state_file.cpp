#include "appell/io/state_file.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <unordered_map>

#include <nlohmann/json.hpp>

#include "appell/base/counted.hpp"
#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/json.hpp"

namespace appell::io {
namespace {

using nlohmann::json;

/// Reads the fields of one state; every message begins with the source and the field.
class StateReader : private JsonFields {
 public:
  using JsonFields::JsonFields;

  StateFile read(const json& document) {
    require(document.is_object(), "", "is no JSON object; {\"q\": [[...], ...]} is needed");
    check_keys(document, "", {"joints", "q", "load", "loads", "external", "operators"});
    StateFile file;
    read_joints(document, file);
    require(document.contains("q"), "q",
            "is missing; q[k] is the k-th derivative of all coordinates");
    file.state = read_q(document["q"], file.coordinates);
    if (document.contains("load")) file.load = wrench(document["load"], "load", "tool", {});
    read_applied(document, file.applied);
    return file;
  }

 private:
  void read_joints(const json& document, StateFile& file) {
    const std::vector<model::Coordinate>& known = model().coordinates();
    std::vector<std::string> names;
    for (const model::Coordinate& coordinate : known) names.push_back(coordinate.name);
    if (!document.contains("joints")) {
      file.joints = names;
      for (int i = 0; i < model().num_coordinates(); ++i) file.coordinates.push_back(i);
      return;
    }
    const json& given = document["joints"];
    require(given.is_array(), "joints", "is no list; a list of joint names is needed");
    std::unordered_map<std::string, int> coordinate_of;
    for (int i = 0; i < std::ssize(names); ++i) coordinate_of.emplace(names[i], i);
    std::vector<bool> is_given(names.size(), false);
    for (std::size_t i = 0; i < given.size(); ++i) {
      const std::string field = concat("joints[", i, "]");
      require(given[i].is_string(), field, "is no text; the name of a joint is needed");
      const std::string name = given[i].get<std::string>();
      const auto at = coordinate_of.find(name);
      if (at == coordinate_of.end()) {
        fail(field, concat("model '", model().name(), "' has no joint '", name, "'",
                           suggestion(name, names), "; its joints are ", comma_list(names)));
      }
      const int coordinate = at->second;
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
              concat("has ", counted(values.size(), "number"), "; one for each of the ",
                     counted(coordinates.size(), "joint"), " is needed"));
      VecX in_model_order(values.size());
      for (std::size_t i = 0; i < values.size(); ++i) in_model_order(coordinates[i]) = values[i];
      derivatives.push_back(std::move(in_model_order));
    }
    require(q.size() <= std::size_t{taylor::kMaxOrder} + 1, "q",
            concat("has ", q.size(), " orders; at most ", taylor::kMaxOrder + 1, " are supported"));
    return model::state_from_derivatives(model(), derivatives);
  }
};

}  // namespace

std::vector<model::Wrench> all_loads(const StateFile& state, const model::Frame& end_effector) {
  std::vector<model::Wrench> loads = state.applied.loads;
  if (!state.load) return loads;
  loads.push_back(*state.load);
  loads.back().frame = end_effector;
  return loads;
}

StateFile load_state(const std::string& path, const model::Model& model) {
  if (path != "-") return read_state(path, file_text(path, kStateLimit), model);
  return read_state("<stdin>", stream_text(std::cin, "<stdin>", kStateLimit), model);
}

StateFile read_state(const std::string& source_name, const std::string& text,
                     const model::Model& model) {
  return StateReader(source_name, model).read(parse_json(source_name, text));
}

}  // namespace appell::io
