// Which way a joint moves, at rest too: at the ends of moves of all kinds, in pauses, where it
// turns round, and where it never moves.
#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "appell/trajectory/expression.hpp"
#include "appell/trajectory/fourier.hpp"
#include "appell/trajectory/point_to_point.hpp"
#include "appell/trajectory/retimed_motion.hpp"
#include "appell/trajectory/spline.hpp"
#include "appell/trajectory/trajectory.hpp"
#include "tests/support/random_model.hpp"

namespace appell::trajectory {
namespace {

template <class L>
std::shared_ptr<const Law> shared(L law) {
  return std::make_shared<L>(std::move(law));
}

Trajectory motion_of(std::shared_ptr<const Law> law, double start, double end) {
  return {{"a"}, {std::move(law)}, {start, end}};
}

/// A spline of order m from rest to rest through knots that ascend or descend.
std::shared_ptr<const Law> rest_to_rest_spline(support::Random& random, double start, double end,
                                               double from, double to) {
  const int m = 2 * random.integer(1, 3);
  std::vector<double> knots, positions;
  constexpr int kIntervals = 9;
  for (int i = 0; i <= kIntervals; ++i) {
    const double x = static_cast<double>(i) / kIntervals;
    knots.push_back(start + (end - start) * x);
    positions.push_back(from + (to - from) * x * x * x * (10.0 + x * (-15.0 + 6.0 * x)));
  }
  std::vector<Condition> rest;
  for (int k = 1; k <= m / 2; ++k) rest.push_back({k, 0.0});
  return shared(position_spline(m, knots, positions, rest, rest).law);
}

/// A retimed straight line, at rest at both ends by its grading.
Trajectory retimed_line(support::Random& random, double start, double from, double to) {
  const Trajectory path = waypoint_path(3, {"a"}, {{from}, {to}});
  std::vector<double> knots, alpha;
  constexpr int kIntervals = 20;
  for (int i = 0; i <= kIntervals; ++i) knots.push_back(static_cast<double>(i) / kIntervals);
  for (int i = 0; i <= kIntervals + 1; ++i) alpha.push_back(random.uniform(0.5, 1.0));
  return retimed_motion(path, PathClock::quadratic(Grading(3, 3), knots, alpha, start));
}

/// One of the kinds of moves from rest to rest.
Trajectory random_move(support::Random& random, int kind) {
  const double start = random.uniform(-3.0, 3.0), end = start + random.uniform(0.3, 4.0);
  const double from = random.uniform(-3.0, 3.0);
  const double way = (random.integer(0, 1) == 0 ? -1.0 : 1.0) * random.uniform(0.01, 3.0);
  const double to = from + way;
  switch (kind) {
    case 0:
      return motion_of(shared(minimum_jerk(start, from, end, to)), start, end);
    case 1:
      return motion_of(shared(minimum_snap(start, from, end, to)), start, end);
    case 2: {
      const auto law = shared(jerk_limited(start, from, to, {1.3, 4.0, 31.0}));
      return motion_of(law, law->range().start, law->range().end);
    }
    case 3: {  // Degree 2K - 1.
      const int K = random.integer(2, 10);
      std::vector<double> at_start(K, 0.0), at_end = at_start;
      at_start[0] = from, at_end[0] = to;
      return motion_of(shared(two_point_polynomial(start, at_start, end, at_end)), start, end);
    }
    case 4:
      return motion_of(rest_to_rest_spline(random, start, end, from, to), start, end);
    case 5: {  // Half a period of a cosine; the last instant is rounded.
      const double omega = 3.14159265358979323846 / (end - start);
      return motion_of(shared(FourierLaw(omega, from, {0.5 * way * std::cos(omega * start)},
                                         {0.5 * way * std::sin(omega * start)})),
                       start, end);
    }
    case 6: {
      const std::string T = std::to_string(end - start), D = std::to_string(way);
      const double duration = std::stod(T);
      const std::string x = "(t/" + T + ")";
      return motion_of(shared(ExpressionLaw(D + "*(" + x + "-sin(2*3.141592653589793*" + x +
                                            ")/(2*3.141592653589793))")),
                       0.0, duration);
    }
    default:
      return retimed_line(random, start, from, to);
  }
}

double direction_at(const Trajectory& motion, double t) {
  TrajectoryCursor cursor(motion);
  model::StateBlock states(1, 2, 1);
  cursor.sample({&t, 1}, states);
  EXPECT_TRUE(states.has_direction(0, 0));
  return states.direction(0, 0);
}

/// Of the velocity in the middle, by the definition.
double sign_of_way(const Trajectory& motion) {
  const double way =
      motion.sample(motion.range().end, 0)[0](0) - motion.sample(motion.range().start, 0)[0](0);
  return way > 0.0 ? 1.0 : -1.0;
}

// Oracle: a move from rest to rest goes one way, from its first instant to its last, whatever
// rounding leaves of its velocity there. The same moves at other speeds and after others.
TEST(JointDirection, RestsAtBothEndsWithTheMove) {
  support::Random random(20);
  for (int i = 0; i < 160; ++i) {
    const Trajectory move = random_move(random, i % 8);
    const double expected = sign_of_way(move);
    const auto [start, end] = move.range();
    for (const double t : {start, std::nextafter(start, end), 0.5 * (start + end),
                           std::nextafter(end, start), end}) {
      EXPECT_EQ(direction_at(move, t), expected) << "kind " << i % 8 << ", move " << i << ", " << t;
    }
    const Trajectory other = move.at_speed(random.uniform(0.1, 9.0));
    EXPECT_EQ(direction_at(other, other.range().start), expected) << i;
    EXPECT_EQ(direction_at(other, other.range().end), expected) << i;
  }
}

// Oracle: by hand. There, a pause, back, a pause: in a pause the joint is about to move, or has
// come; on the last instants of a move it has its direction still.
TEST(JointDirection, InPausesOfTheMoveToCome) {
  const auto part = [](const PiecewisePolynomial& law) {
    return motion_of(shared(law), law.range().start, law.range().end);
  };
  const Trajectory motion = sequence({part(hold(0.0, 1.0, 0.0)), part(minimum_snap(0, 0, 1, 1)),
                                      part(hold(0.0, 1.0, 1.0)), part(minimum_jerk(0, 1, 1, 0)),
                                      part(hold(0.0, 1.0, 0.0))});
  const std::pair<double, double> cases[] = {
      {0.0, 1.0},  {0.5, 1.0},  {1.0, 1.0},  {1.5, 1.0},  {2.0 - 1e-9, 1.0}, {2.0, -1.0},
      {2.5, -1.0}, {3.0, -1.0}, {4.0, -1.0}, {4.5, -1.0}, {5.0, -1.0}};
  for (const auto& [t, direction] : cases) EXPECT_EQ(direction_at(motion, t), direction) << t;
  TrajectoryCursor cursor(motion);  // The same in any order, by one cursor.
  model::StateBlock states(1, 1, 1);
  for (std::size_t i = std::size(cases); i-- > 0;) {
    cursor.sample({&cases[i].first, 1}, states);
    EXPECT_EQ(states.direction(0, 0), cases[i].second) << cases[i].first;
  }
  EXPECT_NEAR(cursor.rest_rate(0), 1e-8 * 35.0 / 16.0, 1e-9 * 35.0 / 16.0);  // Of the septic.
}

// Oracle: by hand. Where it turns round it is the way to come; near it that of the velocity.
TEST(JointDirection, WhereItTurnsRound) {
  const Trajectory motion = motion_of(shared(ExpressionLaw("cos(t)")), 0.0, 6.0);
  const double pi = 3.14159265358979323846;
  EXPECT_EQ(direction_at(motion, 0.0), -1.0);
  EXPECT_EQ(direction_at(motion, pi - 1e-7), -1.0);
  EXPECT_EQ(direction_at(motion, pi), 1.0);
  EXPECT_EQ(direction_at(motion, pi + 1e-7), 1.0);
}

// Oracle: by hand. Far from zero the rounding of q leaves more of a small move's velocity.
TEST(JointDirection, OfSmallMovesFarFromZero) {
  support::Random random(24);
  for (int i = 0; i < 40; ++i) {
    const double from = random.uniform(20.0, 40.0), to = from + (i % 2 == 0 ? 1e-4 : -1e-4);
    const Trajectory move = motion_of(rest_to_rest_spline(random, 0.0, 0.1, from, to), 0.0, 0.1);
    for (const double t : {0.0, 0.1}) EXPECT_EQ(direction_at(move, t), sign_of_way(move)) << i;
  }
}

/// A move from 0 to 1 in 1 s as a record shows it: it seems to go back at both ends.
class RecordedMove final : public Law {
 public:
  explicit RecordedMove(double deviation) : deviation_(deviation) {}
  TimeRange range() const override { return {0.0, 1.0}; }
  bool is_uncertain() const override { return true; }
  void expand(double t, std::span<double> out) const override { law_.expand(t, out); }
  std::unique_ptr<LawCursor> cursor() const override { return std::make_unique<Cursor>(*this); }

