// Spectra of samples, and of forces along motions.
#include "appell/analysis/spectrum.hpp"

#include <cmath>
#include <complex>
#include <memory>

#include <gtest/gtest.h>

#include "appell/analysis/motion_spectra.hpp"
#include "appell/base/constants.hpp"
#include "appell/base/error.hpp"
#include "appell/trajectory/expression.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/random_model.hpp"

namespace appell::analysis {
namespace {

std::vector<double> tone(double amplitude, double frequency, double phase, int count, double dt) {
  std::vector<double> x;
  for (int i = 0; i < count; ++i) {
    x.push_back(amplitude * std::cos(2.0 * kPi * frequency * dt * i + phase));
  }
  return x;
}

/// X_k as a plain sum.
double plain_size(const std::vector<double>& x, int k) {
  std::complex<double> sum = 0.0;
  const int N = static_cast<int>(x.size());
  for (int i = 0; i < N; ++i) {
    const int turn = static_cast<int>(static_cast<long long>(i) * k % N);
    sum += std::polar(x[i], -2.0 * kPi * turn / N);
  }
  return std::abs(sum);
}

double hann(int i, int N) { return 0.5 * (1.0 - std::cos(2.0 * kPi * i / N)); }

// Oracle: the definition as a sum, and Parseval's equation, for even, odd and prime numbers of
// samples.
TEST(Spectrum, IsThePlainSumAndKeepsTheEnergy) {
  support::Random random(5);
  for (const int N : {8, 9, 60, 97, 250, 251}) {
    std::vector<double> x;
    for (int i = 0; i < N; ++i) x.push_back(random.uniform(-1.0, 3.0));
    for (const Window window : {Window::kHann, Window::kRectangular}) {
      const Spectrum found = spectrum_of(x, 0.1, window);
      ASSERT_EQ(found.amplitude.size(), static_cast<std::size_t>(N / 2 + 1));
      double sum_w = 0.0, sum_w2 = 0.0, sum_wx = 0.0;
      std::vector<double> w(x.size(), 1.0), y(x.size());
      for (int i = 0; i < N; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (window == Window::kHann) w[at] = hann(i, N);
        sum_w += w[at];
        sum_w2 += w[at] * w[at];
        sum_wx += w[at] * x[at];
      }
      double energy = 0.0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        y[i] = w[i] * (x[i] - sum_wx / sum_w);
        energy += y[i] * y[i];
      }
      EXPECT_NEAR(found.mean_square() * sum_w2, energy, 1e-12 * energy) << N;
      EXPECT_NEAR(found.amplitude[0], 0.0, 1e-14);
      for (int k = 1; k <= N / 2; ++k) {
        const double c = 2 * k == N ? 1.0 : 2.0;
        EXPECT_NEAR(found.amplitude[k], c * plain_size(y, k) / sum_w, 1e-13) << N << " " << k;
      }
      EXPECT_NEAR(found.line_width, 1.0 / (0.1 * N), 1e-15);
    }
  }
}

// Oracle: closed form. A tone on a line has its amplitude there and, by the Hann window, half of it
// on both neighbours; between two lines at distance d, that of the window's kernel,
// sin(πd)/(πd (1 - d²)) of many samples.
TEST(Spectrum, TonesHaveTheirAmplitude) {
  const int N = 4096;
  const double dt = 1e-3, width = 1.0 / (N * dt), A = 1.7;
  std::vector<double> x = tone(A, 300.0 * width, 0.4, N, dt);
  for (double& value : x) value += 25.0;  // A mean that is removed.
  const Spectrum on = spectrum_of(x, dt, Window::kHann);
  EXPECT_NEAR(on.amplitude[300], A, 1e-12);
  EXPECT_NEAR(on.amplitude[299], 0.5 * A, 1e-12);
  EXPECT_NEAR(on.amplitude[301], 0.5 * A, 1e-12);
  for (std::size_t k = 0; k < on.amplitude.size(); ++k) {
    if (k >= 299 && k <= 301) continue;
    EXPECT_LT(on.amplitude[k], 1e-12) << k;
  }
  EXPECT_NEAR(on.dominant_frequency(), 300.0 * width, 1e-12);
  EXPECT_NEAR(on.share(299.5 * width, 300.5 * width), 2.0 / 3.0, 1e-12);  // 1 : ¼ + ¼.
  EXPECT_NEAR(on.share(298.0 * width, 302.0 * width), 1.0, 1e-12);
  EXPECT_NEAR(on.share(300.0 * width, 300.25 * width), 2.0 / 3.0 / 4.0, 1e-12);
  EXPECT_NEAR(on.share(400.0 * width, 1e9), 0.0, 1e-12);
  EXPECT_NEAR(std::sqrt(2.0 * on.mean_square()), A, 1e-12);
  for (const double d : {0.25, 0.5}) {
    const Spectrum between =
        spectrum_of(tone(A, (300.0 + d) * width, 0.4, N, dt), dt, Window::kHann);
    const double kernel = std::sin(kPi * d) / (kPi * d * (1.0 - d * d));
    // The tone's image at -f and the finite N are left out of the kernel.
    EXPECT_NEAR(between.amplitude[300], A * kernel, 1e-6 * A) << d;
  }
}

/// A point of 1.5 kg, 0.8 m below a level axis.
model::Model spectral_pendulum(double stiffness = 0.0) {
  model::Description robot{.name = "pendulum"};
  spatial::Placement below;
  below.xyz = Vec3(0.0, 0.0, -0.8);
  robot.links = {{.name = "base"}, {.name = "rod", .inertial = {1.5, below, Mat3::Zero()}}};
  robot.joints = {{.name = "swing",
                   .kind = model::JointKind::kRevolute,
                   .parent = "base",
                   .child = "rod",
                   .axis = Vec3::UnitY()}};
  robot.joints[0].actuator = {.gear_ratio = 10.0, .rotor_inertia = 1e-3, .stiffness = stiffness};
  return model::build(robot);
}

trajectory::Trajectory swing(const std::string& formula, double duration) {
  return {{"swing"}, {std::make_shared<trajectory::ExpressionLaw>(formula)}, {0.0, duration}};
}

Subject subject_of_pendulum(const model::Model& robot) {
  return {.model = robot, .frame = robot.default_frame()};
}

// Oracle: Jacobi and Anger. q = A sin Ωt: τ = -I A Ω² sin Ωt + m g l sin(A sin Ωt), and sin(A sin
// x) = 2 Σ J_{2k+1}(A) sin (2k+1)x: harmonics of odd order only, by Bessel's functions.
TEST(Spectrum, LargeSwingsHaveBesselHarmonics) {
  const double A = 1.9, Omega = 2.0 * kPi * 0.5, m = 1.5, l = 0.8, g = 9.81;
  const model::Model robot = spectral_pendulum();
  const double I = m * l * l + 100.0 * 1e-3;  // And the rotor.
  const MotionSpectra found =
      motion_spectra(subject_of_pendulum(robot), swing("1.9*sin(pi*t)", 20.0), 0.02, Window::kHann);
  EXPECT_EQ(found.num_samples, 1000);
  ASSERT_EQ(found.signals.size(), 4u);  // The joint, and three components of the jerk.
  const SignalSpectrum& torque = found.signals[0];
  EXPECT_EQ(torque.name, "Q_drive.swing");
  EXPECT_EQ(torque.unit, "N m");
  for (int harmonic = 1; harmonic <= 9; ++harmonic) {
    const bool is_odd = harmonic % 2 == 1;
    double expected = is_odd ? 2.0 * m * g * l * std::cyl_bessel_j(harmonic, A) : 0.0;
    if (harmonic == 1) expected -= I * A * Omega * Omega;
    const auto line = static_cast<std::size_t>(10 * harmonic);  // 0.5 Hz of 0.05 Hz.
    EXPECT_NEAR(torque.spectrum.amplitude[line], std::abs(expected), 1e-11) << harmonic;
  }
  EXPECT_LT(torque.aliased, 1e-20);
  EXPECT_EQ(found.signals[1].name, "jerk.x");
  EXPECT_EQ(found.signals[1].unit, "m/s^3");
  EXPECT_EQ(found.signals[1].coordinate, -1);
}

// Oracle: a tone above half the rate appears at a wrong frequency, all of it.
TEST(Spectrum, AliasingIsFound) {
  const model::Model robot = spectral_pendulum().with_gravity(Vec3::Zero());
  // 40 Hz at 50 samples per s: seen at 10 Hz.
  const trajectory::Trajectory motion = swing("1e-3*sin(80*pi*t)", 4.0);
  const MotionSpectra coarse =
      motion_spectra(subject_of_pendulum(robot), motion, 0.02, Window::kHann);
  EXPECT_NEAR(coarse.signals[0].aliased, 1.0, 1e-12);
  EXPECT_NEAR(coarse.signals[0].spectrum.dominant_frequency(), 10.0, 1e-9);
  const MotionSpectra fine =
      motion_spectra(subject_of_pendulum(robot), motion, 0.002, Window::kHann);
  EXPECT_LT(fine.signals[0].aliased, 1e-12);
  EXPECT_NEAR(fine.signals[0].spectrum.dominant_frequency(), 40.0, 1e-9);
  EXPECT_NEAR(fine.signals[0].spectrum.share(36.0, 44.0), 1.0, 1e-12);
}

// Oracle: a spring at the axis, the motor locked: ω² = (k + m g l cos q)/(m l²), without the rotor.
TEST(Spectrum, EigenfrequenciesAlongAMotion) {
  const double k = 4000.0, m = 1.5, l = 0.8, g = 9.81;
  const auto ranges = eigenfrequency_ranges(spectral_pendulum(k), swing("1.2*t", 1.0));
  ASSERT_EQ(ranges.size(), 1u);
  const auto f = [&](double q) {
    return std::sqrt((k + m * g * l * std::cos(q)) / (m * l * l)) / (2.0 * kPi);
  };
  EXPECT_NEAR(ranges[0].low, f(1.2), 1e-11);
  EXPECT_NEAR(ranges[0].high, f(0.0), 1e-11);
  EXPECT_TRUE(eigenfrequency_ranges(spectral_pendulum(), swing("t", 1.0)).empty());
  EXPECT_THROW_MESSAGE(eigenfrequency_ranges(spectral_pendulum(5.0), swing("3*t", 1.0)),
                       NumericalError, "too soft");
}

// Oracle: a spring that stiffens, held at an angle: k₁ δ + k₃ δ³ = m g l sin q, ω² = (k₁ + 3 k₃ δ²
// + m g l cos q)/(m l²). δ by bisection.
TEST(Spectrum, EigenfrequenciesOfProgressiveSprings) {
  const double k = 400.0, k3 = 5e4, m = 1.5, l = 0.8, g = 9.81, q = 0.9;
  model::Description description = spectral_pendulum(k).description();
  description.joints[0].actuator.stiffness_3 = k3;
  description.joints[0].friction.dry = 3.0;  // It stands still: none.
  const auto ranges = eigenfrequency_ranges(model::build(description), swing("0.9", 1.0));
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 100; ++i) {
    const double d = 0.5 * (low + high);
    (k * d + k3 * d * d * d < m * g * l * std::sin(q) ? low : high) = d;
  }
  const double slope = k + 3.0 * k3 * low * low;
  EXPECT_GT(slope, 1.1 * k);
  ASSERT_EQ(ranges.size(), 1u);
  const double f = std::sqrt((slope + m * g * l * std::cos(q)) / (m * l * l)) / (2.0 * kPi);
  EXPECT_NEAR(ranges[0].low, f, 1e-11);
  EXPECT_NEAR(ranges[0].high, f, 1e-11);
}

TEST(Spectrum, SaysWhatIsWrong) {
  EXPECT_THROW_MESSAGE(spectrum_of(std::vector<double>(7, 1.0), 0.1, Window::kHann),
                       InvalidArgument, "there are 7 samples; at least 8");
  EXPECT_THROW_MESSAGE(spectrum_of(std::vector<double>(1009, 1.0), 0.1, Window::kHann),
                       InvalidArgument, "prime factor above 1000");
  std::vector<double> x(8, 1.0);
  x[3] = std::nan("");
  EXPECT_THROW_MESSAGE(spectrum_of(x, 0.1, Window::kHann), InvalidArgument, "sample 3");
  const model::Model robot = spectral_pendulum();
  EXPECT_THROW_MESSAGE(
      motion_spectra(subject_of_pendulum(robot), swing("t", 1.0), 0.5, Window::kHann),
      InvalidArgument, "8 to 4194304 are possible");
  // 1009 samples are a prime number of them: 1008 are taken.
  EXPECT_EQ(motion_spectra(subject_of_pendulum(robot), swing("sin(t)", 10.09), 0.01, Window::kHann)
                .num_samples,
            1008);
}

}  // namespace
}  // namespace appell::analysis
