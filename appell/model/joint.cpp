#include "appell/model/joint.hpp"

#include "appell/base/error.hpp"

namespace appell::model {

std::vector<SimpleJoint> simple_joints(const Joint& joint) {
  const Vec3& k = joint.axis;
  switch (joint.kind) {
    case JointKind::kFixed:
      return {};
    case JointKind::kRevolute:
    case JointKind::kContinuous:
      return {{.suffix = "", .screw = {.angular = k, .linear = Vec3::Zero()}}};
    case JointKind::kPrismatic:
      return {{.suffix = "", .screw = {.angular = Vec3::Zero(), .linear = k}}};
    case JointKind::kHelical:
      return {{.suffix = "", .screw = {.angular = k, .linear = joint.pitch * k}}};
  }
  throw InvalidArgument("unknown kind of joint");
}

std::string_view name_of(JointKind kind) {
  switch (kind) {
    case JointKind::kFixed:
      return "fixed";
    case JointKind::kRevolute:
      return "revolute";
    case JointKind::kContinuous:
      return "continuous";
    case JointKind::kPrismatic:
      return "prismatic";
    case JointKind::kHelical:
      return "helical";
  }
  throw InvalidArgument("unknown kind of joint");
}

}  // namespace appell::model
