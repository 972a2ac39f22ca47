#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/mesh_files.hpp"
#include "appell/io/toml_fields.hpp"
#include "appell/io/toml_parts.hpp"
#include "appell/io/toml_values.hpp"
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
void place_zero_forms(const ZeroForms& forms, model::Description& robot) {
  if (forms.empty()) return;
  std::map<std::string, Transform> X_0L;  // Of each link, at the zero configuration.
  std::set<std::string> children;
  std::multimap<std::string, std::size_t> joints_below;
  for (std::size_t i = 0; i < robot.joints.size(); ++i) {
    children.insert(robot.joints[i].child);
    joints_below.emplace(robot.joints[i].parent, i);
  }
  std::vector<std::string> placed;
  for (const model::Link& link : robot.links) {
    if (!children.contains(link.name) && X_0L.emplace(link.name, Transform()).second) {
      placed.push_back(link.name);
    }
  }
  while (!placed.empty()) {
    const std::string parent = std::move(placed.back());
    placed.pop_back();
    const Transform X_0P = X_0L.at(parent);
    const auto [first, last] = joints_below.equal_range(parent);
    for (auto below = first; below != last; ++below) {
      model::Joint& joint = robot.joints[below->second];
      if (const auto form = forms.find(below->second); form != forms.end()) {
        // The joint frame has the axes of the base, so that the axis is what the file says.
        joint.axis = form->second.axis;
        joint.X_PJ = X_0P.inverse() * Transform{Mat3::Identity(), form->second.point};
      }
      const Transform X_0C = X_0P * joint.X_PJ.transform() * joint.X_JC.transform();
      if (X_0L.emplace(joint.child, X_0C).second) placed.push_back(joint.child);
    }
  }
}

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
    model.check_format();
    description_.gravity = model.vector("gravity", default_gravity());
    description_.end_effector = model.text("end_effector");
    materials_ = read_toml_materials(model);
    for (TomlFields& link : model.tables("link")) read_link(link);
    for (TomlFields& joint : model.tables("joint")) read_joint(joint);
    model.finish();
    place_zero_forms(zero_forms_, description_);
    for (const model::Problem& problem : model::find_problems(description_, options_.physics)) {
      if (!problem.is_absence) report(problem, model);
    }
    diagnostics_.throw_if_errors();
    for (const model::Problem& problem : model::find_immobile_inertias(description_)) {
      const TomlFields& link = links_[problem.index];
      diagnostics_.warning(link.position(), concat(link.name(), ": ", problem.text));
    }
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
    using Role = model::Geometry::Role;
    for (const auto& [key, role] :
         {std::pair{"visual", Role::kVisual}, std::pair{"collision", Role::kCollision},
          std::pair{"sketch", Role::kSketch}}) {
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
        read_toml_parts(fields, "parts", materials_, source_name_, bodies_, options_.physics);
    if (!compound) return {};
    for (const std::string& note : compound->notes) {
      diagnostics_.warning(fields.position(), concat(fields.name(), ": ", note));
    }
    return compound->total;
  }

  model::Inertial read_inertial(TomlFields& fields) {
    const std::size_t errors_before = diagnostics_.num_errors();
    model::Inertial inertial;
    inertial.mass = fields.number("mass", 0.0);
    inertial.inertia = fields.matrix("inertia", 3, 3).value_or(Mat3::Zero());
    if (!fields.has("mass")) {
      for (const char* field : {"com", "com_rpy", "com_quat_xyzw", "com_rotation", "inertia"}) {
        if (fields.has(field)) {
          fields.error_at(field, concat("has ", field, " but no mass; a mass is needed"));
        }
      }
    }
    inertial.X_LC.xyz = fields.vector("com", Vec3::Zero());
    inertial.X_LC.rotation = spatial::Placement::Rpy{fields.vector("com_rpy", Vec3::Zero())};
    if (const std::optional<Eigen::Vector4d> q = fields.quaternion("com_quat_xyzw")) {
      inertial.X_LC.rotation = spatial::Placement::Quaternion{*q};
    }
    if (const std::optional<MatX> matrix = fields.matrix("com_rotation", 3, 3)) {
      const std::optional<Mat3> R = rotation_in(fields, "com_rotation", *matrix);
      if (R) inertial.X_LC.rotation = spatial::Placement::Matrix{*R};
    }
    const int given = static_cast<int>(fields.has("com_rpy")) +
                      static_cast<int>(fields.has("com_quat_xyzw")) +
                      static_cast<int>(fields.has("com_rotation"));
    if (given > 1) {
      fields.error("has several of com_rpy, com_quat_xyzw and com_rotation; one is needed");
    }
    // What a wrong number leaves behind must not be judged as a body.
    return diagnostics_.num_errors() == errors_before ? inertial : model::Inertial();
  }

  model::Geometry read_geometry(TomlFields& fields, model::Geometry::Role role) const {
    model::Geometry geometry{.role = role, .X_LG = read_toml_placement(fields), .shape = {}};
    if (fields.has("colour")) geometry.colour = fields.vector("colour", Vec3::Ones());
    const std::vector<std::string> shapes{"box", "cylinder", "capsule", "sphere", "mesh"};
    const std::string shape = fields.required_text("shape");
    const auto positive = [&fields](const char* key) {
      if (!fields.has(key)) fields.error(concat(key, " is missing; a positive number is needed"));
      const double value = fields.number(key, 1.0);
      if (!(value > 0.0)) {
        fields.error_at(key, concat(key, " is ", value, "; it must be positive"));
      }
      return value;
    };
    if (shape == "box") {
      const Vec3 size = fields.vector("size", Vec3::Ones());
      if (!fields.has("size")) {
        fields.error("size is missing; three positive numbers are needed");
      } else if (size.minCoeff() <= 0.0) {
        fields.error_at("size", concat("size is ", size.x(), ", ", size.y(), ", ", size.z(),
                                       "; three positive numbers are needed"));
      }
      geometry.shape = mass::Box{size};
    } else if (shape == "cylinder") {
      geometry.shape = mass::Cylinder{positive("radius"), positive("length")};
    } else if (shape == "capsule") {
      geometry.shape = mass::Capsule{positive("radius"), positive("length")};
    } else if (shape == "sphere") {
      geometry.shape = mass::Sphere{positive("radius")};
    } else if (shape == "mesh") {
      geometry.shape = read_mesh(fields);
    } else if (!shape.empty()) {
      fields.error_at("shape", concat("shape is '", shape, "'", suggestion(shape, shapes),
                                      "; one of ", comma_list(shapes), " is needed"));
      return geometry;  // Which fields it should have cannot be told.
    }
    fields.finish();
    return geometry;
  }

  model::MeshFile read_mesh(TomlFields& fields) const {
    model::MeshFile mesh;
    mesh.uri = fields.required_text("file");
    mesh.scale = fields.vector("scale", Vec3::Ones());
    mesh.path = find_mesh(mesh.uri, source_name_, options_.packages);
    if (mesh.path.empty() && !mesh.uri.empty()) {
      fields.warning_at("file", mesh_not_found(mesh.uri), mesh_group(mesh.uri));
    }
    return mesh;
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
    joint.kind = kind.value_or(JointKind::kRevolute);
    joint.parent = fields.required_text("parent");
    joint.child = fields.required_text("child");
    read_placement(fields, joint);
    if (kind && fields.has("pitch") && kind != JointKind::kHelical) {
      fields.error_at("pitch", concat("has a pitch; a ", type, " joint has none"));
    }
    if (kind && fields.has("axis") && !model::has_axis(*kind)) {
      fields.error_at("axis", concat("has an axis; a ", type, " joint has none"));
    }
    joint.pitch = fields.number("pitch", 0.0);
    joint.angles = fields.text("angles", "xyz");
    if (kind && fields.has("angles") && !model::has_angles(*kind)) {
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
      fields.error_at(
          "axis", dh ? "has an axis; with dh it is z" : "has an axis; with zero it is given there");
    }
    joint.axis = axis;
    std::optional<TomlFields> link_placement = fields.table("link_frame");
    if (link_placement) {
      joint.X_JC = read_toml_placement(*link_placement);
      link_placement->finish();
      if (dh) fields.error_at("link_frame", "has a link_frame; dh places the link already");
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

  /// A row of Denavit-Hartenberg parameters; the joint's coordinate is added to theta (or to d).
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
    } else if (!convention.empty()) {
      fields.error_at("convention",
                      concat("convention is '", convention, "'; standard or modified is needed"));
    }
  }

  void read_single_coordinate_fields(TomlFields& fields, model::Joint& joint) {
    const bool is_single = model::num_coordinates(joint.kind) == 1;  // So is an unknown type.
    for (const char* key : {"limit", "friction", "actuator", "mimic", "passive"}) {
      if (fields.has(key) && !is_single) {
        fields.error_at(key, concat("has ", key, "; only a joint with one coordinate can have it"));
      }
    }
    joint.is_passive = fields.boolean("passive", false);
    if (std::optional<TomlFields> limit = fields.table("limit")) {
      const std::size_t errors_before = diagnostics_.num_errors();
      joint.limits.lower = limit->number("lower", joint.limits.lower);
      joint.limits.upper = limit->number("upper", joint.limits.upper);
      joint.limits.velocity = limit->size("velocity", joint.limits.velocity);
      joint.limits.effort = limit->size("effort", joint.limits.effort);
      joint.limits.acceleration = limit->size("acceleration", joint.limits.acceleration);
      joint.limits.deceleration = limit->size("deceleration", joint.limits.deceleration);
      joint.limits.jerk = limit->size("jerk", joint.limits.jerk);
      if (diagnostics_.num_errors() != errors_before) joint.limits = {};  // Not to be judged.
      limit->finish();
    }
    if (std::optional<TomlFields> friction = fields.table("friction")) {
      joint.friction = read_friction(*friction);
    }
    if (std::optional<TomlFields> actuator = fields.table("actuator")) {
      joint.actuator = read_actuator(*actuator);
    }
    if (std::optional<TomlFields> mimic = fields.table("mimic"); mimic && is_single) {
      joint.mimic = model::Mimic{.joint = mimic->required_text("joint"),
                                 .multiplier = mimic->number("multiplier", 1.0),
                                 .offset = mimic->number("offset", 0.0)};
      mimic->finish();
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
  FileChain bodies_;
  const LoadOptions& options_;
  Diagnostics diagnostics_;
  model::Description description_;
  std::vector<mass::Material> materials_;
  std::vector<TomlFields> links_;  ///< Where each link of the description stands.
  std::vector<TomlFields> joints_;
  ZeroForms zero_forms_;
};

}  // namespace

LoadResult read_model_toml(const std::string& source_name, const std::string& text,
                           const LoadOptions& options) {
  return ModelTomlReader(source_name, options).read(text);
}

}  // namespace appell::io
