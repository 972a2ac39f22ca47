#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {
namespace {

Unit placement_unit(const Subject&, const Entry& entry) {
  const auto& [k, row, column, unused] = entry.index;
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

std::vector<Array> placement_arrays_of_frame(const Subject& subject) {
  return {{"", {num_derivatives(subject, 0), 4, 4}}};
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
    .compute_sample = compute_placements};

const Quantity kFramePlacement{.name = "frame_T",
                               .title = "placement of the end effector in the world",
                               .formula = "T = [R p; 0 1]",
                               .description = "placement of the end effector's frame",
                               .derivatives = "as many as q",
                               .axes = {Axis::kDerivative, Axis::kRow, Axis::kColumn},
                               .least_order = takes_order<0>,
                               .arrays = placement_arrays_of_frame,
                               .unit = placement_unit,
                               .compute_sample = compute_frame_placement};

}  // namespace appell::analysis
