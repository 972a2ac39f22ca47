// How well the worst values of a check are known.
#include "appell/analysis/limit_deviations.hpp"

#include <cmath>
#include <memory>
#include <random>

#include <gtest/gtest.h>

#include "appell/analysis/selection.hpp"
#include "appell/io/load_model.hpp"
#include "appell/record/noisy_law.hpp"
#include "appell/trajectory/expression.hpp"
#include "appell/trajectory/samples.hpp"
#include "tests/support/matchers.hpp"

namespace appell::analysis {
namespace {

using model::Limited;
using model::MotionLimit;

constexpr int kKnown = 5;  // q to q'''' have covariances.

/// Cov(q⁽ᵃ⁾, q⁽ᵇ⁾) of some motion that is known to 1e-4 rad or so.
std::vector<double> some_covariance() {
  std::vector<double> covariance;
  for (int a = 0; a < kKnown; ++a) {
    for (int b = 0; b < kKnown; ++b) {
      const double correlation = a == b ? 1.0 : (a + b) % 2 == 0 ? -0.3 : 0.1;
      covariance.push_back(1e-8 * std::pow(10.0, a + b) * correlation);
    }
  }
  return covariance;
}

trajectory::Trajectory uncertain(const std::vector<std::string>& joints,
                                 const std::vector<std::string>& formulas) {
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  for (const std::string& formula : formulas) {
    laws.push_back(std::make_shared<record::NoisyLaw>(
        std::make_shared<trajectory::ExpressionLaw>(formula), some_covariance(), kKnown));
  }
  return {joints, laws, {0.0, 3.0}};
}

double cov(int a, int b) { return some_covariance()[a * kKnown + b]; }

MotionCheck with_deviations(const model::Model& robot, const trajectory::Trajectory& motion,
                            const std::vector<MotionLimit>& limits) {
  MotionCheck check = check_motion(robot, motion, robot.default_frame(), limits);
  set_deviations(robot, motion, robot.default_frame(), check);
  return check;
}

/// A mass of 2 kg on a horizontal rail, with friction.
model::Model rail(const model::Friction& friction) {
  model::Description robot{.name = "slider"};
  robot.links = {{.name = "rail"},
                 {.name = "mass", .inertial = {2.0, spatial::Placement{}, 0.1 * Mat3::Identity()}}};
  robot.joints = {{.name = "slide",
                   .kind = model::JointKind::kPrismatic,
                   .parent = "rail",
                   .child = "mass",
                   .axis = Vec3::UnitX(),
                   .friction = friction}};
  return model::build(robot);
}

// Oracle: closed form. Of F = m q'' + b q' + d sgn q' Var F = m² Var q'' + b² Var q' + 2 m b Cov,
// of P = F q' by the product rule; dry friction has no derivative, also where the joint turns
// round.
TEST(LimitDeviations, OfAMassOnARail) {
  const double m = 2.0, b = 0.5, d = 1.5;
  const model::Model robot = rail({.viscous = b, .dry = d});
  const trajectory::Trajectory motion = uncertain({"slide"}, {"0.3*sin(2*t)"});
  const std::vector<MotionLimit> limits{{Limited::kCoordinate, 0, 0, -1.0, 1.0},
                                        {Limited::kCoordinate, 3, 0, -9.0, 9.0},
                                        {Limited::kForce, 0, 0, -9.0, 9.0},
                                        {Limited::kPower, 0, 0, -9.0, 9.0},
                                        {Limited::kFrameLinear, 1, 0, -MotionLimit::kNone, 1.0},
                                        {Limited::kEnergy, 0, 0, -MotionLimit::kNone, 9.0}};
  const MotionCheck check = with_deviations(robot, motion, limits);
  const double variance = m * m * cov(2, 2) + b * b * cov(1, 1) + 2.0 * m * b * cov(1, 2);
  EXPECT_NEAR(check.verdicts[0].sd, std::sqrt(cov(0, 0)), 1e-12);
  EXPECT_NEAR(check.verdicts[1].sd, std::sqrt(cov(3, 3)), 1e-8);
  EXPECT_NEAR(check.verdicts[2].sd, std::sqrt(variance), 1e-9);
  const double t = check.verdicts[3].time;
  const double rate = 0.6 * std::cos(2.0 * t), acceleration = -1.2 * std::sin(2.0 * t);
  const double by_rate = m * acceleration + 2.0 * b * rate + (rate < 0.0 ? -d : d);
  const double of_power = by_rate * by_rate * cov(1, 1) + m * m * rate * rate * cov(2, 2) +
                          2.0 * by_rate * m * rate * cov(1, 2);
  EXPECT_NEAR(check.verdicts[3].sd, std::sqrt(of_power), 1e-6 * std::sqrt(of_power));
  EXPECT_NEAR(check.verdicts[4].sd, std::sqrt(cov(1, 1)), 1e-9);
  EXPECT_TRUE(std::isnan(check.verdicts[5].sd));
}

// Cross-check: Q_drive.sd of the same instants, which goes through the exact partial derivatives.
TEST(LimitDeviations, OfTorquesAreThoseOfTheQuantity) {
  const model::Model robot = io::load_model("panda").model;
  const int n = robot.num_coordinates();
  std::vector<std::string> joints, formulas;
  for (int j = 0; j < n; ++j) {
    joints.push_back(robot.coordinates()[j].name);
    formulas.push_back("0.2*sin(" + std::to_string(j + 1) + "*t)-0.1*" + std::to_string(j));
  }
  model::Description description = robot.description();
  for (model::Joint& joint : description.joints) joint.friction = {};
  const model::Model smooth = model::build(description);
  const trajectory::Trajectory motion = uncertain(joints, formulas).for_model(smooth);
  std::vector<MotionLimit> limits;
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k <= 2; ++k) limits.push_back({Limited::kForce, k, j, -1e3, 1e3});
  }
  const MotionCheck check = with_deviations(smooth, motion, limits);
  Subject subject = along_motion({.model = smooth, .frame = smooth.default_frame(), .order = 2});
  subject.is_uncertain = true;
  const Selection selection(subject, {"Q_drive"});
  for (const LimitVerdict& verdict : check.verdicts) {
    trajectory::TrajectoryCursor cursor(motion);
    model::StateBlock states(n, selection.state_order(), 1);
    states.keep_covariances();
    const double times[] = {verdict.time};
    cursor.sample(times, states);
    Evaluator evaluator(selection, 1);
    evaluator.compute(states);
    const NamedArray& deviations = selection.arrays()[1];
    std::vector<double> row(deviations.num_entries());
    evaluator.write_rows(deviations, row.data(), row.size());
    const auto at = static_cast<std::size_t>(verdict.limit.order * n + verdict.limit.coordinate);
    EXPECT_NEAR(verdict.sd, row[at], 1e-6 * row[at]) << kind_name(verdict.limit);
  }
}

