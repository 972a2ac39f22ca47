#include "appell/report/evaluation.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "appell/base/check.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/report/json_writer.hpp"

namespace appell::report {
namespace {

/// What the writers of the quantities share.
struct Instant {
  const model::Model& model;
  const io::StateFile& file;
  const kinematics::TreeMotion& motion;
  const model::Frame& frame;
};

using Writer = void (*)(const Instant&, int order, JsonWriter&);

struct Quantity {
  std::string_view name;
  int extra;  ///< Derivative k of the quantity needs q up to order k + extra.
  Writer write;
};

/// {"link": [x, x', ...], ...} over the links that a joint moves; `series_of` gives the series of
/// one.
template <class SeriesOf>
void write_per_link(const Instant& at, int order, JsonWriter& json, SeriesOf series_of) {
  json.begin_object();
  for (const model::Frame& frame : at.model.frames()) {
    if (!frame.is_driven) continue;
    const taylor::Series<Vec3> x = series_of(frame);
    if (x.order() < order) continue;
    json.key(frame.name).begin_array();
    for (int k = 0; k <= order; ++k) json.vector(x.derivative(k));
    json.end_array();
  }
  json.end_object();
}

void write_transform(const spatial::TransformSeries& X, int order, JsonWriter& json) {
  json.begin_array();
  for (int k = 0; k <= order; ++k) json.matrix(X.matrix_derivative(k));
  json.end_array();
}

void write_T(const Instant& at, int order, JsonWriter& json) {
  json.begin_object();
  for (const model::Frame& frame : at.model.frames()) {
    json.key(frame.name);
    write_transform(kinematics::frame_motion(at.motion, frame), order, json);
  }
  json.end_object();
}

void write_r_com(const Instant& at, int order, JsonWriter& json) {
  write_per_link(at, order, json, [&at](const model::Frame& link) {
    const mass::RigidMass& mass = at.model.bodies()[static_cast<std::size_t>(link.body)].rigid_mass;
    // A massless body has no centre of mass: the empty series leaves it out.
    if (mass.mass == 0.0) return taylor::Series<Vec3>();
    return kinematics::point_position(at.motion[link.body], mass.p_BBcm);
  });
}

void write_omega_world(const Instant& at, int order, JsonWriter& json) {
  write_per_link(at, order, json,
                 [&at](const model::Frame& link) { return at.motion[link.body].omega_WB; });
}

void write_omega_body(const Instant& at, int order, JsonWriter& json) {
  write_per_link(at, order, json, [&at](const model::Frame& link) {
    taylor::Series<Vec3> omega = at.motion[link.body].omega_WB_B;
    for (int k = 0; k <= omega.order(); ++k) omega[k] = link.X_BF.R.transpose() * omega[k];
    return omega;
  });
}

void write_frame_T(const Instant& at, int order, JsonWriter& json) {
  write_transform(kinematics::frame_motion(at.motion, at.frame), order, json);
}

void write_jacobian(const Instant& at, int order, JsonWriter& json) {
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

void write_X(const Instant& at, int order, JsonWriter& json) {
  const taylor::Series<Vec6> X = kinematics::operational_motion(at.motion, at.frame);
  json.begin_array();
  for (int k = 0; k <= order; ++k) json.vector(X.derivative(k));
  json.end_array();
}

constexpr std::array kQuantities{
    Quantity{"T", 0, write_T},
    Quantity{"r_com", 0, write_r_com},
    Quantity{"omega_world", 1, write_omega_world},
    Quantity{"omega_body", 1, write_omega_body},
    Quantity{"frame_T", 0, write_frame_T},
    Quantity{"jacobian", 0, write_jacobian},
    Quantity{"X", 1, write_X},
};

/// Whether a quantity is to be written. Asking by name for what cannot be computed is an error.
bool wanted(const Quantity& quantity, const EvaluationRequest& request, int given) {
  const auto& only = request.only;
  const bool named = std::find(only.begin(), only.end(), quantity.name) != only.end();
  if (!only.empty() && !named) return false;
  check(!named || given >= quantity.extra, "--only ", quantity.name,
        ": needs q with derivatives up to order ", quantity.extra,
        ", but the state gives q up to order ", given);
  return given >= quantity.extra;
}

}  // namespace

std::vector<std::string> quantity_names() {
  std::vector<std::string> names;
  for (const Quantity& quantity : kQuantities) names.emplace_back(quantity.name);
  return names;
}

std::string evaluation_json(const model::Model& model, const io::StateFile& state,
                            const EvaluationRequest& request) {
  check(request.order >= 0 && request.order <= taylor::kMaxOrder, "--order: must be in 0..",
        taylor::kMaxOrder, ", got ", request.order);
  const std::vector<std::string> names = quantity_names();
  for (const std::string& name : request.only) {
    check(std::find(names.begin(), names.end(), name) != names.end(),
          "--only: there is no quantity '", name, "'", suggestion(name, names), "; known are ",
          comma_list(names));
  }
  const model::Frame& frame =
      request.frame.empty() ? model.default_frame() : model.frame(request.frame);
  const int given = state.state.order();
  const kinematics::TreeMotion motion =
      kinematics::propagate(model, state.state.truncated(std::min(given, request.order + 1)));
  const Instant at{model, state, motion, frame};

  JsonWriter json;
  json.begin_object();
  json.key("model").value(model.name());
  json.key("joints").value(state.joints);
  json.key("frame").value(frame.name);
  json.key("gravity").vector(model.gravity());
  if (request.inertia_accepted) json.key("inertia_accepted").value(true);
  for (const Quantity& quantity : kQuantities) {
    if (!wanted(quantity, request, given)) continue;
    json.key(quantity.name);
    quantity.write(at, std::min(request.order, given - quantity.extra), json);
  }
  json.end_object();
  return json.text();
}

}  // namespace appell::report
