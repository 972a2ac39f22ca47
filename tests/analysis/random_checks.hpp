#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "appell/analysis/motion_check.hpp"
#include "appell/base/text.hpp"
#include "appell/force/friction.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/trajectory/combined_laws.hpp"
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

/// A motion, and what dry friction is along it, known without looking at its velocities.
struct KnownMotion {
  trajectory::Trajectory motion;
  /// Just before and just after an instant, of all coordinates; empty: none.
  std::function<std::array<VecX, 2>(double t)> dry = nullptr;
};

/// Moves of all joints from rest to rest one after the other, polynomials of degree 3 to 9, with
/// pauses before, between and after them, each joint in its own time; some joints never move.
inline KnownMotion random_moves(support::Random& random, const model::Model& robot) {
  struct Stop {
    double time;  ///< Up to it
    double sign;  ///< it moves this way, or, 0, rests.
  };
  constexpr double kEnd = 3.0;
  std::vector<std::string> names;
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  std::vector<std::vector<Stop>> stops;
  for (const model::Coordinate& coordinate : robot.coordinates()) {
    std::vector<double> breaks{0.0};
    while (breaks.back() < kEnd) {
      const double next = breaks.back() + random.uniform(0.3, 1.2);
      breaks.push_back(next > kEnd - 0.3 ? kEnd : next);
    }
    std::vector<std::shared_ptr<const trajectory::Law>> parts;
    std::vector<Stop> of_joint;
    double q = random.uniform(-0.5, 0.5);
    const bool is_still = random.integer(0, 5) == 0;
    for (std::size_t i = 0; i + 1 < breaks.size(); ++i) {
      const bool rests = is_still || random.integer(0, 2) == 0;
      const double to = rests ? q : random.uniform(-1.0, 1.0);
      std::vector<double> first(random.integer(2, 5), 0.0), last = first;
      first[0] = q, last[0] = to;
      parts.push_back(std::make_shared<trajectory::PiecewisePolynomial>(
          trajectory::two_point_polynomial(breaks[i], first, breaks[i + 1], last)));
      of_joint.push_back({breaks[i + 1], rests ? 0.0 : to > q ? 1.0 : -1.0});
      q = to;
    }
    names.push_back(coordinate.name);
    laws.push_back(std::make_shared<trajectory::SequenceLaw>(std::move(parts), breaks));
    stops.push_back(std::move(of_joint));
  }
  VecX dry = VecX::Zero(robot.num_coordinates());
  for (const model::Body& body : robot.bodies()) dry(body.coordinate) += robot.friction(body).dry;
  // Of the move at t or the first one after it, else of the last one.
  const auto signs = [stops](double t) {
    VecX sign = VecX::Zero(static_cast<Eigen::Index>(stops.size()));
    for (std::size_t j = 0; j < stops.size(); ++j) {
      for (const auto& [end, of_move] : stops[j]) {
        if (of_move == 0.0) continue;
        sign(static_cast<Eigen::Index>(j)) = of_move;
        if (end > t) break;
      }
    }
    return sign;
  };
  return {{names, laws, {0.0, kEnd}}, [signs, dry](double t) -> std::array<VecX, 2> {
            constexpr double kAside = 1e-9;
            return {VecX(dry.cwiseProduct(signs(t - kAside))),
                    VecX(dry.cwiseProduct(signs(t + kAside)))};
          }};
}

/// The same robot with dry friction in all joints.
inline model::Model with_dry_friction(const model::Model& robot) {
  model::Description description = robot.description();
  for (model::Joint& joint : description.joints) joint.friction = {.dry = 2.0};
  return model::build(description);
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
/// @param dry  friction of the coordinates.
inline std::vector<double> sizes_at(const model::Model& robot, const trajectory::Trajectory& motion,
                                    const std::vector<model::MotionLimit>& limits, double t,
                                    const VecX& dry = VecX()) {
  using model::Limited;
  const model::StateSeries q = motion.sample(t, 4);
  const kinematics::TreeMotion bodies = kinematics::propagate(robot, q);
  taylor::Series<VecX> force = force::generalized_force(bodies);
  if (dry.size() > 0) force[0] += dry;
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

/// The larger of both sides of an instant.
inline std::vector<double> largest_sizes_at(const model::Model& robot, const KnownMotion& known,
                                            const std::vector<model::MotionLimit>& limits,
                                            double t) {
  if (!known.dry) return sizes_at(robot, known.motion, limits, t);
  const std::array<VecX, 2> dry = known.dry(t);
  std::vector<double> sizes = sizes_at(robot, known.motion, limits, t, dry[0]);
  const std::vector<double> after = sizes_at(robot, known.motion, limits, t, dry[1]);
  for (std::size_t l = 0; l < sizes.size(); ++l) sizes[l] = std::max(sizes[l], after[l]);
  return sizes;
}

/// How a check compares with many samples of the motion, relative to what is largest.
struct CheckErrors {
  double missed = 0.0;  ///< By which a sample is beyond the worst that was found; < 0: none is.
  double beyond = 0.0;  ///< By which that worst is beyond what the motion attains at its time.
  std::string missed_what;
  std::string beyond_what;
};

/// Of a motion: at `samples` instants, and on both sides of those that were found, by the readable
/// passes. What is infinite is left aside, and so is what is nothing but rounding, of joints that
/// never move.
inline CheckErrors errors_of_check(const model::Model& robot, const KnownMotion& known,
                                   int samples) {
  const trajectory::Trajectory& motion = known.motion;
  const std::vector<model::MotionLimit> limits = limits_of_all_kinds(robot);
  const MotionCheck check = check_motion(robot, motion, robot.default_frame(), limits);
  const auto [start, end] = motion.range();
  std::vector<double> largest(limits.size(), 0.0);
  for (int i = 0; i <= samples; ++i) {
    const double t = std::min(end, start + (end - start) * i / samples);
    const std::vector<double> sizes = largest_sizes_at(robot, known, limits, t);
    for (std::size_t l = 0; l < limits.size(); ++l) largest[l] = std::max(largest[l], sizes[l]);
  }
  CheckErrors errors{.missed = -1.0};
  for (std::size_t l = 0; l < limits.size(); ++l) {
    const LimitVerdict& verdict = check.verdicts[l];
    if (verdict.is_impulse || largest[l] <= 1e-12 * limits[l].high) continue;
    const double worst = std::abs(verdict.worst);
    double attained = 0.0;  // A jump at a knot counts from both sides.
    for (const double side : {-1e-10, 0.0, 1e-10}) {
      const double t = std::clamp(verdict.time + side, start, end);
      attained = std::max(attained, largest_sizes_at(robot, known, {limits[l]}, t)[0]);
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

/// Of a random motion; with dry friction in the robot's joints, of moves from rest to rest.
inline CheckErrors errors_of_random_check(support::Random& random, const model::Model& robot,
                                          int samples) {
  if (force::has_friction(robot)) {
    return errors_of_check(robot, random_moves(random, robot), samples);
  }
  return errors_of_check(robot, {random_motion(random, robot)}, samples);
}

}  // namespace appell::analysis
