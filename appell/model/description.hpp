#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "appell/base/constants.hpp"
#include "appell/mass/rigid_mass.hpp"
#include "appell/model/geometry.hpp"
#include "appell/spatial/placement.hpp"

namespace appell::model {

/// What a joint allows. Only model/joint.cpp looks at it; everything else sees unit screws.
enum class JointKind {
  kFixed,
  kRevolute,
  kContinuous,  ///< Revolute without position limits.
  kPrismatic,
  kHelical,
  kCylindrical,  ///< `slide` along and `angle` about the axis.
  kUniversal,    ///< `alpha`, `beta` about the first two axes of an orientation set.
  kPlanar,       ///< `x`, `y` in the plane normal to the axis, then `angle` about it.
  kSpherical,    ///< `alpha`, `beta`, `gamma` of an orientation set.
  kFree,         ///< `x`, `y`, `z`, then `alpha`, `beta`, `gamma` of an orientation set.
};

/// Limits of one coordinate and its derivatives, SI units; infinite where there is none.
struct Limits {
  static constexpr double kNone = std::numeric_limits<double>::infinity();
  double lower = -kNone;        ///< rad or m
  double upper = kNone;         ///< rad or m
  double velocity = kNone;      ///< rad/s or m/s
  double effort = kNone;        ///< N m or N
  double acceleration = kNone;  ///< rad/s² or m/s²
  double deceleration = kNone;  ///< rad/s² or m/s²
  double jerk = kNone;          ///< rad/s³ or m/s³
};

/// Friction of one coordinate: viscous plus one dry law plus a constant.
struct Friction {
  enum class Law {
    kConstant,    ///< dry · sgn(q'): what URDF's `friction` means.
    kRadialLoad,  ///< dry · |radial joint reaction| (times half the bearing diameter if it turns).
    kSmooth,      ///< dry · tanh(q' / velocity).
    kStribeck,    ///< (dry + stribeck · exp(-(q'/stribeck_velocity)²)) · tanh(q' / velocity).
    kSigmoid,     ///< dry · (σ(steepness (q' + shift)) - σ(steepness shift)), σ(x) = 1/(1 + e⁻ˣ).
  };
  double viscous = 0.0;  ///< N m s/rad or N s/m
  double dry = 0.0;      ///< N m or N; a pure number for kRadialLoad.
  Law law = Law::kConstant;
  double bearing_diameter = 0.0;  ///< m; kRadialLoad on a turning joint.
  double velocity = 0.0;  ///< rad/s or m/s; kSmooth, kStribeck: where tanh has reached 0.76.
  double offset = 0.0;    ///< N m or N, whatever the motion: of a spring, of a sensor.
  double stribeck = 0.0;  ///< N m or N; kStribeck: what dry friction has more at low speed.
  double stribeck_velocity = 0.0;  ///< rad/s or m/s; kStribeck: where e⁻¹ of it is left.
  double steepness = 0.0;          ///< s/rad or s/m; kSigmoid.
  double shift = 0.0;              ///< rad/s or m/s; kSigmoid.

  bool has_dry() const { return dry != 0.0 || (law == Law::kStribeck && stribeck != 0.0); }
  bool is_zero() const { return viscous == 0.0 && offset == 0.0 && !has_dry(); }
  /// Whether all time derivatives exist, at rest too.
  bool is_smooth() const {
    return !has_dry() || law == Law::kSmooth || law == Law::kStribeck || law == Law::kSigmoid;
  }
};

/// Motor and transmission of one coordinate. On the link side of the gear a rotor counts N² times.
struct Actuator {
  double gear_ratio = 1.0;       ///< N: motor speed over joint speed.
  double rotor_inertia = 0.0;    ///< Motor side, kg m² (kg for a linear motor).
  double stiffness = 0.0;        ///< Of the transmission, link side, N m/rad or N/m; 0: rigid.
  double damping = 0.0;          ///< Of the transmission, link side, N m s/rad or N s/m.
  double stiffness_3 = 0.0;      ///< k₃ of τ = k₁ δ + k₃ δ³ + k₅ δ⁵, N m/rad³ or N/m³; k₁ is above.
  double stiffness_5 = 0.0;      ///< k₅, N m/rad⁵ or N/m⁵.
  Friction motor_friction;       ///< Of motor and gear, motor side: N m of rad/s (N of m/s).
  double torque_constant = 0.0;  ///< k_t, motor side, N m/A (N/A for a linear motor); 0: not known.
  double resistance = 0.0;       ///< R of the equivalent direct-current winding, ohm; 0: not known.

