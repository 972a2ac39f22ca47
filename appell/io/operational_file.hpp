#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"
#include "appell/spatial/transform.hpp"
#include "appell/taylor/series.hpp"

namespace appell::io {

/// What an end effector is to do at one instant, as `appell inverse` reads it (docs/formats.md).
struct OperationalFile {
  VecX q0;                                 ///< In the order of the model's coordinates.
  std::optional<spatial::Transform> pose;  ///< Without one, q0 is the position.
  std::vector<int> rows;                   ///< Prescribed rows of X.
  taylor::Series<VecX> X;                  ///< derivative(m - 1) is X⁽ᵐ⁾; empty if none is given.
  model::StateSeries preferred;            ///< Empty if none is given.
};

/// Reads it from a file, or from standard input if the path is "-" (messages then call it
/// "<stdin>").
/// @throws ModelError as read_operational_state(), and if it cannot be read or is larger than 16
/// MiB.
OperationalFile load_operational_state(const std::string& path, const model::Model& model);

/// Reads its JSON text for a model; messages call it `source_name`.
/// @throws ModelError naming the field: unknown or repeated key, wrong size, number that is not
///   finite, a pose that is no placement, neither a pose nor X.
OperationalFile read_operational_state(const std::string& source_name, const std::string& text,
                                       const model::Model& model);

}  // namespace appell::io
