#pragma once

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"

namespace appell {

/// Throws InvalidArgument with the text of all `parts` unless `condition` holds, in every build.
/// The text is only put together when it is needed: a check that passes allocates nothing.
template <class... Parts>
void check(bool condition, const Parts&... parts) {
  if (!condition) [[unlikely]] {
    throw InvalidArgument(concat(parts...));
  }
}

}  // namespace appell
