#include "appell/planning/limit_rows.hpp"

namespace appell::planning {

std::vector<double> zone_ends(const std::vector<PathLimit>& limits) {
  std::vector<double> ends;
  for (const PathLimit& limit : limits) {
    if (!limit.is_everywhere()) ends.insert(ends.end(), {limit.from, limit.to});
  }
  return ends;
}

PointLists solver_points(const PathGrid& grid) {
  return {second_order_points(grid), third_order_points(grid)};
}

PointLists fine_points(const PathGrid& grid) {
  std::vector<GridPoint> points;
  for (int k = 0; k < grid.num_intervals(); ++k) {
    for (const double part : {0.15, 0.35, 0.65, 0.85}) points.push_back({k, part, 0.0});
  }
  return {points, points};
}

}  // namespace appell::planning
