// Whatever people record: a law of finite numbers, with finite bands.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>

#include "appell/record/smooth_recording.hpp"

namespace appell::record {
namespace {

using Motion = std::function<double(double)>;

Recording sampled(const Motion& motion, std::size_t rows, double step, double unit) {
  Recording recording;
  recording.joints = {"a"};
  recording.position.resize(1);
  recording.position_unit = {unit};
  for (std::size_t i = 0; i < rows; ++i) {
    recording.times.push_back(step * static_cast<double>(i));
    const double y = motion(recording.times.back());
    recording.position[0].push_back(unit > 0.0 ? std::round(y / unit) * unit : y);
  }
  return recording;
}

/// The law, with all of its numbers looked at, at rows and between them.
void expect_finite(const SmoothedRecording& smoothed, const std::string& what) {
  for (std::size_t j = 0; j < smoothed.joints.size(); ++j) {
    const auto law = smoothed.law(j);
    const auto cursor = law->cursor();
    std::vector<double> q(5), covariance(25);
    const std::vector<double>& times = smoothed.recording.times;
    for (std::size_t i = 0; i + 1 < times.size(); ++i) {
      for (const double t : {times[i], 0.5 * (times[i] + times[i + 1]), times[i + 1]}) {
        cursor->expand(t, q);
        cursor->covariance(t, 5, covariance);
        for (std::size_t k = 0; k < 5; ++k) {
          const double variance = covariance[6 * k];
          ASSERT_TRUE(std::isfinite(q[k]) && std::isfinite(variance) && variance > 0.0)
              << what << ": derivative " << k << " at " << t << ": " << q[k] << " " << variance;
        }
      }
    }
    EXPECT_TRUE(std::isfinite(smoothed.noise[j].noise) && smoothed.noise[j].noise > 0.0) << what;
    EXPECT_TRUE(std::isfinite(smoothed.noise[j].widening)) << what;
  }
  EXPECT_TRUE(std::isfinite(smoothed.jitter)) << what;
}

TEST(AnyRecording, MotionsNoisesDigitsRatesAndLengths) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  const std::size_t lengths[] = {2, 3, 5, 8, 19, 20, 21, 50, 130, 400};
  for (int draw = 0; draw < 120; ++draw) {
    const double rate = std::pow(10.0, 2.0 * uniform(random) - 1.0);
    const double size = std::pow(10.0, 6.0 * uniform(random) - 4.0);
    const double offset = draw % 3 == 0 ? 100.0 * normal(random) : 0.0;
    const double noise = draw % 4 == 0 ? 0.0 : size * std::pow(10.0, -6.0 * uniform(random));
    const int kind = draw % 5;
    const Motion motion = [&](double t) {
      double y = offset + size * std::sin(rate * t);
      if (kind == 1) y = offset + size * t;                             // A ramp.
      if (kind == 2) y = offset + size * std::floor(3.0 * rate * t);    // Steps.
      if (kind == 3) y = offset + size * std::abs(std::sin(rate * t));  // Corners.
      if (kind == 4) y = offset + (t > 0.3 ? size : 0.0);               // One step.
      return y + noise * normal(random) * (draw % 7 == 0 ? 1.0 / (0.01 + uniform(random)) : 1.0);
    };
    const double unit = draw % 2 == 0 ? 0.0 : std::pow(10.0, -1.0 - draw % 6);
    const double step = std::pow(10.0, -3.0 * uniform(random) - 1.0);
    Recording recording = sampled(motion, lengths[draw % 10], step, unit);
    for (double& t : recording.times) {
      if (draw % 8 == 5) t += 0.3 * step * uniform(random);
    }
    if (draw % 11 == 3) {
      for (double t = recording.times.front(); const double x : recording.times) {
        recording.velocity.resize(1);
        recording.velocity[0].push_back(size * rate * std::cos(rate * (x - t)));
      }
    }
    expect_finite(smooth_recording(recording, {}), "draw " + std::to_string(draw));
  }
}

// Before: -nan after one bad row.
TEST(AnyRecording, OneBadRowIsNamedAndCountsForNothing) {
  const Motion motion = [](double t) { return 0.8 * std::sin(2.0 * t); };
  const Recording clean = sampled(motion, 3000, 2e-3, 1e-6);
  const SmoothedRecording expected = smooth_recording(clean, {});
  EXPECT_TRUE(expected.noise[0].outlier_rows.empty());
  for (const std::size_t row :
       {std::size_t{0}, std::size_t{1}, std::size_t{1234}, std::size_t{2999}}) {
    Recording recording = clean;
    recording.position[0][row] += 8e-3;
    const SmoothedRecording smoothed = smooth_recording(recording, {});
    EXPECT_EQ(smoothed.noise[0].outlier_rows, std::vector<std::size_t>{row});
    EXPECT_NEAR(smoothed.noise[0].noise, expected.noise[0].noise, 0.1 * expected.noise[0].noise);
    const auto law = smoothed.law(0), other = expected.law(0);
    std::vector<double> a(5), b(5), covariance(25);
    for (const double t : {0.3, 2.468, 5.5}) {
      law->cursor()->expand(t, a);
      other->cursor()->expand(t, b);
      other->cursor()->covariance(t, 5, covariance);
      EXPECT_NEAR(a[0], b[0], std::sqrt(covariance[0])) << row;
      EXPECT_NEAR(a[2], b[2], 0.5 * std::sqrt(covariance[12])) << row;
    }
    expect_finite(smoothed, "one bad row");
  }
}

// Before: -nan, "stamps jitter by 1.42 s".
TEST(AnyRecording, ExactNumbersHaveAlmostNoNoise) {
  const Recording recording = sampled([](double t) { return std::sin(t); }, 2000, 8e-3, 0.0);
  const SmoothedRecording smoothed = smooth_recording(recording, {});
  EXPECT_EQ(smoothed.jitter, 0.0);
  EXPECT_LT(smoothed.noise[0].noise, 1e-11);
  std::vector<double> q(4);
  smoothed.law(0)->cursor()->expand(7.7777, q);
  EXPECT_NEAR(q[0], std::sin(7.7777), 1e-12);
  EXPECT_NEAR(6.0 * q[3], -std::cos(7.7777), 1e-5);
  expect_finite(smoothed, "exact");
}

TEST(AnyRecording, StampsThatAreEvenToTheDigitDoNotJitter) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  // Noise that grows with the speed looks like jitter.
  Recording recording = sampled(
      [&](double t) { return std::sin(3.0 * t) + 1e-3 * std::cos(3.0 * t) * normal(random); }, 2000,
      8e-3, 1e-5);
  for (double& t : recording.times) t = std::floor(t * 1e9) * 1e-9;
  recording.time_unit = 1e-9;
  EXPECT_EQ(smooth_recording(recording, {}).jitter, 0.0);
  // With stamps that vary, it is at most what they vary by.
  for (double& t : recording.times) t += 1e-4 * normal(random);
  EXPECT_LT(smooth_recording(recording, {}).jitter, 4e-4);
}

