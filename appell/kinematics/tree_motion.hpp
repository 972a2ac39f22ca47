#pragma once

#include <vector>

#include "appell/base/types.hpp"
#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"
#include "appell/spatial/transform.hpp"
#include "appell/taylor/series.hpp"

namespace appell::kinematics {

/// Motion of one body B in the world W. All vectors are classical (point) quantities: the
/// derivatives of p_WB are velocity, acceleration, jerk, ... of the point at the origin of B, not
/// the linear part of a spatial acceleration.
struct BodyMotion {
  taylor::Series<Mat3> R_WB;      ///< Axes of B in W; order N.
  taylor::Series<Vec3> p_WB;      ///< Origin of B, m, components in W; order N.
  taylor::Series<Vec3> omega_WB;  ///< Angular velocity, rad/s, components in W; order N - 1.
  /// The same in components of B; order N - 1. Its derivatives are those of the components: from
  /// the second one on they differ from Rᵀ ω″, which the papers write with the same symbol.
  taylor::Series<Vec3> omega_WB_B;
};

/// Motion of every body of a model to order N: what propagate() returns and what energies, forces
/// and Jacobians start from. All numbers are NaN until propagate() has filled them.
class TreeMotion {
 public:
  /// Space for the motion of every body of `model` to order N >= 0.
  TreeMotion(const model::Model& model, int order);

  /// The model whose motion it is.
  const model::Model& model() const { return model_; }
  int order() const { return order_; }
  int num_bodies() const { return static_cast<int>(bodies_.size()); }

  /// The coordinates q(t) that the bodies move by; order N.
  const model::StateSeries& q() const { return q_; }
  model::StateSeries& q() { return q_; }

  const BodyMotion& operator[](int body) const { return bodies_[body]; }
  BodyMotion& operator[](int body) { return bodies_[body]; }

 private:
  model::Model model_;
  int order_;
  model::StateSeries q_;
  std::vector<BodyMotion> bodies_;
};

/// The lower orders of a motion: fills `out`, which says to which order; bit for bit what
/// propagate() to that order gives. Allocates nothing.
/// @throws InvalidArgument if `out` is of a higher order or of another model.
void truncate(const TreeMotion& motion, TreeMotion& out);

/// Checks that a frame can be one of the model of a motion: it is fixed to the world or to a body
/// that there is. Frames do not know their model: one of another tree with enough bodies passes.
/// @throws InvalidArgument naming `function`.
void check_frame(const char* function, const TreeMotion& motion, const model::Frame& frame);

/// The coordinate of the joint that moves a body, ratio and offset of a mimic joint included, rad
/// or m; order N.
taylor::Series<double> joint_coordinate(const TreeMotion& motion, const model::Body& body);

/// Motion of a frame F of the model: the series of R_WF and p_WF, of the order of `motion`.
spatial::TransformSeries frame_motion(const TreeMotion& motion, const model::Frame& frame);

/// Angular velocity of a frame, rad/s, components in W; order N - 1. Zero for a frame of the world.
taylor::Series<Vec3> angular_velocity(const TreeMotion& motion, const model::Frame& frame);

/// Position of the point r_B (m, components in B) that is fixed in a body, components in W: its
/// derivatives are the point's velocity, acceleration, jerk, snap, ...
///
///   r = p_WB + R_WB r_B                                                  (1)  [S1 eq. (23)]
taylor::Series<Vec3> point_position(const BodyMotion& body, const Vec3& r_B);

/// A vector v_B that is fixed in a body (an axis, an arm), components in W, to the given order:
/// R_WB v_B.
/// @param order  at most that of the motion (not checked).
taylor::Series<Vec3> vector_in_world(const BodyMotion& body, const Vec3& v_B, int order);

}  // namespace appell::kinematics
