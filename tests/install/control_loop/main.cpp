// An outside program that has the core of the library and Eigen, no more: a pendulum in a control
// loop.
#include <cmath>
#include <cstdio>

#include <appell/dynamics/dynamics.hpp>

int main() {
  using namespace appell;
  model::Link bob{.name = "bob"};
  bob.inertial.mass = 2.0;
  bob.inertial.X_LC.xyz = {0.5, 0.0, 0.0};
  model::Joint hinge{.name = "hinge", .kind = model::JointKind::kRevolute};
  hinge.parent = "base";
  hinge.child = "bob";
  hinge.axis = -Vec3::UnitY();  // Lifts the bob.
  const model::Model pendulum =
      model::build({.name = "pendulum", .links = {{.name = "base"}, bob}, .joints = {hinge}});

  UncheckedDynamics dynamics(pendulum, {.order = 1});
  const Eigen::RowVector4d q(0.3, 1.5, -0.7, 2.0);  // q, q', q'', q'''
  Eigen::RowVector2d tau;                           // tau, tau'
  dynamics.inverse_dynamics(q, tau);
  // m L² = 0.5 kg m², m g L = 9.81 N m.
  const double expected[] = {0.5 * q[2] + 9.81 * std::cos(q[0]),
                             0.5 * q[3] - 9.81 * std::sin(q[0]) * q[1]};
  std::printf("%.6f %.6f\n", tau[0], tau[1]);
  return std::abs(tau[0] - expected[0]) + std::abs(tau[1] - expected[1]) < 1e-12 ? 0 : 1;
}
