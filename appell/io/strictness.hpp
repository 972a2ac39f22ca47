#pragma once

namespace appell::io {

/// What to make of things in a file that do not belong there and cannot touch a number.
enum class Strictness {
  kTolerant,  ///< A warning each.
  kStrict,    ///< An error each.
};

}  // namespace appell::io
