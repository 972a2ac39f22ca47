#pragma once

#include <memory>

#include "appell/force/unchecked_engine.hpp"

namespace appell::force {

/// All that a control loop asks of a robot, by the fast recursions of engine/: one object per model
/// and thread. It owns its memory; no call allocates, none takes a lock (an argument that is not
/// contiguous, or a row-major matrix, is copied by Eigen first, and that allocates). A result
/// may lie where an argument of the call does. Sizes and frames are checked: InvalidArgument names
/// what is wrong, also where the engine was made without the content that a call needs. Those who
/// cannot have exceptions, or count the last nanoseconds, call the same functions of unchecked():
/// they are noexcept and take plain pointers. Arguments that lie as those need them (columns that
/// follow each other, q, q', q'' of one matrix) are not copied here either. For many samples there
/// is EngineBatch.
///
/// n coordinates q, rad or m, and B bodies; rotors of motors are included by their reflected
/// inertia. A motion of order m is the n x (m + 1) matrix [q, q', ..., q⁽ᵐ⁾], a column per
/// derivative; it may have more columns than are needed. A result that is said to have time
/// derivatives has either one column, its value, or N + 1. What acts on the robot is given with its
/// time derivatives, in world axes or those of its frame; to change it from call to call, change
/// the numbers of one Surroundings.
class Engine {
 public:
  // By reference: a copy of an Eigen::Ref may allocate.
  using Vector = const Eigen::Ref<const VecX>&;
  using Matrix = const Eigen::Ref<const MatX>&;
  using VectorOut = Eigen::Ref<VecX>;
  using MatrixOut = Eigen::Ref<MatX>;

  static constexpr int kHighestOrder = engine::kHighestForceOrder;

  /// @throws InvalidArgument if the order is out of 0..kHighestOrder, the machine lacks the
  ///   instruction set, or smooth friction lacks a velocity.
  explicit Engine(const model::Model& model, const EngineOptions& options = {});
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  UncheckedEngine& unchecked() noexcept;
  const model::Model& model() const noexcept;
  int order() const noexcept;

  // ---- Forces, N m or N: their values.

  /// τ(q, q', q''): inertia and gravity.
  void inverse_dynamics(Vector q, Vector rate, Vector acceleration, VectorOut tau);
  /// Coriolis and centrifugal force C q'.
  void bias(Vector q, Vector rate, VectorOut out);
  /// M q', N m s or N s.
  void momentum(Vector q, Vector rate, VectorOut out);
  /// Friction of the joints, see friction_force(); without loads.
  void friction(Vector q, Vector rate, Vector acceleration, VectorOut out);

  // ---- The same with time derivatives: results of 1 or k + 1 = N + 1 columns.

  /// τ, τ', ..., from a motion of order k + 2; and with loads.
  void inverse_dynamics(Matrix motion, MatrixOut tau);
  void inverse_dynamics(Matrix motion, const Surroundings& surroundings, MatrixOut tau);
  /// M q'' + C q', from a motion of order k + 2.
  void inertia(Matrix motion, MatrixOut out);
  /// What holds the robot against its weight, from a motion of order k: its value from q alone.
  void gravity(Matrix motion, MatrixOut out);
  /// From motions of order k + 1.
  void bias(Matrix motion, MatrixOut out);
  void momentum(Matrix motion, MatrixOut out);
  /// Jᵀ [F; N] of loads, less that of external wrenches, from a motion of order k.
  void load(Matrix motion, const Surroundings& surroundings, MatrixOut out);
  /// From a motion of order k + friction_order(). A derivative that does not exist, and those after
  /// it, are NaN.
  /// @return the highest order to which all exist.
  int friction(Matrix motion, const Surroundings& surroundings, MatrixOut out);
  /// τ with loads and friction, from a motion of order k + 2; likewise.
  int motor_force(Matrix motion, const Surroundings& surroundings, MatrixOut out);

  // ---- Matrices, n x n.

