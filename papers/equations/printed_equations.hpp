#pragma once

#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"
#include "papers/equations/sum_of_terms.hpp"

/// Equations of motion as the papers print them where that is wrong, so that the error can be shown
/// beside the correct form of equations_of_motion.hpp. Not for any other use.
namespace appell::equations {

/// p(p+1)/2 - δ_p, with δ_p = 0 for p = 1 and 1 for p > 1: 1, 2, 5, 9, 14, 20, 27, ...
/// [S0 eq. (165)]. The Catalan numbers, which are right, part from it at p = 4.
/// @throws InvalidArgument if p < 1.
double printed_coefficient(int p);

/// The equation of order k with these coefficients [S0 eq. (164)], [S1 eqs. (132), (134)],
/// [S2 eqs. (74), (78)]: right for k <= 3, wrong from k = 4 on.
/// @throws InvalidArgument as order_k_equation().
ForceTerms printed_order_k_equation(const model::Model& model, const model::StateSeries& state,
                                    int k, int m);

/// The short form of Q'' with ⅓ before ∂E_2/∂q'' [S1 eq. (131)]; ⅔ is right.
/// @throws InvalidArgument as short_form().
ForceTerms printed_short_form(const model::Model& model, const model::StateSeries& state);

/// Dᵏ⁻¹ of the gravity force with the moments of the weights beside the weights, ḡ = -g:
///
///   Σ_b Mḡ · Dᵏ⁻¹e_j + (r_C × Mḡ) · Ψ_{k-1} + (r_C⁽ᵏ⁻¹⁾ × Mḡ) · Ψ_0
///     + δ_kk (k-1) (r_C⁽ᵏ⁻²⁾ × Mḡ) · Ψ_{k-2},   Ψ_s = s! m!/(m+s)! ∂ω⁽ᵐ⁺ˢ⁻¹⁾/∂q_j⁽ᵐ⁾
///
/// with δ_kk = 1 for k > 2 [S2 eq. (79)]; for k = 2 and 3 it is [S2 eqs. (76), (77)]. Only the
/// first term is right.
/// @throws InvalidArgument if m < 1, or as gravity_equation().
VecX printed_gravity_equation(const model::Model& model, const model::StateSeries& state, int k,
                              int m);

}  // namespace appell::equations
