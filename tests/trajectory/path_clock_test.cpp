// Paths that are run through as a clock says.
#include "appell/trajectory/path_clock.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/trajectory/retimed_motion.hpp"
#include "tests/support/matchers.hpp"

namespace appell::trajectory {
namespace {

/// Ten intervals of different lengths, with α that rises, falls and bends both ways.
PathClock wavy_clock(int power) {
  std::vector<double> knots{0.0};
  for (int k = 1; k < 10; ++k) knots.push_back(0.1 * k + 0.02 * std::sin(5.0 * k));
  knots.push_back(1.0);
  std::vector<double> alpha;
  for (int k = 0; k < 12; ++k) alpha.push_back(1.0 + 0.7 * std::sin(2.0 * k));
  return PathClock::quadratic(Grading(power, power), knots, alpha, 0.5);
}

TEST(Grading, BeginsWithItsPower) {
  // Oracle: the definition: φ(0) = 0, φ(1) = 1, the first derivative that is not zero, and
  // φ'(u) = C w in the middle of the end by hand.
  for (int power = 1; power <= 3; ++power) {
    const Grading grading(power, 1);
    const auto start = grading.expand(0.0);
    for (int k = 0; k < power; ++k) EXPECT_EQ(start[k], 0.0);
    EXPECT_GT(start[power], 0.0);
    EXPECT_NEAR(grading.expand(1.0)[0], 1.0, 1e-15);
    EXPECT_NEAR(grading.expand(grading.inverse(0.3))[0], 0.3, 1e-15);
  }
  const Grading grading(3, 3);
  const double v = 0.5, w = 1.0 - std::pow(1.0 - v, 4) * (1.0 + 4.0 * v);
  EXPECT_NEAR(grading.expand(0.125)[1], 1.2 * w, 1e-14);  // C = 1/(1 - 2 d/3) = 1.2
  EXPECT_THROW_MESSAGE(Grading(4, 1), InvalidArgument, "1, 2 or 3");
}

TEST(PathClock, MovesAtTheSpeedThatIsGiven) {
  // Oracle: the definition (du/dt)² = α(u), by the first coefficient of the series; the time of an
  // interval by a quadrature of α^(-1/2) with 2000 midpoints, good to 1e-7.
  const PathClock clock = wavy_clock(1);  // s is u.
  double scratch[2], s[2];
  for (int k = 0; k < clock.num_intervals(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    const double h = clock.knots()[i + 1] - clock.knots()[i];
    double time = 0.0;
    for (int n = 0; n < 2000; ++n)
      time += h / 2000 / std::sqrt(clock.rate(k, (n + 0.5) / 2000).alpha);
    EXPECT_NEAR(clock.times()[i + 1] - clock.times()[i], time, 1e-6 * time);
    for (const double part : {0.0, 0.3, 0.8}) {
      const double t = clock.times()[i] + part * (clock.times()[i + 1] - clock.times()[i]);
      clock.expand(k, t, scratch, s);
      const double alpha = clock.rate(k, (s[0] - clock.knots()[i]) / h).alpha;
      EXPECT_NEAR(s[1] * s[1], alpha, 1e-13);
      EXPECT_NEAR(clock.time_at(s[0]), t, 1e-13);
    }
  }
}

TEST(PathClock, SeriesAreThoseOfTheMotion) {
  // Cross-check: the series at a time, evaluated a little later, is the motion there: the terms
  // that are left out are below 1e-14 at a tenth of an interval.
  for (int power = 1; power <= 3; ++power) {
    const PathClock clock = wavy_clock(power);
    for (const int k : {0, 1, 5, 9}) {
      const auto i = static_cast<std::size_t>(k);
      const double length = clock.times()[i + 1] - clock.times()[i];
      const double t = clock.times()[i] + 0.4 * length, dt = 0.1 * length;
      double scratch[16], s[16], later[1], one[1];
      clock.expand(k, t, scratch, s);
      clock.expand(k, t + dt, one, later);
      double value = 0.0;
      for (int n = 15; n >= 0; --n) value = value * dt + s[n];
      EXPECT_NEAR(value, later[0], 1e-13);
    }
  }
}

TEST(PathClock, LinearStartsFromRest) {
  // Oracle: α = 2 a u is u = a t²/2.
  const double a = 3.0;
  const PathClock clock = PathClock::linear(Grading(1, 1), {0.0, 0.5, 1.0}, {0.0, a, 2.0 * a});
  EXPECT_NEAR(clock.duration(), std::sqrt(2.0 / a), 1e-14);
  double scratch[3], s[3];
  clock.expand(0, 0.2, scratch, s);
  EXPECT_NEAR(s[0], 0.5 * a * 0.04, 1e-15);
  EXPECT_NEAR(s[1], a * 0.2, 1e-14);
  EXPECT_NEAR(2.0 * s[2], a, 1e-14);
  EXPECT_NEAR(clock.slowed(2.0).duration(), 2.0 * clock.duration(), 1e-14);
}

TEST(PathClock, BadInput) {
  const Grading none(1, 1);
  EXPECT_THROW_MESSAGE(PathClock::quadratic(none, {0.0, 1.0}, {1.0, 1.0}), InvalidArgument,
                       "3 are needed");
  EXPECT_THROW_MESSAGE(PathClock::quadratic(none, {0.0, 0.9}, {1.0, 1.0, 1.0}), InvalidArgument,
                       "0 to 1");
  EXPECT_THROW_MESSAGE(PathClock::quadratic(none, {0.0, 0.5, 0.5, 1.0}, {1, 1, 1, 1, 1}),
                       InvalidArgument, "must ascend");
  EXPECT_THROW_MESSAGE(PathClock::quadratic(none, {0.0, 1.0}, {1.0, -1.0, 1.0}), InvalidArgument,
                       "not positive");
  EXPECT_THROW_MESSAGE(PathClock::linear(none, {0.0, 0.5, 1.0}, {0.0, 0.0, 1.0}), InvalidArgument,
                       "not positive");
}

TEST(WaypointPath, IsANaturalSpline) {
  // Oracle: the definition: through the waypoints, with zero derivatives of the highest orders.
  const std::vector<std::vector<double>> waypoints{{0.0, 1.0}, {0.5, -1.0}, {2.0, 0.3}, {1.0, 0.0}};
  for (const int degree : {3, 5, 7}) {
    const Trajectory path = waypoint_path(degree, {"a", "b"}, waypoints);
    for (std::size_t i = 0; i < waypoints.size(); ++i) {
      const VecX q = path.sample(static_cast<double>(i) / 3.0, 0)[0];
      EXPECT_NEAR(q(0), waypoints[i][0], 1e-13);
      EXPECT_NEAR(q(1), waypoints[i][1], 1e-13);
    }
    for (int k = (degree + 1) / 2; k < degree; ++k) {
      EXPECT_LE(path.sample(0.0, degree).derivative(k).cwiseAbs().maxCoeff(), 1e-7);
      EXPECT_LE(path.sample(1.0, degree).derivative(k).cwiseAbs().maxCoeff(), 1e-7);
    }
  }
  EXPECT_THROW_MESSAGE(waypoint_path(2, {"a", "b"}, waypoints), InvalidArgument, "3 to 21");
  EXPECT_THROW_MESSAGE(waypoint_path(3, {"a"}, waypoints), InvalidArgument, "waypoint 1 has 2");
  EXPECT_THROW_MESSAGE(waypoint_path(3, {"a"}, {{1.0}, {1.0}, {1.0}}), InvalidArgument,
                       "all waypoints are the same");
}

TEST(WaypointPath, OfFewWaypointsIsThePolynomialThroughThem) {
  // Oracle: closed forms. Two points make a straight line, three a parabola: here 1 + 3 s, and
  // 4 s (1 - s) through 0, 1, 0.
  for (const int degree : {5, 21}) {
    const Trajectory line = waypoint_path(degree, {"a"}, {{1.0}, {4.0}});
    const Trajectory parabola = waypoint_path(degree, {"a"}, {{0.0}, {1.0}, {0.0}});
    for (const double s : {0.0, 0.1, 0.5, 0.7, 1.0}) {
      EXPECT_NEAR(line.sample(s, 0)[0](0), 1.0 + 3.0 * s, 1e-13) << degree;
      EXPECT_NEAR(parabola.sample(s, 0)[0](0), 4.0 * s * (1.0 - s), 1e-13) << degree;
    }
  }
}

TEST(RetimedMotion, StaysOnThePath) {
  // Property: q(t) is p(s(t)), to rounding, and derivatives are those of the composition: the
  // series at a time, evaluated later, is the motion there.
  const Trajectory path = waypoint_path(5, {"a", "b"}, {{0.0, 1.0}, {0.5, -1.0}, {2.0, 0.3}});
  const PathClock clock = wavy_clock(3);
  const Trajectory motion = retimed_motion(path, clock);
  EXPECT_EQ(motion.range().start, 0.5);
  EXPECT_EQ(motion.continuity(), 2);
  TrajectoryCursor cursor(motion);
  model::StateBlock block(2, 14, 1);
  for (int i = 0; i < 20; ++i) {
    const double t = 0.5 + clock.duration() * (i + 0.5) / 20.0, dt = 1e-3;
    const int k = clock.interval_at(t);
    double one[1], s[1];
    clock.expand(k, t, one, s);
    cursor.sample({&t, 1}, block);
    const model::StateSeries state = motion.sample(t, 14);
    for (int j = 0; j < 2; ++j) {
      EXPECT_NEAR(state[0](j), path.sample(s[0], 0)[0](j), 1e-14);
      for (int n = 0; n <= 14; ++n) EXPECT_EQ(block.q().column(n, j)[0], state[n](j));
      double value = 0.0;
      for (int n = 14; n >= 0; --n) value = value * dt + state[n](j);
      if (clock.interval_at(t + dt) == k) {
        EXPECT_NEAR(value, motion.sample(t + dt, 0)[0](j), 1e-13);
      }
    }
  }
}

TEST(RetimedMotion, GivesItsPathBack) {
  // Property: the laws of the path themselves, on its own range; other motions have none, nor one
  // that is run at another speed or cut.
  const Trajectory path = waypoint_path(5, {"a", "b"}, {{0.0, 1.0}, {0.5, -1.0}, {2.0, 0.3}});
  const Trajectory motion = retimed_motion(path, wavy_clock(3));
  const std::optional<Trajectory> found = path_of(motion);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->joints(), path.joints());
  EXPECT_EQ(found->range().start, path.range().start);
  EXPECT_EQ(found->range().end, path.range().end);
  for (int j = 0; j < 2; ++j) EXPECT_EQ(found->shared_law(j), path.shared_law(j));
  EXPECT_FALSE(path_of(path).has_value());
  EXPECT_FALSE(path_of(motion.at_speed(0.5)).has_value());
  const Trajectory part(motion.joints(), {motion.shared_law(0), motion.shared_law(1)},
                        {0.5, 0.5 * (0.5 + motion.range().end)});
  EXPECT_FALSE(path_of(part).has_value());
}

}  // namespace
}  // namespace appell::trajectory
