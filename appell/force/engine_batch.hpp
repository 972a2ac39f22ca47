#pragma once

#include "appell/force/unchecked_engine_batch.hpp"

namespace appell::force {

/// What Engine gives for one sample, for blocks of them: one object per model and thread. Results
/// go into blocks that the caller keeps, normalised coefficients x⁽ᵏ⁾/k! as in the states, of order
/// N where no other order is named; a matrix is as many columns as it has entries, row by row. No
/// call allocates or takes a lock. Sizes, orders and frames are checked: InvalidArgument names what
/// is wrong, also where the engine was made without the content that a call needs. That is a few
/// comparisons for all samples of a call; those who cannot have exceptions call the same functions
/// of unchecked(), which are noexcept.
///
/// n coordinates and B bodies; τ, M, ... as in Engine. States are of order N + 2 where nothing else
/// is said.
class EngineBatch {
 public:
  using States = const model::StateBlock&;
  using Columns = model::SeriesBlock&;

  static constexpr int kHighestOrder = engine::kHighestForceOrder;

  /// @throws InvalidArgument if the order is out of 0..kHighestOrder, the capacity is below 1, the
  ///   machine lacks the instruction set, or smooth friction lacks a velocity.
  explicit EngineBatch(const model::Model& model, const EngineBatchOptions& options = {});

  UncheckedEngineBatch& unchecked() noexcept { return engine_; }
  const model::Model& model() const noexcept { return engine_.model(); }
  int order() const noexcept { return engine_.order(); }
  /// How many samples are computed at once: capacities are best a multiple of it.
  int lanes() const noexcept { return engine_.lanes(); }

  // ---- Forces, n columns. What acts on the robot is given with its time derivatives.

  /// τ = Q_inertia + Q_gravity; and with loads.
  void inverse_dynamics(States states, Columns tau);
  void inverse_dynamics(States states, const Surroundings& surroundings, Columns tau);
  /// M q'' + C q'.
  void inertia(States states, Columns out);
  /// What holds the robot against its weight; from states of order N.
  void gravity(States states, Columns out);
  /// C q'; from states of order N + 1.
  void bias(States states, Columns out);
  /// M q'; from states of order N + 1.
  void momentum(States states, Columns out);
  /// Jᵀ [F; N] of loads, less that of external wrenches; from states of order N.
  void load(States states, const Surroundings& surroundings, Columns out);
  /// Friction, see friction_force(). A coefficient that does not exist, and those after it, are
  /// NaN.
  /// @return the highest order to which all exist.
  int friction(States states, const Surroundings& surroundings, Columns out);
  /// τ with loads and friction; likewise.
  int motor_force(States states, const Surroundings& surroundings, Columns out);

  // ---- Matrices, n² columns.

  /// From states of order N.
  void mass_matrix(States states, Columns M);
  /// From states of order N + 1.
  void coriolis_matrix(States states, Columns C);
  /// ∂τ/∂q and ∂τ/∂q' of the force with loads; the third, ∂τ/∂q'', is M.
  void force_partials(States states, const Surroundings& surroundings, Columns by_q,
                      Columns by_rate);
  /// What loads add to ∂τ/∂q; from states of order N.
  void load_partials(States states, const Surroundings& surroundings, Columns out);
  /// ∂τ⁽ᵏ⁾/∂q⁽ᵐ⁾ of plain derivatives, all others kept; k <= N.
  /// @param out  of order 0.
  void force_derivative_partial(States states, const Surroundings& surroundings, int k, int m,
                                Columns out);
  /// x becomes M⁻¹ x in every sample.
  /// @param x  of order 0, n columns.
  /// @throws NumericalError if M is not positive definite.
  void solve_mass_matrix(States states, Columns x);

  // ---- Energies, one column. E_p is known to order min(N, N + 1 - p), p <= N + 1: `out` is of at
  // most that order, and states of the order of `out` plus p + 1.

  /// E_p = ½ ∫ |r⁽ᵖ⁺¹⁾|² dm in J/s²ᵖ; p = 0: the kinetic energy.
  void acceleration_energy(States states, int p, Columns out);
  /// Of every body, its rotor included: B columns.
  void body_energies(States states, int p, Columns out);
  /// J, zero at the height of the world's origin; from states of order N.
  void potential_energy(States states, Columns out);

  // ---- Motion of a frame: `out` of order <= N + 2, from states of that order.

  /// [R | p], 12 columns: 3 x 4 row by row.
  void placement(States states, const model::Frame& frame, Columns out);
  /// ω in world axes, 3 columns, of order <= N + 1, from states of one order more.
  void angular_velocity(States states, const model::Frame& frame, Columns out);
  /// 6 x n: linear, then angular.
  void jacobian(States states, const model::Frame& frame, Columns J);

  // ---- What the joints transmit, with loads, without rotors and friction.

  /// Force and moment about the origin of each body, in the axes of the body; 6 B columns.
  void joint_wrenches(States states, const Surroundings& surroundings, Columns out);
  /// The same at the frames of the links, see reactions(): 6 columns for every joint that moves, in
  /// the order of the description.
  void reactions(States states, const Surroundings& surroundings, Columns out);
  int num_reactions() const noexcept { return engine_.num_reactions(); }

 private:
  void check_content(const char* function, EngineContent needed) const;
  void check_states(const char* function, States states, int needed) const;
  void check_frame(const char* function, const model::Frame& frame) const;
  void check_surroundings(const char* function, const Surroundings& surroundings) const;
  /// Of `columns` columns, of that order exactly or at most.
  void check_out(const char* function, States states, Columns out, int columns, int order) const;
  void check_out_to(const char* function, States states, Columns out, int columns,
                    int highest_order) const;

  UncheckedEngineBatch engine_;
};

}  // namespace appell::force
