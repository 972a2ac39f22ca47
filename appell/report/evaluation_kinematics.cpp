#include <array>

#include "appell/kinematics/jacobian.hpp"
#include "appell/report/evaluation_quantities.hpp"

namespace appell::report {
namespace {

/// {"link": [x, x', ...], ...} over the links that a joint moves; `series_of` gives the series of
/// one.
template <class SeriesOf>
void write_per_link(const Instant& at, int order, ValueWriter& json, SeriesOf series_of) {
  json.begin_object();
  for (const model::Frame& frame : at.model.frames()) {
    if (!frame.is_driven) continue;
    const taylor::Series<Vec3> x = series_of(frame);
    if (x.order() < order) continue;
    json.key(frame.name);
    write_series(x, order, json);
  }
  json.end_object();
}

void write_transform(const spatial::TransformSeries& X, int order, ValueWriter& json) {
  json.begin_array();
  for (int k = 0; k <= order; ++k) json.matrix(X.matrix_derivative(k));
  json.end_array();
}

void write_T(const Instant& at, int order, ValueWriter& json) {
  json.begin_object();
  for (const model::Frame& frame : at.model.frames()) {
    json.key(frame.name);
    write_transform(kinematics::frame_motion(at.motion, frame), order, json);
  }
  json.end_object();
}

void write_r_com(const Instant& at, int order, ValueWriter& json) {
  write_per_link(at, order, json, [&at](const model::Frame& link) {
    const mass::RigidMass& mass = at.model.bodies()[static_cast<std::size_t>(link.body)].rigid_mass;
    // A massless body has no centre of mass: the empty series leaves it out.
    if (mass.mass == 0.0) return taylor::Series<Vec3>();
    return kinematics::point_position(at.motion[link.body], mass.p_BBcm);
  });
}

void write_omega_world(const Instant& at, int order, ValueWriter& json) {
  write_per_link(at, order, json,
                 [&at](const model::Frame& link) { return at.motion[link.body].omega_WB; });
}

void write_omega_body(const Instant& at, int order, ValueWriter& json) {
  write_per_link(at, order, json, [&at](const model::Frame& link) {
    taylor::Series<Vec3> omega = at.motion[link.body].omega_WB_B;
    for (int k = 0; k <= omega.order(); ++k) omega[k] = link.X_BF.R.transpose() * omega[k];
    return omega;
  });
}

void write_frame_T(const Instant& at, int order, ValueWriter& json) {
  write_transform(kinematics::frame_motion(at.motion, at.frame), order, json);
}

void write_jacobian(const Instant& at, int order, ValueWriter& json) {
  const taylor::Series<MatX> J = kinematics::jacobian(at.model, at.motion, at.frame);
  MatX in_file_order(6, at.model.num_coordinates());
  json.begin_array();
  for (int k = 0; k <= order; ++k) {
    const MatX J_k = J.derivative(k);
    for (std::size_t i = 0; i < at.file.coordinates.size(); ++i) {
      in_file_order.col(static_cast<Eigen::Index>(i)) = J_k.col(at.file.coordinates[i]);
    }
    json.matrix(in_file_order);
  }
  json.end_array();
}

void write_X(const Instant& at, int order, ValueWriter& json) {
  write_series(kinematics::operational_motion(at.motion, at.frame), order, json);
}

constexpr std::array kKinematicQuantities{
    Quantity{"T", 0, write_T, "kii", "1|m"},
    Quantity{"r_com", 0, write_r_com, "ki", "m"},
    Quantity{"omega_world", 1, write_omega_world, "ki", "rad/s"},
    Quantity{"omega_body", 1, write_omega_body, "ki", "rad/s"},
    Quantity{"frame_T", 0, write_frame_T, "kii", "1|m"},
    Quantity{"jacobian", 0, write_jacobian, "kij", "SI"},
    Quantity{"X", 1, write_X, "ki", "m/s|rad/s"},
};

}  // namespace

std::span<const Quantity> kinematic_quantities() { return kKinematicQuantities; }

}  // namespace appell::report
