#pragma once

#include <string>
#include <vector>

#include "appell/mass/rigid_mass.hpp"
#include "appell/model/model.hpp"

namespace appell::io {

struct LoadOptions {
  /// Whether a link whose inertia no real body has is an error.
  mass::Physics physics = mass::Physics::kRequired;
};

/// A model and what was odd about its file: "file:line:column: ...".
struct LoadResult {
  model::Model model;
  std::vector<std::string> warnings;
};

/// Model from a `.urdf` file or, if there is none of that name, an embedded model.
/// @throws ModelError with all problems, each "file:line:column: element 'name': what was found;
/// what
///   is needed".
LoadResult load_model(const std::string& name_or_path, const LoadOptions& options = {});

/// Model from a URDF file.
LoadResult load_urdf(const std::string& path, const LoadOptions& options = {});

/// Model from the text of a URDF file; messages call it `source_name`.
LoadResult read_urdf(std::string source_name, std::string text, const LoadOptions& options = {});

}  // namespace appell::io
