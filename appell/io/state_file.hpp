#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/io/applied_forces.hpp"
#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"
#include "appell/model/wrench.hpp"

namespace appell::io {

/// One instant of a robot as `appell eval` reads it (docs/formats.md).
struct StateFile {
  model::StateSeries state;         ///< In the order of the model's coordinates.
  std::vector<std::string> joints;  ///< The order in which the file gives (and wants) coordinates.
  std::vector<int> coordinates;     ///< coordinates[i] is the model's coordinate of joints[i].
  /// What the end effector exerts on its load; at the model's default frame.
  std::optional<model::Wrench> load;
  AppliedForces applied;  ///< Wrenches on any links, and the papers' operators.
};

/// All loads of a state: those of single links, then `load`, which is at `end_effector`.
std::vector<model::Wrench> all_loads(const StateFile& state, const model::Frame& end_effector);

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
