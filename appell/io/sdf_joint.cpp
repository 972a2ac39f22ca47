#include "appell/io/sdf_joint.hpp"

#include <cmath>

#include "appell/base/constants.hpp"
#include "appell/base/text.hpp"
#include "appell/io/xml_model.hpp"
#include "appell/model/joint.hpp"

namespace appell::io {
namespace {

using model::JointKind;

const JointTypes kSdfJointTypes{
    {"fixed", JointKind::kFixed},           {"revolute", JointKind::kRevolute},
    {"continuous", JointKind::kContinuous}, {"prismatic", JointKind::kPrismatic},
    {"screw", JointKind::kHelical},         {"ball", JointKind::kSpherical},
    {"universal", JointKind::kUniversal},   {"revolute2", JointKind::kUniversal}};

/// The direction of an <axis>, in the joint frame.
Vec3 sdf_axis(const XmlElement& joint, const XmlElement& axis, const SdfFrames& frames,
              bool axes_in_model) {
  const XmlElement xyz = axis.child("xyz");
  std::string frame = axes_in_model ? SdfFrames::kModel : joint.text("name");
  if (axis.child("use_parent_model_frame")) {
    frame =
        sdf_flag_or(axis, "use_parent_model_frame", false) ? SdfFrames::kModel : joint.text("name");
  }
  std::optional<Vec3> direction = Vec3::UnitZ();  // SDF's own default.
  if (xyz) {
    xyz.check_near_attributes({"expressed_in"});
    if (!xyz.text("expressed_in").empty()) frame = xyz.text("expressed_in");
    direction = sdf_vector(xyz);
    if (!direction || !frames.check_name(xyz, frame)) return Vec3::UnitZ();
    if (!model::is_direction(*direction)) {
      xyz.error(concat("is \"", xyz.content(), "\"; a direction is needed"));
      return Vec3::UnitZ();
    }
  }
  if (frame == joint.text("name")) return *direction;
  return frames.relative(joint.text("name"), frame).transform().R * *direction;
}

/// SDF writes "no limit" as a number.
double sdf_bound(const XmlElement& limit, const char* child, double none) {
  constexpr double kNoBound = 1e16;
  const double value = sdf_number_or(limit, child, none);
  return std::abs(value) >= kNoBound ? std::copysign(model::Limits::kNone, value) : value;
}

double sdf_magnitude(const XmlElement& limit, const char* child) {
  const double value = sdf_bound(limit, child, -1.0);
  return value < 0.0 ? model::Limits::kNone : value;
}

void read_axis_details(const XmlElement& axis, model::Joint& joint) {
  axis.check_near_children(
      {"xyz", "limit", "dynamics", "use_parent_model_frame", "initial_position", "mimic"});
  if (const XmlElement limit = axis.child("limit")) {
    limit.check_near_children({"lower", "upper", "effort", "velocity", "stiffness", "dissipation"});
    set_position_range(limit, sdf_bound(limit, "lower", -model::Limits::kNone),
                       sdf_bound(limit, "upper", model::Limits::kNone), joint.limits);
    joint.limits.effort = sdf_magnitude(limit, "effort");
    joint.limits.velocity = sdf_magnitude(limit, "velocity");
  }
  if (const XmlElement dynamics = axis.child("dynamics")) {
    dynamics.check_near_children({"damping", "friction", "spring_reference", "spring_stiffness"});
    joint.friction = {.viscous = sdf_size_or(dynamics, "damping", 0.0),
                      .dry = sdf_size_or(dynamics, "friction", 0.0)};
    if (sdf_number_or(dynamics, "spring_stiffness", 0.0) != 0.0) {
      dynamics.warning("the spring is left out: its force is in no result", "spring");
    }
  }
  if (const XmlElement mimic = axis.child("mimic")) {
    mimic.check_near_attributes({"joint", "axis"});
    const double reference = sdf_number_or(mimic, "reference", 0.0);
    const double multiplier = sdf_number_or(mimic, "multiplier", 1.0);
    joint.mimic =
        model::Mimic{.joint = mimic.required_text("joint"),
                     .multiplier = multiplier,
                     .offset = sdf_number_or(mimic, "offset", 0.0) - multiplier * reference};
  }
}

/// Metres per radian. The older `thread_pitch` is minus radians per metre.
double sdf_pitch(const XmlElement& joint) {
  if (joint.child("screw_thread_pitch")) {
    return sdf_number_or(joint, "screw_thread_pitch", 1.0) / (2.0 * kPi);
  }
  const double thread = sdf_number_or(joint, "thread_pitch", 1.0);
  if (std::isnormal(thread)) return -1.0 / thread;
  joint.child("thread_pitch").error(concat("is ", thread, "; it must not be zero"));
  return 0.0;
}

}  // namespace

std::vector<model::Joint> read_sdf_joint(const XmlElement& element, const SdfFrames& frames,
                                         bool axes_in_model) {
  element.check_near_children({"parent", "child", "pose", "axis", "axis2", "physics", "sensor",
                               "gearbox_ratio", "gearbox_reference_body", "thread_pitch",
                               "screw_thread_pitch"});
  element.check_near_attributes({"name", "type"});
  const JointKind kind = joint_type(element, kSdfJointTypes).value_or(JointKind::kFixed);
  std::vector<model::Joint> joints;
  const auto add = [&](JointKind as, const char* axis, const std::string& suffix) {
    model::Joint joint;
    joint.name = element.text("name") + suffix;
    joint.kind = as;
    if (axis != nullptr) {
      if (const XmlElement given = element.child(axis)) {
        joint.axis = sdf_axis(element, given, frames, axes_in_model);
        read_axis_details(given, joint);
      } else {
        element.error(concat("has no <", axis, ">; one is needed"));
      }
    }
    if (as == JointKind::kHelical) joint.pitch = sdf_pitch(element);
    joints.push_back(std::move(joint));
  };
  if (kind == JointKind::kUniversal) {
    add(JointKind::kRevolute, "axis", "_axis");
    add(JointKind::kRevolute, "axis2", "_axis2");
  } else {
    add(kind, model::has_axis(kind) ? "axis" : nullptr, "");
  }
  return joints;
}

}  // namespace appell::io
