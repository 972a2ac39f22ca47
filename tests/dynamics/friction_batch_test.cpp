// Friction of a block of samples against friction_force(), sample by sample, and where it has no
// derivatives.
#include "appell/dynamics/friction_batch.hpp"

#include <array>
#include <cmath>
#include <optional>

#include <gtest/gtest.h>

#include "appell/force/friction.hpp"
#include "tests/force/random_case.hpp"
#include "tests/support/malloc_guard.hpp"

namespace appell::dynamics {
namespace {

using namespace force;
using model::Friction;

/// A tree with friction of every law in turn, and states of it.
struct RubbingTree {
  RubbingTree(unsigned seed, int order, int num_samples)
      : random(seed), model(model::build(description())) {
    for (int s = 0; s < num_samples; ++s) {
      states.push_back(support::random_state(random, model, order + friction_order(model)));
    }
    block = model::state_block(states);
    const engine::MotionOrders reads = FrictionBatch::reads(model, order);
    if (reads.highest() >= 0) motion.emplace(model, reads, nullptr, num_samples);
  }

  model::Description description() {
    constexpr std::array kLaws{Friction::Law::kConstant, Friction::Law::kRadialLoad,
                               Friction::Law::kSmooth, Friction::Law::kStribeck,
                               Friction::Law::kSigmoid};
    model::Description robot = driven_description(random, 9);
    std::size_t next = 0;
    for (model::Joint& joint : robot.joints) {
      if (model::num_coordinates(joint.kind) != 1) continue;
      joint.friction = {.viscous = random.uniform(0.0, 1.0),
                        .dry = random.uniform(0.1, 0.5),
                        .law = kLaws[next++ % kLaws.size()],
                        .bearing_diameter = 0.05,
                        .velocity = random.uniform(1.0, 2.0),
                        .offset = random.uniform(-0.3, 0.3),
                        .stribeck = random.uniform(-0.2, 0.3),
                        .stribeck_velocity = random.uniform(1.0, 2.0),
                        .steepness = random.uniform(0.3, 1.0),
                        .shift = random.uniform(-0.3, 0.3)};
    }
    return robot;
  }

  const engine::MotionBlock* moved() {
    if (!motion) return nullptr;
    motion->compute(block.q().column(0, 0), static_cast<std::size_t>(block.num_samples()),
                    block.q().stride());
    return &*motion;
  }

  support::Random random;
  model::Model model;
  std::vector<model::StateSeries> states;
  model::StateBlock block;
  std::optional<engine::MotionBlock> motion;
};

// Cross-check: the same numbers as sample by sample, of every law and to order 3, relative to the
// largest of the block in each order. The worst error seen is 1.6e-14.
TEST(FrictionBatch, AgreesWithFrictionForce) {
  constexpr int kHighest = 3;
  int num_radial = 0;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    RubbingTree tree(seed, kHighest, 23);
    num_radial += friction_order(tree.model) - 1;
    FrictionBatch batch(tree.model, kHighest, 23);
    batch.compute(tree.block, tree.moved());
    const int n = tree.model.num_coordinates();
    for (int k = 0; k <= kHighest; ++k) {
      MatX found(n, 23);
      MatX expected(n, 23);
      for (int s = 0; s < 23; ++s) {
        const ForceWithFriction Q =
            friction_force(kinematics::propagate(tree.model, tree.states[s]));
        ASSERT_EQ(Q.force.order(), kHighest) << "seed " << seed << " sample " << s;
        expected.col(s) = Q.force[k];
        for (int j = 0; j < n; ++j) found(j, s) = batch.force(k, j)[s];
      }
      ASSERT_GT(support::largest(expected), 0.0);
      EXPECT_TRUE(support::near(found, expected, 1e-13)) << "seed " << seed << " order " << k;
    }
  }
  EXPECT_GT(num_radial, 0);
}

/// A cart on a rail along x that slides on another along y, without gravity: the radial load of the
/// first is the mass, 3 kg, times y''.
struct Carts {
  explicit Carts(const Friction& friction) : model(model::build(description(friction))) {}

  static model::Description description(const Friction& friction) {
    model::Description robot{.name = "carts", .gravity = Vec3::Zero()};
    robot.links = {{.name = "base"},
                   {.name = "bridge"},
                   {.name = "cart", .inertial = mass::rigid_mass(3.0, Vec3::Zero(), Mat3::Zero())}};
    robot.joints = {{.name = "y",
                     .kind = model::JointKind::kPrismatic,
                     .parent = "base",
                     .child = "bridge",
                     .axis = Vec3::UnitY()},
                    {.name = "x",
                     .kind = model::JointKind::kPrismatic,
                     .parent = "bridge",
                     .child = "cart",
                     .axis = Vec3::UnitX(),
                     .friction = friction}};
    return robot;
  }

  /// Derivatives 0..2 of the friction of x in a motion with these derivatives.
  Vec3 force(double rate, const std::array<double, 3>& y_from_second) const {
    model::StateSeries state(4, VecX::Zero(2));
    state[1](1) = rate;
    state[2](0) = y_from_second[0] / 2;
    state[3](0) = y_from_second[1] / 6;
    state[4](0) = y_from_second[2] / 24;
    const model::StateBlock block = model::state_block(std::vector{state});
    engine::MotionBlock motion(model, {.placements = 4, .wrenches = 2}, nullptr, 1);
    motion.compute(block.q().column(0, 0), 1, block.q().stride());
    FrictionBatch batch(model, 2, 1);
    batch.compute(block, &motion);
    return {*batch.force(0, 1), *batch.force(1, 1), 2.0 * *batch.force(2, 1)};
  }

