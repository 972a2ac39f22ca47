// Friction laws fitted to forces that follow them: found again without noise, with honest errors
// under correlated noise, and nothing invented where a joint does not move.
#include "appell/analysis/friction_fit.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "appell/force/friction.hpp"
#include "appell/kinematics/propagate.hpp"
#include "tests/support/matchers.hpp"

namespace appell::analysis {
namespace {

using model::Friction;

/// A joint that goes to and fro, to 1.6 rad/s.
std::vector<double> to_and_fro(int num_rows = 4000, double speed = 1.0) {
  std::vector<double> rate;
  for (int i = 0; i < num_rows; ++i) {
    const double t = 0.005 * i;
    rate.push_back(speed * (std::sin(1.3 * t) + 0.5 * std::cos(3.1 * t) + 0.1 * std::sin(7.7 * t)));
  }
  return rate;
}

/// By force::friction_force(), which shares nothing with the fit.
std::vector<double> forces_of(const Friction& friction, const std::vector<double>& rates) {
  model::Description robot{.name = "wheel"};
  robot.links = {
      {.name = "base"},
      {.name = "wheel", .inertial = mass::rigid_mass(1.0, Vec3::Zero(), Mat3::Identity())}};
  robot.joints = {{.name = "turn",
                   .kind = model::JointKind::kRevolute,
                   .parent = "base",
                   .child = "wheel",
                   .friction = friction}};
  const model::Model model = model::build(robot);
  std::vector<double> forces;
  for (const double rate : rates) {
    const std::vector<VecX> q{VecX::Zero(1), VecX::Constant(1, rate)};
    const auto motion = kinematics::propagate(model, model::state_from_derivatives(model, q));
    forces.push_back(force::friction_force(motion).force[0](0));
  }
  return forces;
}

double value_of(const FrictionFit& fit, const std::string& name) {
  for (const FittedParameter& parameter : fit.parameters) {
    if (parameter.name == name) return parameter.value;
  }
  ADD_FAILURE() << "no " << name;
  return 0.0;
}

struct FitCase {
  FittedLaw law;
  Friction truth;
};

std::vector<FitCase> fit_cases() {
  using Law = Friction::Law;
  return {{FittedLaw::kCoulomb,
           {.viscous = 0.2, .dry = 0.4, .law = Law::kSmooth, .velocity = 0.02, .offset = -0.1}},
          {FittedLaw::kCoulomb,  // What is negative is found, too.
           {.viscous = -0.1, .dry = 0.4, .law = Law::kSmooth, .velocity = 0.02, .offset = 0.3}},
          {FittedLaw::kStribeck,
           {.viscous = 0.2,
            .dry = 0.4,
            .law = Law::kStribeck,
            .velocity = 0.02,
            .offset = 0.05,
            .stribeck = 0.15,
            .stribeck_velocity = 0.13}},
          {FittedLaw::kSigmoid,
           {.dry = 0.87224, .law = Law::kSigmoid, .steepness = 9.0657, .shift = 0.025882}},
          {FittedLaw::kSigmoid,
           {.dry = 0.64068, .law = Law::kSigmoid, .steepness = 10.136, .shift = -0.04607}},
          {FittedLaw::kSigmoidAndOffset,
           {.dry = 1.2794,
            .law = Law::kSigmoid,
            .offset = -0.2,
            .steepness = 5.5903,
            .shift = 0.036194}}};
}

// Oracle: the law that made the forces. Without noise it comes back.
TEST(FrictionFit, FindsTheLawThatMadeTheForces) {
  const std::vector<double> rate = to_and_fro();
  for (const FitCase& of : fit_cases()) {
    const FrictionFit fit = fit_friction(rate, forces_of(of.truth, rate), of.law);
    const std::string text = formula_of(of.law);
    EXPECT_NEAR(fit.friction.offset, of.truth.offset, 1e-9) << text;
    EXPECT_NEAR(fit.friction.viscous, of.truth.viscous, 1e-9) << text;
    EXPECT_NEAR(fit.friction.dry, of.truth.dry, 1e-9) << text;
    EXPECT_NEAR(fit.friction.stribeck, of.truth.stribeck, 1e-8) << text;
    EXPECT_NEAR(fit.friction.stribeck_velocity, of.truth.stribeck_velocity, 1e-8) << text;
    EXPECT_NEAR(fit.friction.steepness, of.truth.steepness, 1e-6) << text;
    EXPECT_NEAR(fit.friction.shift, of.truth.shift, 1e-8) << text;
    EXPECT_EQ(fit.friction.law, of.truth.law);
    EXPECT_LT(fit.rms, 1e-9) << text;
    ASSERT_EQ(fit.fitted.size(), rate.size());
    const std::vector<double> again = forces_of(fit.friction, rate);
    for (std::size_t i = 0; i < rate.size(); i += 97) EXPECT_NEAR(fit.fitted[i], again[i], 1e-9);
  }
}

// Property: Stribeck's law has Coulomb's in it, and leaves no more, whatever the forces are.
TEST(FrictionFit, AMoreGeneralLawLeavesNoMore) {
  const std::vector<double> rate = to_and_fro(1000);
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::vector<double> forces;
  for (const double v : rate) forces.push_back(v * v + std::cos(3.0 * v) + 0.1 * normal(random));
  const double coulomb = fit_friction(rate, forces, FittedLaw::kCoulomb).rms;
  EXPECT_GT(coulomb, 0.1);
  EXPECT_LE(fit_friction(rate, forces, FittedLaw::kStribeck).rms, coulomb * (1.0 + 1e-12));
}

TEST(FrictionFit, SaysThatANegativeCoefficientIsNoFriction) {
  const std::vector<double> rate = to_and_fro();
  const FrictionFit fit =
      fit_friction(rate, forces_of(fit_cases()[1].truth, rate), FittedLaw::kCoulomb);
  ASSERT_EQ(fit.remarks.size(), 1U);
  EXPECT_NE(fit.remarks[0].find("viscous is negative"), std::string::npos) << fit.remarks[0];
}

// Property: over many draws of noise that is correlated for 20 rows, the errors of the parameters
// are as large as their standard errors say; those of independent rows would be sqrt(39) times too
// small. The mean square of 100 draws and three parameters is within a third of 1.
TEST(FrictionFit, HasHonestErrorsUnderCorrelatedNoise) {
  const std::vector<double> rate = to_and_fro();
  const Friction truth = fit_cases()[0].truth;
  const std::vector<double> exact = forces_of(truth, rate);
  std::mt19937 engine(5);
  std::normal_distribution<double> normal;
  double squares = 0.0;
  int count = 0;
  for (int draw = 0; draw < 100; ++draw) {
    std::vector<double> noisy = exact;
    double noise = 0.0;
    for (double& x : noisy) {
      noise = 0.95 * noise + 0.01 * normal(engine);
      x += noise;
    }
    const FrictionFit fit = fit_friction(rate, noisy, FittedLaw::kCoulomb);
    const double errors[] = {fit.friction.offset - truth.offset, fit.friction.dry - truth.dry,
                             fit.friction.viscous - truth.viscous};
    for (std::size_t i = 0; i < 3; ++i) {
      squares += std::pow(errors[i] / *fit.parameters[i].sd, 2);
      ++count;
    }
  }
  EXPECT_NEAR(squares / count, 1.0, 0.33);
}

// A joint at rest has an offset and nothing else, whatever the noise of its rate.
TEST(FrictionFit, InventsNothingForAJointAtRest) {
  std::mt19937 engine(7);
  std::normal_distribution<double> normal;
  std::vector<double> rate(500), force(500);
  for (const double noise : {0.0, 1e-4}) {
    for (std::size_t i = 0; i < rate.size(); ++i) {
      rate[i] = noise * normal(engine);
      force[i] = 2.0 + (i % 2 == 0 ? 0.1 : -0.1);
    }
    for (const FitCase& of : fit_cases()) {
      const FrictionFit fit = fit_friction(rate, force, of.law);
      ASSERT_EQ(fit.remarks.size(), 1U);
      EXPECT_NE(fit.remarks[0].find("hardly moves"), std::string::npos);
      EXPECT_FALSE(fit.friction.has_dry());
      EXPECT_EQ(fit.friction.viscous, 0.0);
      const bool has_offset = of.law != FittedLaw::kSigmoid;
      EXPECT_NEAR(fit.friction.offset, has_offset ? 2.0 : 0.0, 1e-12);
      EXPECT_NEAR(fit.rms, has_offset ? 0.1 : std::sqrt(4.01), 1e-12);
      for (const FittedParameter& parameter : fit.parameters) {
        EXPECT_EQ(parameter.sd.has_value(), parameter.name == "offset") << parameter.name;
      }
    }
  }
}

// A joint that never turns back does not tell dry friction from an offset; viscous friction it
// does.
TEST(FrictionFit, LeavesOutWhatOneDirectionDoesNotTell) {
  std::vector<double> rate = to_and_fro();
  for (double& v : rate) v = 3.0 + v;
  const FrictionFit fit =
      fit_friction(rate, forces_of(fit_cases()[0].truth, rate), FittedLaw::kCoulomb);
  EXPECT_NEAR(fit.friction.offset, -0.1 + 0.4, 1e-9);
  EXPECT_NEAR(fit.friction.viscous, 0.2, 1e-9);
  EXPECT_EQ(fit.friction.dry, 0.0);
  ASSERT_EQ(fit.remarks.size(), 1U);
  EXPECT_EQ(fit.remarks[0], "dry cannot be told from this motion");
  EXPECT_EQ(value_of(fit, "dry"), 0.0);
}

TEST(FrictionFit, ExplainsBadInput) {
  const std::vector<double> few(19, 1.0), rows(30, 1.0);
  EXPECT_THROW_MESSAGE(fit_friction(few, few, FittedLaw::kCoulomb), InvalidArgument,
                       "there are 19 rows; 20 are needed");
  EXPECT_THROW_MESSAGE(fit_friction(rows, few, FittedLaw::kCoulomb), InvalidArgument,
                       "30 rates and 19 forces");
  EXPECT_THROW_MESSAGE(fit_friction(rows, rows, FittedLaw::kCoulomb, 0.0), InvalidArgument,
                       "the velocity is 0");
  EXPECT_THROW_MESSAGE(fitted_law_named("viscous"), InvalidArgument,
                       "there is no law of friction 'viscous'; coulomb, stribeck, sigmoid, "
                       "sigmoid+offset can be fitted");
  EXPECT_EQ(fitted_law_named("sigmoid"), FittedLaw::kSigmoid);
}

}  // namespace
}  // namespace appell::analysis
