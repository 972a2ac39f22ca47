#pragma once

#include <string>
#include <vector>

#include "appell/io/load_model.hpp"
#include "appell/model/motion_limit.hpp"
#include "appell/trajectory/retimed_motion.hpp"
#include "tests/support/foreign_robots.hpp"

/// Robots with limits of all kinds, and random paths of theirs.
namespace appell::planning {

struct LimitedRobot {
  model::Model model;
  std::vector<model::MotionLimit> limits;
  std::vector<double> low, high;  ///< Of waypoints.

  std::vector<std::string> joints() const {
    std::vector<std::string> names;
    for (const model::Coordinate& coordinate : model.coordinates()) {
      names.push_back(coordinate.name);
    }
    return names;
  }
};

/// Sizes of one kind of limit for all joints.
inline void add_limits(LimitedRobot& robot, model::Limited what, int order,
                       const std::vector<double>& sizes) {
  for (std::size_t j = 0; j < sizes.size(); ++j) {
    robot.limits.push_back({what, order, static_cast<int>(j), -sizes[j], sizes[j]});
  }
}

/// The URDF of a UR5, where there is one beside the repository; else empty.
inline std::string ur5_file() {
  for (const std::string& file : support::foreign_robots()) {
    if (file.ends_with("ur5_robot.urdf")) return file;
  }
  return "";
}

/// Velocity, acceleration, jerk, torque and torque rate of the two links; of the Panda as published
/// by its maker; of the UR5 velocity and torque as in its URDF, the rest, and all of the PUMA,
/// figures of our own in the likeness of an arm of that size.
/// @param name  "ur5" is ur5_file(); others are embedded.
inline LimitedRobot limited_robot(const std::string& name) {
  using model::Limited;
  const bool is_ur5 = name == "ur5";
  LimitedRobot robot{io::load_model(is_ur5 ? ur5_file() : name).model, {}, {}, {}};
  const auto add = [&](const std::vector<std::vector<double>>& sizes) {
    add_limits(robot, Limited::kCoordinate, 1, sizes[0]);
    add_limits(robot, Limited::kCoordinate, 2, sizes[1]);
    add_limits(robot, Limited::kCoordinate, 3, sizes[2]);
    add_limits(robot, Limited::kForce, 0, sizes[3]);
    add_limits(robot, Limited::kForce, 1, sizes[4]);
  };
  if (name == "planar2r") {
    add({{4, 6}, {20, 40}, {400, 800}, {40, 12}, {400, 120}});
    robot.low = {-1.5, -2.0};
    robot.high = {1.5, 2.0};
  } else if (name == "panda") {
    add({{2.175, 2.175, 2.175, 2.175, 2.61, 2.61, 2.61},
         {15, 7.5, 10, 12.5, 15, 20, 20},
         {7500, 3750, 5000, 6250, 7500, 10000, 10000},
         {87, 87, 87, 87, 12, 12, 12},
         std::vector<double>(7, 1000.0)});
    robot.low = {-1.738, -1.058, -1.738, -2.471, -1.738, 0.736, -1.738};
    robot.high = {1.738, 1.058, 1.738, -0.670, 1.738, 2.998, 1.738};
  } else if (is_ur5) {
    add({{3.15, 3.15, 3.15, 3.2, 3.2, 3.2},
         {12, 12, 15, 25, 25, 25},
         {600, 600, 750, 1500, 1500, 1500},
         {150, 150, 150, 28, 28, 28},
         {3000, 3000, 3000, 560, 560, 560}});
    robot.low = {-1.5, -2.5, -2.0, -1.5, -1.5, -1.5};
    robot.high = {1.5, -0.5, 2.0, 1.5, 1.5, 1.5};
  } else {
    add({{1.4, 1.4, 2.0, 4.0, 4.0, 5.0},
         {6, 6, 9, 20, 20, 25},
         {60, 60, 90, 400, 400, 500},
         {98, 186, 90, 24, 20, 21},
         {2000, 4000, 2000, 500, 500, 500}});
    robot.low = {-1.5, -2.0, -0.5, -1.5, -1.0, -1.5};
    robot.high = {1.5, -0.5, 2.0, 1.5, 1.0, 1.5};
  }
  return robot;
}

/// The same numbers everywhere: a linear congruential generator.
class PathRandom {
 public:
  explicit PathRandom(unsigned seed) : state_(seed) {
    for (int i = 0; i < 8; ++i) uniform();
  }
  double uniform() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11) / 9007199254740992.0;
  }

 private:
  unsigned long long state_;
};

inline trajectory::Trajectory random_path(const LimitedRobot& robot, int degree, int num_waypoints,
                                          unsigned seed) {
  PathRandom random(seed);
  std::vector<std::vector<double>> waypoints(num_waypoints);
  for (std::vector<double>& waypoint : waypoints) {
    for (std::size_t j = 0; j < robot.low.size(); ++j) {
      waypoint.push_back(robot.low[j] + (robot.high[j] - robot.low[j]) * random.uniform());
    }
  }
  return trajectory::waypoint_path(degree, robot.joints(), waypoints);
}

/// The same limits, those of torque rate times a factor.
inline std::vector<model::MotionLimit> with_rates(std::vector<model::MotionLimit> limits,
                                                  double factor) {
  for (model::MotionLimit& limit : limits) {
    if (limit.what != model::Limited::kForce || limit.order != 1) continue;
    limit.low *= factor;
    limit.high *= factor;
  }
  return limits;
}

}  // namespace appell::planning
