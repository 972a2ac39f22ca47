#pragma once

#include <map>

#include "appell/base/types.hpp"
#include "appell/model/description.hpp"

namespace appell::io {

/// A joint that is given by its axis and a point on it, in the base frame at the zero
/// configuration.
struct ZeroForm {
  Vec3 axis = Vec3::UnitZ();
  Vec3 point = Vec3::Zero();  ///< m
};

using ZeroForms = std::map<std::size_t, ZeroForm>;  ///< By index of the joint.

/// Turns axes and points in the base frame into placements in the parent link, from the root down.
/// The child link's axes are those of the base frame at the zero configuration, its origin the
/// point. What no root leads to is left as it is, for model::find_problems().
void place_zero_forms(const ZeroForms& forms, model::Description& robot);

}  // namespace appell::io
