#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {
namespace {

void compute_coordinates(Stages& at, const Columns& out) {
  int entry = 0;
  for (int k = 0; k <= at.order(0); ++k) {
    for (int j = 0; j < at.model().num_coordinates(); ++j) {
      std::copy_n(at.states().q().column(k, j), at.num_samples(), out[entry++]);
    }
  }
}

}  // namespace

const Quantity kCoordinates{.name = "q",
                            .title = "coordinates",
                            .formula = "q",
                            .description = "coordinates of the model, rad or m",
                            .derivatives = "as many as q",
                            .axes = {Axis::kDerivative, Axis::kCoordinate},
                            .least_order = takes_order<0>,
                            .arrays = array_of_coordinates<0>,
                            .unit = coordinate_unit,
                            .compute_block = compute_coordinates};

}  // namespace appell::analysis
