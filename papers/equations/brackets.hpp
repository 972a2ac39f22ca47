#pragma once

#include <span>
#include <vector>

#include "appell/base/types.hpp"
#include "appell/model/model.hpp"
#include "papers/equations/sum_of_terms.hpp"

/// Dynamics matrices: products of differential matrices with the pseudo-inertias P_k of the bodies,
///
///   ⟨a|b⟩_{i1..ia; j1..jb} = Σ_k tr( A_k(i_1..i_a) P_k A_k(j_1..j_b)ᵀ )                      (1)
///
/// | bracket | papers' name | equations |
/// |---|---|---|
/// | ⟨1|1⟩ | M, mass matrix | [S0 eq. (94)], [S2 eq. (7)] |
/// | ⟨1|2⟩ | V, Christoffel symbols of the first kind | [S0 eq. (96)], [S2 eqs. (9), (23)] |
/// | ⟨2|2⟩ | D | [S0 eq. (97)], [S2 eqs. (10), (25)] |
/// | ⟨1|3⟩ | H | differs from [S0 eqs. (101), (107)], [S2 eq. (24)] |
/// | ⟨2|3⟩ | K | differs from [S2 eq. (26)], which is ⟨1|4⟩ |
/// | ⟨1|4⟩ | K* | [S2 eqs. (40), (44)] |
/// | ⟨3|3⟩ | N | [S2 eq. (27)] |
/// | ⟨2|4⟩, ⟨3|4⟩, ⟨4|4⟩ | L, G, S | not in the papers |
///
/// The corrections are in docs/errata.md. A rotor adds its reflected inertia to the diagonal of
/// ⟨1|1⟩ and to nothing else.
namespace appell::equations {

/// Tensors of more entries than this are refused: 80 MB, a few seconds.
inline constexpr double kMostBracketEntries = 1e7;

/// All n^(a+b) entries of a bracket ⟨a|b⟩.
class BracketTensor {
 public:
  /// Entries zero.
  BracketTensor(int num_coordinates, int left, int right);

  int num_coordinates() const { return num_coordinates_; }
  int left() const { return left_; }    ///< a
  int right() const { return right_; }  ///< b
  int num_indices() const { return left_ + right_; }

  /// Entry of the indices i_1..i_a, j_1..j_b.
  /// @throws InvalidArgument unless there are a + b of them, each in 0..n-1.
  double operator()(std::span<const int> indices) const;

  /// Row by row, the last index fastest.
  const std::vector<double>& entries() const { return entries_; }
  std::vector<double>& entries() { return entries_; }

  /// Contracted with one vector for each index.
  /// @throws InvalidArgument unless there are a + b vectors of n entries.
  SumOfTerms contracted(std::span<const VecX> vectors) const;

 private:
  int num_coordinates_;
  int left_;
  int right_;
  std::vector<double> entries_;
};

/// ⟨a|b⟩ at the configuration q, by (1), with A by operators.
/// @throws InvalidArgument if a < 1 or b < 1, if q is not of this model or that has none, or if the
/// tensor has more
///   than kMostBracketEntries entries; contracted_bracket() has no such limit.
/// @note O(n^(a+b) · number of bodies).
BracketTensor bracket(const model::Model& model, const VecX& q, int a, int b);

/// ⟨a|b⟩ contracted with the directions u_1..u_a on the left and w_1..w_b on the right, without
/// forming the tensor: Σ_k tr( A_k(u_1, ..., u_a) P_k A_k(w_1, ..., w_b)ᵀ ).
/// @throws InvalidArgument if there is no direction on a side, or as directional_matrices().
/// @note O(number of bodies · (3ᵃ + 3ᵇ)).
SumOfTerms contracted_bracket(const model::Model& model, const VecX& q, std::span<const VecX> left,
                              std::span<const VecX> right);

/// Σ_k tr(A_k P_k B_kᵀ) of matrices that are known for every body (their number is not checked).
SumOfTerms trace_sum(const model::Model& model, const std::vector<Mat4>& A,
                     const std::vector<Mat4>& B);

/// What the rotors add to M: Σ I_r ratio² u w, over the bodies, with the entries of u and w that
/// move them.
SumOfTerms rotor_sum(const model::Model& model, const VecX& u, const VecX& w);

}  // namespace appell::equations
