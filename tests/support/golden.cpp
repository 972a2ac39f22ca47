#include "tests/support/golden.hpp"

#include <fstream>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "appell/mass/rigid_mass.hpp"
#include "appell/spatial/transform.hpp"
#include "tests/support/places.hpp"

namespace appell::support {
namespace {

using nlohmann::json;

Vec3 vec3(const json& list) { return matrix_of(list); }

std::vector<Vec3> vectors(const json& list) {
  std::vector<Vec3> result;
  for (const json& v : list) result.push_back(vec3(v));
  return result;
}

model::Model model_of(const json& description, const std::string& name) {
  model::Description robot{.name = name, .gravity = vec3(description["gravity"])};
  robot.links.push_back({.name = "base"});
  const json& joints = description["joints"];
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const json& joint = joints[i];
    const std::string number = std::to_string(i);
    const int parent = joint["parent"];
    robot.links.push_back({.name = "b" + number,
                           .inertial = mass::rigid_mass(joint["mass"], vec3(joint["com"]),
                                                        matrix_of(joint["inertia_com"]))});
    robot.joints.push_back(
        {.name = "j" + number,
         .kind = joint["type"] == "R" ? model::JointKind::kRevolute : model::JointKind::kPrismatic,
         .parent = parent < 0 ? "base" : "b" + std::to_string(parent),
         .child = "b" + number,
         .X_PJ = spatial::transform_from_matrix(matrix_of(joint["X"])),
         .axis = vec3(joint["axis"]),
         .friction = {.viscous = description["friction"][i]["viscous"],
                      .dry = description["friction"][i]["dry"],
                      .law = model::Friction::Law::kRadialLoad,
                      .bearing_diameter = description["friction"][i]["bearing_diameter"]}});
  }
  const json& ee = description["ee"];
  robot.links.push_back({.name = "ee"});
  robot.joints.push_back({.name = "ee_mount",
                          .parent = "b" + std::to_string(ee["body"].get<int>()),
                          .child = "ee",
                          .X_PJ = spatial::transform_from_matrix(matrix_of(ee["T"]))});
  return model::build(std::move(robot));
}

}  // namespace

int GoldenRobot::body(int i) const { return model.frame("b" + std::to_string(i)).body; }

const std::vector<std::string>& golden_robot_names() {
  static const std::vector<std::string> names{"planar2R", "rpr",    "fanuc5R",
                                              "arm7R",    "tree10", "chain24"};
  return names;
}

nlohmann::json load_golden_json(const std::string& name) {
  const std::string path = support::source_dir() + "/tests/data/golden/" + name + ".json";
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + " is missing");
  return json::parse(file);
}

GoldenRobot load_golden_robot(const std::string& name) {
  const json document = load_golden_json(name);
  GoldenRobot robot{.model = model_of(document["model"], name), .states = {}, .payloads = {}};
  for (const json& state : document["states"]) {
    std::vector<VecX> q_derivatives;
    for (const json& q : state["q"]) q_derivatives.push_back(matrix_of(q));
    robot.states.push_back(model::state_from_derivatives(robot.model, q_derivatives));
    const json& payload = state["payload"];
    robot.payloads.push_back({.world_force_derivatives = vectors(payload["world_force"]),
                              .world_moment_derivatives = vectors(payload["world_moment"]),
                              .tool_force = vec3(payload["tool_force"]),
                              .tool_moment = vec3(payload["tool_moment"])});
  }
  return robot;
}

MatX matrix_of(const json& list) {
  const bool is_vector = list[0].is_number();
  MatX m(list.size(), is_vector ? 1 : list[0].size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (Eigen::Index j = 0; j < m.cols(); ++j) {
      m(static_cast<Eigen::Index>(i), j) =
          is_vector ? list[i].get<double>() : list[i][j].get<double>();
    }
  }
  return m;
}

}  // namespace appell::support
