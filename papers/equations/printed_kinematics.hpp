#pragma once

#include <span>

#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"
#include "papers/equations/exponentials.hpp"
#include "papers/equations/jacobian_blocks.hpp"

/// Kinematics as the papers print it where that is wrong, so that the error can be shown beside the
/// correct forms of exponentials.hpp, jacobian_blocks.hpp and identities.hpp. Not for any other
/// use.
namespace appell::equations {

/// exp(Σ_l [k_l⁰×] q_l Δ_l) R⁰: the exponential of the sum where the ordered product is meant
/// [S1 eqs. (38), (48)].
Mat3 printed_rotation(const ExponentialChain& chain, const VecX& q);

/// A(R) for joints l_1 <= ... <= l_s of the chain, with exponentials of sums for ordered products:
///
///   exp{Σ_{first..l_1-1}} [k_{l_1}×] exp{Σ_{l_1..l_2-1}} ... [k_{l_s}×] exp{Σ_{l_s..n}} R⁰
///
/// with first = 0 [S0 eqs. (72), (77)], [S0 eqs. (81), (84)]; without the joints before l_1,
/// first = l_1, the starred factors [S0 eq. (78)], [S0 eqs. (85)-(88)]. The index of [k×] is read
/// as the fixed one; printed is the running index of the sum before it, which means nothing there.
/// @throws InvalidArgument if the joints are not sorted, not of the chain or before `first`.
Mat3 printed_rotation_derivative(const ExponentialChain& chain, const VecX& q,
                                 std::span<const int> joints, int first);

/// Translation column b with sin q in the first term [S0 eq. (90)]: a prismatic joint moves by
/// q + sin q.
Vec3 printed_translation_with_sine(const spatial::Screw& screw, double q);

/// Translation column b with q in the first term [S2 eq. (54)]: wrong for every joint.
Vec3 printed_translation_with_angle(const spatial::Screw& screw, double q);

/// A_nj(p) with E_{j..n} p⁰ standing alone, without [k×] before the sum, and with exponentials of
/// sums for the ordered products E [S0 eqs. (73), (74)]. δ_m, which (74) defines for m >= i only,
/// is read as 1 for m >= j.
Vec3 printed_position_derivative(const ExponentialChain& chain, const VecX& q, int j);

/// V_i with E_{i..n} p⁰ standing alone [S0 eq. (123)].
Vec3 printed_linear_column(const ExponentialChain& chain, const VecX& q, int i);

/// Ω_i without Δ_i: a prismatic joint turns [S0 eq. (124)].
Vec3 printed_angular_column(const ExponentialChain& chain, const VecX& q, int i);

/// Column i of the Jacobian by jacobian_blocks() with V_i1 = exp{Σ_{1..i-1}}, the exponential of
/// the sum where the ordered product is meant [S2 eq. (49)]: right where these axes are parallel.
Vec6 printed_column_with_sum(const ExponentialChain& chain, const VecX& q, int i);

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
