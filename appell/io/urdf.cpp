#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include <pugixml.hpp>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/diagnostics.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/numbers.hpp"

namespace appell::io {
namespace {

using model::JointKind;

/// Reads one URDF text into a description and notes every problem on the way.
class UrdfReader {
 public:
  UrdfReader(const SourceText& source, const LoadOptions& options)
      : diagnostics_(source), options_(options) {}

  LoadResult read(const std::string& text) {
    const pugi::xml_parse_result parsed = document_.load_buffer(text.data(), text.size());
    if (!parsed) {
      diagnostics_.error(static_cast<std::size_t>(parsed.offset),
                         concat("not well-formed XML: ", parsed.description()));
      diagnostics_.throw_if_errors();
    }
    const pugi::xml_node robot = document_.child("robot");
    if (!robot) {
      diagnostics_.error(0, "no <robot> element; a URDF file has exactly one");
      diagnostics_.throw_if_errors();
    }
    description_.name = robot.attribute("name").value();
    for (const pugi::xml_node node : robot.children()) read_element(node);
    for (const model::Problem& problem : model::find_problems(description_, options_.physics))
      report(problem, robot);
    diagnostics_.throw_if_errors();
    return {model::build(std::move(description_), options_.physics), diagnostics_.warnings()};
  }

 private:
  void read_element(const pugi::xml_node& node) {
    const std::string_view element = node.name();
    if (node.type() != pugi::node_element || element == "material") return;
    if (element == "link") {
      read_link(node);
    } else if (element == "joint") {
      read_joint(node);
    } else {
      diagnostics_.warning(offset(node), concat("element <", element, "> is ignored"));
    }
  }

  void read_link(const pugi::xml_node& node) {
    model::Link link{.name = node.attribute("name").value(), .inertial = {}};
    if (const pugi::xml_node inertial = node.child("inertial")) {
      link.inertial = read_inertial(inertial);
    }
    links_.push_back(node);
    description_.links.push_back(std::move(link));
  }

