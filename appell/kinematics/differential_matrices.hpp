#pragma once

#include <span>

#include "appell/base/types.hpp"
#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"

namespace appell::kinematics {

/// Most indices of a differential matrix.
inline constexpr int kMostIndices = 12;

/// Differential matrix of a frame F: the partial derivative of its 4x4 placement T with respect to
/// coordinates of the model, at the instant of the motion,
///
///   A(c_1 ... c_s) = ∂ˢT / ∂q_c1 ... ∂q_cs                              (1)  [S0 eqs. (79), (82)]
///
/// the papers' A_i, A_ij, A_ijk, ...; symmetric in the indices; of no index it is T. A joint turns
/// and shifts all that it carries by its screw Ŝ = [k× v; 0 0], written in world axes about the
/// world's origin, so that with the joints of the path sorted from the root on, b_1 <= ... <= b_s,
///
///   A = Ŝ_b1 Ŝ_b2 ... Ŝ_bs T                                                                (2)
///
/// A coordinate that moves several bodies of the path (mimic joints) has the sum over them, each
/// times its ratio; one that moves none of them gives zero.
/// @param motion  of any order; its values count.
/// @throws InvalidArgument if the frame is not of the model, a coordinate does not exist, or there
///   are more than kMostIndices.
/// @note O(depth · 2ˢ) for s indices.
Mat4 differential_matrix(const TreeMotion& motion, const model::Frame& frame,
                         std::span<const int> coordinates);

}  // namespace appell::kinematics
