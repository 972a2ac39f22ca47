#pragma once

#include <vector>

#include "appell/model/model.hpp"
#include "appell/spatial/transform.hpp"

namespace appell::kinematics {

/// What inverse_pose() is to reach, and how hard it tries.
struct InversePoseOptions {
  /// Which of the six rows are prescribed, as in InverseMotionOptions: 0-2 the position of the
  /// frame's origin, 3-5 its orientation, of which the difference to the wanted one is a vector.
  std::vector<int> rows{0, 1, 2, 3, 4, 5};
  int max_iterations = 500;
};

/// What inverse_pose() found.
struct InversePose {
  VecX q;                       ///< One entry per coordinate of the model.
  double position_error = 0.0;  ///< What is left of the prescribed rows, m; rounding.
  double rotation_error = 0.0;  ///< rad.
  int iterations = 0;
};

/// A position q of the joints at which a frame F has a given placement, near a first guess. With
/// the error of the pose in world components
///
///   e = [ p - p_WF(q) ;  log(R R_WFᵀ(q)) ]                                                (1)
///
/// the steps are δ = Jᵀ (J Jᵀ + λ²)⁻¹ e, since e' = -J q' for small e: Newton's method, damped as
/// Levenberg and Marquardt do. λ is proportional to |e|, so that the end is quadratic, and grows
/// where a step does not lessen |e|. In |e| and λ lengths are measured in units of the frame's
/// lever arm. A redundant arm ends where the way from the guess leads it. Limits of joints are not
/// looked at.
///
/// @param guess  one entry per coordinate; those that do not move F stay.
/// @throws InvalidArgument if a size or a row is wrong, a number is not finite, the pose is no
///   placement or no joint moves F; NumericalError, with what is left of e and the condition number
///   of J, if the pose is not reached: it is out of reach, or another guess is needed.
/// @note A singular value decomposition per step. Allocates.
InversePose inverse_pose(const model::Model& model, const model::Frame& frame,
                         const spatial::Transform& pose, const VecX& guess,
                         const InversePoseOptions& options = {});

/// e of Eq. (1): from the placement X_WF to a wanted one.
Vec6 pose_error(const spatial::Transform& wanted, const Mat3& R_WF, const Vec3& p_WF);

/// Checks that rows are in 0..5, each at most once, at least one.
/// @throws InvalidArgument naming `function`.
void check_rows(const char* function, const std::vector<int>& rows);

}  // namespace appell::kinematics
