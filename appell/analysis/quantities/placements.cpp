#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {
namespace {

Unit placement_unit(const Subject&, const Entry& entry) {
  const int k = entry.index[0], row = entry.index[1], column = entry.index[2];
  return {row < 3 && column == 3 ? "m" : "1", k};
}

std::vector<Array> placement_arrays_of_links(const Subject& subject) {
  std::vector<Array> arrays;
  for (const model::Frame& frame : subject.model.frames()) {
    arrays.push_back({frame.name, {num_derivatives(subject, 0), 4, 4}});
  }
  return arrays;
}

void compute_placements(Stages& at, double* out) {
  const int N = at.order(0);
  for (const model::Frame& frame : at.model().frames()) {
    out = put(kinematics::frame_motion(at.motion(N), frame), N, out);
  }
}

/// [R | p] of a frame F that is fixed to a body or to the world, X_BF constant:
///   R_WF = R_WB R_BF,   p_WF = R_WB p_BF + p_WB
void put_placement_of_frame(Stages& at, const model::Frame& frame, int first, const Columns& out) {
  const bool moves = frame.body != model::kWorld;
  for (int k = 0; k <= at.order(0); ++k) {
    for (int entry = 0; entry < 16; ++entry) {
      const int row = entry / 4, column = entry % 4;
      double* to = out[first + 16 * k + entry];
      const bool is_constant = row == 3 || !moves;
      const double constant = row == 3     ? (column == 3 ? 1.0 : 0.0)
                              : column < 3 ? frame.X_BF.R(row, column)
                                           : frame.X_BF.p(row);
      std::fill_n(to, at.num_samples(), is_constant && k == 0 ? constant : 0.0);
      if (is_constant) continue;
      for (int i = 0; i < 4; ++i) {
        const double factor = i == 3       ? (column == 3 ? 1.0 : 0.0)
                              : column < 3 ? frame.X_BF.R(i, column)
                                           : frame.X_BF.p(i);
        if (factor == 0.0) continue;
        const double* from = at.engine_motion().placement(k, frame.body, row, i);
        for (int s = 0; s < at.num_samples(); ++s) to[s] += factor * from[s];
      }
    }
  }
}

void compute_placements_of_block(Stages& at, const Columns& out) {
  int first = 0;
  for (const model::Frame& frame : at.model().frames()) {
    put_placement_of_frame(at, frame, first, out);
    first += 16 * (at.order(0) + 1);
  }
}

void compute_frame_placement_of_block(Stages& at, const Columns& out) {
  put_placement_of_frame(at, at.subject().frame, 0, out);
}

void read_placements(const Subject& subject, engine::MotionOrders& orders) {
  orders.placements = num_derivatives(subject, 0) - 1;
}

void compute_frame_placement(Stages& at, double* out) {
  const int N = at.order(0);
  put(kinematics::frame_motion(at.motion(N), at.subject().frame), N, out);
}

}  // namespace

const Quantity kPlacements{
    .name = "T",
    .title = "placement of every link in the world",
    .formula = "T = [R p; 0 1]",
    .description =
        "by link: the 4x4 placement of the link frame in the world (last row 0 0 0 1, then zeros); "
        "every link, those fixed to another one too",
    .derivatives = "as many as q",
    .key = "link",
    .axes = {Axis::kDerivative, Axis::kRow, Axis::kColumn},
    .least_order = takes_order<0>,
    .arrays = placement_arrays_of_links,
    .unit = placement_unit,
    .compute_block = compute_placements_of_block,
    .reads = read_placements,
    .compute_sample = compute_placements};

const Quantity kFramePlacement{.name = "frame_T",
                               .title = "placement of the end effector in the world",
                               .formula = "T = [R p; 0 1]",
                               .description = "placement of the end effector's frame",
                               .derivatives = "as many as q",
                               .axes = {Axis::kDerivative, Axis::kRow, Axis::kColumn},
                               .least_order = takes_order<0>,
                               .arrays = one_array<0, 4, 4>,
                               .unit = placement_unit,
                               .compute_block = compute_frame_placement_of_block,
                               .reads = read_placements,
                               .compute_sample = compute_frame_placement};

}  // namespace appell::analysis