// Oracle: by definition. Within two deviations of the limit a verdict may be another.
TEST(LimitDeviations, DoubtfulVerdicts) {
  const model::Model robot = rail({});
  const trajectory::Trajectory motion = uncertain({"slide"}, {"0.3*sin(2*t)"});
  const double sd = std::sqrt(cov(1, 1));
  for (const double away : {-3.0, -1.0, 1.0, 3.0}) {
    const double limit = 0.6 + away * sd;
    const LimitVerdict verdict =
        with_deviations(robot, motion, {{Limited::kCoordinate, 1, 0, -limit, limit}}).verdicts[0];
    EXPECT_EQ(verdict.is_legal(), away > 0.0) << away;
    EXPECT_EQ(verdict.is_doubtful(), std::abs(away) < 2.0) << away;
  }
  // An exact motion has no deviation, and no doubt.
  const trajectory::Trajectory exact{
      {"slide"}, {std::make_shared<trajectory::ExpressionLaw>("0.3*sin(2*t)")}, {0.0, 3.0}};
  const LimitVerdict sure =
      with_deviations(robot, exact, {{Limited::kCoordinate, 1, 0, -0.6, 0.6}}).verdicts[0];
  EXPECT_TRUE(std::isnan(sure.sd));
  EXPECT_FALSE(sure.is_doubtful());
}

