#pragma once

#include <vector>

#include "appell/kinematics/inverse_motion.hpp"
#include "appell/kinematics/tree_motion.hpp"
#include "appell/taylor/solve.hpp"

/// Not installed: how well inverse_motion() knows what it found.
namespace appell::kinematics {

/// What rounding may have done to q, q', ..., q⁽ᴺ⁾ of an inverse motion, to first order. An error
/// δq(t) moves the frame by J δq, so that with φ = J_ω δq, its turn,
///
///   δX' = [(J_v δq)' ;  φ' + φ × ω]                                                         (1)
///
/// and errors of lower orders come back, through (1) and J⁻¹, in all higher ones. New at each order
/// m is what rounding makes of the right side: some epsilon times the sizes of all that is added up
/// in X⁽ᵐ⁾. Each of these, row by row, is followed on its own; the bound is the sum of their sizes.
/// @param motion  of what was found, order N.
/// @param joints  coordinates that move the frame.
/// @param inverse  of these columns and `rows` of the Jacobian.
/// @return N + 1 vectors, one number per coordinate.
std::vector<VecX> inverse_motion_error(const TreeMotion& motion, const model::Frame& frame,
                                       const std::vector<int>& rows, const std::vector<int>& joints,
                                       const taylor::DampedInverse& inverse,
                                       const taylor::Series<VecX>& residual);

}  // namespace appell::kinematics
