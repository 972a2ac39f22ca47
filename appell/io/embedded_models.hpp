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

}  // namespace appell::io
