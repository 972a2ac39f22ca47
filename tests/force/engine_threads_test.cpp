// Many threads on one model, all that force::Engine has, batches among it. The release tier runs
// this under the thread sanitizer.
#include <thread>

#include <gtest/gtest.h>

#include "appell/force/engine.hpp"
#include "appell/force/engine_batch.hpp"
#include "appell/model/state_block.hpp"
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
  MatX weight(n, 3), C_1(n, n), J(6, n), of_bodies(engine.model().num_bodies(), 2);
  Vec3 U;
  engine.gravity(m, weight);
  engine.coriolis_matrix(m, 1, C_1);
  engine.jacobian(m, frame, 1, J);
  engine.body_energies(m, 2, of_bodies);
  engine.potential_energy(m, U);
  VecX all(tau.size() + n + 5 * n * n + n + wrenches.size() + 6 + 2 * motor.size() + J.size() +
           of_bodies.size());
  all << tau.reshaped(), b, A.reshaped(), B.reshaped(), x, wrenches.reshaped(), p, motor.reshaped(),
      loaded.reshaped(), A_2.reshaped(), weight.reshaped(), C_1.reshaped(), J.reshaped(),
      of_bodies.reshaped(), U;
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

/// Numbers of every class behind the engine of many samples, all samples of each.
std::vector<double> everything_in(EngineBatch& engine, const model::StateBlock& states) {
  const int n = engine.model().num_coordinates(), B = engine.model().num_bodies();
  const int N = engine.order(), count = states.num_samples();
  const model::Frame& frame = engine.model().frames().back();
  const Surroundings load{.loads = {{.frame = frame, .force_derivatives = {Vec3(1.0, 2.0, 3.0)}}}};
  std::vector<double> all;
  const auto add = [&](int columns, int order, const auto& compute) {
    model::SeriesBlock out(columns, order, count);
    compute(out);
    all.insert(all.end(), out.column(0, 0), out.column(order, columns - 1) + count);
  };
  model::SeriesBlock other(n * n, N, count);
  add(n, N, [&](auto& out) { engine.motor_force(states, load, out); });
  add(n, N, [&](auto& out) { engine.gravity(states, out); });
  add(n, N, [&](auto& out) { engine.bias(states, out); });
  add(n, N, [&](auto& out) { engine.momentum(states, out); });
  add(n * n, N, [&](auto& out) { engine.mass_matrix(states, out); });
  add(n * n, N, [&](auto& out) { engine.force_partials(states, load, out, other); });
  add(n * n, 0, [&](auto& out) { engine.force_derivative_partial(states, load, N, 1, out); });
  add(n, 0, [&](auto& out) {
    std::fill_n(out.column(0, 0), n * count, 1.0);
    engine.solve_mass_matrix(states, out);
  });
  add(1, 1, [&](auto& out) { engine.acceleration_energy(states, 2, out); });
  add(B, 1, [&](auto& out) { engine.body_energies(states, 2, out); });
  add(1, N, [&](auto& out) { engine.potential_energy(states, out); });
  add(12, N, [&](auto& out) { engine.placement(states, frame, out); });
  add(3, N, [&](auto& out) { engine.angular_velocity(states, frame, out); });
  add(6 * n, N, [&](auto& out) { engine.jacobian(states, frame, out); });
  add(6 * engine.num_reactions(), N, [&](auto& out) { engine.reactions(states, load, out); });
  return all;
}

// Property: the same of batches, each thread with samples of its own.
TEST(EngineBatch, ManyThreadsOnOneModel) {
  constexpr int kCount = 11, N = 2;
  constexpr std::size_t kThreads = 4;
  support::Random random(16);
  const model::Model model = model::build(driven_description(random, 7));
  std::vector<model::StateBlock> motions;
  for (std::size_t t = 0; t < kThreads; ++t) {
    std::vector<model::StateSeries> states;
    for (int s = 0; s < kCount; ++s) states.push_back(support::random_state(random, model, N + 2));
    motions.push_back(model::state_block(states));
  }
  std::vector<std::vector<double>> alone, together(kThreads);
  EngineBatch one(model, {.order = N, .capacity = kCount});
  for (const model::StateBlock& states : motions) alone.push_back(everything_in(one, states));
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        EngineBatch engine(model, {.order = N, .capacity = kCount});
        for (int repeat = 0; repeat < 5; ++repeat) together[t] = everything_in(engine, motions[t]);
      });
    }
  }
  EXPECT_EQ(together, alone);
}

}  // namespace
}  // namespace appell::force
