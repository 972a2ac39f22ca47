// Laws that are no splines, and trajectories made of them.
#include <array>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/taylor/shift_polynomial.hpp"
#include "appell/trajectory/combined_laws.hpp"
#include "appell/trajectory/expression.hpp"
#include "appell/trajectory/fourier.hpp"
#include "appell/trajectory/long_samples.hpp"
#include "appell/trajectory/point_to_point.hpp"
#include "appell/trajectory/samples.hpp"
#include "appell/trajectory/spline.hpp"
#include "appell/trajectory/trajectory.hpp"
#include "tests/support/malloc_guard.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/random_model.hpp"
#include "tests/trajectory/law_derivative.hpp"

namespace appell::trajectory {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// One of each kind, all defined on [0, 2].
std::vector<std::shared_ptr<const Law>> one_of_each() {
  const auto expression =
      std::make_shared<ExpressionLaw>("0.5*cos(2*t) + exp(-t)*t^3/(1+t^2) - sqrt(1+t)");
  const auto jerk = std::make_shared<PiecewisePolynomial>(minimum_jerk(0.0, 0.1, 2.0, 1.4));
  std::vector<double> times;
  std::vector<double> values;
  for (int i = 0; i <= 40; ++i) {
    times.push_back(0.05 * i);
    values.push_back(std::sin(3.0 * times.back()));
  }
  times.back() = 2.0;
  return {
      expression,
      jerk,
      std::make_shared<PiecewisePolynomial>(minimum_snap(0.0, 0.1, 2.0, -1.4)),
      std::make_shared<PiecewisePolynomial>(jerk_limited(0.0, 0.0, 3.0, {2.0, 6.0, 30.0})),
      std::make_shared<FourierLaw>(1.3, 0.2, std::vector{0.5, -0.1}, std::vector{0.3, 0.25}),
      std::make_shared<PiecewisePolynomial>(interpolate_samples(6, times, {values}).law),
      std::make_shared<ReclockedLaw>(jerk, 0.0, 0.7, 0.0),
      std::make_shared<SequenceLaw>(std::vector<std::shared_ptr<const Law>>{expression, expression},
                                    std::vector{0.0, 1.0, 2.0})};
}

// Oracle: laws tell where their pieces meet; those made of others, in their own time; a long record
// as the spline through all of it.
TEST(Law, TellsItsSeams) {
  using Times = std::vector<double>;
  const auto jerk =
      std::make_shared<PiecewisePolynomial>(jerk_limited(0.0, 0.0, 3.0, {2.0, 6.0, 30.0}));
  const Times inner(jerk->breaks().begin() + 1, jerk->breaks().end() - 1);
  ASSERT_EQ(inner.size(), 6u);
  EXPECT_EQ(jerk->seams(), inner);
  EXPECT_EQ(ExpressionLaw("t").seams(), Times());
  EXPECT_EQ(FourierLaw(1.0, 0.0, Times{1.0}, Times{1.0}).seams(), Times());
  const auto slow = std::make_shared<ReclockedLaw>(jerk, 0.0, 0.5, 1.0);
  for (std::size_t i = 0; i < inner.size(); ++i) {
    EXPECT_DOUBLE_EQ(slow->seams()[i], 1.0 + 2.0 * inner[i]);
  }
  const double half = 0.5 * (inner[2] + inner[3]);
  const SequenceLaw two({jerk, jerk}, {0.0, half, jerk->range().end});
  Times expected = inner;
  expected.insert(expected.begin() + 3, half);
  EXPECT_EQ(two.seams(), expected);

  Times times;
  std::vector<Times> values(2);
  for (int i = 0; i <= 60; ++i) {
    times.push_back(0.05 * i + 0.01 * std::sin(i));
    values[0].push_back(std::sin(times.back()));
    values[1].push_back(std::cos(times.back()));
  }
  const PiecewisePolynomial spline = interpolate_samples(4, times, values).law;
  const auto record = std::make_shared<const LongSamples>(
      4, std::make_shared<const Times>(times), std::vector<LongSamples::Columns>{values});
  EXPECT_EQ(LongSamplesLaw(record, 0).seams(), spline.seams());
  EXPECT_GT(spline.seams().size(), 100u);
}

// Property: every law differentiates to its own derivatives: its expansion at t, evaluated at t + h
// within the same piece, is its expansion there.
TEST(Law, ExpansionAtOneTimeIsTheExpansionAtAnother) {
  for (const auto& law : one_of_each()) {
    double moved = 0.0;
    for (double t = 0.013; t < 1.5; t += 0.1) {
      constexpr double h = 1e-3;
      std::array<double, 12> here{};
      std::array<double, 6> there{};
      law->expand(t, here);
      law->expand(t + h, there);
      taylor::shift_polynomial(here, h);
      double scale = 1.0;
      for (const double c : there) scale = std::max(scale, std::abs(c));
      for (std::size_t k = 0; k < there.size(); ++k) {
        EXPECT_NEAR(here[k], there[k], 1e-11 * scale) << k << " at " << t;
      }
      moved = std::max(moved, std::abs(here[1]));
    }
    EXPECT_GT(moved, 0.01);  // A law at rest would pass without meaning.
  }
}

// Budget: a cursor does not allocate after its first time. Cross-check: it gives what the laws give
// at that time, whatever was sampled before.
TEST(Trajectory, SamplingDoesNotAllocate) {
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  const auto laws = one_of_each();
  std::vector<std::string> names;
  for (std::size_t j = 0; j < laws.size(); ++j) names.push_back("j" + std::to_string(j));
  const TimeRange range{0.0, std::min(2.0, laws[3]->range().end)};
  const Trajectory trajectory(names, laws, range);
  model::StateBlock block(trajectory.num_joints(), 9, 2);
  TrajectoryCursor cursor(trajectory);
  const std::vector<double> first{0.1, 1.9};
  const std::vector<double> second{0.7, 0.2};
  cursor.sample(first, block);
  const support::MallocCount count;
  cursor.sample(second, block);
  EXPECT_EQ(count.calls(), 0);
  model::StateSeries out;
  for (int i = 0; i < 2; ++i) {
    block.get(i, out);
    const model::StateSeries expected = trajectory.sample(second[i], 9);
    for (int k = 0; k <= 9; ++k) EXPECT_EQ(out[k], expected[k]) << k;
  }
}

// Oracle: closed form of the minimum-jerk law.
TEST(MinimumJerk, IsTheKnownQuintic) {
  const auto law = minimum_jerk(1.0, 0.2, 3.0, 0.8);
  for (double t = 1.0; t <= 3.0; t += 0.1) {
    const double s = (t - 1.0) / 2.0;
    EXPECT_NEAR(derivative(law, t, 0), 0.2 + 0.6 * s * s * s * (10.0 - 15.0 * s + 6.0 * s * s),
                1e-15);
    EXPECT_NEAR(derivative(law, t, 5), 0.6 * 720.0 / 32.0, 1e-12);
  }
  const auto snap = minimum_snap(0.0, 0.0, 1.0, 1.0);
  for (int k = 1; k <= 3; ++k) {
    EXPECT_NEAR(derivative(snap, 0.0, k), 0.0, 1e-12);
    EXPECT_NEAR(derivative(snap, 1.0, k), 0.0, 1e-12);
  }
  EXPECT_NEAR(derivative(snap, 0.5, 0), 0.5, 1e-15);
}

// Property, on seeded random cases: the motion arrives, at rest, within its limits, and reaches at
// least one of them.
TEST(JerkLimited, ArrivesWithinItsLimits) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> exponent(-2.0, 2.0);
  for (int round = 0; round < 300; ++round) {
    const MotionLimits limits{std::pow(10.0, exponent(random)), std::pow(10.0, exponent(random)),
                              std::pow(10.0, exponent(random))};
    const double to = (round % 2 == 0 ? 1.0 : -1.0) * std::pow(10.0, exponent(random));
    const auto law = jerk_limited(0.3, 0.0, to, limits);
    const double end = law.range().end;
    const double T = end - 0.3;
    EXPECT_NEAR(derivative(law, end, 0), to, 1e-11 * std::abs(to));
    EXPECT_NEAR(derivative(law, end, 1), 0.0, 1e-10 * limits.velocity);
    EXPECT_NEAR(derivative(law, end, 2), 0.0, 1e-9 * limits.acceleration);
    double v = 0.0;
    double a = 0.0;
    for (int i = 0; i <= 1000; ++i) {
      const double t = 0.3 + T * i / 1000.0;
      v = std::max(v, std::abs(derivative(law, t, 1)));
      a = std::max(a, std::abs(derivative(law, t, 2)));
      EXPECT_LE(std::abs(derivative(law, t, 3)), limits.jerk * (1.0 + 1e-12));
    }
    EXPECT_LE(v, limits.velocity * (1.0 + 1e-10));
    EXPECT_LE(a, limits.acceleration * (1.0 + 1e-10));
    EXPECT_GT(v, 0.0);
  }
  EXPECT_THROW_MESSAGE(jerk_limited(0.0, 1.0, 1.0, {1.0, 1.0, 1.0}), InvalidArgument, "same place");
  EXPECT_THROW_MESSAGE(jerk_limited(0.0, 1.0, 2.0, {1.0, -1.0, 1.0}), InvalidArgument,
                       "limit of acceleration is -1");
}

