#pragma once

#include <memory>
#include <optional>

#include "appell/base/types.hpp"
#include "appell/engine/kinematics.hpp"
#include "appell/model/model.hpp"

namespace appell::force {

struct EngineOptions {
  /// N: the highest time derivative of anything that is asked for. 0 is enough for τ, M, C and the
  /// partial derivatives of τ; 2 for τ', τ''.
  int order = 0;
  std::optional<Vec3> gravity;  ///< The model's unless given; m/s², world axes.
};

/// All that a control loop asks of a robot, by the fast recursions of engine/: one object per model
/// and thread. It owns its memory; no call allocates, none takes a lock (an argument that is not
/// contiguous, or a row-major matrix, is copied by Eigen first, and that allocates). A vector may
/// be input and output of one call. Sizes are checked: a wrong one throws InvalidArgument and names
/// it. (Those who cannot have exceptions use the classes of engine/ themselves: InverseDynamics,
/// MotionMatrices, Kinematics, MassFactor, MotionBlock, which check nothing, and do many samples at
/// once.)
///
/// n coordinates q, rad or m; rotors of motors are included by their reflected inertia. A motion of
/// order m is the n x (m + 1) matrix [q, q', ..., q⁽ᵐ⁾], a column per derivative.
class Engine {
 public:
  // By reference: a copy of an Eigen::Ref may allocate.
  using Vector = const Eigen::Ref<const VecX>&;
  using Matrix = const Eigen::Ref<const MatX>&;
  using VectorOut = Eigen::Ref<VecX>;
  using MatrixOut = Eigen::Ref<MatX>;

  /// @throws InvalidArgument if the order is out of 0..30, or smooth friction lacks a velocity.
  explicit Engine(const model::Model& model, const EngineOptions& options = {});
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  const model::Model& model() const;
  int order() const;

  // ---- Forces, N m or N.

  /// τ(q, q', q''): inertia and gravity.
  void inverse_dynamics(Vector q, Vector rate, Vector acceleration, VectorOut tau);
  /// τ, τ', ..., τ⁽ᴺ⁾, a column each, from a motion of order N + 2.
  void inverse_dynamics(Matrix motion, MatrixOut tau);
  /// Coriolis and centrifugal force C q'.
  void bias(Vector q, Vector rate, VectorOut out);
  /// What holds the robot against its weight.
  void gravity(Vector q, VectorOut out);
  /// Friction of the joints, see friction_force(); its value.
  void friction(Vector q, Vector rate, Vector acceleration, VectorOut out);
  /// Adds what motors supply so that the robot exerts a force and a moment on what it carries at a
  /// frame: Jᵀ [F; N], world axes, about the frame's origin; and its time derivatives for an F and
  /// N that are constant.
  /// @param motion  of order m <= N + 2.
  /// @param tau  n x (m + 1) or fewer columns.
  void add_load(Matrix motion, const model::Frame& frame, const Vec6& wrench, MatrixOut tau);

  // ---- Matrices, n x n.

  void mass_matrix(Vector q, MatrixOut M);
  /// M⁽ᵏ⁾ along a motion of order >= k; k <= N.
  void mass_matrix(Matrix motion, int k, MatrixOut M_k);
  /// C with C q' the bias and M' - 2 C skew-symmetric.
  void coriolis_matrix(Vector q, Vector rate, MatrixOut C);
  /// ∂τ/∂q and ∂τ/∂q'; the third, ∂τ/∂q'', is M.
  void force_partials(Vector q, Vector rate, Vector acceleration, MatrixOut by_q,
                      MatrixOut by_rate);
  /// ∂τ⁽ᵏ⁾/∂q⁽ᵐ⁾, all other derivatives kept, along a motion of order k + 2; k <= N.
  void force_derivative_partial(Matrix motion, int k, int m, MatrixOut out);

  /// Takes the mass matrix at q apart, O(n d²) for a tree of depth d.
  /// @throws NumericalError if it is not positive definite: a coordinate moves no mass;
  ///   InvalidArgument if q is not finite.
  void factor_mass_matrix(Vector q);
  /// x becomes M⁻¹ x, M that of the last factor_mass_matrix().
  /// @throws InvalidArgument if there was none, or it threw.
  void solve_mass_matrix(VectorOut x);

  // ---- Momentum and energies.

  /// M q', N m s or N s.
  void momentum(Vector q, Vector rate, VectorOut out);
  /// M q' and its time derivatives to order N, a column each, from a motion of order N + 1.
  void momentum(Matrix motion, MatrixOut out);
  /// J
  double kinetic_energy(Vector q, Vector rate);
  /// J, zero at the height of the world's origin.
  double potential_energy(Vector q);
  /// E_p = ½ ∫ |r⁽ᵖ⁺¹⁾|² dm in J/s²ᵖ, from a motion of order >= p + 1; p <= N + 1.
  double acceleration_energy(Matrix motion, int p);

  // ---- Motion of frames.

  /// Pose, velocity, acceleration, ... of every frame, and Jacobians, of a motion of order N + 2;
  /// valid until the next call.
  engine::Kinematics& kinematics(Matrix motion);

  /// Force and moment that the joint of body i transmits to it: components in the axes of the body,
  /// moment about its origin, without loads and rotors; see reactions().
  /// @param out  6 x number of bodies.
  void joint_wrenches(Vector q, Vector rate, Vector acceleration, MatrixOut out);

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace appell::force
