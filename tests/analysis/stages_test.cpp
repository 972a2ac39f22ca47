// Every stage is computed when it is asked for and not before, once for a block or a sample, and
// again for the next; how often is seen by changing the states behind its back.
#include "appell/analysis/stages.hpp"

#include <functional>

#include <gtest/gtest.h>

#include "appell/analysis/selection.hpp"
#include "tests/force/random_case.hpp"
#include "tests/support/matchers.hpp"

namespace appell::analysis {
namespace {

constexpr int kOrder = 2;
constexpr int kSamples = 3;

using Numbers = std::vector<double>;

template <class C>
Numbers numbers_of(const taylor::Series<C>& x) {
  Numbers numbers;
  for (int k = 0; k <= x.order(); ++k)
    numbers.insert(numbers.end(), x[k].reshaped().begin(), x[k].reshaped().end());
  return numbers;
}

Numbers numbers_of(const std::vector<force::Reaction>& reactions) {
  Numbers numbers;
  for (const force::Reaction& reaction : reactions) {
    for (const auto* part : {&reaction.force, &reaction.moment}) {
      const Numbers more = numbers_of(*part);
      numbers.insert(numbers.end(), more.begin(), more.end());
    }
  }
  return numbers;
}

const double* column_of(const model::SeriesBlock& Q, int k, int j) { return Q.column(k, j); }
const double* column_of(const dynamics::FrictionBatch& Q, int k, int j) { return Q.force(k, j); }

/// A batch of forces, of friction too.
template <class Batch>
Numbers numbers_of_block(const Stages& at, const Batch& Q) {
  Numbers numbers;
  for (int k = 0; k <= Q.order(); ++k) {
    for (int j = 0; j < at.model().num_coordinates(); ++j) {
      const double* column = column_of(Q, k, j);
      numbers.insert(numbers.end(), column, column + at.num_samples());
    }
  }
  return numbers;
}

struct NamedStage {
  const char* name;
  Numbers (*numbers)(Stages& at);
};

const NamedStage kBlockStages[] = {
    {"motion",
     [](Stages& at) {
       const double* U = at.engine_motion().gravity_force(0, 0);
       return Numbers(U, U + at.num_samples());
     }},
    {"drive", [](Stages& at) { return numbers_of_block(at, at.engine_drive()); }},
    {"inertia", [](Stages& at) { return numbers_of_block(at, at.engine_inertia()); }},
    {"bias", [](Stages& at) { return numbers_of_block(at, at.engine_bias()); }},
    {"momentum", [](Stages& at) { return numbers_of_block(at, at.engine_momentum()); }},
    {"power force", [](Stages& at) { return numbers_of_block(at, at.engine_power_force()); }},
    {"friction", [](Stages& at) { return numbers_of_block(at, at.engine_friction()); }},
    {"mass matrix",
     [](Stages& at) {
       const double* M = at.engine_mass_matrix(1)[0];
       return Numbers(M, M + at.num_samples());
     }},
};

const NamedStage kSampleStages[] = {
    {"motion", [](Stages& at) { return numbers_of(at.motion(1)[0].R_WB); }},
    {"Jacobian", [](Stages& at) { return numbers_of(at.jacobian()); }},
    {"gravity", [](Stages& at) { return numbers_of(at.gravity_force()); }},
    {"load", [](Stages& at) { return numbers_of(at.load_force()); }},
    {"counted load", [](Stages& at) { return numbers_of(at.counted_load_force()); }},
    {"wrenches", [](Stages& at) { return numbers_of(at.joint_wrenches()[0].moment); }},
    {"reactions", [](Stages& at) { return numbers_of(at.reactions()); }},
    {"static reactions", [](Stages& at) { return numbers_of(at.static_reactions()); }},
    {"inertia", [](Stages& at) { return numbers_of(at.inertia_force()); }},
    {"drive", [](Stages& at) { return numbers_of(at.drive_force()); }},
    {"friction", [](Stages& at) { return numbers_of(at.friction_force().force); }},
    {"mass matrix", [](Stages& at) { return numbers_of(at.mass_matrix()); }},
};

/// A chain of two joints with friction that pushes something, two sets of states of it, and stages.
struct TwoJoints {
  explicit TwoJoints(force::Route route = force::Route::kEngine)
      : model(build()),
        subject(along_motion(
            {.model = model, .frame = model.default_frame(), .order = kOrder, .route = route})) {
    const Selection by_block(
        along_motion({.model = model, .frame = model.default_frame(), .order = kOrder}), {});
    engine_orders = by_block.engine_motion();
    subject.surroundings.loads = {{.frame = model.default_frame(),
                                   .force_derivatives = {Vec3(1.0, 2.0, 3.0)},
                                   .moment_derivatives = {Vec3(0.3, -0.2, 0.1)}}};
    support::Random random(7);
    for (model::StateBlock* block : {&states, &others}) {
      std::vector<model::StateSeries> samples;
      for (int i = 0; i < kSamples; ++i)
        samples.push_back(support::random_state(random, model, 2 * kOrder + 1));
      *block = model::state_block(samples);
    }
  }

