#include "appell/record/smooth_recording.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include "appell/base/error.hpp"
#include "appell/record/clock.hpp"
#include "appell/record/noise_estimate.hpp"
#include "appell/record/repeated_rows.hpp"
#include "appell/record/smoothed_law.hpp"
#include "appell/trajectory/combined_laws.hpp"
#include "appell/trajectory/samples.hpp"

namespace appell::record {
namespace {

/// Derivative k of a sum of sines.
double sines(double t, int k, int joint) {
  double sum = 0.0;
  const double amplitudes[] = {0.5, 0.25, 0.15}, rates[] = {1.1, 3.0, 5.3};
  for (int i = 0; i < 3; ++i) {
    const double w = rates[i] * (1.0 + 0.1 * joint);
    sum += amplitudes[i] * std::pow(w, k) * std::sin(w * t + i + 0.5 * std::numbers::pi * k);
  }
  return sum;
}

using Truth = std::function<double(double t, int k, int joint)>;

struct Draw {
  std::size_t rows = 2000;
  int joints = 2;
  double step = 1e-3;
  double noise = 5e-5;
  double jitter = 0.0;
  double unit = 0.0;
  unsigned seed = 1;
  Truth truth = sines;
};

Recording drawn(const Draw& draw) {
  std::mt19937 random(draw.seed);
  std::normal_distribution<double> normal;
  Recording recording;
  std::vector<double> instants;
  for (std::size_t i = 0; i < draw.rows; ++i) {
    instants.push_back(draw.step * static_cast<double>(i));
    recording.times.push_back(instants.back() + draw.jitter * normal(random));
  }
  std::sort(recording.times.begin(), recording.times.end());
  for (int j = 0; j < draw.joints; ++j) {
    recording.joints.push_back(std::string("j") + std::to_string(j));
    recording.position_unit.push_back(draw.unit);
    recording.position.emplace_back();
    for (const double t : instants) {
      double y = draw.truth(t, 0, j) + draw.noise * normal(random);
      if (draw.unit > 0.0) y = std::round(y / draw.unit) * draw.unit;
      recording.position.back().push_back(y);
    }
  }
  return recording;
}

/// Of each derivative: root mean square error, the mean deviation, the share within 1.96 of it.
struct Account {
  std::vector<double> error, deviation, coverage;
};

Account account(const SmoothedRecording& smoothed, int highest, const Truth& truth = sines) {
  const auto size = static_cast<std::size_t>(highest) + 1;
  Account result{std::vector<double>(size), std::vector<double>(size), std::vector<double>(size)};
  double count = 0.0;
  std::vector<double> coefficients(size), covariance(size * size);
  const std::vector<double>& times = smoothed.recording.times;
  for (std::size_t j = 0; j < smoothed.joints.size(); ++j) {
    const auto law = smoothed.law(j);
    const auto cursor = law->cursor();
    for (std::size_t i = 100; i + 100 < times.size(); i += 3) {
      const double t = 0.5 * (times[i] + times[i + 1]);
      cursor->expand(t, coefficients);
      cursor->covariance(t, highest + 1, covariance);
      double factorial = 1.0;
      ++count;
      for (std::size_t k = 0; k < size; ++k) {
        if (k > 0) factorial *= static_cast<double>(k);
        const double error =
            coefficients[k] * factorial - truth(t, static_cast<int>(k), static_cast<int>(j));
        const double variance = covariance[k * size + k];
        result.error[k] += error * error;
        result.deviation[k] += variance;
        result.coverage[k] += std::abs(error) < 1.96 * std::sqrt(variance) ? 1.0 : 0.0;
      }
    }
  }
  for (std::size_t k = 0; k < size; ++k) {
    result.error[k] = std::sqrt(result.error[k] / count);
    result.deviation[k] = std::sqrt(result.deviation[k] / count);
    result.coverage[k] /= count;
  }
  return result;
}

/// Bands are honest: they hold, and are not idle.
void expect_honest(const Account& of, std::size_t from = 0) {
  for (std::size_t k = from; k < of.error.size(); ++k) {
    EXPECT_GE(of.coverage[k], 0.93) << "derivative " << k;
    EXPECT_LE(of.deviation[k], 2.0 * of.error[k]) << "derivative " << k;
  }
}

TEST(SmoothRecording, FindsTheNoiseAndTheMotion) {
  const SmoothedRecording smoothed = smooth_recording(drawn({.rows = 3000, .unit = 1e-6}), {});
  for (const JointNoise& joint : smoothed.noise) {
    EXPECT_NEAR(joint.noise, 5e-5, 2e-6);  // 3000 rows: 1.3 % is one standard deviation.
    EXPECT_GE(joint.n, 5);
    EXPECT_EQ(joint.n, joint.likely_n);
    EXPECT_LT(std::abs(joint.lag1), 0.06);
    EXPECT_NEAR(joint.kurtosis, 3.0, 0.3);
    EXPECT_TRUE(joint.outlier_rows.empty());
  }
  const Account found = account(smoothed, 4);
  expect_honest(found);
  // What interpolation would make of it is 1e6 times as much.
  EXPECT_LT(found.error[2], 2e-3);
  EXPECT_LT(found.error[4], 1.0);
}

TEST(SmoothRecording, FindsTheJitterOfStamps) {
  const Recording recording = drawn({.rows = 5000, .joints = 3, .noise = 5e-6, .jitter = 8e-4});
  const ClockChoice as_stamped{.kind = ClockChoice::Kind::kAsStamped};
  const SmoothedRecording smoothed = smooth_recording(recording, {.clock = as_stamped});
  // Sorted stamps err by less than those that were drawn.
  EXPECT_GT(smoothed.jitter, 4e-4);
  EXPECT_LT(smoothed.jitter, 8e-4);
  EXPECT_GT(smoothed.noise[0].widening, 1.1);
  const Account with = account(smoothed, 4);
  for (std::size_t k = 1; k < 5; ++k) EXPECT_GE(with.coverage[k], 0.93) << k;
  const Account without =
      account(smooth_recording(recording, {.has_jitter = false, .clock = as_stamped}), 4);
  EXPECT_LT(1.2 * with.error[2], without.error[2]);
}

/// A jerk that jumps, and rest.
double with_rests(double t, int k, int joint) {
  const double jerk = 20.0 / (1.0 + 0.3 * joint);
  const double begins[] = {1.0, 1.2, 1.4, 2.0, 2.2, 2.4}, change[] = {1, -1, -1, -1, 1, 1};
  double sum = 0.0;
  for (int i = 0; i < 6; ++i) {
    if (t < begins[i]) continue;
    double power = change[i] * jerk;
    for (int m = 1; m <= 3 - k; ++m) power *= (t - begins[i]) / m;
    sum += k <= 3 ? power : 0.0;
  }
  return sum;
}

TEST(SmoothRecording, IntensityFollowsTheMotion) {
  const Recording recording = drawn({.rows = 3000, .joints = 1, .truth = with_rests});
  const SmoothedRecording smoothed = smooth_recording(recording, {.highest = 3});
  for (const JointNoise& joint : smoothed.noise) {
    EXPECT_TRUE(joint.is_local);
    EXPECT_EQ(joint.n, 4);
  }
  const Account found = account(smoothed, 3, with_rests);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_GE(found.coverage[k], 0.93) << k;
  // Where more derivatives are wanted than the record has, it is said.
  const SmoothedRecording higher = smooth_recording(recording, {.highest = 5});
  EXPECT_EQ(higher.noise[0].likely_n, 4);
  EXPECT_EQ(higher.noise[0].n, 6);
}

// Oracle: closed form. Before, the jumps of the jerk were taken for noise of 4e-5: most of the rows
// of such a record are rests, which show that it is rounding alone.
TEST(SmoothRecording, CoarseRowsOfMovesAndRestsHaveTheNoiseOfTheirDigits) {
  const Recording recording = drawn(
      {.rows = 101, .joints = 2, .step = 0.05, .noise = 0.0, .unit = 1e-6, .truth = with_rests});
  const SmoothedRecording smoothed = smooth_recording(recording, {});
  std::vector<double> q(1);
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_LT(smoothed.noise[j].noise, 4e-7) << j;
    for (std::size_t i = 0; i < recording.times.size(); ++i) {
      smoothed.joints[j]->mean().expand(recording.times[i], q);
      EXPECT_NEAR(q[0], recording.position[j][i], 2e-6) << j << " " << i;
    }
  }
}

TEST(SmoothRecording, OutliersCountLess) {
  Recording recording = drawn({.rows = 2000, .joints = 1});
  const Account clean = account(smooth_recording(recording, {}), 3);
  for (std::size_t i = 150; i < 2000; i += 97) recording.position[0][i] += 0.05;
  const SmoothedRecording smoothed = smooth_recording(recording, {});
  EXPECT_GE(smoothed.noise[0].outlier_rows.size(), 19U);
  const Account found = account(smoothed, 3);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_LT(found.error[k], 1.5 * clean.error[k]) << k;
}

TEST(SmoothRecording, VelocitiesHelp) {
  Recording recording = drawn({.rows = 2000, .joints = 1, .noise = 1e-3});
  const Account without = account(smooth_recording(recording, {}), 2);
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  recording.velocity.emplace_back();
  for (const double t : recording.times) {
    recording.velocity[0].push_back(sines(t, 1, 0) + 1e-3 * normal(random));
  }
  const SmoothedRecording smoothed = smooth_recording(recording, {});
  EXPECT_NEAR(smoothed.noise[0].velocity_noise, 1e-3, 5e-5);
  const Account with = account(smoothed, 2);
  EXPECT_LT(2.0 * with.error[1], without.error[1]);
  expect_honest(with);
}

TEST(SmoothRecording, TakesTheNoiseThatIsGiven) {
  const SmoothedRecording smoothed =
      smooth_recording(drawn({.rows = 1000}), {.noise = 3e-4, .has_jitter = false});
  EXPECT_EQ(smoothed.noise[0].noise, 3e-4);
  EXPECT_EQ(smoothed.jitter, 0.0);
}

TEST(SmoothRecording, JointsAtRestAndShortRecords) {
  Recording recording = drawn({.rows = 20, .step = 0.05});
  for (double& y : recording.position[1]) y = 0.7;
  const SmoothedRecording smoothed = smooth_recording(recording, {});
  std::vector<double> q(5);
  smoothed.joints[1]->mean().expand(0.5, q);
  EXPECT_NEAR(q[0], 0.7, 1e-12);
  EXPECT_NEAR(q[1], 0.0, 1e-9);
  for (auto* column : {&recording.times, &recording.position[0], &recording.position[1]}) {
    column->resize(1);
  }
  EXPECT_THROW(smooth_recording(recording, {}), Error);
  EXPECT_THROW(smooth_recording(drawn({.rows = 30}), {.highest = 7}), Error);
  EXPECT_THROW(smooth_recording(drawn({.rows = 30}), {.noise = -1.0}), Error);
}

TEST(SmoothRecording, DoesNotDependOnTheNumberOfThreads) {
  const Recording recording = drawn({.rows = 200, .joints = 3});
  const SmoothedRecording one = smooth_recording(recording, {.most_threads = 1});
  const SmoothedRecording three = smooth_recording(recording, {.most_threads = 3});
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_EQ(one.noise[j].noise, three.noise[j].noise);
    std::vector<double> a(5), b(5);
    one.joints[j]->mean().expand(0.1, a);
    three.joints[j]->mean().expand(0.1, b);
    EXPECT_EQ(a, b);
  }
}

