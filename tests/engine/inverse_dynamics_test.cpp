#include "appell/engine/inverse_dynamics.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "appell/base/factorial.hpp"
#include "appell/energy/acceleration_energy.hpp"
#include "tests/engine/samples.hpp"
#include "tests/engine/ulp_effect.hpp"
#include "tests/force/random_case.hpp"
#include "tests/support/golden_states.hpp"
#include "tests/support/malloc_guard.hpp"

namespace appell::engine {
namespace {

using model::StateSeries;
using support::MallocCount;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr InverseDynamicsOptions with_energies(InstructionSet set) {
  return {.energies = Energies::kAll, .instruction_set = set};
}

/// A coordinate that turns one body, by the angle itself.
int plain_turning_coordinate(const model::Model& model) {
  for (const model::Coordinate& coordinate : model.coordinates()) {
    const int j = static_cast<int>(&coordinate - model.coordinates().data());
    int users = 0, plain = 0;
    for (const model::Body& body : model.bodies()) {
      if (body.coordinate != j) continue;
      ++users;
      if (body.screw.linear.isZero() && body.ratio == 1.0 && body.offset == 0.0) ++plain;
    }
    if (users == 1 && plain == 1) return j;
  }
  throw std::logic_error("no coordinate of the model turns one body only");
}

// Cross-check, in every instruction set, single and batch: golden data made with 60 digits.
TEST(InverseDynamics, AllGoldenRobots) {
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(std::string(name(set)));
    support::BlockComparison compare(1e-12);  // Worst seen: 3e-14, as the readable route.
    support::for_each_golden_state([&](const support::GoldenState& s) {
      const int K = static_cast<int>(s.expected["Q_inertia"].size());
      const Samples samples({s.state}, K + 2);
      std::vector<double> tau(K * samples.n);
      const auto expect_golden = [&] {
        for (int k = 0; k < K; ++k) {
          const auto order = static_cast<std::size_t>(k);
          compare.block(result_block(tau, samples, k, 0),
                        support::matrix_of(s.expected["Q_inertia"][order]) +
                            support::matrix_of(s.expected["Q_gravity"][order]),
                        "order " + std::to_string(k));
        }
      };
      InverseDynamics engine(s.robot.model, K, {.instruction_set = set});
      engine.compute(samples.q.data(), tau.data());
      expect_golden();
      engine.compute_batch(samples.q.data(), 1, 1, tau.data());
      expect_golden();
    });
  }
}

TEST(InverseDynamics, EnergiesOfAllGoldenRobots) {
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(std::string(name(set)));
    support::BlockComparison compare(1e-12);
    support::for_each_golden_state([&](const support::GoldenState& s) {
      const Samples samples({s.state}, 7);
      std::vector<double> tau(5 * samples.n), energies(5);
      InverseDynamics(s.robot.model, 5, with_energies(set))
          .compute(samples.q.data(), tau.data(), energies.data());
      for (int p = 1; p <= 5; ++p) {
        const auto& expected = s.expected["acceleration_energy"][std::to_string(p)][0];
        compare.block(MatX::Constant(1, 1, energies[p - 1]),
                      MatX::Constant(1, 1, expected.get<double>()), "p = " + std::to_string(p));
      }
    });
  }
}

/// Compares the engine with the readable route on one random tree, all orders and ways to call it.
///
/// The bound: both routes are sums over at most n bodies and K orders, whose rounding errors are
/// each like a change of an input by an ulp somewhere on the way. So they may differ by n + K times
/// the effect of such changes; the factor 4 is for there being several such errors per body and
/// order.
void expect_agreement(const model::Model& model, support::Random& random, int K, InstructionSet set,
                      double& worst) {
  const auto states = random_states(random, model, K + 1, 3);
  const Samples samples(states, K + 2);
  const auto size = static_cast<std::size_t>(K * samples.n) * samples.stride;
  std::vector<double> forces(size), forces_too(size), energies(static_cast<std::size_t>(3 * K));
  std::vector<double> single(K * samples.n);
  InverseDynamics engine(model, K, {.instruction_set = set});
  InverseDynamics energetic(model, K, with_energies(set));
  engine.compute_batch(samples.q.data(), 3, 3, forces.data());
  energetic.compute_batch(samples.q.data(), 3, 3, forces_too.data(), energies.data());
  for (std::size_t s = 0; s < 3; ++s) {
    const Samples one({states[s]}, K + 2);
    engine.compute(one.q.data(), single.data());
    const auto expected = readable_force(model, states[s]);
    const VecX effect = ulp_effect(model, states[s], random);
    for (int k = 0; k < K; ++k) {
      const double bound = 4.0 * (model.num_bodies() + K) * std::max(effect(k), kEpsilon);
      const VecX Q = expected.derivative(k);
      for (const VecX& found :
           {result_block(forces, samples, k, s), result_block(single, one, k, 0),
            result_block(forces_too, samples, k, s)}) {
        EXPECT_TRUE(support::near(found, Q, bound)) << "order " << k;
        worst =
            std::max(worst, (found - Q).cwiseAbs().maxCoeff() / Q.cwiseAbs().maxCoeff() / bound);
      }
    }
    const auto motion = kinematics::propagate(model, states[s]);
    for (int p = 1; p <= K; ++p) {
      const double E = energy::acceleration_energy(motion, p)[0];
      const double found = energies[static_cast<std::size_t>(p - 1) * 3 + s];
      // A sum of squares, whose terms do not cancel: as good as the accelerations in it.
      EXPECT_TRUE(support::near(found, E, 4.0 * (model.num_bodies() + p * p) * 4.0 * kEpsilon))
          << "E_" << p;
    }
  }
}

