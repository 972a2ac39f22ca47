#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/toml_fields.hpp"
#include "appell/io/toml_parts.hpp"
#include "appell/io/toml_placement.hpp"
#include "appell/model/joint.hpp"
#include "appell/spatial/rotation.hpp"

namespace appell::io {
namespace {

using model::JointKind;
using spatial::Transform;

Transform about(const Vec3& axis, double angle) {
  return {spatial::rotation_about(axis, angle), Vec3::Zero()};
}

Transform along(const Vec3& direction) { return {Mat3::Identity(), direction}; }

/// Where a joint is given in the base frame at the zero configuration.
struct ZeroForm {
  Vec3 axis = Vec3::UnitZ();
  Vec3 point = Vec3::Zero();
};

/// Reads one Appell model file into a description and notes every problem on the way.
class ModelTomlReader {
 public:
  ModelTomlReader(const std::string& source_name, const LoadOptions& options)
      : source_name_(source_name), options_(options), diagnostics_(source_name) {}

  LoadResult read(const std::string& text) {
    const toml::table document = parse_toml(text, diagnostics_);
    TomlFields model(document, "model", diagnostics_);
    description_.name = model.required_text("name");
    if (!description_.name.empty()) model.rename(concat("model '", description_.name, "'"));
    const double format = model.number("format", 1.0);
    if (format != 1.0)
      model.error_at("format", concat("format is ", format, "; 1 is the only one"));
    description_.gravity = model.vector("gravity", default_gravity());
    description_.end_effector = model.text("end_effector");
    materials_ = read_toml_materials(model);
    for (TomlFields& link : model.tables("link")) read_link(link);
    for (TomlFields& joint : model.tables("joint")) read_joint(joint);
    model.finish();
    resolve_zero_forms();
    for (const model::Problem& problem : model::find_problems(description_, options_.physics)) {
      report(problem, model);
    }
    diagnostics_.throw_if_errors();
    return {model::build(std::move(description_), options_.physics), diagnostics_.warnings()};
  }

 private:
  void read_link(TomlFields& fields) {
    model::Link link;
    link.name = fields.required_text("name");
    if (fields.has("parts")) {
      link.inertial = read_parts(fields);
    } else {
      link.inertial = read_inertial(fields);
      fields.know({"parts"});
    }
    for (const auto& [key, role] : {std::pair{"visual", model::Geometry::Role::kVisual},
                                    std::pair{"collision", model::Geometry::Role::kCollision}}) {
      for (TomlFields& geometry : fields.tables(key)) {
        geometry.rename(concat(fields.name(), ": ", geometry.name()));
        link.geometries.push_back(read_geometry(geometry, role));
      }
    }
    fields.finish();
    links_.push_back(fields);
    description_.links.push_back(std::move(link));
  }

  /// Mass from the geometry of the link: parts that are added or cut out.
  model::Inertial read_parts(TomlFields& fields) {
    for (const char* field : {"mass", "com", "inertia"}) {
      if (fields.has(field))
        fields.error_at(field, concat("has parts and ", field, "; one is needed"));
    }
    fields.know({"mass", "com", "com_rpy", "com_quat_xyzw", "com_rotation", "inertia"});
    const std::optional<mass::Compound> compound =
        read_toml_parts(fields, "parts", materials_, source_name_, options_.physics);
    if (!compound) return {};
    for (const std::string& note : compound->notes) {
      diagnostics_.warning(fields.position(), concat(fields.name(), ": ", note));
    }
    return compound->total;
  }

