#include "appell/io/actuator_file.hpp"

#include <algorithm>

#include "appell/base/check.hpp"
#include "appell/io/joint_tables.hpp"
#include "appell/io/limits.hpp"
#include "appell/io/toml_values.hpp"
#include "appell/model/joint.hpp"

namespace appell::io {
namespace {

/// Coordinates that can have a motor: joints of one coordinate.
std::vector<std::string> driven_coordinates(const model::Model& model) {
  std::vector<std::string> names;
  for (const model::Coordinate& coordinate : model.coordinates()) {
    const model::Joint& joint = model.description().joints[coordinate.joint];
    if (model::num_coordinates(joint.kind) == 1) names.push_back(coordinate.name);
  }
  return names;
}

Actuators read_actuators(const std::string& source_name, const std::string& text,
                         const model::Model& model, NameMatch match) {
  Diagnostics diagnostics(source_name);
  const toml::table table = parse_toml(text, diagnostics);
  TomlFields file(table, "", diagnostics);
  file.check_given_format();
  const std::vector<std::string> names = driven_coordinates(model);
  Actuators actuators;
  model::Actuator of_all;
  if (std::optional<TomlFields> fields = file.table("default")) {
    fields->rename("[default]");
    of_all = read_actuator(*fields);
    for (const std::string& name : names) actuators[name] = of_all;
  }
  read_joint_tables(file, names, model.name(), match, diagnostics,
                    [&](const std::string& coordinate, TomlFields& fields) {
                      actuators[coordinate] = read_actuator(fields, of_all);
                    });
  file.finish();
  if (actuators.empty() && diagnostics.num_errors() == 0) {
    file.error_as_is("there is no actuator; [default] or [joint.NAME] is needed");
  }
  diagnostics.throw_if_errors();
  return actuators;
}

}  // namespace

Actuators read_actuators_toml(const std::string& source_name, const std::string& text,
                              const model::Model& model) {
  return read_actuators(source_name, text, model, NameMatch::kExact);
}

Actuators load_actuators(const std::string& path, const model::Model& model) {
  const JointText file = joint_text(path, embedded_actuators(), "actuators");
  return read_actuators(path, file.text, model, file.match);
}

model::Model with_actuators(const model::Model& model, const Actuators& actuators,
                            mass::Physics physics) {
  model::Description description = model.description();
  const std::vector<std::string> known = driven_coordinates(model);
  for (const auto& [name, actuator] : actuators) {
    check(std::find(known.begin(), known.end(), name) != known.end(), "with_actuators: model '",
          model.name(), "' has no joint '", name, "' with one coordinate", suggestion(name, known),
          "; it has ", comma_list(known));
    const auto joint = std::find_if(description.joints.begin(), description.joints.end(),
                                    [&](const auto& other) { return other.name == name; });
    joint->actuator = actuator;
  }
  return model::build(std::move(description), physics).with_gravity(model.gravity());
}

}  // namespace appell::io