  model::Inertial read_inertial(const pugi::xml_node& inertial) {
    const spatial::Transform X_LC = read_origin(inertial);
    const std::optional<double> mass = number(inertial.child("mass"), "value", inertial);
    const pugi::xml_node inertia = inertial.child("inertia");
    std::array<double, 6> I{};
    constexpr std::array kEntries{"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
    bool complete = mass.has_value();
    for (std::size_t i = 0; i < I.size(); ++i) {
      const std::optional<double> entry = number(inertia, kEntries[i], inertial);
      complete = complete && entry.has_value();
      I[i] = entry.value_or(0.0);
    }
    if (!complete) return {};
    Mat3 inertia_com;
    inertia_com << I[0], I[1], I[2],  //
        I[1], I[3], I[4],             //
        I[2], I[4], I[5];
    return {*mass, X_LC, inertia_com};
  }

  void read_joint(const pugi::xml_node& node) {
    model::Joint joint;
    joint.name = node.attribute("name").value();
    joint.kind = read_kind(node);
    joint.parent = node.child("parent").attribute("link").value();
    joint.child = node.child("child").attribute("link").value();
    joint.X_PJ = read_origin(node);
    if (joint.kind != JointKind::kFixed) {
      joint.axis = read_axis(node);
      joint.limits = read_limits(node, joint.kind);
    }
    joints_.push_back(node);
    description_.joints.push_back(std::move(joint));
  }

  JointKind read_kind(const pugi::xml_node& node) {
    const std::string_view type = node.attribute("type").value();
    if (type == "fixed") return JointKind::kFixed;
    if (type == "revolute") return JointKind::kRevolute;
    if (type == "continuous") return JointKind::kContinuous;
    if (type == "prismatic") return JointKind::kPrismatic;
    problem(node,
            concat("type is '", type, "'; fixed, revolute, continuous or prismatic is needed"));
    return JointKind::kFixed;
  }

  Vec3 read_axis(const pugi::xml_node& joint) {
    const pugi::xml_node node = joint.child("axis");
    if (!node) return Vec3::UnitX();  // URDF's own default.
    const Vec3 axis = triple(node, "xyz", Vec3::UnitX());
    const double length = axis.norm();
    if (length == 0.0) {
      problem(node, "axis is zero; a direction is needed");
      return Vec3::UnitX();
    }
    return axis / length;
  }

  model::Limits read_limits(const pugi::xml_node& joint, JointKind kind) {
    model::Limits limits;
    const pugi::xml_node node = joint.child("limit");
    if (!node) return limits;
    const auto value = [&](const char* name, double missing) {
      return node.attribute(name) ? number(node, name, joint).value_or(missing) : missing;
    };
    if (kind != JointKind::kContinuous) {
      limits.lower = value("lower", 0.0);
      limits.upper = value("upper", 0.0);
    }
    limits.velocity = value("velocity", model::Limits::kNone);
    limits.effort = value("effort", model::Limits::kNone);
    return limits;
  }

  /// <origin xyz="" rpy=""/> below `node`; the identity if it is absent.
  spatial::Transform read_origin(const pugi::xml_node& node) {
    const pugi::xml_node origin = node.child("origin");
    if (!origin) return {};
    return spatial::transform_from_xyz_rpy(triple(origin, "xyz", Vec3::Zero()),
                                           triple(origin, "rpy", Vec3::Zero()));
  }

  Vec3 triple(const pugi::xml_node& node, const char* attribute, const Vec3& missing) {
    const pugi::xml_attribute text = node.attribute(attribute);
    if (!text) return missing;
    const std::optional<std::vector<double>> values = numbers_in(text.value());
    if (values && values->size() == 3) return {(*values)[0], (*values)[1], (*values)[2]};
    problem(node, concat(attribute, " is \"", text.value(), "\"; three finite numbers are needed"));
    return missing;
  }

  /// A required number; `inside` is the element to name if `node` itself is missing.
  std::optional<double> number(const pugi::xml_node& node, const char* attribute,
                               const pugi::xml_node& inside) {
    const pugi::xml_attribute text = node.attribute(attribute);
    if (!text) {
      problem(node ? node : inside,
              concat("attribute '", attribute, "' is missing; a number is needed"));
      return std::nullopt;
    }
    const std::optional<double> value = number_in(text.value());
    if (!value) {
      problem(node, concat(attribute, " is \"", text.value(), "\"; a finite number is needed"));
    }
    return value;
  }

  /// Notes a problem at a node, naming the link or joint that it belongs to.
  void problem(const pugi::xml_node& node, std::string_view text) {
    diagnostics_.error(offset(node), concat(named(node), text));
  }

  void report(const model::Problem& problem, const pugi::xml_node& robot) {
    using Where = model::Problem::Where;
    const pugi::xml_node node = problem.where == Where::kLink    ? links_[problem.index]
                                : problem.where == Where::kJoint ? joints_[problem.index]
                                                                 : robot;
    diagnostics_.error(offset(node), concat(named(node), problem.text));
  }

  static std::string named(pugi::xml_node node) {
    while (node && !node.attribute("name")) node = node.parent();
    return node ? concat(node.name(), " '", node.attribute("name").value(), "': ") : std::string();
  }

  static std::size_t offset(const pugi::xml_node& node) {
    // pugixml points at the name behind '<'.
    return node.offset_debug() > 0 ? static_cast<std::size_t>(node.offset_debug()) - 1 : 0;
  }

  pugi::xml_document document_;
  Diagnostics diagnostics_;
  LoadOptions options_;
  model::Description description_;
  std::vector<pugi::xml_node> links_;  ///< Where each link of the description stands.
  std::vector<pugi::xml_node> joints_;
};

}  // namespace

LoadResult read_urdf(std::string source_name, std::string text, const LoadOptions& options) {
  const SourceText source(std::move(source_name), std::move(text));
  return UrdfReader(source, options).read(source.text());
}

LoadResult load_urdf(const std::string& path, const LoadOptions& options) {
  return read_urdf(path, file_text(path), options);
}

}  // namespace appell::io