  static model::Inertial read_inertial(TomlFields& fields) {
    model::Inertial inertial;
    inertial.mass = fields.number("mass", 0.0);
    inertial.inertia = fields.matrix("inertia", 3, 3);
    if (!fields.has("mass")) {
      for (const char* field : {"com", "com_rpy", "com_quat_xyzw", "inertia"}) {
        if (fields.has(field)) fields.error_at(field, concat("has ", field, " but no mass"));
      }
    }
    inertial.X_LC.xyz = fields.vector("com", Vec3::Zero());
    const Vec3 rpy = fields.vector("com_rpy", Vec3::Zero());
    const std::vector<double> q = fields.numbers("com_quat_xyzw", 4);
    const MatX rotation = fields.matrix("com_rotation", 3, 3);
    const int given = static_cast<int>(fields.has("com_rpy")) +
                      static_cast<int>(fields.has("com_quat_xyzw")) +
                      static_cast<int>(fields.has("com_rotation"));
    if (given > 1) {
      fields.error("has several of com_rpy, com_quat_xyzw and com_rotation; one says it all");
    }
    inertial.X_LC.rotation = spatial::Placement::Rpy{rpy};
    if (!q.empty()) {
      inertial.X_LC.rotation = spatial::Placement::Quaternion{{q[0], q[1], q[2], q[3]}};
    }
    if (fields.has("com_rotation") && !rotation.isZero(0.0)) {
      const double defect = spatial::rotation_defect(rotation);
      if (defect > 1e-9) {
        fields.error_at("com_rotation", "com_rotation is no rotation matrix");
      } else {
        inertial.X_LC.rotation = spatial::Placement::Matrix{rotation};
      }
    }
    return inertial;
  }

  model::Geometry read_geometry(TomlFields& fields, model::Geometry::Role role) const {
    model::Geometry geometry{.role = role, .X_LG = read_toml_placement(fields), .shape = {}};
    const std::vector<std::string> shapes{"box", "cylinder", "capsule", "sphere", "mesh"};
    const std::string shape = fields.required_text("shape");
    const auto positive = [&fields](const char* key) {
      const double value = fields.required_number(key);
      if (fields.has(key) && !(value > 0.0)) {
        fields.error_at(key, concat(key, " is ", value, "; it must be positive"));
      }
      return value;
    };
    if (shape == "box") {
      const Vec3 size = fields.vector("size", Vec3::Zero());
      if (size.minCoeff() <= 0.0) fields.error_at("size", "three positive sizes are needed");
      geometry.shape = model::BoxGeometry{size};
    } else if (shape == "cylinder") {
      geometry.shape = model::CylinderGeometry{positive("radius"), positive("length")};
    } else if (shape == "capsule") {
      geometry.shape = model::CapsuleGeometry{positive("radius"), positive("length")};
    } else if (shape == "sphere") {
      geometry.shape = model::SphereGeometry{positive("radius")};
    } else if (shape == "mesh") {
      const std::string uri = fields.required_text("file");
      geometry.shape = model::MeshGeometry{uri, find_mesh(uri, source_name_, options_.packages),
                                           fields.vector("scale", Vec3::Ones())};
    } else if (!shape.empty()) {
      fields.error_at("shape", concat("shape is '", shape, "'", suggestion(shape, shapes),
                                      "; one of ", comma_list(shapes), " is needed"));
    }
    fields.finish();
    return geometry;
  }

  void read_joint(TomlFields& fields) {
    model::Joint joint;
    joint.name = fields.required_text("name");
    const std::string type = fields.required_text("type");
    const std::optional<JointKind> kind = model::joint_kind(type);
    if (!kind && !type.empty()) {
      const std::vector<std::string> kinds = model::joint_kind_names();
      fields.error_at("type", concat("type is '", type, "'", suggestion(type, kinds), "; one of ",
                                     comma_list(kinds), " is needed"));
    }
    joint.kind = kind.value_or(JointKind::kFixed);
    joint.parent = fields.required_text("parent");
    joint.child = fields.required_text("child");
    read_placement(fields, joint);
    if (fields.has("pitch") && joint.kind != JointKind::kHelical) {
      fields.error_at("pitch", "has a pitch; only a helical joint has one");
    }
    joint.pitch = fields.number("pitch", 0.0);
    joint.angles = fields.text("angles", "xyz");
    if (fields.has("angles") && !model::has_angles(joint.kind)) {
      fields.error_at("angles", concat("has orientation angles; a ", type, " joint has none"));
    }
    read_single_coordinate_fields(fields, joint);
    fields.finish();
    joints_.push_back(fields);
    description_.joints.push_back(std::move(joint));
  }

