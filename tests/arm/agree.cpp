// Built for another processor and run in an emulator by tools/check_arm.sh: the engine against the
// readable route there. No test framework, so that nothing but a cross compiler is needed.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "appell/energy/acceleration_energy.hpp"
#include "appell/energy/potential_energy.hpp"
#include "appell/engine/inverse_dynamics.hpp"
#include "appell/force/engine.hpp"
#include "appell/force/engine_batch.hpp"
#include "appell/force/force_partials.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/force/motion_matrices.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/model/state_block.hpp"
#include "tests/support/random_model.hpp"

namespace appell {
namespace {

/// The largest difference beside the size of the numbers, but not below that of `least`; NaN
/// counts as infinite.
class Worst {
 public:
  void compare(const MatX& found, const MatX& expected, double least = 0.0) {
    if (expected.size() == 0) return;
    const double size = std::max(expected.cwiseAbs().maxCoeff(), least);
    const double error = (found - expected).cwiseAbs().maxCoeff() / size;
    worst_ = std::max(worst_, std::isfinite(error) ? error : HUGE_VAL);
  }
  double value() const { return worst_; }

 private:
  double worst_ = 0.0;
};

/// Inverse dynamics of every order to 10.
void compare_forces(support::Random& random, const model::Model& model, Worst& worst) {
  const int n = model.num_coordinates();
  for (int K = 1; K <= 10; ++K) {
    const model::StateSeries state = support::random_state(random, model, K + 1);
    std::vector<double> q, tau(static_cast<std::size_t>(K * n));
    for (int k = 0; k <= K + 1; ++k) {
      const VecX derivative = state.derivative(k);
      q.insert(q.end(), derivative.data(), derivative.data() + n);
    }
    engine::InverseDynamics(model, K).compute(q.data(), tau.data());
    const auto expected = force::generalized_force(kinematics::propagate(model, state), {}, {},
                                                   force::Route::kReadable);
    for (int k = 0; k < K; ++k) {
      worst.compare(Eigen::Map<const VecX>(tau.data() + k * n, n), expected.derivative(k));
    }
  }
}

/// What else force::Engine is made of: matrices, their factors, motion, energies.
void compare_others(support::Random& random, const model::Model& model, Worst& worst) {
  constexpr int N = 2;
  const int n = model.num_coordinates();
  const model::StateSeries state = support::random_state(random, model, N + 2);
  const auto motion = kinematics::propagate(model, state);
  MatX m(n, N + 3), A(n, n), B(n, n), J(6, n), columns(n, N + 1);
  for (int k = 0; k <= N + 2; ++k) m.col(k) = state.derivative(k);
  force::Engine engine(model, {.order = N});
  const auto M = force::mass_matrix(motion), C = force::coriolis_matrix(motion);
  const double size = M[0].cwiseAbs().maxCoeff();  // One joint has M' = 0.
  for (int k = 0; k <= N; ++k) {
    engine.mass_matrix(m, k, A);
    worst.compare(A, M.derivative(k), size);
    engine.coriolis_matrix(m, k, A);
    worst.compare(A, C.derivative(k), size);
  }
  const force::ForcePartials partials = force::force_partials(motion);
  engine.force_partials(m.col(0), m.col(1), m.col(2), A, B);
  worst.compare(A, partials.position[0]);
  worst.compare(B, partials.velocity[0], size);
  VecX x = M[0] * m.col(1);
  engine.factor_mass_matrix(m.col(0));
  engine.solve_mass_matrix(x);
  worst.compare(M[0] * x, M[0] * m.col(1));
  const model::Frame& frame = model.frames().back();
  for (int k = 0; k <= N + 2; ++k) {
    engine.jacobian(m, frame, k, J);
    worst.compare(J, kinematics::jacobian(motion, frame).derivative(k), 1.0);
    worst.compare(engine.kinematics(m).position(frame, k),
                  kinematics::frame_motion(motion, frame).p.derivative(k), 1.0);
  }
  for (int p = 0; p <= N + 1; ++p) {
    worst.compare(MatX::Constant(1, 1, engine.acceleration_energy(m, p)),
                  MatX::Constant(1, 1, energy::acceleration_energy(motion, p)[0]));
  }
  const auto gravity = force::gravity_force(motion);
  engine.gravity(m, columns);
  for (int k = 0; k <= N; ++k) worst.compare(columns.col(k), gravity.derivative(k), 1.0);
}

/// Samples in lanes, a full group and some more.
void compare_batch(support::Random& random, const model::Model& model, Worst& worst) {
  constexpr int N = 2, kCount = 5;
  const int n = model.num_coordinates();
  std::vector<model::StateSeries> states;
  for (int s = 0; s < kCount; ++s) states.push_back(support::random_state(random, model, N + 2));
  force::EngineBatch engine(model, {.order = N, .capacity = kCount});
  model::SeriesBlock tau(n, N, kCount), M(n * n, N, kCount);
  engine.inverse_dynamics(model::state_block(states), tau);
  engine.mass_matrix(model::state_block(states), M);
  for (int s = 0; s < kCount; ++s) {
    const auto motion = kinematics::propagate(model, states[static_cast<std::size_t>(s)]);
    const auto force = force::generalized_force(motion, {}, {}, force::Route::kReadable);
    const auto mass = force::mass_matrix(motion);
    for (int k = 0; k <= N; ++k) {
      VecX found(n);
      MatX found_M(n, n);
      for (int j = 0; j < n; ++j) found(j) = tau.column(k, j)[s];
      for (int e = 0; e < n * n; ++e) found_M(e / n, e % n) = M.column(k, e)[s];
      worst.compare(found, force[k]);
      worst.compare(found_M, mass[k], mass[0].cwiseAbs().maxCoeff());
    }
  }
}

}  // namespace
}  // namespace appell

int main() {
  using namespace appell;
  support::Random random(1899);
  Worst worst;
  for (int num_links = 1; num_links <= 8; ++num_links) {
    const model::Model model = support::random_model(random, num_links);
    compare_forces(random, model, worst);
    compare_others(random, model, worst);
    compare_batch(random, model, worst);
  }
  std::printf("engine and readable route differ by at most %.2e\n", worst.value());
  return worst.value() < 1e-12 ? 0 : 1;
}
