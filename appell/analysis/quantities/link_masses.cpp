#include "appell/analysis/quantities/common.hpp"
#include "appell/mass/moments.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::analysis {
namespace {

const model::Body& body_of_link(const model::Model& model, const model::Frame& frame) {
  return model.bodies()[frame.body];
}

/// Values only.
template <int... extents>
std::vector<Array> constants_by_link(const Subject& subject) {
  std::vector<Array> arrays;
  for (const model::Frame* frame : driven_frames(subject.model)) {
    arrays.push_back({frame->name, {extents...}});
  }
  return arrays;
}

/// In the axes of the link.
mass::RigidMass mass_in_link(const model::Model& model, const model::Frame& frame) {
  return mass::transformed(frame.X_BF.inverse(), body_of_link(model, frame).rigid_mass);
}

/// Of entry (row, column) of a pseudo-inertia.
std::string_view pseudo_inertia_base(int row, int column) {
  return row == 3 && column == 3 ? "kg" : row == 3 || column == 3 ? "kg m" : "kg m^2";
}

Unit pseudo_inertia_unit(const Subject&, const Entry& entry) {
  return {pseudo_inertia_base(entry.index[0], entry.index[1]), 0};
}

Unit world_pseudo_inertia_unit(const Subject&, const Entry& entry) {
  return {pseudo_inertia_base(entry.index[1], entry.index[2]), entry.index[0]};
}

void compute_link_masses(Stages& at, double* out) {
  for (const model::Frame* frame : driven_frames(at.model())) {
    *out++ = body_of_link(at.model(), *frame).rigid_mass.mass;
  }
}

void compute_link_centres(Stages& at, double* out) {
  for (const model::Frame* frame : driven_frames(at.model())) {
    out = put(mass_in_link(at.model(), *frame).p_BBcm, out);
  }
}

void compute_link_inertias(Stages& at, double* out) {
  for (const model::Frame* frame : driven_frames(at.model())) {
    out = put(mass_in_link(at.model(), *frame).inertia_com(), out);
  }
}

void compute_link_pseudo_inertias(Stages& at, double* out) {
  for (const model::Frame* frame : driven_frames(at.model())) {
    out = put(mass::pseudo_inertia(mass_in_link(at.model(), *frame)), out);
  }
}

/// R I Rᵀ
void compute_world_inertias(Stages& at, double* out) {
  const int N = at.order(0);
  for (const model::Frame* frame : driven_frames(at.model())) {
    const taylor::Series<Mat3> R = at.motion(N)[frame->body].R_WB;
    taylor::Series<Mat3> R_I = R;
    for (int k = 0; k <= N; ++k) {
      R_I[k] = R[k] * body_of_link(at.model(), *frame).rigid_mass.inertia_com();
    }
    out = put(R_I * taylor::transpose(R), N, out);
  }
}

/// T P Tᵀ, coefficient by coefficient.
void compute_world_pseudo_inertias(Stages& at, double* out) {
  const int N = at.order(0);
  std::vector<Mat4> T(static_cast<std::size_t>(N) + 1);
  for (const model::Frame* frame : driven_frames(at.model())) {
    const kinematics::BodyMotion& B = at.motion(N)[frame->body];
    const Mat4 P = mass::pseudo_inertia(body_of_link(at.model(), *frame).rigid_mass);
    for (int k = 0; k <= N; ++k) {
      Mat4& coefficient = T[k];
      coefficient << B.R_WB[k], B.p_WB[k], 0.0, 0.0, 0.0, k == 0 ? 1.0 : 0.0;
      Mat4 sum = Mat4::Zero();
      for (int i = 0; i <= k; ++i) {
        sum += T[i] * P * T[k - i].transpose();
      }
      out = put(sum, out);
    }
  }
}

}  // namespace

const Quantity kLinkMasses{
    .name = "link_mass",
    .title = "mass of every link",
    .formula = "m",
    .description = "by link that a joint moves: its mass, with all that is fixed to it",
    .derivatives = "value only",
    .key = "link",
    .axes = {},
    .least_order = takes_order<0>,
    .arrays = constants_by_link<>,
    .unit = unit_of_value<"kg">,
    .compute_sample = compute_link_masses,
    .full_order = always_order<0>,
    .is_detail = true};

const Quantity kLinkCentres{.name = "link_com",
                            .title = "centre of mass of every link in its own axes",
                            .formula = "ρ_C",
                            .description = "likewise its centre of mass in the link frame",
                            .derivatives = "value only",
                            .key = "link",
                            .axes = {Axis::kComponent},
                            .least_order = takes_order<0>,
                            .arrays = constants_by_link<3>,
                            .unit = unit_of_value<"m">,
                            .compute_sample = compute_link_centres,
                            .full_order = always_order<0>,
                            .is_detail = true};

const Quantity kLinkInertias{
    .name = "link_inertia",
    .title = "inertia tensor of every link in its own axes",
    .formula = "I*",
    .description = "likewise its inertia tensor about its centre of mass, axes of the link",
    .derivatives = "value only",
    .key = "link",
    .axes = {Axis::kRow, Axis::kColumn},
    .least_order = takes_order<0>,
    .arrays = constants_by_link<3, 3>,
    .unit = unit_of_value<"kg m^2">,
    .compute_sample = compute_link_inertias,
    .full_order = always_order<0>,
    .is_detail = true};

const Quantity kLinkWorldInertias{.name = "link_inertia_world",
                                  .title = "inertia tensor of every link in world axes",
                                  .formula = "R I* Rᵀ",
                                  .description = "likewise about its centre of mass in world axes",
                                  .derivatives = "as many as q",
                                  .key = "link",
                                  .axes = {Axis::kDerivative, Axis::kRow, Axis::kColumn},
                                  .least_order = takes_order<0>,
                                  .arrays = arrays_by_link<0, 3, 3>,
                                  .unit = same_unit<"kg m^2">,
                                  .compute_sample = compute_world_inertias,
                                  .is_detail = true};

const Quantity kLinkPseudoInertias{
    .name = "link_pseudo_inertia",
    .title = "pseudo-inertia of every link in its own frame",
    .formula = "P = ∫ [r; 1][r; 1]ᵀ dm",
    .description = "likewise its 4x4 pseudo-inertia in the link frame",
    .derivatives = "value only",
    .key = "link",
    .axes = {Axis::kRow, Axis::kColumn},
    .least_order = takes_order<0>,
    .arrays = constants_by_link<4, 4>,
    .unit = pseudo_inertia_unit,
    .compute_sample = compute_link_pseudo_inertias,
    .full_order = always_order<0>,
    .is_detail = true};

const Quantity kLinkWorldPseudoInertias{.name = "link_pseudo_inertia_world",
                                        .title = "pseudo-inertia of every link in the world frame",
                                        .formula = "T P Tᵀ",
                                        .description = "likewise in the world frame",
                                        .derivatives = "as many as q",
                                        .key = "link",
                                        .axes = {Axis::kDerivative, Axis::kRow, Axis::kColumn},
                                        .least_order = takes_order<0>,
                                        .arrays = arrays_by_link<0, 4, 4>,
                                        .unit = world_pseudo_inertia_unit,
                                        .compute_sample = compute_world_pseudo_inertias,
                                        .is_detail = true};

}  // namespace appell::analysis
