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

/// How far matrices move when every input is changed by one ulp: the largest of several random
/// changes.
class UlpEffect {
 public:
  UlpEffect(const model::Model& model, const StateSeries& state, support::Random& random)
      : exact_(readable(model, state)) {
    for (int change = 0; change < 4; ++change) {
      StateSeries moved = state;
      for (int order = 0; order <= state.order(); ++order) {
        for (Eigen::Index j = 0; j < state[order].size(); ++j) {
          moved[order](j) *= 1.0 + (random.integer(0, 1) == 0 ? kUlp : -kUlp);
        }
      }
      moved_.push_back(readable(model, moved));
    }
  }

  /// Of the k-th derivative of a matrix, relative to its largest entry or to `floor`; at least an
  /// ulp.
  double operator()(int which, int k, double floor) const {
    const auto at = static_cast<std::size_t>(which);
    const MatX& A = exact_[at][k];
    const double size = std::max(support::largest(A), floor / taylor::factorial(k));
    double effect = kUlp;
    for (const auto& moved : moved_) {
      effect = std::max(effect, support::largest(moved[at][k] - A) / size);
    }
    return effect;
  }

 private:
  std::array<taylor::Series<MatX>, 4> exact_;
  std::vector<std::array<taylor::Series<MatX>, 4>> moved_;
};

/// The bound is that of InverseDynamics: both routes are sums over at most n bodies and N orders.
void expect_same_matrices(const model::Model& model, support::Random& random, int N,
                          InstructionSet set, double& worst) {
  const auto states = random_states(random, model, N + 2, 3);
  std::vector<UlpEffect> effects;
  for (const StateSeries& state : states) effects.emplace_back(model, state, random);
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
          const MatX A = expected[which].derivative(k);
          const double size = std::max(support::largest(A), floor);
          const double bound =
              4.0 * (model.num_bodies() + N + 1) * effects[s](which, k, floor) * size;
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

/// The sum of a tensor T_ij..lm of the files with x_l y_m over its last two indices, or with x_m
/// over the last.
double contracted(const nlohmann::json& T, const VecX& x) {
  double sum = 0.0;
  for (std::size_t m = 0; m < T.size(); ++m) {
    sum += T[m].get<double>() * x(static_cast<Eigen::Index>(m));
  }
  return sum;
}

// Cross-check: the files have the tensors V_ijm = tr(A_i P A_jm), D_ijlm = tr(A_ij P A_lm) and
// H_ijlm = tr(A_i P A_jlm) where there are few joints. M_ij = tr(A_i P A_j), so that
//   C_ij = Σ_m V_ijm q'_m,   ∂τ_i/∂q'_j = 2 C_ij,
//   ∂τ_i/∂q_m = Σ_j (V_jim + V_ijm) q''_j + Σ_jl (D_imjl + H_ijlm) q'_j q'_l    without gravity.
TEST(MotionMatrices, CoriolisAndPartialsOfGoldenTensors) {
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(std::string(name(set)));
    support::BlockComparison compare(1e-12);
    int compared = 0;
    support::for_each_golden_state([&](const support::GoldenState& s) {
      if (!s.expected.contains("V")) return;
      const auto &V = s.expected["V"], &D = s.expected["D"], &H = s.expected["H"];
      const Samples samples({s.state}, 3);
      const VecX rate = s.state.derivative(1), acceleration = s.state.derivative(2);
      const auto n = static_cast<std::size_t>(samples.n);
      MatX C(samples.n, samples.n), by_q = MatX::Zero(samples.n, samples.n);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t m = 0; m < n; ++m) {
          const auto row = static_cast<Eigen::Index>(i), column = static_cast<Eigen::Index>(m);
          C(row, column) = contracted(V[i][m], rate);
          double& entry = by_q(row, column);
          for (std::size_t j = 0; j < n; ++j) {
            const auto at = static_cast<Eigen::Index>(j);
            entry += (V[j][i][m].get<double>() + V[i][j][m].get<double>()) * acceleration(at);
            entry += contracted(D[i][m][j], rate) * rate(at);
            for (std::size_t l = 0; l < n; ++l) {
              entry += H[i][j][l][m].get<double>() * rate(at) * rate(static_cast<Eigen::Index>(l));
            }
          }
        }
      }
      MotionMatrices engine(s.robot.model, MatrixContent::kPartials,
                            {.gravity = Vec3(Vec3::Zero()), .instruction_set = set});
      Found single(samples, 0), batch(samples, 0);
      engine.compute(samples.q.data(), single.out(MatrixContent::kPartials));
      engine.compute_batch(samples.q.data(), 1, 1, batch.out(MatrixContent::kPartials));
      for (const Found& found : {single, batch}) {
        compare.block(found.matrix(1, samples, 0, 0), C, "C");
        compare.block(found.matrix(2, samples, 0, 0), by_q, "dtau/dq");
        compare.block(found.matrix(3, samples, 0, 0), 2.0 * C, "dtau/dq'");
      }
      ++compared;
    });
    EXPECT_EQ(compared, 14);  // States of planar2R, rpr and fanuc5R.
  }
}