// Oracle: derivatives of sine and cosine.
TEST(FourierLaw, HasTheDerivativesOfItsTerms) {
  const FourierLaw law(2.0, 0.7, {0.5, 0.0, 0.1}, {0.0, 0.3, -0.2});
  for (int k = 0; k <= 8; ++k) {
    const double t = 0.83;
    double expected = k == 0 ? 0.7 : 0.0;
    const auto add = [&](double amplitude, double w, double phase) {
      expected += amplitude * std::pow(w, k) * std::cos(w * t + phase + k * kPi / 2.0);
    };
    add(0.5, 2.0, 0.0);
    add(0.1, 6.0, 0.0);
    add(0.3, 4.0, -kPi / 2.0);
    add(-0.2, 6.0, -kPi / 2.0);
    EXPECT_NEAR(derivative(law, t, k), expected, 1e-13 * std::pow(6.0, k)) << k;
  }
}

// Oracle: derivatives known in closed form.
TEST(ExpressionLaw, KnownDerivatives) {
  const auto at = [](const char* text, double t, int k) {
    return derivative(ExpressionLaw(text), t, k);
  };
  EXPECT_DOUBLE_EQ(at("2 - 3*4 + 10/4", 0.0, 0), -7.5);
  EXPECT_DOUBLE_EQ(at("-t^2", 3.0, 0), -9.0);
  EXPECT_DOUBLE_EQ(at("2^-1 * t", 3.0, 1), 0.5);
  EXPECT_DOUBLE_EQ(at("(1 + t)*(1 - t)", 2.0, 2), -2.0);
  EXPECT_DOUBLE_EQ(at("pow(t, 2+1)", 2.0, 3), 6.0);
  EXPECT_NEAR(at("0.5*cos(2*t)", 0.3, 4), 8.0 * std::cos(0.6), 1e-14);
  EXPECT_NEAR(at("sin(pi*t)", 0.25, 1), kPi * std::cos(kPi / 4.0), 1e-14);
  EXPECT_NEAR(at("e^(2)*exp(t)", 1.0, 5), std::exp(3.0), 1e-13);
  EXPECT_NEAR(at("log(t)", 2.0, 3), 2.0 / 8.0, 1e-15);
  EXPECT_NEAR(at("t^0.5", 4.0, 1), 0.25, 1e-15);
  EXPECT_NEAR(at("tan(t)", 0.4, 1), 1.0 + std::pow(std::tan(0.4), 2), 1e-14);
  EXPECT_NEAR(at("asin(t)", 0.4, 1), 1.0 / std::sqrt(1.0 - 0.16), 1e-15);
  EXPECT_NEAR(at("acos(t)", 0.4, 2), -0.4 / std::pow(1.0 - 0.16, 1.5), 1e-14);
  EXPECT_NEAR(at("atan(2*t)", 0.4, 1), 2.0 / (1.0 + 0.64), 1e-15);
  EXPECT_NEAR(at("sinh(t)", 0.4, 2), std::sinh(0.4), 1e-15);
  EXPECT_NEAR(at("cosh(t)", 0.4, 3), std::sinh(0.4), 1e-15);
  EXPECT_NEAR(at("tanh(t)", 0.4, 1), 1.0 - std::pow(std::tanh(0.4), 2), 1e-15);
  EXPECT_NEAR(at("1e-3*sqrt(1+t)", 0.0, 1), 0.5e-3, 1e-18);
}

