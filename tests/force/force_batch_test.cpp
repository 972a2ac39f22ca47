#include "appell/force/force_batch.hpp"

#include <gtest/gtest.h>

#include "appell/force/generalized_force.hpp"
#include "tests/force/random_case.hpp"
#include "tests/support/malloc_guard.hpp"

namespace appell::force {
namespace {

using support::MallocCount;

struct Batch {
  explicit Batch(int order) : random(21), model(model::build(driven_description(random, 6))) {
    for (int s = 0; s < 37; ++s) states.push_back(support::random_state(random, model, order + 2));
    block = model::state_block(states);
  }

  support::Random random;
  model::Model model;
  std::vector<model::StateSeries> states;
  model::StateBlock block;
};

// Cross-check: sample by sample what the reference implementation give, with and without gravity.
TEST(ForceBatch, AgreesWithTheReadableRoute) {
  for (const auto content :
       {ForceBatch::Content::kInertia, ForceBatch::Content::kInertiaAndGravity}) {
    Batch b(2);
    const int n = b.model.num_coordinates();
    ForceBatch batch(b.model, 2, 37, content);
    batch.compute(b.block);
    for (std::size_t s = 0; s < b.states.size(); ++s) {
      const auto Q = generalized_force(kinematics::propagate(b.model, b.states[s]), {},
                                       {.gravity = content != ForceBatch::Content::kInertia},
                                       Route::kReadable);
      for (int k = 0; k <= 2; ++k) {
        VecX found(n);
        for (int j = 0; j < n; ++j) found(j) = batch.force(k, j)[s];
        EXPECT_TRUE(support::near(found, Q[k], 1e-12));
      }
    }
  }
}

// Budget: computing allocates nothing.
TEST(ForceBatch, DoesNotAllocate) {
  if (!MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  Batch b(1);
  ForceBatch batch(b.model, 1, 37, ForceBatch::Content::kInertiaAndGravity);
  const MallocCount count;
  batch.compute(b.block);
  EXPECT_EQ(count.calls(), 0);
}

TEST(ForceBatch, ExplainsBadInput) {
  Batch b(1);
  const auto content = ForceBatch::Content::kInertia;
  EXPECT_THROW_MESSAGE(ForceBatch(b.model, 32, 1, content), InvalidArgument, "the order is 32");
  ForceBatch small(b.model, 1, 5, content);
  EXPECT_THROW_MESSAGE(small.compute(b.block), InvalidArgument,
                       "got 37 states; room was made for 5");
  ForceBatch higher(b.model, 2, 37, content);
  EXPECT_THROW_MESSAGE(higher.compute(b.block), InvalidArgument,
                       "the states are of order 3; 4 is needed");
}

}  // namespace
}  // namespace appell::force
