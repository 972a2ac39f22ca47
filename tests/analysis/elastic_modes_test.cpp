// Eigenfrequencies along a motion.
#include "appell/analysis/elastic_modes.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "appell/analysis/elastic_motion.hpp"
#include "tests/analysis/elastic_arm.hpp"

namespace appell::analysis {
namespace {

using model::Actuator;
using support::arm;
using support::elastic_formulas;
using support::kTwoLinks;

// Oracle: two frequencies of two links are the roots of a quadratic, det(K + G - ω² M) = 0, with M
// and G = ∂g/∂q written out.
TEST(ElasticModes, OfTwoLinksAreTheRootsOfAQuadratic) {
  const std::vector<Actuator> actuators{
      {.gear_ratio = 80.0, .rotor_inertia = 4e-5, .stiffness = 900.0},
      {.rotor_inertia = 0.05, .stiffness = 300.0, .stiffness_3 = 4e4}};
  const ElasticRobot robot(arm(kTwoLinks, actuators));
  const auto motion = elastic_formulas({"0.5*sin(2*t)", "0.3*cos(3*t)+0.2*t"}, 2.0);
  ElasticMotion elastic(robot, motion, 0, 2);
  elastic.compute(std::vector{0.2, 0.7});
  ElasticModes modes(robot, 2);
  modes.compute(elastic.states(), elastic.deflection());
  ASSERT_EQ(modes.num_locked(), 2);
  ASSERT_EQ(modes.num_free(), 2);
  for (int i = 0; i < 2; ++i) {
    const auto& [l, m, I] = kTwoLinks;
    const double q1 = elastic.states().q().column(0, 0)[i];
    const double q2 = elastic.states().q().column(0, 1)[i];
    const double delta = elastic.deflection().column(0, 1)[i];
    const double c1 = 0.5 * l[0], c2 = 0.5 * l[1], b = m[1] * l[0] * c2 * std::cos(q2);
    const double d = I[1] + m[1] * c2 * c2;
    const double M11 = I[0] + m[0] * c1 * c1 + d + m[1] * l[0] * l[0] + 2 * b, M12 = d + b;
    const double G22 = m[1] * 9.81 * c2 * std::cos(q1 + q2);
    const double K11 = 900.0 + (m[0] * c1 + m[1] * l[0]) * 9.81 * std::cos(q1) + G22;
    const double K22 = 300.0 + 3 * 4e4 * delta * delta + G22;
    const double A = M11 * d - M12 * M12;
    const double Bq = -(K11 * d + K22 * M11 - 2 * G22 * M12), C = K11 * K22 - G22 * G22;
    const double root = std::sqrt(Bq * Bq - 4 * A * C);
    const double low = std::sqrt((-Bq - root) / (2 * A)) / (2 * std::numbers::pi);
    const double high = std::sqrt((-Bq + root) / (2 * A)) / (2 * std::numbers::pi);
    EXPECT_NEAR(modes.locked(i)[0], low, 1e-12 * high);
    EXPECT_NEAR(modes.locked(i)[1], high, 1e-12 * high);
    EXPECT_GT(modes.free(i)[1], high);
  }
}

}  // namespace
}  // namespace appell::analysis
