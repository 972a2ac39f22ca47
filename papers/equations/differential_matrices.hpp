#pragma once

#include <span>
#include <vector>

#include "appell/base/types.hpp"
#include "appell/model/model.hpp"

/// Differential matrices of any order: the partial derivatives of the 4x4 placements T_b(q) of the
/// bodies at a configuration q, with respect to coordinates of the model,
///
///   A_b(c_1 ... c_s) = ∂ˢT_b / ∂q_c1 ... ∂q_cs                          (1)  [S0 eqs. (79), (82)]
///
/// symmetric in the indices; A of no index is T_b. The papers write A_ij, A_ijk, A_ijkm, ... for
/// s = 1, 2, 3, ... A coordinate that moves several bodies of the path (mimic joints) has the sum
/// of their contributions, each times its ratio; one that moves none of them gives zero.
///
/// All throw InvalidArgument if q does not have the model's number of coordinates or is not finite,
/// or if there is no such body or coordinate.
namespace appell::equations {

/// A_b by a product of placements with the operators of the joints put in. With the joints of the
/// path sorted, m <= k <= j <= i, and U the constant 4x4 matrix of a joint's screw:
///
///   A_i(m k j) = T_m U_m ᵐT_k U_k ᵏT_j U_j ʲT_i                  (2)  [S0 eqs. (71), (76), (80)]
///
/// and [S0 eq. (83)]. The papers print one order of the indices; sorted ones are meant.
/// @note O(depth) matrix products for s indices, times the number of ways in which mimic joints
///   share a coordinate.
Mat4 differential_matrix_by_operators(const model::Model& model, const VecX& q, int body,
                                      std::span<const int> coordinates);

/// The same by ordered products of exponentials and the screws at q = 0, see exponentials.hpp. With
/// [k×] = 0 for a joint that slides, and the joints sorted, m <= k <= ... <= j:
///
///   A(R) = E_{1..m-1} [k_m×] E_{m..k-1} [k_k×] ... [k_j×] E_{j..n} R⁰                     (3)
///   A(p) = E_{1..m-1} [k_m×] E_{m..k-1} [k_k×] ...
///          E_{..j-1} { v_j + [k_j×] ( E_{j..n} p⁰ + Σ_{l=j..n} E_{j..l-1} b_l ) }             (4)
///
/// (3) is [S0 eqs. (77), (78)], [S0 eq. (81)] and [S0 eqs. (84)-(88)], with the indices repaired;
/// (4) for one index is what [S0 eqs. (73), (74)] mean, see docs/errata.md.
Mat4 differential_matrix_by_exponentials(const model::Model& model, const VecX& q, int body,
                                         std::span<const int> coordinates);

/// A contracted with directions u_1 ... u_r in the space of coordinates, of every body:
///
///   A_b(u_1, ..., u_r) = Σ_{c1...cr} A_b(c_1 ... c_r) u_1(c_1) ... u_r(c_r)                  (5)
///
/// It is the coefficient of ε_1 ... ε_r in T_b(q + ε_1 u_1 + ... + ε_r u_r) with ε_i² = 0, and
/// computed so: no tensor is formed.
/// @throws InvalidArgument also for more than 12 directions.
/// @note O(3ʳ) matrix products for each body.
std::vector<Mat4> directional_matrices(const model::Model& model, const VecX& q,
                                       std::span<const VecX> directions);

}  // namespace appell::equations