// Property: identities between functions hold in every derivative.
TEST(ExpressionLaw, Identities) {
  const auto same = [](const char* left, const char* right) {
    const ExpressionLaw a(left);
    const ExpressionLaw b(right);
    for (double t = 0.1; t < 0.6; t += 0.2) {
      for (int k = 0; k <= 6; ++k) {
        const double scale = std::max({1.0, std::abs(derivative(a, t, k))});
        EXPECT_NEAR(derivative(a, t, k), derivative(b, t, k), 1e-10 * scale) << left << " " << k;
      }
    }
  };
  same("sin(t)^2 + cos(t)^2", "1");
  same("tan(atan(t))", "t");
  same("sin(asin(t))", "t");
  same("asin(t) + acos(t)", "pi/2");
  same("cosh(t)^2 - sinh(t)^2", "1");
  same("exp(3*log(1+t))", "(1+t)^3");
  same("t^-2", "1/(t*t)");
}

// Bad input: the message says what and the error where.
TEST(ExpressionLaw, SaysWhatIsWrongAndWhere) {
  const auto offset = [](const char* text, const char* message) {
    try {
      ExpressionLaw law(text);
      ADD_FAILURE() << text;
    } catch (const ExpressionError& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
      return static_cast<int>(error.offset());
    }
    return -1;
  };
  EXPECT_EQ(offset("2*sni(t)", "did you mean 'sin'?"), 2);
  EXPECT_EQ(offset("2*", "the expression ends"), 2);
  EXPECT_EQ(offset("(1+t", "a ')' is missing"), 4);
  EXPECT_EQ(offset("1 2", "an operator is needed"), 2);
  EXPECT_EQ(offset("t^t", "must be a constant"), 2);
  EXPECT_EQ(offset("1e999", "no finite number"), 0);
  EXPECT_EQ(offset("", "the expression ends"), 0);
  EXPECT_EQ(offset("sin t", "needs an argument"), 4);
  offset(std::string(200, '(').c_str(), "nested too deeply");
  EXPECT_THROW_MESSAGE(derivative(ExpressionLaw("sqrt(t)"), 0.0, 0), NumericalError, "");
}

