#pragma once

#include "appell/base/text.hpp"
#include "appell/io/xml_element.hpp"
#include "appell/model/description.hpp"

/// Not installed: position limits as files of other programs give them.
namespace appell::io {

/// Sets the position limits. A lower one above the upper one is how some programs write that there
/// is none: it is noted and left out.
inline void set_position_range(const XmlElement& giver, double lower, double upper,
                               model::Limits& limits) {
  if (lower > upper) {
    giver.oddity(concat("the range from ", lower, " to ", upper,
                        " is empty, so the joint has no position limit"),
                 "empty range");
    return;
  }
  limits.lower = lower;
  limits.upper = upper;
}

}  // namespace appell::io
