#pragma once

#include <initializer_list>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"

namespace appell {

[[noreturn]] void throw_invalid_argument(std::initializer_list<TextPart> parts);

/// Throws InvalidArgument with the text of all `parts` unless `condition` holds, in every build.
/// The text is only put together when it is needed: a check that passes allocates nothing.
template <class... Parts>
void check(bool condition, const Parts&... parts) {
  if (!condition) [[unlikely]] {
    throw_invalid_argument({TextPart(parts)...});
  }
}

}  // namespace appell
