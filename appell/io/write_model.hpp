#pragma once

#include <string>
#include <vector>

#include "appell/model/description.hpp"

namespace appell::io {

/// A robot as text, and what the format could not say: one line each.
struct WrittenModel {
  std::string text;
  std::vector<std::string> not_said;
};

/// As an Appell model file: says everything, so that reading it back gives the same robot bit for
/// bit.
std::string model_toml(const model::Description& description);

/// The table `friction` of a joint on one line, {viscous = ...}; empty if all of it is zero.
std::string friction_toml(const model::Friction& friction);

/// As URDF. Gravity, end effector, friction other than viscous and constant, actuators and mesh
/// paths cannot be said; a rotation given as a matrix is written as rpy, correct to rounding; a
/// link frame away from its joint takes an extra link.
/// @throws ModelError naming every joint of a kind that URDF does not have: leaving it out would be
///   another robot.
WrittenModel model_urdf(const model::Description& description);

}  // namespace appell::io
