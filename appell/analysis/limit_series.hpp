#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "appell/analysis/motion_loads.hpp"
#include "appell/dynamics/block_dynamics.hpp"
#include "appell/model/motion_limit.hpp"
#include "appell/model/state_block.hpp"

namespace appell::analysis {

/// What is limited as functions of time: Taylor polynomials about the instants of a block of
/// states, from the engine. For one thread.
class LimitSeries {
 public:
  /// @param frame  the end effector.
  /// @param degree  of the polynomials of forces; those of velocities and the like are of one more.
  /// @param loads  null: none act; must outlive it. Functions of time are taken at the times of the
  ///   states.
  /// @throws InvalidArgument as Dynamics, and for a limit of an order above `degree`.
  LimitSeries(const model::Model& model, const model::Frame& frame,
              std::span<const model::MotionLimit> limits, int degree, int capacity,
              const MotionLoads* loads = nullptr);

  /// Order of q that the polynomials take.
  int state_order() const { return degree_ + 2; }
  int degree() const { return degree_; }
  /// Whether the squares of the limits' sizes are what polynomials are compared with: those of
  /// norms.
  static bool is_square(const model::MotionLimit& limit) {
    return limit.what == model::Limited::kFrameLinear ||
           limit.what == model::Limited::kFrameAngular;
  }

  /// @param states  of state_order(), at most `capacity` samples; they must outlive what is asked
  /// for.
  void compute(const model::StateBlock& states);

  /// The polynomials of a limit about the instant of a sample, in units of time of `h`:
  /// x(t + h s) = Σ out[k] sᵏ. There is one of everything but the total power: there the powers of
  /// all motors, one after the other, whose sizes add up. Of energies they are those of the power.
  /// @return the coefficients: a part of `out`, which has room for max_coefficients().
  std::span<double> polynomials(const model::MotionLimit& limit, int sample, double h,
                                std::span<double> out) const {
    return polynomials(limit, sample, h, kAllParts, out);
  }
  int num_polynomials(const model::MotionLimit& limit) const {
    const bool is_sum_of_sizes =
        limit.what == model::Limited::kTotalPower || limit.what == model::Limited::kTotalEnergy;
    return is_sum_of_sizes ? std::max(1, static_cast<int>(driven_.size())) : 1;
  }
  /// What is limited, at the instant of a sample: of norms the norm, of energies the size of the
  /// power.
  double value(const model::MotionLimit& limit, int sample, std::span<double> buffer) const;
  /// Σ |force| of all coordinates, at the instant of a sample.
  double sum_of_forces(int sample) const;
  std::size_t max_coefficients() const {
    return static_cast<std::size_t>((degree_ + 3) * std::max(1, model_.num_coordinates()));
  }

  /// A force has parts that grow with powers of the speed λ at which the motion is run: inertia
  /// with λ², viscous friction with λ, weight, constant loads and dry friction not at all; each
  /// derivative has one power more, and so has the power of a joint. Electrical power has products
  /// of two of them. Everything else is one part.
  /// @return the powers of λ of the parts, the lowest first.
  static std::pair<int, int> powers_of_speed(const model::MotionLimit& limit);
  /// The part of such a power.
  std::span<double> part(const model::MotionLimit& limit, int power_of_speed, int sample, double h,
                         std::span<double> out) const {
    return polynomials(limit, sample, h, power_of_speed - powers_of_speed(limit).first, out);
  }
  /// Whether friction has no other parts than these.
  bool has_power_laws() const { return has_power_laws_; }

  /// Coordinates with dry friction: where their velocity changes its sign, polynomials of forces
  /// hold on one side only, that of the instant.
  const std::vector<int>& dry_coordinates() const { return dry_; }
  /// Whether all dry friction that jumps is constant.
  bool has_constant_dry_friction() const;

 private:
  static constexpr int kAllParts = -1;
  std::span<double> polynomials(const model::MotionLimit& limit, int sample, double h, int part,
                                std::span<double> out) const;
  double force(int k, int coordinate, int sample, int part) const;
  void set_loads(const MotionLoads& loads);
  void set_drive();
  void leave_out_drive();
  void add_moving_loads();
  void leave_out(model::SeriesBlock& out) const;
  void add_linear_friction();
  void set_dry_friction();
  void power(int coordinate, int sample, int part, std::span<double> out) const;
  void electrical_power(int coordinate, int sample, int part, std::span<double> out) const;
  void squared_norm(const model::SeriesBlock& x, int first, int sample, int order,
                    std::span<double> out) const;

  model::Model model_;
  model::Frame frame_;
  int degree_;
  bool has_power_laws_ = true;
  bool has_forces_ = false;
  bool has_linear_ = false;
  bool has_angular_ = false;
  std::vector<int> driven_;  ///< Coordinates with a motor.
  std::vector<int> dry_;
  std::vector<double> viscous_;
  std::vector<double> offset_;
  std::vector<double> dry_force_;  ///< Of constant dry friction; NaN of another law.
  std::vector<double> copper_loss_;
  std::optional<dynamics::BlockDynamics> engine_;
  const model::StateBlock* states_ = nullptr;
  model::SeriesBlock force_;
  model::SeriesBlock inertia_;
  model::SeriesBlock drive_;  ///< Without friction.
  const MotionLoads* loads_;
  force::Surroundings around_;  ///< What counts of the constant loads.
  /// Of what depends on time, sample by sample.
  struct Moving {
    force::Surroundings all;
    model::StateBlock states;
    model::SeriesBlock force;
  };
  Moving moving_;
  model::SeriesBlock plain_;  ///< Inertia and gravity, where one of them is left out.
  model::SeriesBlock placement_;
  model::SeriesBlock omega_;
};

}  // namespace appell::analysis
