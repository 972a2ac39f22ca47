// The parts of retiming that know nothing of robots.
#include <cmath>

#include <gtest/gtest.h>

#include "appell/force/generalized_force.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/planning/banded_solver.hpp"
#include "appell/planning/path_dynamics.hpp"
#include "tests/planning/random_paths.hpp"
#include "tests/support/matchers.hpp"

namespace appell::planning {
namespace {

TEST(BandedSolver, SolvesAsAFullMatrix) {
  // Cross-check: Eigen's factors of the full matrix.
  PathRandom random(5);
  const int n = 12;
  BandedSolver banded(n);
  MatX full = MatX::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 3 && i + j < n; ++j) {
      const double value = j == 0 ? 4.0 + random.uniform() : random.uniform() - 0.5;
      banded.column(i)[j] = full(i + j, i) = full(i, i + j) = value;
    }
  }
  VecX right(n);
  for (int i = 0; i < n; ++i) right(i) = random.uniform();
  VecX x = right;
  ASSERT_TRUE(banded.factor());
  banded.solve({x.data(), static_cast<std::size_t>(n)});
  EXPECT_TRUE(support::near(x, full.ldlt().solve(right), 1e-13));
}

TEST(BandedSolver, RefusesWhatIsNotPositive) {
  BandedSolver banded(3);
  for (int i = 0; i < 3; ++i) banded.column(i)[0] = i == 1 ? -1.0 : 1.0;
  EXPECT_FALSE(banded.factor());
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
  double time = 0.0;
  for (const GridPoint& point : second_order_points(grid)) {
    const SplinePoint basis = grid.spline_point(point);
    double sum[3] = {};
    for (std::size_t i = 0; i < 9; ++i) sum[i / 3] += basis.basis[i];
    EXPECT_NEAR(sum[0], 1.0, 1e-14);
    EXPECT_NEAR(sum[1], 0.0, 1e-10);
    EXPECT_NEAR(sum[2], 0.0, 1e-6);
    time += point.weight;
  }
  EXPECT_NEAR(time, 1.0, 1e-13);  // The integral of one.
}

}  // namespace
}  // namespace appell::planning