TEST(SmoothedLaw, RunFasterHasFasterDeviations) {
  const SmoothedRecording smoothed = smooth_recording(drawn({.rows = 400}), {});
  const auto law = std::make_shared<SmoothedLaw>(smoothed.joints[0], BandShape{.widening = 1.5});
  const trajectory::ReclockedLaw twice(law, 0.0, 2.0, 0.0);
  EXPECT_TRUE(twice.is_uncertain());
  std::vector<double> plain(25), fast(25);
  law->cursor()->covariance(0.2, 5, plain);
  twice.cursor()->covariance(0.1, 5, fast);
  for (int a = 0; a < 5; ++a) {
    for (int b = 0; b < 5; ++b) {
      const auto i = static_cast<std::size_t>(5 * a + b);
      EXPECT_NEAR(fast[i], std::pow(2.0, a + b) * plain[i], 1e-12 * std::abs(fast[i]));
    }
  }
  std::vector<double> more(64);
  EXPECT_THROW(law->cursor()->covariance(0.2, 8, more), Error);
}

// Oracle: the mean is linear in the samples, so that errors of any covariance can be carried
// through it: Var = Var of the model + Σ_ij w_i (Cov_ij - R δ_ij) w_j.
TEST(SmoothedLaw, CorrelatedErrorsWidenTheirOwnShareOfTheVariance) {
  constexpr std::size_t kRows = 401, kMiddle = 200;
  constexpr double kStep = 0.01, kVariance = 1e-6, kCorrelation = 0.4;
  for (const int n : {4, 5, 6}) {
    std::vector<double> times, impulse(kRows, 0.0);
    for (std::size_t i = 0; i < kRows; ++i) times.push_back(kStep * static_cast<double>(i));
    impulse[kMiddle] = 1.0;
    NoiseModel model;
    model.n = n;
    model.variance.assign(kRows, kVariance);
    model.log_intensity = {std::log(kVariance * kStep) - 2.0 * n * std::log(12.0 * kStep)};
    const auto smoothed = smooth_coordinate({times, impulse, {}}, model);
    const auto size = static_cast<std::size_t>(n);
    std::vector<double> plain(size * size), widened(size * size), at(size);
    smoothed->covariance()->at(times[kMiddle], plain);
    const double widening = std::sqrt((1.0 + kCorrelation) / (1.0 - kCorrelation));
    SmoothedLaw(smoothed, BandShape{.widening = widening})
        .cursor()
        ->covariance(times[kMiddle], n, widened);
    // The weight of sample i far from the ends is what the impulse makes i rows to the other side.
    std::vector<std::vector<double>> weights(size);
    for (std::size_t i = 0; i < kRows; ++i) {
      smoothed->mean().expand(times[kRows - 1 - i], at);
      double factorial = 1.0;
      for (std::size_t k = 0; k < size; ++k) {
        if (k > 0) factorial *= static_cast<double>(k);
        weights[k].push_back(at[k] * factorial);
      }
    }
    for (std::size_t k = 0; k < size; ++k) {
      double expected = plain[k * size + k];
      for (std::size_t i = 0; i < kRows; ++i) {
        for (std::size_t j = 0; j < kRows; ++j) {
          if (i == j) continue;
          const double lag = std::abs(static_cast<double>(i) - static_cast<double>(j));
          expected += weights[k][i] * weights[k][j] * kVariance * std::pow(kCorrelation, lag);
        }
      }
      EXPECT_GT(expected, (1.0 + 0.5 / n) * plain[k * size + k]) << n << " " << k;
      // To how far the correlation of a few rows is short beside an average over 12.
      EXPECT_NEAR(widened[k * size + k], expected, 0.05 * expected) << n << " " << k;
    }
  }
}

