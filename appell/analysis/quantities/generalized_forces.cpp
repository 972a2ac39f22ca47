#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {
namespace {

template <int least_order>
std::vector<Array> force_arrays(const Subject& subject) {
  return {{"", {num_derivatives(subject, least_order), subject.model.num_coordinates()}}};
}

Unit generalized_force_unit(const Subject& subject, const Entry& entry) {
  return force_unit(subject.model, entry.index[1], entry.index[0]);
}

/// The derivatives of the engine as coefficients.
void put_force_batch(Stages& at, const force::ForceBatch& Q, const Columns& out) {
  int entry = 0;
  for (int k = 0; k <= Q.order(); ++k) {
    const double factor = 1.0 / taylor::factorial(k);
    for (int j = 0; j < at.model().num_coordinates(); ++j, ++entry) {
      const double* from = Q.force(k, j);
      for (int s = 0; s < at.num_samples(); ++s) out[entry][s] = factor * from[s];
    }
  }
}

void put_force_series(Stages& at, const taylor::Series<VecX>& (Stages::*force)(),
                      const Columns& out) {
  for (int s = 0; s < at.num_samples(); ++s) {
    at.go_to(s);
    const taylor::Series<VecX>& Q = (at.*force)();
    int entry = 0;
    for (int k = 0; k <= at.order(2); ++k) {
      for (const double x : Q[k]) out[entry++][s] = x;
    }
  }
}

void compute_inertia_force(Stages& at, const Columns& out) {
  if (at.has_engine()) return put_force_batch(at, at.engine_inertia(), out);
  put_force_series(at, &Stages::inertia_force, out);
}

void compute_drive_force(Stages& at, const Columns& out) {
  if (at.has_engine() && at.subject().surroundings.is_empty()) {
    return put_force_batch(at, at.engine_drive(), out);
  }
  put_force_series(at, &Stages::drive_force, out);
}

void compute_gravity_force(Stages& at, double* out) { put(at.gravity_force(), at.order(0), out); }

void compute_load_force(Stages& at, double* out) { put(at.load_force(), at.order(0), out); }

/// C q': what inertia takes where nothing accelerates.
int order_of_bias(int) { return 1; }

std::vector<Array> bias_arrays(const Subject& subject) {
  return {{"", {subject.model.num_coordinates()}}};
}

Unit bias_unit(const Subject& subject, const Entry& entry) {
  return force_unit(subject.model, entry.index[0], 0);
}

void compute_bias(Stages& at, const Columns& out) {
  for (int j = 0; j < at.model().num_coordinates() && at.has_engine(); ++j) {
    std::copy_n(at.engine_bias().force(0, j), at.num_samples(), out[j]);
  }
  for (int s = 0; s < at.num_samples() && !at.has_engine(); ++s) {
    at.go_to(s);
    const VecX b = force::bias_force(at.motion(1))[0];
    for (int j = 0; j < at.model().num_coordinates(); ++j) out[j][s] = b(j);
  }
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
                     .source = Source::kEngine,
                     .compute_block = compute_bias,
                     .full_order = order_of_bias};

const Quantity kInertiaForce{.name = "Q_inertia",
                             .title = "generalized inertia force",
                             .formula = "M q'' + C q'",
                             .description = "generalized inertia force M q'' + C q'",
                             .derivatives = "two less",
                             .axes = {Axis::kDerivative, Axis::kFreedom},
                             .least_order = takes_order<2>,
                             .arrays = force_arrays<2>,
                             .unit = generalized_force_unit,
                             .source = Source::kEngine,
                             .compute_block = compute_inertia_force};

const Quantity kGravityForce{
    .name = "Q_gravity",
    .title = "generalized gravity force",
    .formula = "∂U/∂q",
    .description = "generalized gravity force: what holds the robot against its weight",
    .derivatives = "as many as q",
    .axes = {Axis::kDerivative, Axis::kFreedom},
    .least_order = takes_order<0>,
    .arrays = force_arrays<0>,
    .unit = generalized_force_unit,
    .compute_sample = compute_gravity_force};

const Quantity kLoadForce{
    .name = "Q_load",
    .title = "generalized force of the load",
    .formula = "Jᵀ [F; N]",
    .description = "generalized force of the load of the state, Jᵀ [F; N]; zero without a load",
    .derivatives = "as many as q",
    .axes = {Axis::kDerivative, Axis::kFreedom},
    .least_order = takes_order<0>,
    .arrays = force_arrays<0>,
    .unit = generalized_force_unit,
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
    .arrays = force_arrays<2>,
    .unit = generalized_force_unit,
    .source = Source::kEngine,
    .compute_block = compute_drive_force};

}  // namespace appell::analysis
