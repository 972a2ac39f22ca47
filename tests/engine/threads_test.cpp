// Many threads on one model. The release tier runs this under the thread sanitizer.
#include <thread>

#include <gtest/gtest.h>

#include "appell/engine/inverse_dynamics.hpp"
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

}  // namespace
}  // namespace appell::engine