  void mass_matrix(Vector q, MatrixOut M);
  /// M⁽ᵏ⁾ along a motion of order >= k; k <= N.
  void mass_matrix(Matrix motion, int k, MatrixOut M_k);
  /// C with C q' the bias and M' - 2 C skew-symmetric.
  void coriolis_matrix(Vector q, Vector rate, MatrixOut C);
  /// C⁽ᵏ⁾ along a motion of order >= k + 1; k <= N.
  void coriolis_matrix(Matrix motion, int k, MatrixOut C_k);
  /// ∂τ/∂q and ∂τ/∂q'; the third, ∂τ/∂q'', is M.
  void force_partials(Vector q, Vector rate, Vector acceleration, MatrixOut by_q,
                      MatrixOut by_rate);
  /// The same of the force with loads, which change ∂τ/∂q alone.
  void force_partials(Vector q, Vector rate, Vector acceleration, const Surroundings& surroundings,
                      MatrixOut by_q, MatrixOut by_rate);
  /// ∂τ⁽ᵏ⁾/∂q⁽ᵐ⁾, all other derivatives kept, along a motion of order k + 2; k <= N.
  void force_derivative_partial(Matrix motion, int k, int m, MatrixOut out);
  void force_derivative_partial(Matrix motion, const Surroundings& surroundings, int k, int m,
                                MatrixOut out);

  /// Takes the mass matrix at q apart, O(n d²) for a tree of depth d.
  /// @throws NumericalError if it is not positive definite: a coordinate moves no mass;
  ///   InvalidArgument if q is not finite.
  void factor_mass_matrix(Vector q);
  /// x becomes M⁻¹ x, M that of the last factor_mass_matrix().
  /// @throws InvalidArgument if there was none, or it threw.
  void solve_mass_matrix(VectorOut x);

  // ---- Energies.

  /// J
  double kinetic_energy(Vector q, Vector rate);
  /// J, zero at the height of the world's origin.
  double potential_energy(Vector q);
  /// U, U', ..., U⁽ᵏ⁾ from a motion of order k <= N; `out` has k + 1 entries.
  void potential_energy(Matrix motion, VectorOut out);
  /// E_p = ½ ∫ |r⁽ᵖ⁺¹⁾|² dm in J/s²ᵖ, from a motion of order >= p + 1; p <= N + 1. p = 0: kinetic.
  double acceleration_energy(Matrix motion, int p);
  /// With its time derivatives to k <= N and k <= N + 1 - p, from a motion of order k + p + 1.
  void acceleration_energy(Matrix motion, int p, VectorOut out);
  /// Of every body, its rotor included: B x (k + 1).
  void body_energies(Matrix motion, int p, MatrixOut out);

  // ---- Motion of frames.

  /// Pose, velocity, acceleration, ... of every frame, and Jacobians, of a motion of order N + 2;
  /// valid until the next call.
  engine::Kinematics& kinematics(Matrix motion);
  /// J⁽ᵏ⁾ of a frame, 6 x n: linear, then angular; from a motion of order k <= N + 2.
  void jacobian(Matrix motion, const model::Frame& frame, int k, MatrixOut J);

  // ---- What the joints transmit, without rotors and friction.

  /// Force and moment that the joint of body i transmits to it: components in the axes of the body,
  /// moment about its origin, without loads: 6 x B.
  void joint_wrenches(Vector q, Vector rate, Vector acceleration, MatrixOut out);
  /// With loads; 6 x B, or 6 x B (N + 1): the time derivatives of the components, B columns each.
  /// From a motion of order 2 or N + 2.
  void joint_wrenches(Matrix motion, const Surroundings& surroundings, MatrixOut out);
  /// The same at the frames of the links, see reactions(): a column for every joint that moves, in
  /// the order of the description.
  void reactions(Matrix motion, const Surroundings& surroundings, MatrixOut out);
  int num_reactions() const noexcept;

 private:
  struct Workspace;
  void partials(Vector q, Vector rate, Vector acceleration, const Surroundings& surroundings,
                MatrixOut& by_q, MatrixOut& by_rate);

  std::unique_ptr<Workspace> workspace_;
};

}  // namespace appell::force
