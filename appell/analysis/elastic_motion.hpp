#pragma once

#include <memory>
#include <optional>
#include <span>

#include "appell/analysis/elastic_damping.hpp"
#include "appell/analysis/elastic_robot.hpp"
#include "appell/model/state_block.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::dynamics {
class BlockDynamics;
}

namespace appell::analysis {

/// What the motors of a robot with elastic joints must do so that its links move as given. Reduced
/// model, rotors count by their inertia about the joint only; everything on the link side of the
/// gears, θ the motor's angle over the gear ratio N, B = N² J its rotor (docs/elastic.md):
///
///   τ = M q'' + C q' + g + friction of the joint + loads  without rotors of elastic joints     (1)
///   D δ' + k₁ δ + k₃ δ³ + k₅ δ⁵ = τ,  θ = q + δ                                                (2)
///   τ_m = B θ'' + τ + N f(N θ')                         f: friction of the motor               (3)
///
/// with τ to order N + 2 for τ_m to order N, hence q to order N + 4. A rigid joint has θ = q, and
/// its rotor is part of (1). Results are columns of the samples of the last call, normalised.
///
/// For one thread. Damped joints remember: times ascend from call to call, and at the first of them
/// they are as DampedSpring::start() says. Nothing is allocated after the first call, but where
/// laws keep windows of long records.
class ElasticMotion {
 public:
  static constexpr int kHighestOrder = 9;
  /// Order of q that τ_m takes to an order.
  static constexpr int state_order(int order) { return order + 4; }

  /// @param motion  its joints in the order of the model's coordinates (Trajectory::for_model());
  /// it
  ///   must outlive this.
  /// @param order  N: highest time derivative of the motors' forces.
  /// @param capacity  most times of one call.
  /// @throws InvalidArgument for an order out of 0..kHighestOrder, or as
  /// ElasticRobot::check_order();
  ///   NumericalError if the motion has no such derivatives.
  ElasticMotion(const ElasticRobot& robot, const trajectory::Trajectory& motion, int order,
                int capacity);
  ~ElasticMotion();
  ElasticMotion(ElasticMotion&&) noexcept;

  const ElasticRobot& robot() const { return robot_; }
  int order() const { return order_; }

  /// @throws NumericalError, naming joint and time, if a result is not finite; InvalidArgument for
  ///   too many times, or if they do not ascend where joints are damped.
  void compute(std::span<const double> times);

  const model::StateBlock& states() const { return states_; }
  /// θ and δ, to order N + 2.
  const model::SeriesBlock& theta() const { return theta_; }
  const model::SeriesBlock& deflection() const { return deflection_; }
  /// τ of (1) to order N; of rigid joints with the rotor.
  const model::SeriesBlock& spring_force() const { return spring_force_; }
  /// τ_m to order N.
  const model::SeriesBlock& motor_force() const { return motor_force_; }
  /// What a robot with rigid joints would take: (1) to (3) with θ = q.
  const model::SeriesBlock& rigid_force() const { return rigid_force_; }

  const DampedJoints& damped() const { return damped_; }

 private:
  void set_joint(int j, int sample);
  void set_deflection(int j, int sample);
  void set_motor_force(int j, int sample);
  /// Of the rate in rate_: at rest that of the joint.
  double motor_direction(int j, int sample);
  void check_finite() const;

  ElasticRobot robot_;
  int order_;
  DampedJoints damped_;
  trajectory::TrajectoryCursor cursor_;
  std::unique_ptr<dynamics::BlockDynamics> engine_;
  model::StateBlock states_;
  model::SeriesBlock force_;  ///< τ as far as it is needed.
  model::SeriesBlock theta_, deflection_, spring_force_, motor_force_, rigid_force_;
  taylor::Series<double> tau_, delta_, rate_;
};

}  // namespace appell::analysis