  /// xyz and rpy, a Denavit-Hartenberg row, or axis and point in the base frame.
  void read_placement(TomlFields& fields, model::Joint& joint) {
    std::optional<TomlFields> dh = fields.table("dh");
    std::optional<TomlFields> zero = fields.table("zero");
    joint.X_PJ = read_toml_placement(fields);
    const bool has_xyz =
        fields.has("xyz") || fields.has("rpy") || fields.has("quat_xyzw") || fields.has("matrix");
    if (static_cast<int>(has_xyz) + static_cast<int>(dh.has_value()) +
            static_cast<int>(zero.has_value()) >
        1) {
      fields.error("is placed in several ways; give xyz/rpy, dh or zero, not more than one");
    }
    const Vec3 axis = fields.vector("axis", Vec3::UnitZ());
    if (fields.has("axis") && (dh || zero)) {
      fields.error_at("axis", "has an axis; dh means z, and zero has an axis of its own");
    }
    joint.axis = axis;
    std::optional<TomlFields> link_placement = fields.table("link_frame");
    if (link_placement) {
      joint.X_JC = read_toml_placement(*link_placement);
      link_placement->finish();
    }
    if (dh) read_dh(*dh, joint);
    if (zero) {
      ZeroForm form;
      form.axis = zero->vector("axis", Vec3::UnitZ());
      form.point = zero->vector("point", Vec3::Zero());
      zero->finish();
      zero_forms_[description_.joints.size()] = form;
    }
  }

  /// One row of Denavit-Hartenberg parameters, with the joint's coordinate added to theta (or to
  /// d).
  ///   standard: Rz(θ) Tz(d) Tx(a) Rx(α), the joint acts first;
  ///   modified: Rx(α) Tx(a) Rz(θ) Tz(d), the joint acts last.
  static void read_dh(TomlFields& fields, model::Joint& joint) {
    const std::string convention = fields.required_text("convention");
    const double a = fields.number("a", 0.0);
    const double alpha = fields.number("alpha", 0.0);
    const double d = fields.number("d", 0.0);
    const double theta = fields.number("theta", 0.0);
    fields.finish();
    const Transform about_z = about(Vec3::UnitZ(), theta) * along(d * Vec3::UnitZ());
    const Transform about_x = about(Vec3::UnitX(), alpha) * along(a * Vec3::UnitX());
    joint.axis = Vec3::UnitZ();
    if (convention == "standard") {
      joint.X_PJ = about_z;
      joint.X_JC = along(a * Vec3::UnitX()) * about(Vec3::UnitX(), alpha);
    } else if (convention == "modified") {
      joint.X_PJ = about_x * about_z;
    } else {
      fields.error_at("convention",
                      concat("convention is '", convention, "'; standard or modified is needed"));
    }
  }

  void read_single_coordinate_fields(TomlFields& fields, model::Joint& joint) {
    const bool is_single = model::num_coordinates(joint.kind) == 1;
    for (const char* key : {"limit", "friction", "actuator", "mimic"}) {
      if (fields.has(key) && !is_single) {
        fields.error_at(key, concat("has ", key, "; only a joint with one coordinate can have it"));
      }
    }
    if (std::optional<TomlFields> limit = fields.table("limit")) {
      joint.limits.lower = limit->number("lower", joint.limits.lower);
      joint.limits.upper = limit->number("upper", joint.limits.upper);
      joint.limits.velocity = limit->size("velocity", joint.limits.velocity);
      joint.limits.effort = limit->size("effort", joint.limits.effort);
      joint.limits.acceleration = limit->size("acceleration", joint.limits.acceleration);
      joint.limits.deceleration = limit->size("deceleration", joint.limits.deceleration);
      joint.limits.jerk = limit->size("jerk", joint.limits.jerk);
      limit->finish();
    }
    if (std::optional<TomlFields> friction = fields.table("friction")) {
      joint.friction = read_friction(*friction);
    }
    if (std::optional<TomlFields> actuator = fields.table("actuator")) {
      joint.actuator.gear_ratio = actuator->number("gear_ratio", 1.0);
      joint.actuator.rotor_inertia = actuator->size("rotor_inertia", 0.0);
      joint.actuator.stiffness = actuator->size("stiffness", 0.0);
      joint.actuator.damping = actuator->size("damping", 0.0);
      actuator->finish();
    }
    if (std::optional<TomlFields> mimic = fields.table("mimic")) {
      joint.mimic = model::Mimic{.joint = mimic->required_text("joint"),
                                 .multiplier = mimic->number("multiplier", 1.0),
                                 .offset = mimic->number("offset", 0.0)};
      mimic->finish();
    }
  }

