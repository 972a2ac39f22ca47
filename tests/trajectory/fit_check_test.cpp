#include "appell/trajectory/fit_check.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "appell/trajectory/long_samples.hpp"
#include "appell/trajectory/samples.hpp"

namespace appell::trajectory {
namespace {

using Columns = std::vector<std::vector<double>>;

Columns sines(const std::vector<double>& times) {
  Columns values(1);
  for (const double t : times) values[0].push_back(std::sin(3.0 * t));
  return values;
}

// Property: samples at random times, their distances differing by factors of thousands, make a good
// spline of a smooth function: it is not refused.
TEST(FitCheck, LeavesGoodSplinesAlone) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(0.0, 2.0);
  std::vector<double> times;
  for (int i = 0; i < 400; ++i) times.push_back(uniform(random));
  std::sort(times.begin(), times.end());
  const Columns values = sines(times);
  ASSERT_TRUE(is_uneven(times));
  const FittedLaw fitted = interpolate_samples(4, times, values);
  EXPECT_FALSE(FitCheck(times, values).defect(fitted.law));
}

// Groups of four noisy samples a microsecond apart, a second between the groups: splines swing out
// to 1e9 between them.
TEST(FitCheck, FindsSplinesThatSwingOut) {
  std::mt19937 random(1);
  std::normal_distribution<double> noise(0.0, 1e-3);
  std::vector<double> times;
  Columns values(1);
  for (int i = 0; i < 20; ++i) {
    for (int j = 0; j < 4; ++j) {
      times.push_back(i + 1e-6 * j);
      values[0].push_back(std::sin(times.back()) + noise(random));
    }
  }
  const FittedLaw fitted = interpolate_samples(4, times, values);
  EXPECT_TRUE(FitCheck(times, values).defect(fitted.law));
}

/// Zero up to t = 1; from there a parabola that is 100 at t = 2.5 and 1 at t = 4.
PiecewisePolynomial swinging_law() {
  PiecewisePolynomial law({0.0, 1.0, 4.0}, 2, 0);
  std::ranges::copy(std::vector{0.0, 0.0, 0.0}, law.coefficients(0).begin());
  std::ranges::copy(std::vector{100.0, 1.0 / 3.0, -99.5 / 2.25}, law.coefficients(1).begin());
  return law;
}

// Oracle: by hand.
TEST(FitCheck, FindsSwingsBetweenSamples) {
  const std::vector<double> times{0.0, 1.0, 4.0};
  const Columns values{{0.0, 0.0, 1.0}};
  const auto defect = FitCheck(times, values).defect(swinging_law());
  ASSERT_TRUE(defect);
  EXPECT_EQ(defect->sample, 2u);
  EXPECT_TRUE(defect->is_fatal);
  EXPECT_EQ(defect->what,
            "the spline is at 100 at t = 2.5 s, far from all samples, which are from 0 to 1");
}

// A law that is off at one sample only: that sample is named.
TEST(FitCheck, FindsASampleThatIsMissed) {
  std::vector<double> times;
  for (int i = 0; i < 50; ++i) times.push_back(0.1 * i);
  Columns values = sines(times);
  const FittedLaw fitted = interpolate_samples(4, times, values);
  ASSERT_FALSE(FitCheck(times, values).defect(fitted.law));
  values[0][17] += 1e-5;
  const auto defect = FitCheck(times, values).defect(fitted.law);
  ASSERT_TRUE(defect);
  EXPECT_EQ(defect->sample, 17u);
  EXPECT_EQ(defect->what, "the spline misses the sample at t = 1.7 s by 1e-05");
}

// A joint that rests with the noise of an encoder, and a dropout of ten samples: a swing of some
// milliradians is no reason to refuse; and one that is larger than the samples' range is a warning.
TEST(FitCheck, KnowsSmallSwingsFromLargeOnes) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> noise(-1e-4, 1e-4);
  std::vector<double> times;
  Columns values(1);
  for (int i = 0; i < 500; ++i) {
    if (i >= 200 && i < 210) continue;
    times.push_back(0.01 * i);
    values[0].push_back(0.5 + noise(random));
  }
  const auto small = FitCheck(times, values).defect(interpolate_samples(4, times, values).law);
  EXPECT_TRUE(!small || !small->is_fatal) << small->what;

  PiecewisePolynomial law({0.0, 1.0, 4.0}, 2, 0);  // 3 half-way, samples from 0 to 1.
  std::ranges::copy(std::vector{0.0, 0.0, 0.0}, law.coefficients(0).begin());
  std::ranges::copy(std::vector{3.0, 1.0 / 3.0, -2.5 / 2.25}, law.coefficients(1).begin());
  const std::vector<double> three{0.0, 1.0, 4.0};
  const Columns samples{{0.0, 0.0, 1.0}};
  const auto moderate = FitCheck(three, samples).defect(law);
  ASSERT_TRUE(moderate);
  EXPECT_FALSE(moderate->is_fatal);
}

// Random values at equal distances: high orders swing out at the ends, low ones do not.
TEST(FitCheck, LooksAtEvenSamplesToo) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  std::vector<double> times;
  Columns values(1);
  for (int i = 0; i < 40; ++i) {
    times.push_back(0.1 * i);
    values[0].push_back(uniform(random));
  }
  const auto at_order = [&](int m) {
    return FitCheck(times, values).defect(interpolate_samples(m, times, values).law);
  };
  EXPECT_TRUE(!at_order(4) || !at_order(4)->is_fatal);
  ASSERT_TRUE(at_order(14));
  EXPECT_TRUE(at_order(14)->is_fatal);
}

// What smooths need not meet its samples, but must not swing out.
TEST(FitCheck, LooksAtWhatSmooths) {
  const std::vector<double> times{0.0, 1.0, 4.0};
  const Columns values{{0.0, 0.2, 1.0}};
  const FitCheck check(times, values, FitCheck::Kind::kSmooths);
  ASSERT_TRUE(check.defect(swinging_law()));
  EXPECT_NE(check.defect(swinging_law())->what.find("far from"), std::string::npos);
}

// Given velocities may carry a law far beyond its samples: the same law, if they say so.
TEST(FitCheck, GrantsWhatVelocitiesAccountFor) {
  const std::vector<double> times{0.0, 1.0, 4.0};
  const Columns values{{0.0, 0.0, 1.0}, {0.0, 133.0, -132.0}};
  EXPECT_FALSE(FitCheck(times, values).defect(swinging_law()));
}

// A gap in the middle of a long record: only its window is looked at, and the sample after the gap
// is named.
TEST(FitCheck, FindsAGapInALongRecord) {
  std::vector<double> times;
  for (int i = 0; i < 60000; ++i) times.push_back(0.001 * i + (i < 30000 ? 0.0 : 1000.0));
  const auto shared = std::make_shared<const std::vector<double>>(times);
  const LongSamplesLaw law(std::make_shared<const LongSamples>(
                               4, shared, std::vector<LongSamples::Columns>{sines(times)}),
                           0);
  const auto defect = law.defect();
  ASSERT_TRUE(defect);
  EXPECT_EQ(defect->sample, 30000u) << defect->what;
}

}  // namespace
}  // namespace appell::trajectory
