#pragma once

#include <string>
#include <vector>

#include "appell/mass/rigid_mass.hpp"
#include "appell/model/model.hpp"

namespace appell::io {

/// Friction of joints, by their names, apart from a model file (docs/formats.md).
struct FrictionFile {
  struct Joint {
    std::string name;
    model::Friction friction;
  };
  std::vector<Joint> joints;
  std::vector<std::string> warnings;
};

/// @throws ModelError with all problems, each "file:line:column: what was found; what is needed".
FrictionFile load_friction(const std::string& path);
FrictionFile read_friction_toml(const std::string& source_name, const std::string& text);

/// The same model with the friction of the file at the joints that it names.
/// @param physics  as the model was loaded with.
/// @throws ModelError, naming the file, for a joint that the model does not have or that has
///   several coordinates.
model::Model with_friction(const model::Model& model, const FrictionFile& file,
                           const std::string& file_name,
                           mass::Physics physics = mass::Physics::kRequired);

/// As a friction file; `comments`, one for each joint, go before its table.
std::string friction_file_toml(const FrictionFile& file, const std::string& heading,
                               const std::vector<std::string>& comments);

}  // namespace appell::io
