#include "appell/analysis/elastic_jumps.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "appell/analysis/elastic_joint.hpp"
#include "appell/analysis/motion_seams.hpp"
#include "appell/dynamics/block_dynamics.hpp"

namespace appell::analysis {
namespace {

constexpr double kLeastJump = 1e-6;  // Of the largest value at the seams.

/// θ, θ' and τ_m (without friction of the motor, which does not jump unless θ' does) at a sample.
using MotorState = std::array<double, 3>;

struct WidestJump {
  double size = 0.0;
  double time = 0.0;
  double largest = 0.0;  ///< Value at a seam.

  bool is_one() const { return size > kLeastJump * largest; }
};

/// Looks at both sides of all seams.
class SeamWatch {
 public:
  SeamWatch(const ElasticRobot& robot, const trajectory::Trajectory& motion)
      : robot_(robot),
        cursor_(motion),
        engine_(robot.links(),
                {.order = 2, .capacity = 2 * kSeamsAtOnce, .content = robot.content()}),
        states_(robot.num_coordinates(), 4, 2 * kSeamsAtOnce),
        force_(robot.num_coordinates(), 2, 2 * kSeamsAtOnce),
        widest_(static_cast<std::size_t>(robot.num_coordinates())) {
    const std::vector<double> seams = motion_seams(motion);
    std::vector<double> times;
    double from = motion.range().start;
    for (std::size_t begin = 0; begin < seams.size(); begin += kSeamsAtOnce) {
      times.clear();
      for (std::size_t i = begin; i < std::min(begin + kSeamsAtOnce, seams.size()); ++i) {
        times.push_back(left_of_seam(seams[i], from));
        times.push_back(seams[i]);
        from = seams[i];
      }
      look(times);
    }
  }

  std::vector<ElasticJump> jumps() const {
    std::vector<ElasticJump> found;
    for (std::size_t what = 0; what < 3; ++what) {
      for (std::size_t j = 0; j < widest_.size(); ++j) {
        const bool is_known = std::any_of(found.begin(), found.end(), [j](const ElasticJump& jump) {
          return jump.coordinate == static_cast<int>(j);
        });
        const WidestJump& jump = widest_[j][what];
        if (is_known || !jump.is_one()) continue;
        found.push_back(
            {static_cast<ElasticJump::What>(what), static_cast<int>(j), jump.time, jump.size});
      }
    }
    return found;
  }

 private:
  void look(const std::vector<double>& times) {
    cursor_.sample(times, states_);
    robot_.link_force(engine_, states_, force_);
    for (int j = 0; j < robot_.num_coordinates(); ++j) {
      for (int left = 0; left < states_.num_samples(); left += 2) {
        const MotorState jump = jump_of(j, left);
        const MotorState here = state_of(j, left + 1);
        for (std::size_t what = 0; what < 3; ++what) {
          WidestJump& widest = widest_[j][what];
          widest.largest = std::max(widest.largest, std::abs(here[what]));
          if (std::abs(jump[what]) <= widest.size) continue;
          widest.size = std::abs(jump[what]);
          widest.time = times[static_cast<std::size_t>(left) + 1];
        }
      }
    }
  }

  double q(int k, int j, int sample) const {
    return taylor::factorial(k) * states_.q().column(k, j)[sample];
  }
  double tau(int k, int j, int sample) const {
    return taylor::factorial(k) * force_.column(k, j)[sample];
  }

  /// Without dampers, whose memory does not matter for how large these values are.
  MotorState state_of(int j, int sample) const {
    taylor::Series<double> delta(2, 0.0);
    if (robot_.is_elastic(j)) {
      taylor::Series<double> force(2);
      for (int k = 0; k <= 2; ++k) force[k] = force_.column(k, j)[sample];
      model::Actuator spring = robot_.actuator(j);
      spring.damping = 0.0;
      spring_deflection(spring, force, delta);
    }
    return {q(0, j, sample) + delta[0], q(1, j, sample) + delta[1],
            rotor(j) * (q(2, j, sample) + 2.0 * delta[2]) + tau(0, j, sample)};
  }

  MotorState jump_of(int j, int left) const {
    if (!robot_.is_damped(j)) {
      const MotorState before = state_of(j, left), after = state_of(j, left + 1);
      return {after[0] - before[0], after[1] - before[1], after[2] - before[2]};
    }
    // D δ' + K δ = τ on both sides, and δ does not jump.
    const auto jump = [left](const auto& of) { return of(left + 1) - of(left); };
    const double force = jump([&](int i) { return tau(0, j, i); });
    const double rate = jump([&](int i) { return tau(1, j, i); });
    const double D = robot_.actuator(j).damping, K = robot_.actuator(j).stiffness;
    const double velocity = force / D;
    const double acceleration = (rate - K * velocity) / D;
    return {jump([&](int i) { return q(0, j, i); }),
            jump([&](int i) { return q(1, j, i); }) + velocity,
            rotor(j) * (jump([&](int i) { return q(2, j, i); }) + acceleration) + force};
  }

  /// B of an elastic joint; that of a rigid one is part of τ.
  double rotor(int j) const {
    return robot_.is_elastic(j) ? robot_.actuator(j).reflected_inertia() : 0.0;
  }

  const ElasticRobot& robot_;
  trajectory::TrajectoryCursor cursor_;
  dynamics::BlockDynamics engine_;
  model::StateBlock states_;
  model::SeriesBlock force_;
  std::vector<std::array<WidestJump, 3>> widest_;  ///< By coordinate.
};

}  // namespace

std::vector<ElasticJump> elastic_jumps(const ElasticRobot& robot,
                                       const trajectory::Trajectory& motion) {
  if (motion.continuity() >= 4) return {};
  return SeamWatch(robot, motion).jumps();
}

}  // namespace appell::analysis