TEST(AnyRecording, HolesConstantsRepeatsAndSteps) {
  const Motion motion = [](double t) { return std::sin(2.0 * t); };
  Recording recording = sampled(motion, 3000, 1e-3, 1e-6);
  for (std::size_t i = 0; i < 3000; ++i) {
    recording.times[i] += static_cast<double>(i / 1000) * 4.0;
    recording.position[0][i] = 1e-6 * std::round(1e6 * motion(recording.times[i]));
  }
  SmoothedRecording smoothed = smooth_recording(recording, {});
  expect_finite(smoothed, "holes");
  EXPECT_NEAR(smoothed.noise[0].noise, 2.9e-7, 0.2e-7);
  std::vector<double> q(3);
  smoothed.law(0)->cursor()->expand(5.5, q);
  EXPECT_NEAR(2.0 * q[2], -4.0 * std::sin(11.0), 1e-3);

  for (const double value : {0.0, 0.7, -1e6}) {
    expect_finite(smooth_recording(sampled([&](double) { return value; }, 300, 1e-3, 0.0), {}),
                  "constant");
  }
  Recording repeated = sampled(motion, 1000, 1e-3, 1e-6);
  for (std::size_t i = 1; i < 1000; i += 7) repeated.position[0][i] = repeated.position[0][i - 1];
  expect_finite(smooth_recording(repeated, {}), "repeated rows");
  expect_finite(
      smooth_recording(
          sampled([](double t) { return 0.1 * std::floor(10.0 * t); }, 2000, 1e-3, 0.0), {}),
      "steps");
}

// The law of a long record is found on a part of it: the same noise, and bands that hold.
TEST(AnyRecording, LongRecordsHaveTheLawOfTheirRows) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  const Recording recording = sampled(
      [&](double t) { return std::sin(2.0 * t) + 5e-5 * normal(random); }, 30000, 1e-3, 1e-6);
  const SmoothedRecording smoothed = smooth_recording(recording, {});
  EXPECT_NEAR(smoothed.noise[0].noise, 5e-5, 1e-6);  // 0.4 % is one standard deviation.
  const auto law = smoothed.law(0);
  const auto cursor = law->cursor();
  std::vector<double> q(3), covariance(9);
  int inside = 0, count = 0;
  for (double t = 0.2; t < 29.8; t += 0.0137, ++count) {
    cursor->expand(t, q);
    cursor->covariance(t, 3, covariance);
    if (std::abs(2.0 * q[2] + 4.0 * std::sin(2.0 * t)) < 2.0 * std::sqrt(covariance[8])) ++inside;
  }
  EXPECT_GT(inside, 0.93 * count);
}

}  // namespace
}  // namespace appell::record