// Property: a clock λ times as fast multiplies derivative k by λᵏ.
TEST(Trajectory, RunsAtAnySpeed) {
  const Trajectory slow({"a"}, {std::make_shared<ExpressionLaw>("sin(t)")}, {1.0, 3.0});
  const Trajectory fast = slow.at_speed(2.0);
  EXPECT_DOUBLE_EQ(fast.range().end, 2.0);
  for (int k = 0; k <= 5; ++k) {
    EXPECT_NEAR(fast.sample(1.5, 5).derivative(k)(0),
                std::pow(2.0, k) * slow.sample(2.0, 5).derivative(k)(0), 1e-13);
  }
  EXPECT_THROW_MESSAGE(slow.at_speed(0.0), InvalidArgument, "speed");
}

TEST(Trajectory, SequencesKeepJointsTogether) {
  const auto go = [](double from, double to) {
    return std::make_shared<PiecewisePolynomial>(minimum_jerk(0.0, from, 1.0, to));
  };
  const Trajectory first({"a", "b"}, {go(0, 1), go(5, 6)}, {0.0, 1.0});
  const Trajectory second({"b", "a"}, {go(6, 7), go(1, 0)}, {0.0, 1.0});
  const Trajectory both = sequence({first, second});
  EXPECT_DOUBLE_EQ(both.range().end, 2.0);
  EXPECT_EQ(both.continuity(), 2);  // Minimum-jerk laws meet with a jump of the jerk.
  EXPECT_NEAR(both.sample(1.5, 0)[0](0), 0.5, 1e-15);
  EXPECT_NEAR(both.sample(1.5, 0)[0](1), 6.5, 1e-15);
  EXPECT_THROW_MESSAGE(sequence({first, first}), InvalidArgument, "which starts it at 0");
  const Trajectory other({"a", "c"}, {go(1, 0), go(6, 7)}, {0.0, 1.0});
  EXPECT_THROW_MESSAGE(sequence({first, other}), InvalidArgument, "has the joints a, c");
}

