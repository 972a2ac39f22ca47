#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "appell/model/description.hpp"
#include "appell/spatial/screw.hpp"

namespace appell::model {

/// One coordinate of a joint: the unit screw that it drives, written in the joint frame. The
/// angular and the linear part are parallel (or one is zero), so the motion is R = exp([angular×]
/// q), p = linear q.
struct SimpleJoint {
  std::string
      suffix;  ///< Appended to the joint's name for the name of the coordinate; may be empty.
  spatial::Screw screw;
};

/// The simple joints that a joint is composed of, from the parent to the child: none if it is
/// fixed. This is the only function that looks at the kind of a joint.
std::vector<SimpleJoint> simple_joints(const Joint& joint);

/// "revolute", "prismatic", ...: the name in model files and messages.
std::string_view name_of(JointKind kind);

}  // namespace appell::model
