#include <cmath>

#include "appell/analysis/motion_check.hpp"
#include "appell/base/text.hpp"
#include "appell/planning/limit_rows.hpp"

namespace appell::planning {
namespace {

using model::Limited;
using model::MotionLimit;

const std::string& joint_name(const model::Model& model, const MotionLimit& limit) {
  return model.coordinates()[static_cast<std::size_t>(limit.coordinate)].name;
}

/// "at 0.25 of the path", with the position of a joint there.
std::string place_text(const trajectory::Trajectory& path, double s, int joint) {
  const trajectory::TimeRange range = path.range();
  const double q = path.sample(range.start + s * range.duration(), 0)[0](joint);
  return concat("at ", short_text(s), " of the path (where it is at ", short_text(q), ")");
}

void check_positions(const model::Model& model, const model::Frame& frame,
                     const trajectory::Trajectory& path, const std::vector<PathLimit>& limits) {
  std::vector<MotionLimit> positions;
  for (const auto& [limit, from, to] : limits) {
    if (limit.is_position()) positions.push_back(limit);
  }
  if (positions.empty()) return;
  const trajectory::TimeRange range = path.range();
  for (const auto& verdict : analysis::check_motion(model, path, frame, positions).verdicts) {
    if (verdict.is_legal()) continue;
    throw NoLegalTiming(concat("joint '", joint_name(model, verdict.limit), "' is at ",
                               short_text(verdict.worst), " at ",
                               short_text((verdict.time - range.start) / range.duration()),
                               " of the path; its limit of position is ", short_text(verdict.end),
                               ": no speed makes that legal."));
  }
}

/// Torque at rest, of every row and point.
void check_rest(const model::Model& model, const trajectory::Trajectory& path, const PathGrid& grid,
                const PathProblem& problem, const std::vector<PathLimit>& limits) {
  for (std::size_t b = 0; b < problem.timing.blocks.size(); ++b) {
    const RowBlock& block = problem.timing.blocks[b];
    if (block.bound != RowBlock::Bound::kConstant) continue;
    for (std::size_t at = 0; at < block.r.size(); ++at) {
      const std::size_t row = at / block.points.size();
      const std::size_t point = at % block.points.size();
      if (block.r[at] < block.up[row] && -block.r[at] < block.down[row]) continue;
      const MotionLimit& limit = limits[static_cast<std::size_t>(problem.row_limits[b][row])].limit;
      const double size = std::max(std::isfinite(limit.high) ? std::abs(limit.high) : 0.0,
                                   std::isfinite(limit.low) ? std::abs(limit.low) : 0.0);
      const double s = grid.grading.expand(grid.parameter(problem.points[b][point]))[0];
      const bool is_above = block.r[at] >= block.up[row];
      throw NoLegalTiming(concat("joint '", joint_name(model, limit), "' needs ",
                                 short_text(size * block.r[at]), " N m (or N) to be held at rest ",
                                 place_text(path, s, limit.coordinate), "; its limit of torque is ",
                                 short_text(is_above ? limit.high : limit.low),
                                 ": no speed makes that legal."));
    }
  }
}

/// Where a joint with dry friction turns round, its torque jumps.
void check_reversals(const model::Model& model, const trajectory::Trajectory& path,
                     const PathGrid& grid, const PathProblem& problem,
                     const std::vector<PathLimit>& limits) {
  std::vector<GridPoint> points = second_order_points(grid);
  const PathDynamics d = path_derivatives(path, grid, points);
  for (const auto& [limit, from, to] : limits) {
    const bool is_rate = limit.what == Limited::kForce && limit.order == 1;
    if (!is_rate || !problem.friction[static_cast<std::size_t>(limit.coordinate)].has_dry()) {
      continue;
    }
    for (std::size_t k = 1; k < points.size(); ++k) {
      const std::size_t i = d.at(limit.coordinate, k);
      const double s = grid.grading.expand(grid.parameter(points[k]))[0];
      if (d.p[1][i] * d.p[1][i - 1] >= 0.0 || s < from || s > to) continue;
      throw NoLegalTiming(concat("joint '", joint_name(model, limit), "' turns round ",
                                 place_text(path, s, limit.coordinate),
                                 ", where its dry friction jumps: no speed keeps its limit of "
                                 "torque rate. A smooth law of friction does not jump."));
    }
  }
}

}  // namespace

void check_path(const model::Model& model, const model::Frame& frame,
                const trajectory::Trajectory& path, const PathGrid& grid,
                const PathProblem& problem, const std::vector<PathLimit>& limits,
                HighestLimits highest) {
  check_positions(model, frame, path, limits);
  check_rest(model, path, grid, problem, limits);
  if (highest == HighestLimits::kSecondOrder) return;
  check_reversals(model, path, grid, problem, limits);
}

}  // namespace appell::planning