TEST(Trajectory, SaysWhatIsWrong) {
  const auto law = std::make_shared<PiecewisePolynomial>(minimum_jerk(0.0, 0.0, 1.0, 1.0));
  const Trajectory good({"a"}, {law}, {0.0, 1.0});
  EXPECT_THROW_MESSAGE(good.sample(1.5, 2), InvalidArgument, "t = 1.5 s is outside the motion");
  EXPECT_THROW_MESSAGE(good.sample(std::nan(""), 2), InvalidArgument, "outside the motion");
  EXPECT_THROW_MESSAGE(good.sample(0.5, -1), InvalidArgument, "order must be in");
  EXPECT_THROW_MESSAGE(Trajectory({"a", "a"}, {law, law}, {0.0, 1.0}), InvalidArgument, "twice");
  EXPECT_THROW_MESSAGE(Trajectory({"a"}, {law}, {0.0, 2.0}), InvalidArgument, "is from t = 0 to 1");
  EXPECT_THROW_MESSAGE(Trajectory({}, {}, {0.0, 2.0}), InvalidArgument, "no joint");
}

// Oracle: polynomials of degree m + 1 are met exactly, with derivatives as without.
TEST(Samples, PolynomialsAreExact) {
  const ExpressionLaw f("0.3 - t + 2*t^2 - 0.7*t^3 + 0.1*t^5");
  std::vector<double> times;
  for (int i = 0; i <= 30; ++i) times.push_back(0.05 * i + 0.01 * std::sin(3.0 * i));
  for (std::size_t given = 1; given <= 3; ++given) {
    std::vector<std::vector<double>> values(given);
    for (const double t : times) {
      for (std::size_t k = 0; k < given; ++k) {
        values[k].push_back(derivative(f, t, static_cast<int>(k)));
      }
    }
    const FittedLaw fit = interpolate_samples(4, times, values);
    EXPECT_LT(fit.error.largest, 1e-13);
    for (double t = times.front(); t < times.back(); t += 0.017) {
      EXPECT_NEAR(derivative(fit.law, t, 0), derivative(f, t, 0), 1e-12) << given;
      EXPECT_NEAR(derivative(fit.law, t, 2), derivative(f, t, 2), 1e-9) << given;
    }
  }
}

// Oracle: noise is known, the smoothing spline leaves as much and is nearer to the truth.
TEST(Samples, SmoothingRemovesNoise) {
  std::mt19937 random(11);
  std::normal_distribution<double> noise(0.0, 1e-3);
  std::vector<double> times;
  std::vector<double> q;
  for (int i = 0; i <= 400; ++i) {
    times.push_back(0.005 * i);
    q.push_back(std::sin(2.0 * times.back()) + noise(random));
  }
  const FittedLaw exact = interpolate_samples(4, times, {q});
  const FittedLaw smooth = smooth_samples_to_noise(4, times, q, 1e-3);
  EXPECT_LT(exact.error.largest, 1e-12);
  EXPECT_NEAR(smooth.error.mean_square, 1e-3, 2e-5);
  double raw = 0.0;
  double better = 0.0;
  for (double t = 0.1; t < 1.9; t += 0.01) {
    const double truth = -4.0 * std::sin(2.0 * t);
    raw = std::max(raw, std::abs(derivative(exact.law, t, 2) - truth));
    better = std::max(better, std::abs(derivative(smooth.law, t, 2) - truth));
  }
  EXPECT_LT(better, 0.2);
  EXPECT_GT(raw, 50.0);
  EXPECT_THROW_MESSAGE(smooth_samples(3, times, q, 1.0), InvalidArgument, "must be even");
}

// Property: of a polynomial of degree m/2, which has no q⁽ʳ⁾, any smoothing leaves all.
TEST(Samples, SmoothingKeepsWhatIsSmooth) {
  std::vector<double> times;
  std::vector<double> q;
  for (int i = 0; i <= 50; ++i) {
    times.push_back(0.02 * i);
    q.push_back(1.0 - 2.0 * times.back() + times.back() * times.back());
  }
  const FittedLaw fit = smooth_samples(4, times, q, 1e-3);
  EXPECT_LT(fit.error.largest, 1e-11);
}

