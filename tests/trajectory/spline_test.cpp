// The polynomial functions of order m: golden data, exactness, rates of convergence, conditioning,
// the printed constants, bad input.
#include <array>
#include <cmath>
#include <random>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/base/error.hpp"
#include "appell/trajectory/banded_least_squares.hpp"
#include "appell/trajectory/spline.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/matchers.hpp"
#include "tests/trajectory/law_derivative.hpp"

namespace appell::trajectory {
namespace {

using nlohmann::json;
using support::near;

std::vector<double> uniform(double start, double end, int intervals) {
  std::vector<double> knots;
  for (int i = 0; i <= intervals; ++i) knots.push_back(start + (end - start) * i / intervals);
  return knots;
}

/// Knots whose distances differ by up to a factor of three.
std::vector<double> uneven(double start, double end, int intervals, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> length(0.5, 1.5);
  std::vector<double> knots{0.0};
  for (int i = 0; i < intervals; ++i) knots.push_back(knots.back() + length(random));
  const double total = knots.back();
  for (double& t : knots) t = start + (end - start) * t / total;
  knots.back() = end;
  return knots;
}

Spline golden_spline(const json& c) {
  const int m = c["m"];
  const std::vector<double> tau = c["tau"];
  const std::vector<double> initial = c["initial"];
  std::vector<Condition> at_knots;
  for (const double a : c["interior_acceleration"]) at_knots.push_back({2, a});
  at_knots.push_back({0, c["final_position"]});
  return initial_value_spline(m, tau, initial, at_knots);
}

// Golden data: the papers' system solved with 60 digits. Relative, each derivative by itself.
TEST(InitialValueSpline, GoldenSamplesAndKnots) {
  constexpr double kTolerance = 1e-10;  // Worst seen: see the commit message.
  const json document = support::load_golden_json("interpolation");
  ASSERT_EQ(document["cases"].size(), 4U);
  double worst = 0.0;
  for (const json& c : document["cases"]) {
    const int m = c["m"];
    const Spline spline = golden_spline(c);
    for (const json& sample : c["expected"]["samples"]) {
      const int interval = sample["interval"].get<int>() - 1;
      std::array<double, 12> q{};
      spline.law.expand_piece(interval, sample["tau"], q);
      for (int k = 0; k <= m; ++k) {
        const double expected = sample["derivatives"][k];
        const double actual = q[k] * taylor::factorial(k);
        EXPECT_TRUE(near(actual, expected, kTolerance)) << "m " << m << " derivative " << k;
        worst = std::max(worst, std::abs(actual / expected - 1.0));
      }
    }
    const std::vector<double> tau = c["tau"];
    for (std::size_t i = 0; i < tau.size(); ++i) {
      const double expected = c["expected"]["knot_m_derivative"][i];
      EXPECT_TRUE(near(derivative(spline.law, tau[i], m), expected, kTolerance));
    }
  }
  RecordProperty("worst_relative_error", std::to_string(worst));
  std::printf("worst relative error of the golden samples: %.2g\n", worst);
}

// Golden data: the constants as the papers print them, in powers of absolute time.
TEST(SplineConstants, Golden) {
  constexpr double kTolerance = 1e-10;
  const nlohmann::json golden = support::load_golden_json("interpolation");
  for (const json& c : golden["cases"]) {
    const std::vector<SplineConstants> constants = spline_constants(golden_spline(c).law);
    const json& expected = c["expected"]["a"];
    ASSERT_EQ(constants.size(), expected.size());
    for (std::size_t i = 0; i < constants.size(); ++i) {
      ASSERT_EQ(constants[i].a.size(), expected[i].size());
      for (std::size_t k = 0; k < constants[i].a.size(); ++k) {
        EXPECT_TRUE(near(constants[i].a[k], expected[i][k].get<double>(), kTolerance));
      }
    }
  }
}

// Oracle: the printed formula evaluated term by term, for m = 2..5, so that (-1)ᵖ has both signs at
// p = m, and for all derivatives [S1 eqs. (61), (62)].
TEST(SplineConstants, PrintedFormulaGivesTheLaw) {
  const std::vector<double> knots{0.2, 0.5, 1.1, 1.4};
  const std::vector<double> initial{0.3, 0.5, -0.4, 0.8, 1.1, -0.6};
  for (int m = 2; m <= 5; ++m) {
    const std::vector<double> start(initial.begin(), initial.begin() + m + 1);
    const std::array conditions{Condition{0, 0.4}, Condition{0, 0.9}, Condition{0, 1.0}};
    const Spline spline = initial_value_spline(m, knots, start, conditions);
    const auto constants = spline_constants(spline.law);
    for (std::size_t i = 0; i < constants.size(); ++i) {
      const double t0 = knots[i];
      const double t1 = knots[i + 1];
      const double tau = t0 + 0.3 * (t1 - t0);
      for (int p = 0; p <= m; ++p) {
        const double below = (t1 - t0) * taylor::factorial(p + 1);
        double scale = 0.0, q = 0.0;
        const auto add = [&](double term) {
          q += term;
          scale += std::abs(term);
        };
        add((p % 2 == 0 ? 1.0 : -1.0) * std::pow(t1 - tau, p + 1) / below *
            constants[i].start_derivative);
        add(std::pow(tau - t0, p + 1) / below * constants[i].end_derivative);
        for (int k = 1; k <= p; ++k) {
          add(std::pow(tau, p - k) / taylor::factorial(p - k) *
              constants[i].a[static_cast<std::size_t>(k) - 1]);
        }
        // The constants are of powers of absolute time: their rounding errors are of all of them.
        EXPECT_NEAR(q, derivative(spline.law, tau, m - p), 1e-11 * std::max(1.0, scale))
            << "m " << m << ", p " << p << ", interval " << i;
      }
    }
  }
}

/// A polynomial of a degree with coefficients of the size of one on [-1, 1].
struct Polynomial {
  std::vector<double> c;

