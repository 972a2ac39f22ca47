#pragma once

#include <memory>
#include <vector>

#include "appell/model/model.hpp"
#include "appell/trajectory/pose_laws.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::trajectory {

/// An arm cannot follow the motion of its frame: near a singular position, out of reach, or with
/// too few joints. The text names the time, the condition number and the last good state.
class UnreachableMotion : public NumericalError {
 public:
  using NumericalError::NumericalError;
};

struct OperationalOptions {
  /// z of Eq. (1), one rate per coordinate of the model, rad/s or m/s; empty: zero.
  VecX nullspace;
  /// Of the prescribed rows of the Jacobian: beyond it a position counts as singular. Digits of the
  /// m-th derivative are lost as its power m.
  double max_condition = 1e6;
};

/// The motion of the joints of an arm whose frame F moves as laws prescribe. At every time
///
///   q' = J⁺ X' + (1 - J⁺ J) z                                                              (1)
///
/// with X' = [p'; ω] of the laws, J the prescribed rows of the Jacobian of F: of all q' that give F
/// its velocity, the one nearest to the constant z. Without joints to spare it is q' = J⁻¹ X'. Its
/// time derivatives follow exactly, to any order (docs/trajectory.md). Coordinates that do not move
/// F have q' = z.
///
/// The way is solved once, when the motion is made, as Taylor polynomials of all joints; a sample
/// starts from the polynomial, takes q onto the pose to rounding and then solves the inverse
/// relation [S1 eq. (60)] order by order.
///
/// @param start  configuration near the first pose; what has no law stays as it is at `start`.
/// @throws InvalidArgument if a size is wrong, laws are missing, or no joint moves F;
///   UnreachableMotion.
/// @note Samples take one solver per thread (Law::shared_cursor), which solves for all joints at
///   once and does not allocate for orders up to 11.
Trajectory operational_motion(const model::Model& model, const model::Frame& frame,
                              const VecX& start, const PoseLaws& laws,
                              const OperationalOptions& options = {});

}  // namespace appell::trajectory
