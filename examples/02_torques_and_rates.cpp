// What the motors must do: torques and their time derivatives, which elastic joints need.
#include <cstdio>

#include "appell/force/generalized_force.hpp"
#include "appell/io/load_model.hpp"
#include "appell/kinematics/propagate.hpp"

using namespace appell;

int main() {
  const model::Model panda = io::load_model("panda").model;
  const auto n = panda.num_coordinates();

  // A state with q to order 4: torques then have derivatives to order 2.
  std::vector<VecX> q;
  for (int k = 0; k <= 4; ++k) q.push_back(VecX::LinSpaced(n, -0.5, 0.8) / (k + 1));
  const kinematics::TreeMotion motion =
      kinematics::propagate(panda, model::state_from_derivatives(panda, q));

  const taylor::Series<VecX> tau = force::generalized_force(motion);
  const taylor::Series<VecX> gravity = force::gravity_force(motion);
  std::printf("%-8s %12s %12s %12s %12s\n", "joint", "tau", "tau'", "tau''", "of it gravity");
  for (int j = 0; j < n; ++j) {
    std::printf("%-8s %12.6f %12.6f %12.6f %12.6f\n",
                panda.coordinates()[static_cast<std::size_t>(j)].name.c_str(), tau.derivative(0)(j),
                tau.derivative(1)(j), tau.derivative(2)(j), gravity.derivative(0)(j));
  }
}
