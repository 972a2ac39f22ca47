#pragma once

#include <span>

#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/operators.hpp"
#include "appell/model/wrench.hpp"
#include "appell/spatial/wrench_series.hpp"
#include "appell/taylor/series.hpp"
#include "papers/equations/sum_of_terms.hpp"

/// Static, gravity, load and inertia wrenches of the papers, and the generalized forces that they
/// give by Jacobian columns; with time derivatives along a motion of order N. Where a paper sums
/// over the bodies i to n of an arm, a tree has the bodies that body i carries: itself and all
/// behind it. ḡ = -g is the gravity vector turned round [S0 eqs. (113), (114)]. Forces are what the
/// motors must supply. Vectors have world components unless they say otherwise.
///
/// All throw InvalidArgument if a frame is not of the model, if there is no such
/// body, if the inertia of a motion of an order below 2 is asked for, or for operators that the
/// papers do not have.
namespace appell::equations {

using model::Operators;
using spatial::WrenchSeries;

/// (-1)^Δ (1 - Δ)/(1 + 3Δ): 1, 1, 0 for Δ = -1, 0, 1                        (1)  [S0 eq. (133)]
///
/// Differs from [S0 eqs. (110), (111)], which have 1 + Δ and divide by zero for Δ = -1.
/// @throws InvalidArgument for another Δ.
double operator_coefficient(int Delta);

/// Wrench of the weight of all bodies that `body` carries, about a point p; order N:
///
///   F = Σ_j M_j ḡ,   N = Σ_j (r_Cj - p) × M_j ḡ                                             (2)
///
/// Differs from [S0 eq. (126)]: the factors 1 - Δ_i and Δ_i there lose the moment of F about a
/// revolute joint's axis, see docs/errata.md.
WrenchSeries gravity_wrench(const kinematics::TreeMotion& motion, int body,
                            const taylor::Series<Vec3>& point);

/// Wrench that moves all bodies that `body` carries, about p; order N - 2. With F* and N* of
/// newton_euler.hpp:
///
///   F = Σ_j F*_j,   N = Σ_j (r_Cj - p) × F*_j + N*_j                                        (3)
///
/// Differs from [S0 eq. (154)] as (2) from (126).
WrenchSeries inertia_wrench(const kinematics::TreeMotion& motion, int body,
                            const taylor::Series<Vec3>& point);

/// Wrench of a load, what the robot exerts on it, about p; order N. Zero if `body` does not carry
/// the load.
///
///   F = f,   N = (p_load - p) × f + n                                (4)  [S0 eqs. (129), (131)]
WrenchSeries load_wrench(const kinematics::TreeMotion& motion, int body, const model::Wrench& load,
                         const taylor::Series<Vec3>& point);

/// What the joint of a body transmits, about the origin of the body and in its axes: sums of (2),
/// (3), (4) with the operators; order N - 2, or N without inertia.
///
///   f_i = Δ_m² [Δ_θ Σ F*_j + Σ M_j ḡ] + c f,   c = (1) of Δ_m   (5)  [S0 eqs. (110), (111), (133)]
///
/// and likewise for the moments. Differs from [S0 eq. (134)]: N*_j is missing there. Δ_θ = 0 is the
/// static case.
WrenchSeries joint_action(const kinematics::TreeMotion& motion, int body,
                          std::span<const model::Wrench> loads, const Operators& operators);

/// Jacobian column [V; Ω] of the joint of a body for a point p that it carries, per unit of the
/// joint's own value; order N:
///
///   V = k × (p - p_i) Δ_i + k (1 - Δ_i),   Ω = k Δ_i                 (6)  [S0 eqs. (117)-(122)]
taylor::Series<Vec6> joint_column(const kinematics::TreeMotion& motion, int body,
                                  const taylor::Series<Vec3>& point);

/// Derivative d of J_iᵀ [F; N], term by term:
///
///   Dᵈ(J_iᵀ F) = Σ_{m=0..d} C(d, m) J_i⁽ᵐ⁾ᵀ F⁽ᵈ⁻ᵐ⁾                   (7)  [S0 eqs. (161)-(163)]
///
/// with d = k - 1 the second lines there; the first lines have F one order too high, and
/// [S1 eq. (123)] has binomials of another d, see docs/errata.md.
/// @throws InvalidArgument if column or wrench are of an order below d.
SumOfTerms joint_force(const taylor::Series<Vec6>& column, const WrenchSeries& wrench, int d);

/// Dᵏ⁻¹ of the generalized driving force by Jacobian columns and wrenches about the origin of a
/// frame, rotors included where inertia is:
///
///   Q_i = J_iᵀ { Δ_m² [Δ_θ (3) + (2)] + c (4) }              (8)  [S0 eqs. (150), (156), (167)]
///
/// With (2) or (4) alone it is [S0 eqs. (125), (127)] or [S0 eqs. (130), (132)]; with (3) alone
/// [S0 eqs. (153), (155)]. The result does not depend on the frame.
/// @throws InvalidArgument also if k < 1 or the motion is of an order below k + 1 (k - 1 without
///   inertia).
ForceTerms driving_force(const kinematics::TreeMotion& motion, const model::Frame& about,
                         std::span<const model::Wrench> loads, const Operators& operators, int k);

/// The same from the joint actions (5), k = 1, rotors not included:
///
///   Q_i = { f_iᵀ (1 - Δ_i) + n_iᵀ Δ_i } k_i                         (9)  [S0 eqs. (115), (116)]
///
/// for all of the forces; for the load alone [S0 eq. (128)], for inertia alone [S0 eq. (152)].
VecX driving_force_from_actions(const kinematics::TreeMotion& motion,
                                std::span<const model::Wrench> loads, const Operators& operators);

}  // namespace appell::equations
