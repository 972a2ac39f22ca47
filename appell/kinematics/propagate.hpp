#pragma once

#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"

namespace appell::kinematics {

/// Motion of every body to the order N of the state, in one pass from the root to the leaves:
///
///   R_WB = R_WP R_PJ exp([k×] q)                                                          (1)
///   p_WB = p_WP + R_WP (p_PJ + R_PJ l q)                                                  (2)
///   ω_WB = ω_WP + R_WB k q'                                                               (3)
///
/// with P the parent, J the joint frame, k and l the angular and linear part of the joint's unit
/// screw (k = 0 if it translates, l = 0 if it only rotates): [S1 eqs. (35)-(37)] for every time
/// derivative at once, each equation read in truncated Taylor arithmetic.
///
/// @throws InvalidArgument if the state does not belong to the model.
/// @note O(number of bodies · N²).
TreeMotion propagate(const model::Model& model, const model::StateSeries& state);

/// Space that propagate() needs besides its result; keep one per thread.
class PropagateWorkspace {
 public:
  explicit PropagateWorkspace(int order)
      : q(order), sin(order), cos(order), R_PB(order), p_PB(order), axis_W(order) {}

  int order() const { return q.order(); }

  taylor::Series<double> q;  ///< Coordinate of the joint at hand.
  taylor::Series<double> sin;
  taylor::Series<double> cos;
  taylor::Series<Mat3> R_PB;  ///< Motion of the body at hand in its parent.
  taylor::Series<Vec3> p_PB;
  taylor::Series<Vec3> axis_W;  ///< Joint axis in world components.
};

/// The same into `motion`, which says to which order; allocates nothing.
/// @throws InvalidArgument also if state or workspace have a lower order than `motion`, or `motion`
///   is not of this model.
void propagate(const model::Model& model, const model::StateSeries& state,
               PropagateWorkspace& workspace, TreeMotion& motion);

}  // namespace appell::kinematics
