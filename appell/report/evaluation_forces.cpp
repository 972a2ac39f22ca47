#include <algorithm>
#include <array>

#include "appell/base/text.hpp"
#include "appell/force/friction.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/force/motion_matrices.hpp"
#include "appell/force/reactions.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/report/evaluation_quantities.hpp"

namespace appell::report {
namespace {

using taylor::Series;

/// Entries by coordinate in the order in which the state names the joints.
VecX in_file_order(const Instant& at, const VecX& x) {
  VecX y(x.size());
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    y(i) = x(at.file.coordinates[static_cast<std::size_t>(i)]);
  }
  return y;
}

void write_by_joint(const Instant& at, const Series<VecX>& x, int order, ValueWriter& json) {
  json.begin_array();
  for (int k = 0; k <= order; ++k) json.vector(in_file_order(at, x.derivative(k)));
  json.end_array();
}

/// A matrix of the joints at this instant, from the motion to no higher an order than needed.
template <class MatrixOf>
void write_matrix(const Instant& at, int order, ValueWriter& json, MatrixOf matrix_of) {
  const kinematics::TreeMotion motion =
      kinematics::propagate(at.model, at.motion.q().truncated(order));
  const Series<MatX> series = matrix_of(at.model, motion);
  const MatX in_model_order = series.derivative(order);
  MatX M = in_model_order;
  for (Eigen::Index j = 0; j < M.cols(); ++j) {
    M.col(j) =
        in_file_order(at, in_model_order.col(at.file.coordinates[static_cast<std::size_t>(j)]));
  }
  json.matrix(M);
}

void write_mass_matrix(const Instant& at, int /*order*/, ValueWriter& json) {
  write_matrix(at, 0, json, force::mass_matrix);
}

void write_mass_matrix_dot(const Instant& at, int /*order*/, ValueWriter& json) {
  write_matrix(at, 1, json, force::mass_matrix);
}

void write_bias(const Instant& at, int /*order*/, ValueWriter& json) {
  const kinematics::TreeMotion motion = kinematics::propagate(at.model, at.motion.q().truncated(1));
  json.vector(in_file_order(at, force::bias_force(at.model, motion)[0]));
}

void write_Q_inertia(const Instant& at, int order, ValueWriter& json) {
  write_by_joint(at, force::inertia_force(at.model, at.motion, at.route), order, json);
}

void write_Q_gravity(const Instant& at, int order, ValueWriter& json) {
  write_by_joint(at, force::gravity_force(at.model, at.motion), order, json);
}

void write_Q_load(const Instant& at, int order, ValueWriter& json) {
  write_by_joint(at, force::load_force(at.model, at.motion, at.surroundings), order, json);
}

void write_Q_drive(const Instant& at, int order, ValueWriter& json) {
  write_by_joint(at, force::generalized_force(at.model, at.motion, at.surroundings, {}, at.route),
                 order, json);
}

/// Writes what there is of a force with friction; the caller hears, once, if derivatives are
/// missing.
void write_with_friction(const Instant& at, const force::ForceWithFriction& Q, int order,
                         ValueWriter& json) {
  write_by_joint(at, Q.force, std::min(order, Q.force.order()), json);
  if (order <= Q.force.order()) return;
  std::string warning = "Q_friction and Q_motor have no time derivatives ";
  if (Q.force.order() > 0) warning += concat("above order ", Q.force.order(), " ");
  warning += "where dry friction is not smooth: ";
  for (const std::string& kink : Q.kinks) warning += (&kink == &Q.kinks[0] ? "" : "; ") + kink;
  if (std::find(at.warnings.begin(), at.warnings.end(), warning) == at.warnings.end()) {
    at.warnings.push_back(warning);
  }
}

void write_Q_friction(const Instant& at, int order, ValueWriter& json) {
  write_with_friction(at, force::friction_force(at.model, at.motion, at.surroundings), order, json);
}

void write_Q_motor(const Instant& at, int order, ValueWriter& json) {
  write_with_friction(at, force::motor_force(at.model, at.motion, at.surroundings, {}, at.route),
                      order, json);
}

/// {"joint": [x, x', ...], ...} of a member of every reaction.
void write_reactions(const Instant& at, int order, ValueWriter& json,
                     Series<Vec3> force::Reaction::* member) {
  json.begin_object();
  for (const force::Reaction& reaction : force::reactions(at.model, at.motion, at.surroundings)) {
    json.key(at.model.description().joints[static_cast<std::size_t>(reaction.joint)].name);
    write_series(reaction.*member, order, json);
  }
  json.end_object();
}

void write_reaction_force(const Instant& at, int order, ValueWriter& json) {
  write_reactions(at, order, json, &force::Reaction::force);
}

void write_reaction_moment(const Instant& at, int order, ValueWriter& json) {
  write_reactions(at, order, json, &force::Reaction::moment);
}

constexpr std::array kForceQuantities{
    Quantity{"mass_matrix", 0, write_mass_matrix, "jj", "SI"},
    Quantity{"mass_matrix_dot", 1, write_mass_matrix_dot, "jj", "SI"},
    Quantity{"bias", 1, write_bias, "j", "N m|N"},
    Quantity{"Q_inertia", 2, write_Q_inertia, "kj", "N m|N"},
    Quantity{"Q_gravity", 0, write_Q_gravity, "kj", "N m|N"},
    Quantity{"Q_load", 0, write_Q_load, "kj", "N m|N"},
    Quantity{"Q_drive", 2, write_Q_drive, "kj", "N m|N"},
    Quantity{"Q_friction", kFrictionOrder, write_Q_friction, "kj", "N m|N", true},
    Quantity{"Q_motor", 2, write_Q_motor, "kj", "N m|N", true},
    Quantity{"reaction_force", 2, write_reaction_force, "ki", "N"},
    Quantity{"reaction_moment", 2, write_reaction_moment, "ki", "N m"},
};

}  // namespace

std::span<const Quantity> force_quantities() { return kForceQuantities; }

}  // namespace appell::report
