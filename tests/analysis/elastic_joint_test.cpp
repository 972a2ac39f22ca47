#include "appell/analysis/elastic_joint.hpp"

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "appell/taylor/functions.hpp"
#include "tests/support/matchers.hpp"

namespace appell::analysis {
namespace {

using model::Actuator;
using taylor::Series;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// A sin(ω t + φ) and its derivatives at t, normalised.
std::vector<double> sine_force(double A, double omega, double phase, int order) {
  std::vector<double> c;
  for (int k = 0; k <= order; ++k) {
    c.push_back(A * std::pow(omega, k) * std::sin(phase + 0.5 * std::numbers::pi * k) /
                taylor::factorial(k));
  }
  return c;
}

// Oracle: the definition. Σ of the integrand over the power series of e^{-x(1-s)} is, in long
// double, exact for x of moderate size; and for large x the asymptotic series is.
TEST(StepWeights, AreTheIntegralsOfTheirDefinition) {
  std::vector<double> psi(24);
  for (const double x : {1e-9, 1e-3, 0.3, 1.0, 2.7, 6.0, 11.5}) {
    step_weights(x, psi);
    for (int j = 0; j < 24; ++j) {
      long double sum = 0.0L, term = x;  // x Σ_i (-x)ⁱ/(i + j + 1)!
      for (int i = 1; i <= j + 1; ++i) term /= i;
      for (int i = 0; i < 120; ++i) {
        sum += term;
        term *= -static_cast<long double>(x) / (i + j + 2);
      }
      const double expected = static_cast<double>(sum);
      EXPECT_NEAR(psi[j], expected, 16 * kEpsilon * expected) << "x = " << x << ", j = " << j;
    }
  }
  for (const double x : {300.0, 1e6, 1e200, std::numeric_limits<double>::infinity()}) {
    step_weights(x, psi);
    for (int j = 0; j < 24; ++j) {
      long double direct = 0.0L, power = 1.0L;  // Σ_i (-1/x)ⁱ/(j - i)!; e⁻ˣ is nothing.
      for (int i = 0; i <= j; ++i, power /= -static_cast<long double>(x)) {
        direct += power / static_cast<long double>(taylor::factorial(j - i));
      }
      const double value = static_cast<double>(direct);
      EXPECT_NEAR(psi[j], value, 16 * kEpsilon * value) << "x = " << x << ", j = " << j;
    }
  }
}

// Oracle: closed form. τ = A sin ωt on a linear spring.
TEST(SpringDeflection, OfALinearSpringIsTheForceOverTheStiffness) {
  const Actuator actuator{.stiffness = 3.0e3};
  const std::vector<double> c = sine_force(40.0, 9.0, 0.4, 8);
  Series<double> tau(8);
  for (int k = 0; k <= 8; ++k) tau[k] = c[k];
  const Series<double> delta = spring_deflection(actuator, tau);
  for (int k = 0; k <= 8; ++k) EXPECT_EQ(delta[k], tau[k] / 3.0e3);
}

// Oracle: the exact inverse. τ(t) is made from a deflection that is known, δ = a sin ωt, by
// trigonometric identities for its third and fifth powers, so that nothing of the code is in it.
TEST(SpringDeflection, OfAProgressiveSpringIsTheOneTheForceWasMadeFrom) {
  const double omega = 7.0;
  const Actuator actuator{.stiffness = 200.0, .stiffness_3 = 5.0e4, .stiffness_5 = 3.0e7};
  for (const double a : {1e-6, 0.02, 0.08}) {  // Of slopes 200 to 8000.
    for (const double phase : {0.0, 0.3, 1.5, 4.0}) {
      const int N = 9;
      Series<double> tau(N), expected(N);
      const auto one = sine_force(a, omega, phase, N);
      const auto three = sine_force(a, 3 * omega, 3 * phase, N);
      const auto five = sine_force(a, 5 * omega, 5 * phase, N);
      for (int k = 0; k <= N; ++k) {
        const auto i = static_cast<std::size_t>(k);
        // sin³ = (3 sin - sin 3)/4, sin⁵ = (10 sin - 5 sin 3 + sin 5)/16
        tau[k] = 200.0 * one[i] + 5.0e4 * a * a * (3 * one[i] - three[i]) / 4 +
                 3.0e7 * a * a * a * a * (10 * one[i] - 5 * three[i] + five[i]) / 16;
        expected[k] = one[i];
      }
      const Series<double> delta = spring_deflection(actuator, tau);
      for (int k = 0; k <= N; ++k) {  // Rounding of τ's terms, which go with 5 ω.
        const double size = a * std::pow(5 * omega, k) / taylor::factorial(k);
        EXPECT_NEAR(delta[k], expected[k], 1e-12 * size) << a << " " << phase << " " << k;
      }
    }
  }
}

TEST(SpringSlope, IsTheDerivativeOfTheLaw) {
  const Actuator actuator{.stiffness = 2.0, .stiffness_3 = 3.0, .stiffness_5 = 5.0};
  EXPECT_EQ(spring_slope(actuator, 0.0), 2.0);
  EXPECT_DOUBLE_EQ(spring_slope(actuator, -0.5), 2.0 + 9.0 * 0.25 + 25.0 * 0.0625);
}

// Oracle: the transfer function 1/(K + i ω D) of (2): a long motion under A sin ωt has
// δ = Im(A e^{iωt}/(K + iωD)), and so its derivatives; whatever the damper: λ = K/D from 0.5 to
// 1e7.
TEST(DampedSpring, FollowsTheTransferFunction) {
  const double A = 40.0, omega = 9.0, K = 3.0e3, h = 0.002;
  const int order = 4, degree = 16;
  for (const double D : {6.0e3, 300.0, 10.0, 0.5, 3e-4}) {
    const std::complex<double> response = A / std::complex<double>(K, omega * D);
    const auto exact = [&](double t, int k) {
      return std::imag(response * std::pow(std::complex<double>(0.0, omega), k) *
                       std::polar(1.0, omega * t));
    };
    DampedSpring spring(K, D, order);
    // Where D ω > K the motion before the start does not tell δ: it is given then.
    const auto force = [&](double t) { return sine_force(A, omega, omega * t, degree); };
    spring.start_at(exact(0.0, 0), force(0.0));
    if (D * omega < 0.1 * K) spring.start(force(0.0));
    for (int i = 0; i < 3000; ++i) spring.step(force(i * h), h);
    for (int k = 0; k <= order; ++k) {
      const double size = std::abs(response) * std::pow(omega, k);
      EXPECT_NEAR(spring.derivative(k), exact(3000 * h, k), 2e-13 * size) << D << " " << k;
    }
  }
}

// Oracle: the same. A million steps, a hundred thousand of whose phases are far apart: no drift.
TEST(DampedSpring, DoesNotDrift) {
  const double A = 1.0, omega = 5.0, K = 100.0, D = 20.0, h = 1e-3;
  const std::complex<double> response = A / std::complex<double>(K, omega * D);
  DampedSpring spring(K, D, 2);
  spring.start_at(std::imag(response), sine_force(A, omega, 0.0, 6));
  for (int i = 0; i < 1'000'000; ++i) spring.step(sine_force(A, omega, omega * (i * h), 8), h);
  EXPECT_NEAR(spring.derivative(0), std::imag(response * std::polar(1.0, omega * 1000.0)),
              1e-13 * std::abs(response));
}

// Oracle: closed form. Under a constant force, from another deflection: δ = τ/K + (δ₀ - τ/K)
// e^{-λt}, in one step or many.
TEST(DampedSpring, CreepsToItsPlace) {
  const double K = 50.0, D = 4.0, tau = 10.0, lambda = K / D;
  const std::vector<double> force{tau, 0.0, 0.0, 0.0};
  for (const int steps : {1, 7, 1000}) {
    DampedSpring spring(K, D, 3);
    spring.start_at(0.7, force);
    for (int i = 0; i < steps; ++i) spring.step(force, 0.3 / steps);
    const double rest = (0.7 - tau / K) * std::exp(-lambda * 0.3);
    EXPECT_NEAR(spring.derivative(0), tau / K + rest, 1e-14);
    for (int k = 1; k <= 3; ++k) {
      const double expected = std::pow(-lambda, k) * rest;
      EXPECT_NEAR(spring.derivative(k), expected, 1e-12 * std::abs(expected)) << k;
    }
  }
}

// Oracle: closed form. τ = 0, then a ramp of rate r from t = 0 on: δ = r/K (t - (1 - e^{-λt})/λ).
TEST(DampedSpring, TakesAJump) {
  const double K = 50.0, D = 4.0, r = 30.0, step = 5.0, lambda = K / D, t = 0.2;
  const std::vector<double> before{0.0, 0.0, 0.0, 0.0}, after{step, r, 0.0, 0.0};
  DampedSpring spring(K, D, 3);
  spring.start(before);
  EXPECT_EQ(spring.start_error(), 0.0);
  spring.jump(before, after, 0);
  EXPECT_DOUBLE_EQ(spring.derivative(1), step / D);
  EXPECT_DOUBLE_EQ(spring.derivative(2), (r - K * step / D) / D);
  spring.step(after, t);
  const double e = std::exp(-lambda * t);
  EXPECT_NEAR(spring.derivative(0), step / K * (1 - e) + r / K * (t - (1 - e) / lambda), 1e-15);
  EXPECT_NEAR(spring.derivative(1), step / D * e + r / K * (1 - e), 1e-14);
  EXPECT_NEAR(spring.derivative(2), -lambda * step / D * e + r / D * e, 1e-12);
}

// Oracle: closed form. The start of a motion that has been going on: the truncated series has the
// error that it says, and none where the derivatives of τ die out.
TEST(DampedSpring, SaysHowWellItsStartIsKnown) {
  const double A = 40.0, omega = 9.0, K = 3.0e3;
  for (const double D : {1.0, 30.0, 200.0}) {  // (ω D/K)¹² = 2e-31, 3e-13, 0.0017
    const std::complex<double> response = A / std::complex<double>(K, omega * D);
    DampedSpring spring(K, D, 2);
    spring.start(sine_force(A, omega, 0.7, 12));
    const double exact = std::imag(response * std::polar(1.0, 0.7));
    const double error = std::abs(spring.derivative(0) - exact);
    EXPECT_LE(error, spring.start_error() + 4 * kEpsilon * std::abs(exact)) << D;
    EXPECT_LE(spring.start_error(), 2.0 * A / K * std::pow(omega * D / K, 11)) << D;
  }
}

// Oracle: closed form. N f(N θ') with f = b ω + c tanh(ω/v).
TEST(MotorFriction, IsSeenThroughTheGear) {
  Actuator actuator{.gear_ratio = -50.0};
  actuator.motor_friction = {
      .viscous = 2e-3, .dry = 0.3, .law = model::Friction::Law::kSmooth, .velocity = 4.0};
  Series<double> rate(2);
  rate[0] = 0.1, rate[1] = -0.7, rate[2] = 0.2;
  const double u = std::tanh(-50.0 * 0.1 / 4.0), slope = 1.0 - u * u;
  const Series<double> f = motor_friction(actuator, rate, 1.0);
  EXPECT_NEAR(f[0], 2500.0 * 2e-3 * 0.1 - 50.0 * 0.3 * u, 1e-14);
  EXPECT_NEAR(f[1], 2500.0 * -0.7 * (2e-3 + 0.3 * slope / 4.0), 1e-12);
  EXPECT_GT(f[0], 0.0);  // It acts against the motion whatever the sign of the gear.
}

TEST(CheckActuator, RefusesWhatCannotBeComputed) {
  EXPECT_THROW_MESSAGE(check_actuator("a", {.damping = 1.0}), InvalidArgument,
                       "joint 'a': has damping, stiffness_3 or stiffness_5 but no stiffness");
  EXPECT_THROW_MESSAGE(check_actuator("a", {.stiffness = 1.0, .damping = 1.0, .stiffness_3 = 2.0}),
                       InvalidArgument, "damping and a progressive spring");
  EXPECT_THROW_MESSAGE(check_actuator("a", {.stiffness = -1.0}), InvalidArgument,
                       "its stiffness is -1");
  EXPECT_THROW_MESSAGE(check_actuator("a", {.gear_ratio = 0.0}), InvalidArgument,
                       "its gear_ratio is 0");
  EXPECT_THROW_MESSAGE(DampedSpring(1.0, 0.0, 2), InvalidArgument, "damping 0");
}

}  // namespace
}  // namespace appell::analysis
