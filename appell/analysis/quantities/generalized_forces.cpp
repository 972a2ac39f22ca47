#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {
namespace {

void put_force(Stages& at, const model::SeriesBlock& Q, const Columns& out) {
  const int n = at.model().num_coordinates();
  for (int k = 0; k <= Q.order(); ++k) {
    for (int j = 0; j < n; ++j) at.copy(Q.column(k, j), out[k * n + j]);
  }
}

/// A block has its columns in the order of the entries.
ColumnsView view_of(const model::SeriesBlock& Q) { return {Q.column(0, 0), Q.stride()}; }

void compute_inertia_force_of_block(Stages& at, const Columns& out) {
  put_force(at, at.engine_inertia(), out);
}

ColumnsView view_inertia_force(Stages& at) { return view_of(at.engine_inertia()); }

void compute_inertia_force(Stages& at, double* out) { put(at.inertia_force(), at.order(2), out); }

void compute_drive_force_of_block(Stages& at, const Columns& out) {
  put_force(at, at.engine_drive(), out);
}

ColumnsView view_drive_force(Stages& at) { return view_of(at.engine_drive()); }

void compute_drive_force(Stages& at, double* out) { put(at.drive_force(), at.order(2), out); }

void compute_gravity_force_of_block(Stages& at, const Columns& out) {
  const int n = at.model().num_coordinates();
  for (int k = 0; k <= at.order(0); ++k) {
    for (int j = 0; j < n; ++j) at.copy(at.engine_motion().gravity_force(k, j), out[k * n + j]);
  }
}

void read_gravity_force(const Subject& subject, engine::MotionOrders& orders) {
  orders.gravity_force = num_derivatives(subject, 0) - 1;
}

void compute_gravity_force(Stages& at, double* out) { put(at.gravity_force(), at.order(0), out); }

/// Zero: where there are loads, the other way is taken.
void compute_load_force_of_block(Stages& at, const Columns& out) {
  const int count = (at.order(0) + 1) * at.model().num_coordinates();
  for (int entry = 0; entry < count; ++entry) std::fill_n(out[entry], at.num_samples(), 0.0);
}

void compute_load_force(Stages& at, double* out) { put(at.load_force(), at.order(0), out); }

/// C q': what inertia takes where nothing accelerates.
std::vector<Array> bias_arrays(const Subject& subject) {
  return {{"", {subject.model.num_coordinates()}}};
}

Unit bias_unit(const Subject& subject, const Entry& entry) {
  return {turns(subject.model, entry.index[0]) ? "N m" : "N", 0};
}

void compute_bias_of_block(Stages& at, const Columns& out) { put_force(at, at.engine_bias(), out); }

void compute_bias(Stages& at, double* out) {
  const VecX b = force::bias_force(at.motion(1))[0];
  std::copy(b.begin(), b.end(), out);
}

}  // namespace

const Quantity kBias{.name = "bias",
                     .title = "Coriolis and centrifugal force",
                     .formula = "C q'",
                     .description = "Coriolis and centrifugal force C q' = `Q_inertia` − M q''",
                     .derivatives = "value only",
                     .axes = {Axis::kFreedom},
                     .least_order = takes_order<1>,
                     .arrays = bias_arrays,
                     .unit = bias_unit,
                     .compute_block = compute_bias_of_block,
                     .compute_sample = compute_bias,
                     .full_order = always_order<1>};

const Quantity kInertiaForce{.name = "Q_inertia",
                             .title = "generalized inertia force",
                             .formula = "M q'' + C q'",
                             .description = "generalized inertia force M q'' + C q'",
                             .derivatives = "two less",
                             .axes = {Axis::kDerivative, Axis::kFreedom},
                             .least_order = takes_order<2>,
                             .arrays = array_of_coordinates<2>,
                             .unit = force_unit,
                             .compute_block = compute_inertia_force_of_block,
                             .view_block = view_inertia_force,
                             .compute_sample = compute_inertia_force};

const Quantity kGravityForce{
    .name = "Q_gravity",
    .title = "generalized gravity force",
    .formula = "∂U/∂q",
    .description = "generalized gravity force: what holds the robot against its weight",
    .derivatives = "as many as q",
    .axes = {Axis::kDerivative, Axis::kFreedom},
    .least_order = takes_order<0>,
    .arrays = array_of_coordinates<0>,
    .unit = force_unit,
    .compute_block = compute_gravity_force_of_block,
    .reads = read_gravity_force,
    .compute_sample = compute_gravity_force};

const Quantity kLoadForce{
    .name = "Q_load",
    .title = "generalized force of the load",
    .formula = "Jᵀ [F; N]",
    .description = "generalized force of the load of the state, Jᵀ [F; N]; zero without a load",
    .derivatives = "as many as q",
    .axes = {Axis::kDerivative, Axis::kFreedom},
    .least_order = takes_order<0>,
    .arrays = array_of_coordinates<0>,
    .unit = force_unit,
    .compute_block = compute_load_force_of_block,
    .block_has_loads = false,
    .compute_sample = compute_load_force};

const Quantity kDriveForce{
    .name = "Q_drive",
    .title = "driving force before friction",
    .formula = "Q_inertia + Q_gravity + Q_load",
    .description =
        "`Q_inertia` + `Q_gravity` + `Q_load`: what the motors must supply before friction",
    .derivatives = "two less",
    .axes = {Axis::kDerivative, Axis::kFreedom},
    .least_order = takes_order<2>,
    .arrays = array_of_coordinates<2>,
    .unit = force_unit,
    .compute_block = compute_drive_force_of_block,
    .view_block = view_drive_force,
    .block_has_loads = false,
    .compute_sample = compute_drive_force};

}  // namespace appell::analysis
