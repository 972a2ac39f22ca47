#pragma once

#include <memory>
#include <string>

#include "appell/trajectory/law.hpp"

namespace appell::python {

/// What a Python `Law` holds.
struct OneLaw {
  std::shared_ptr<const trajectory::Law> law;
  std::string kind;
  double amplification = 0.0;  ///< Of a spline: largest change of q per unit change of one datum.
};

}  // namespace appell::python
