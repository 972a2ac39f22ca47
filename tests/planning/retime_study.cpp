// Does retiming hold what docs/retime.md says? Random paths of three robots, cubic and quintic,
// with limits of torque rate from all down to a tenth. Too long for every day: part of ./check
// --release.
//
//   retime_study [PATHS [SEED]]     prints the worst figures; fails if a bar is missed
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "appell/analysis/motion_check.hpp"
#include "appell/planning/limit_rows.hpp"
#include "appell/planning/optimum.hpp"
#include "appell/planning/retime.hpp"
#include "tests/planning/random_paths.hpp"

namespace {

using namespace appell;
using namespace appell::planning;

struct Worst {
  int failures = 0;
  int iterations = 0;
  double strict_500 = 1.0;
  double strict_2000 = 1.0;
  double spread = 0.0;
  double second_500 = 10.0;  ///< Least optimum over that of second order.
  double second_2000 = 10.0;
  double strict_second = 1.0;  ///< Of the second order, strict over its optimum.
  int illegal = 0;
};

std::vector<PathLimit> on_path(const std::vector<model::MotionLimit>& limits) {
  std::vector<PathLimit> result;
  for (const model::MotionLimit& limit : limits) result.push_back({limit});
  return result;
}

/// How much the optima of five starts differ, relative to the least.
double spread_of_starts(const LimitedRobot& robot, const trajectory::Trajectory& path,
                        const std::vector<PathLimit>& limits) {
  const std::pair<double, double> starts[] = {
      {1.1, 1.0}, {1.02, 1.0}, {4.0, 1.0}, {1.1, 0.3}, {1.1, 10.0}};
  double least = 1e30, most = 0.0;
  for (const auto& [slowness, gap] : starts) {
    const double T = find_optimum(robot.model, path, robot.model.default_frame(), limits,
                                  {.intervals = 500, .first_slowness = slowness, .first_gap = gap})
                         .clock()
                         .duration();
    least = std::min(least, T);
    most = std::max(most, T);
  }
  return most / least - 1.0;
}

void study_path(const LimitedRobot& robot, const trajectory::Trajectory& path,
                const std::vector<model::MotionLimit>& limits, Worst& worst) {
  const model::Frame& tip = robot.model.default_frame();
  for (const int intervals : {500, 2000}) {
    const Retiming result = retime(robot.model, path, tip, limits, {.intervals = intervals});
    double& strict = intervals == 500 ? worst.strict_500 : worst.strict_2000;
    strict = std::max(strict, result.duration / result.optimum);
    worst.iterations = std::max(worst.iterations, result.iterations);
    if (!analysis::check_motion(robot.model, result.motion, tip, limits).is_legal()) {
      ++worst.illegal;
    }
    const Retiming second =
        retime(robot.model, path, tip, limits,
               {.intervals = intervals, .highest = HighestLimits::kSecondOrder});
    double& ratio = intervals == 500 ? worst.second_500 : worst.second_2000;
    ratio = std::min(ratio, result.optimum / second.optimum);
    worst.strict_second = std::max(worst.strict_second, second.duration / second.optimum);
  }
  worst.spread = std::max(worst.spread, spread_of_starts(robot, path, on_path(limits)));
}

}  // namespace

int main(int argc, char** argv) {
  const int paths = argc > 1 ? std::atoi(argv[1]) : 300;
  const unsigned seed = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1U;
  const bool has_ur5 = !ur5_file().empty();
  if (!has_ur5) std::printf("ur5: skipped, there is no ../shared/robots; puma560 instead\n");
  const LimitedRobot robots[] = {limited_robot("panda"), limited_robot("planar2r"),
                                 limited_robot(has_ur5 ? "ur5" : "puma560")};
  const double rates[] = {1.0, 0.5, 0.2, 0.1};
  Worst worst;
  for (int i = 0; i < paths; ++i) {
    const LimitedRobot& robot = robots[i % 3];
    const int degree = i / 3 % 2 == 0 ? 3 : 5;
    const double rate = rates[i / 6 % 4];
    const int num_waypoints = 3 + i / 24 % 6;
    const unsigned path_seed = seed + static_cast<unsigned>(i);
    try {
      study_path(robot, random_path(robot, degree, num_waypoints, path_seed),
                 with_rates(robot.limits, rate), worst);
    } catch (const NoLegalTiming& error) {
      std::printf("path %d of %s: left out: %s\n", i, robot.model.name().c_str(), error.what());
    } catch (const std::exception& error) {
      ++worst.failures;
      std::printf("path %d of %s: %s\n", i, robot.model.name().c_str(), error.what());
    }
  }
  std::printf(
      "%d paths: %d not solved, %d not legal; at most %d iterations (bar 80); strict over optimum "
      "%.6f at 500 intervals (bar 1.005), %.6f at 2000 (bar 1.001); five starts within %.2g (bar "
      "1e-6); at least %.6f and %.6f of the second order (bar 0.999), whose strict is at most %.6f "
      "of "
      "its optimum\n",
      paths, worst.failures, worst.illegal, worst.iterations, worst.strict_500, worst.strict_2000,
      worst.spread, worst.second_500, worst.second_2000, worst.strict_second);
  const bool is_good = worst.failures == 0 && worst.illegal == 0 && worst.iterations <= 80 &&
                       worst.strict_500 <= 1.005 && worst.strict_2000 <= 1.001 &&
                       worst.spread <= 1e-6 && worst.second_500 >= 0.999 &&
                       worst.second_2000 >= 0.999;
  return is_good ? 0 : 1;
}