  static model::Model build() {
    model::Description robot{.name = "r", .gravity = Vec3(1.0, -9.0, 2.0)};
    const mass::RigidMass mass = mass::rigid_mass(1.5, Vec3(0.3, 0.1, 0.2), Mat3::Identity());
    const model::Friction friction{.viscous = 0.4};
    robot.links = {
        {.name = "base"}, {.name = "a", .inertial = mass}, {.name = "b", .inertial = mass}};
    robot.joints = {{.name = "turn",
                     .kind = model::JointKind::kRevolute,
                     .parent = "base",
                     .child = "a",
                     .friction = friction},
                    {.name = "tilt",
                     .kind = model::JointKind::kRevolute,
                     .parent = "a",
                     .child = "b",
                     .X_PJ = spatial::Transform{Mat3::Identity(), Vec3(0.5, 0.2, 0.1)},
                     .axis = Vec3::UnitX(),
                     .friction = friction}};
    return model::build(robot);
  }

  Stages stages() const { return {subject, kOrder + 2, engine_orders, kSamples}; }

  model::Model model;
  Subject subject;
  engine::MotionOrders engine_orders;
  model::StateBlock states;
  model::StateBlock others;
};

/// The numbers of a stage that was never used before.
Numbers fresh(const TwoJoints& two, const NamedStage& stage, const model::StateBlock& states,
              int sample) {
  Stages at = two.stages();
  at.begin(states);
  at.go_to(sample);
  return stage.numbers(at);
}

void expect_once_and_on_demand(const TwoJoints& two, const NamedStage& stage) {
  const Numbers first = fresh(two, stage, two.states, 0);
  const Numbers second = fresh(two, stage, two.others, 0);
  ASSERT_FALSE(first.empty());
  ASSERT_NE(first, second);
  Stages at = two.stages();
  model::StateBlock states = two.others;
  at.begin(states);
  states = two.states;
  EXPECT_EQ(stage.numbers(at), first) << "computed before it was asked for";
  states = two.others;
  EXPECT_EQ(stage.numbers(at), first) << "computed twice";
  at.begin(states);
  EXPECT_EQ(stage.numbers(at), second) << "kept from the block before";
}

TEST(Stages, OfABlockAreComputedOnceAndOnDemand) {
  const TwoJoints two;
  for (const NamedStage& stage : kBlockStages) {
    SCOPED_TRACE(stage.name);
    expect_once_and_on_demand(two, stage);
    Stages at = two.stages();
    at.begin(two.states);
    const Numbers numbers = stage.numbers(at);
    at.go_to(1);
    EXPECT_EQ(stage.numbers(at), numbers);
  }
}

TEST(Stages, OfASampleAreComputedOnceAndOnDemand) {
  for (const force::Route route : {force::Route::kEngine, force::Route::kReadable}) {
    const TwoJoints two(route);
    for (const NamedStage& stage : kSampleStages) {
      SCOPED_TRACE(stage.name);
      expect_once_and_on_demand(two, stage);
      Stages at = two.stages();
      at.begin(two.states);
      for (const int sample : {0, 2, 1}) {
        at.go_to(sample);
        EXPECT_EQ(stage.numbers(at), fresh(two, stage, two.states, sample)) << sample;
      }
      EXPECT_NE(fresh(two, stage, two.states, 1), fresh(two, stage, two.states, 2));
    }
  }
}

// What could not be computed is not there the next time either.
TEST(Stages, ThrowAgainWhereTheyThrew) {
  TwoJoints two;
  two.subject.surroundings.loads[0].frame.body = 99;
  Stages at = two.stages();
  at.begin(two.states);
  for (int time = 0; time < 2; ++time) {
    EXPECT_THROW(at.load_force(), InvalidArgument) << time;
    EXPECT_THROW(at.joint_wrenches(), InvalidArgument) << time;
    EXPECT_THROW(at.static_reactions(), InvalidArgument) << time;
    EXPECT_THROW(at.drive_force(), InvalidArgument) << time;
  }
}

TEST(Stages, ExplainBadInput) {
  const TwoJoints two;
  Stages at = two.stages();
  model::StateBlock low(2, kOrder + 1, kSamples);
  low.set_num_samples(kSamples);
  EXPECT_THROW_MESSAGE(at.begin(low), InvalidArgument,
                       "Stages: a block of 3 states of order 3 with 2 coordinates; at most 3 of "
                       "order 4 with 2 are needed");
  at.begin(two.states);
  EXPECT_THROW_MESSAGE(at.motion(5), InvalidArgument,
                       "Stages: a motion of order 5 is asked for; 4 was said to be the highest");
}

}  // namespace
}  // namespace appell::analysis