  static model::Friction read_friction(TomlFields& fields) {
    using Law = model::Friction::Law;
    model::Friction friction;
    friction.viscous = fields.size("viscous", 0.0);
    friction.dry = fields.size("dry", 0.0);
    const std::string law = fields.text("law", "constant");
    friction.bearing_diameter = fields.size("bearing_diameter", 0.0);
    friction.velocity = fields.size("velocity", 0.0);
    if (law == "radial_load") {
      friction.law = Law::kRadialLoad;
    } else if (law == "smooth") {
      friction.law = Law::kSmooth;
      if (friction.velocity == 0.0) {
        fields.error("law is smooth but velocity is missing or zero; a positive one is needed");
      }
    } else if (law != "constant") {
      fields.error_at("law",
                      concat("law is '", law, "'; constant, radial_load or smooth is needed"));
    }
    fields.finish();
    return friction;
  }

  /// Turns axes and points in the base frame into placements in the parent link, from the root
  /// down. The child link's axes are those of the base frame at the zero configuration, its origin
  /// the point.
  void resolve_zero_forms() {
    if (zero_forms_.empty()) return;
    std::map<std::string, Transform> X_0L;  // Of each link, at the zero configuration.
    std::set<std::string> children;
    for (const model::Joint& joint : description_.joints) children.insert(joint.child);
    for (const model::Link& link : description_.links) {
      if (!children.contains(link.name)) X_0L[link.name] = {};
    }
    // Each round places the children of placed links; a broken tree leaves the rest to
    // find_problems().
    std::vector<bool> done(description_.joints.size(), false);
    for (bool progress = true; progress;) {
      progress = false;
      for (std::size_t i = 0; i < description_.joints.size(); ++i) {
        model::Joint& joint = description_.joints[i];
        const auto parent = X_0L.find(joint.parent);
        if (done[i] || parent == X_0L.end()) continue;
        if (const auto form = zero_forms_.find(i); form != zero_forms_.end()) {
          joint.axis = form->second.axis;
          joint.X_PJ = parent->second.inverse() * along(form->second.point);
        }
        X_0L[joint.child] = parent->second * joint.X_PJ.transform() * joint.X_JC.transform();
        done[i] = progress = true;
      }
    }
  }

  void report(const model::Problem& problem, const TomlFields& model) const {
    using Where = model::Problem::Where;
    const TomlFields& at = problem.where == Where::kLink    ? links_[problem.index]
                           : problem.where == Where::kJoint ? joints_[problem.index]
                                                            : model;
    at.error(problem.text);
  }

  const std::string& source_name_;
  const LoadOptions& options_;
  Diagnostics diagnostics_;
  model::Description description_;
  std::vector<mass::Material> materials_;
  std::vector<TomlFields> links_;  ///< Where each link of the description stands.
  std::vector<TomlFields> joints_;
  std::map<std::size_t, ZeroForm> zero_forms_;  ///< By joint.
};

}  // namespace

LoadResult read_model_toml(const std::string& source_name, const std::string& text,
                           const LoadOptions& options) {
  return ModelTomlReader(source_name, options).read(text);
}

}  // namespace appell::io
