#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "appell/model/description.hpp"
#include "appell/spatial/screw.hpp"

/// The only place that looks at the kind of a joint.
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
/// fixed.
/// @param joint  without problems (find_problems()).
std::vector<SimpleJoint> simple_joints(const Joint& joint);

/// "revolute", "prismatic", ...: the name in model files and messages.
std::string_view name_of(JointKind kind);

/// The kind of that name; none if there is none.
std::optional<JointKind> joint_kind(std::string_view name);

/// Names of all kinds.
std::vector<std::string> joint_kind_names();

int num_coordinates(JointKind kind);

/// Whether the direction of `Joint::axis` matters.
bool has_axis(JointKind kind);

/// Whether a vector can be scaled to unit length: not zero, nor so small or large that its square
/// is lost.
bool is_direction(const Vec3& vector);

/// Whether the orientation set `Joint::angles` matters.
bool has_angles(JointKind kind);

/// The 12 sets of orientation angles: three letters, no two neighbours the same.
bool is_orientation_set(std::string_view letters);

}  // namespace appell::model
