#pragma once

#include <string_view>
#include <vector>

#include "appell/force/wrench.hpp"
#include "appell/model/model.hpp"
#include "appell/model/state_block.hpp"
#include "appell/taylor/series.hpp"

/// Not installed: what friction_force(), FrictionBatch and JointFrictions share of the laws.
namespace appell::force {

/// Below this part of the sum of what is added up a radial load counts as zero, see
/// friction_force().
inline constexpr double kNoRadialLoad = 1e-12;

/// Whether the law takes the radial load of the joint.
bool is_radial(const model::Friction& friction);

/// @throws InvalidArgument if a smooth law lacks a velocity or a steepness that is positive;
/// `function` begins the text.
void check_friction_law(std::string_view function, std::string_view whose,
                        const model::Friction& friction);
void check_friction_laws(std::string_view function, const model::Model& model);

/// sgn(q') of a joint, at rest that of the motion to come (StateBlock::direction()).
struct Direction {
  double sign;
  /// Whether friction that is not smooth has time derivatives: the joint moves, or a motion says
  /// which way it goes next.
  bool has_derivatives;
};
Direction direction_of(const model::StateBlock& states, int sample, const model::Body& body);

/// The laws that are a step of tanh, height (tanh(slope (q' + shift)) - tanh(slope shift)): smooth
/// and, as σ(x) = (1 + tanh(x/2))/2, sigmoid; and the factor of the law by Stribeck.
struct TanhStep {
  double height = 0.0;
  double slope = 0.0;
  double shift = 0.0;
};
TanhStep tanh_step(const model::Friction& friction);

/// k, the axis of the joint that moves a body, in axes of the body.
const Vec3& friction_axis(const model::Body& body);

/// What the radial load is multiplied by: half of the bearing diameter for what turns, else 1.
double friction_lever(const model::Friction& friction, const model::Body& body);

/// Series of magnitudes, one per body: by them the rounding errors of reaction forces are bounded.
/// Coefficient k of each knows nothing of orders above k (forces: k + 2 of the motion).
struct Magnitudes {
  std::vector<taylor::Series<double>> turning;      ///< |R_WB[k]|, to order N + 2.
  std::vector<taylor::Series<double>> joint_value;  ///< The joint's own value, likewise.
  std::vector<taylor::Series<double>> reach;  ///< Bounds of |p_WB[k]|: all that is added up in it.
  std::vector<taylor::Series<double>> force;  ///< All forces in the joint's reaction; order N.
};

/// From `turning` and `joint_value`: `reach`, and of `force` what each body takes for itself.
void bound_own_forces(const model::Model& model, const Operators& operators, Magnitudes& of);
/// Adds to the `force` of every body what the bodies behind it take.
void add_carried_forces(const model::Model& model, Magnitudes& of);

/// |c| of c = k × f, k the axis of a joint and f its reaction force in any axes, as far as it has
/// derivatives. With m the lowest order of c that is not zero,
///
///   |c| = |t|ᵐ |c_m + c_{m+1} t + ...|
///
/// is smooth if m is even, and has derivatives up to m - 1, all of them zero, if m is odd.
/// Coefficient n of the answer depends on coefficients 0..n of k and f only, whether it exists or
/// not.
/// @param scale  magnitudes of what is added up in c: 1e-12 of it counts as zero.
taylor::Series<double> radial_load(const taylor::Series<Vec3>& c,
                                   const taylor::Series<double>& scale);

}  // namespace appell::force
