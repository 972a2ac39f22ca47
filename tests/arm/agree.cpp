// Built for another processor and run in an emulator by tools/check_arm.sh: Dynamics against the
// reference implementation there. No test framework, so that nothing but a cross compiler is
// needed.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "appell/dynamics/dynamics.hpp"
#include "appell/energy/acceleration_energy.hpp"
#include "appell/force/force_partials.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/force/motion_matrices.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "appell/kinematics/propagate.hpp"
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

MatX derivatives_of(const model::StateSeries& state) {
  MatX m(state[0].size(), state.order() + 1);
  for (int k = 0; k <= state.order(); ++k) m.col(k) = state.derivative(k);
  return m;
}

/// Inverse dynamics of every order to 9.
void compare_forces(support::Random& random, const model::Model& model, Worst& worst) {
  for (int N = 0; N <= 9; ++N) {
    const model::StateSeries state = support::random_state(random, model, N + 2);
    MatX tau(model.num_coordinates(), N + 1);
    Dynamics(model, {.order = N, .content = Content::kForces})
        .inverse_dynamics(derivatives_of(state), tau);
    const auto expected = force::generalized_force(kinematics::propagate(model, state));
    for (int k = 0; k <= N; ++k) worst.compare(tau.col(k), expected.derivative(k));
  }
}

/// What else Dynamics is made of: matrices, their factors, motion, energies.
void compare_others(support::Random& random, const model::Model& model, Worst& worst) {
  constexpr int N = 2;
  const int n = model.num_coordinates();
  const model::StateSeries state = support::random_state(random, model, N + 2);
  const auto motion = kinematics::propagate(model, state);
  const MatX m = derivatives_of(state);
  Dynamics dynamics(model, {.order = N});
  const auto M = force::mass_matrix(motion), C = force::coriolis_matrix(motion);
  const double size = M[0].cwiseAbs().maxCoeff();  // One joint has M' = 0.
  MatX found_M(n, 3 * n), found_C(n, 3 * n), by_q(n, n), by_rate(n, n);
  dynamics.mass_matrix(m, found_M);
  dynamics.coriolis_matrix(m, found_C);
  for (int k = 0; k <= N; ++k) {
    worst.compare(found_M.middleCols(k * n, n), M.derivative(k), size);
    worst.compare(found_C.middleCols(k * n, n), C.derivative(k), size);
  }
  const force::ForcePartials partials = force::force_partials(motion);
  dynamics.force_partials(m, {}, by_q, by_rate);
  worst.compare(by_q, partials.position[0]);
  worst.compare(by_rate, partials.velocity[0], size);
  VecX x = M[0] * m.col(1);
  dynamics.solve_mass_matrix(m, x);
  worst.compare(M[0] * x, M[0] * m.col(1));
  const model::Frame& frame = model.frames().back();
  const auto expected_J = kinematics::jacobian(motion, frame);
  const auto expected_X = kinematics::frame_motion(motion, frame);
  MatX J(6, 5 * n), X(3, 4 * 5), gravity(n, N + 1);
  dynamics.jacobian(m, frame, J);
  dynamics.placement(m, frame, X);
  for (int k = 0; k <= N + 2; ++k) {
    worst.compare(J.middleCols(k * n, n), expected_J.derivative(k), 1.0);
    worst.compare(X.col(4 * k + 3), expected_X.p.derivative(k), 1.0);
  }
  for (int p = 0; p <= N + 1; ++p) {
    double E;
    dynamics.acceleration_energy(m, p, E);
    worst.compare(MatX::Constant(1, 1, E),
                  MatX::Constant(1, 1, energy::acceleration_energy(motion, p)[0]));
  }
  const auto expected_gravity = force::gravity_force(motion);
  dynamics.gravity(m, gravity);
  for (int k = 0; k <= N; ++k) worst.compare(gravity.col(k), expected_gravity.derivative(k), 1.0);
}

/// Samples in lanes, a full group and some more.
void compare_block(support::Random& random, const model::Model& model, Worst& worst) {
  constexpr int N = 2, kCount = 5;
  const int n = model.num_coordinates();
  Block m(n, N + 3, kCount), tau(n, N + 1, kCount), M(n, n, kCount);
  std::vector<model::StateSeries> states;
  for (int s = 0; s < kCount; ++s) {
    states.push_back(support::random_state(random, model, N + 2));
    m.set(s, derivatives_of(states.back()));
  }
  Dynamics dynamics(model, {.order = N, .capacity = kCount});
  dynamics.inverse_dynamics(m, tau);
  dynamics.mass_matrix(m, M);
  for (int s = 0; s < kCount; ++s) {
    const auto motion = kinematics::propagate(model, states[s]);
    const auto force = force::generalized_force(motion);
    for (int k = 0; k <= N; ++k) worst.compare(tau.at(s).col(k), force.derivative(k));
    worst.compare(M.at(s), force::mass_matrix(motion)[0]);
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
    compare_block(random, model, worst);
  }
  std::printf("Dynamics and the reference implementation differ by at most %.2e\n", worst.value());
  return worst.value() < 1e-12 ? 0 : 1;
}
