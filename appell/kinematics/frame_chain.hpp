#pragma once

#include <vector>

#include "appell/base/types.hpp"
#include "appell/model/model.hpp"

namespace appell::kinematics {

/// Placement and Jacobian of one frame F along q(t), one order after the other. The inverse
/// relation needs it: q[k + 1] follows from J[0], ..., J[k], so q is not known when the first order
/// is computed. Only the bodies between the world and F are moved. The equations are those of
/// propagate() and jacobian(), Taylor coefficient by coefficient.
///
/// Allocates when it is made, and never after.
class FrameChain {
 public:
  /// @param order  highest order for which there is room.
  /// @throws InvalidArgument if no joint moves F, or the order is negative.
  FrameChain(const model::Model& model, const model::Frame& frame, int order);

  int order() const { return static_cast<int>(jacobian_.size()) - 1; }

  /// The coordinates that move F, ascending; every vector and matrix below has one entry or column
  /// for each of them.
  const std::vector<int>& coordinates() const { return coordinates_; }

  /// Sets coefficient k of these coordinates, after those of all lower orders (not checked).
  /// O(depth of F · k).
  void set(int k, const VecX& q_k);

  /// Normalised Taylor coefficients, as far as set() was called.
  const VecX& q(int k) const { return q_[k]; }
  const Mat3& R_WF(int k) const { return R_WF_[k]; }
  const Vec3& p_WF(int k) const { return p_WF_[k]; }
  /// 6 rows: velocity of the origin of F, angular velocity, in world components.
  const MatX& jacobian(int k) const { return jacobian_[k]; }

 private:
  /// A body between the world and F; each list has one entry per order.
  struct Link {
    Link(const model::Body& of_body, int of_column, int order);

    model::Body body;
    int column;    ///< Of its coordinate.
    Mat3 upright;  ///< R_PB = upright + sin q quarter - cos q flat  (Rodrigues' formula).
    Mat3 quarter;
    Mat3 flat;
    Vec3 slide_P;
    std::vector<double> q, sin, cos;
    std::vector<Mat3> R_PB, R_WB;
    std::vector<Vec3> p_PB, p_WB;
    std::vector<Vec3> axis_W, slide_W;
  };
  static void turn(Link& link, int k, double q_k);
  static void place(const Link* parent, Link& link, int k);
  void fill_jacobian(int k);

  Mat3 R_BF_;
  Vec3 p_BF_;
  std::vector<int> coordinates_;
  std::vector<Link> links_;  ///< From the world to F.
  std::vector<VecX> q_;
  std::vector<Mat3> R_WF_;
  std::vector<Vec3> p_WF_;
  std::vector<MatX> jacobian_;
};

}  // namespace appell::kinematics
