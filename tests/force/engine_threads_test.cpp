// Many threads on one model, all that force::Engine has, batches among it. The release tier runs
// this under the thread sanitizer.
#include <thread>

#include <gtest/gtest.h>

#include "appell/force/engine.hpp"
#include "tests/force/random_case.hpp"

namespace appell::force {
namespace {

/// Numbers of every class behind the engine at one motion.
VecX everything_at(Engine& engine, const MatX& m) {
  const auto n = m.rows();
  MatX A(n, n), B(n, n), tau(n, 3), wrenches(6, engine.model().num_bodies());
  VecX b(n), x = m.col(1);
  engine.inverse_dynamics(m, tau);
  engine.bias(m.col(0), m.col(1), b);
  engine.force_partials(m.col(0), m.col(1), m.col(2), A, B);
  engine.factor_mass_matrix(m.col(0));
  engine.solve_mass_matrix(x);
  engine.joint_wrenches(m.col(0), m.col(1), m.col(2), wrenches);
  const model::Frame& frame = engine.model().frames().back();
  const Vec3 p = engine.kinematics(m).position(frame, 2);
  const Surroundings load{.loads = {{.frame = frame, .force_derivatives = {Vec3(1.0, 2.0, 3.0)}}}};
  MatX motor(n, 3), loaded(n, n), A_2(n, n);
  engine.motor_force(m, load, motor);
  engine.force_partials(m.col(0), m.col(1), m.col(2), load, loaded, B);
  engine.force_derivative_partial(m, load, 2, 1, A_2);
  VecX all(tau.size() + n + 4 * n * n + n + wrenches.size() + 3 + motor.size());
  all << tau.reshaped(), b, A.reshaped(), B.reshaped(), x, wrenches.reshaped(), p, motor.reshaped(),
      loaded.reshaped(), A_2.reshaped();
  return all;
}

// Property: an engine per thread on one const model gives what one thread gives, bit for bit.
TEST(ForceEngine, ManyThreadsOnOneModel) {
  constexpr std::size_t kThreads = 8;
  support::Random random(14);
  const model::Model model = model::build(driven_description(random, 7));
  std::vector<MatX> motions;
  for (std::size_t t = 0; t < kThreads; ++t) {
    const model::StateSeries state = support::random_state(random, model, 4);
    MatX m(model.num_coordinates(), 5);
    for (int k = 0; k <= 4; ++k) m.col(k) = state.derivative(k);
    motions.push_back(m);
  }
  std::vector<VecX> alone, together(kThreads);
  Engine one(model, {.order = 2});
  for (const MatX& m : motions) alone.push_back(everything_at(one, m));
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        Engine engine(model, {.order = 2});
        for (int repeat = 0; repeat < 20; ++repeat) together[t] = everything_at(engine, motions[t]);
      });
    }
  }
  for (std::size_t t = 0; t < kThreads; ++t) EXPECT_EQ(together[t], alone[t]);
}

}  // namespace
}  // namespace appell::force
