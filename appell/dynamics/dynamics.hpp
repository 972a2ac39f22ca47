#pragma once

#include <memory>
#include <span>

#include "appell/dynamics/block.hpp"
#include "appell/dynamics/options.hpp"
#include "appell/engine/limits.hpp"
#include "appell/force/wrench.hpp"
#include "appell/model/model.hpp"

namespace appell {

namespace dynamics {
struct Workspace;
}

using force::Surroundings;

enum class Checks { kOff, kOn };

/// The dynamics of a robot by the fast recursions of engine/: inverse dynamics to any order, with
/// loads and friction, and everything a controller or an identification asks beside it. Make one
/// object per model and thread; it owns its memory. After construction no call allocates or takes a
/// lock.
///
/// Dynamics checks sizes, orders, frames and content of every call: InvalidArgument says what is
/// wrong. UncheckedDynamics has the same functions without checks; they are noexcept, and wrong
/// arguments are undefined behaviour. Numbers that are not finite come out as they went in.
///
/// Arguments and results are plain time derivatives. n coordinates q, rad or m; B bodies. A motion
/// of order m is the n x (m + 1) matrix [q, q', ..., q⁽ᵐ⁾]; it may have more columns than needed. A
/// result is a matrix x, its value, or [x, x', ..., x⁽ᴺ⁾], N + 1 of them side by side; "k" below is
/// 0 or N accordingly. Results must not overlap the motion.
///
/// One sample is a matrix of Eigen; many are a Block, see block.hpp, and every function takes both.
/// Objects made for one sample (the default capacity) put x, y and z side by side, those for more
/// put samples side by side. The latter give each sample bit for bit as in a block of any other
/// size.
///
/// Rotors of motors are included by their reflected inertia. What acts on the robot is given with
/// its time derivatives; to change it from call to call, change the numbers of one Surroundings.
template <Checks kChecks>
class BasicDynamics {
 public:
  using In = const ConstBlockRef&;
  using Out = const BlockRef&;
  using Frames = std::span<const model::Frame>;

  static constexpr int kHighestOrder = engine::kHighestForceOrder;
  static constexpr bool kNoThrow = kChecks == Checks::kOff;

  /// @throws InvalidArgument if the order is out of 0..kHighestOrder, the capacity is below 1, the
  ///   machine lacks the instruction set, or smooth friction lacks a velocity.
  explicit BasicDynamics(const model::Model& model, const DynamicsOptions& options = {});
  ~BasicDynamics();
  BasicDynamics(BasicDynamics&&) noexcept;
  BasicDynamics& operator=(BasicDynamics&&) noexcept;

  const model::Model& model() const noexcept;
  int order() const noexcept;
  int capacity() const noexcept;
  Content content() const noexcept;
  /// How many samples are computed at once: capacities are best a multiple of it.
  int lanes() const noexcept;
  /// How many joints move: columns of reactions().
  int num_reactions() const noexcept;

  // ---- Forces, N m or N: n x 1 for each derivative.

  /// τ = M q'' + C q' + gravity, from a motion of order k + 2; and with loads.
  void inverse_dynamics(In motion, Out tau) noexcept(kNoThrow);
  void inverse_dynamics(In motion, const Surroundings& around, Out tau) noexcept(kNoThrow);
  /// M q'' + C q', from a motion of order k + 2.
  void inertia(In motion, Out out) noexcept(kNoThrow);
  /// What holds the robot against its weight, from a motion of order k.
  void gravity(In motion, Out out) noexcept(kNoThrow);
  /// Coriolis and centrifugal force C q', from a motion of order k + 1.
  void bias(In motion, Out out) noexcept(kNoThrow);
  /// M q', N m s or N s, from a motion of order k + 1.
  void momentum(In motion, Out out) noexcept(kNoThrow);
  /// Jᵀ [F; N] of loads, less that of external wrenches, from a motion of order k.
  void load(In motion, const Surroundings& around, Out out) noexcept(kNoThrow);
  /// Friction of the joints, see force::friction_force(), from a motion of order k +
  /// force::friction_order(). A derivative that does not exist, and those after it, are NaN.
  /// @return the highest order to which all exist.
  int friction(In motion, const Surroundings& around, Out out) noexcept(kNoThrow);
  /// τ with loads and friction, from a motion of order k + 2; likewise.
  int motor_force(In motion, const Surroundings& around, Out out) noexcept(kNoThrow);

