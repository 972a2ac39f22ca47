#include "appell/analysis/quantities/common.hpp"
#include "appell/kinematics/jacobian.hpp"

namespace appell::analysis {
namespace {

std::vector<Array> jacobian_arrays(const Subject& subject) {
  return {{"", {num_derivatives(subject, 0), 6, subject.model.num_coordinates()}}};
}

/// Velocity of the end effector per rate of a coordinate.
Unit jacobian_unit(const Subject& subject, const Entry& entry) {
  const int k = entry.index[0], row = entry.index[1], column = entry.index[2];
  const bool is_linear = row < 3;
  if (turns(subject.model, column)) return {is_linear ? "m" : "1", k};
  return {is_linear ? "1" : "1/m", k};
}

void compute_jacobian(Stages& at, double* out) { put(at.jacobian(), at.order(0), out); }

void compute_jacobian_of_block(Stages& at, const Columns& out) {
  const int n = at.model().num_coordinates();
  int entry = 0;
  for (int k = 0; k <= at.order(0); ++k) {
    for (int row = 0; row < 6; ++row) {
      for (int j = 0; j < n; ++j) at.copy(at.engine_motion().jacobian(k, row, j), out[entry++]);
    }
  }
}

void read_jacobian(const Subject& subject, engine::MotionOrders& orders) {
  orders.jacobian = num_derivatives(subject, 0) - 1;
}

void compute_operational_motion(Stages& at, double* out) {
  const int N = at.order(1);
  put(kinematics::operational_motion(at.motion(N + 1), at.subject().frame), N, out);
}

/// The velocity of the origin, (R_WB p_BF + p_WB)', and ω.
void compute_operational_motion_of_block(Stages& at, const Columns& out) {
  const model::Frame& frame = at.subject().frame;
  for (int k = 0; k <= at.order(1); ++k) {
    for (int i = 0; i < 6; ++i) {
      double* to = out[6 * k + i];
      std::fill_n(to, at.num_samples(), 0.0);
      if (frame.body == model::kWorld) continue;
      if (i >= 3) {
        at.copy(at.engine_motion().omega(k, frame.body, i - 3), to);
        continue;
      }
      for (int column = 0; column < 4; ++column) {
        const double factor = (k + 1) * (column < 3 ? frame.X_BF.p(column) : 1.0);
        const double* from = at.engine_motion().placement(k + 1, frame.body, i, column);
        for (int s = 0; s < at.num_samples(); ++s) to[s] += factor * from[s];
      }
    }
  }
}

void read_operational_motion(const Subject& subject, engine::MotionOrders& orders) {
  orders.omegas = num_derivatives(subject, 1) - 1;
  orders.placements = orders.omegas + 1;
}

}  // namespace

const Quantity kJacobian{.name = "jacobian",
                         .title = "Jacobian of the end effector",
                         .formula = "J",
                         .description =
                             "6 x n geometric Jacobian of the end effector's origin; a column per "
                             "coordinate, zero if it does not move the end effector",
                         .derivatives = "as many as q",
                         .axes = {Axis::kDerivative, Axis::kRow, Axis::kFreedom},
                         .least_order = takes_order<0>,
                         .arrays = jacobian_arrays,
                         .unit = jacobian_unit,
                         .compute_block = compute_jacobian_of_block,
                         .reads = read_jacobian,
                         .compute_sample = compute_jacobian};

const Quantity kOperationalMotion{.name = "X",
                                  .title = "velocity of the end effector, linear and angular",
                                  .formula = "X' = J q'",
                                  .description =
                                      "`X[k]` is X⁽ᵏ⁺¹⁾: operational velocity, acceleration, jerk, "
                                      "... of the end effector, [linear; angular]",
                                  .derivatives = "one less",
                                  .axes = {Axis::kDerivative, Axis::kComponent},
                                  .least_order = takes_order<1>,
                                  .arrays = one_array<1, 6>,
                                  .unit = twist_unit,
                                  .compute_block = compute_operational_motion_of_block,
                                  .reads = read_operational_motion,
                                  .compute_sample = compute_operational_motion};

}  // namespace appell::analysis