  bool is_elastic() const { return stiffness > 0.0; }
  bool is_progressive() const { return stiffness_3 != 0.0 || stiffness_5 != 0.0; }
  /// N² J: what the rotor adds to the diagonal of the mass matrix of a rigid joint.
  double reflected_inertia() const { return gear_ratio * gear_ratio * rotor_inertia; }
  /// R/(N k_t)²: heat of the winding per square of the force on the link side, W/(N m)² or W/N²;
  /// NaN if one of them is not known.
  double copper_loss() const {
    if (!(torque_constant > 0.0 && resistance > 0.0))
      return std::numeric_limits<double>::quiet_NaN();
    const double force_per_current = gear_ratio * torque_constant;
    return resistance / (force_per_current * force_per_current);
  }
};

/// A coordinate that follows another: q = multiplier · q_followed + offset.
struct Mimic {
  std::string joint;
  double multiplier = 1.0;
  double offset = 0.0;
};

/// Mass of a link as a file gives it.
struct Inertial {
  double mass = 0.0;        ///< kg; zero: a massless link.
  spatial::Placement X_LC;  ///< Of the centre of mass and the axes of `inertia` in the link frame.
  Mat3 inertia = Mat3::Zero();  ///< kg m², about the centre of mass; products with a minus sign.

  Inertial() = default;
  Inertial(double m, const spatial::Placement& placement, const Mat3& inertia_com)
      : mass(m), X_LC(placement), inertia(inertia_com) {}
  Inertial(
      const mass::RigidMass& body);  // NOLINT: a mass distribution describes a link completely.

  /// In the link frame.
  /// @throws ModelError as mass::rigid_mass().
  mass::RigidMass rigid_mass(mass::Physics physics = mass::Physics::kRequired) const;
};

/// A rigid link of the robot.
struct Link {
  std::string name;
  Inertial inertial;
  std::vector<Geometry> geometries;
};

/// A joint between two links. The joint frame J is fixed in the parent link P; the child link C
/// stands at X_JC in the joint frame once that has moved by the coordinates.
struct Joint {
  std::string name;
  JointKind kind = JointKind::kFixed;
  std::string parent;          ///< Name of the parent link.
  std::string child;           ///< Name of the child link.
  spatial::Placement X_PJ;     ///< Of the joint frame in the parent link.
  spatial::Placement X_JC;     ///< Of the child link in the moved joint frame; mostly the identity.
  Vec3 axis = Vec3::UnitX();   ///< In J; need not be of unit length.
  double pitch = 0.0;          ///< Helical joints: metres per radian.
  std::string angles = "xyz";  ///< Orientation set of universal, spherical and free joints.
  Limits limits;               ///< Of joints with one coordinate, as all that follows.
  Friction friction;
  Actuator actuator;
  std::optional<Mimic> mimic;
  bool is_passive = false;  ///< Has no motor.
};

/// A robot as people describe it, before anything is derived from it: plain data, in the order of
/// the file. build() turns it into a Model.
struct Description {
  std::string name;
  std::vector<Link> links;
  std::vector<Joint> joints;
  Vec3 gravity = default_gravity();  ///< m/s², world axes, pointing down.
  std::string end_effector;          ///< Link; empty: see Model::default_frame().
};

/// What is wrong with a description, and where: the reader that made it knows the line.
struct Problem {
  enum class Where { kModel, kLink, kJoint };
  Where where = Where::kModel;
  std::size_t index = 0;  ///< Of the link or joint in the description.
  std::string text;       ///< What was found; what is needed.
  /// Something has no name. A reader has said so already, at the field that is missing.
  bool is_absence = false;
};

/// Everything that keeps a description from being a robot: empty or duplicate names, a joint whose
/// links do not exist, a zero axis, a link with two parents, loops, several roots, a mimic joint
/// that follows nothing, numbers that are not finite, and (unless `physics` is kNotChecked)
/// inertias that no real body has, of links that can move. Empty if build() will accept it.
std::vector<Problem> find_problems(const Description& description,
                                   mass::Physics physics = mass::Physics::kRequired);

/// Inertias that no real body has, of links that cannot move: nothing comes of them, so they keep
/// no robot from loading. The description must be without problems.
std::vector<Problem> find_immobile_inertias(const Description& description);

}  // namespace appell::model
