#pragma once

#include <array>
#include <vector>

#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"
#include "appell/taylor/series.hpp"
#include "papers/equations/exponentials.hpp"
#include "papers/equations/perturbation.hpp"

/// Identities between partial and time derivatives of placements, and the velocities of higher
/// order that follow from them. D = d/dt; e_j = ∂r/∂q_j for a point r that is fixed in a body;
/// Ω_j = ∂ω/∂q'_j, which the papers write as ∂ψ/∂q_j although there is no such vector ψ, see
/// docs/errata.md. The partial derivatives come from perturbed motions (perturbation.hpp); nothing
/// here uses kinematics::propagate().
///
/// All throw InvalidArgument if a body, coordinate or state is not of the model, and as they say.
namespace appell::equations {

/// Angular velocity of a body, [ω×] = R' Rᵀ, world components; order N - 1.
/// @throws InvalidArgument if the motion is of order 0.
taylor::Series<Vec3> angular_velocity(const MatrixMotion& motion, int body);

/// Its change, [δω×] = δR' Rᵀ + R' δRᵀ; order N - 1. Derivative s is ∂ω⁽ˢ⁾/∂q_j⁽ᵐ⁾ at t = 0; for
/// m = 0 it is ∂ω/∂q_j along the motion.
taylor::Series<Vec3> angular_velocity_change(const MatrixMotion& motion, const Perturbation& change,
                                             int body);

/// Ω_j along the motion, [Ω_j×] = A_j(R) Rᵀ; order N.
/// @param A  the perturbation of q_j with m = 0.
taylor::Series<Vec3> angular_column(const MatrixMotion& motion, const Perturbation& A, int body);

/// Dᵏ⁻¹e_j of the point r_B of a body, the same for every m >= 0:
///
///   Dᵏ⁻¹ e_j = (k-1)! m!/(m+k-1)! ∂r⁽ᵐ⁺ᵏ⁻¹⁾/∂q_j⁽ᵐ⁾                  (1)  [S0 eqs. (135)-(137)]
///
/// k = 1, 2, 3 are [S2 eqs. (63), (64), (66)], any k is [S2 eq. (68)] and [S1 eqs. (50), (52)].
/// @throws InvalidArgument also if k < 1, m < 0 or the state is of an order below k - 1.
Vec3 point_column_by_partial(const model::Model& model, const model::StateSeries& state, int body,
                             const Vec3& r_B, int j, int k, int m);

/// Dᵏ⁻¹Ω_j of a body, the same for every m >= 0 with m + k >= 2:
///
///   Dᵏ⁻¹ Ω_j = (k-1)! m!/(m+k-1)! { ∂ω⁽ᵐ⁺ᵏ⁻²⁾/∂q_j⁽ᵐ⁾ - C(m+k-2, m) Dᵏ⁻²(Ω_j × ω) }          (2)
///
/// For k = 1 the last term is zero and it is [S0 eq. (140)]. Differs from [S0 eqs. (141), (142)],
/// [S1 eq. (53)] and [S2 eqs. (65), (67), (69)]: they lack the last term, see docs/errata.md.
/// @throws InvalidArgument also if k < 1, m < 0, m + k < 2 or the state is of an order below k - 1.
Vec3 angular_column_by_partial(const model::Model& model, const model::StateSeries& state, int body,
                               int j, int k, int m);

/// k-th time derivative of the placement of a body from its partial derivatives, k >= 1:
///
///   T⁽ᵏ⁾ = Σ_j Σ_{r=0..k-1} C(k-1, r) [ r! m!/(m+r)! ∂T⁽ᵐ⁺ʳ⁾/∂q_j⁽ᵐ⁾ ] q_j⁽ᵏ⁻ʳ⁾
///                                                    (3)  [S1 eqs. (39), (40), (55), (57)]
///
/// read with r for p outside the product there.
/// @throws InvalidArgument also if k < 1, m < 0 or the state is of an order below k.
Mat4 placement_derivative_by_partials(const model::Model& model, const model::StateSeries& state,
                                      int body, int k, int m);
/// Term by term, r = 0, ..., k - 1.
std::vector<Mat4> placement_terms_by_partials(const model::Model& model,
                                              const model::StateSeries& state, int body, int k,
                                              int m);

/// k-th time derivative of the angular velocity, k >= 1:
///
///   ω⁽ᵏ⁾ = Σ_j Dᵏ⁻¹[ Ω_j q_j'' + 1/(m+1) ∂ω⁽ᵐ⁾/∂q_j⁽ᵐ⁾ q_j' ]             (4)  [S1 eq. (58)]
///
/// Its second terms differ from DΩ_j q_j' by Ω_j × ω q_j'/(m+1), of which the sum over j is zero.
/// For k = 0, ω = Σ_j Ω_j q_j' with Ω_j = ∂ω⁽ᵐ⁻¹⁾/∂q_j⁽ᵐ⁾ for m >= 1 [S1 eq. (56)]. The partial
/// derivatives are taken at that m, not from a formula that would not depend on it.
/// @throws InvalidArgument also if k < 0, m < 0 or the state is of an order below k + 1.
Vec3 angular_derivative_by_partials(const model::Model& model, const model::StateSeries& state,
                                    int body, int k, int m);
/// Its two terms: with q'' and with q' (for k = 0 all is in the second).
std::array<Vec3, 2> angular_terms_by_partials(const model::Model& model,
                                              const model::StateSeries& state, int body, int k,
                                              int m);

/// Angular velocity at the end of a chain, with its derivatives, by exponentials:
///
///   ω = Σ_l q_l' E_{1..l-1} k_l⁰                                    (5)  [S1 eqs. (41), (42)]
///
/// with the initial axes k⁰; order N - 1.
/// @throws InvalidArgument also if the state is of order 0.
taylor::Series<Vec3> angular_velocity_by_exponentials(const ExponentialChain& chain,
                                                      const model::StateSeries& state);

}  // namespace appell::equations
