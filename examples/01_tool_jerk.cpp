// How the tool moves: position, velocity, acceleration, jerk and snap of a link, from the joints'.
#include <cstdio>

#include <appell/appell.hpp>

using namespace appell;

int main() {
  const model::Model arm = io::load_model("planar2r").model;  // Or "robot.urdf".

  // q and its time derivatives, one vector per order; as many as are known.
  const model::StateSeries state = model::state_from_derivatives(
      arm, {Eigen::Vector2d(0.3, 0.5), Eigen::Vector2d(1.0, -1.0), Eigen::Vector2d(0.2, 0.4),
            Eigen::Vector2d(3.0, 1.0), Eigen::Vector2d(0.0, 2.0)});

  // Every body, to the order of the state, in one pass.
  const kinematics::TreeMotion motion = kinematics::propagate(arm, state);
  const spatial::TransformSeries tip = kinematics::frame_motion(motion, arm.frame("tip"));

  const char* names[] = {"position", "velocity", "acceleration", "jerk", "snap"};
  for (int k = 0; k <= tip.order(); ++k) {
    const Vec3 p_k = tip.p.derivative(k);  // m/s^k, world axes
    std::printf("%-12s %10.6f %10.6f %10.6f\n", names[k], p_k.x(), p_k.y(), p_k.z());
  }
}
