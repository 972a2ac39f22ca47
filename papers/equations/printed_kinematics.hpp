#pragma once

#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"
#include "papers/equations/exponentials.hpp"
#include "papers/equations/jacobian_blocks.hpp"

/// Kinematics as the papers print it where that is wrong, so that the error can be shown beside the
/// correct forms of exponentials.hpp, jacobian_blocks.hpp and identities.hpp. Not for any other
/// use.
namespace appell::equations {

/// exp(Σ_l [k_l⁰×] q_l Δ_l) R⁰: the exponential of the sum where the ordered product is meant
/// [S0 eq. (72)], [S1 eqs. (38), (48)].
Mat3 printed_rotation(const ExponentialChain& chain, const VecX& q);

/// Translation column b with sin q in the first term [S0 eq. (90)]: a prismatic joint moves by
/// q + sin q.
Vec3 printed_translation_with_sine(const spatial::Screw& screw, double q);

/// Translation column b with q in the first term [S2 eq. (54)]: wrong for every joint.
Vec3 printed_translation_with_angle(const spatial::Screw& screw, double q);

/// A_nj(p) with E_{j..n} p⁰ standing alone and without [k×] before the sum
/// [S0 eqs. (73), (74)].
Vec3 printed_position_derivative(const ExponentialChain& chain, const VecX& q, int j);

/// V_i with E_{i..n} p⁰ standing alone [S0 eq. (123)].
Vec3 printed_linear_column(const ExponentialChain& chain, const VecX& q, int i);

/// Ω_i without Δ_i: a prismatic joint turns [S0 eq. (124)].
Vec3 printed_angular_column(const ExponentialChain& chain, const VecX& q, int i);

/// k-th derivative of a Jacobian column with the three unmixed terms only [S2 eq. (56)]: right for
/// k = 1.
/// @throws InvalidArgument unless 0 <= k <= the order of the blocks.
Vec6 printed_column_derivative(const JacobianBlocks& blocks, int k);

/// Dᵏ⁻¹Ω_j as (k-1)! m!/(m+k-1)! ∂ω⁽ᵐ⁺ᵏ⁻²⁾/∂q_j⁽ᵐ⁾ [S0 eq. (142)], [S1 eq. (53)], [S2 eq. (69)]:
/// right for k = 1.
/// @throws InvalidArgument as angular_column_by_partial().
Vec3 printed_angular_column_by_partial(const model::Model& model, const model::StateSeries& state,
                                       int body, int j, int k, int m);

}  // namespace appell::equations
