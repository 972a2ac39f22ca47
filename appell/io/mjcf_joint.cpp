#include "appell/io/mjcf_joint.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/text.hpp"
#include "appell/io/xml_model.hpp"
#include "appell/model/joint.hpp"
#include "appell/spatial/rotation.hpp"

namespace appell::io {
namespace {

using model::JointKind;

JointKind mjcf_joint_kind(const MjcfElement& element) {
  if (element.own().tag() == "freejoint") return JointKind::kFree;
  const std::string type = element.text_or("type", "hinge");
  if (type == "hinge") return JointKind::kContinuous;
  if (type == "slide") return JointKind::kPrismatic;
  if (type == "ball") return JointKind::kSpherical;
  if (type == "free") return JointKind::kFree;
  element.giver("type").error(concat("type is \"", type, "\"",
                                     suggestion(type, {"hinge", "slide", "ball", "free"}),
                                     "; one of free, ball, slide, hinge is needed"));
  return JointKind::kContinuous;
}

Vec3 mjcf_joint_axis(const MjcfElement& element) {
  const Vec3 axis = element.vector_or("axis", Vec3::UnitZ());
  if (model::is_direction(axis)) return axis.normalized();
  const XmlElement& giver = element.giver("axis");
  giver.error(concat("axis is \"", giver.text("axis"), "\"; a direction is needed"));
  return Vec3::UnitZ();
}

/// Whether `limited` (or the like) and the range that belongs to it mean that there are limits.
bool is_limited(const MjcfElement& element, const char* limited, const char* range,
                const MjcfCompiler& compiler) {
  const std::string text = element.text_or(limited, "auto");
  if (text == "false") return false;
  if (text != "true" && text != "auto") {
    element.giver(limited).error(
        concat(limited, " is \"", text, "\"; true, false or auto is needed"));
    return false;
  }
  if (text == "true" || !element.has(range)) return text == "true";
  if (!compiler.has_auto_limits) {
    element.giver(range).warning(
        concat(range, " is left out: autolimits is false, and ", limited, " is not given"), range);
  }
  return compiler.has_auto_limits;
}

/// lower and upper, times `unit`.
std::optional<std::array<double, 2>> read_range(const MjcfElement& element, const char* range,
                                                double unit) {
  const auto values = element.giver(range).numbers(range, 2);
  if (!values) return std::nullopt;
  return std::array{unit * (*values)[0], unit * (*values)[1]};
}

void read_mjcf_limits(const MjcfElement& element, double unit, const MjcfCompiler& compiler,
                      model::Joint& joint) {
  if (is_limited(element, "limited", "range", compiler)) {
    if (const auto range = read_range(element, "range", unit)) {
      set_position_range(element.giver("range"), (*range)[0], (*range)[1], joint.limits);
      const bool is_bounded = (*range)[0] <= (*range)[1];
      if (is_bounded && joint.kind == JointKind::kContinuous) joint.kind = JointKind::kRevolute;
    }
  }
  if (is_limited(element, "actuatorfrclimited", "actuatorfrcrange", compiler)) {
    if (const auto range = read_range(element, "actuatorfrcrange", 1.0)) {
      joint.limits.effort = std::max(std::abs((*range)[0]), std::abs((*range)[1]));
    }
  }
}

/// A joint of several coordinates has neither limits nor friction nor rotor here.
void warn_about_several_coordinates(const MjcfElement& element, const MjcfCompiler& compiler) {
  if (element.own().tag() == "freejoint") return;  // It has no defaults and no such attributes.
  for (const char* attribute : {"armature", "damping", "frictionloss"}) {
    if (element.number_or(attribute, 0.0) == 0.0) continue;
    element.giver(attribute).warning(concat(attribute,
                                            " of a joint with several coordinates is left out: "
                                            "what it adds in MuJoCo is in no result"),
                                     concat("several/", attribute));
  }
  if (element.text_or("type", "") == "ball" && is_limited(element, "limited", "range", compiler)) {
    element.giver("range").warning("the range of a ball joint is left out", "ball range");
  }
}

void warn_about_springs(const MjcfElement& element) {
  if (element.own().tag() == "freejoint") return;
  if (element.number_or("stiffness", 0.0) != 0.0) {
    element.giver("stiffness")
        .warning("stiffness (with springref) is left out: the force of the spring is in no result",
                 "stiffness");
  }
  if (element.has("springdamper")) {
    element.giver("springdamper")
        .warning(
            "springdamper is left out: the spring and the damping that follow from it are in no "
            "result",
            "springdamper");
  }
}

void place_joint(const MjcfElement& element, const spatial::Transform& X_BF, MjcfJoint& out) {
  model::Joint& joint = out.joint;
  if (joint.kind == JointKind::kFree) return;  // Its coordinates are those of the world.
  spatial::Transform X_BJ;
  if (model::has_axis(joint.kind)) joint.axis = X_BF.R * mjcf_joint_axis(element);
  if (joint.kind == JointKind::kPrismatic) {
    X_BJ.p = -out.ref * joint.axis;
  } else {
    const Vec3 anchor = X_BF * element.vector_or("pos", Vec3::Zero());
    X_BJ.p = anchor;
    if (out.ref != 0.0) X_BJ.R = spatial::rotation_about(joint.axis, -out.ref);
    if (!anchor.isZero(0.0)) joint.X_JC.xyz = -anchor;
  }
  if (X_BJ.R == Mat3::Identity()) {
    joint.X_PJ.xyz = X_BJ.p;  // Eq. (1)
  } else {
    joint.X_PJ = X_BJ;
  }
}

}  // namespace

MjcfJoint read_mjcf_joint(const MjcfElement& element, const spatial::Transform& X_BF,
                          const MjcfCompiler& compiler) {
  element.own().check_near_attributes(mjcf_attributes(element.own().tag()));
  MjcfJoint out;
  out.joint.kind = mjcf_joint_kind(element);
  warn_about_springs(element);
  const bool is_simple = model::num_coordinates(out.joint.kind) == 1;
  if (is_simple) {
    const double unit = out.joint.kind == JointKind::kPrismatic ? 1.0 : compiler.angle_unit;
    out.ref = unit * element.number_or("ref", 0.0);
    out.joint.friction = {.viscous = element.size_or("damping", 0.0),
                          .dry = element.size_or("frictionloss", 0.0)};
    out.joint.actuator.rotor_inertia = element.size_or("armature", 0.0);
    read_mjcf_limits(element, unit, compiler, out.joint);
  } else {
    warn_about_several_coordinates(element, compiler);
  }
  place_joint(element, X_BF, out);
  return out;
}

}  // namespace appell::io
