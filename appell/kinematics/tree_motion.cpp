#include "appell/kinematics/tree_motion.hpp"

#include <limits>

#include "appell/base/check.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::kinematics {

TreeMotion::TreeMotion(const model::Model& model, int order) : model_(model), order_(order) {
  check(order >= 0, "TreeMotion: the order must be >= 0, got ", order, ".");
  q_ = model::StateSeries(
      order, VecX::Constant(model.num_coordinates(), std::numeric_limits<double>::quiet_NaN()));
  bodies_.assign(model.num_bodies(), {.R_WB = taylor::Series<Mat3>(order),
                                      .p_WB = taylor::Series<Vec3>(order),
                                      .omega_WB = taylor::Series<Vec3>(order - 1),
                                      .omega_WB_B = taylor::Series<Vec3>(order - 1)});
}

namespace {

template <class C>
void copy_lower_orders(const taylor::Series<C>& from, taylor::Series<C>& to) {
  for (int k = 0; k <= to.order(); ++k) to[k] = from[k];
}

}  // namespace

void truncate(const TreeMotion& motion, TreeMotion& out) {
  check(out.order() <= motion.order(), "truncate: a motion of order ", motion.order(),
        " cannot become one of order ", out.order(), ".");
  check(out.model().is_same(motion.model()), "truncate: the motions are of two models, '",
        motion.model().name(), "' and '", out.model().name(), "'.");
  copy_lower_orders(motion.q(), out.q());
  for (int b = 0; b < out.num_bodies(); ++b) {
    copy_lower_orders(motion[b].R_WB, out[b].R_WB);
    copy_lower_orders(motion[b].p_WB, out[b].p_WB);
    copy_lower_orders(motion[b].omega_WB, out[b].omega_WB);
    copy_lower_orders(motion[b].omega_WB_B, out[b].omega_WB_B);
  }
}

void check_frame(const char* function, const TreeMotion& motion, const model::Frame& frame) {
  check(frame.body >= model::kWorld && frame.body < motion.num_bodies(), function, ": frame '",
        frame.name, "' is fixed to body ", frame.body, ", but the motion has ", motion.num_bodies(),
        " bodies; take a frame of the same model.");
}

taylor::Series<double> joint_coordinate(const TreeMotion& motion, const model::Body& body) {
  taylor::Series<double> q = taylor::component(motion.q(), body.coordinate);
  q *= body.ratio;
  q[0] += body.offset;
  return q;
}

spatial::TransformSeries frame_motion(const TreeMotion& motion, const model::Frame& frame) {
  check_frame("frame_motion", motion, frame);
  if (frame.body == model::kWorld) {
    return {taylor::Series<Mat3>::constant(frame.X_BF.R, motion.order()),
            taylor::Series<Vec3>::constant(frame.X_BF.p, motion.order())};
  }
  const BodyMotion& body = motion[frame.body];
  return spatial::TransformSeries{body.R_WB, body.p_WB} * frame.X_BF;
}

taylor::Series<Vec3> angular_velocity(const TreeMotion& motion, const model::Frame& frame) {
  check_frame("angular_velocity", motion, frame);
  if (frame.body == model::kWorld) {
    return taylor::Series<Vec3>::constant(Vec3::Zero(), motion.order() - 1);
  }
  return motion[frame.body].omega_WB;
}

taylor::Series<Vec3> vector_in_world(const BodyMotion& body, const Vec3& v_B, int order) {
  taylor::Series<Vec3> v(order);
  for (int k = 0; k <= order; ++k) v[k] = body.R_WB[k] * v_B;
  return v;
}

taylor::Series<Vec3> point_position(const BodyMotion& body, const Vec3& r_B) {
  taylor::Series<Vec3> r = body.p_WB;
  for (int k = 0; k <= r.order(); ++k) r[k] += body.R_WB[k] * r_B;  // Eq. (1)
  return r;
}

}  // namespace appell::kinematics