// Property: results in columns of another distance than those of q are the same bits, and nothing
// between the columns is touched; nor does it matter which of the matrices are asked for.
TEST(MotionMatrices, ResultsOfAnotherStride) {
  support::Random random(51);
  const auto model = model::build(force::driven_description(random, 6));
  for (const InstructionSet set : available_instruction_sets()) {
    for (const int N : {0, 2}) {
      MotionMatrices engine(model, MatrixContent::kPartials, {.order = N, .instruction_set = set});
      const Samples samples(random_states(random, model, N + 2, 11), N + 3);
      Found all(samples, N);
      const MotionMatricesOut expected = all.out(MatrixContent::kPartials);
      engine.compute_batch(samples.q.data(), 11, 11, expected);
      constexpr std::size_t kStride = 17;
      for (double* MotionMatricesOut::* which :
           {&MotionMatricesOut::mass, &MotionMatricesOut::coriolis, &MotionMatricesOut::force_by_q,
            &MotionMatricesOut::force_by_rate}) {
        std::vector<double> numbers(all.size / 11 * kStride, -1.0);
        MotionMatricesOut out;
        out.*which = numbers.data();
        engine.compute_batch(samples.q.data(), 11, 11, out, kStride);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
          const std::size_t column = i / kStride, s = i % kStride;
          ASSERT_EQ(numbers[i], s < 11 ? (expected.*which)[column * 11 + s] : -1.0) << i;
        }
      }
    }
  }
}

// Property: by columns are the same bits, transposed; trees and a chain, which by itself has
// kernels for many bodies, single and in batches.
TEST(MotionMatrices, ResultsByColumns) {
  support::Random random(52);
  for (const model::Model& model :
       {model::build(force::driven_description(random, 6)), random_chain(random, 14)}) {
    for (const InstructionSet set : available_instruction_sets()) {
      for (const int N : {0, 1}) {
        MotionMatrices engine(model, MatrixContent::kPartials,
                              {.order = N, .instruction_set = set});
        const Samples samples(random_states(random, model, N + 2, 9), N + 3);
        const Samples one(random_states(random, model, N + 2, 1), N + 3);
        for (const Samples* of : {&samples, &one}) {
          Found by_rows(*of, N), by_columns(*of, N);
          MotionMatricesOut out = by_columns.out(MatrixContent::kPartials);
          out.by_columns = true;
          if (of == &one) {
            engine.compute(of->q.data(), by_rows.out(MatrixContent::kPartials));
            engine.compute(of->q.data(), out);
          } else {
            engine.compute_batch(of->q.data(), 9, 9, by_rows.out(MatrixContent::kPartials));
            engine.compute_batch(of->q.data(), 9, 9, out);
          }
          for (int which = 0; which < 4; ++which) {
            for (int k = 0; k <= N; ++k) {
              for (std::size_t s = 0; s < of->stride; ++s) {
                EXPECT_EQ(by_columns.matrix(which, *of, k, s).transpose(),
                          by_rows.matrix(which, *of, k, s));
              }
            }
          }
        }
      }
    }
  }
}

// Cross-check: the highest order there is, within the same bound.
TEST(MotionMatrices, HighestOrder) {
  constexpr int N = MotionMatrices::kHighestOrder;
  support::Random random(70);
  const auto model = model::build(force::driven_description(random, 3));
  const auto state = support::random_state(random, model, N + 2);
  const auto expected = readable(model, state);
  const Samples samples({state}, N + 3);
  std::vector<Found> found;
  for (const InstructionSet set : available_instruction_sets()) {
    found.emplace_back(samples, N);
    MotionMatrices(model, MatrixContent::kPartials, {.order = N, .instruction_set = set})
        .compute(samples.q.data(), found.back().out(MatrixContent::kPartials));
  }
  const double floor = support::largest(expected[0][0]);
  const UlpEffect effect(model, state, random);
  for (int which = 0; which < 4; ++which) {
    for (int k = 0; k <= N; ++k) {
      const MatX A = expected[which].derivative(k);
      for (const Found& by_set : found) {
        EXPECT_TRUE(support::near(by_set.matrix(which, samples, k, 0), A,
                                  4.0 * (model.num_bodies() + N + 1) * effect(which, k, floor),
                                  std::max(support::largest(A), floor)))
            << which << ' ' << k;
      }
    }
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
  EXPECT_THROW_MESSAGE(
      MotionMatrices(model, MatrixContent::kMass, {.order = kHighestForceOrder + 1}),
      InvalidArgument, "the order is 32; 0 to 31 is needed");
}

}  // namespace
}  // namespace appell::engine