  // ---- Matrices: n x n for each derivative.

  /// From a motion of order k.
  void mass_matrix(In motion, Out M) noexcept(kNoThrow);
  /// C with C q' the bias and M' - 2 C skew-symmetric, from a motion of order k + 1.
  void coriolis_matrix(In motion, Out C) noexcept(kNoThrow);
  /// ∂τ/∂q and ∂τ/∂q' of the force with loads, from a motion of order k + 2; ∂τ/∂q'' is M.
  void force_partials(In motion, const Surroundings& around, Out by_q,
                      Out by_rate) noexcept(kNoThrow);
  /// ∂τ⁽ᵏ⁾/∂q⁽ᵐ⁾, all other derivatives kept; any k <= N, from a motion of order N + 2 (of order 2
  /// if k = 0).
  void force_derivative_partial(In motion, const Surroundings& around, int k, int m,
                                Out out) noexcept(kNoThrow);
  /// Each column of x becomes M⁻¹ x; O(n d²) for a tree of depth d, and O(n d) for each column.
  /// @return the first sample whose M is not positive definite, which is left as it was with those
  ///   after it; -1 if there is none.
  /// @throws NumericalError instead, if calls are checked: a coordinate moves no mass.
  int solve_mass_matrix(In q, Out x) noexcept(kNoThrow);

  // ---- Energies: a number for each derivative, in a row or in a column.

  /// J, the value; from a motion of order 1.
  void kinetic_energy(In motion, Out E) noexcept(kNoThrow);
  /// J, zero at the height of the world's origin; from a motion of order k, any k <= N.
  void potential_energy(In motion, Out U) noexcept(kNoThrow);
  /// E_p = ½ ∫ |r⁽ᵖ⁺¹⁾|² dm in J/s²ᵖ, p <= N + 1, from a motion of order k + p + 1; any k <= N and
  /// k <= N + 1 - p. p = 0 is the kinetic energy.
  void acceleration_energy(In motion, int p, Out E) noexcept(kNoThrow);
  /// Of every body, its rotor included: B x 1 for each derivative.
  void body_energies(In motion, int p, Out E) noexcept(kNoThrow);

  // ---- Motion of frames: any k <= N + 2. Of several frames, their matrices stand side by side for
  // each derivative.

  /// [R | p] of the frame in the world: 3 x 4 for each derivative, from a motion of order k.
  void placement(In motion, Frames frames, Out X) noexcept(kNoThrow);
  /// ω in world axes: 3 x 1 for each derivative, from a motion of order k + 1; k <= N + 1.
  void angular_velocity(In motion, Frames frames, Out omega) noexcept(kNoThrow);
  /// J: 6 x n for each derivative, linear, then angular; from a motion of order k.
  void jacobian(In motion, Frames frames, Out J) noexcept(kNoThrow);
  void placement(In motion, const model::Frame& frame, Out X) noexcept(kNoThrow) {
    placement(motion, Frames(&frame, 1), X);
  }
  void angular_velocity(In motion, const model::Frame& frame, Out omega) noexcept(kNoThrow) {
    angular_velocity(motion, Frames(&frame, 1), omega);
  }
  void jacobian(In motion, const model::Frame& frame, Out J) noexcept(kNoThrow) {
    jacobian(motion, Frames(&frame, 1), J);
  }

  // ---- What the joints transmit, with loads, without rotors and friction; from motions of order
  // k + 2.

  /// Force and moment about the origin of each body, components in its axes: 6 x B for each
  /// derivative.
  void joint_wrenches(In motion, const Surroundings& around, Out out) noexcept(kNoThrow);
  /// The same at the frames of the links, see force::reactions(): 6 x num_reactions(), in the order
  /// of the description.
  void reactions(In motion, const Surroundings& around, Out out) noexcept(kNoThrow);

 private:
  std::unique_ptr<dynamics::Workspace> workspace_;
};

extern template class BasicDynamics<Checks::kOn>;
extern template class BasicDynamics<Checks::kOff>;

using Dynamics = BasicDynamics<Checks::kOn>;
using UncheckedDynamics = BasicDynamics<Checks::kOff>;

}  // namespace appell
