// Normalised coefficients, which analysis along motions uses, against the plain derivatives of
// Dynamics.
#include "appell/dynamics/block_dynamics.hpp"

#include <functional>

#include <gtest/gtest.h>

#include "appell/dynamics/dynamics.hpp"
#include "tests/dynamics/driven_case.hpp"
#include "tests/support/malloc_guard.hpp"

namespace appell::dynamics {
namespace {

constexpr int kSamples = 5;

/// Both forms of one motion, and objects for both.
struct TwoForms {
  TwoForms(unsigned seed, int N)
      : c(seed, N, 7),
        coefficients(*c.model, {.order = N, .capacity = kSamples}),
        derivatives(*c.model, {.order = N, .capacity = kSamples}),
        motion(c.model->num_coordinates(), N + 3, kSamples) {
    std::vector<model::StateSeries> all;
    for (int s = 0; s < kSamples; ++s) {
      all.push_back(support::random_state(c.random, *c.model, N + 2));
      for (int k = 0; k <= N + 2; ++k) {
        for (int j = 0; j < motion.rows(); ++j) motion(j, k, s) = all.back().derivative(k)(j);
      }
    }
    states = model::state_block(all);
  }

  /// x⁽ᵏ⁾ = k! x[k] of a result of `width` numbers each, within rounding.
  void expect_same(const char* what, int width, int order,
                   const std::function<void(model::SeriesBlock&)>& find_coefficients,
                   const std::function<void(Block&)>& find_derivatives) {
    model::SeriesBlock found(width, order, kSamples);
    Block expected(width, order + 1, kSamples);
    find_coefficients(found);
    find_derivatives(expected);
    ASSERT_EQ(found.num_samples(), kSamples);
    for (int k = 0; k <= order; ++k) {
      for (int s = 0; s < kSamples; ++s) {
        const VecX x = expected.at(s).col(k);
        for (int e = 0; e < width; ++e) {
          EXPECT_NEAR(taylor::factorial(k) * found.column(k, e)[s], x(e),
                      1e-12 * support::largest(x))
              << what << ", order " << k;
        }
      }
    }
  }

  DrivenCase c;
  BlockDynamics coefficients;
  Dynamics derivatives;
  Block motion;
  model::StateBlock states;
};

/// The same memory, of which each derivative is one column.
BlockRef as_columns(Block& block, int rows, int cols) {
  const BlockRef whole = block;
  return {whole.data(), rows, cols, whole.num_samples(), whole.stride()};
}

TEST(BlockDynamics, CoefficientsAreDerivativesOverFactorials) {
  for (const int N : {0, 2}) {
    TwoForms t(61 + static_cast<unsigned>(N), N);
    const int n = t.c.model->num_coordinates();
    const Surroundings& around = t.c.surroundings;
    const auto& s = t.states;
    const auto& m = t.motion;
    auto& C = t.coefficients;
    auto& D = t.derivatives;
    t.expect_same(
        "tau", n, N, [&](auto& out) { C.inverse_dynamics(s, around, out); },
        [&](auto& out) { D.inverse_dynamics(m, around, out); });
    t.expect_same(
        "motor force", n, N, [&](auto& out) { EXPECT_EQ(C.motor_force(s, around, out), N); },
        [&](auto& out) { D.motor_force(m, around, out); });
    t.expect_same(
        "inertia", n, N, [&](auto& out) { C.inertia(s, out); },
        [&](auto& out) { D.inertia(m, out); });
    t.expect_same(
        "gravity", n, N, [&](auto& out) { C.gravity(s, out); },
        [&](auto& out) { D.gravity(m, out); });
    t.expect_same(
        "bias", n, N, [&](auto& out) { C.bias(s, out); }, [&](auto& out) { D.bias(m, out); });
    t.expect_same(
        "momentum", n, N, [&](auto& out) { C.momentum(s, out); },
        [&](auto& out) { D.momentum(m, out); });
    t.expect_same(
        "C", n * n, N, [&](auto& out) { C.coriolis_matrix(s, out); },
        [&](auto& out) { D.coriolis_matrix(m, as_columns(out, n, n * (N + 1))); });
    t.expect_same(
        "partial", n * n, 0, [&](auto& out) { C.force_derivative_partial(s, around, N, 1, out); },
        [&](auto& out) { D.force_derivative_partial(m, around, N, 1, as_columns(out, n, n)); });
    t.expect_same(
        "E_1", 1, N, [&](auto& out) { C.acceleration_energy(s, 1, out); },
        [&](auto& out) { D.acceleration_energy(m, 1, out); });
    const std::span frame(&t.c.frame, 1);
    t.expect_same(
        "placement", 12, N + 2, [&](auto& out) { C.placement(s, frame, out); },
        [&](auto& out) { D.placement(m, frame, as_columns(out, 3, 4 * (N + 3))); });
    t.expect_same(
        "omega", 3, N + 1, [&](auto& out) { C.angular_velocity(s, frame, out); },
        [&](auto& out) { D.angular_velocity(m, frame, out); });
  }
}

// Property: which way a joint goes from rest, as a motion says, counts in friction.
TEST(BlockDynamics, FrictionGoesByTheDirectionsOfTheStates) {
  model::Description robot{.name = "cart", .links = {{.name = "base"}, {.name = "cart"}}};
  robot.links[1].inertial = mass::rigid_mass(2.0, Vec3::Zero(), Mat3::Zero());
  robot.joints = {{.name = "x",
                   .kind = model::JointKind::kPrismatic,
                   .parent = "base",
                   .child = "cart",
                   .axis = Vec3::UnitX(),
                   .friction = {.dry = 0.5}}};
  const model::Model model = model::build(robot);
  BlockDynamics dynamics(model, {.order = 1, .content = Content::kLoads});
  model::StateBlock states(1, 3, 1);
  states.set_num_samples(1);
  model::SeriesBlock out(1, 1, 1);
  EXPECT_EQ(dynamics.friction(states, {}, out), 0);
  EXPECT_EQ(out.column(0, 0)[0], 0.0);
  states.set_direction(0, 0, -1.0);
  EXPECT_EQ(dynamics.friction(states, {}, out), 1);
  EXPECT_EQ(out.column(0, 0)[0], -0.5);
}

// Budget: computing allocates nothing.
TEST(BlockDynamics, DoesNotAllocate) {
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  TwoForms t(64, 1);
  model::SeriesBlock Q(t.c.model->num_coordinates(), 1, kSamples);
  const support::MallocCount count;
  t.coefficients.motor_force(t.states, t.c.surroundings, Q);
  t.coefficients.momentum(t.states, Q);
  EXPECT_EQ(count.calls(), 0);
}

}  // namespace
}  // namespace appell::dynamics
