#include <array>
#include <cmath>
#include <optional>
#include <sstream>

#include <pugixml.hpp>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/write_model.hpp"
#include "appell/io/xml_model.hpp"
#include "appell/model/joint.hpp"

namespace appell::io {
namespace {

using model::JointKind;
using spatial::Placement;

std::optional<const char*> urdf_type(JointKind kind) {
  switch (kind) {
    case JointKind::kFixed:
      return "fixed";
    case JointKind::kRevolute:
      return "revolute";
    case JointKind::kContinuous:
      return "continuous";
    case JointKind::kPrismatic:
      return "prismatic";
    case JointKind::kPlanar:
      return "planar";
    case JointKind::kFree:
      return "floating";
    default:
      return std::nullopt;
  }
}

std::string spaced(const Eigen::Ref<const VecX>& values) {
  std::string out;
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    if (i > 0) out += ' ';
    out += to_text(values(i));
  }
  return out;
}

void set(pugi::xml_node node, const char* attribute, const std::string& value) {
  node.append_attribute(attribute).set_value(value.c_str());
}

void set_unless(pugi::xml_node node, const char* attribute, double value, double missing) {
  if (value != missing) set(node, attribute, to_text(value));
}

/// Writes one description; what URDF has no words for is noted.
class UrdfWriter {
 public:
  explicit UrdfWriter(const model::Description& description) : description_(description) {
    refuse_unknown_kinds();
    robot_ = document_.append_child("robot");
    set(robot_, "name", description.name);
    set(robot_, "version", "1.2");
    if (description.gravity != default_gravity()) {
      not_said_.push_back(
          concat("gravity ", spaced(description.gravity), " m/s²: to be given with every use"));
    }
    if (!description.end_effector.empty()) {
      not_said_.push_back(
          concat("end effector '", description.end_effector, "': to be given with every use"));
    }
    for (const model::Link& link : description.links) write_link(link);
    for (const model::Joint& joint : description.joints) write_joint(joint);
  }

  WrittenModel result() const {
    std::ostringstream stream;
    document_.save(stream, "  ");
    return {stream.str(), not_said_};
  }

 private:
  void refuse_unknown_kinds() const {
    std::vector<std::string> problems;
    for (const model::Joint& joint : description_.joints) {
      if (!urdf_type(joint.kind)) {
        problems.push_back(concat("joint '", joint.name, "': is ", model::name_of(joint.kind),
                                  "; URDF has no such joint, an Appell model file (.toml) has"));
      } else if (joint.kind == JointKind::kFree && joint.angles != "xyz") {
        problems.push_back(concat("joint '", joint.name, "': has the orientation set ",
                                  joint.angles, "; read from URDF, a floating joint has xyz"));
      }
    }
    if (!problems.empty()) throw ModelError(problems);
  }

  void write_origin(pugi::xml_node node, const Placement& placement, const std::string& whose) {
    pugi::xml_node origin = node.append_child("origin");
    set(origin, "xyz", spaced(placement.xyz));
    if (const auto* rpy = std::get_if<Placement::Rpy>(&placement.rotation)) {
      set(origin, "rpy", spaced(rpy->angles));
    } else if (const auto* q = std::get_if<Placement::Quaternion>(&placement.rotation)) {
      set(origin, "quat_xyzw", spaced(q->xyzw));
    } else {
      const Mat3& R = std::get<Placement::Matrix>(placement.rotation).R;
      set(origin, "rpy", spaced(spatial::rpy_from_rotation(R)));
      if (R != Mat3::Identity()) {
        not_said_.push_back(concat(whose, ": its rotation matrix is written as rpy, to rounding"));
      }
    }
  }

  void write_link(const model::Link& link) {
    pugi::xml_node node = robot_.append_child("link");
    set(node, "name", link.name);
    const model::Inertial& inertial = link.inertial;
    const std::string whose = concat("link '", link.name, "'");
    if (inertial.mass != 0.0 || !inertial.inertia.isZero(0.0)) {
      pugi::xml_node element = node.append_child("inertial");
      write_origin(element, inertial.X_LC, whose);
      set(element.append_child("mass"), "value", to_text(inertial.mass));
      pugi::xml_node inertia = element.append_child("inertia");
      for (const char* entry : kInertiaEntries) {
        set(inertia, entry, to_text(inertial.inertia(entry[1] - 'x', entry[2] - 'x')));
      }
    }
    for (const model::Geometry& geometry : link.geometries) {
      using Role = model::Geometry::Role;
      pugi::xml_node element =
          node.append_child(geometry.role == Role::kCollision ? "collision" : "visual");
      if (geometry.role == Role::kSketch) set(element, "name", "sketch");
      write_origin(element, geometry.X_LG, whose);
      pugi::xml_node shape = element.append_child("geometry");
      std::visit([&shape](const auto& kind) { write_shape(shape, kind); }, geometry.shape);
      if (geometry.colour) {
        pugi::xml_node material = element.append_child("material");
        const Vec3& rgb = *geometry.colour;
        set(material, "name", concat("colour ", spaced(rgb)));
        set(material.append_child("color"), "rgba", spaced(rgb) + " 1");
      }
    }
  }

