// Joints beyond the limits of their model.
#include <algorithm>
#include <thread>

#include <gtest/gtest.h>

#include "appell/analysis/limit_watch.hpp"
#include "appell/base/error.hpp"
#include "tests/support/malloc_guard.hpp"
#include "tests/support/matchers.hpp"

namespace appell::analysis {
namespace {

using Kind = LimitExcess::Kind;

/// An arm that ends at 2.9 rad and 1.5 rad/s, a slide from 0 to 0.4 m, and a slide that follows it
/// at -2 times its value from 0.1 m on, and ends at -0.5 m and 1 m/s.
model::Model robot() {
  model::Description robot{.name = "robot"};
  for (const char* name : {"base", "arm", "slider", "follower"})
    robot.links.push_back({.name = name});
  robot.joints = {
      {.name = "turn",
       .kind = model::JointKind::kRevolute,
       .parent = "base",
       .child = "arm",
       .limits = {.lower = -2.9, .upper = 2.9, .velocity = 1.5}},
      {.name = "slide",
       .kind = model::JointKind::kPrismatic,
       .parent = "arm",
       .child = "slider",
       .limits = {.lower = 0.0, .upper = 0.4}},
      {.name = "follow",
       .kind = model::JointKind::kPrismatic,
       .parent = "arm",
       .child = "follower",
       .limits = {.lower = -0.5, .velocity = 1.0},
       .mimic = model::Mimic{"slide", -2.0, 0.1}},
  };
  return model::build(robot);
}

model::StateSeries state(double turn, double slide, double turn_rate, double slide_rate) {
  model::StateSeries q(1, VecX::Zero(2));
  q[0] = Eigen::Vector2d(turn, slide);
  q[1] = Eigen::Vector2d(turn_rate, slide_rate);
  return q;
}

// Oracle: by hand.
TEST(LimitWatch, NamesTheWorstOfEveryJoint) {
  LimitWatch watch(robot());
  const std::vector<model::StateSeries> states{
      state(0.0, 0.1, 0.0, 0.0),   state(3.0, 0.1, 1.6, 0.0), state(-60.0, 0.2, -1.0, 0.4),
      state(2.0, 0.35, 0.0, 0.75), state(1.0, 0.3, 0.0, 0.0),
  };
  const std::vector<double> times{0.0, 0.1, 0.2, 0.3, 0.4};
  watch.look(model::state_block(states, times));
  const std::vector<LimitExcess> found = watch.excesses();
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(
      limit_warning(found[0], 5),
      "joint 'turn': position -60 rad at t = 0.2 s is beyond its limit -2.9 rad (degrees?); 2 "
      "of 5 samples are, the first at t = 0.1 s");
  EXPECT_EQ(limit_warning(found[1], 5),
            "joint 'turn': velocity 1.6 rad/s at t = 0.1 s is beyond its limit 1.5 rad/s; 1 of 5 "
            "samples is, at t = 0.1 s");
  EXPECT_EQ(limit_warning(found[2], 5),
            "joint 'follow': position -0.6 m at t = 0.3 s is beyond its limit -0.5 m; 1 of 5 "
            "samples is, at t = 0.3 s");
  EXPECT_EQ(limit_warning(found[3], 1),
            "joint 'follow': velocity -1.5 m/s is beyond its limit -1 m/s");
}

// Property: a motion may go up to its limit, whatever rounding adds; and a state without velocities
// is judged by its positions.
TEST(LimitWatch, ALimitCanBeReached) {
  LimitWatch watch(robot());
  const model::StateSeries at_limit = state(2.9 + 1e-15, -1e-17, -1.5 - 1e-15, 0.0);
  watch.look(model::state_block({&at_limit, 1}));
  EXPECT_TRUE(watch.excesses().empty());
  const model::StateSeries beyond = state(2.9 + 1e-7, 0.0, 99.0, 0.0).truncated(0);
  watch.look(model::state_block({&beyond, 1}));
  ASSERT_EQ(watch.excesses().size(), 1u);
  EXPECT_EQ(watch.excesses()[0].kind, Kind::kPosition);
}

// Oracle: by hand. A limit of zero has no sign, whichever side is exceeded.
TEST(LimitWatch, ZeroHasNoSign) {
  model::Description robot{.name = "robot"};
  for (const char* name : {"base", "arm"}) robot.links.push_back({.name = name});
  robot.joints = {{.name = "turn",
                   .kind = model::JointKind::kRevolute,
                   .parent = "base",
                   .child = "arm",
                   .limits = {.lower = -0.0, .velocity = 0.0}}};
  LimitWatch watch(model::build(robot));
  model::StateSeries back(1, VecX::Constant(1, -1.0));
  watch.look(model::state_block({&back, 1}));
  const std::vector<LimitExcess> found = watch.excesses();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(limit_warning(found[0], 1), "joint 'turn': position -1 rad is beyond its limit 0 rad");
  EXPECT_EQ(limit_warning(found[1], 1),
            "joint 'turn': velocity -1 rad/s is beyond its limit 0 rad/s");
}

// Property: what is found depends neither on the sequence nor on the number of threads; nothing is
// allocated.
TEST(LimitWatch, ThreadsAndSequenceDoNotMatter) {
  constexpr std::size_t kNum = 4000;
  std::vector<model::StateSeries> states;
  std::vector<double> times;
  for (std::size_t i = 0; i < kNum; ++i) {
    const double x = static_cast<double>(i % 100);
    states.push_back(state(0.1 * x, 0.01 * x, -0.05 * x, 0.0));
    times.push_back(0.001 * static_cast<double>(i));
  }
  const model::Model model = robot();
  LimitWatch one(model), several(model);
  {
    const model::StateBlock block = model::state_block(states, times);
    const support::MallocCount count;
    one.look(block);
    EXPECT_LE(count.calls(), 0);
  }
  {
    std::vector<std::jthread> threads;
    for (std::size_t first = 0; first < kNum; first += 500) {
      threads.emplace_back([&, first] {
        const std::size_t begin = kNum - 500 - first;
        several.look(model::state_block(std::span(states).subspan(begin, 500),
                                        std::span(times).subspan(begin, 500)));
      });
    }
  }
  const auto a = one.excesses(), b = several.excesses();
  ASSERT_EQ(a.size(), 4u);
  ASSERT_EQ(b.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(limit_warning(a[i], kNum), limit_warning(b[i], kNum));
  EXPECT_EQ(a[0].time, times[99]);  // The earliest of forty that are as far.
}

// Oracle: by hand. Degrees are asked about where all of a motion would fit, and not where it is
// only a little beyond.
TEST(LimitWatch, AsksAboutDegreesWhereTheyWouldFit) {
  const auto warning = [](const std::vector<double>& turns) {
    LimitWatch watch(robot());
    for (const double turn : turns) {
      const model::StateSeries at = state(turn, 0.1, 0.0, 0.0);
      watch.look(model::state_block({&at, 1}));
    }
    return limit_warning(watch.excesses().at(0), 1);
  };
  EXPECT_EQ(warning({60.0}),
            "joint 'turn': position 60 rad is beyond its limit 2.9 rad (degrees?)");
  EXPECT_EQ(warning({4.0}), "joint 'turn': position 4 rad is beyond its limit 2.9 rad");
  EXPECT_EQ(warning({60.0, -170.0}),  // -2.967 rad
            "joint 'turn': position -170 rad is beyond its limit -2.9 rad");
}

/// One joint with every limit.
model::Model limited() {
  model::Description robot{.name = "robot"};
  for (const char* name : {"base", "arm"}) robot.links.push_back({.name = name});
  robot.joints = {
      {.name = "turn",
       .kind = model::JointKind::kRevolute,
       .parent = "base",
       .child = "arm",
       .limits = {.effort = 10.0, .acceleration = 4.0, .deceleration = 6.0, .jerk = 30.0}}};
  return model::build(robot);
}

// Oracle: by hand. What slows a joint down has the limit of deceleration.
TEST(LimitWatch, AccelerationJerkAndEffort) {
  LimitWatch watch(limited());
  const auto look = [&](double rate, double acceleration, double jerk) {
    model::StateSeries q(3, VecX::Zero(1));
    q[1] = VecX::Constant(1, rate);
    q[2] = VecX::Constant(1, acceleration / 2.0);
    q[3] = VecX::Constant(1, jerk / 6.0);
    watch.look(model::state_block({&q, 1}));
  };
  look(1.0, 4.0, 30.0);
  look(-1.0, 6.0, -30.0);
  look(1.0, -6.0, 0.0);
  EXPECT_TRUE(watch.excesses().empty());
  look(1.0, 5.0, 0.0);
  look(1.0, -6.5, -31.0);
  const std::vector<double> times{0.0, 1.0}, forces{-9.0, 12.0};
  watch.look_at_efforts(times, forces.data(), 1);
  const std::vector<LimitExcess> found = watch.excesses();
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(limit_warning(found[0], 1),
            "joint 'turn': acceleration 5 rad/s² is beyond its limit 4 rad/s²");
  EXPECT_EQ(limit_warning(found[1], 1),
            "joint 'turn': jerk -31 rad/s³ is beyond its limit -30 rad/s³");
  EXPECT_EQ(limit_warning(found[2], 1), "joint 'turn': effort 12 N m is beyond its limit 10 N m");
  const JointPeaks peaks = watch.peaks().at(0);
  EXPECT_EQ(peaks[LimitKind::kAcceleration].lowest, -6.5);
  EXPECT_EQ(peaks[LimitKind::kAcceleration].highest, 6.0);
  EXPECT_EQ(peaks[LimitKind::kEffort].lowest, -9.0);
  EXPECT_EQ(peaks[LimitKind::kEffort].upper_limit, 10.0);
}

TEST(LimitWatch, RefusesAStateOfAnotherModel) {
  LimitWatch watch(robot());
  const model::StateSeries other(0, VecX::Zero(3));
  EXPECT_THROW_MESSAGE(watch.look(model::state_block({&other, 1})), InvalidArgument,
                       "the states have 3 coordinates; the model has 2");
}

}  // namespace
}  // namespace appell::analysis
