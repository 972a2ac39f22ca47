// Motions side by side: peaks, energies of accelerations and their integrals, the standard moves.
#include "appell/analysis/motion_comparison.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "appell/base/constants.hpp"
#include "appell/base/error.hpp"
#include "appell/base/stop.hpp"
#include "appell/energy/acceleration_energy.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/io/limit_file.hpp"
#include "appell/io/load_model.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/trajectory/expression.hpp"
#include "appell/trajectory/point_to_point.hpp"
#include "appell/trajectory/spline.hpp"
#include "tests/support/matchers.hpp"

namespace appell::analysis {
namespace {

using model::Limited;
using model::MotionLimit;

constexpr double kMass = 2.0;

/// A mass of 2 kg on a horizontal rail.
model::Model compared_slider(const model::Friction& friction = {}) {
  model::Description robot{.name = "slider"};
  robot.links = {
      {.name = "rail"},
      {.name = "mass", .inertial = {kMass, spatial::Placement{}, 0.1 * Mat3::Identity()}}};
  robot.joints = {{.name = "slide",
                   .kind = model::JointKind::kPrismatic,
                   .parent = "rail",
                   .child = "mass",
                   .axis = Vec3::UnitX(),
                   .friction = friction}};
  return model::build(robot);
}

trajectory::Trajectory slide(std::shared_ptr<const trajectory::Law> law, double duration) {
  return {{"slide"}, {std::move(law)}, {0.0, duration}};
}

trajectory::Trajectory slide_by(const std::string& formula, double duration) {
  return slide(std::make_shared<trajectory::ExpressionLaw>(formula), duration);
}

MotionComparison comparison_of(const model::Model& robot, const std::vector<NamedMotion>& motions,
                               const std::vector<MotionLimit>& limits = {}) {
  return compare_motions(robot, robot.default_frame(), motions, limits);
}

const FigureValue& figure(const MotionComparison& of, std::string_view name,
                          std::size_t motion = 0) {
  return of.motions.at(motion).values.at(of.figure_named(std::string(name)));
}

void expect_figure(const MotionComparison& of, std::size_t motion, const std::string& name,
                   double expected, double tolerance = 1e-12) {
  const FigureValue& value = figure(of, name, motion);
  EXPECT_FALSE(value.is_impulse) << name;
  EXPECT_NEAR(value.value, expected, tolerance * expected)
      << of.motions[motion].name << " " << name;
}

/// ∫₀¹ p² du of p = Σ c[k] uᵏ, by multiplying out: not what the library does. Whole numbers of 10⁶
/// cancel to one, which takes more digits than a double has.
double integral_of_square(const std::vector<double>& c) {
  long double sum = 0.0L;
  for (std::size_t i = 0; i < c.size(); ++i) {
    for (std::size_t k = 0; k < c.size(); ++k) {
      sum += static_cast<long double>(c[i] * c[k]) / static_cast<long double>(i + k + 1);
    }
  }
  return static_cast<double>(sum);
}

std::vector<double> differentiated(std::vector<double> c, int times) {
  for (; times > 0; --times) {
    for (std::size_t k = 1; k < c.size(); ++k) c[k - 1] = static_cast<double>(k) * c[k];
    c.pop_back();
  }
  return c;
}

// Oracle: closed form. From rest to rest over D in T, with u = t/T: the quintic 10u³ - 15u⁴ + 6u⁵
// and the septic 35u⁴ - 84u⁵ + 70u⁶ - 20u⁷, the double S of thirds with 3/2, 27/4 and 243/4. F = m
// q'', E_p = ½ m (q⁽ᵖ⁺¹⁾)², and ∫ |F q'| dt = 2 · ½ m max(q')²: sped up, then slowed down.
TEST(MotionComparison, StandardMovesHaveTheirClosedForms) {
  const double D = 0.7, T = 1.6, m = kMass;
  const model::Model robot = compared_slider();
  // The ends of this motion are what counts; it is not from rest to rest.
  const trajectory::Trajectory given = slide_by("0.2 + 0.7*t/1.6", T);
  EXPECT_NEAR(share_at_ends(given), 1.0, 1e-12);
  const StandardMoves standard = standard_moves(robot, given, {});
  ASSERT_EQ(standard.moves.size(), 3u);
  EXPECT_FALSE(standard.shortest);
  const MotionComparison of = comparison_of(robot, standard.moves);
  struct Case {
    std::vector<double> law;  // Of u.
    double v, a, j;           // Largest, in D/Tᵏ.
  };
  const double u = 0.5 - std::sqrt(5.0) / 10.0;  // Where q''' of the septic is zero.
  const std::vector<Case> cases{{{0, 0, 0, 10, -15, 6}, 15.0 / 8.0, 10.0 / std::sqrt(3.0), 60.0},
                                {{0, 0, 0, 0, 35, -84, 70, -20},
                                 35.0 / 16.0,
                                 420.0 * u * u * (1 - u) * (1 - u) * (1 - 2 * u),
                                 52.5}};
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto& [law, v, a, j] = cases[i];
    expect_figure(of, i, "duration", T);
    expect_figure(of, i, "velocity", v * D / T);
    expect_figure(of, i, "acceleration", a * D / (T * T));
    expect_figure(of, i, "jerk", j * D / (T * T * T));
    expect_figure(of, i, "torque", m * a * D / (T * T));
    expect_figure(of, i, "torque_rate", m * j * D / (T * T * T));
    expect_figure(of, i, "mechanical_energy", m * std::pow(v * D / T, 2));
    expect_figure(of, i, "E0", 0.5 * m * std::pow(v * D / T, 2));
    expect_figure(of, i, "E1", 0.5 * m * std::pow(a * D / (T * T), 2));
    expect_figure(of, i, "E2", 0.5 * m * std::pow(j * D / (T * T * T), 2));
    expect_figure(of, i, "end_effector_speed", v * D / T);
    expect_figure(of, i, "end_effector_jerk", j * D / (T * T * T));
    for (int p = 0; p <= 3; ++p) {
      const double square = integral_of_square(differentiated(law, p + 1));
      expect_figure(of, i, concat("E", p, "_integral"),
                    0.5 * m * square * D * D * std::pow(T, -2.0 * p - 1.0));
    }
  }
  expect_figure(of, 2, "velocity", 1.5 * D / T);
  expect_figure(of, 2, "acceleration", 6.75 * D / (T * T), 1e-11);
  expect_figure(of, 2, "jerk", 60.75 * D / (T * T * T), 1e-11);
  expect_figure(of, 2, "mechanical_energy", m * std::pow(1.5 * D / T, 2));
  // Four pieces of jerk of T/9 each and none between: ∫ q'''² dt = 4 j² T/9.
  expect_figure(of, 2, "E2_integral",
                0.5 * m * 4.0 / 9.0 * T * std::pow(60.75 * D / (T * T * T), 2), 1e-10);
  // Its jerk jumps: q⁗ is infinite, and so is E^(3).
  EXPECT_TRUE(figure(of, "E3", 2).is_impulse);
  EXPECT_TRUE(figure(of, "E3_integral", 2).is_impulse);
  EXPECT_EQ(of.best(of.figure_named("velocity")), std::vector<std::size_t>{2});
  EXPECT_EQ(of.best(of.figure_named("acceleration")), std::vector<std::size_t>{0});
  EXPECT_EQ(of.best(of.figure_named("jerk")), std::vector<std::size_t>{1});
  EXPECT_TRUE(of.best(of.figure_named("duration")).empty());  // All equal.
}

// Oracle: q = A sin ωt over a quarter of a period, where the largest power lies inside: m A² ω³/2.
TEST(MotionComparison, PowerOfASwing) {
  const double A = 0.3, w = 2.0, T = kPi / 4.0;
  const MotionComparison of =
      comparison_of(compared_slider(), {{"swing", slide_by("0.3*sin(2*t)", T)}});
  expect_figure(of, 0, "power", 0.5 * kMass * A * A * w * w * w);
  expect_figure(of, 0, "total_power", 0.5 * kMass * A * A * w * w * w);
  expect_figure(of, 0, "mechanical_energy", 0.5 * kMass * A * A * w * w);
  // ∫ ½ m A² ω⁴ sin²ωt dt = ½ m A² ω⁴ T/2.
  expect_figure(of, 0, "E1_integral", 0.25 * kMass * A * A * std::pow(w, 4) * T);
  expect_figure(of, 0, "E3_integral", 0.25 * kMass * A * A * std::pow(w, 8) * T);
  EXPECT_NEAR(*figure(of, "E0").time, 0.0, 1e-12);
  // Beyond the quarter the mass speeds up again: where the power changes its sign is no seam.
  const MotionComparison longer =
      comparison_of(compared_slider(), {{"swing", slide_by("0.3*sin(2*t)", 1.0)}});
  const double cosine = std::cos(w);
  expect_figure(longer, 0, "mechanical_energy",
                0.5 * kMass * A * A * w * w * (1.0 + cosine * cosine));
}

// Oracle: a trapezoid of velocity. The acceleration jumps: torque rate, jerk and all energies from
// E^(2) on are infinite, E^(1) is not.
TEST(MotionComparison, ImpulsesAreShownAsSuch) {
  trajectory::PiecewisePolynomial law({0.0, 1.0, 2.0}, 2, 1);
  // q = ½ t² up to 1 s, then 1 - ½ (2 - t)², about the middles of the intervals.
  const double up[] = {0.125, 0.5, 0.5}, down[] = {0.875, 0.5, -0.5};
  std::copy(up, up + 3, law.coefficients(0).begin());
  std::copy(down, down + 3, law.coefficients(1).begin());
  const MotionComparison of = comparison_of(
      compared_slider(),
      {{"trapezoid", slide(std::make_shared<trajectory::PiecewisePolynomial>(law), 2.0)}});
  expect_figure(of, 0, "torque", kMass);
  expect_figure(of, 0, "E1", 0.5 * kMass);
  expect_figure(of, 0, "E1_integral", kMass);
  for (const char* name : {"jerk", "torque_rate", "E2", "E2_integral", "E3", "end_effector_jerk"}) {
    EXPECT_TRUE(figure(of, name).is_impulse) << name;
    EXPECT_TRUE(std::isnan(figure(of, name).value)) << name;
  }
}

// Oracle: clock scaling. In units of 1e-6 m, all is as large as it should be, not rounding.
TEST(MotionComparison, SmallMotionsAreNoRounding) {
  const MotionComparison of =
      comparison_of(compared_slider(), {{"small", slide_by("3e-9*sin(2*t)", kPi / 4.0)}});
  expect_figure(of, 0, "torque", kMass * 3e-9 * 4.0);
  expect_figure(of, 0, "E1_integral", 0.25 * kMass * 9e-18 * 16.0 * kPi / 4.0);
}

/// ∫ f dt by Gauss's rule of five points on many intervals between seams.
template <class F>
double quadrature(const F& f, double from, double to, int intervals) {
  constexpr std::array<double, 3> kX{0.0, 0.5384693101056831, 0.9061798459386640};
  constexpr std::array<double, 3> kW{0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
  double sum = 0.0;
  const double h = 0.5 * (to - from) / intervals;
  for (int i = 0; i < intervals; ++i) {
    const double middle = from + (2 * i + 1) * h;
    for (std::size_t k = 0; k < kX.size(); ++k) {
      sum += h * kW[k] * f(middle + h * kX[k]);
      if (k > 0) sum += h * kW[k] * f(middle - h * kX[k]);
    }
  }
  return sum;
}

// Cross-check: readable energies and forces at many instants, by quadrature. And between two
// positions at rest, the net work is the difference of potential energy; the mechanical energy is
// never less.
TEST(MotionComparison, IntegralsAgreeWithQuadratureOfTheReadablePasses) {
  const model::Model robot = io::load_model("planar2r").model;
  const trajectory::Trajectory motion({"shoulder", "elbow"},
                                      {std::make_shared<trajectory::PiecewisePolynomial>(
                                           trajectory::minimum_snap(0, 0.1, 1.2, 1.3)),
                                       std::make_shared<trajectory::PiecewisePolynomial>(
                                           trajectory::minimum_snap(0, 0.9, 1.2, -0.4))},
                                      {0.0, 1.2});
  const MotionComparison of = comparison_of(robot, {{"move", motion}});
  const auto bodies = [&](double t) { return kinematics::propagate(robot, motion.sample(t, 5)); };
  for (int p = 0; p <= 3; ++p) {
    const auto E = [&](double t) { return energy::acceleration_energy(bodies(t), p)[0]; };
    expect_figure(of, 0, concat("E", p, "_integral"), quadrature(E, 0.0, 1.2, 60), 1e-12);
    double largest = 0.0;
    for (int i = 0; i <= 600; ++i) largest = std::max(largest, E(0.002 * i));
    EXPECT_GE(figure(of, concat("E", p)).value, largest * (1.0 - 1e-13));
    EXPECT_LE(figure(of, concat("E", p)).value, largest * (1.0 + 1e-3));
  }
  const auto power = [&](double t) {
    const kinematics::TreeMotion at = bodies(t);
    const VecX Q = force::generalized_force(at)[0];
    return Q.cwiseProduct(motion.sample(t, 1)[1]).lpNorm<1>();
  };
  // |power| has kinks: the rule converges with h² there.
  expect_figure(of, 0, "mechanical_energy", quadrature(power, 0.0, 1.2, 2000), 1e-6);
}

// Oracle: by hand. With limits, the jerk-limited law is the fastest within them, slowed down: it
// reaches the share T_min/T of its velocity limit. The worst joint is the one nearest to its limit.
TEST(MotionComparison, SharesOfLimitsAndTheJerkLimitedLaw) {
  const model::Model robot = io::load_model("planar2r").model;
  std::vector<MotionLimit> limits;
  for (int j : {0, 1}) {
    limits.push_back({Limited::kCoordinate, 1, j, -1.0 - j, 1.0 + j});
    limits.push_back({Limited::kCoordinate, 2, j, -4.0, 4.0});
    limits.push_back({Limited::kCoordinate, 3, j, -40.0, 40.0});
  }
  const double fastest =
      trajectory::jerk_limited(0.0, 0.0, 1.0, {1.0, 4.0, 40.0}).range().duration();
  const trajectory::Trajectory given({"shoulder", "elbow"},
                                     {std::make_shared<trajectory::ExpressionLaw>("t/2"),
                                      std::make_shared<trajectory::ExpressionLaw>("0.4*t/2")},
                                     {0.0, 2.0});
  const StandardMoves standard = standard_moves(robot, given, limits);
  ASSERT_TRUE(standard.shortest);
  EXPECT_NEAR(*standard.shortest, fastest, 1e-12);
  const MotionComparison of = comparison_of(robot, {standard.moves[2]}, limits);
  const FigureValue& velocity = figure(of, "velocity");
  EXPECT_NEAR(velocity.value, fastest / 2.0, 1e-10);
  EXPECT_EQ(velocity.worst, 0);
  EXPECT_NEAR(*velocity.share, fastest / 2.0, 1e-10);
  ASSERT_EQ(velocity.joints.size(), 2u);
  EXPECT_EQ(of.motions[0].is_legal, true);
  const MotionComparison fast =
      comparison_of(robot, {{"fast", standard.moves[2].motion.at_speed(2.0)}}, limits);
  EXPECT_EQ(fast.motions[0].is_legal, false);
  EXPECT_FALSE(fast.motions[0].exceeded.empty());
  // The elbow goes 0.4 as far and may be twice as fast: a motion in which it alone moves at 0.9
  // rad/s has the larger value and the smaller share, and that counts.
  const trajectory::Trajectory elbow({"shoulder", "elbow"},
                                     {std::make_shared<trajectory::ExpressionLaw>("0.1*t"),
                                      std::make_shared<trajectory::ExpressionLaw>("0.9*t")},
                                     {0.0, 1.0});
  const MotionComparison two = comparison_of(robot, {standard.moves[2], {"elbow", elbow}}, limits);
  EXPECT_GT(figure(two, "velocity", 1).value, figure(two, "velocity", 0).value);
  EXPECT_NEAR(*figure(two, "velocity", 1).share, 0.45, 1e-12);
  EXPECT_EQ(two.best(two.figure_named("velocity")), std::vector<std::size_t>{1});
}

// Property: a septic has its largest snap at its ends, where the search for the peak must not leave
// the motion. 840 D/T⁴ of the joint with the longest way.
TEST(MotionComparison, PeaksAtTheEndsOfAMotionAreFound) {
  const model::Model robot = io::load_model("panda").model;
  const std::vector<double> from{0.0, -0.5, 0.0, -2.0, 0.0, 1.6, 0.8};
  const std::vector<double> to{0.8, 0.2, 0.3, -1.2, -0.2, 2.1, 0.2};
  const double T = 1.5;
  std::vector<std::string> names;
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  for (std::size_t j = 0; j < from.size(); ++j) {
    names.push_back(robot.coordinates()[j].name);
    laws.push_back(std::make_shared<trajectory::PiecewisePolynomial>(
        trajectory::minimum_snap(0.0, from[j], T, to[j])));
  }
  const NamedMotion move{"move", {names, laws, {0.0, T}}};
  const std::vector<MotionLimit> limits = io::load_limits("panda", robot);
  for (const NamedMotion& standard : standard_moves(robot, move.motion, limits).moves) {
    EXPECT_NO_THROW(comparison_of(robot, {standard}, limits)) << standard.name;
  }
  const MotionComparison of = comparison_of(robot, {move});
  expect_figure(of, 0, "velocity", 35.0 / 16.0 * 0.8 / T, 1e-11);
  expect_figure(of, 0, "jerk", 52.5 * 0.8 / (T * T * T), 1e-11);
  EXPECT_FALSE(figure(of, "E3").is_impulse);
}

TEST(MotionComparison, SaysWhatIsWrong) {
  const model::Model robot = compared_slider();
  EXPECT_THROW_MESSAGE(standard_moves(robot, slide_by("sin(pi*t)", 2.0), {}), InvalidArgument,
                       "ends where it begins");
  EXPECT_THROW_MESSAGE(comparison_of(robot, {}), InvalidArgument, "there is no motion");
  const MotionComparison of = comparison_of(robot, {{"a", slide_by("t^2", 1.0)}});
  EXPECT_THROW_MESSAGE(of.figure_named("beauty"), InvalidArgument, "no figure 'beauty'");
  EXPECT_THROW_MESSAGE(of.best(99), InvalidArgument, "no figure 99");
}

// Property: progress ascends to the end of each motion; a flag that is set ends it.
TEST(MotionComparison, ShowsProgressAndStops) {
  const model::Model robot = compared_slider();
  const std::vector<NamedMotion> motions{{"a", slide_by("0.3*sin(2*t)", 3.0)},
                                         {"b", slide_by("0.2*sin(3*t)", 3.0)}};
  std::vector<double> shares;
  CheckRequest request{.progress = [&](double share) { shares.push_back(share); }};
  compare_motions(robot, robot.default_frame(), motions, {}, request);
  ASSERT_GT(shares.size(), 10u);
  const auto is_end = [](double share) { return share > 0.999; };
  EXPECT_EQ(std::count_if(shares.begin(), shares.end(), is_end), 2);
  EXPECT_TRUE(is_end(shares.back()));
  const std::atomic<bool> stop = true;
  request.stop = &stop;
  EXPECT_THROW_MESSAGE(compare_motions(robot, robot.default_frame(), motions, {}, request),
                       Interrupted, "interrupted");
}

}  // namespace
}  // namespace appell::analysis
