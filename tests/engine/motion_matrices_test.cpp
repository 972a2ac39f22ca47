#include "appell/engine/motion_matrices.hpp"

#include <array>
#include <limits>

#include <gtest/gtest.h>

#include "appell/force/force_partials.hpp"
#include "appell/force/motion_matrices.hpp"
#include "tests/engine/samples.hpp"
#include "tests/force/random_case.hpp"
#include "tests/support/golden_states.hpp"
#include "tests/support/malloc_guard.hpp"

namespace appell::engine {
namespace {

using model::StateSeries;
using support::MallocCount;

constexpr double kUlp = std::numeric_limits<double>::epsilon();

/// M, C, ∂τ/∂q and ∂τ/∂q' of some samples, as the engine gives them.
struct Found {
  Found(const Samples& samples, int order)
      : size(static_cast<std::size_t>((order + 1) * samples.n * samples.n) * samples.stride),
        numbers(4 * size) {}

  MotionMatricesOut out(MatrixContent content) {
    MotionMatricesOut to{.mass = numbers.data()};
    if (content == MatrixContent::kMass) return to;
    to.coriolis = numbers.data() + size;
    if (content == MatrixContent::kCoriolis) return to;
    to.force_by_q = numbers.data() + 2 * size;
    to.force_by_rate = numbers.data() + 3 * size;
    return to;
  }
  MatX matrix(int which, const Samples& samples, int k, std::size_t s) const {
    MatX A(samples.n, samples.n);
    for (Eigen::Index i = 0; i < samples.n; ++i) {
      for (Eigen::Index j = 0; j < samples.n; ++j) {
        const auto column = static_cast<std::size_t>((k * samples.n + i) * samples.n + j);
        A(i, j) = numbers[static_cast<std::size_t>(which) * size + column * samples.stride + s];
      }
    }
    return A;
  }

