#pragma once

#include <array>
#include <limits>
#include <vector>

#include "appell/analysis/linear_dynamics.hpp"
#include "appell/model/motion_limit.hpp"

namespace appell::analysis {

/// What limits x = q⁽ᵏ⁾: the force derivative τ⁽ᵏ⁻²⁾ of every coordinate, and x itself. Infinite
/// where there is no limit.
struct CapabilityLimits {
  int order = 2;   ///< k: 2 acceleration by torque, 3 jerk by torque rate, ...
  VecX force_low;  ///< Of τ⁽ᵏ⁻²⁾; low and high are both finite or both infinite.
  VecX force_high;
  VecX motion_low;  ///< Of q⁽ᵏ⁾.
  VecX motion_high;

  bool has_forces() const { return force_high.array().isFinite().any(); }
  bool has_motions() const;
  /// Whether every coordinate has a limit of force and none has one of motion: then sets have
  /// closed forms.
  bool is_parallelotope() const;
};

/// The limits of motions that concern q⁽ᵏ⁾.
/// @throws InvalidArgument if k < 2, a force has a limit on one side only, or a coordinate without
///   a motor has none where others have.
CapabilityLimits capability_limits(const model::Model& model,
                                   const std::vector<model::MotionLimit>& limits, int k);

/// Values from `low` to `high`; infinite where nothing limits them, none at all if low > high.
struct CapabilityRange {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  bool is_empty() const { return !(low <= high); }
  /// The largest s >= 0 with all of -s..s in the range; 0 if there is none.
  double size() const;
};

/// What a robot can do at a state under its limits, x = q⁽ᵏ⁾ and X⁽ᵏ⁾ = J x + drift:
///
///   P = { x : force_low <= M x + holding <= force_high,  motion_low <= x <= motion_high }     (1)
struct Capability {
  int order = 2;
  VecX holding;  ///< τ⁽ᵏ⁻²⁾ that x = 0 takes.
  /// Of x_j with all other x zero: of the axis through 0 within P.
  std::vector<CapabilityRange> alone;
  /// Of x_j over all of P.
  std::vector<CapabilityRange> reachable;
  /// Every combination |x_j| <= together_j is in P:  Σ_j |M_ij| together_j <= slack_i           (2)
  VecX together;
  double scale = 0.0;   ///< together = min(scale, what motion limits leave) · weights.
  VecX weights;         ///< The motion limits if every coordinate has one, else sizes of `alone`.
  int bottleneck = -1;  ///< The coordinate whose force limit binds in (2); -1: none does.
  /// Components of X⁽ᵏ⁾, with the other components zero: all five, or where fewer than six
  /// coordinates move the frame, the two of the same kind (linear or angular).
  std::array<CapabilityRange, 6> axes_alone;
  /// The same, whatever the other components are.
  std::array<CapabilityRange, 6> axes_free;
  /// The largest ball about zero of linear parts of X⁽ᵏ⁾ within free_directions() that are all
  /// possible, m/sᵏ, and its number of dimensions. Limits of motion do not count here.
  double isotropic = 0.0;
  int directions = 0;
  std::vector<std::string> notes;

  /// Coordinates whose force limit does not allow x = 0: then `alone` and `together` are none.
  std::vector<int> overloaded;
};

/// @param limits  of order k; the state must be known to order k - 1.
/// @throws InvalidArgument as linear_dynamics(), or if limits are of another number of coordinates;
///   NumericalError if the mass matrix is not positive definite.
/// @note Some linear programmes of n variables.
Capability capability(const model::Model& model, const model::Frame& frame,
                      const model::StateSeries& state, const CapabilityLimits& limits,
                      const force::Surroundings& surroundings = {});

// ---- The parts, for what is linear in x.

/// Range of x_j with all others zero.
CapabilityRange range_alone(const LinearDynamics& at, const CapabilityLimits& limits, int j);

/// Range of direction · x over P, (1).
CapabilityRange range_over(const LinearDynamics& at, const CapabilityLimits& limits,
                           const VecX& direction);

/// (2) for given proportions.
struct TogetherScale {
  double scale = 0.0;   ///< Infinite if no force limits it; 0 if x = 0 is impossible.
  int bottleneck = -1;  ///< Coordinate.
};
TogetherScale together_scale(const LinearDynamics& at, const CapabilityLimits& limits,
                             const VecX& weights);

/// The proportions of `together` at a state, see Capability::weights; 0 of a coordinate that
/// nothing limits.
VecX default_weights(const LinearDynamics& at, const CapabilityLimits& limits);

/// Radius of the largest ball about zero within Uᵀ J P + drift_U, of a P by forces alone: a
/// zonotope whose facets are spanned by pairs of its generators,
///
///   r = min_n n · offset + Σ_i |n · g_i| w_i,   n = ± g_a × g_b / |g_a × g_b|                (3)
///
/// with g_i the columns of Uᵀ J M⁻¹ and w half the range of forces. In two dimensions n is normal
/// to one generator, in one it is ±1.
/// @param U  3 x d, orthonormal, world axes.
/// @throws NumericalError if M is not positive definite.
/// @note O(nᵈ)
double isotropic_radius(const LinearDynamics& at, const CapabilityLimits& limits, const MatX& U);

}  // namespace appell::analysis
