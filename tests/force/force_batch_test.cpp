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
    width = static_cast<std::size_t>(order + 1) * static_cast<std::size_t>(model.num_coordinates());
    rows.assign(states.size() * (width + 1), -1.0);
  }

  support::Random random;
  model::Model model;
  std::vector<model::StateSeries> states;
  std::size_t width = 0;
  std::vector<double> rows;  ///< One number wider than what is written.
};

// Cross-check: row by row what the readable passes give, with and without gravity.
TEST(ForceBatch, RowsAreTheForcesOfTheReadableRoute) {
  for (const auto content :
       {ForceBatch::Content::kInertia, ForceBatch::Content::kInertiaAndGravity}) {
    Batch b(2);
    const int n = b.model.num_coordinates();
    ForceBatch(b.model, 2, b.states.size(), content).compute(b.states, b.rows.data(), b.width + 1);
    for (std::size_t s = 0; s < b.states.size(); ++s) {
      const auto Q = generalized_force(b.model, kinematics::propagate(b.model, b.states[s]), {},
                                       {.gravity = content != ForceBatch::Content::kInertia},
                                       Route::kReadable);
      const double* row = b.rows.data() + s * (b.width + 1);
      for (int k = 0; k <= 2; ++k) {
        EXPECT_TRUE(support::near(Eigen::Map<const VecX>(row + k * n, n), Q.derivative(k), 1e-12));
      }
      EXPECT_EQ(row[b.width], -1.0);  // Beyond the row nothing is touched.
    }
  }
}

// Budget: computing allocates nothing.
TEST(ForceBatch, DoesNotAllocate) {
  if (!MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  Batch b(1);
  ForceBatch batch(b.model, 1, b.states.size(), ForceBatch::Content::kInertiaAndGravity);
  const MallocCount count;
  batch.compute(b.states, b.rows.data(), b.width + 1);
  EXPECT_EQ(count.calls(), 0);
}

TEST(ForceBatch, ExplainsBadInput) {
  Batch b(1);
  const auto content = ForceBatch::Content::kInertia;
  EXPECT_THROW_MESSAGE(ForceBatch(b.model, 32, 1, content), InvalidArgument, "the order is 32");
  ForceBatch small(b.model, 1, 5, content);
  EXPECT_THROW_MESSAGE(small.compute(b.states, b.rows.data(), b.width + 1), InvalidArgument,
                       "got 37 states; room was made for 5");
  ForceBatch higher(b.model, 2, 37, content);
  EXPECT_THROW_MESSAGE(higher.compute(b.states, b.rows.data(), b.width + 1), InvalidArgument,
                       "state 0 is of order 3; 4 is needed");
}

}  // namespace
}  // namespace appell::force
