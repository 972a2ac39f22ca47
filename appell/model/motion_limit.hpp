#pragma once

#include <limits>
#include <string>
#include <vector>

#include "appell/model/model.hpp"

namespace appell::model {

/// What a limit of a motion is about.
enum class Limited {
  kCoordinate,       ///< q⁽ᵏ⁾ of a coordinate: position, velocity, acceleration, jerk, ...
  kForce,            ///< k-th derivative of the motor's torque or force: torque, torque rate, ...
  kPower,            ///< Force times velocity of a coordinate, W.
  kTotalPower,       ///< Σ |force times velocity|, W.
  kEnergy,           ///< ∫ |force times velocity| dt of a coordinate over the motion, J.
  kTotalEnergy,      ///< ∫ Σ |force times velocity| dt, J.
  kElectricalPower,  ///< Of the motor of a coordinate, W; see copper_loss().
  kTotalElectricalPower,  ///< The sum of those of all coordinates, W.
  kFrameLinear,   ///< Size of the k-th derivative of the end effector's position: 1 is its speed.
  kFrameAngular,  ///< Size of the (k-1)-th derivative of its angular velocity.
};

/// One limit of a motion: low <= x <= high at all times.
struct MotionLimit {
  static constexpr double kNone = std::numeric_limits<double>::infinity();
  Limited what = Limited::kCoordinate;
  int order = 0;       ///< k; of powers 0.
  int coordinate = 0;  ///< Of what belongs to one; else unused.
  double low = -kNone;
  double high = kNone;
  /// Where it is written, for messages: "a.toml:2:12: joint 'elbow': velocity"; empty: nowhere.
  std::string place = {};

  bool has_coordinate() const {
    return what == Limited::kCoordinate || what == Limited::kForce || what == Limited::kPower ||
           what == Limited::kEnergy || what == Limited::kElectricalPower;
  }
  /// Whether it is about the whole motion, not about instants.
  bool is_integral() const { return what == Limited::kEnergy || what == Limited::kTotalEnergy; }
  bool is_electrical() const {
    return what == Limited::kElectricalPower || what == Limited::kTotalElectricalPower;
  }
  /// Whether it is about what a motor supplies, of one coordinate.
  bool is_of_motor() const { return has_coordinate() && what != Limited::kCoordinate; }
  /// The derivative of q that it takes.
  int state_order() const;
  bool is_position() const { return what == Limited::kCoordinate && order == 0; }
  /// Whether they are about the same thing, whatever their numbers.
  bool is_like(const MotionLimit& other) const {
    return what == other.what && order == other.order &&
           (!has_coordinate() || coordinate == other.coordinate);
  }
};

/// "position", "torque_rate", "q_d4", "end_effector_speed", ...: as in limit files.
std::string kind_name(const MotionLimit& limit);

/// "rad/s", "N m/s", ...; of a coordinate that turns or slides.
std::string unit_name(const MotionLimit& limit, bool turns);

/// Heat of the winding of a coordinate's motor per square of the force on the link side, W/(N m)²
/// or W/N²: the electrical power of the motor is
///
///   P = τ q' + R (τ/(N k_t))²                                                                (1)
///
/// with the actuator's resistance R, gear ratio N and torque constant k_t. Losses of the drive and
/// of the iron are not in it.
/// @return NaN if the model does not know these of the coordinate.
double copper_loss(const Model& model, int coordinate);

/// The limits that a model itself has, of its coordinates one after the other: position, velocity,
/// acceleration, jerk and torque, where they are finite; no torque of those without a motor. Their
/// places are the joints.
std::vector<MotionLimit> motion_limits(const Model& model);

/// Limits with what those of joints that follow a coordinate, at ratio q + offset, leave of them.
std::vector<MotionLimit> with_followers(std::vector<MotionLimit> limits, const Model& model);

/// `limits` with those of `others` in place of what they are about, or after them.
std::vector<MotionLimit> replaced(std::vector<MotionLimit> limits,
                                  const std::vector<MotionLimit>& others);

}  // namespace appell::model
