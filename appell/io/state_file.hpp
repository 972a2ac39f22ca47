#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/base/types.hpp"
#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"

namespace appell::io {

/// Force (N) and moment (N m, about the origin of the frame) that the end effector exerts on its
/// load, with their time derivatives; orders that are not given are zero.
struct Load {
  enum class Axes { kWorld, kTool };
  std::vector<Vec3> force_derivatives;
  std::vector<Vec3> moment_derivatives;
  Axes axes = Axes::kWorld;
};

/// One instant of a robot as `appell eval` reads it (docs/formats.md).
struct StateFile {
  model::StateSeries state;         ///< In the order of the model's coordinates.
  std::vector<std::string> joints;  ///< The order in which the file gives (and wants) coordinates.
  std::vector<int> coordinates;     ///< coordinates[i] is the model's coordinate of joints[i].
  std::optional<Load> load;
};

/// Reads a state from a file, or from standard input if the path is "-" (messages then call it
/// "<stdin>").
/// @throws ModelError as read_state(), and if it cannot be read or is larger than 16 MiB.
StateFile load_state(const std::string& path, const model::Model& model);

/// Reads the JSON text of a state for a model; messages call it `source_name`.
/// @throws ModelError naming the field: unknown or repeated key, wrong size, number that is not
///   finite, unknown or missing joint.
StateFile read_state(const std::string& source_name, const std::string& text,
                     const model::Model& model);

}  // namespace appell::io
