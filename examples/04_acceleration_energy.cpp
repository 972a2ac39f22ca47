// The equation of Gibbs and Appell: the force of a coordinate is the slope of the acceleration
// energy E_1 over its acceleration. E_1 is a polynomial of second degree in q'', so that a central
// difference is exact.
#include <cmath>
#include <cstdio>

#include <appell/appell.hpp>

using namespace appell;

int main() {
  const model::Model robot = io::load_model("puma560").model;
  const int n = robot.num_coordinates();
  const VecX q = VecX::LinSpaced(n, 0.1, 1.2);
  const VecX rate = VecX::LinSpaced(n, 1.0, -1.0);
  const VecX acceleration = VecX::LinSpaced(n, -2.0, 3.0);
  const auto moving = [&](const VecX& a) {
    return kinematics::propagate(robot, model::state_from_derivatives(robot, {q, rate, a}));
  };

  const VecX Q = force::inertia_force(moving(acceleration))[0];
  double worst = 0.0;
  for (int j = 0; j < n; ++j) {
    const VecX step = VecX::Unit(n, j);
    const double slope = 0.5 * (energy::acceleration_energy(moving(acceleration + step), 1)[0] -
                                energy::acceleration_energy(moving(acceleration - step), 1)[0]);
    std::printf("joint %d: inertia force %12.6f N m, slope of E_1 %12.6f\n", j + 1, Q(j), slope);
    worst = std::max(worst, std::abs(slope - Q(j)));
  }
  return worst < 1e-12 * Q.cwiseAbs().maxCoeff() ? 0 : 1;
}
