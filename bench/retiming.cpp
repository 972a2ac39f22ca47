#include "bench/retiming.hpp"

#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "appell/io/load_model.hpp"
#include "appell/planning/limit_rows.hpp"
#include "appell/planning/optimum.hpp"
#include "appell/planning/reachability.hpp"
#include "appell/trajectory/retimed_motion.hpp"
#include "bench/timing.hpp"

namespace appell::bench {
namespace {

using model::Limited;
using planning::PathLimit;

/// As published by the maker (models/limits/panda.toml).
std::vector<PathLimit> panda_limits() {
  const std::vector<double> sizes[] = {{2.175, 2.175, 2.175, 2.175, 2.61, 2.61, 2.61},
                                       {15, 7.5, 10, 12.5, 15, 20, 20},
                                       {7500, 3750, 5000, 6250, 7500, 10000, 10000},
                                       {87, 87, 87, 87, 12, 12, 12},
                                       std::vector<double>(7, 1000.0)};
  std::vector<PathLimit> limits;
  for (int kind = 0; kind < 5; ++kind) {
    for (int j = 0; j < 7; ++j) {
      const double size = sizes[kind][j];
      const Limited what = kind < 3 ? Limited::kCoordinate : Limited::kForce;
      limits.push_back({{what, kind < 3 ? kind + 1 : kind - 3, j, -size, size}});
    }
  }
  return limits;
}

/// Seven waypoints in the middle of the range of the joints.
trajectory::Trajectory panda_path(const model::Model& model) {
  std::vector<std::string> joints;
  for (const model::Coordinate& coordinate : model.coordinates()) joints.push_back(coordinate.name);
  const double middle[] = {0.0, 0.0, 0.0, -1.57, 0.0, 1.87, 0.0};
  const double half[] = {1.74, 1.06, 1.74, 0.9, 1.74, 1.13, 1.74};
  std::vector<std::vector<double>> waypoints(7, std::vector<double>(7));
  for (int i = 0; i < 7; ++i) {
    for (int j = 0; j < 7; ++j) {
      waypoints[i][j] = middle[j] + half[j] * std::sin(5.0 * i + 3.0 * j * j + 1.0);
    }
  }
  return trajectory::waypoint_path(5, joints, waypoints);
}

Measurement measured(int intervals) {
  constexpr int kRepeats = 20;
  constexpr double kSeconds = 2.0;
  const model::Model model = io::load_model("panda").model;
  const trajectory::Trajectory path = panda_path(model);
  const std::vector<PathLimit> limits = panda_limits();
  const model::Frame& tip = model.default_frame();
  const planning::Optimum optimum =
      planning::find_optimum(model, path, tip, limits, {.intervals = intervals});
  const planning::PathGrid grid = planning::plain_grid(path, intervals);
  const planning::PathProblem second =
      planning::path_problem(model, tip, path, grid, limits, planning::solver_points(grid),
                             planning::HighestLimits::kSecondOrder);
  planning::Reachability pass(grid, second, planning::Reachability::Collocation::kStart, 0.0, 0.0);
  if (!(optimum.clock().duration() >= 0.999 * pass.run())) {
    fmt::print(stderr, "retime: faster than the second order alone allows\n");
    std::exit(1);
  }
  Measurement result{.what = "retime", .robot = "panda", .n = 7, .K = intervals, .mode = "single"};
  result.peer = "second_order_pass";
  result.peer_ns = nanoseconds([&] { pass.run(); }, 10 * kRepeats, kSeconds);
  std::vector<double> x;
  result.ours_ns = nanoseconds(
      [&] {
        x = optimum.first;
        optimum.solver->solve(x);
      },
      kRepeats, kSeconds);
  result.peer_ns =
      std::min(result.peer_ns, nanoseconds([&] { pass.run(); }, 10 * kRepeats, kSeconds));
  return result;
}

}  // namespace

std::vector<Measurement> retiming_times() {
  return {measured(500), measured(1000), measured(2000)};
}

}  // namespace appell::bench
