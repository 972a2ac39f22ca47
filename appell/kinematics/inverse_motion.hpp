#pragma once

#include <vector>

#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"
#include "appell/taylor/series.hpp"

namespace appell::kinematics {

/// How inverse_motion() solves for the joints.
struct InverseMotionOptions {
  /// Which of the six rows of X are prescribed, in the order of the entries of X; rows 0-2 are the
  /// velocity of the frame's origin, rows 3-5 its angular velocity. An arm with fewer than six
  /// joints can follow only so many.
  std::vector<int> rows{0, 1, 2, 3, 4, 5};
  /// λ of damped least squares, in the unit of the Jacobian; 0 for an exact solution.
  double damping = 0.0;
  /// Without damping, a Jacobian of a larger condition number counts as singular: more than half of
  /// the digits would be lost at each order. The number depends on the unit of length.
  double max_condition = 1e8;
  /// Where joints are to spare, q⁽ᵐ⁾ is the solution nearest to that of `preferred`; nearest to
  /// zero if it is empty. Of the order of the result, otherwise.
  model::StateSeries preferred;
};

/// What inverse_motion() found.
struct InverseMotion {
  model::StateSeries state;  ///< q to order N.
  /// Prescribed minus reached X, order N - 1: derivative(m - 1) belongs to X⁽ᵐ⁾. Rounding if the
  /// arm can follow; what damping or missing joints leave over, otherwise.
  taylor::Series<VecX> residual;
  /// By how much rounding may have moved q⁽ᵐ⁾, m = 0..N, to first order; one number per coordinate.
  /// q itself is given. The errors of lower orders come back in all higher ones, times the
  /// condition of J each time: the residual, which is small, says nothing of them.
  std::vector<VecX> error;
  VecX singular_values;    ///< Of the prescribed rows of the Jacobian, descending.
  double condition = 0.0;  ///< Largest over smallest singular value; infinite if singular.
};

/// Joint motion q', q'', ..., q⁽ᴺ⁾ that gives a frame F a prescribed motion X', X'', ..., X⁽ᴺ⁾ from
/// the position q. With J the geometric Jacobian,
///
///   q⁽ᵐ⁾ = J⁻¹ { X⁽ᵐ⁾ - Σ_{k=1..m-1} C(m-1, k) J⁽ᵏ⁾ q⁽ᵐ⁻ᵏ⁾ }                     (1)  [S1 eq.
///   (60)]
///
/// The sum is X⁽ᵐ⁾ of the motion whose derivatives up to q⁽ᵐ⁻¹⁾ are those found already and whose
/// q⁽ᵐ⁾ is zero, so it is read off propagate(). J⁻¹ is the inverse of a square J; else, at each
/// order, the solution of least |q⁽ᵐ⁾ - preferred⁽ᵐ⁾| of a redundant arm, the least-squares
/// solution of an arm with too few joints, or damped least squares.
///
/// The motion found has the prescribed X to rounding. q⁽ᵐ⁾ itself is only as well determined as J
/// lets it be: up to log10(condition) digits are lost at every order.
///
/// @param q  position, one entry per coordinate of the model.
/// @param X  order N - 1, derivative(m - 1) is X⁽ᵐ⁾: as operational_motion(), but only the entries
///   `options.rows`. Coordinates that do not move F get zero (or what is preferred).
/// @throws InvalidArgument if a size, an order or a row is wrong, or no joint moves F;
///   NumericalError naming the condition number, if it is above options.max_condition and there is
///   no damping.
/// @note One singular value decomposition and N + 1 propagations, O(number of bodies · N³), and
/// O(n² N³) for the errors of n joints. Allocates.
InverseMotion inverse_motion(const model::Model& model, const model::Frame& frame, const VecX& q,
                             const taylor::Series<VecX>& X,
                             const InverseMotionOptions& options = {});

}  // namespace appell::kinematics
