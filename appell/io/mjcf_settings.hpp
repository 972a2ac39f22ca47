#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "appell/base/constants.hpp"
#include "appell/io/mjcf_classes.hpp"
#include "appell/mass/rigid_mass.hpp"
#include "appell/spatial/placement.hpp"

namespace appell::io {

/// Attributes that MuJoCo knows of an element that bears on mechanics; empty for any other element.
const std::vector<std::string>& mjcf_attributes(std::string_view tag);

/// What <compiler> says about how the rest is to be read.
struct MjcfCompiler {
  enum class InertiaFromGeoms { kAuto, kAlways, kNever };

  double angle_unit = kPi / 180.0;  ///< rad
  std::string euler_sequence = "xyz";
  std::string mesh_folder;  ///< Relative to the main file.
  bool strips_paths = false;
  bool has_auto_limits = true;
  InertiaFromGeoms inertia_from_geoms = InertiaFromGeoms::kAuto;
  std::array<double, 2> inertia_groups{0.0, 5.0};  ///< Geoms of these groups count, ends included.
  double least_mass = 0.0;
  double least_inertia = 0.0;
  bool balances_inertia = false;
  bool discards_visuals = false;
  double total_mass = -1.0;  ///< kg; not positive: as it comes.

  /// Takes what one <compiler> says; of several, the later one counts.
  void read(const XmlElement& element);

  /// The mass of a body after `boundmass`, `boundinertia` and `balanceinertia`.
  mass::RigidMass adjusted(const mass::RigidMass& body) const;
};

/// `pos` and one of quat, axisangle, xyaxes, zaxis, euler.
spatial::Placement mjcf_pose(const MjcfElement& element, const MjcfCompiler& compiler);
/// The same of an element without defaults.
spatial::Placement mjcf_pose(const XmlElement& element, const MjcfCompiler& compiler);

/// The shortest rotation that brings z to `direction`, as MuJoCo has it.
Mat3 mjcf_rotation_of_z_to(const Vec3& direction);

/// What <option> says about the mechanics; of several, the later one counts.
struct MjcfOptions {
  Vec3 gravity = Vec3::Zero();  ///< m/s², where it is enabled.
  bool has_gravity = true;
  bool has_constraints = true;
  bool has_equalities = true;  ///< Where there are constraints.

  /// Takes what one <option> says; a warning for forces that have no place here.
  void read(const XmlElement& option, MjcfFiles& files);

 private:
  void read_flags(const XmlElement& flag);
};

}  // namespace appell::io
