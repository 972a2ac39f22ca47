// In a control loop: the engine allocates nothing, takes no lock and throws nothing. Such a program
// links appell::core, which needs Eigen only; a robot from a file (01, 02) takes appell::appell.
#include <cmath>
#include <cstdio>
#include <vector>

#include "appell/engine/inverse_dynamics.hpp"
#include "appell/model/model.hpp"

using namespace appell;

/// Two rods, 1 m and 1 kg each, that swing about y.
model::Model arm() {
  const mass::RigidMass rod =
      mass::rigid_mass(1.0, Vec3(0.5, 0.0, 0.0), Vec3(0.0, 1.0 / 12.0, 1.0 / 12.0).asDiagonal());
  model::Description robot{.name = "arm"};
  robot.links = {
      {.name = "base"}, {.name = "upper", .inertial = rod}, {.name = "lower", .inertial = rod}};
  robot.joints = {{.name = "shoulder",
                   .kind = model::JointKind::kRevolute,
                   .parent = "base",
                   .child = "upper",
                   .axis = -Vec3::UnitY()},
                  {.name = "elbow",
                   .kind = model::JointKind::kRevolute,
                   .parent = "upper",
                   .child = "lower",
                   .axis = -Vec3::UnitY()}};
  robot.joints[1].X_PJ.xyz = {1.0, 0.0, 0.0};
  return model::build(robot);
}

int main() {
  constexpr int kOutputs = 3;                         // tau, tau', tau''
  engine::InverseDynamics dynamics(arm(), kOutputs);  // Once, for one thread.
  const auto n = static_cast<std::size_t>(dynamics.num_coordinates());
  std::vector<double> q((kOutputs + 2) * n);  // [order][joint], plain derivatives
  std::vector<double> tau(kOutputs * n);      // likewise

  for (int tick = 0; tick < 1000; ++tick) {
    const double t = 0.001 * tick;
    for (std::size_t k = 0; k < kOutputs + 2; ++k) {
      for (std::size_t j = 0; j < n; ++j) {  // q = 0.3 sin t, and its derivatives
        q[k * n + j] = 0.3 * std::sin(t + 0.5 * M_PI * static_cast<double>(k));
      }
    }
    dynamics.compute(q.data(), tau.data());
  }
  std::printf("shoulder at t = 0.999 s: tau %.6f N m, tau' %.6f N m/s, tau'' %.6f N m/s^2\n",
              tau[0], tau[n], tau[2 * n]);
}