  static void write_shape(pugi::xml_node node, const mass::Box& box) {
    set(node.append_child("box"), "size", spaced(box.size));
  }
  static void write_round(pugi::xml_node node, const char* name, double radius, double length) {
    pugi::xml_node shape = node.append_child(name);
    set(shape, "radius", to_text(radius));
    set(shape, "length", to_text(length));
  }
  static void write_shape(pugi::xml_node node, const mass::Cylinder& cylinder) {
    write_round(node, "cylinder", cylinder.radius, cylinder.length);
  }
  static void write_shape(pugi::xml_node node, const mass::Capsule& capsule) {
    write_round(node, "capsule", capsule.radius, capsule.length);
  }
  static void write_shape(pugi::xml_node node, const mass::Sphere& sphere) {
    set(node.append_child("sphere"), "radius", to_text(sphere.radius));
  }
  static void write_shape(pugi::xml_node node, const model::MeshFile& mesh) {
    pugi::xml_node shape = node.append_child("mesh");
    set(shape, "filename", mesh.uri);
    if (mesh.scale != Vec3::Ones()) set(shape, "scale", spaced(mesh.scale));
  }

  void write_joint(const model::Joint& joint) {
    pugi::xml_node node = robot_.append_child("joint");
    const std::string whose = concat("joint '", joint.name, "'");
    const bool has_own_frame = is_identity(joint.X_JC);
    const std::string child = has_own_frame ? joint.child : joint.child + "_joint_frame";
    set(node, "name", joint.name);
    set(node, "type", *urdf_type(joint.kind));
    set(node.append_child("parent"), "link", joint.parent);
    set(node.append_child("child"), "link", child);
    write_origin(node, joint.X_PJ, whose);
    if (model::has_axis(joint.kind)) set(node.append_child("axis"), "xyz", spaced(joint.axis));
    write_limits(node, joint);
    write_friction(node, joint.friction, whose);
    if (joint.actuator.reflected_inertia() != 0.0 || joint.actuator.stiffness != 0.0 ||
        joint.actuator.gear_ratio != 1.0 || joint.actuator.damping != 0.0 ||
        !joint.actuator.motor_friction.is_zero()) {
      not_said_.push_back(whose + ": its actuator (gear, rotor inertia, elasticity)");
    }
    if (joint.mimic) {
      pugi::xml_node mimic = node.append_child("mimic");
      set(mimic, "joint", joint.mimic->joint);
      set(mimic, "multiplier", to_text(joint.mimic->multiplier));
      set(mimic, "offset", to_text(joint.mimic->offset));
    }
    if (!has_own_frame) write_link_frame(joint, child);
  }

  /// URDF knows no link away from its joint: an extra massless link, and the link fixed to it.
  void write_link_frame(const model::Joint& joint, const std::string& extra) {
    set(robot_.append_child("link"), "name", extra);
    pugi::xml_node mount = robot_.append_child("joint");
    set(mount, "name", joint.name + "_link_frame");
    set(mount, "type", "fixed");
    set(mount.append_child("parent"), "link", extra);
    set(mount.append_child("child"), "link", joint.child);
    write_origin(mount, joint.X_JC, concat("joint '", joint.name, "'"));
    not_said_.push_back(concat("joint '", joint.name,
                               "': its link stands away from it; the extra link '", extra,
                               "' says so"));
  }

  static void write_limits(pugi::xml_node joint_node, const model::Joint& joint) {
    constexpr double kNone = model::Limits::kNone;
    const model::Limits& limits = joint.limits;
    const std::array all{limits.upper,        limits.velocity,     limits.effort,
                         limits.acceleration, limits.deceleration, limits.jerk};
    bool has_any = limits.lower != -kNone;
    for (const double limit : all) has_any = has_any || limit != kNone;
    if (!has_any) return;
    pugi::xml_node node = joint_node.append_child("limit");
    if (joint.kind != JointKind::kContinuous) {
      set_unless(node, "lower", limits.lower, -kNone);
      set_unless(node, "upper", limits.upper, kNone);
    }
    set_unless(node, "effort", limits.effort, kNone);
    set_unless(node, "velocity", limits.velocity, kNone);
    set_unless(node, "acceleration", limits.acceleration, kNone);
    set_unless(node, "deceleration", limits.deceleration, kNone);
    set_unless(node, "jerk", limits.jerk, kNone);
  }

  void write_friction(pugi::xml_node joint, const model::Friction& friction,
                      const std::string& whose) {
    if (friction.is_zero()) return;
    pugi::xml_node node = joint.append_child("dynamics");
    set(node, "damping", to_text(friction.viscous));
    if (friction.offset != 0.0) not_said_.push_back(whose + ": the offset of its friction");
    if (friction.law == model::Friction::Law::kConstant) {
      set(node, "friction", to_text(friction.dry));
    } else if (friction.has_dry()) {
      not_said_.push_back(whose + ": its dry friction, which is not a constant torque");
    }
  }

  const model::Description& description_;
  pugi::xml_document document_;
  pugi::xml_node robot_;
  std::vector<std::string> not_said_;
};

}  // namespace

WrittenModel model_urdf(const model::Description& description) {
  return UrdfWriter(description).result();
}

}  // namespace appell::io
