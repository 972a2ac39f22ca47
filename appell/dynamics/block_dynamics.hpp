#pragma once

#include <optional>
#include <span>
#include <vector>

#include "appell/dynamics/joint_frictions.hpp"
#include "appell/dynamics/loaded_tree.hpp"
#include "appell/dynamics/options.hpp"
#include "appell/dynamics/series_columns.hpp"
#include "appell/engine/inverse_dynamics.hpp"
#include "appell/engine/kinematics.hpp"
#include "appell/engine/mass_factor.hpp"
#include "appell/engine/motion_block.hpp"
#include "appell/engine/motion_matrices.hpp"

namespace appell::dynamics {

/// Not installed: what Dynamics computes, for one order N and one form of numbers. Dynamics has two
/// of them, for values and for derivatives to N, of plain derivatives; analysis along motions uses
/// it with the normalised coefficients of a StateBlock, whose directions friction goes by.
///
/// Functions are those of Dynamics, with results of order N where no other order is named; matrices
/// are column by column. Nothing is checked but options. After construction no call allocates,
/// takes a lock or throws.
class BlockDynamics {
 public:
  static constexpr int kHighestOrder = engine::kHighestForceOrder;

  /// @throws InvalidArgument as Dynamics.
  BlockDynamics(const model::Model& model, const DynamicsOptions& options,
                engine::Form form = engine::Form::kCoefficients);

  const model::Model& model() const noexcept { return model_; }
  int order() const noexcept { return N_; }
  int capacity() const noexcept { return capacity_; }
  Content content() const noexcept { return content_; }
  int lanes() const noexcept { return lanes_; }
  int num_reactions() const noexcept { return static_cast<int>(driven_.size()); }

  /// What counts from now on in forces: masses and gravity of a model that is the same in all else.
  void set_masses(const model::Model& model) noexcept;

  void inverse_dynamics(const States& states, const Columns& tau) noexcept;
  /// The same of one sample, by an object made for one: the shortest way.
  void inverse_dynamics(const double* motion, double* tau) noexcept {
    dynamics_->set_gravity(model_.gravity());
    dynamics_->compute(motion, tau);
  }
  bool is_for_one() const { return is_single_; }
  void inverse_dynamics(const States& states, const Surroundings& around,
                        const Columns& tau) noexcept;
  void inertia(const States& states, const Columns& out) noexcept;
  void gravity(const States& states, const Columns& out) noexcept;
  void bias(const States& states, const Columns& out) noexcept;
  void momentum(const States& states, const Columns& out) noexcept;
  void load(const States& states, const Surroundings& around, const Columns& out) noexcept;
  int friction(const States& states, const Surroundings& around, const Columns& out) noexcept;
  int motor_force(const States& states, const Surroundings& around, const Columns& out) noexcept;

  void mass_matrix(const States& states, const Columns& M) noexcept;
  void coriolis_matrix(const States& states, const Columns& C) noexcept;
  void force_partials(const States& states, const Surroundings& around, const Columns& by_q,
                      const Columns& by_rate) noexcept;
  /// Of plain derivatives in either form.
  void force_derivative_partial(const States& states, const Surroundings& around, int k, int m,
                                const Columns& out) noexcept;
  /// Coefficient k of `x` is the right side k.
  int solve_mass_matrix(const States& states, const Columns& x) noexcept;

  /// Of N = 0.
  void kinetic_energy(const States& states, const Columns& E) noexcept;
  void potential_energy(const States& states, const Columns& U) noexcept;
  void acceleration_energy(const States& states, int p, const Columns& E) noexcept;
  void body_energies(const States& states, int p, const Columns& E) noexcept;

  /// Of some frames, to the order of the result.
  using Frames = std::span<const model::Frame>;
  void placement(const States& states, Frames frames, const Columns& X) noexcept;
  void angular_velocity(const States& states, Frames frames, const Columns& omega) noexcept;
  void jacobian(const States& states, Frames frames, const Columns& J) noexcept;

