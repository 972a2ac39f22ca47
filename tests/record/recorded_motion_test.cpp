#include "appell/record/recorded_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "appell/record/exact_samples.hpp"
#include "appell/record/unwrap.hpp"
#include "tests/support/matchers.hpp"

namespace appell::record {
namespace {

constexpr double kPi = std::numbers::pi;

std::string line(std::size_t row) { return "line " + std::to_string(row + 2); }

/// The samples of a function at a rate, rounded to a number of decimals (or not: -1).
template <class F>
Recording recording_of(const F& q, double duration, double rate, int decimals) {
  Recording recording;
  recording.joints = {"a"};
  recording.position.emplace_back();
  const double unit = std::pow(10.0, -decimals);
  const auto rows = static_cast<int>(std::lround(duration * rate)) + 1;
  for (int i = 0; i < rows; ++i) {
    recording.times.push_back(i / rate);
    const double x = q(recording.times.back());
    recording.position[0].push_back(decimals < 0 ? x : unit * std::round(x / unit));
  }
  recording.position_unit = {decimals < 0 ? 0.0 : unit};
  return recording;
}

double sine(double t) { return 0.5 * std::sin(2.0 * t) + 0.2 * std::sin(5.0 * t); }
double sine_d2(double t) { return -2.0 * std::sin(2.0 * t) - 5.0 * std::sin(5.0 * t); }

/// q'' of a law at a time.
double acceleration(const RecordedMotion& motion, double t) {
  double q[3] = {};
  motion.laws[0]->expand(t, q);
  return 2.0 * q[2];
}

// Oracle: closed form. Five decimals at 500 Hz have errors of 1e-5 · 500² = 2.5 rad/s² when they
// are interpolated; the most likely motion has a hundredth of it.
TEST(RecordedMotion, FiveDecimalsAreSmoothedByDefault) {
  const RecordedMotion motion = recorded_motion(recording_of(sine, 4.0, 500.0, 5), {}, line);
  EXPECT_EQ(motion.kind, LawKind::kMostLikely);
  EXPECT_NE(motion.treatment.find("smoothed"), std::string::npos);
  double worst = 0.0;
  for (double t = 0.2; t <= 3.8; t += 0.01) {
    worst = std::max(worst, std::abs(acceleration(motion, t) - sine_d2(t)));
  }
  EXPECT_LT(worst, 0.01);
  const LawOptions as_it_is{.smooth = {.kind = Smoothing::Kind::kNone}};
  const RecordedMotion raw = recorded_motion(recording_of(sine, 4.0, 500.0, 5), as_it_is, line);
  EXPECT_EQ(raw.kind, LawKind::kSpline);
}

// Oracle: closed form. Twelve digits, and all digits of a double, are exact data: interpolated,
// without covariances, at any rate that shows the motion.
TEST(RecordedMotion, ExactDataAreInterpolated) {
  for (const int decimals : {12, -1}) {
    for (const double rate : {30.0, 125.0, 1000.0}) {
      const RecordedMotion motion =
          recorded_motion(recording_of(sine, 4.0, rate, decimals), {}, line);
      EXPECT_EQ(motion.kind, LawKind::kSpline) << decimals << " " << rate;
      EXPECT_EQ(motion.treatment, "exact, interpolated");
      EXPECT_FALSE(motion.laws[0]->is_uncertain());
      EXPECT_NEAR(acceleration(motion, 2.0), sine_d2(2.0), 1e-3);
    }
  }
}

// A quintic at twentieths of a second consists of whole multiples of a step, and is exact; counts
// of an encoder times a factor, printed with all digits, are not.
TEST(RecordedMotion, ExactNumbersMayBeMultiplesOfAStep) {
  const auto quintic = [](double t) {
    const double x = std::clamp(t - 1.0, 0.0, 1.0);
    return 0.5 * x * x * x * (10.0 - 15.0 * x + 6.0 * x * x);
  };
  EXPECT_TRUE(recorded_motion(recording_of(quintic, 3.0, 20.0, -1), {}, line).is_exact);
  const auto counts = [](double t) { return 2.0 * kPi / 65536.0 * std::round(sine(t) * 65536.0); };
  EXPECT_FALSE(recorded_motion(recording_of(counts, 3.0, 200.0, -1), {}, line).is_exact);
}

// Property: noise is no exact data, however many digits it is printed with.
TEST(RecordedMotion, NoiseIsSeenInAllDigits) {
  std::mt19937 random(7);
  std::normal_distribution<double> noise(0.0, 1e-6);
  const auto noisy = [&](double t) { return sine(t) + noise(random); };
  for (const double rate : {100.0, 1000.0}) {
    const Recording recording = recording_of(noisy, 4.0, rate, -1);
    EXPECT_FALSE(are_exact(recording.times, recording.position[0], 0.0)) << rate;
  }
}

// Oracle: closed form. A joint that turns on through ±π.
TEST(RecordedMotion, WrapsAreUnwrapped) {
  const auto wrapped = [](double t) { return std::remainder(2.5 + 1.5 * t, 2.0 * kPi); };
  const RecordedMotion motion = recorded_motion(recording_of(wrapped, 8.0, 100.0, -1), {}, line);
  ASSERT_EQ(motion.repairs.size(), 1U);
  EXPECT_EQ(motion.repairs[0], "a unwrapped at line 45 and 1 more");
  double q[2] = {};
  motion.laws[0]->expand(7.0, q);
  EXPECT_NEAR(q[0], 2.5 + 1.5 * 7.0, 1e-9);
  EXPECT_NEAR(q[1], 1.5, 1e-9);
  Recording slide = recording_of(wrapped, 8.0, 100.0, -1);
  slide.is_prismatic = {1};
  slide.position[0][50] += 1e-3;  // Lengths never wrap.
  EXPECT_TRUE(
      recorded_motion(slide, {.smooth = {.kind = Smoothing::Kind::kNone}}, line).repairs.empty());
}

TEST(RecordedMotion, TurnsFromRowToRowAreNoWraps) {
  std::vector<double> turns;
  for (int i = 0; i < 100; ++i) turns.push_back(6.2 * i);
  EXPECT_TRUE(unwrap(turns).empty());
  std::vector<double> table{0.0, 2.0 * kPi};
  EXPECT_TRUE(unwrap(table).empty());
}

// A joint that never moves, two rows, three rows.
TEST(RecordedMotion, LittleDataMakeALaw) {
  Recording still = recording_of([](double) { return 0.25; }, 1.0, 100.0, 5);
  still.position_unit = {0.0};
  const RecordedMotion motion = recorded_motion(still, {}, line);
  double q[5] = {};
  motion.laws[0]->expand(0.5, q);
  EXPECT_EQ(q[0], 0.25);
  for (int k = 1; k < 5; ++k) EXPECT_NEAR(q[k], 0.0, 1e-9);
  const RecordedMotion ramp =
      recorded_motion(recording_of([](double t) { return 3.0 * t; }, 1.0, 1.0, -1), {}, line);
  ramp.laws[0]->expand(0.5, q);
  EXPECT_EQ(q[0], 1.5);
  EXPECT_EQ(q[1], 3.0);
  EXPECT_GE(ramp.laws[0]->continuity(), 4);
  const auto square = [](double t) { return t * t; };
  const RecordedMotion parabola = recorded_motion(recording_of(square, 2.0, 1.0, -1), {}, line);
  parabola.laws[0]->expand(0.5, q);
  EXPECT_NEAR(q[2], 1.0, 1e-13);
  EXPECT_THROW_MESSAGE(recorded_motion(recording_of(square, 0.0, 1.0, -1), {}, line), RecordDefect,
                       "there is one row");
}

// A joint that stands still beside others that are noisy: it stays a constant, at all rows.
TEST(RecordedMotion, ConstantJointsStayConstantsBesideNoisyOnes) {
  Recording recording = recording_of(sine, 2.0, 200.0, 5);
  recording.joints.push_back("still");
  recording.position.emplace_back(recording.times.size(), 0.125);
  recording.position_unit.push_back(0.0);
  recording.effort = {{}, std::vector<double>(recording.times.size(), 7.0)};
  const RecordedMotion motion = recorded_motion(recording, {}, line);
  ASSERT_EQ(motion.laws.size(), 2U);
  double q[3] = {};
  motion.laws[1]->expand(1.0, q);
  EXPECT_EQ(q[0], 0.125);
  EXPECT_EQ(q[1], 0.0);
  EXPECT_EQ(motion.recording->joints, recording.joints);
  EXPECT_EQ(motion.recording->effort[1].size(), motion.recording->times.size());
}

// Property: rows that say velocity and acceleration are used as they are.
TEST(RecordedMotion, GivenDerivativesMakeAHermiteSpline) {
  Recording recording = recording_of(sine, 2.0, 20.0, -1);
  recording.derivatives.resize(1);
  for (const auto& f : {+[](double t) { return std::cos(2.0 * t) + std::cos(5.0 * t); },
                        +[](double t) { return sine_d2(t); }}) {
    recording.derivatives[0].emplace_back();
    for (const double t : recording.times) recording.derivatives[0].back().push_back(f(t));
  }
  const RecordedMotion motion = recorded_motion(recording, {}, line);
  EXPECT_EQ(motion.kind, LawKind::kHermite);
  double q[3] = {};
  motion.laws[0]->expand(recording.times[7], q);
  EXPECT_NEAR(2.0 * q[2], sine_d2(recording.times[7]), 1e-12);
}

}  // namespace
}  // namespace appell::record
