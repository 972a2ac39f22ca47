#pragma once

#include <vector>

#include "appell/kinematics/tree_motion.hpp"
#include "papers/equations/brackets.hpp"
#include "papers/equations/matrix_energies.hpp"
#include "papers/equations/rigid_body_energies.hpp"
#include "papers/equations/sum_of_terms.hpp"

/// Energies as the papers print them where that is wrong, so that the error can be shown beside the
/// correct forms of matrix_energies.hpp and rigid_body_energies.hpp. Not for any other use.
namespace appell::equations {

/// E_p of the tree without the cross term M p⁽ⁿ⁾ · R⁽ⁿ⁾ r_C, n = p + 1, p the origin of a body:
///
///   Σ_b ½ tr(R⁽ⁿ⁾ (I_p* + M r_C r_Cᵀ) R⁽ⁿ⁾ᵀ) + ½ M |p⁽ⁿ⁾|²   [S0 eq. (92)], [S2 eqs. (2), (36)]
///
/// read with the orders n on R, and with the rotors of energy/.
/// @throws InvalidArgument if the motion is of an order below p + 1.
SumOfTerms printed_energy(const kinematics::TreeMotion& motion, int p);

/// Dᵏ⁻¹E_p of the tree as ½ tr(R⁽ᵖ⁺ᵏ⁾ (I_p* + M r_C r_Cᵀ) R⁽ᵖ⁺ᵏ⁾ᵀ) + ½ M Dᵏ⁻¹|p⁽ᵖ⁺¹⁾|²
/// [S1 eqs. (107), (108)], [S3 eqs. (73), (74)]: a single product where Leibniz' sum is needed, and
/// no cross term. With the rotors of energy/.
/// @throws InvalidArgument as energy_derivative().
double printed_energy_derivative(const kinematics::TreeMotion& motion, int p, int k);

/// E_1 with ½ before V too [S2 eq. (6)].
std::vector<MatrixTerm> printed_matrix_form_1();

/// E_2 with K of [S2 eq. (26)], ⟨1|4⟩ contracted with q'' and q'⁴, in place of ⟨2|3⟩.
std::vector<MatrixTerm> printed_matrix_form_2();

/// What is printed as the term of E_p with q' alone, D(q' q'; q' q') nested in q':
///
///   ½ D(q' q'; q' q') (q' · q')ⁿ
///
/// with n = 0 for p = 1, n = 1 for p = 2 [S0 eq. (98)], n = 3 for p = 4 [S0 eq. (108)] and n = p
/// for any order [S0 eq. (109)]. It is right for p = 1 and for one revolute joint with n = p - 1
/// only; the dimensions already differ.
/// @throws InvalidArgument if n < 0.
SumOfTerms printed_last_term(const model::Model& model, const model::StateSeries& state, int n);

/// The same with q'' for the outermost q', as our copy has it for p = 3 [S0 eq. (102)]:
/// ½ D(q' q'; q' q') (q'' · q').
SumOfTerms printed_last_term_of_the_third(const model::Model& model,
                                          const model::StateSeries& state);

/// E_p with θ⁽ᵖ⁾ for θ⁽ᵖ⁺¹⁾ in its first term, and p times nested the last one [S0 eq. (109)].
/// @throws InvalidArgument unless 1 <= p <= 11.
double printed_energy_of_order(const model::Model& model, const model::StateSeries& state, int p);

/// The term of E_p with q' alone, ½ ⟨p+1|p+1⟩(q', ..., q'): N for p = 2, S for p = 3.
/// @throws InvalidArgument unless 0 <= p <= 11.
SumOfTerms last_term(const model::Model& model, const model::StateSeries& state, int p);

/// H(u; w³) with an index too many, Σ u_i w_j w_l w_m tr(A_k(i) P A_k(i j l m)ᵀ)
/// [S0 eqs. (101), (107)].
/// @throws InvalidArgument as contracted_bracket().
double printed_H(const model::Model& model, const VecX& q, const VecX& u, const VecX& w);

/// H(u; w³) with an index repeated and one lost, Σ u_i w_j w_l w_m tr(A_k(i) P A_k(i j l)ᵀ)
/// [S2 eq. (24)].
double printed_H_with_lost_index(const model::Model& model, const VecX& q, const VecX& u,
                                 const VecX& w);

/// K(u²; w³) as ⟨1|4⟩, its five indices read in the same order: ⟨1|4⟩(u; u w³) [S2 eq. (26)].
double printed_K(const model::Model& model, const VecX& q, const VecX& u, const VecX& w);

/// The terms of E_3 with ω''' with 3 ω''ᵀ(ω''' × I_p ω), where 1 is right
/// [S2 eq. (37)], [S3 eq. (109)].
SumOfTerms printed_third_energy_leading_terms(const BodyAboutPoint& body);

/// The term of E_4 with ω alone with one ω · ω too few, ½ (ω·ω)³ ωᵀ I ω [S1 eq. (121)].
double printed_spin_term_of_the_fourth(const BodyAboutPoint& body);

/// The term of E_p with ω alone without ½, (ω·ω)ᵖ ωᵀ I ω [S1 eq. (122)].
double printed_spin_term(const BodyAboutPoint& body, int p);

/// Coefficients of u⁽ᵏ⁻ˢ⁾ v⁽ˢ⁾, s = 0..k, in Dᵏ(u v) by the rule of [S3 eq. (65)], read with
/// j = ⌊k/2⌋, a pair of equal orders counted once, δ_k = 1 for k > 4 and δ_kk = 1 for k > 6. They
/// are binomials for k = 2..7 only: doubled for k = 1, and 56 for 70 in the middle of k = 8.
/// @throws InvalidArgument unless 1 <= k <= 8.
std::vector<double> printed_leibniz_coefficients(int k);

/// Translational part of E_1 with the cross coefficient 1/(m+1) [S1 eq. (112)], where 2/(m+1) is
/// right; the second partial derivatives there are read as products of first ones.
SumOfTerms printed_first_energy_of_translation(const model::Model& model,
                                               const model::StateSeries& state, int m);

/// The same literally [S1 eq. (112)]: r⁽ᵐ⁾ and r⁽ᵐ⁺¹⁾ are linear in q⁽ᵐ⁾ for m >= 2, so that the
/// second partial derivatives are zero and only the cross term, with 1/(m+1), is left.
/// @throws InvalidArgument if m < 2.
double printed_first_energy_by_second_derivatives(const model::Model& model,
                                                  const model::StateSeries& state, int m);

}  // namespace appell::equations