  void joint_wrenches(const States& states, const Surroundings& around,
                      const Columns& out) noexcept;
  void reactions(const States& states, const Surroundings& around, const Columns& out) noexcept;

 private:
  bool is_plain() const { return form_ == engine::Form::kDerivatives; }
  /// Whether the kernels for one sample do it.
  bool is_single(const States& states, const Columns& out) const {
    return is_single_ && states.stride == 1 && out.stride == 1;
  }

  /// The states as normalised coefficients, to that order of q, and zeros to order `most`.
  States coefficients(const States& states, int highest, int most = -1);
  void compute_motion(const States& states, const engine::MotionOrders& orders);
  /// Derivatives of one sample after each other, to order `highest`, and zeros to order `most`.
  const double* together(const States& states, int highest, int most);
  void compute_force(const States& states, const Vec3& gravity, const Columns& out);
  /// q with zeros for q' and q'', or q' of the states in place of one of them; for N = 0.
  enum class Rate { kZero, kAsItIs, kAsAcceleration };
  States values(const States& states, Rate rate);
  /// @param layout  one of the results.
  void compute_matrices(const States& states, const engine::MotionMatricesOut& out,
                        const Columns& layout);
  /// Matrices of the samples first .. first + count - 1 into group_M_, ...
  void compute_group(const States& states, int first, int count, engine::MatrixContent needed);
  void matrix_times_rate(const States& states, engine::MatrixContent needed,
                         const model::SeriesBlock& of_group, const Columns& out);
  void add_loads(const States& states, const Surroundings& around, const Columns& out);
  void add_load(const States& states, const Wrench& wrench, double sign, const Columns& out);
  void add_single_load(const Wrench& wrench, double sign, const Columns& out);
  void put_wrench(const Wrench& wrench, double sign, int count);
  /// ∂/∂q of loads, if there are any: the motion of all samples, then of some of them.
  void begin_load_partials(const States& states, const Surroundings& around);
  void add_load_partials(const Surroundings& around, int first, int count, const Columns& by_q);
  int add_friction(const States& states, const Surroundings& around, const Columns& out);
  /// What the joints transmit: the motion of all samples, then those of one into wrenches_.
  void begin_wrenches(const States& states, const Surroundings& around);
  void collect_wrenches(const Surroundings& around, int sample);
  /// How many samples compute_group() takes.
  int group_size() const { return capacity_ < lanes_ ? capacity_ : lanes_; }

  model::Model model_;
  int n_;
  int B_;
  int N_;
  int capacity_;
  Content content_;
  engine::Form form_;
  bool is_single_;
  int lanes_ = 1;
  std::optional<engine::InverseDynamics> dynamics_;
  std::optional<engine::MotionMatrices> matrices_;
  std::optional<engine::MassFactor> mass_factor_;
  std::optional<engine::MotionBlock> block_;
  // Of one sample.
  std::optional<engine::Kinematics> kinematics_;   ///< To N + 2.
  std::optional<engine::Kinematics> load_motion_;  ///< To N.
  std::vector<double> J_, together_;
  model::StateBlock converted_;  ///< States as coefficients, if they come as derivatives.
  model::SeriesBlock values_;    ///< See values(), and a force of them.
  engine::MotionOrders wanted_;  ///< Of the call; keeps the memory of its list.
  // Matrices of a group of samples: M, C or ∂τ/∂q', ∂τ/∂q; column by column.
  model::SeriesBlock group_M_, group_C_, group_by_q_;
  std::vector<double> dense_M_, x_;
  model::SeriesBlock load_wrench_;  ///< Force and moment, 6 columns, and one more.
  std::optional<LoadedTree> tree_;
  std::optional<JointFrictions> frictions_;
  std::vector<WrenchSeries> wrenches_;
  std::vector<const model::Frame*> driven_;  ///< Links of the joints that move, joint by joint.
};

}  // namespace appell::dynamics
