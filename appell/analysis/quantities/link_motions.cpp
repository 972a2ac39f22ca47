#include "appell/analysis/quantities/common.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::analysis {
namespace {

/// Linear part, angular part, order by order.
double* put_pair(const taylor::Series<Vec3>& linear, const taylor::Series<Vec3>& angular, int order,
                 double* out) {
  for (int k = 0; k <= order; ++k) {
    for (int i = 0; i < 3; ++i) *out++ = linear[k](i);
    for (int i = 0; i < 3; ++i) *out++ = angular[k](i);
  }
  return out;
}

/// The velocity of the point of the link that is at the world's origin: p' - ω × p.
void compute_world_twist(Stages& at, double* out) {
  const int N = at.order(1);
  for (const model::Frame* frame : driven_frames(at.model())) {
    const kinematics::TreeMotion& motion = at.motion(N + 1);
    const taylor::Series<Vec3> p = kinematics::frame_motion(motion, *frame).p;
    const taylor::Series<Vec3> omega = kinematics::angular_velocity(motion, *frame);
    const taylor::Series<Vec3> v =
        taylor::time_derivative(p) - taylor::cross(omega, p.truncated(N));
    out = put_pair(v, omega, N, out);
  }
}

/// Rᵀ p' and Rᵀ ω.
void compute_body_twist(Stages& at, double* out) {
  const int N = at.order(1);
  for (const model::Frame* frame : driven_frames(at.model())) {
    const kinematics::TreeMotion& motion = at.motion(N + 1);
    const spatial::TransformSeries X = kinematics::frame_motion(motion, *frame);
    const taylor::Series<Mat3> to_link = taylor::transpose(X.R.truncated(N));
    out = put_pair(to_link * taylor::time_derivative(X.p),
                   to_link * kinematics::angular_velocity(motion, *frame), N, out);
  }
}

}  // namespace

const Quantity kWorldTwists{
    .name = "twist_world",
    .title = "spatial velocity of every link, about the world's origin",
    .formula = "[p' - ω × p; ω]",
    .description =
        "by link that a joint moves: spatial velocity, [linear; angular], of the point of "
        "the link that is at the world's origin; `[1]` is the spatial acceleration in "
        "world axes, which is not the acceleration of a point (that is `T`)",
    .derivatives = "one less",
    .key = "link",
    .axes = {Axis::kDerivative, Axis::kComponent},
    .least_order = takes_order<1>,
    .arrays = arrays_by_link<1, 6>,
    .unit = twist_unit,
    .compute_sample = compute_world_twist,
    .is_detail = true};

const Quantity kBodyTwists{
    .name = "twist_body",
    .title = "spatial velocity of every link, about its origin in its axes",
    .formula = "[Rᵀ p'; Rᵀ ω]",
    .description =
        "likewise about the link's own origin, components in its axes; `[1]` is the "
        "spatial acceleration in link axes",
    .derivatives = "one less",
    .key = "link",
    .axes = {Axis::kDerivative, Axis::kComponent},
    .least_order = takes_order<1>,
    .arrays = arrays_by_link<1, 6>,
    .unit = twist_unit,
    .compute_sample = compute_body_twist,
    .is_detail = true};

}  // namespace appell::analysis
