#pragma once

#include <string>
#include <string_view>

namespace appell::analysis {

/// A unit of measurement: `base` per s to the power of `per_second`.
struct Unit {
  std::string_view base;  ///< "N m", "rad"; "1" for a pure number.
  int per_second = 0;

  /// "N m/s^2"
  std::string text() const;
};

}  // namespace appell::analysis
