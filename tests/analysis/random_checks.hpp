#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "appell/analysis/motion_check.hpp"
#include "appell/base/text.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/trajectory/spline.hpp"
#include "tests/support/random_model.hpp"

namespace appell::analysis {

/// Random splines of order 4 with 8 knots for all joints of a robot.
inline trajectory::Trajectory random_motion(support::Random& random, const model::Model& robot) {
  std::vector<std::string> names;
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  std::vector<double> knots{0.0};
  for (int i = 0; i < 7; ++i) knots.push_back(knots.back() + random.uniform(0.2, 0.6));
  for (const model::Coordinate& coordinate : robot.coordinates()) {
    std::vector<double> positions;
    for (std::size_t i = 0; i < knots.size(); ++i) positions.push_back(random.uniform(-0.8, 0.8));
    names.push_back(coordinate.name);
    laws.push_back(std::make_shared<trajectory::PiecewisePolynomial>(
        trajectory::position_spline(4, knots, positions, {}, {}).law));
  }
  return {names, laws, {knots.front(), knots.back()}};
}

/// The same robot with motors of which the constants are known.
inline model::Model with_motors(const model::Model& robot) {
  model::Description description = robot.description();
  for (model::Joint& joint : description.joints) {
    joint.actuator.gear_ratio = 50.0;
    joint.actuator.torque_constant = 0.1;
    joint.actuator.resistance = 0.8;
  }
  return model::build(description);
}

/// One limit of every kind, of every joint.
inline std::vector<model::MotionLimit> limits_of_all_kinds(const model::Model& robot) {
  using model::Limited;
  constexpr double kNone = model::MotionLimit::kNone;
  std::vector<model::MotionLimit> limits;
  for (int j = 0; j < robot.num_coordinates(); ++j) {
    for (int k = 0; k <= 3; ++k) limits.push_back({Limited::kCoordinate, k, j, -10.0, 10.0});
    for (int k = 0; k <= 1; ++k) limits.push_back({Limited::kForce, k, j, -100.0, 100.0});
    limits.push_back({Limited::kPower, 0, j, -100.0, 100.0});
    limits.push_back({Limited::kElectricalPower, 0, j, -100.0, 100.0});
  }
  for (int k = 1; k <= 3; ++k) {
    limits.push_back({Limited::kFrameLinear, k, 0, -kNone, 5.0});
    limits.push_back({Limited::kFrameAngular, k, 0, -kNone, 5.0});
  }
  limits.push_back({Limited::kTotalPower, 0, 0, -kNone, 100.0});
  limits.push_back({Limited::kTotalElectricalPower, 0, 0, -100.0, 100.0});
  return limits;
}

/// The sizes of all that is limited at an instant, by the reference implementation.
inline std::vector<double> sizes_at(const model::Model& robot, const trajectory::Trajectory& motion,
                                    const std::vector<model::MotionLimit>& limits, double t) {
  using model::Limited;
  const model::StateSeries q = motion.sample(t, 4);
  const kinematics::TreeMotion bodies = kinematics::propagate(robot, q);
  const taylor::Series<VecX> force =
      force::generalized_force(bodies, {}, {}, force::Route::kReadable);
  const auto frame = kinematics::frame_motion(bodies, robot.default_frame());
  const auto omega = kinematics::angular_velocity(bodies, robot.default_frame());
  const auto electrical = [&](int j) {
    const double heat = 0.8 / std::pow(50.0 * 0.1, 2) * force[0][j] * force[0][j];
    return force[0][j] * q[1][j] + heat;
  };
  std::vector<double> sizes;
  for (const model::MotionLimit& limit : limits) {
    const int j = limit.coordinate;
    double x = 0.0;
    switch (limit.what) {
      case Limited::kCoordinate:
        x = q.derivative(limit.order)[j];
        break;
      case Limited::kForce:
        x = force.derivative(limit.order)[j];
        break;
      case Limited::kPower:
      case Limited::kEnergy:
        x = force[0][j] * q[1][j];
        break;
      case Limited::kTotalPower:
      case Limited::kTotalEnergy:
        x = force[0].cwiseProduct(q[1]).lpNorm<1>();
        break;
      case Limited::kElectricalPower:
        x = electrical(j);
        break;
      case Limited::kTotalElectricalPower:
        for (int i = 0; i < robot.num_coordinates(); ++i) x += electrical(i);
        break;
      case Limited::kFrameLinear:
        x = frame.p.derivative(limit.order).norm();
        break;
      case Limited::kFrameAngular:
        x = omega.derivative(limit.order - 1).norm();
        break;
    }
    sizes.push_back(std::abs(x));
  }
  return sizes;
}

/// How a check compares with many samples of the motion, relative to what is largest.
struct CheckErrors {
  double missed = 0.0;  ///< By which a sample is beyond the worst that was found; < 0: none is.
  double beyond = 0.0;  ///< By which that worst is beyond what the motion attains at its time.
  std::string missed_what;
  std::string beyond_what;
};

/// Of a random motion: at `samples` instants, and on both sides of those that were found, by the
/// reference implementation.
inline CheckErrors errors_of_random_check(support::Random& random, const model::Model& robot,
                                          int samples) {
  const trajectory::Trajectory motion = random_motion(random, robot);
  const std::vector<model::MotionLimit> limits = limits_of_all_kinds(robot);
  const MotionCheck check = check_motion(robot, motion, robot.default_frame(), limits);
  const auto [start, end] = motion.range();
  std::vector<double> largest(limits.size(), 0.0);
  for (int i = 0; i <= samples; ++i) {
    const double t = std::min(end, start + (end - start) * i / samples);
    const std::vector<double> sizes = sizes_at(robot, motion, limits, t);
    for (std::size_t l = 0; l < limits.size(); ++l) largest[l] = std::max(largest[l], sizes[l]);
  }
  CheckErrors errors{.missed = -1.0};
  for (std::size_t l = 0; l < limits.size(); ++l) {
    const LimitVerdict& verdict = check.verdicts[l];
    const double worst = std::abs(verdict.worst);
    double attained = 0.0;  // A jump at a knot counts from both sides.
    for (const double side : {-1e-10, 0.0, 1e-10}) {
      const double t = std::clamp(verdict.time + side, start, end);
      attained = std::max(attained, sizes_at(robot, motion, {limits[l]}, t)[0]);
    }
    const std::string what = concat(kind_name(limits[l]), " of coordinate ", limits[l].coordinate);
    if (const double missed = largest[l] / worst - 1.0; missed > errors.missed) {
      errors.missed = missed;
      errors.missed_what = what;
    }
    if (const double beyond = worst / attained - 1.0; beyond > errors.beyond) {
      errors.beyond = beyond;
      errors.beyond_what = what;
    }
  }
  return errors;
}

}  // namespace appell::analysis
