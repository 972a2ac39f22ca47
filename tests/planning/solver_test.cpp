// The parts of retiming that know nothing of robots.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "appell/force/generalized_force.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/planning/newton_factors.hpp"
#include "appell/planning/path_dynamics.hpp"
#include "tests/planning/random_paths.hpp"
#include "tests/support/matchers.hpp"

namespace appell::planning {
namespace {

/// A spline on a grid with intervals of several lengths, without limits.
TimingProblem spline_problem(int num_intervals) {
  const PathGrid grid = path_grid(random_path(limited_robot("planar2r"), 3, 6, 1), num_intervals);
  TimingProblem problem;
  problem.num_coefficients = grid.num_coefficients();
  for (int k = 0; k < grid.num_intervals(); ++k) {
    problem.intervals.push_back(grid.spline_interval(k));
  }
  return problem;
}

/// Sums as rows of limits make them, Σ g gᵀ, at two points of every interval.
std::vector<NewtonSums> random_sums(const TimingProblem& problem, PathRandom& random) {
  std::vector<NewtonSums> sums(problem.intervals.size());
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const double length = problem.intervals[k].length;
    for (const double d : {-0.5 * length, 0.3 * length}) {
      double h[6] = {};
      for (int row = 0; row < 4; ++row) {
        const double g[3] = {random.uniform(), length * random.uniform(),
                             length * length * random.uniform()};
        for (int i = 0, at = 0; i < 3; ++i) {
          for (int j = i; j < 3; ++j) h[at++] += g[i] * g[j];
        }
      }
      sums[k].add(d, h);
    }
  }
  return sums;
}

/// Σ Tᵀ h T, from the definition.
MatX full_matrix(const TimingProblem& problem, const std::vector<NewtonSums>& sums) {
  MatX full = MatX::Zero(problem.num_coefficients, problem.num_coefficients);
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const auto& h = sums[k].h;
    Mat3 H;
    H << h[0], h[1], h[2], h[1], h[3], h[4], h[2], h[4], h[5];
    const auto& [first, length, basis] = problem.intervals[k];
    const Mat3 T = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(basis.data());
    full.block<3, 3>(first, first) += T.transpose() * H * T;
  }
  return full;
}

SplineValues random_values(std::size_t size, PathRandom& random) {
  SplineValues values(size);
  for (MiddleValues& z : values) z = {random.uniform(), random.uniform(), random.uniform()};
  return values;
}

TEST(NewtonFactors, SolveAsAFullMatrix) {
  // Cross-check: Eigen's factors of the full matrix. With coefficients that are given, what is left
  // of the equations for the others, half of the way.
  PathRandom random(5);
  const TimingProblem problem = spline_problem(30);
  const int n = problem.num_coefficients;
  const std::vector<NewtonSums> sums = random_sums(problem, random);
  const SplineValues values = random_values(sums.size(), random);
  const std::vector<double> gathered = problem.gathered(values);
  const VecX right = Eigen::Map<const VecX>(gathered.data(), n);
  const MatX full = full_matrix(problem, sums);
  NewtonFactors factors(problem);
  SplineStep step;
  ASSERT_TRUE(factors.factor(sums, {}));
  factors.solve(values, 1.0, step);
  EXPECT_TRUE(
      support::near(Eigen::Map<const VecX>(step.x.data(), n), full.ldlt().solve(right), 1e-10));
  VecX given = VecX::Zero(n);
  given(0) = 0.2;
  given(n - 1) = -0.1;
  VecX expected = 0.5 * given;
  expected.segment(1, n - 2) =
      full.block(1, 1, n - 2, n - 2).ldlt().solve((right - full * 0.5 * given).segment(1, n - 2));
  ASSERT_TRUE(factors.factor(sums, {{0, 0.2}, {n - 1, -0.1}}));
  factors.solve(values, 0.5, step);
  EXPECT_TRUE(support::near(Eigen::Map<const VecX>(step.x.data(), n), expected, 1e-10));
  const SplineValues middles = problem.values(step.x);
  for (std::size_t k = 0; k < middles.size(); ++k) {
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(step.middles[k][i], middles[k][i], 1e-9 * (1.0 + std::abs(middles[k][i])));
    }
  }
}