// Cross-check: draws. Noise of 1e-5 rad in samples 10 ms apart makes nearly all of the worst jerk,
// and nearly nothing of the worst velocity.
TEST(LimitDeviations, NoiseOfSamples) {
  const model::Model robot = rail({});
  double share_of_jerk = 0.0;
  constexpr int kDraws = 5;
  for (int draw = 0; draw < kDraws; ++draw) {
    std::mt19937 random(static_cast<unsigned>(11 + draw));
    std::normal_distribution<double> normal;
    record::Recording recording;
    recording.joints = {"slide"};
    recording.position.resize(1);
    for (int i = 0; i < 500; ++i) {
      recording.times.push_back(0.01 * i);
      recording.position[0].push_back(0.01 * std::sin(0.02 * i) + 1e-5 * normal(random));
    }
    const trajectory::Trajectory motion{
        {"slide"},
        {std::make_shared<trajectory::PiecewisePolynomial>(
            trajectory::interpolate_samples(4, recording.times, {recording.position[0]}).law)},
        {0.0, recording.times.back()}};
    MotionCheck check = check_motion(
        robot, motion, robot.default_frame(),
        {{Limited::kCoordinate, 1, 0, -1.0, 1.0}, {Limited::kCoordinate, 3, 0, -1e3, 1e3}});
    set_noise(robot, motion, robot.default_frame(), recording, check);
    EXPECT_LT(check.verdicts[0].noise, 0.5 * check.verdicts[0].worst);
    share_of_jerk += check.verdicts[1].noise / check.verdicts[1].worst / kDraws;
    EXPECT_TRUE(std::isnan(check.verdicts[1].sd));
  }
  EXPECT_GT(share_of_jerk, 0.6);
  EXPECT_LT(share_of_jerk, 1.5);
}

// Cross-check: draws. Of a smooth motion at 1 kHz every 16th row says the one before once more, and
// stamps jitter by 50 µs: the worst acceleration is many times the true one, 0.45, and that it is
// noise is found to within a third. The typical scatter of the rows says next to nothing of it.
TEST(LimitDeviations, RowsThatRepeatAndStampsThatJitter) {
  const model::Model robot = rail({});
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  record::Recording recording;
  recording.joints = {"slide"};
  recording.position.resize(1);
  for (int i = 0; i < 2000; ++i) {
    const double t = 0.001 * (i % 16 == 9 ? i - 1 : i);
    recording.times.push_back(0.001 * i + (i % 10 == 4 ? 5e-5 * normal(random) : 0.0));
    recording.position[0].push_back(0.05 * std::sin(3.0 * t));
  }
  const trajectory::Trajectory motion{
      {"slide"},
      {std::make_shared<trajectory::PiecewisePolynomial>(
          trajectory::interpolate_samples(4, recording.times, {recording.position[0]}).law)},
      {0.0, recording.times.back()}};
  MotionCheck check = check_motion(robot, motion, robot.default_frame(),
                                   {{Limited::kCoordinate, 1, 0, -1.0, 1.0},
                                    {Limited::kCoordinate, 2, 0, -1e3, 1e3},
                                    {Limited::kForce, 1, 0, -1e6, 1e6}});
  set_noise(robot, motion, robot.default_frame(), recording, check);
  EXPECT_GT(check.verdicts[1].worst, 100.0);
  for (const LimitVerdict& verdict : check.verdicts) {
    const double truth = verdict.limit.order == 1 && verdict.limit.what == Limited::kCoordinate
                             ? 0.15  // Of the velocity; of what follows nearly nothing.
                             : 0.0;
    EXPECT_NEAR(verdict.noise, verdict.worst - truth, 0.33 * (verdict.worst - truth))
        << kind_name(verdict.limit);
  }
}

}  // namespace
}  // namespace appell::analysis
