#pragma once

#include <span>
#include <vector>

#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"
#include "papers/equations/sum_of_terms.hpp"

/// Acceleration energies of a tree as sums of dynamics matrices (brackets.hpp), contracted with the
/// time derivatives of q.
namespace appell::equations {

/// A group of terms of T⁽ˢ⁾: count · A(q⁽ᵖ¹⁾, q⁽ᵖ²⁾, ...).
struct PartitionTerm {
  double count = 0.0;
  std::vector<int> parts;  ///< Descending; they add up to s.
};

/// Derivative s of a placement T(q(t)) by the formula of Faà di Bruno, one term for each partition
/// of s into parts, a part p occurring m_p times:
///
///   T⁽ˢ⁾ = Σ s! / Π_p (p!)^{m_p} m_p!  A(q⁽ᵖ¹⁾, q⁽ᵖ²⁾, ...)                                   (1)
///
/// For s = 4: A_1 q'''' + A_2 (4 q''' q' + 3 q'' q'') + 6 A_3 q'' q' q' + A_4 q' q' q' q', the
/// brace of [S2 eq. (46)].
/// @throws InvalidArgument unless 1 <= s <= 12.
std::vector<PartitionTerm> faa_di_bruno(int s);

/// One term of a matrix form: coefficient ⟨a|b⟩ contracted with q⁽ˡ⁾ for l in `left` and `right`.
struct MatrixTerm {
  double coefficient = 0.0;
  std::vector<int> left;
  std::vector<int> right;
};

/// The complete matrix forms of E_p for p = 0, 1, 2, 3, with the names of brackets.hpp:
///
///   E_0 = ½ M(q', q')
///   E_1 = ½ M(q'', q'') + V(q''; q' q') + ½ D(q' q'; q' q')                (2)  [S0 eq. (93)]
///   E_2 = ½ M(q''', q''') + 3 V(q'''; q'' q') + H(q'''; q'³) + 9/2 D(q'' q'; q'' q')
///         + 3 K(q'' q'; q'³) + ½ N(q'³; q'³)                                        [S2 eq. (22)]
///   E_3 = ½ M(q⁗, q⁗) + 4 V(q⁗; q''' q') + 3 V(q⁗; q'' q'') + 6 H(q⁗; q'' q'²) + K*(q⁗; q'⁴)
///         + 8 D(q''' q'; q''' q') + 9/2 D(q'' q''; q'' q'') + 12 D(q''' q'; q'' q'')
///         + 24 K(q''' q'; q'' q'²) + 18 K(q'' q''; q'' q'²) + 18 N(q'' q'²; q'' q'²)
///         + 4 L(q''' q'; q'⁴) + 3 L(q'' q''; q'⁴) + 6 G(q'' q'²; q'⁴) + ½ S(q'⁴; q'⁴)         (3)
///
/// (2) differs from [S2 eq. (6)], where ½ multiplies V too. [S2 eq. (38)] and [S0 eq. (102)] have
/// the terms of (3) with q⁗ and the nested D of [S0 eqs. (98), (108)] in place of S, see
/// docs/errata.md.
/// @throws InvalidArgument unless 0 <= p <= 3.
std::vector<MatrixTerm> matrix_form(int p);

/// Σ coefficient ⟨a|b⟩ of the terms at a state, by contracted brackets.
/// @throws InvalidArgument if the state is not of this model or lacks a derivative that a term has.
SumOfTerms evaluate(const model::Model& model, const model::StateSeries& state,
                    std::span<const MatrixTerm> terms);

/// The same with every tensor formed.
/// @throws InvalidArgument also as bracket(), if a tensor is too large.
SumOfTerms evaluate_with_tensors(const model::Model& model, const model::StateSeries& state,
                                 std::span<const MatrixTerm> terms);

/// E_p in matrix form for any p, from (1):
///
///   E_p = ½ Σ_{λ, μ} count_λ count_μ ⟨λ|μ⟩,   λ, μ the partitions of p + 1    (4)  [S0 eq. (109)]
///
/// Differs from (109) in the order of q and in its last term, see docs/errata.md.
/// @throws InvalidArgument unless 0 <= p <= 11 and the state is of order >= p + 1.
/// @note O(number of partitions of p + 1 · number of bodies · 3ᵖ⁺¹).
ListedTerms matrix_energy(const model::Model& model, const model::StateSeries& state, int p);

}  // namespace appell::equations
