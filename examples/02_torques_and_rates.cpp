// What the motors must do: torques and their time derivatives, which elastic joints need.
#include <cstdio>

#include <appell/appell.hpp>

using namespace appell;

int main() {
  const model::Model robot = io::load_model("panda").model;  // Or "robot.urdf".
  const int n = robot.num_coordinates();
  Dynamics dynamics(robot, {.order = 2});  // For tau, tau', tau''.
  MatX motion(n, 5), tau(n, 3), gravity(n, 1);
  for (int k = 0; k < 5; ++k) motion.col(k) = VecX::LinSpaced(n, -0.5, 0.8) / (k + 1);
  dynamics.inverse_dynamics(motion, tau);  // [q, q', ..., q''''] -> [tau, tau', tau'']
  dynamics.gravity(motion, gravity);

  std::printf("%-8s %12s %12s %12s %12s\n", "joint", "tau", "tau'", "tau''", "of it gravity");
  for (int j = 0; j < n; ++j) {
    std::printf("%-8s %12.6f %12.6f %12.6f %12.6f\n", robot.coordinates()[j].name.c_str(),
                tau(j, 0), tau(j, 1), tau(j, 2), gravity(j));
  }
}
