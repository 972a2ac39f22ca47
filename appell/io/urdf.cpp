#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "appell/base/text.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/urdf_geometry.hpp"
#include "appell/io/xml_file.hpp"
#include "appell/io/xml_model.hpp"
#include "appell/model/joint.hpp"

namespace appell::io {
namespace {

using model::JointKind;
using Bears = XmlElement::Bears;

/// Joint types of URDF; the two that have another name with us included.
const JointTypes kJointTypes{
    {"fixed", JointKind::kFixed},           {"revolute", JointKind::kRevolute},
    {"continuous", JointKind::kContinuous}, {"prismatic", JointKind::kPrismatic},
    {"planar", JointKind::kPlanar},         {"floating", JointKind::kFree}};

/// Elements that numbers depend on. One that is not where it belongs would be missing there.
const std::vector<std::string> kMechanical{"link",    "joint",  "inertial", "mass",
                                           "inertia", "origin", "parent",   "child",
                                           "axis",    "limit",  "mimic",    "dynamics"};

/// Reads one URDF text into a description and notes every problem on the way.
class UrdfReader {
 public:
  UrdfReader(const std::string& source_name, const std::string& text, const LoadOptions& options)
      : file_(source_name, text, options.strictness, "robot"), options_(options) {}

  LoadResult read() {
    const XmlElement robot = file_.root("robot");
    file_.refuse_prefix("xacro:", concat("this is a xacro file; turn it into URDF first: xacro ",
                                         file_.name(), " > robot.urdf"));
    description_.name = robot.required_text("name");
    robot.check_attributes({"name", "version"});
    colours_ = read_urdf_colours(robot);
    for (const XmlElement& element : robot.children()) read_element(element);
    robot.check_stray_text();
    elements_.note_problems(description_, options_.physics, robot);
    diagnostics_.throw_if_errors();
    for (const model::Problem& problem : model::find_immobile_inertias(description_)) {
      elements_.of(problem, robot).warning(problem.text);
    }
    return {model::build(std::move(description_), options_.physics), diagnostics_.warnings()};
  }

 private:
  void read_element(const XmlElement& element) {
    if (element.tag() == "link") {
      read_link(element);
    } else if (element.tag() == "joint") {
      read_joint(element);
    } else if (element.tag() != "material") {
      const std::string tag(element.tag());
      const bool is_misplaced =
          std::find(kMechanical.begin(), kMechanical.end(), tag) != kMechanical.end();
      const std::string meant =
          is_misplaced ? ", but belongs elsewhere" : suggestion(tag, {"link", "joint", "material"});
      if (meant.empty()) {
        diagnostics_.warning(element.position(),
                             concat("<", tag, "> is an extension and is ignored"), "robot/" + tag);
      } else {
        element.error(concat("is not a child of <robot>", meant));
      }
    }
  }

  void read_link(const XmlElement& element) {
    model::Link link{.name = element.required_text("name")};
    element.check_children({"inertial", "visual", "collision"}, Bears::kOnNumbers, kMechanical);
    element.check_attributes({"name", "type"});
    if (const XmlElement inertial = element.child("inertial")) {
      link.inertial = read_inertial(inertial);
    }
    link.geometries = read_urdf_geometries(element, colours_, file_.name(), options_);
    elements_.links.push_back(element);
    description_.links.push_back(std::move(link));
  }

  model::Inertial read_inertial(const XmlElement& element) {
    const std::size_t errors_before = diagnostics_.num_errors();
    element.check_children({"origin", "mass", "inertia"}, Bears::kOnNumbers, kMechanical);
    element.check_attributes({});
    model::Inertial inertial;
    inertial.X_LC = read_urdf_origin(element);
    if (const XmlElement mass = element.child("mass")) {
      mass.check_leaf({"value"});
      inertial.mass = mass.number("value").value_or(0.0);
    } else {
      element.error("has no <mass>; one is needed");
    }
    const XmlElement inertia = element.child("inertia");
    if (!inertia) {
      element.error("has no <inertia>; one is needed (zeros for a point mass)");
      return {};
    }
    inertia.check_leaf({kInertiaEntries.begin(), kInertiaEntries.end()});
    std::array<double, 6> I{};
    for (int i = 0; i < 6; ++i) I[i] = inertia.number(kInertiaEntries[i]).value_or(0.0);
    inertial.inertia = symmetric(I);
    // What a wrong number leaves behind must not be judged as a body.
    return diagnostics_.num_errors() == errors_before ? inertial : model::Inertial();
  }