TEST(QuickNoise, OfNoiseRoundingAndSmoothMotions) {
  const auto noise_of = [](const Draw& draw, double unit) {
    const Recording recording = drawn(draw);
    return quick_noise(recording.times, recording.position[0], unit);
  };
  EXPECT_NEAR(noise_of({.joints = 1}, 0.0), 5e-5, 5e-6);
  // A clean motion has next to none, even if it is sampled coarsely, or unevenly.
  EXPECT_LT(noise_of({.rows = 100, .joints = 1, .step = 0.02, .noise = 0.0}, 0.0), 1e-9);
  Recording uneven;
  for (int i = 0; i < 200; ++i) {
    uneven.times.push_back(0.01 * i + 0.004 * std::sin(1.7 * i));
    uneven.position.resize(1);
    uneven.position[0].push_back(sines(uneven.times.back(), 0, 0));
  }
  EXPECT_LT(quick_noise(uneven.times, uneven.position[0], 0.0), 1e-9);
  EXPECT_EQ(noise_of({.rows = 100, .joints = 1, .noise = 0.0}, 1e-3), 1e-3 / std::sqrt(12.0));
}

TEST(InterpolationNoise, IsWhatInterpolationMakesOfNoise) {
  // A spline through nothing but noise, against the formula: 20,000 rows, 1 % of a deviation.
  constexpr int kOrder = 4;
  constexpr double kStep = 0.01, kNoise = 1e-3;
  const Recording recording = drawn(
      {.rows = 20000, .joints = 1, .step = kStep, .noise = kNoise, .truth = [](double, int, int) {
         return 0.0;
       }});
  const auto fitted = trajectory::interpolate_samples(kOrder, recording.times, recording.position);
  const std::vector<double> expected = interpolation_covariance(kOrder, kStep, 5);
  std::vector<double> squares(5), at(5);
  int count = 0;
  for (double t = 1.0; t < 199.0; t += 0.00973, ++count) {
    fitted.law.expand(t, at);
    double factorial = 1.0;
    for (std::size_t k = 0; k < 5; ++k) {
      if (k > 0) factorial *= static_cast<double>(k);
      squares[k] += at[k] * at[k] * factorial * factorial;
    }
  }
  for (std::size_t k = 0; k < 5; ++k) {
    const double variance = kNoise * kNoise * expected[k * 5 + k];
    EXPECT_NEAR(squares[k] / count, variance, 0.05 * variance) << k;
  }
}

