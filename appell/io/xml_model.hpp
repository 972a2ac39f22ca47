#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "appell/io/xml_element.hpp"
#include "appell/model/description.hpp"

/// Not installed: what the readers of URDF, SDF and MJCF share.
namespace appell::io {

/// Where the links and joints of a description stand in its file.
struct ModelElements {
  std::vector<XmlElement> links;
  std::vector<XmlElement> joints;

  /// The element that a problem is about; `model` if it is about no link or joint.
  const XmlElement& of(const model::Problem& problem, const XmlElement& model) const;
  /// Notes what model::find_problems() finds, each at its element.
  void note_problems(const model::Description& description, mass::Physics physics,
                     const XmlElement& model) const;
};

/// Names of the entries of a symmetric matrix, in the order of symmetric().
inline constexpr std::array kInertiaEntries{"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
Mat3 symmetric(const std::array<double, 6>& entries);

bool is_identity(const spatial::Placement& placement);

/// What the attribute `type` of a joint says; none, and an error, if it is none of these.
using JointTypes = std::map<std::string, model::JointKind>;
std::optional<model::JointKind> joint_type(const XmlElement& joint, const JointTypes& types);

/// Sets the position limits. Some programs write a lower one above the upper one if there is none:
/// it is noted and left out.
void set_position_range(const XmlElement& giver, double lower, double upper, model::Limits& limits);

}  // namespace appell::io
