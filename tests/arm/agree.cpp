// Built for another processor and run in an emulator by tools/check_arm.sh: the engine against the
// readable route there. No test framework, so that nothing but a cross compiler is needed.
#include <cmath>
#include <cstdio>
#include <vector>

#include "appell/engine/inverse_dynamics.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/kinematics/propagate.hpp"
#include "tests/support/random_model.hpp"

int main() {
  using namespace appell;
  support::Random random(1899);
  double worst = 0.0;
  for (int num_links = 1; num_links <= 8; ++num_links) {
    const model::Model model = support::random_model(random, num_links);
    const int n = model.num_coordinates();
    for (int K = 1; K <= 10; ++K) {
      const model::StateSeries state = support::random_state(random, model, K + 1);
      std::vector<double> q, tau(static_cast<std::size_t>(K * n)), energies(tau);
      for (int k = 0; k <= K + 1; ++k) {
        const VecX derivative = state.derivative(k);
        q.insert(q.end(), derivative.data(), derivative.data() + n);
      }
      engine::InverseDynamics(model, K).compute(q.data(), tau.data());
      const auto expected = force::generalized_force(kinematics::propagate(model, state), {}, {},
                                                     force::Route::kReadable);
      for (int k = 0; k < K; ++k) {
        const VecX Q = expected.derivative(k);
        for (int j = 0; j < n; ++j) {
          const double error = std::abs(tau[static_cast<std::size_t>(k * n + j)] - Q(j));
          worst = std::max(worst, error / Q.cwiseAbs().maxCoeff());
        }
      }
    }
  }
  std::printf("engine and readable route differ by at most %.2e\n", worst);
  return worst < 1e-12 ? 0 : 1;
}
