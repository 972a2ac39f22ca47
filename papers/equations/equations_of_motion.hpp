#pragma once

#include <span>
#include <string>
#include <vector>

#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"
#include "papers/equations/sum_of_terms.hpp"

/// The equations of motion: routes to the generalized inertia force Q = M q'' + C q' and to its
/// time derivatives Dᵏ⁻¹Q, one entry per coordinate, rotors included; N m/sᵏ⁻¹ or N/sᵏ⁻¹. E_p is
/// the acceleration energy of order p, E_0 the kinetic energy. Dᵏ⁻¹Q depends on q, q', ..., q⁽ᵏ⁺¹⁾
/// only: all take a state of order >= k + 1 and do not look at higher derivatives of q, however
/// high an m the partial derivatives are taken with respect to.
///
/// All throw InvalidArgument if k < 1, if the state is not of this model or of too low an order,
/// and as they say. The partial derivatives are exact (perturbation.hpp).
namespace appell::equations {

/// One term of an equation of motion, for all coordinates: coefficient times value.
struct EquationTerm {
  std::string label;    ///< "∂E_1/∂q''", "D ∂E_0/∂q'".
  std::string formula;  ///< The same in TeX.
  double coefficient = 1.0;
  ForceTerms value;
};

/// Σ coefficient · value; there must be a term.
ForceTerms sum_of(std::span<const EquationTerm> terms);

/// d'Alembert's principle with Lagrange's virtual displacements; e_j = ∂r_C/∂q_j and Ω_j =
/// ∂ω/∂q'_j:
///
///   Q_j = Σ_b M a_C · e_j + (I ε + ω × I ω) · Ω_j                    (1)  [S1 eqs. (81), (124)]
///
/// The only route here that starts from kinematics::propagate().
ForceTerms dalembert_lagrange(const model::Model& model, const model::StateSeries& state, int k);
/// Term by term.
std::vector<EquationTerm> dalembert_lagrange_terms(const model::Model& model,
                                                   const model::StateSeries& state, int k);

/// Lagrange's equations of the second kind:
///
///   Q_j = D ∂E_0/∂q'_j - ∂E_0/∂q_j                                            (2)  [S1 eq. (126)]
ForceTerms lagrange(const model::Model& model, const model::StateSeries& state, int k);
/// Term by term.
std::vector<EquationTerm> lagrange_terms(const model::Model& model, const model::StateSeries& state,
                                         int k);

/// The equations of Tsenov and Mangeron, the same for every m >= 1:
///
///   Q_j = 1/m [ ∂(Dᵐ E_0)/∂q_j⁽ᵐ⁾ - (m+1) ∂E_0/∂q_j ]              (3)  [S1 eq. (127)]
///
/// @throws InvalidArgument also if m < 1.
ForceTerms tsenov_mangeron(const model::Model& model, const model::StateSeries& state, int k,
                           int m);
/// Term by term.
std::vector<EquationTerm> tsenov_mangeron_terms(const model::Model& model,
                                                const model::StateSeries& state, int k, int m);

/// The equations of Gibbs and Appell; (5) with m = 2:
///
///   Q_j = ∂E_1/∂q_j''                                                                       (4)
ForceTerms gibbs_appell(const model::Model& model, const model::StateSeries& state, int k);

/// Their generalization, the same for every m >= 2:
///
///   Q_j = ∂(Dᵐ⁻² E_1)/∂q_j⁽ᵐ⁾                                          (5)  [S1 eqs. (128), (129)]
///
/// @throws InvalidArgument also if m < 2.
ForceTerms generalized_gibbs_appell(const model::Model& model, const model::StateSeries& state,
                                    int k, int m);
/// Term by term.
std::vector<EquationTerm> generalized_gibbs_appell_terms(const model::Model& model,
                                                         const model::StateSeries& state, int k,
                                                         int m);

/// Catalan number C_p = (2p)! / (p! (p+1)!): 1, 2, 5, 14, 42, 132, 429, ... for p = 1, 2, ...
/// @throws InvalidArgument unless 0 <= p <= 30, where it is exact.
double catalan_number(int p);

/// The equation of order k, the same for every m >= k + 1:
///
///   Dᵏ⁻¹Q_j = (k-1)! m!/(m+k-1)! ∂/∂q_j⁽ᵐ⁾ Σ_{p=1..k} C_p Dᵐ⁺ᵏ⁻²ᵖ⁻¹ E_p                     (6)
///
/// with the Catalan numbers C_p. Differs from [S0 eqs. (164)-(166)], [S1 eqs. (132)-(135)] and
/// [S2 eqs. (74), (78)]: they have p(p+1)/2 - δ_p, which is another number from p = 4 on, see
/// docs/errata.md. For k = 2 and 3 it is [S1 eqs. (130), (131)].
/// @throws InvalidArgument also if m < k + 1.
ForceTerms order_k_equation(const model::Model& model, const model::StateSeries& state, int k,
                            int m);
/// Term by term.
std::vector<EquationTerm> order_k_terms(const model::Model& model, const model::StateSeries& state,
                                        int k, int m);

/// (6) with other coefficients in place of C_1, ..., C_k.
/// @throws InvalidArgument also unless there are k coefficients.
ForceTerms order_k_equation(const model::Model& model, const model::StateSeries& state, int k,
                            int m, std::span<const double> coefficients);

/// Short forms without time derivatives of the energies, which exist for k <= 3 only:
///
///   Dᵏ⁻¹Q_j = Σ_{s=0..k-1} C(k-1, s)/C(k+1-s, s) ∂E_{k-s}/∂q_j⁽ᵏ⁺¹⁻²ˢ⁾                        (7)
///   Q_j' = ∂E_2/∂q_j''' + ½ ∂E_1/∂q_j'                                        [S1 eq. (130)]
///   Q_j'' = ∂E_3/∂q_j'''' + ⅔ ∂E_2/∂q_j'' + ∂E_1/∂q_j
///
/// Differs from [S1 eq. (131)]: it has ⅓ for ⅔, see docs/errata.md.
/// @throws InvalidArgument also if k > 3.
ForceTerms short_form(const model::Model& model, const model::StateSeries& state, int k);

/// (7) with other coefficients of the k terms, s = 0, 1, ...
ForceTerms short_form(const model::Model& model, const model::StateSeries& state, int k,
                      std::span<const double> coefficients);

/// Derivatives of the generalized gravity force ∂U/∂q_j, the same for every m >= 0, ḡ = -g:
///
///   Dᵏ⁻¹Q_g,j = (k-1)! m!/(m+k-1)! ∂/∂q_j⁽ᵐ⁾ Σ_b M ḡ · r_C⁽ᵐ⁺ᵏ⁻¹⁾                              (8)
///
/// Differs from [S2 eqs. (76), (77), (79)]: their terms r_C × M ḡ · ψ count the moment of the
/// weight a second time, see docs/errata.md.
/// @throws InvalidArgument if k < 1, m < 0 or the state is of an order below k - 1.
ForceTerms gravity_equation(const model::Model& model, const model::StateSeries& state, int k,
                            int m);

}  // namespace appell::equations