  model::Model model;
};

// Oracle: closed forms, of |y''| in particular. What does not exist is not a number.
TEST(FrictionBatch, HasNoDerivativesWhereItIsNotSmooth) {
  const Carts constant({.viscous = 2.0, .dry = 0.5});
  EXPECT_EQ(constant.force(-0.7, {}), Vec3(-1.9, 0.0, 0.0));
  const Vec3 at_rest = constant.force(0.0, {});
  EXPECT_EQ(at_rest(0), 0.0);
  EXPECT_TRUE(std::isnan(at_rest(1)) && std::isnan(at_rest(2)));

  const Carts radial({.dry = 0.1, .law = Friction::Law::kRadialLoad});
  EXPECT_TRUE(support::near(radial.force(0.7, {-2.0, 5.0, 4.0}), Vec3(0.6, -1.5, -1.2), 1e-15));
  EXPECT_TRUE(support::near(radial.force(-0.7, {0.0, 0.0, 4.0}), Vec3(0.0, 0.0, -1.2), 1e-15));
  EXPECT_EQ(radial.force(0.7, {}), Vec3::Zero());
  const Vec3 growing = radial.force(0.7, {0.0, 5.0, 4.0});
  EXPECT_EQ(growing(0), 0.0);
  EXPECT_TRUE(std::isnan(growing(1)) && std::isnan(growing(2)));
  EXPECT_TRUE(std::isnan(radial.force(0.0, {-2.0, 0.0, 0.0})(1)));
}

// Property: a turntable with its centre of mass on the axis carries nothing sideways, in whatever
// axes that is said: what rounding leaves of the load counts as none in every order.
TEST(FrictionBatch, RoundingIsNoRadialLoad) {
  support::Random random(1);
  for (int trial = 0; trial < 40; ++trial) {
    const Vec3 axis = random.vector(1.0).normalized();
    model::Description robot{.name = "turntable", .gravity = -9.81 * axis};
    robot.links = {
        {.name = "base"},
        {.name = "table", .inertial = mass::rigid_mass(3.0, 0.4 * axis, Mat3::Identity())}};
    robot.joints = {{.name = "turn",
                     .kind = model::JointKind::kRevolute,
                     .parent = "base",
                     .child = "table",
                     .axis = axis,
                     .friction = {.viscous = 2.0,
                                  .dry = 0.1,
                                  .law = Friction::Law::kRadialLoad,
                                  .bearing_diameter = 0.05}}};
    const model::Model model = model::build(robot);
    model::StateSeries state(5, VecX::Zero(1));
    for (int k = 0; k <= 5; ++k) state[k](0) = random.uniform(1.0, 9.0);
    const model::StateBlock block = model::state_block(std::vector{state});
    engine::MotionBlock motion(model, FrictionBatch::reads(model, 3), nullptr, 1);
    motion.compute(block.q().column(0, 0), 1, block.q().stride());
    FrictionBatch batch(model, 3, 1);
    batch.compute(block, &motion);
    for (int k = 0; k <= 3; ++k) {
      EXPECT_EQ(*batch.force(k, 0), 2.0 * ((k + 1) * state[k + 1](0))) << trial << " order " << k;
    }
  }
}

// Budget: computing allocates nothing.
TEST(FrictionBatch, DoesNotAllocate) {
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  RubbingTree tree(1, 2, 23);
  ASSERT_EQ(friction_order(tree.model), 2);
  FrictionBatch batch(tree.model, 2, 23);
  const engine::MotionBlock* motion = tree.moved();
  const support::MallocCount count;
  batch.compute(tree.block, motion);
  EXPECT_EQ(count.calls(), 0);
}

TEST(FrictionBatch, ExplainsBadInput) {
  const Carts smooth({.dry = 0.1, .law = Friction::Law::kSmooth});
  EXPECT_THROW_MESSAGE(FrictionBatch(smooth.model, 0, 1), InvalidArgument,
                       "FrictionBatch: smooth friction of joint 'x' has the velocity 0");
  RubbingTree tree(1, 2, 23);
  EXPECT_THROW_MESSAGE(FrictionBatch(tree.model, -1, 1), InvalidArgument, "the order is -1");
  EXPECT_THROW_MESSAGE(FrictionBatch(tree.model, 0, 0), InvalidArgument, "the capacity is 0");
  FrictionBatch small(tree.model, 2, 5);
  EXPECT_THROW_MESSAGE(small.compute(tree.block, tree.moved()), InvalidArgument,
                       "got 23 states; room was made for 5");
  FrictionBatch higher(tree.model, 3, 23);
  EXPECT_THROW_MESSAGE(higher.compute(tree.block, tree.moved()), InvalidArgument,
                       "the states are of order 4; 5 is needed");
  FrictionBatch batch(tree.model, 2, 23);
  EXPECT_THROW_MESSAGE(batch.compute(tree.block, nullptr), InvalidArgument,
                       "needs a motion with placements to order 4 and wrenches to order 2");
}

}  // namespace
}  // namespace appell::dynamics
