#pragma once

#include <string_view>
#include <vector>

namespace appell::io {

/// Actuators of a well-known robot that are part of the program; the text says where its numbers
/// come from.
struct EmbeddedActuators {
  std::string_view name;
  std::string_view text;  ///< A file of actuators.
};

/// All of them, by name.
const std::vector<EmbeddedActuators>& embedded_actuators();

}  // namespace appell::io
