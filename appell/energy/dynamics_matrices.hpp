#pragma once

#include "appell/kinematics/tree_motion.hpp"

namespace appell::energy {

/// Matrices of more entries than this are refused: 80 MB.
inline constexpr double kMostDynamicsEntries = 1e7;

/// Dynamics matrix ⟨a|b⟩ of the tree at the instant of a motion, from the differential matrices A
/// of the bodies and their pseudo-inertias P:
///
///   ⟨a|b⟩_{i1..ia; j1..jb} = Σ_B tr( A_B(i_1..i_a) P_B A_B(j_1..j_b)ᵀ )          (1)  [S0 eq.
///   (94)]
///
/// | a, b | papers' name | equations |
/// |---|---|---|
/// | 1, 1 | M, the mass matrix | [S0 eq. (94)], [S2 eq. (7)] |
/// | 1, 2 | V, Christoffel symbols of the first kind of M | [S0 eq. (96)], [S2 eqs. (9), (23)] |
/// | 2, 2 | D | [S0 eq. (97)], [S2 eqs. (10), (25)] |
/// | 1, 3 | H | [S0 eqs. (101), (107)], [S2 eq. (24)], corrected |
/// | 2, 3 | K | [S2 eq. (26)], corrected |
/// | 1, 4 | K* | [S2 eqs. (40), (44)] |
/// | 3, 3 | N | [S2 eq. (27)] |
///
/// docs/errata.md has the corrections. A rotor adds its reflected inertia to the diagonal of ⟨1|1⟩
/// and to nothing else.
/// @return nᵃ x nᵇ; the row of i_1..i_a is number (i_1 n + i_2) n + ..., likewise the column.
/// @throws InvalidArgument if a or b is not in 1..kinematics::kMostIndices, or there would be more
///   than kMostDynamicsEntries entries.
/// @note O(n^(a+b) · number of bodies), as one product of two matrices.
MatX dynamics_matrix(const kinematics::TreeMotion& motion, int a, int b);

}  // namespace appell::energy