  Polynomial(int degree, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> value(-1.0, 1.0);
    for (int k = 0; k <= degree; ++k) c.push_back(value(random));
  }
  double operator()(double t, int derivative) const {
    double sum = 0.0;
    for (std::size_t k = c.size(); k-- > static_cast<std::size_t>(derivative);) {
      double factor = 1.0;
      for (int i = 0; i < derivative; ++i) factor *= static_cast<double>(k) - i;
      sum = sum * t + factor * c[k];
    }
    return sum;
  }
  double largest(int derivative) const {
    double result = 0.0;
    for (double t = -1.0; t <= 1.0; t += 0.01) {
      result = std::max(result, std::abs((*this)(t, derivative)));
    }
    return result;
  }
};

std::vector<double> sampled(const Polynomial& f, std::span<const double> times, int derivative) {
  std::vector<double> values;
  for (const double t : times) values.push_back(f(t, derivative));
  return values;
}

// Oracle: a polynomial of degree m + 1 is its own spline, whatever way it is built: from positions
// with and without end conditions, from accelerations, from its start.
TEST(Spline, PolynomialOfDegreeMPlusOneIsExact) {
  const auto compare = [](const Spline& spline, const Polynomial& f, int m, const char* which,
                          double tolerance) {
    for (double t = -0.995; t < 1.0; t += 0.01) {
      for (int k = 0; k <= 2; ++k) {
        EXPECT_NEAR(derivative(spline.law, t, k), f(t, k), tolerance * f.largest(k))
            << which << " m " << m << " derivative " << k << " t " << t;
      }
    }
  };
  for (int m = 2; m <= 9; ++m) {
    const Polynomial f(m + 1, static_cast<unsigned>(m));
    const std::vector<double> knots = uneven(-1.0, 1.0, 12, static_cast<unsigned>(m));
    const std::vector<double> positions = sampled(f, knots, 0);
    // q''(t) to rounding times (intervals)²: worst seen 3e-13 at m = 9.
    compare(position_spline(m, knots, positions, {}, {}), f, m, "free ends", 1e-10);
    std::vector<Condition> start;
    std::vector<Condition> end;
    for (int k = 1; k <= (m + 1) / 2; ++k) {
      start.push_back({k, f(-1.0, k)});
      end.push_back({k, f(1.0, k)});
    }
    compare(position_spline(m, knots, positions, start, end), f, m, "both ends", 1e-11);
    // Accelerations: q and q' at the start, the rest at both ends.
    const std::vector<double> accelerations = sampled(f, std::span(knots).subspan(1, 11), 2);
    start = {{0, f(-1.0, 0)}, {1, f(-1.0, 1)}};
    end = {};
    for (int k = 0; k < m; ++k) {
      const int order = 2 + k / 2;
      (k % 2 == 0 ? start : end).push_back({order, f(k % 2 == 0 ? -1.0 : 1.0, order)});
    }
    compare(acceleration_spline(m, knots, accelerations, start, end), f, m, "accelerations", 1e-11);
  }
}

// Cross-check: the form of the Fanuc experiment, with conditions on q at both ends, gives the law
// that the form with all conditions at the start gives.
TEST(Spline, TwoWaysToTheSameLaw) {
  constexpr double kTolerance = 1e-13;  // Relative to the largest value of the derivative.
  const int m = 4;
  const std::vector<double> knots{0.0, 0.3, 0.7, 1.0};
  const std::vector<double> initial{0.1, 0.4, -0.3, 0.2, 1.0};
  const Spline by_start = initial_value_spline(
      m, knots, initial, std::array{Condition{2, 0.3}, Condition{2, -0.2}, Condition{0, 0.5}});
  const auto at = [&](double t, int k) { return derivative(by_start.law, t, k); };
  const std::vector<Condition> start{{0, at(0, 0)}, {1, at(0, 1)}, {2, at(0, 2)}, {3, at(0, 3)}};
  const std::vector<Condition> end{{0, at(1, 0)}, {2, at(1, 2)}};
  const Spline by_ends = acceleration_spline(m, knots, std::array{0.3, -0.2}, start, end);
  const std::vector<double> positions{at(0, 0), at(0.3, 0), at(0.7, 0), at(1, 0)};
  const Spline by_positions = position_spline(
      m, knots, positions, std::array{Condition{1, at(0, 1)}, Condition{2, at(0, 2)}},
      std::array{Condition{1, at(1, 1)}, Condition{2, at(1, 2)}});
  double worst = 0.0;
  for (int k = 0; k <= m; ++k) {
    double scale = 0.0;
    for (double t = 0.0; t <= 1.0; t += 0.05) scale = std::max(scale, std::abs(at(t, k)));
    for (double t = 0.0; t < 1.0; t += 0.05) {
      EXPECT_NEAR(derivative(by_ends.law, t, k), at(t, k), kTolerance * scale) << k << " at " << t;
      EXPECT_NEAR(derivative(by_positions.law, t, k), at(t, k), kTolerance * scale) << k;
      worst = std::max(worst, std::abs(derivative(by_ends.law, t, k) - at(t, k)) / scale);
    }
  }
  std::printf("two ways differ by %.2g\n", worst);
}

// Oracle: theory. The error of interpolating a smooth function by splines of degree m + 1 goes down
// as h^(m+2), that of derivative k as h^(m+2-k).
TEST(Spline, SineConvergesAtTheRateOfTheory) {
  for (const int m : {2, 3, 4, 5, 6}) {
    const auto error = [m](int intervals, int k) {
      const std::vector<double> knots = uniform(0.0, 3.0, intervals);
      std::vector<double> positions;
      for (const double t : knots) positions.push_back(std::sin(t));
      const Spline spline = position_spline(m, knots, positions, {}, {});
      double largest = 0.0;
      for (double t = 0.0; t < 3.0; t += 0.0031) {
        const double exact = std::sin(t + k * 1.57079632679489661923);
        largest = std::max(largest, std::abs(derivative(spline.law, t, k) - exact));
      }
      return largest;
    };
    for (const int k : {0, 2}) {
      const double rate = std::log2(error(16, k) / error(32, k));
      EXPECT_GT(rate, m + 2 - k - 0.6) << "m " << m << " derivative " << k;
      EXPECT_LT(rate, m + 2 - k + 1.6) << "m " << m << " derivative " << k;
    }
  }
}

// Property: q, ..., q⁽ᵐ⁾ are continuous at the knots, q⁽ᵐ⁾ is linear between them.
TEST(Spline, IsSmoothToOrderM) {
  for (const int m : {2, 4, 6, 8}) {
    const std::vector<double> knots = uneven(0.0, 4.0, 20, 7);
    std::vector<double> positions;
    for (const double t : knots) positions.push_back(std::sin(2.0 * t));
    const PiecewisePolynomial law = position_spline(m, knots, positions, {}, {}).law;
    EXPECT_EQ(law.continuity(), m);
    EXPECT_EQ(law.degree(), m + 1);
    for (int i = 0; i + 1 < law.num_intervals(); ++i) {
      const double t = law.breaks()[static_cast<std::size_t>(i) + 1];
      std::array<double, 12> before{};
      std::array<double, 12> after{};
      law.expand_piece(i, t, before);
      law.expand_piece(i + 1, t, after);
      for (int k = 0; k <= m; ++k) {
        const auto at = static_cast<std::size_t>(k);
        // Rounding of q in units of h^k.
        const double scale = std::pow(0.2, -k) / taylor::factorial(k);
        EXPECT_NEAR(before[at], after[at], 1e-11 * std::max(1.0, scale)) << "m " << m << " k " << k;
      }
    }
    EXPECT_EQ(derivative(law, 1.0, m + 2), 0.0);
  }
}

// Bad input: what the papers prescribe, everything at the start, amplifies errors without bound;
// the message has the figure.
TEST(InitialValueSpline, RefusesWhatAmplifiesErrors) {
  const std::vector<double> initial(5, 0.0);
  const auto build = [&](int intervals) {
    std::vector<Condition> at_knots(intervals - 1, Condition{2, 0.0});
    at_knots.push_back({0, 1.0});
    return initial_value_spline(4, uniform(0.0, intervals, intervals), initial, at_knots);
  };
  EXPECT_THROW_MESSAGE(build(51), InvalidArgument, "changes q by up to");
  // As measured for THEORY: 1e27 with 51 intervals.
  EXPECT_THROW_MESSAGE(build(51), InvalidArgument, "9.42534e+26");
  const Spline three = build(3);
  EXPECT_GT(three.amplification, 0.1);
  EXPECT_LT(three.amplification, 100.0);
}

// Property: the amplification is what it says, the largest change of q per unit change of a datum.
TEST(InitialValueSpline, AmplificationIsMeasured) {
  const int m = 3;
  const std::vector<double> knots = uniform(0.0, 2.0, 6);
  std::vector<double> initial(4, 0.0);
  std::vector<Condition> at_knots(6, Condition{2, 0.0});
  const double claimed = initial_value_spline(m, knots, initial, at_knots).amplification;
  double largest = 0.0;
  const auto measure = [&] {
    const PiecewisePolynomial law = initial_value_spline(m, knots, initial, at_knots).law;
    for (double t = 0.0; t <= 2.0; t += 0.001) {
      largest = std::max(largest, std::abs(derivative(law, t, 0)));
    }
  };
  for (double& value : initial) {
    value = 1.0;
    measure();
    value = 0.0;
  }
  for (Condition& c : at_knots) {
    c.value = 1.0;
    measure();
    c.value = 0.0;
  }
  EXPECT_NEAR(claimed, largest, 0.05 * largest);
}

// Oracle: an error of one acceleration goes on as the homogeneous solution does, by the largest
// root of z² + 4z + 1 (m = 4) and of z² + 10z + 1 (m = 5) from knot to knot, whatever their
// distance.
TEST(InitialValueSpline, ErrorsOfAccelerationsGrowByAFactorPerInterval) {
  const auto growth = [](int m, int intervals, double h) {
    const std::vector<double> initial(static_cast<std::size_t>(m) + 1, 0.0);
    std::vector<Condition> at_knots(intervals, Condition{2, 0.0});
    return initial_value_spline(m, uniform(0.0, h * intervals, intervals), initial, at_knots)
        .growth;
  };
  for (const double h : {0.1, 0.001}) {
    EXPECT_NEAR(growth(4, 12, h) / growth(4, 11, h), 2.0 + std::sqrt(3.0), 1e-4) << h;
    EXPECT_NEAR(growth(5, 8, h) / growth(5, 7, h), 5.0 + std::sqrt(24.0), 1e-4) << h;
    EXPECT_LT(growth(2, 40, h), 2.0) << h;
  }
}

// Oracle: the motion behind the accelerations. The papers' size, 51 intervals of order 4, and more.
TEST(LeastChangeSpline, IsWellPosedForAnyNumberOfKnots) {
  const double w = 2.0, T = 3.0;
  const std::vector<Condition> start{{0, 1.0}, {1, 0.0}};
  for (const int m : {3, 4, 5, 6}) {
    for (const int s : {15, 51, 1000}) {
      const std::vector<double> knots = uniform(0.0, T, s);
      std::vector<double> accelerations;
      for (const double t : knots) accelerations.push_back(-w * w * std::cos(w * t));
      const LeastChange fit = least_change_spline(m, knots, accelerations, start, {});
      EXPECT_LT(fit.largest_change, 1e-14);
      EXPECT_EQ(fit.law.degree(), m + 1);
      EXPECT_EQ(fit.law.continuity(), m);
      double error = 0.0;
      for (double t = 0.0; t <= T; t += 0.01) {
        error = std::max(error, std::abs(derivative(fit.law, t, 2) + w * w * std::cos(w * t)));
      }
      // Splines of degree m - 1 err by hᵐ; at the ends with a larger constant.
      EXPECT_LT(error, 5.0 * w * w * std::pow(w * T / s, m) + 1e-11) << m << " " << s;
      EXPECT_NEAR(derivative(fit.law, T, 0), std::cos(w * T), error * T * T);
    }
  }
}

// Oracle: calculus of variations. Of all changes of q'' that move the end of a motion from rest by
// d, the smallest is 3 d (T - t)/T³; with q' at the end kept it is 6 d (T - 2t)/T³.
TEST(LeastChangeSpline, MeetsTheEndByTheLeastChange) {
  const double T = 2.0, d = 0.05;
  const std::vector<double> knots = uniform(0.0, T, 20);
  const std::vector<double> zero(knots.size(), 0.0);
  const std::vector<Condition> rest{{0, 0.0}, {1, 0.0}};
  const LeastChange one = least_change_spline(4, knots, zero, rest, std::vector{Condition{0, d}});
  const LeastChange two =
      least_change_spline(4, knots, zero, rest, std::vector{Condition{0, d}, Condition{1, 0.0}});
  for (double t = 0.0; t <= T; t += 0.1) {
    EXPECT_NEAR(derivative(one.law, t, 2), 3.0 * d * (T - t) / std::pow(T, 3), 1e-15);
    EXPECT_NEAR(derivative(two.law, t, 2), 6.0 * d * (T - 2.0 * t) / std::pow(T, 3), 1e-15);
  }
  EXPECT_NEAR(one.largest_change, 3.0 * d / (T * T), 1e-15);
  EXPECT_NEAR(two.largest_change, 6.0 * d / (T * T), 1e-15);
  EXPECT_NEAR(derivative(two.law, T, 0), d, 1e-15);
  EXPECT_NEAR(derivative(two.law, T, 1), 0.0, 1e-15);
}

TEST(LeastChangeSpline, SaysWhatIsWrong) {
  const std::vector<double> knots = uniform(0.0, 1.0, 9), a(10, 0.0);
  const std::vector<Condition> rest{{0, 0.0}, {1, 0.0}}, jerk{{0, 0.0}, {3, 0.0}}, rate{{1, 0.0}};
  EXPECT_THROW_MESSAGE(least_change_spline(2, knots, a, rest, {}), InvalidArgument,
                       "order m must be at least 3, got 2");
  EXPECT_THROW_MESSAGE(least_change_spline(4, knots, a, jerk, {}), InvalidArgument,
                       "is on derivative 3; it must be in 0..1");
  EXPECT_THROW_MESSAGE(least_change_spline(4, knots, a, rate, rate), InvalidArgument,
                       "two conditions on q and q' are needed, one of them on q");
}

// Oracle: THEORY measured these; with conditions at both ends the Fanuc form is harmless.
TEST(AccelerationSpline, FanucFormIsWellConditioned) {
  const std::vector<double> knots = uniform(0.0, 2.0, 51);
  const std::vector<Condition> start{{0, 0.0}, {1, 0.0}, {2, 0.0}, {3, 0.0}};
  const std::vector<Condition> end{{0, 3.0}, {2, 0.0}};
  const Spline spline = acceleration_spline(4, knots, std::vector<double>(50, 0.0), start, end);
  EXPECT_LT(spline.amplification, 10.0);
  EXPECT_NEAR(derivative(spline.law, 2.0, 0), 3.0, 1e-13);
}

// Oracle: the double integral of cos is 1 - cos. Thousands of accelerations do not lose digits.
TEST(AccelerationSpline, ThousandsOfKnots) {
  const int m = 6;
  const int s = 4000;
  const std::vector<double> knots = uniform(0.0, 6.0, s);
  std::vector<double> accelerations;
  for (int i = 1; i < s; ++i) accelerations.push_back(std::cos(knots[i]));
  const double c = std::cos(6.0);
  const double n = std::sin(6.0);
  const std::vector<Condition> start{{0, 0.0}, {1, 0.0}, {2, 1.0}, {3, 0.0}, {4, -1.0}};
  const std::vector<Condition> end{{2, c}, {3, -n}, {4, -c}};
  const Spline spline = acceleration_spline(m, knots, accelerations, start, end);
  for (double t = 0.0; t <= 6.0; t += 0.0137) {
    EXPECT_NEAR(derivative(spline.law, t, 0), 1.0 - std::cos(t), 1e-12);
    EXPECT_NEAR(derivative(spline.law, t, 2), std::cos(t), 1e-13);
    EXPECT_NEAR(derivative(spline.law, t, 3), -std::sin(t), 1e-9);
  }
}

// Budget: the work of solving is proportional to the number of knots.
TEST(Spline, WorkIsLinearInTheNumberOfKnots) {
  const auto work = [](int n) {
    const int width = 8;  // m = 6
    BandedLeastSquares system(n, width, 1);
    for (int i = 0; i + width <= n; ++i) {
      std::vector<double> row{1, 2, 7, 20, 7, 2, 1, 0.5};
      double right = 1.0;
      system.add(i, row, {&right, 1});
    }
    return static_cast<double>(system.work());
  };
  const double per_knot = work(1000) / 1000;
  EXPECT_NEAR(work(10000) / 10000, per_knot, 0.02 * per_knot);
  EXPECT_LT(per_knot, 64.0);
}

// Oracle: every order to 9 with thousands of waypoints; odd orders have their breaks midway.
TEST(PositionSpline, EveryOrderAtThousandsOfKnots) {
  for (int m = 1; m <= 9; ++m) {
    const std::vector<double> knots = uniform(0.0, 20.0, 2000);
    std::vector<double> positions;
    for (const double t : knots) positions.push_back(std::sin(t));
    const Spline spline = position_spline(m, knots, positions, {}, {});
    EXPECT_LT(spline.amplification, 40.0) << m;  // Largest at free ends; 2.2 inside.
    const double h = 0.01;
    for (double t = 0.0; t < 20.0; t += 0.0973) {
      const double bar = std::max(1e-13, std::pow(h, m + 2));
      EXPECT_NEAR(derivative(spline.law, t, 0), std::sin(t), bar) << m;
    }
  }
}

// Oracle: definition. Quintic and septic meet their end conditions.
TEST(TwoPointPolynomial, MeetsItsConditions) {
  const std::vector<double> start{0.1, -0.4, 2.0, 5.0, -7.0};
  const std::vector<double> end{1.3, 0.2, -1.0, 3.0, 11.0};
  for (std::size_t K = 1; K <= 5; ++K) {
    const auto law =
        two_point_polynomial(0.5, std::span(start).first(K), 2.0, std::span(end).first(K));
    EXPECT_EQ(law.degree(), static_cast<int>(2 * K) - 1);
    for (std::size_t k = 0; k < K; ++k) {
      EXPECT_NEAR(derivative(law, 0.5, static_cast<int>(k)), start[k], 1e-11) << K;
      EXPECT_NEAR(derivative(law, 2.0, static_cast<int>(k)), end[k], 1e-11) << K;
    }
  }
}

// Bad input: messages name what was found and what is needed.
TEST(Spline, SaysWhatIsWrong) {
  const std::vector<double> knots{0.0, 1.0, 2.0};
  const std::vector<double> q{0.0, 1.0, 2.0};
  EXPECT_THROW_MESSAGE(position_spline(4, knots, q, {}, {}), InvalidArgument, "6 data are needed");
  EXPECT_THROW_MESSAGE(position_spline(0, knots, q, {}, {}), InvalidArgument, "must be in 1..20");
  EXPECT_THROW_MESSAGE(position_spline(2, std::array{0.0, 1.0, 1.0}, q, {}, {}), InvalidArgument,
                       "knots must ascend");
  EXPECT_THROW_MESSAGE(position_spline(2, knots, std::array{0.0, 1.0}, {}, {}), InvalidArgument,
                       "2 positions for 3 knots");
  const std::array<Condition, 2> twice{{{1, 0.0}, {1, 0.0}}};
  EXPECT_THROW_MESSAGE(position_spline(2, knots, q, twice, {}), InvalidArgument, "given twice");
  const std::array<Condition, 2> two{{{1, 0.0}, {2, 0.0}}};
  EXPECT_THROW_MESSAGE(position_spline(2, knots, q, two, two), InvalidArgument, "takes at most 2");
  EXPECT_THROW_MESSAGE(acceleration_spline(2, knots, std::array{0.0}, two, two), InvalidArgument,
                       "one of them on q");
  EXPECT_THROW_MESSAGE(acceleration_spline(4, knots, std::array{0.0}, two, two), InvalidArgument,
                       "takes exactly 6");
  // Times too near to each other for numbers.
  EXPECT_THROW(position_spline(2, std::array{0.0, 1e-300, 2e-300, 3e-300},
                               std::array{0.0, 1e300, 0.0, 1.0}, {}, {}),
               Error);
  EXPECT_THROW_MESSAGE(initial_value_spline(2, knots, q, {}), InvalidArgument,
                       "0 data for 2 knots");
  EXPECT_THROW_MESSAGE(initial_value_spline(3, knots, q, {}), InvalidArgument, "4 in all");
}

}  // namespace
}  // namespace appell::trajectory
