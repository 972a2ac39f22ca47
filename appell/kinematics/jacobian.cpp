#include "appell/kinematics/jacobian.hpp"

#include "appell/base/check.hpp"

namespace appell::kinematics {
namespace {

/// Adds the column of one body to the Jacobian series of the point p_F.
void add_column(const model::Body& body, const BodyMotion& B, const BodyMotion& body_of_F,
                const Vec3& p_BF, taylor::Series<MatX>& out) {
  for (int k = 0; k <= out.order(); ++k) {
    Vec3 velocity = B.R_WB[k] * body.screw.linear;
    for (int j = 0; j <= k; ++j) {
      const Vec3 axis_W = B.R_WB[j] * body.screw.angular;
      const Vec3 arm = body_of_F.p_WB[k - j] + body_of_F.R_WB[k - j] * p_BF - B.p_WB[k - j];
      velocity += axis_W.cross(arm);  // Eq. (1)
    }
    out[k].col(body.coordinate).head<3>() += body.ratio * velocity;
    out[k].col(body.coordinate).tail<3>() += body.ratio * (B.R_WB[k] * body.screw.angular);
  }
}

}  // namespace

taylor::Series<MatX> jacobian(const TreeMotion& motion, const model::Frame& frame) {
  const model::Model& model = motion.model();
  taylor::Series<MatX> J(motion.order(), MatX::Zero(6, model.num_coordinates()));
  jacobian(motion, frame, J);
  return J;
}

void jacobian(const TreeMotion& motion, const model::Frame& frame, taylor::Series<MatX>& out) {
  const model::Model& model = motion.model();
  check_frame("jacobian", motion, frame);
  check(out.order() <= motion.order(), "jacobian: order ", out.order(),
        " needs a motion of at least that order, got ", motion.order(), ".");
  for (int k = 0; k <= out.order(); ++k) {
    check(out[k].rows() == 6 && out[k].cols() == model.num_coordinates(),
          "jacobian: coefficients must be 6 x ", model.num_coordinates(), ", got ", out[k].rows(),
          " x ", out[k].cols(), ".");
    out[k].setZero();
  }
  for (int b = frame.body; b != model::kWorld;) {
    const model::Body& body = model.bodies()[b];
    add_column(body, motion[b], motion[frame.body], frame.X_BF.p, out);
    b = body.parent;
  }
}

taylor::Series<Vec6> operational_motion(const TreeMotion& motion, const model::Frame& frame) {
  check_frame("operational_motion", motion, frame);
  taylor::Series<Vec6> X(motion.order() - 1);
  if (frame.body == model::kWorld) {
    return taylor::Series<Vec6>::constant(Vec6::Zero(), motion.order() - 1);
  }
  const taylor::Series<Vec3> p = point_position(motion[frame.body], frame.X_BF.p);
  const taylor::Series<Vec3>& omega = motion[frame.body].omega_WB;
  for (int k = 0; k <= X.order(); ++k) {
    X[k] << (k + 1) * p[k + 1], omega[k];
  }
  return X;
}

}  // namespace appell::kinematics
