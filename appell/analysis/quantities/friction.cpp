#include "appell/force/friction.hpp"

#include "appell/analysis/put.hpp"
#include "appell/analysis/quantities.hpp"
#include "appell/analysis/stages.hpp"
#include "appell/base/text.hpp"

namespace appell::analysis {
namespace {

std::string absence(const model::Model& model) {
  if (force::has_friction(model)) return "";
  return concat("no joint of model '", model.name(), "' has friction");
}

int highest(const Subject& subject, int least_order) {
  return std::min(subject.friction_order, num_derivatives(subject, least_order) - 1);
}

std::string note(const Subject& subject) {
  if (subject.friction_order >= subject.order) return "";
  return concat("Q_friction and Q_motor have no time derivatives ",
                subject.friction_order > 0 ? concat("above order ", subject.friction_order, " ") : "",
                "where dry friction is not smooth: ", subject.friction_kinks);
}

std::vector<Array> arrays_of_friction(const Subject& subject) {
  const int N = highest(subject, force::friction_order(subject.model));
  return {{"", {N + 1, subject.model.num_coordinates()}}};
}

std::vector<Array> arrays_of_motor(const Subject& subject) {
  return {{"", {highest(subject, 2) + 1, subject.model.num_coordinates()}}};
}

Unit unit(const Subject& subject, const Entry& entry) {
  return force_unit(subject.model, entry.index[1], entry.index[0]);
}

void compute_friction(Stages& at, double* out) {
  const int N = highest(at.subject(), force::friction_order(at.model()));
  put(at.friction_force().force, N, out);
}

void compute_motor(Stages& at, double* out) {
  const taylor::Series<VecX>& drive = at.drive_force();
  const taylor::Series<VecX>& friction = at.friction_force().force;
  for (int k = 0; k <= highest(at.subject(), 2); ++k) {
    for (Eigen::Index j = 0; j < drive[k].size(); ++j) *out++ = drive[k](j) + friction[k](j);
  }
}

}  // namespace

const Quantity kFrictionForce{.name = "Q_friction",
                              .title = "friction force of the joints",
                              .formula = "b q' + dry law",
                              .axes = {Axis::kDerivative, Axis::kFreedom},
                              .least_order = force::friction_order,
                              .arrays = arrays_of_friction,
                              .unit = unit,
                              .compute_sample = compute_friction,
                              .note = note,
                           .absence = absence};

const Quantity kMotorForce{.name = "Q_motor",
                           .title = "driving force with friction",
                           .formula = "Q_drive + Q_friction",
                           .axes = {Axis::kDerivative, Axis::kFreedom},
                           .least_order = takes_order<2>,
                           .arrays = arrays_of_motor,
                           .unit = unit,
                           .compute_sample = compute_motor,
                           .note = note,
                           .absence = absence};

}  // namespace appell::analysis
