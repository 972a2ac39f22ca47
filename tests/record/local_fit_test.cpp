// Polynomials that fit some rows of a record, and what the rows about an instant support.
#include "appell/record/local_fit.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "tests/support/matchers.hpp"

namespace appell::record {
namespace {

// Oracle: closed form. Samples of a polynomial of the degree that is fitted, at uneven times: all
// its derivatives, those above the degree zero.
TEST(LocalFit, PolynomialsAreTheirOwnFit) {
  std::vector<double> times, samples;
  const auto p = [](double t) { return 1.0 + t * (-2.0 + t * (0.5 + t * (3.0 - 0.7 * t))); };
  for (int i = 0; i < 20; ++i) times.push_back(2.0 + 0.1 * i + 0.03 * std::sin(7.0 * i));
  for (const double t : times) samples.push_back(p(t));
  const double t = 2.9;
  const LocalFit fit = local_fit(times, samples, 4, t, 5);
  const double expected[] = {p(t),
                             -2.0 + t * (1.0 + t * (9.0 - 2.8 * t)),
                             1.0 + t * (18.0 - 8.4 * t),
                             18.0 - 16.8 * t,
                             -16.8,
                             0.0};
  const double scale[] = {70.0, 70.0, 70.0, 70.0, 70.0, 1.0};  // Of the terms that add up.
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_NEAR(fit.derivatives[k], expected[k], 1e-12 * scale[k] * std::pow(10.0, k)) << k;
  }
  EXPECT_LT(fit.scatter, 1e-13 * 70.0);
}

// Oracle: the normal equations of a line, y = a + b t: b = Σ(t - t̄)(y - ȳ)/Σ(t - t̄)², and Σ of the
// squares that are left over n - 2.
TEST(LocalFit, LineThroughNoise) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  std::vector<double> times, samples;
  double mean_t = 0.0, mean_y = 0.0;
  constexpr int kRows = 50;
  for (int i = 0; i < kRows; ++i) {
    times.push_back(0.02 * i * (1.0 + 0.01 * i));
    samples.push_back(0.4 * times.back() + 0.1 * normal(random));
    mean_t += times.back() / kRows;
    mean_y += samples.back() / kRows;
  }
  double tt = 0.0, ty = 0.0;
  for (std::size_t i = 0; i < kRows; ++i) {
    tt += (times[i] - mean_t) * (times[i] - mean_t);
    ty += (times[i] - mean_t) * (samples[i] - mean_y);
  }
  double squares = 0.0;
  for (std::size_t i = 0; i < kRows; ++i) {
    squares += std::pow(samples[i] - mean_y - ty / tt * (times[i] - mean_t), 2);
  }
  const LocalFit fit = local_fit(times, samples, 1, mean_t, 1);
  EXPECT_NEAR(fit.derivatives[0], mean_y, 1e-13);
  EXPECT_NEAR(fit.derivatives[1], ty / tt, 1e-12);
  EXPECT_NEAR(fit.scatter, std::sqrt(squares / (kRows - 2)), 1e-13);
}

// Oracle: closed form. Of clean samples the rows support the motion itself; of noisy ones wide
// windows are taken, and what is left of the noise in the jerk is far below that of a spline,
// of some sd/step³.
TEST(LocalFit, SupportOfCleanAndNoisyRows) {
  constexpr double kStep = 0.001, kNoise = 1e-5;
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::vector<double> times, clean, noisy;
  for (int i = 0; i < 2000; ++i) {
    times.push_back(kStep * i);
    clean.push_back(0.5 * std::sin(3.0 * times.back()));
    noisy.push_back(clean.back() + kNoise * normal(random));
  }
  for (const double t : {0.0, 0.7, 1.999}) {
    const std::vector<double> exact = supported_derivatives(times, clean, t, 3);
    EXPECT_NEAR(exact[3], -13.5 * std::cos(3.0 * t), 1e-2) << t;
    const std::vector<double> rough = supported_derivatives(times, noisy, t, 3);
    EXPECT_NEAR(rough[3], -13.5 * std::cos(3.0 * t), 0.02 * kNoise / std::pow(kStep, 3)) << t;
    // At an end of 81 rows the slope has a deviation of 0.17 kNoise / kStep.
    EXPECT_NEAR(rough[1], 1.5 * std::cos(3.0 * t), 0.6 * kNoise / kStep) << t;
  }
}

TEST(LocalFit, SaysWhatIsWrong) {
  const std::vector<double> few(6, 0.0);
  EXPECT_THROW_MESSAGE(local_fit(few, few, 5, 0.0, 1), InvalidArgument, "more than 6 are needed");
  EXPECT_THROW_MESSAGE(supported_derivatives(few, few, 0.0, 3), InvalidArgument,
                       "6 rows; 21 at least are needed");
}

}  // namespace
}  // namespace appell::record
