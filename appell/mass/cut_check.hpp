#pragma once

#include <span>
#include <string>
#include <vector>

#include "appell/mass/compound.hpp"

/// Not installed: whether the cuts of a compound body lie inside its material.
namespace appell::mass::detail {

struct CutReport {
  std::vector<std::string> problems;  ///< Cuts that are proved to reach outside.
  std::vector<std::string> notes;     ///< Cuts that could not be checked, or of another density.
};

/// Looks at every cut. It is inside if one convex part holds all of it; it is outside if a point of
/// it is outside every part. Wires and surfaces hold no volume: they count as if they were not
/// there (so do wires for a cut surface). In between (it crosses from one part to the next, or a
/// part is not convex) nothing is proved.
/// @param masses  of the parts, in the same order.
CutReport check_cuts(std::span<const Part> parts, std::span<const PartMass> masses);

}  // namespace appell::mass::detail