// Cross-check: random trees of 1 to 50 moving links with every joint kind, mimic joints and rotors.
TEST(InverseDynamics, AgreesWithTheReadableRouteOnRandomTrees) {
  support::Random random(1899);
  double worst = 0.0;
  for (const InstructionSet set : available_instruction_sets()) {
    for (const int num_links : {1, 2, 3, 5, 8, 13, 21, 50}) {
      for (const int K : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}) {
        SCOPED_TRACE(std::string(name(set)) + ", links " + std::to_string(num_links) + ", K " +
                     std::to_string(K));
        const auto model = model::build(force::driven_description(random, num_links));
        expect_agreement(model, random, K, set, worst);
      }
    }
  }
  RecordProperty("worst_part_of_bound", std::to_string(worst));
}

// Cross-check: orders that are worked on in tiles, with every number of rows that may be left.
TEST(InverseDynamics, AgreesWithTheReadableRouteAtHighOrders) {
  support::Random random(1900);
  double worst = 0.0;
  for (const InstructionSet set : available_instruction_sets()) {
    for (const int K : {14, 15, 16, 17, 18, 19, 20, 21, 24, 27}) {
      SCOPED_TRACE(std::string(name(set)) + ", K " + std::to_string(K));
      for (const int num_links : {1, 4, 9}) {
        const auto model = model::build(force::driven_description(random, num_links));
        expect_agreement(model, random, K, set, worst);
      }
    }
  }
  RecordProperty("worst_part_of_bound", std::to_string(worst));
}

// Property: results in columns of another distance than those of q are the same bits, and nothing
// between the columns is touched.
TEST(InverseDynamics, ResultsOfAnotherStride) {
  support::Random random(50);
  const auto model = model::build(force::driven_description(random, 6));
  for (const InstructionSet set : available_instruction_sets()) {
    for (const int K : {1, 3, 13}) {
      const Samples samples(random_states(random, model, K + 1, 11), K + 2);
      const auto columns = static_cast<std::size_t>(K * samples.n), orders = std::size_t(K);
      constexpr std::size_t kStride = 17;
      std::vector<double> tau(columns * 11), energies(orders * 11),
          wide_tau(columns * kStride, -1.0), wide_energies(orders * kStride, -1.0);
      InverseDynamics engine(model, K, with_energies(set));
      engine.compute_batch(samples.q.data(), 11, 11, tau.data(), energies.data());
      engine.compute_batch(samples.q.data(), 11, 11, wide_tau.data(), wide_energies.data(),
                           kStride);
      const auto expect_spread = [&](const std::vector<double>& wide,
                                     const std::vector<double>& x) {
        for (std::size_t i = 0; i < wide.size(); ++i) {
          const std::size_t column = i / kStride, s = i % kStride;
          ASSERT_EQ(wide[i], s < 11 ? x[column * 11 + s] : -1.0) << i;
        }
      };
      expect_spread(wide_tau, tau);
      expect_spread(wide_energies, energies);
    }
  }
}