TEST(RepeatedRows, AreThoseInMotion) {
  Recording recording = drawn({.rows = 200, .joints = 2, .noise = 0.0});
  for (auto& column : recording.position) {
    column[50] = column[49];
    column[120] = column[119];
    for (std::size_t i = 180; i < 200; ++i) column[i] = column[180];  // It stops.
  }
  EXPECT_EQ(repeated_rows(recording), (std::vector<std::size_t>{50, 120}));
  const Recording without = without_rows(recording, {50, 120});
  EXPECT_EQ(without.times.size(), 198U);
  EXPECT_EQ(without.position[1][50], recording.position[1][51]);
}

TEST(RepeatedRows, AreNotThoseThatNoiseMakesEqual) {
  const Recording recording =
      drawn({.rows = 20000, .joints = 1, .step = 1e-5, .noise = 5e-5, .unit = 1e-6});
  std::size_t equal = 0;
  for (std::size_t i = 1; i < 20000; ++i) {
    if (is_like_the_row_before(recording.position, i)) ++equal;
  }
  EXPECT_GT(equal, 50U);
  EXPECT_LT(repeated_rows(recording).size(), 3U);
}

TEST(Clock, IsRecognisedAndRebuilt) {
  // The robot's cycles are 1 ms; rows come 0, 1 or 2 cycles apart, with stamps of another clock.
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  Recording recording;
  recording.joints = {"a", "b"};
  recording.position.resize(2);
  std::vector<double> instants;
  long long cycle = 0;
  double last = -1.0;
  for (int i = 0; i < 1500; ++i) {
    const double t = 1e-3 * static_cast<double>(cycle);
    instants.push_back(t);
    last = std::max(last + 1e-6, t + 3e-4 * normal(random));
    recording.times.push_back(last);
    for (int j = 0; j < 2; ++j) {
      recording.position[j].push_back(sines(t, 0, j) + 1e-6 * normal(random));
    }
    const double x = uniform(random);
    cycle += x < 0.07 ? 2 : 1;
  }
  using Kind = ClockChoice::Kind;
  const SmoothedRecording as_given =
      smooth_recording(recording, {.clock = {.kind = Kind::kAsStamped}});
  EXPECT_FALSE(as_given.clock_rebuilt);
  EXPECT_NEAR(as_given.clock.cycle, 1e-3, 1e-6);
  EXPECT_NEAR(as_given.clock.lost, 0.07, 0.02);
  for (const ClockChoice& choice : {ClockChoice{}, ClockChoice{Kind::kCycle, 1e-3}}) {
    const SmoothedRecording rebuilt = smooth_recording(recording, {.clock = choice});
    EXPECT_TRUE(rebuilt.clock_rebuilt);
    EXPECT_DOUBLE_EQ(rebuilt.cycle, 1e-3);
    EXPECT_NEAR(static_cast<double>(rebuilt.lost_cycles), 105.0, 20.0);
    ASSERT_EQ(rebuilt.recording.times.size(), recording.times.size());
    int wrong = 0;  // Steps: where it hardly moves a cycle may be taken for another.
    for (std::size_t i = 1; i < instants.size(); ++i) {
      const double step = rebuilt.recording.times[i] - rebuilt.recording.times[i - 1];
      if (std::abs(step - (instants[i] - instants[i - 1])) > 1e-9) ++wrong;
    }
    EXPECT_LT(wrong, 8);
    EXPECT_LT(rebuilt.jitter, 0.2 * as_given.jitter);
  }
  EXPECT_THROW(smooth_recording(recording, {.clock = {Kind::kCycle, 0.01}}), Error);
}

