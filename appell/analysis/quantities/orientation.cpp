#include "appell/spatial/orientation.hpp"

#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {
namespace {

std::string absence_of_angles(const Subject& subject) {
  if (subject.angles) return "";
  return "needs a set of orientation angles: three of the letters x, y, z, for instance zyx";
}

/// The angles of the end effector; their derivatives only if they are asked for, because near a
/// singularity of the set there are none.
taylor::Series<Vec3> angles_of_frame(Stages& at, int order) {
  const spatial::TransformSeries X = kinematics::frame_motion(at.motion(order), at.subject().frame);
  return spatial::angles_from_rotation(*at.subject().angles, X.R);
}

void compute_angles(Stages& at, double* out) {
  put(angles_of_frame(at, at.order(0)), at.order(0), out);
}

std::vector<Array> transfer_arrays(const Subject&) { return {{"", {3, 3}}}; }

void compute_transfer_matrix(Stages& at, double* out) {
  const Vec3 angles = angles_of_frame(at, 0)[0];
  put(spatial::angular_transfer_matrix(*at.subject().angles, angles), out);
}

}  // namespace

const Quantity kOrientationAngles{
    .name = "angles",
    .title = "orientation angles of the end effector",
    .formula = "ψ, R = R(u, α) R(v, β) R(w, γ)",
    .description =
        "α, β, γ of the end effector in the set of angles that is chosen "
        "(rotations about moving axes in that sequence)",
    .derivatives = "as many as q",
    .axes = {Axis::kDerivative, Axis::kComponent},
    .least_order = takes_order<0>,
    .arrays = one_array<0, 3>,
    .unit = same_unit<"rad">,
    .compute_sample = compute_angles,
    .absence = absence_of_angles};

const Quantity kAngularTransferMatrix{.name = "J_psi",
                                      .title = "angular transfer matrix of these angles",
                                      .formula = "ω = J_ψ ψ'",
                                      .description =
                                          "3 x 3: the angular velocity of the end "
                                          "effector is J_psi times the rates of `angles`",
                                      .derivatives = "value only",
                                      .axes = {Axis::kRow, Axis::kColumn},
                                      .least_order = takes_order<0>,
                                      .arrays = transfer_arrays,
                                      .unit = unit_of_value<"1">,
                                      .compute_sample = compute_transfer_matrix,
                                      .full_order = always_order<0>,
                                      .absence = absence_of_angles};

}  // namespace appell::analysis