 private:
  class Cursor final : public LawCursor {
   public:
    explicit Cursor(const RecordedMove& of) : of_(of) {}
    void expand(double t, std::span<double> out) override { of_.expand(t, out); }
    void covariance(double /*t*/, int size, std::span<double> out) override {
      LawCursor::covariance(0.0, size, out);
      out[static_cast<std::size_t>(size) + 1] = of_.deviation_ * of_.deviation_;
    }

   private:
    const RecordedMove& of_;
  };
  ExpressionLaw law_{"10*t^3 - 15*t^4 + 6*t^5 - 1e-3*t*(1 - t)*(1 - 2*t)"};
  double deviation_;
};

// Oracle: by hand. What the noise of a record may make of rest is rest; what is more is motion.
TEST(JointDirection, WithinTheNoiseOfARecord) {
  for (const double t : {0.0, 1.0}) {
    EXPECT_EQ(direction_at(motion_of(shared(RecordedMove(3e-4)), 0.0, 1.0), t), 1.0);
    EXPECT_EQ(direction_at(motion_of(shared(RecordedMove(2e-4)), 0.0, 1.0), t), -1.0);
  }
}

// Oracle: a joint that does not move has no direction, whatever rounding says.
TEST(JointDirection, NoneOfAJointThatStandsStill) {
  for (const auto& law :
       {shared(ExpressionLaw("1.2")), shared(ExpressionLaw("2 + 1e-17*sin(9*t)"))}) {
    const Trajectory still = motion_of(law, 0.0, 3.0);
    for (const double t : {0.0, 1.1, 3.0}) EXPECT_EQ(direction_at(still, t), 0.0);
    EXPECT_TRUE(std::isinf(TrajectoryCursor(still).rest_rate(0)));
  }
}

}  // namespace
}  // namespace appell::trajectory