TEST(NewtonFactors, KeepDigitsOnManyIntervals) {
  // Property: the equations are met by the values of the step. (Those that its coefficients have
  // met them to 1e-3 only, so that nothing converged.)
  PathRandom random(7);
  const TimingProblem problem = spline_problem(10'000);
  std::vector<NewtonSums> sums(problem.intervals.size());
  for (NewtonSums& sum : sums) sum.h = {1e-4, 0.0, 0.0, 1e-4, 0.0, 1.0 + 100.0 * random.uniform()};
  const SplineValues values = random_values(sums.size(), random);
  NewtonFactors factors(problem);
  SplineStep step;
  ASSERT_TRUE(factors.factor(sums, {}));
  factors.solve(values, 1.0, step);
  const auto error = [&](const SplineValues& z) {
    SplineValues left = values;
    for (std::size_t k = 0; k < left.size(); ++k) {
      const auto& h = sums[k].h;
      for (std::size_t i = 0; i < 3; ++i) left[k][i] -= h[i == 0 ? 0 : i == 1 ? 3 : 5] * z[k][i];
    }
    double sum = 0.0, all = 0.0;
    for (const double x : problem.gathered(left)) sum += std::abs(x);
    for (const double x : problem.gathered(values)) all += std::abs(x);
    return sum / all;
  };
  EXPECT_LE(error(step.middles), 1e-11);
  EXPECT_GT(error(problem.values(step.x)), 1e3 * error(step.middles));
}

TEST(NewtonFactors, WherePivotsAreLost) {
  // Property: nothing takes α and α', so that two directions are free: what is solved in them is
  // bounded, and the equations are met. Nothing at all is refused.
  PathRandom random(9);
  const TimingProblem problem = spline_problem(40);
  std::vector<NewtonSums> sums(problem.intervals.size());
  NewtonFactors factors(problem);
  EXPECT_FALSE(factors.factor(sums, {}));
  for (NewtonSums& sum : sums) sum.h[5] = 1.0;
  ASSERT_TRUE(factors.factor(sums, {}));
  SplineValues values(sums.size());
  for (std::size_t k = 0; k < sums.size(); ++k) values[k][2] = random.uniform() - 0.5;
  SplineStep step;
  factors.solve(values, 1.0, step);
  for (const double x : step.x) EXPECT_TRUE(std::isfinite(x));
  SplineValues left = values;
  for (std::size_t k = 0; k < left.size(); ++k) left[k][2] -= step.middles[k][2];
  const std::vector<double> rest = problem.gathered(left), all = problem.gathered(values);
  for (std::size_t i = 0; i < rest.size(); ++i) EXPECT_NEAR(rest[i], 0.0, 1e-9 * 1600.0);
  EXPECT_GT(*std::max_element(all.begin(), all.end()), 100.0);  // 1/h² is 1600.
}

TEST(PathDynamics, GivesForcesOfEveryMotionAlongThePath) {
  // Cross-check: torque and its derivative of motions with other u', u'', u''' than those that the
  // coefficients were made from, by the reference implementation.
  const LimitedRobot robot = limited_robot("panda");
  const trajectory::Trajectory path = random_path(robot, 5, 5, 9);
  const PathGrid grid = path_grid(path, 40);
  const std::vector<GridPoint> points{{7, 0.3, 0.0}, {20, 0.0, 0.0}, {33, 0.9, 0.0}};
  PathDynamics d = path_derivatives(path, grid, points);
  add_forces(robot.model, d);
  const double w = 0.7, b = -1.3, j = 2.1;
  for (std::size_t k = 0; k < points.size(); ++k) {
    model::StateSeries state(3, VecX::Zero(7));
    VecX tau(7), rate(7);
    for (int i = 0; i < 7; ++i) {
      const std::size_t at = d.at(i, k);
      state[0](i) = d.p[0][at];
      state[1](i) = d.p[1][at] * w;
      state[2](i) = (d.p[2][at] * w * w + d.p[1][at] * b) / 2.0;
      state[3](i) = (d.p[3][at] * w * w * w + 3.0 * d.p[2][at] * w * b + d.p[1][at] * j) / 6.0;
      tau(i) = d.m[at] * b + d.c[at] * w * w + d.g[at];
      rate(i) = d.m[at] * j + d.e[at] * w * b + d.c1[at] * w * w * w + d.g1[at] * w;
    }
    const taylor::Series<VecX> expected =
        force::generalized_force(kinematics::propagate(robot.model, state));
    EXPECT_TRUE(support::near(tau, expected[0], 1e-12));
    EXPECT_TRUE(support::near(rate, expected.derivative(1), 1e-11));
  }
}

TEST(PathGrid, HasSeamsAsKnotsAndSplinesThatAddUpToOne) {
  const LimitedRobot robot = limited_robot("planar2r");
  const PathGrid grid = path_grid(random_path(robot, 3, 6, 1), 100);
  for (const double s : {0.2, 0.4, 0.6, 0.8}) {
    const double u = grid.grading.inverse(s);
    double nearest = 1.0;
    for (const double knot : grid.knots) nearest = std::min(nearest, std::abs(knot - u));
    EXPECT_LE(nearest, 1e-12);
  }
  for (int k = 0; k < grid.num_intervals(); ++k) {
    double sum[3] = {};
    for (std::size_t i = 0; i < 9; ++i) sum[i / 3] += grid.spline_interval(k).basis[i];
    EXPECT_NEAR(sum[0], 1.0, 1e-14);
    EXPECT_NEAR(sum[1], 0.0, 1e-10);
    EXPECT_NEAR(sum[2], 0.0, 1e-6);
  }
  double time = 0.0;
  for (const GridPoint& point : second_order_points(grid)) time += point.weight;
  EXPECT_NEAR(time, 1.0, 1e-13);  // The integral of one.
}

}  // namespace
}  // namespace appell::planning