/// A state that changes every `cycle` s and is written every `period` s.
Recording held(double cycle, double period, std::size_t rows) {
  Recording recording = drawn({.rows = rows, .joints = 3, .step = period});
  for (std::size_t j = 0; j < 3; ++j) {
    recording.position_unit[j] = 1e-6;
    for (std::size_t i = 0; i < rows; ++i) {
      const double changed = cycle * std::floor(recording.times[i] / cycle + 1e-9);
      recording.position[j][i] = 1e-6 * std::round(sines(changed, 0, static_cast<int>(j)) / 1e-6);
    }
  }
  return recording;
}

// Before: 19 to 43 % of instants outside two deviations, for the stamps drift within every beat.
TEST(Clock, OfAHeldStateIsFoundByTheRowsThatRepeat) {
  for (const auto& [cycle, period] : {std::pair{0.034, 0.0333}, {0.0101, 0.01}, {0.02, 0.013}}) {
    const Recording recording = held(cycle, period, 3000);
    const SmoothedRecording smoothed = smooth_recording(recording, {});
    EXPECT_TRUE(smoothed.clock_rebuilt);
    EXPECT_DOUBLE_EQ(smoothed.cycle, cycle);
    EXPECT_NEAR(static_cast<double>(smoothed.repeated_rows), 3000.0 * (1.0 - period / cycle), 2.0);
    EXPECT_EQ(smoothed.jitter, 0.0);
    const Account found = account(smoothed, 3);
    for (std::size_t k = 0; k < 4; ++k) EXPECT_GE(found.coverage[k], 0.93) << cycle << " " << k;
    EXPECT_LT(found.error[2], 0.01);
    // As it is stamped it is worse by far, and the bands know.
    const SmoothedRecording stamped =
        smooth_recording(recording, {.clock = {.kind = ClockChoice::Kind::kAsStamped}});
    EXPECT_FALSE(stamped.clock_rebuilt);
    EXPECT_GT(stamped.clock_error.stamp, 0.0);
    const Account as_stamped = account(stamped, 2);
    EXPECT_GT(as_stamped.error[1], 10.0 * found.error[1]);
    for (std::size_t k = 1; k < 3; ++k) EXPECT_GE(as_stamped.coverage[k], 0.9) << cycle << " " << k;
  }
}

