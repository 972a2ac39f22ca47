#include "appell/force/friction.hpp"

#include "appell/analysis/quantities/common.hpp"
#include "appell/base/text.hpp"

namespace appell::analysis {
namespace {

std::string absence_of_friction(const Subject& subject) {
  const model::Model& model = subject.model;
  if (force::has_friction(model)) return "";
  return concat("no joint of model '", model.name(), "' has friction");
}

int highest_with_friction(const Subject& subject, int least_order) {
  return std::min(subject.friction_order, num_derivatives(subject, least_order) - 1);
}

std::string friction_note(const Subject& subject) {
  if (subject.friction_order >= subject.order) return "";
  return concat(
      "Q_friction and Q_motor have no time derivatives ",
      subject.friction_order > 0 ? concat("above order ", subject.friction_order, " ") : "",
      "where dry friction is not smooth: ", subject.friction_kinks);
}

std::vector<Array> friction_arrays(const Subject& subject) {
  const int N = highest_with_friction(subject, force::friction_order(subject.model));
  return {{"", {N + 1, subject.model.num_coordinates()}}};
}

std::vector<Array> motor_force_arrays(const Subject& subject) {
  return {{"", {highest_with_friction(subject, 2) + 1, subject.model.num_coordinates()}}};
}

void compute_friction(Stages& at, double* out) {
  put(at.friction_force().force, at.friction_order(), out);
}

void compute_motor_force(Stages& at, double* out) {
  const model::Operators& counts = at.subject().operators;
  const taylor::Series<VecX>& drive = at.drive_force();
  const taylor::Series<VecX>& friction = at.friction_force().force;
  for (int k = 0; k <= highest_with_friction(at.subject(), 2); ++k) {
    for (Eigen::Index j = 0; j < drive[k].size(); ++j) {
      *out++ = (counts.drive ? drive[k](j) : 0.0) + (counts.friction ? friction[k](j) : 0.0);
    }
  }
}

void compute_friction_of_block(Stages& at, const Columns& out) {
  const dynamics::FrictionBatch& Q = at.engine_friction();
  const int n = at.model().num_coordinates();
  for (int k = 0; k <= Q.order(); ++k) {
    for (int j = 0; j < n; ++j) at.copy(Q.force(k, j), out[k * n + j]);
  }
}

void compute_motor_force_of_block(Stages& at, const Columns& out) {
  const model::SeriesBlock& drive = at.engine_drive();
  const dynamics::FrictionBatch& friction = at.engine_friction();
  const int n = at.model().num_coordinates();
  for (int k = 0; k <= highest_with_friction(at.subject(), 2); ++k) {
    for (int j = 0; j < n; ++j) {
      const double* a = drive.column(k, j);
      const double* b = friction.force(k, j);
      double* to = out[k * n + j];
      for (int s = 0; s < at.num_samples(); ++s) to[s] = a[s] + b[s];
    }
  }
}

/// The motion of the bodies, if the radial load counts.
void read_friction(const Subject& subject, engine::MotionOrders& orders) {
  const int N = highest_with_friction(subject, force::friction_order(subject.model));
  orders.add(dynamics::FrictionBatch::reads(subject.model, N));
}

}  // namespace

const Quantity kFrictionForce{.name = "Q_friction",
                              .title = "friction force of the joints",
                              .formula = "b q' + dry law",
                              .description = "friction of the joints, where the model has any",
                              .derivatives = "one less; two less if it depends on the radial load",
                              .axes = {Axis::kDerivative, Axis::kFreedom},
                              .least_order = force::friction_order,
                              .arrays = friction_arrays,
                              .unit = force_unit,
                              .compute_block = compute_friction_of_block,
                              .reads = read_friction,
                              .block_has_loads = false,
                              .compute_sample = compute_friction,
                              .note = friction_note,
                              .absence = absence_of_friction};

const Quantity kMotorForce{.name = "Q_motor",
                           .title = "driving force with friction",
                           .formula = "Q_drive + Q_friction",
                           .description = "`Q_drive` + `Q_friction`, where the model has friction",
                           .derivatives = "two less",
                           .axes = {Axis::kDerivative, Axis::kFreedom},
                           .least_order = takes_order<2>,
                           .arrays = motor_force_arrays,
                           .unit = force_unit,
                           .compute_block = compute_motor_force_of_block,
                           .reads = read_friction,
                           .block_has_loads = false,
                           .compute_sample = compute_motor_force,
                           .note = friction_note,
                           .absence = absence_of_friction};

}  // namespace appell::analysis