// Property: from coefficients x⁽ᵏ⁾/k! as from derivatives: the same energies, and forces over k!.
// Both factors are rounded, so some epsilon; with rotors, whose energy is apart from the bodies'.
TEST(InverseDynamics, CoefficientsGiveTheSameEnergies) {
  support::Random random(51);
  auto robot = force::driven_description(random, 5);
  robot.joints.front() = {.name = "turns",
                          .kind = model::JointKind::kContinuous,
                          .parent = robot.joints.front().parent,
                          .child = robot.joints.front().child,
                          .axis = Vec3::UnitX(),
                          .actuator = {.gear_ratio = 100.0, .rotor_inertia = 1e-3}};
  const auto model = model::build(std::move(robot));
  for (const InstructionSet set : available_instruction_sets()) {
    for (const int K : {2, 4, 5, 8, 9}) {
      const auto state = support::random_state(random, model, K + 1);
      const Samples samples({state}, K + 2);
      std::vector<double> coefficients, tau(static_cast<std::size_t>(K * samples.n)), energies(9),
          tau_of_coefficients(tau.size()), energies_of_coefficients(9);
      for (int k = 0; k < K + 2; ++k) {
        coefficients.insert(coefficients.end(), state[k].begin(), state[k].end());
      }
      auto options = with_energies(set);
      InverseDynamics(model, K, options).compute(samples.q.data(), tau.data(), energies.data());
      options.form = Form::kCoefficients;
      InverseDynamics(model, K, options)
          .compute(coefficients.data(), tau_of_coefficients.data(),
                   energies_of_coefficients.data());
      for (int p = 0; p < K; ++p) {
        const auto at = static_cast<std::size_t>(p);
        EXPECT_NEAR(energies_of_coefficients[at] / energies[at], 1.0, 1e-13) << "E_" << p + 1;
        EXPECT_TRUE(support::near(kFactorials[p] * result_block(tau_of_coefficients, samples, p, 0),
                                  result_block(tau, samples, p, 0), 1e-12));
      }
    }
  }
}

// Cross-check: the highest order there is, in a case whose coefficients neither vanish nor explode.
TEST(InverseDynamics, HighestOrder) {
  constexpr int K = InverseDynamics::kMostOutputs;
  support::Random random(7);
  const auto model = model::build(force::driven_description(random, 4));
  const auto state = support::random_state(random, model, K + 1);
  const Samples samples({state}, K + 2);
  std::vector<double> tau(K * samples.n);
  InverseDynamics(model, K).compute(samples.q.data(), tau.data());
  const auto expected = readable_force(model, state);
  for (int k = 0; k < K; ++k) {
    EXPECT_TRUE(support::near(result_block(tau, samples, k, 0), expected.derivative(k), 1e-12))
        << k;
  }
}

// Property: what stands beside a sample in its batch does not change a bit of its result.
TEST(InverseDynamics, BatchesOfAnySizeGiveTheSameBits) {
  support::Random random(5);
  const auto few = model::build(force::driven_description(random, 6));
  const auto many = model::build(force::driven_description(random, 50));  // Copied in blocks.
  for (const InstructionSet set : available_instruction_sets()) {
    for (const auto& [K, model] : {std::pair{1, few}, {3, few}, {9, few}, {3, many}}) {
      const Samples samples(random_states(random, model, K + 1, 1001), K + 2);
      const auto size = static_cast<std::size_t>(K * samples.n) * samples.stride;
      std::vector<double> all(size), parts(size), energies(static_cast<std::size_t>(K) * 1001),
          energies_of_parts(energies.size());
      InverseDynamics engine(model, K, with_energies(set));
      engine.compute_batch(samples.q.data(), 1001, 1001, all.data(), energies.data());
      for (const std::size_t step : {1UL, 3UL, 4UL, 5UL, 11UL, 33UL, 64UL}) {
        std::fill(parts.begin(), parts.end(), 0.0);
        for (std::size_t s = 0; s < 1001; s += step) {
          engine.compute_batch(samples.q.data() + s, std::min(step, 1001 - s), 1001,
                               parts.data() + s, energies_of_parts.data() + s);
        }
        EXPECT_EQ(parts, all) << "batches of " << step;
        EXPECT_EQ(energies_of_parts, energies) << "batches of " << step;
      }
    }
  }
}