// Oracle: closed form. A logger that leaves out equal rows: no row repeats, and yet stamps drift by
// 0.7 ms a row and jump by a cycle in every 49th. Before: accelerations of 70 for 2.
TEST(Clock, IsFoundWhereRepeatedRowsWereLeftOut) {
  Recording all = held(0.034, 0.0333, 1500);
  Recording recording = without_rows(all, repeated_rows(all));
  recording.rows.clear();
  for (const bool has_velocities : {false, true}) {
    if (has_velocities) {
      recording.velocity.resize(3);
      for (std::size_t j = 0; j < 3; ++j) {
        for (const double t : recording.times) {
          const double changed = 0.034 * std::floor(t / 0.034 + 1e-9);
          recording.velocity[j].push_back(sines(changed, 1, static_cast<int>(j)));
        }
      }
    }
    const SmoothedRecording smoothed = smooth_recording(recording, {});
    EXPECT_TRUE(smoothed.clock_rebuilt) << has_velocities;
    EXPECT_DOUBLE_EQ(smoothed.cycle, 0.034) << has_velocities;
    EXPECT_EQ(smoothed.recording.times.size(), recording.times.size()) << has_velocities;
    EXPECT_NEAR(smoothed.recording.times.front(), 0.0, 2e-4) << has_velocities;
    EXPECT_NEAR(smoothed.recording.times.back(), 0.034 * std::floor(all.times.back() / 0.034), 2e-4)
        << has_velocities;
    EXPECT_LT(account(smoothed, 2).error[2], 0.02) << has_velocities;
  }
}

