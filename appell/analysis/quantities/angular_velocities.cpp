#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {
namespace {

void compute_omega_in_world(Stages& at, double* out) {
  const int N = at.order(1);
  for (const model::Frame& frame : at.model().frames()) {
    if (frame.is_driven) out = put(at.motion(N + 1)[frame.body].omega_WB, N, out);
  }
}

void compute_omega_in_link(Stages& at, double* out) {
  const int N = at.order(1);
  for (const model::Frame& frame : at.model().frames()) {
    if (!frame.is_driven) continue;
    const taylor::Series<Vec3>& omega = at.motion(N + 1)[frame.body].omega_WB_B;
    for (int k = 0; k <= N; ++k, out += 3) {
      Eigen::Map<Vec3>{out} = frame.X_BF.R.transpose() * omega[k];
    }
  }
}

void compute_omega_of_block_in_world(Stages& at, const Columns& out) {
  int entry = 0;
  for (const model::Frame& frame : at.model().frames()) {
    if (!frame.is_driven) continue;
    for (int k = 0; k <= at.order(1); ++k) {
      for (int i = 0; i < 3; ++i) at.copy(at.engine_motion().omega(k, frame.body, i), out[entry++]);
    }
  }
}

void read_omegas(const Subject& subject, engine::MotionOrders& orders) {
  orders.omegas = num_derivatives(subject, 1) - 1;
}

void compute_omega_of_block_in_link(Stages& at, const Columns& out) {
  int entry = 0;
  for (const model::Frame& frame : at.model().frames()) {
    if (!frame.is_driven) continue;
    for (int k = 0; k <= at.order(1); ++k, entry += 3) {
      const auto omega = [&](int i) { return at.engine_motion().omega_in_body(k, frame.body, i); };
      at.put_rotated(frame.X_BF.R.transpose(), omega(0), omega(1), omega(2), out, entry);
    }
  }
}

void read_omegas_in_body(const Subject& subject, engine::MotionOrders& orders) {
  orders.omegas_in_body = num_derivatives(subject, 1) - 1;
}

}  // namespace

const Quantity kAngularVelocities{
    .name = "omega_world",
    .title = "angular velocity of every link, world axes",
    .formula = "ω",
    .description =
        "by link that moves with a joint: the angular velocity vector, components in the world",
    .derivatives = "one less than q",
    .key = "link",
    .axes = {Axis::kDerivative, Axis::kComponent},
    .least_order = takes_order<1>,
    .arrays = arrays_by_link<1, 3>,
    .unit = same_unit<"rad", 1>,
    .compute_block = compute_omega_of_block_in_world,
    .reads = read_omegas,
    .compute_sample = compute_omega_in_world};

const Quantity kAngularVelocitiesInLink{
    .name = "omega_body",
    .title = "angular velocity of every link, components in its own axes",
    .formula = "Rᵀ ω",
    .description =
        "by link that moves with a joint: derivatives *of the components* of the angular velocity "
        "in the link's own axes; from the second on they differ from the components of the "
        "derivative",
    .derivatives = "one less",
    .key = "link",
    .axes = {Axis::kDerivative, Axis::kComponent},
    .least_order = takes_order<1>,
    .arrays = arrays_by_link<1, 3>,
    .unit = same_unit<"rad", 1>,
    .compute_block = compute_omega_of_block_in_link,
    .reads = read_omegas_in_body,
    .compute_sample = compute_omega_in_link};

}  // namespace appell::analysis
