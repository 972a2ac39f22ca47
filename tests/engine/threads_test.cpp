// Many threads on one model. The release tier runs this under the thread sanitizer.
#include <thread>

#include <gtest/gtest.h>

#include "appell/engine/inverse_dynamics.hpp"
#include "appell/engine/kinematics.hpp"
#include "appell/engine/mass_factor.hpp"
#include "appell/engine/motion_block.hpp"
#include "appell/engine/motion_matrices.hpp"
#include "tests/engine/samples.hpp"
#include "tests/force/random_case.hpp"

namespace appell::engine {
namespace {

// Property: an engine per thread on one const model gives what one thread gives, bit for bit.
TEST(InverseDynamics, ManyThreadsOnOneModel) {
  constexpr int kThreads = 8, K = 3;
  constexpr std::size_t kSamplesPerThread = 125;
  support::Random random(12);
  const model::Model model = model::build(force::driven_description(random, 7));
  const Samples samples(random_states(random, model, K + 1, kThreads * 125), K + 2);
  const std::size_t count = samples.stride;
  std::vector<double> alone(static_cast<std::size_t>(K * samples.n) * count),
      together(alone.size());
  InverseDynamics(model, K).compute_batch(samples.q.data(), count, count, alone.data());
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, first = t * kSamplesPerThread] {
        InverseDynamics engine(model, K);  // Construction reads the shared model too.
        for (int repeat = 0; repeat < 20; ++repeat) {
          engine.compute_batch(samples.q.data() + first, kSamplesPerThread, count,
                               together.data() + first);
        }
      });
    }
  }
  EXPECT_EQ(together, alone);
}

/// Numbers of each kind of kernel, single and batch, those made for an order and those for any.
class EveryKernel {
 public:
  EveryKernel(const model::Model& model, InstructionSet set, int order)
      : n_(static_cast<std::size_t>(model.num_coordinates())),
        order_(static_cast<std::size_t>(order)),
        frame_(model.frames().back()),
        forces_(model, order + 1, {.instruction_set = set}),
        energetic_(model, order + 1, {.energies = Energies::kAll, .instruction_set = set}),
        matrices_(model, MatrixContent::kPartials, {.order = order, .instruction_set = set}),
        motion_(model, order + 2, {.instruction_set = set}),
        block_(model,
               {.placements = order,
                .jacobian = order,
                .gravity_force = order,
                .wrenches = order,
                .energies = {order}},
               &frame_, kCount, {.instruction_set = set}),
        factor_(model, set) {}

  /// @param q  columns of kCount samples, to order + 2; the first of them is the single sample.
  std::vector<double> at(const std::vector<double>& q) {
    numbers_.clear();
    std::vector<double> one(q.size() / kCount);
    for (std::size_t i = 0; i < one.size(); ++i) one[i] = q[i * kCount];
    const std::size_t size = (order_ + 1) * n_, squares = (order_ + 1) * n_ * n_;
    forces_.compute(one.data(), next(size));
    forces_.compute_batch(q.data(), kCount, kCount, next(size * kCount));
    double* tau = next(size * kCount);
    energetic_.compute_batch(q.data(), kCount, kCount, tau, next((order_ + 1) * kCount));
    double* M = next(squares);
    double* C = next(squares);
    matrices_.compute(one.data(), {.mass = M, .coriolis = C, .force_by_q = next(squares)});
    double* x = next(n_);
    std::copy_n(one.data(), n_, x);
    EXPECT_TRUE(factor_.factor(M));
    factor_.solve(x);
    M = next(squares * kCount);
    C = next(squares * kCount);
    matrices_.compute_batch(q.data(), kCount, kCount,
                            {.mass = M, .coriolis = C, .force_by_q = next(squares * kCount)});
    motion_.compute(one.data());
    motion_.jacobian(frame_, static_cast<int>(order_), next(6 * size));
    block_.compute(q.data(), kCount, kCount);
    const int k = static_cast<int>(order_);
    for (const double* column :
         {block_.placement(k, 0, 0, 0), block_.jacobian(k, 0, 0), block_.gravity_force(k, 0),
          block_.wrench(k, 0, 0), block_.energy(0, k, MotionBlock::kTranslation)}) {
      std::copy_n(column, kCount, next(kCount));
    }
    return std::move(numbers_);
  }

  static constexpr std::size_t kCount = 11;  ///< Full groups and a short one, whatever the lanes.

 private:
  double* next(std::size_t count) {
    numbers_.reserve(200000);  // Never moved: addresses stay.
    numbers_.resize(numbers_.size() + count);
    return numbers_.data() + numbers_.size() - count;
  }

  std::size_t n_, order_;
  model::Frame frame_;
  InverseDynamics forces_, energetic_;
  MotionMatrices matrices_;
  Kinematics motion_;
  MotionBlock block_;
  MassFactor factor_;
  std::vector<double> numbers_;
};

// Property: the same of every kernel that there is: orders 0 and 2 have kernels of their own, 6 has
// one for energies alone, 15 is done by those for any order.
TEST(EngineKernels, AllOfThemInManyThreads) {
  constexpr std::size_t kThreads = 4;
  support::Random random(15);
  const model::Model model = model::build(force::driven_description(random, 4));
  for (const InstructionSet set : available_instruction_sets()) {
    for (const int order : {0, 2, 6, 15}) {
      SCOPED_TRACE(std::string(name(set)) + ", order " + std::to_string(order));
      std::vector<std::vector<double>> motions, alone, together(kThreads);
      for (std::size_t t = 0; t < kThreads; ++t) {
        motions.push_back(
            Samples(random_states(random, model, order + 2, EveryKernel::kCount), order + 3).q);
      }
      EveryKernel one(model, set, order);
      for (const auto& q : motions) alone.push_back(one.at(q));
      {
        std::vector<std::jthread> threads;
        for (std::size_t t = 0; t < kThreads; ++t) {
          threads.emplace_back([&, t] {
            EveryKernel kernels(model, set, order);
            for (int repeat = 0; repeat < 3; ++repeat) together[t] = kernels.at(motions[t]);
          });
        }
      }
      EXPECT_EQ(together, alone);
    }
  }
}

}  // namespace
}  // namespace appell::engine