// Oracle: angles beyond the range of the fast sine are as good as the C library's.
TEST(InverseDynamics, HugeAngles) {
  support::Random random(11);
  const auto model = model::build(force::driven_description(random, 5));
  for (const double turns : {99999.0, 1e5, 1.1e5, 1e9, 1e15}) {
    auto state = support::random_state(random, model, 4);
    state[0](plain_turning_coordinate(model)) = turns;
    const Samples samples({state}, 5);
    std::vector<double> tau(3 * samples.n);
    InverseDynamics engine(model, 3);
    const auto expected = readable_force(model, state);
    engine.compute(samples.q.data(), tau.data());
    for (int k = 0; k < 3; ++k) {
      EXPECT_TRUE(support::near(result_block(tau, samples, k, 0), expected.derivative(k), 1e-12));
    }
    engine.compute_batch(samples.q.data(), 1, 1, tau.data());
    for (int k = 0; k < 3; ++k) {
      EXPECT_TRUE(support::near(result_block(tau, samples, k, 0), expected.derivative(k), 1e-12));
    }
  }
}

// Budget: after construction not one call of malloc, in any mode.
TEST(InverseDynamics, DoesNotAllocate) {
  if (!MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  support::Random random(3);
  const auto model = model::build(force::driven_description(random, 8));
  for (const InstructionSet set : available_instruction_sets()) {
    for (const int K : {1, 3, 8, 12, 13, 15}) {
      const Samples samples(random_states(random, model, K + 1, 21), K + 2);
      std::vector<double> tau(static_cast<std::size_t>(K * samples.n) * 21),
          energies(static_cast<std::size_t>(K) * 21);
      InverseDynamics engine(model, K, {.instruction_set = set});
      InverseDynamics energetic(model, K, with_energies(set));
      const MallocCount count;
      engine.compute(samples.q.data(), tau.data());
      engine.compute_batch(samples.q.data(), 21, 21, tau.data());
      energetic.compute(samples.q.data(), tau.data(), energies.data());
      energetic.compute_batch(samples.q.data(), 21, 21, tau.data(), energies.data());
      EXPECT_EQ(count.calls(), 0);
    }
  }
}

// Budget: the workspace is O(n K).
TEST(InverseDynamics, WorkspaceGrowsWithBodiesAndOrders) {
  support::Random random(4);
  const auto small = support::random_model(random, 10);
  const auto large = support::random_model(random, 40);
  const double bodies = static_cast<double>(large.num_bodies()) / small.num_bodies();
  const auto bytes = [](const model::Model& m, int K) {
    return static_cast<double>(InverseDynamics(m, K).num_bytes());
  };
  EXPECT_LT(bytes(large, 4), 1.2 * bodies * bytes(small, 4));
  EXPECT_LT(bytes(small, 8), 2.0 * bytes(small, 4));
}

// Property: a model without gravity, and a gravity given, are the same thing.
TEST(InverseDynamics, TakesAnotherGravity) {
  support::Random random(6);
  const auto model = model::build(force::driven_description(random, 5));
  const Vec3 gravity(1.0, -2.0, 3.0);
  const Samples samples({support::random_state(random, model, 3)}, 4);
  std::vector<double> given(2 * samples.n), built(given.size());
  InverseDynamics(model, 2, {.gravity = gravity}).compute(samples.q.data(), given.data());
  InverseDynamics(model.with_gravity(gravity), 2).compute(samples.q.data(), built.data());
  EXPECT_EQ(given, built);
  InverseDynamics later(model, 2);
  later.set_gravity(gravity);
  later.compute(samples.q.data(), given.data());
  EXPECT_EQ(given, built);
  later.compute_batch(samples.q.data(), 1, 1, given.data());
  InverseDynamics(model.with_gravity(gravity), 2)
      .compute_batch(samples.q.data(), 1, 1, built.data());
  EXPECT_EQ(given, built);
}

// A robot without joints: nothing moves, nothing is read or written.
TEST(InverseDynamics, RobotsWithoutJoints) {
  const auto model = model::build({.name = "still", .links = {{.name = "base"}}});
  for (const int K : {1, 3, 9}) {
    double energies[9] = {};
    InverseDynamics(model, K).compute(nullptr, nullptr);
    InverseDynamics(model, K, {.energies = Energies::kAll}).compute(nullptr, nullptr, energies);
    for (const double E : energies) EXPECT_EQ(E, 0.0);
  }
}

TEST(InverseDynamics, SaysWhatItCannotDo) {
  support::Random random(2);
  const auto model = support::random_model(random, 2);
  EXPECT_THROW_MESSAGE(InverseDynamics(model, 0), InvalidArgument, "the number of outputs is 0");
  EXPECT_THROW_MESSAGE(InverseDynamics(model, InverseDynamics::kMostOutputs + 1), InvalidArgument,
                       "1 to 32 is needed");
}

}  // namespace
}  // namespace appell::engine