// Before, two deviations of the stamps were in the bands: six times too wide.
TEST(Clock, OfAHeldStateIsFoundWhereStampsJitter) {
  Recording recording = held(0.034, 0.0333, 3000);
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  for (double& t : recording.times) t += 3e-4 * normal(random);
  const SmoothedRecording smoothed = smooth_recording(recording, {});
  EXPECT_TRUE(smoothed.clock_rebuilt);
  EXPECT_DOUBLE_EQ(smoothed.cycle, 0.034);
  const Account found = account(smoothed, 3);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_GE(found.coverage[k], 0.93) << k;
  EXPECT_LT(smoothed.clock_error.stamp, 3e-4);
}

TEST(Clock, ThatContradictsTheStampsIsRefused) {
  const Recording recording = held(0.034, 0.0333, 1000);
  for (const double cycle : {0.035, 0.0325, 0.0}) {
    EXPECT_THROW(smooth_recording(recording, {.clock = {ClockChoice::Kind::kCycle, cycle}}),
                 InvalidArgument)
        << cycle;
  }
}

TEST(DigitStep, IsFoundInConvertedColumns) {
  const auto step_of = [](double unit, double factor, double noise, std::size_t rows) {
    Recording recording = drawn({.rows = rows, .joints = 1, .noise = noise, .unit = unit});
    for (double& y : recording.position[0]) y *= factor;
    return digit_step(recording.position[0]);
  };
  constexpr double kDegree = std::numbers::pi / 180.0;
  EXPECT_NEAR(step_of(1e-3, kDegree, 0.0, 2000), 1e-3 * kDegree, 1e-9 * kDegree);
  EXPECT_NEAR(step_of(1.0 / 4096, 2.0 * std::numbers::pi, 1e-3, 2000),
              2.0 * std::numbers::pi / 4096, 1e-9);
  EXPECT_NEAR(step_of(1e-5, 1.0, 5e-5, 500), 1e-5, 1e-12);
  EXPECT_EQ(step_of(0.0, 1.0, 0.0, 2000), 0.0);
  EXPECT_EQ(step_of(0.0, 1.0, 5e-5, 2000), 0.0);
  std::vector<double> ramp, levels;
  for (int i = 0; i < 1000; ++i) {
    ramp.push_back(0.001 * i);
    levels.push_back(i % 7);
  }
  EXPECT_EQ(digit_step(ramp), 0.0);
  EXPECT_EQ(digit_step(levels), 0.0);
  EXPECT_EQ(digit_step({}), 0.0);
}

}  // namespace
}  // namespace appell::record
