#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"

namespace appell::support {

/// The loads of one state: what the end effector exerts on them, about its origin.
struct GoldenPayload {
  std::vector<Vec3> world_force_derivatives;
  std::vector<Vec3> world_moment_derivatives;
  Vec3 tool_force;  ///< Of a second load, constant in the end effector's frame.
  Vec3 tool_moment;
};

/// One robot of tests/data/golden (FORMAT.md there): its model, built in C++, and its states. Link
/// i of the file is body "b<i>", its joint "j<i>", the end effector the link "ee".
struct GoldenRobot {
  model::Model model;
  std::vector<model::StateSeries> states;
  std::vector<GoldenPayload> payloads;  ///< One for each state.

  /// Index of the model's body that is body i of the file.
  int body(int i) const;
};

/// The robots of the golden data, by file name without ".json".
const std::vector<std::string>& golden_robot_names();

GoldenRobot load_golden_robot(const std::string& name);

/// The whole file, for the expected values: document["states"][s]["expected"].
nlohmann::json load_golden_json(const std::string& name);

/// A nested list of numbers as a vector or, two deep, a matrix.
MatX matrix_of(const nlohmann::json& list);

}  // namespace appell::support
