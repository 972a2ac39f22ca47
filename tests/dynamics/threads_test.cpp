// Many threads on one model, all that Dynamics has. The release tier runs this under the thread
// sanitizer.
#include <thread>

#include <gtest/gtest.h>

#include "appell/dynamics/dynamics.hpp"
#include "tests/dynamics/driven_case.hpp"

namespace appell::dynamics {
namespace {

/// Numbers of every class behind Dynamics, all samples of each.
std::vector<double> everything_in(Dynamics& dynamics, const Block& m) {
  const int n = dynamics.model().num_coordinates(), B = dynamics.model().num_bodies();
  const int parts = dynamics.order() + 1, samples = m.num_samples();
  const model::Frame& frame = dynamics.model().frames().back();
  const Surroundings load{.loads = {{.frame = frame, .force_derivatives = {Vec3(1.0, 2.0, 3.0)}}}};
  std::vector<double> all;
  const auto add = [&](int rows, int cols, const auto& compute) {
    Block out(rows, cols, samples);
    compute(out);
    for (int s = 0; s < samples; ++s) {
      const MatX matrix = out.at(s);
      all.insert(all.end(), matrix.data(), matrix.data() + matrix.size());
    }
  };
  add(n, 1, [&](auto& out) { dynamics.bias(m, out); });
  add(n, parts, [&](auto& out) { dynamics.motor_force(m, load, out); });
  add(n, parts, [&](auto& out) { dynamics.gravity(m, out); });
  add(n, parts, [&](auto& out) { dynamics.bias(m, out); });
  add(n, parts, [&](auto& out) { dynamics.momentum(m, out); });
  add(n, n * parts, [&](auto& out) { dynamics.mass_matrix(m, out); });
  add(n, n, [&](auto& out) {
    Block other = out;
    dynamics.force_partials(m, load, out, other);
  });
  add(n, n,
      [&](auto& out) { dynamics.force_derivative_partial(m, load, dynamics.order(), 1, out); });
  add(n, 1, [&](auto& out) {
    for (int s = 0; s < samples; ++s) out.set(s, VecX::Ones(n));
    dynamics.solve_mass_matrix(m, out);
  });
  add(1, 2, [&](auto& out) { dynamics.acceleration_energy(m, 2, out); });
  add(B, 2, [&](auto& out) { dynamics.body_energies(m, 2, out); });
  add(1, parts, [&](auto& out) { dynamics.potential_energy(m, out); });
  add(3, 4 * parts, [&](auto& out) { dynamics.placement(m, frame, out); });
  add(3, parts, [&](auto& out) { dynamics.angular_velocity(m, frame, out); });
  add(6, n * parts, [&](auto& out) { dynamics.jacobian(m, frame, out); });
  add(6, dynamics.num_reactions() * parts, [&](auto& out) { dynamics.reactions(m, load, out); });
  return all;
}

// Property: an object per thread on one const model gives what one thread gives, bit for bit; for
// one sample and for many.
TEST(Dynamics, ManyThreadsOnOneModel) {
  constexpr int N = 2;
  constexpr std::size_t kThreads = 6;
  support::Random random(14);
  const model::Model model = model::build(driven_description(random, 7));
  for (const int samples : {1, 11}) {
    std::vector<Block> motions;
    for (std::size_t t = 0; t < kThreads; ++t) {
      Block& m = motions.emplace_back(model.num_coordinates(), N + 3, samples);
      for (int s = 0; s < samples; ++s) {
        m.set(s, MatX::NullaryExpr(m.rows(), m.cols(), [&] { return random.uniform(-1.0, 1.0); }));
      }
    }
    std::vector<std::vector<double>> alone, together(kThreads);
    const DynamicsOptions options{.order = N, .capacity = samples};
    Dynamics one(model, options);
    for (const Block& m : motions) alone.push_back(everything_in(one, m));
    {
      std::vector<std::jthread> threads;
      for (std::size_t t = 0; t < kThreads; ++t) {
        threads.emplace_back([&, t] {
          Dynamics dynamics(model, options);
          for (int repeat = 0; repeat < 10; ++repeat) {
            together[t] = everything_in(dynamics, motions[t]);
          }
        });
      }
    }
    EXPECT_EQ(together, alone);
  }
}

}  // namespace
}  // namespace appell::dynamics
