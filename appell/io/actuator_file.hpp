#pragma once

#include <map>
#include <string>

#include "appell/mass/rigid_mass.hpp"
#include "appell/model/model.hpp"

namespace appell::io {

/// Motors and transmissions by the names of coordinates.
using Actuators = std::map<std::string, model::Actuator>;

/// Actuators apart from a model file (docs/formats.md): for joints by their names and for all
/// others of one coordinate that follow no other.
/// @param path  of a file, or the name of embedded actuators ("manutec_r3"). Of these a joint is
///   also one whose name is theirs with something before it, as "r3_joint1"; joints that the model
///   does not have are left out there.
/// @throws ModelError with all problems, each "file:line:column: what was found; what is needed"; a
///   joint that the model does not have is one.
Actuators load_actuators(const std::string& path, const model::Model& model);
Actuators read_actuators_toml(const std::string& source_name, const std::string& text,
                              const model::Model& model);

/// The same model with these actuators at the joints that they name; others keep their own.
/// @param physics  as the model was loaded with.
/// @throws InvalidArgument for a name that is no coordinate of a joint with one.
model::Model with_actuators(const model::Model& model, const Actuators& actuators,
                            mass::Physics physics = mass::Physics::kRequired);

}  // namespace appell::io
