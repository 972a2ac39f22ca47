#include "tests/support/random_model.hpp"

#include <array>
#include <string>

#include "appell/model/joint.hpp"
#include "appell/spatial/rotation.hpp"

namespace appell::support {

Vec3 Random::vector(double size) {
  return {uniform(-size, size), uniform(-size, size), uniform(-size, size)};
}

Vec3 Random::unit_vector() {
  Vec3 v = vector();
  while (v.norm() < 0.1) v = vector();
  return v.normalized();
}

// One number after the other, in statements of their own: in which order arguments are evaluated
// differs between compilers, and a seed must mean the same with all of them.

Mat3 Random::rotation() {
  const double angle = uniform(-3.0, 3.0);
  const Vec3 axis = unit_vector();
  return spatial::rotation_about(axis, angle);
}

spatial::Transform Random::placement(double reach) {
  const Mat3 R = rotation();
  return {R, vector(reach)};
}

mass::RigidMass Random::rigid_mass() {
  const double mass = uniform(0.5, 3.0);
  Vec3 semi_axes;
  for (int i = 2; i >= 0; --i) semi_axes[i] = uniform(0.05, 0.3);
  const Mat3 R = rotation();
  const Mat3 J = mass / 5.0 * (R * semi_axes.cwiseAbs2().asDiagonal() * R.transpose());
  return {mass, vector(0.3), J};
}

model::Description random_description(Random& random, int num_links) {
  using model::JointKind;
  constexpr std::array kKinds{JointKind::kRevolute,  JointKind::kPrismatic, JointKind::kContinuous,
                              JointKind::kHelical,   JointKind::kFixed,     JointKind::kCylindrical,
                              JointKind::kUniversal, JointKind::kPlanar,    JointKind::kSpherical,
                              JointKind::kFree};
  constexpr std::array kSets{"xyz", "zyx", "zxz", "yxy", "zyz", "yzx"};
  model::Description robot{.name = "random"};
  robot.links.push_back({.name = "base"});
  for (int i = 0; i < num_links; ++i) {
    const std::string name = "l" + std::to_string(i);
    // Mostly chains, sometimes a branch further down.
    const auto last = static_cast<int>(robot.links.size()) - 1;
    const int parent = random.integer(0, 3) == 0 ? random.integer(0, last) : last;
    const JointKind kind = i == 0 ? JointKind::kRevolute : kKinds[random.integer(0, 9)];
    robot.joints.push_back({.name = "j" + std::to_string(i),
                            .kind = kind,
                            .parent = robot.links[parent].name,
                            .child = name,
                            .X_PJ = random.placement(),
                            .axis = random.unit_vector(),
                            .pitch = random.uniform(-0.2, 0.2),
                            .angles = kSets[random.integer(0, 5)]});
    model::Joint& joint = robot.joints.back();
    if (random.integer(0, 3) == 0) joint.X_JC = random.placement(0.2);
    // Now and then a joint that follows an earlier one.
    const model::Joint& earlier = robot.joints[random.integer(0, static_cast<int>(i))];
    if (&earlier != &joint && model::num_coordinates(kind) == 1 &&
        model::num_coordinates(earlier.kind) == 1 && random.integer(0, 2) == 0) {
      joint.mimic = {earlier.name, random.uniform(-2.0, 2.0), random.uniform(-0.5, 0.5)};
    }
    robot.links.push_back({.name = name, .inertial = random.rigid_mass()});
  }
  return robot;
}

model::Model random_model(Random& random, int num_links) {
  return model::build(random_description(random, num_links));
}

model::StateSeries random_state(Random& random, const model::Model& model, int order) {
  model::StateSeries state(order, VecX::Zero(model.num_coordinates()));
  for (int k = 0; k <= order; ++k) {
    for (double& x : state[k]) x = random.uniform(-1.0, 1.0) / taylor::factorial(k);
  }
  return state;
}

}  // namespace appell::support
