#pragma once

#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"
#include "papers/equations/sum_of_terms.hpp"

/// Energies of the tree from the partial derivatives ∂r_C⁽ᵐ⁾/∂q_j⁽ᵐ⁾ of the centres of mass and
/// Ω_j = ∂ω/∂q'_j of the bodies (perturbation.hpp), the same for every m >= 0. I is the central
/// tensor in world axes. All throw InvalidArgument if m < 0 or the state is not of this model or of
/// too low an order.
namespace appell::equations {

/// Translational part of E_1 of the tree from partial derivatives, x_j = ∂r_C⁽ᵐ⁾/∂q_j⁽ᵐ⁾ and
/// y_j = ∂r_C⁽ᵐ⁺¹⁾/∂q_j⁽ᵐ⁾:
///
///   ½ Σ_b M Σ_jp [ x_j·x_p q_j'' q_p'' + 1/(m+1)² y_j·y_p q_j' q_p' + c/(m+1) x_j·y_p q_j'' q_p' ]
///                                                                                           (1)
///
/// with c = 2. Differs from [S1 eq. (112)]: second partial derivatives stand there for the
/// products, and c is 1, see docs/errata.md.
/// @throws InvalidArgument also if m < 0 or the state is of an order below 2.
ListedTerms first_energy_of_translation(const model::Model& model, const model::StateSeries& state,
                                        int m, double c = 2.0);

/// Kinetic energy, rotors included; the state needs order 1:
///
///   E_0 = Σ_b ½ M |Σ_j ∂r_C⁽ᵐ⁾/∂q_j⁽ᵐ⁾ q_j'|² + ½ (Σ_j Ω_j q_j')ᵀ I (Σ_p Ω_p q_p')           (2)
///
/// The second term is [S1 eq. (76)]. Differs from [S1 eq. (75)] and [S3 eq. (62)], where the first
/// term is a vector and has 1/(m+1) ∂r_C⁽ᵐ⁺¹⁾/∂q_j⁽ᵐ⁾, see docs/errata.md.
ListedTerms kinetic_energy_by_partials(const model::Model& model, const model::StateSeries& state,
                                       int m);

/// Acceleration energy of the first order, rotors included; the state needs order 2. With ε = ω' by
/// angular_derivative_by_partials():
///
///   E_1 = (1) + Σ_b ½ εᵀ I ε + εᵀ (ω × I ω) + ½ ω² ωᵀ I ω                              (3)
///
/// the sum of [S1 eqs. (110), (111)], with its parts as in [S1 eqs. (113), (114)].
ListedTerms first_energy_by_partials(const model::Model& model, const model::StateSeries& state,
                                     int m);

}  // namespace appell::equations
