#include <cmath>

#include "appell/base/quoted.hpp"
#include "appell/base/text.hpp"
#include "appell/io/write_model.hpp"
#include "appell/model/joint.hpp"

namespace appell::io {
namespace {

using model::Geometry;
using spatial::Placement;

std::string list(const Eigen::Ref<const VecX>& values) {
  std::string out = "[";
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    if (i > 0) out += ", ";
    out += to_text(values(i));
  }
  return out + "]";
}

std::string rows(const Eigen::Ref<const MatX>& m) {
  std::string out = "[";
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    if (i > 0) out += ", ";
    out += list(m.row(i).transpose());
  }
  return out + "]";
}

/// Collects `key = value` pairs, as lines of a table or inside braces.
class Fields {
 public:
  void add(std::string_view key, const std::string& value) {
    pairs_.push_back(concat(key, " = ", value));
  }
  void add(std::string_view key, double value, double missing) {
    if (value != missing) add(key, to_text(value));
  }
  bool empty() const { return pairs_.empty(); }
  std::string lines() const {
    std::string out;
    for (const std::string& pair : pairs_) out += pair + "\n";
    return out;
  }
  std::string braces() const { return "{" + whole_comma_list(pairs_) + "}"; }

 private:
  std::vector<std::string> pairs_;
};

/// xyz and rotation, nothing for the identity. `prefix` as in com, com_rpy.
void add_placement(const Placement& placement, Fields& fields) {
  if (const auto* matrix = std::get_if<Placement::Matrix>(&placement.rotation)) {
    if (matrix->R == Mat3::Identity()) {
      if (!placement.xyz.isZero(0.0)) fields.add("xyz", list(placement.xyz));
    } else {
      fields.add("matrix", rows(spatial::Transform{matrix->R, placement.xyz}.matrix()));
    }
    return;
  }
  if (!placement.xyz.isZero(0.0)) fields.add("xyz", list(placement.xyz));
  if (const auto* rpy = std::get_if<Placement::Rpy>(&placement.rotation)) {
    if (!rpy->angles.isZero(0.0)) fields.add("rpy", list(rpy->angles));
  } else {
    fields.add("quat_xyzw", list(std::get<Placement::Quaternion>(placement.rotation).xyzw));
  }
}

void add_inertial(const model::Inertial& inertial, Fields& fields) {
  if (inertial.mass == 0.0 && inertial.inertia.isZero(0.0)) return;
  fields.add("mass", to_text(inertial.mass));
  fields.add("com", list(inertial.X_LC.xyz));
  if (const auto* rpy = std::get_if<Placement::Rpy>(&inertial.X_LC.rotation)) {
    if (!rpy->angles.isZero(0.0)) fields.add("com_rpy", list(rpy->angles));
  } else if (const auto* q = std::get_if<Placement::Quaternion>(&inertial.X_LC.rotation)) {
    fields.add("com_quat_xyzw", list(q->xyzw));
  } else {
    const Mat3& R = std::get<Placement::Matrix>(inertial.X_LC.rotation).R;
    if (R != Mat3::Identity()) fields.add("com_rotation", rows(R));
  }
  fields.add("inertia", rows(inertial.inertia));
}

void add_shape(const mass::Box& box, Fields& fields) {
  fields.add("shape", quoted_text("box"));
  fields.add("size", list(box.size));
}
void add_round(const char* name, double radius, double length, Fields& fields) {
  fields.add("shape", quoted_text(name));
  fields.add("radius", to_text(radius));
  fields.add("length", to_text(length));
}
void add_shape(const mass::Cylinder& cylinder, Fields& fields) {
  add_round("cylinder", cylinder.radius, cylinder.length, fields);
}
void add_shape(const mass::Capsule& capsule, Fields& fields) {
  add_round("capsule", capsule.radius, capsule.length, fields);
}
void add_shape(const mass::Sphere& sphere, Fields& fields) {
  fields.add("shape", quoted_text("sphere"));
  fields.add("radius", to_text(sphere.radius));
}
void add_shape(const model::MeshFile& mesh, Fields& fields) {
  fields.add("shape", quoted_text("mesh"));
  fields.add("file", quoted_text(mesh.uri));
  if (mesh.scale != Vec3::Ones()) fields.add("scale", list(mesh.scale));
}

void add_geometries(const std::vector<Geometry>& geometries, Geometry::Role role,
                    std::string_view key, Fields& fields) {
  std::vector<std::string> entries;
  for (const Geometry& geometry : geometries) {
    if (geometry.role != role) continue;
    Fields entry;
    std::visit([&entry](const auto& shape) { add_shape(shape, entry); }, geometry.shape);
    add_placement(geometry.X_LG, entry);
    if (geometry.colour) entry.add("colour", list(*geometry.colour));
    entries.push_back(entry.braces());
  }
  if (!entries.empty()) fields.add(key, "[" + whole_comma_list(entries) + "]");
}