  void read_joint(const XmlElement& element) {
    element.check_children({"origin", "parent", "child", "axis", "calibration", "dynamics", "limit",
                            "mimic", "safety_controller"},
                           Bears::kOnNumbers, kMechanical);
    element.check_attributes({"name", "type"});
    model::Joint joint;
    joint.name = element.required_text("name");
    // Whatever else a joint of an unknown kind has is judged as usual.
    joint.kind = joint_type(element, kJointTypes).value_or(JointKind::kRevolute);
    joint.parent = read_link_name(element, "parent");
    joint.child = read_link_name(element, "child");
    joint.X_PJ = read_urdf_origin(element);
    if (model::has_axis(joint.kind)) joint.axis = read_axis(element);
    joint.limits = read_limits(element, joint.kind);
    joint.friction = read_friction(element);
    joint.mimic = read_mimic(element, joint.kind);
    elements_.joints.push_back(element);
    description_.joints.push_back(std::move(joint));
  }

  static std::string read_link_name(const XmlElement& joint, const char* role) {
    const XmlElement element = joint.child(role);
    if (!element) {
      joint.error(concat("has no <", role, ">; <", role, " link=\"...\"/> is needed"));
      return {};
    }
    element.check_leaf({"link"});
    return element.required_text("link");
  }

  static Vec3 read_axis(const XmlElement& joint) {
    constexpr double kOddLength = 1e-3;  // Printed with three decimals, a unit vector is nearer.
    const XmlElement element = joint.child("axis");
    if (!element) return Vec3::UnitX();  // URDF's own default.
    element.check_leaf({"xyz"});
    const Vec3 axis = element.vector_or("xyz", Vec3::UnitX());
    if (!model::is_direction(axis)) {
      element.error(concat("xyz is \"", element.text("xyz"), "\"; a direction is needed"));
      return Vec3::UnitX();
    }
    if (std::abs(axis.norm() - 1.0) > kOddLength) {
      element.warning(concat("xyz has length ", axis.norm(), "; it is scaled to 1"));
    }
    return axis;
  }

  model::Limits read_limits(const XmlElement& joint, JointKind kind) {
    model::Limits limits;
    const bool is_bounded = kind == JointKind::kRevolute || kind == JointKind::kPrismatic;
    const XmlElement element = joint.child("limit");
    if (!element) {
      if (is_bounded) joint.warning("has no <limit>; it is taken as unlimited", "no limit");
      return limits;
    }
    element.check_leaf(
        {"lower", "upper", "effort", "velocity", "acceleration", "deceleration", "jerk"});
    const std::size_t errors_before = diagnostics_.num_errors();
    const double lower = element.number_or("lower", 0.0);
    const double upper = element.number_or("upper", 0.0);
    const bool is_sound = diagnostics_.num_errors() == errors_before;
    if (is_bounded && is_sound) {  // Others may carry the attributes, without a meaning.
      if (!element.has("lower") && !element.has("upper")) {
        element.warning("has neither lower nor upper; URDF means 0 to 0", "no bounds");
      }
      set_position_range(element, lower, upper, limits);
    }
    limits.velocity = element.size_or("velocity", limits.velocity);
    limits.effort = element.size_or("effort", limits.effort);
    limits.acceleration = element.size_or("acceleration", limits.acceleration);
    limits.deceleration = element.size_or("deceleration", limits.deceleration);
    limits.jerk = element.size_or("jerk", limits.jerk);
    return limits;
  }

  static model::Friction read_friction(const XmlElement& joint) {
    const XmlElement element = joint.child("dynamics");
    if (!element) return {};
    element.check_leaf({"damping", "friction"});
    return {.viscous = element.size_or("damping", 0.0), .dry = element.size_or("friction", 0.0)};
  }

  static std::optional<model::Mimic> read_mimic(const XmlElement& joint, JointKind kind) {
    const XmlElement element = joint.child("mimic");
    if (!element) return std::nullopt;
    if (kind == JointKind::kFixed) {
      element.oddity("has no meaning on a fixed joint, which never moves",
                     "mimic of a fixed joint");
      return std::nullopt;
    }
    element.check_leaf({"joint", "multiplier", "offset"});
    return model::Mimic{.joint = element.required_text("joint"),
                        .multiplier = element.number_or("multiplier", 1.0),
                        .offset = element.number_or("offset", 0.0)};
  }

  XmlFile file_;
  Diagnostics& diagnostics_ = file_.diagnostics();
  const LoadOptions& options_;
  UrdfColours colours_;
  model::Description description_;
  ModelElements elements_;
};

}  // namespace

LoadResult read_urdf(const std::string& source_name, const std::string& text,
                     const LoadOptions& options) {
  return UrdfReader(source_name, text, options).read();
}

}  // namespace appell::io