// Oracle: the minimum of Σ (q - q_i)² + λ ∫ (q⁽ʳ⁾)² satisfies its Euler equation: the derivative of
// order 2r - 1 jumps by (-1)ʳ⁺¹ (q(t_i) - q_i)/λ at each sample, and those of order r..2r - 2
// vanish at the ends.
TEST(Samples, SmoothingMinimisesItsFunctional) {
  constexpr int m = 4;
  constexpr int r = 3;
  constexpr double lambda = 1e-5;
  std::vector<double> times;
  std::vector<double> q;
  for (int i = 0; i <= 20; ++i) {
    times.push_back(0.05 * i + 0.01 * std::sin(2.0 * i));
    q.push_back(std::sin(5.0 * times.back()) + 0.05 * std::cos(40.0 * i));
  }
  const PiecewisePolynomial law = smooth_samples(m, times, q, lambda).law;
  double largest = 0.0;
  for (int i = 1; i < law.num_intervals(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double t = times[at];
    const double jump = 120.0 * (law.coefficients(i)[5] - law.coefficients(i - 1)[5]);
    const double expected = (derivative(law, t, 0) - q[at]) / lambda;  // (-1)ʳ⁺¹ = 1
    EXPECT_NEAR(jump, expected, 1e-6 * 0.05 / lambda) << i;
    largest = std::max(largest, std::abs(expected));
  }
  EXPECT_GT(largest, 100.0);
  for (int k = r; k <= m; ++k) {
    double scale = 0.0;
    for (const double t : times) scale = std::max(scale, std::abs(derivative(law, t, k)));
    EXPECT_NEAR(derivative(law, times.front(), k), 0.0, 1e-7 * scale) << k;
    EXPECT_NEAR(derivative(law, times.back(), k), 0.0, 1e-7 * scale) << k;
  }
}

TEST(Samples, SaysWhatIsWrong) {
  EXPECT_THROW_MESSAGE(interpolate_samples(4, std::array{0.0, 1.0, 2.0}, {{1, 2, 3}}),
                       InvalidArgument, "needs at least 6");
  EXPECT_THROW_MESSAGE(interpolate_samples(2, std::array{0.0, 1.0, 0.5, 2.0}, {{1, 2, 3, 4}}),
                       InvalidArgument, "must ascend");
}

// Cross-check: the spline in windows is the spline through all samples, also across the windows'
// borders, for even and odd order and samples that are not equidistant. Relative to the largest
// value of each derivative; derivatives of high order lose digits in both alike.
TEST(LongSamplesLaw, IsTheSplineThroughAllSamples) {
  support::Random random(17);
  std::vector<double> times, values;
  for (int i = 0; i < 5000; ++i) {
    times.push_back(0.01 * (i + random.uniform(-0.3, 0.3)));
    values.push_back(std::sin(times.back()) + 0.1 * std::cos(7.0 * times.back()));
  }
  for (const int m : {4, 5, 8}) {
    const PiecewisePolynomial whole = interpolate_samples(m, times, {values}).law;
    const LongSamplesLaw law(
        std::make_shared<const LongSamples>(m, std::make_shared<const std::vector<double>>(times),
                                            std::vector<LongSamples::Columns>{{values}}),
        0);
    EXPECT_EQ(law.continuity(), m);
    EXPECT_EQ(law.range().end, times.back());
    const std::unique_ptr<LawCursor> cursor = law.cursor();
    std::vector<double> found(5), expected(5), worst(5, 0.0), size(5, 0.0);
    for (int i = 0; i < 15000; ++i) {
      // Backwards at the samples, among them every border of a window, and forwards between them.
      const double t = i < 5000 ? times[4999 - i]
                                : times.front() + (times.back() - times.front()) * (i - 5000) / 1e4;
      cursor->expand(t, found);
      whole.expand(t, expected);
      for (std::size_t k = 0; k < 5; ++k) {
        worst[k] = std::max(worst[k], std::abs(found[k] - expected[k]));
        size[k] = std::max(size[k], std::abs(expected[k]));
      }
    }
    law.expand(times[2500], found);  // Without a cursor: the same.
    cursor->expand(times[2500], expected);
    EXPECT_EQ(found, expected);
    const double bars[5] = {1e-14, 1e-12, 1e-10, 1e-8, 1e-6};
    for (std::size_t k = 0; k < 5; ++k) {
      EXPECT_LE(worst[k], bars[k] * size[k] * support::tolerance_scale())
          << "m " << m << ", k " << k;
    }
  }
}

/// Samples of three joints and their velocities, not equidistant.
struct ThreeJoints {
  std::vector<double> times;
  std::vector<LongSamples::Columns> joints{3, LongSamples::Columns(2)};

  explicit ThreeJoints(int num_samples) {
    support::Random random(23);
    for (int i = 0; i < num_samples; ++i) {
      const double t = 0.01 * (i + random.uniform(-0.3, 0.3));
      times.push_back(t);
      for (std::size_t j = 0; j < 3; ++j) {
        const double omega = 1.0 + static_cast<double>(j);
        joints[j][0].push_back(std::sin(omega * t));
        joints[j][1].push_back(omega * std::cos(omega * t));
      }
    }
  }
};

// Property: joints that share a factorisation get the laws, to the last bit, that each gets alone.
TEST(Samples, JointsTogetherAreAsEachAlone) {
  const ThreeJoints samples(300);
  for (const int m : {3, 4, 7}) {
    const auto together = interpolate_all_samples(m, samples.times, samples.joints);
    ASSERT_EQ(together.size(), 3U);
    for (std::size_t j = 0; j < 3; ++j) {
      const FittedLaw alone = interpolate_samples(m, samples.times, samples.joints[j]);
      ASSERT_EQ(together[j].law.breaks(), alone.law.breaks());
      EXPECT_EQ(together[j].error.largest, alone.error.largest);
      for (int i = 0; i < alone.law.num_intervals(); ++i) {
        const auto a = together[j].law.coefficients(i);
        const auto b = alone.law.coefficients(i);
        ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << j << " " << i;
      }
    }
  }
  auto uneven = samples.joints;
  uneven[1].pop_back();
  EXPECT_THROW_MESSAGE(interpolate_all_samples(4, samples.times, uneven), InvalidArgument,
                       "one joint has 1 derivatives, another one 0");
}

// Property: so do the windows of a long record, whatever the sequence of times, beside laws of
// other kinds and through laws that contain them.
TEST(LongSamplesLaw, JointsShareTheirWindows) {
  const ThreeJoints samples(5000);
  const auto record = std::make_shared<const LongSamples>(
      4, std::make_shared<const std::vector<double>>(samples.times), samples.joints);
  std::vector<std::shared_ptr<const Law>> laws;
  for (const std::size_t j : {2U, 0U, 1U}) {
    laws.push_back(std::make_shared<LongSamplesLaw>(record, j));
  }
  laws.push_back(std::make_shared<ExpressionLaw>("t"));
  const TimeRange range = laws[0]->range();
  const Trajectory trajectory =
      Trajectory({"c", "a", "b", "x"}, laws, range).at_speed(1.0);  // Wraps every law.
  TrajectoryCursor cursor(trajectory);
  std::vector<double> times;
  for (int i = 0; i < 700; ++i) times.push_back(range.start + range.duration() * i / 700.0);
  for (int i = 0; i < 700; ++i) times.push_back(range.end - range.duration() * i / 70000.0);
  model::StateBlock states(4, 5, static_cast<int>(times.size()));
  cursor.sample(times, states);
  std::vector<double> expected(6);
  for (std::size_t j = 0; j < 3; ++j) {
    const std::unique_ptr<LawCursor> alone = trajectory.law(static_cast<int>(j)).cursor();
    for (std::size_t i = 0; i < times.size(); ++i) {
      alone->expand(times[i], expected);
      for (int k = 0; k <= 5; ++k) {
        ASSERT_EQ(states.q().column(k, static_cast<int>(j))[i], expected[k])
            << j << " " << i << " " << k;
      }
    }
  }
}

}  // namespace
}  // namespace appell::trajectory
