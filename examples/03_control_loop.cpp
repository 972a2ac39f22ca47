// In a control loop: one Dynamics per thread, kept, for all that a controller asks. No call
// allocates or takes a lock. Links appell::core, which needs Eigen only.
#include <cmath>
#include <cstdio>
#include <string>

#include <appell/appell.hpp>

using namespace appell;

/// Three revolute joints: a vertical one, and two that lift.
model::Model arm() {
  model::Description robot{.name = "arm", .links = {{.name = "base"}}};
  const double length[] = {0.3, 0.5, 0.4};
  for (std::size_t i = 0; i < 3; ++i) {
    const mass::RigidMass rod =
        mass::rigid_mass(4.0 - static_cast<double>(i), Vec3(0.0, 0.0, 0.5 * length[i]),
                         Vec3(0.05, 0.05, 0.01).asDiagonal());
    robot.links.push_back({.name = "link" + std::to_string(i + 1), .inertial = rod});
    model::Joint joint{.name = "joint" + std::to_string(i + 1),
                       .kind = model::JointKind::kRevolute,
                       .parent = robot.links[i].name,
                       .child = robot.links[i + 1].name,
                       .axis = i == 0 ? Vec3::UnitZ() : Vec3::UnitY()};
    joint.X_PJ.xyz.z() = i > 0 ? length[i - 1] : 0.0;
    robot.joints.push_back(joint);
  }
  return model::build(robot);
}

int main() {
  const model::Model model = arm();
  const int n = model.num_coordinates();
  Dynamics dynamics(model, {.order = 2});  // Once per thread; memory for tau, tau', tau''.
  const model::Frame& tool = model.default_frame();
  Surroundings load{.loads = {{.frame = tool, .force_derivatives = {Vec3(0, 0, 9.81)}}}};
  MatX motion(n, 5), tau(n, 3), M(n, n), J(6, n), by_q(n, n), by_rate(n, n);

  for (int tick = 0; tick < 1000; ++tick) {
    const double t = 0.001 * tick;
    for (int k = 0; k < 5; ++k) motion.col(k).setConstant(0.3 * std::sin(t + 0.5 * M_PI * k));
    load.loads[0].force_derivatives[0].x() = 2.0 * t;  // What a sensor says.
    dynamics.inverse_dynamics(motion, load, tau);      // tau, tau', tau''
    dynamics.mass_matrix(motion, M);
    dynamics.jacobian(motion, tool, J);
    dynamics.force_partials(motion, load, by_q, by_rate);  // For a linear controller.
  }
  std::printf("joint 2 at t = 0.999 s: tau %.6f N m, tau' %.6f N m/s, tau'' %.6f N m/s^2\n",
              tau(1, 0), tau(1, 1), tau(1, 2));
  std::printf("M_22 %.6f kg m^2, J_12 %.6f m, dtau_2/dq_2 %.6f N m\n", M(1, 1), J(0, 1),
              by_q(1, 1));
}
