#pragma once

#include <string_view>
#include <vector>

namespace appell::io {

/// A robot that is part of the program, so that everything can be tried without a file.
struct EmbeddedModel {
  std::string_view name;
  std::string_view summary;  ///< One line: what it is and where its numbers come from.
  std::string_view text;     ///< The model file.
  bool is_toml;              ///< Else URDF.
};

/// All embedded models, by name.
const std::vector<EmbeddedModel>& embedded_models();

/// A file about a well-known robot that is part of the program; the text says where its numbers
/// come from.
struct EmbeddedText {
  std::string_view name;
  std::string_view text;
};

/// Files of limits and of actuators, by name.
const std::vector<EmbeddedText>& embedded_limits();
const std::vector<EmbeddedText>& embedded_actuators();

}  // namespace appell::io
