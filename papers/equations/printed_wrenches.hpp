#pragma once

#include <span>

#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"
#include "papers/equations/sum_of_terms.hpp"
#include "papers/equations/wrenches.hpp"

/// Wrenches and generalized forces as the papers print them where that is wrong, so that the error
/// can be shown beside the correct forms of wrenches.hpp. Not for any other use.
namespace appell::equations {

/// (-1)^Δ (1 - Δ)/(1 + Δ): infinite for Δ = -1, the general case [S0 eqs. (110), (111)].
double printed_operator_coefficient(int Delta);

/// Gravity force from wrenches about a point p_n, with the factors 1 - Δ_i on the force and Δ_i on
/// the moment [S0 eq. (126)]: a revolute joint loses (p_n - p_i) × F.
VecX printed_gravity_force(const kinematics::TreeMotion& motion, const taylor::Series<Vec3>& point);

/// Gravity force with the centre of body i itself for those of the bodies that it carries
/// [S2 eq. (75)].
VecX printed_gravity_force_of_one_centre(const kinematics::TreeMotion& motion);

/// Force of a load with the moment of p_load - p_n on sliding joints too [S0 eq. (129)].
/// @param point  p_n, on the path to the load.
VecX printed_load_force(const kinematics::TreeMotion& motion, const taylor::Series<Vec3>& point,
                        const model::Wrench& load);

/// Inertia force from wrenches with the same factors as the gravity force [S0 eq. (154)], rotors
/// included.
VecX printed_inertia_force(const kinematics::TreeMotion& motion, const taylor::Series<Vec3>& point);

/// Moment that the joint of a body transmits, in body axes, without Σ_j N*_j [S0 eq. (134)].
Vec3 printed_joint_moment(const kinematics::TreeMotion& motion, int body,
                          std::span<const model::Wrench> loads);

/// Σ_jp Ω_j × Ω_p q'_j q'_p of a body, printed for ω × I ω: the sum without the tensor, which is
/// ω × ω = 0 [S0 eq. (144)], [S1 eq. (115)].
Vec3 printed_gyroscopic_moment(const kinematics::TreeMotion& motion, int body);

/// Σ_{m=1..k} C(k-1, m-1) J_i⁽ᵐ⁻¹⁾ᵀ F⁽ᵏ⁻ᵐ⁺¹⁾: printed as Dᵏ⁻¹Q_i, first lines of
/// [S0 eqs. (161)-(163)], and as DᵏQ_i in [S1 eq. (123)]. It is neither; with F one order lower it
/// is the former.
/// @throws InvalidArgument if k < 1 or column or wrench are of too low an order.
double printed_leibniz_sum(const taylor::Series<Vec6>& column, const WrenchSeries& wrench, int k);

}  // namespace appell::equations