std::string limits_text(const model::Limits& limits) {
  constexpr double kNone = model::Limits::kNone;
  Fields fields;
  fields.add("lower", limits.lower, -kNone);
  fields.add("upper", limits.upper, kNone);
  fields.add("velocity", limits.velocity, kNone);
  fields.add("effort", limits.effort, kNone);
  fields.add("acceleration", limits.acceleration, kNone);
  fields.add("deceleration", limits.deceleration, kNone);
  fields.add("jerk", limits.jerk, kNone);
  return fields.empty() ? "" : fields.braces();
}

std::string actuator_text(const model::Actuator& actuator) {
  Fields fields;
  fields.add("gear_ratio", actuator.gear_ratio, 1.0);
  fields.add("rotor_inertia", actuator.rotor_inertia, 0.0);
  fields.add("stiffness", actuator.stiffness, 0.0);
  fields.add("damping", actuator.damping, 0.0);
  fields.add("torque_constant", actuator.torque_constant, 0.0);
  fields.add("resistance", actuator.resistance, 0.0);
  fields.add("stiffness_3", actuator.stiffness_3, 0.0);
  fields.add("stiffness_5", actuator.stiffness_5, 0.0);
  const std::string friction = friction_toml(actuator.motor_friction);
  if (!friction.empty()) fields.add("motor_friction", friction);
  return fields.empty() ? "" : fields.braces();
}

std::string link_text(const model::Link& link) {
  Fields fields;
  fields.add("name", quoted_text(link.name));
  add_inertial(link.inertial, fields);
  add_geometries(link.geometries, Geometry::Role::kVisual, "visual", fields);
  add_geometries(link.geometries, Geometry::Role::kCollision, "collision", fields);
  add_geometries(link.geometries, Geometry::Role::kSketch, "sketch", fields);
  return "\n[[link]]\n" + fields.lines();
}

std::string joint_text(const model::Joint& joint) {
  Fields fields;
  fields.add("name", quoted_text(joint.name));
  fields.add("type", quoted_text(std::string(model::name_of(joint.kind))));
  fields.add("parent", quoted_text(joint.parent));
  fields.add("child", quoted_text(joint.child));
  add_placement(joint.X_PJ, fields);
  if (model::has_axis(joint.kind)) fields.add("axis", list(joint.axis));
  fields.add("pitch", joint.pitch, joint.kind == model::JointKind::kHelical ? NAN : joint.pitch);
  if (model::has_angles(joint.kind)) fields.add("angles", quoted_text(joint.angles));
  Fields link_frame;
  add_placement(joint.X_JC, link_frame);
  if (!link_frame.empty()) fields.add("link_frame", link_frame.braces());
  for (const auto& [key, text] : {std::pair{"limit", limits_text(joint.limits)},
                                  std::pair{"friction", friction_toml(joint.friction)},
                                  std::pair{"actuator", actuator_text(joint.actuator)}}) {
    if (!text.empty() && model::num_coordinates(joint.kind) == 1) fields.add(key, text);
  }
  if (joint.mimic) {
    Fields mimic;
    mimic.add("joint", quoted_text(joint.mimic->joint));
    mimic.add("multiplier", joint.mimic->multiplier, 1.0);
    mimic.add("offset", joint.mimic->offset, 0.0);
    fields.add("mimic", mimic.braces());
  }
  if (joint.is_passive && model::num_coordinates(joint.kind) == 1) fields.add("passive", "true");
  return "\n[[joint]]\n" + fields.lines();
}

}  // namespace

std::string friction_toml(const model::Friction& friction) {
  using Law = model::Friction::Law;
  Fields fields;
  fields.add("offset", friction.offset, 0.0);
  fields.add("viscous", friction.viscous, 0.0);
  fields.add("dry", friction.dry, 0.0);
  if (friction.law == Law::kRadialLoad) fields.add("law", quoted_text("radial_load"));
  if (friction.law == Law::kSmooth) fields.add("law", quoted_text("smooth"));
  if (friction.law == Law::kStribeck) fields.add("law", quoted_text("stribeck"));
  if (friction.law == Law::kSigmoid) fields.add("law", quoted_text("sigmoid"));
  fields.add("bearing_diameter", friction.bearing_diameter, 0.0);
  fields.add("velocity", friction.velocity, 0.0);
  fields.add("stribeck", friction.stribeck, 0.0);
  fields.add("stribeck_velocity", friction.stribeck_velocity, 0.0);
  fields.add("steepness", friction.steepness, 0.0);
  fields.add("shift", friction.shift, 0.0);
  return fields.empty() ? "" : fields.braces();
}

std::string model_toml(const model::Description& description) {
  Fields fields;
  fields.add("format", "1");
  fields.add("name", quoted_text(description.name));
  fields.add("gravity", list(description.gravity));
  if (!description.end_effector.empty()) {
    fields.add("end_effector", quoted_text(description.end_effector));
  }
  std::string text = fields.lines();
  for (const model::Link& link : description.links) text += link_text(link);
  for (const model::Joint& joint : description.joints) text += joint_text(joint);
  return text;
}

}  // namespace appell::io
