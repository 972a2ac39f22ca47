// The way of a motion without its pauses.
#include "appell/trajectory/pauses.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "appell/trajectory/point_to_point.hpp"

namespace appell::trajectory {
namespace {

/// A motion of one joint that is given by its pieces.
Trajectory of_one(PiecewisePolynomial law) {
  const TimeRange range = law.range();
  return {{"a"}, {std::make_shared<PiecewisePolynomial>(std::move(law))}, range};
}

/// In one second, with q' = q'' = 0 at both ends.
Trajectory step(double start, double from, double to) {
  return of_one(minimum_jerk(start, from, start + 1.0, to));
}

/// q + v (t - start).
Trajectory line(double start, double end, double q, double v) {
  PiecewisePolynomial law({start, end}, 1, 8);
  law.coefficients(0)[0] = q + 0.5 * v * (end - start);  // About the middle.
  law.coefficients(0)[1] = v;
  return of_one(std::move(law));
}

Trajectory there_and_back() {
  return sequence({of_one(hold(0.0, 2.0, 0.0)), step(2.0, 0.0, 1.0), of_one(hold(3.0, 8.0, 1.0)),
                   step(8.0, 1.0, 0.25), of_one(hold(9.0, 10.0, 0.25))});
}

TEST(Pauses, AreShortened) {
  // Property: both steps take a second each, of which a twentieth next to rest counts as pause at
  // most; the 5 s between them become 0.1 s, the ends are left out.
  const Trajectory way = without_pauses(there_and_back());
  EXPECT_GT(way.range().duration(), 2.0);
  EXPECT_LT(way.range().duration(), 2.0 + 0.1 + 0.05);
  EXPECT_NEAR(way.sample(way.range().start, 0)[0](0), 0.0, 1e-9);
  EXPECT_NEAR(way.sample(way.range().end, 0)[0](0), 0.25, 1e-9);
}

TEST(Pauses, ParameterIsAscendingAndSmooth) {
  // Oracle: differences. The motion is q = t itself but for a crawl at a ten-thousandth of its
  // speed for 5 s: so the way shows dt/dw, which must be what the coefficients say.
  const Trajectory crawl = sequence(
      {line(0.0, 1.0, 0.0, 1.0), line(1.0, 6.0, 1.0, 1e-7), line(6.0, 7.0, 1.0000005, 1.0)});
  const Trajectory way = without_pauses(crawl);
  const TimeRange range = way.range();
  EXPECT_NEAR(range.duration(), 2.0 + 0.1, 0.02);
  const double h = 1e-4;
  for (double w = range.start + 0.01; w < range.end - 0.01; w += 0.00317) {
    const double slope = (way.sample(w + h, 0)[0](0) - way.sample(w - h, 0)[0](0)) / (2.0 * h);
    EXPECT_GT(slope, 0.0);
    if (std::abs(w - 1.05) < 0.045) {
      EXPECT_NEAR(way.sample(w, 1)[1](0), slope, 1e-4);
    }
  }
  EXPECT_NEAR(way.sample(range.end, 0)[0](0), 2.0000005, 1e-12);
}

TEST(Pauses, MotionsWithoutAreThemselves) {
  const Trajectory motion = step(0.0, 0.0, 1.0);
  EXPECT_EQ(without_pauses(motion).shared_law(0), motion.shared_law(0));
  EXPECT_EQ(without_pauses(motion).range().end, 1.0);
}

}  // namespace
}  // namespace appell::trajectory