  std::size_t size;
  std::vector<double> numbers;
};

/// The other route to the same numbers, which shares no code with the engine: M, C, ∂τ/∂q, ∂τ/∂q'.
std::array<taylor::Series<MatX>, 4> readable(const model::Model& model, const StateSeries& state) {
  const auto motion = kinematics::propagate(model, state);
  auto partials = force::force_partials(motion);
  return {force::mass_matrix(motion), force::coriolis_matrix(motion), partials.position,
          partials.velocity};
}

/// How far the k-th derivative of each matrix moves when every input is changed by one ulp,
/// relative to its largest entry; the largest of several random changes.
double ulp_effect_on_matrix(const model::Model& model, const StateSeries& state, int which, int k,
                            double floor, support::Random& random) {
  const MatX A = readable(model, state)[static_cast<std::size_t>(which)].derivative(k);
  double effect = 0.0;
  for (int change = 0; change < 4; ++change) {
    StateSeries moved = state;
    for (int order = 0; order <= state.order(); ++order) {
      for (Eigen::Index j = 0; j < state[order].size(); ++j) {
        moved[order](j) *= 1.0 + (random.integer(0, 1) == 0 ? kUlp : -kUlp);
      }
    }
    const MatX B = readable(model, moved)[static_cast<std::size_t>(which)].derivative(k);
    effect = std::max(effect, support::largest(B - A) / std::max(support::largest(A), floor));
  }
  return effect;
}

/// The bound is that of InverseDynamics: both routes are sums over at most n bodies and N orders.
void expect_same_matrices(const model::Model& model, support::Random& random, int N,
                          InstructionSet set, double& worst) {
  const auto states = random_states(random, model, N + 2, 3);
  for (const auto content :
       {MatrixContent::kMass, MatrixContent::kCoriolis, MatrixContent::kPartials}) {
    MotionMatrices engine(model, content, {.order = N, .instruction_set = set});
    const Samples samples(states, engine.num_inputs());
    Found batch(samples, N);
    engine.compute_batch(samples.q.data(), 3, 3, batch.out(content));
    for (std::size_t s = 0; s < 3; ++s) {
      const Samples one({states[s]}, engine.num_inputs());
      Found single(one, N);
      engine.compute(one.q.data(), single.out(content));
      const auto expected = readable(model, states[s]);
      // Where they vanish, derivatives and C are differences of terms of the size of M.
      const double floor = support::largest(expected[0][0]);
      const int num_matrices = content == MatrixContent::kMass       ? 1
                               : content == MatrixContent::kCoriolis ? 2
                                                                     : 4;
      for (int which = 0; which < num_matrices; ++which) {
        for (int k = 0; k <= N; ++k) {
          const MatX A = expected[static_cast<std::size_t>(which)].derivative(k);
          const double size = std::max(support::largest(A), floor);
          const double effect =
              std::max(kUlp, ulp_effect_on_matrix(model, states[s], which, k, floor, random));
          const double bound = 4.0 * (model.num_bodies() + N + 1) * effect * size;
          for (const MatX& found :
               {batch.matrix(which, samples, k, s), single.matrix(which, one, k, 0)}) {
            const double error = support::largest(found - A);
            EXPECT_LE(error, bound) << "matrix " << which << ", order " << k << ", content "
                                    << static_cast<int>(content);
            worst = std::max(worst, error / bound);
          }
        }
      }
    }
  }
}

// Cross-check: random trees with every joint kind, mimic joints and rotors, in every instruction
// set, single and in batches.
TEST(MotionMatrices, AgreeWithTheReadableRouteOnRandomTrees) {
  support::Random random(1900);
  double worst = 0.0;
  for (const InstructionSet set : available_instruction_sets()) {
    for (const int num_links : {1, 2, 3, 5, 8, 13, 30}) {
      for (const int N : {0, 1, 3}) {
        SCOPED_TRACE(std::string(name(set)) + ", links " + std::to_string(num_links) + ", N " +
                     std::to_string(N));
        const auto model = model::build(force::driven_description(random, num_links));
        expect_same_matrices(model, random, N, set, worst);
      }
    }
  }
  RecordProperty("worst_part_of_bound", std::to_string(worst));
}

// Cross-check: M and M' of golden data made with 60 digits.
TEST(MotionMatrices, AllGoldenRobots) {
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(std::string(name(set)));
    support::BlockComparison compare(1e-12);
    support::for_each_golden_state([&](const support::GoldenState& s) {
      const Samples samples({s.state}, 2);
      Found found(samples, 1);
      MotionMatrices(s.robot.model, MatrixContent::kMass, {.order = 1, .instruction_set = set})
          .compute(samples.q.data(), found.out(MatrixContent::kMass));
      compare.block(found.matrix(0, samples, 0, 0), support::matrix_of(s.expected["mass_matrix"]),
                    "M");
      compare.block(found.matrix(0, samples, 1, 0),
                    support::matrix_of(s.expected["mass_matrix_dot"]), "M'");
    });
  }
}

// Property: M' = C + Cᵀ, so that M' - 2 C is skew-symmetric, and the same for their derivatives.
TEST(MotionMatrices, CoriolisMatrixIsHalfOfTheRateOfM) {
  support::Random random(77);
  const auto model = model::build(force::driven_description(random, 9));
  const Samples samples(random_states(random, model, 4, 5), 5);
  MotionMatrices engine(model, MatrixContent::kCoriolis, {.order = 3});
  Found found(samples, 3);
  engine.compute_batch(samples.q.data(), 5, 5, found.out(MatrixContent::kCoriolis));
  for (std::size_t s = 0; s < 5; ++s) {
    for (int k = 0; k < 3; ++k) {
      const MatX C = found.matrix(1, samples, k, s);
      const MatX M_rate = found.matrix(0, samples, k + 1, s);
      ASSERT_GT(M_rate.cwiseAbs().maxCoeff(), 0.0);
      EXPECT_TRUE(support::near(MatX(C + C.transpose()), M_rate, 1e-12)) << k;
    }
  }
}

// Property: what stands beside a sample in its batch does not change a bit of its result; and what
// else is asked for does not either.
TEST(MotionMatrices, BatchesOfAnySizeGiveTheSameBits) {
  support::Random random(5);
  const auto model = model::build(force::driven_description(random, 6));
  for (const int N : {0, 2}) {
    MotionMatrices engine(model, MatrixContent::kPartials, {.order = N});
    const Samples samples(random_states(random, model, N + 2, 21), N + 3);
    Found all(samples, N), parts(samples, N);
    engine.compute_batch(samples.q.data(), 21, 21, all.out(MatrixContent::kPartials));
    for (const std::size_t step : {1UL, 3UL, 8UL}) {
      std::fill(parts.numbers.begin(), parts.numbers.end(), 0.0);
      for (std::size_t s = 0; s < 21; s += step) {
        MotionMatricesOut out = parts.out(MatrixContent::kPartials);
        engine.compute_batch(
            samples.q.data() + s, std::min(step, 21 - s), 21,
            {out.mass + s, out.coriolis + s, out.force_by_q + s, out.force_by_rate + s});
      }
      EXPECT_EQ(parts.numbers, all.numbers) << "batches of " << step;
    }
    Found alone(samples, N);
    engine.compute_batch(samples.q.data(), 21, 21,
                         {.force_by_rate = alone.out(MatrixContent::kPartials).force_by_rate});
    EXPECT_TRUE(std::equal(alone.numbers.begin() + static_cast<std::ptrdiff_t>(3 * alone.size),
                           alone.numbers.end(),
                           all.numbers.begin() + static_cast<std::ptrdiff_t>(3 * all.size)));
  }
}

// Budget: after construction not one call of malloc, in any mode.
TEST(MotionMatrices, DoNotAllocate) {
  if (!MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  support::Random random(3);
  const auto model = model::build(force::driven_description(random, 8));
  for (const InstructionSet set : available_instruction_sets()) {
    for (const int N : {0, 3}) {
      MotionMatrices engine(model, MatrixContent::kPartials, {.order = N, .instruction_set = set});
      const Samples samples(random_states(random, model, N + 2, 11), N + 3);
      Found found(samples, N);
      const MallocCount count;
      engine.compute(samples.q.data(), found.out(MatrixContent::kPartials));
      engine.compute_batch(samples.q.data(), 11, 11, found.out(MatrixContent::kPartials));
      EXPECT_EQ(count.calls(), 0);
    }
  }
}

TEST(MotionMatrices, SayWhatTheyCannotDo) {
  support::Random random(2);
  const auto model = support::random_model(random, 2);
  EXPECT_THROW_MESSAGE(MotionMatrices(model, MatrixContent::kMass, {.order = 32}), InvalidArgument,
                       "the order is 32; 0 to 31 is needed");
}

}  // namespace
}  // namespace appell::engine
