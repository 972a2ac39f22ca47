// In a control loop: the engine allocates nothing, takes no lock and throws nothing.
#include <cmath>
#include <cstdio>
#include <vector>

#include "appell/engine/inverse_dynamics.hpp"
#include "appell/io/load_model.hpp"

using namespace appell;

int main() {
  const model::Model panda = io::load_model("panda").model;
  constexpr int kOutputs = 3;                         // tau, tau', tau''
  engine::InverseDynamics dynamics(panda, kOutputs);  // Once, for one thread.
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
  std::printf("joint 2 at t = 0.999 s: tau %.6f N m, tau' %.6f N m/s, tau'' %.6f N m/s^2\n", tau[1],
              tau[n + 1], tau[2 * n + 1]);
}
