#pragma once

#include <string>
#include <vector>

#include "appell/mass/compound.hpp"

namespace appell::python {

/// What a Python `Body` holds: its parts, and what they make together.
struct PartedBody {
  std::vector<mass::Part> parts;
  mass::Compound compound;

  const mass::RigidMass& total() const { return compound.total; }
};

}  // namespace appell::python
