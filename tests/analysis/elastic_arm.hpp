#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "appell/model/model.hpp"
#include "appell/trajectory/expression.hpp"
#include "appell/trajectory/piecewise_polynomial.hpp"
#include "appell/trajectory/trajectory.hpp"

/// Robots and motions for the tests of elastic joints.
namespace appell::support {

/// Links hang below joints about y, all in a plane: lengths l, masses m with inertia I about their
/// centres at half the length. Positive angles swing towards -x.
struct PlanarArm {
  std::vector<double> l, m, I;
};
inline const PlanarArm kOneLink{{0.8}, {1.5}, {0.2}};
inline const PlanarArm kTwoLinks{{0.6, 0.5}, {3.0, 2.0}, {0.15, 0.08}};

inline model::Model arm(const PlanarArm& of, const std::vector<model::Actuator>& actuators,
                        const model::Friction& friction = {}) {
  model::Description robot{.name = "arm"};
  robot.links = {{.name = "base"}};
  for (std::size_t i = 0; i < of.l.size(); ++i) {
    spatial::Placement centre, joint;
    centre.xyz = Vec3(0.0, 0.0, -0.5 * of.l[i]);
    if (i > 0) joint.xyz = Vec3(0.0, 0.0, -of.l[i - 1]);
    robot.links.push_back({.name = "link" + std::to_string(i + 1),
                           .inertial = {of.m[i], centre, of.I[i] * Mat3::Identity()}});
    robot.joints.push_back({.name = "joint" + std::to_string(i + 1),
                            .kind = model::JointKind::kRevolute,
                            .parent = robot.links[i].name,
                            .child = robot.links[i + 1].name,
                            .X_PJ = joint,
                            .axis = Vec3::UnitY(),
                            .friction = friction,
                            .actuator = actuators[i]});
  }
  return model::build(robot);
}

inline trajectory::Trajectory elastic_formulas(const std::vector<std::string>& texts,
                                               double duration) {
  std::vector<std::string> joints;
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    joints.push_back("joint" + std::to_string(i + 1));
    laws.push_back(std::make_shared<trajectory::ExpressionLaw>(texts[i]));
  }
  return {joints, laws, {0.0, duration}};
}

/// q = t³/6 until t = 1, and from there with the acceleration that it has.
inline trajectory::Trajectory ramp_then_constant() {
  auto law = std::make_shared<trajectory::PiecewisePolynomial>(std::vector{0.0, 1.0, 2.0}, 3, 2);
  // About the middles of the pieces, t = 0.5 and t = 1.5.
  std::ranges::copy(std::array{1.0 / 48.0, 0.125, 0.25, 1.0 / 6.0}, law->coefficients(0).begin());
  std::ranges::copy(std::array{13.0 / 24.0, 1.0, 0.5, 0.0}, law->coefficients(1).begin());
  return {{"joint1"}, {law}, {0.0, 2.0}};
}

}  // namespace appell::support
