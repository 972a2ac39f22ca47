#pragma once

#include <string_view>
#include <vector>

namespace appell::io {

/// Limits of a well-known robot that are part of the program; the text says where its numbers come
/// from.
struct EmbeddedLimits {
  std::string_view name;
  std::string_view text;  ///< A file of limits.
};

/// All of them, by name.
const std::vector<EmbeddedLimits>& embedded_limits();

}  // namespace appell::io
