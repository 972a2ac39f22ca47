#include <algorithm>
#include <cmath>
#include <memory>

#include "appell/analysis/motion_check.hpp"
#include "appell/base/rounding.hpp"
#include "appell/base/text.hpp"
#include "appell/planning/limit_rows.hpp"

namespace appell::planning {
namespace {

using model::Limited;
using model::MotionLimit;

constexpr double kFreeWay = 1e-3;  // Of the path, on which nothing limits the speed: too much.

const std::string& joint_name(const model::Model& model, const MotionLimit& limit) {
  return model.coordinates()[limit.coordinate].name;
}

/// "at 0.25 of the path", with the position of a joint there.
std::string place_text(const trajectory::Trajectory& path, double s, int joint) {
  const trajectory::TimeRange range = path.range();
  const auto position = [&](double part) {
    return path.sample(range.start + part * range.duration(), 0)[0](joint);
  };
  const double size = std::max({1.0, std::abs(position(0.0)), std::abs(position(1.0))});
  return concat("at ", short_text(s), " of the path (where it is at ",
                short_text(without_rounding(position(s), size)), ")");
}

/// The same way between two of its parameters.
trajectory::Trajectory part_of_path(const trajectory::Trajectory& path, double from, double to) {
  const trajectory::TimeRange range = path.range();
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  for (int j = 0; j < path.num_joints(); ++j) laws.push_back(path.shared_law(j));
  const auto at = [&range](double s) {
    return range.start + std::clamp(s, 0.0, 1.0) * range.duration();
  };
  return {path.joints(), std::move(laws), {at(from), at(to)}};
}

void check_position(const model::Model& model, const trajectory::TimeRange& range,
                    const analysis::LimitVerdict& verdict) {
  if (verdict.is_legal()) return;
  throw NoLegalTiming(concat("joint '", joint_name(model, verdict.limit), "' is at ",
                             short_text(verdict.worst), " at ",
                             short_text((verdict.time - range.start) / range.duration()),
                             " of the path; its limit of position is ", short_text(verdict.end),
                             ": no speed makes that legal."));
}

void check_positions(const model::Model& model, const model::Frame& frame,
                     const trajectory::Trajectory& path, const std::vector<PathLimit>& limits) {
  std::vector<MotionLimit> positions;
  for (const PathLimit& given : limits) {
    if (!given.limit.is_position()) continue;
    if (given.is_everywhere()) {
      positions.push_back(given.limit);
      continue;
    }
    const trajectory::Trajectory part = part_of_path(path, given.from, given.to);
    check_position(model, path.range(),
                   analysis::check_motion(model, part, frame, {given.limit}).verdicts[0]);
  }
  if (positions.empty()) return;
  for (const auto& verdict : analysis::check_motion(model, path, frame, positions).verdicts) {
    check_position(model, path.range(), verdict);
  }
}

/// Torque at rest, of every row and point.
void check_rest(const model::Model& model, const trajectory::Trajectory& path, const PathGrid& grid,
                const PathProblem& problem, const std::vector<PathLimit>& limits) {
  for (std::size_t b = 0; b < problem.timing.blocks.size(); ++b) {
    const RowBlock& block = problem.timing.blocks[b];
    if (block.bound != Bound::kConstant) continue;
    for (std::size_t at = 0; at < block.r.size(); ++at) {
      const std::size_t row = at / block.points.size();
      const std::size_t point = at % block.points.size();
      if (block.r[at] < block.up[row] && -block.r[at] < block.down[row]) continue;
      if (problem.row_limits[b][at] < 0) continue;
      const MotionLimit& limit = limits[problem.row_limits[b][at]].limit;
      const double size = std::max(std::isfinite(limit.high) ? std::abs(limit.high) : 0.0,
                                   std::isfinite(limit.low) ? std::abs(limit.low) : 0.0);
      const double s = grid.grading.expand(grid.parameter(block.points[point]))[0];
      if (!std::isfinite(block.r[at])) {
        throw NumericalError(concat("what joint '", joint_name(model, limit),
                                    "' needs to be held at rest ",
                                    place_text(path, s, limit.coordinate),
                                    " is not finite: the numbers of the path are too large."));
      }
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
    if (!is_rate || !problem.friction[limit.coordinate].has_dry()) {
      continue;
    }
    for (std::size_t k = 1; k < points.size(); ++k) {
      const std::size_t i = d.at(limit.coordinate, k);
      const double s = grid.grading.expand(grid.parameter(points[k]))[0];
      if (d.direction[i] * d.direction[i - 1] >= 0.0 || s < from || s > to) continue;
      throw NoLegalTiming(concat("joint '", joint_name(model, limit), "' turns round ",
                                 place_text(path, s, limit.coordinate),
                                 ", where its dry friction jumps: no speed keeps its limit of "
                                 "torque rate. A smooth law of friction does not jump."));
    }
  }
}

bool is_felt(double r) { return std::abs(r) > 1.0 / kHighestTop; }

bool limits_speed(const TermBlock& block, std::size_t at) {
  if (is_felt(block.r0[at]) || is_felt(block.r1[at]) || is_felt(block.r2[at])) return true;
  if (block.bound == Bound::kInverseRoot && is_felt(block.r[at])) return true;
  const std::size_t size = block.points.size();
  if (!block.has_curved(at / size)) return false;
  const CurvedTerms::Term term = block.curved->term(at / size, at % size, 1.0, 1.0);
  return is_felt(term.by_alpha) || is_felt(term.by_slope);
}

/// Whether something limits α, α' or α'' in each interval.
std::vector<bool> limited_intervals(const PathProblem& problem, int num_intervals) {
  std::vector<bool> result(num_intervals, false);
  const auto mark = [&result](const GridPoint& point, bool is_limited) {
    if (is_limited) result[point.interval] = true;
  };
  const auto mark_terms = [&mark](const TermBlock& block) {
    for (std::size_t at = 0; at < block.r.size(); ++at) {
      mark(block.points[at % block.points.size()], limits_speed(block, at));
    }
  };
  for (const RowBlock& block : problem.timing.blocks) {
    for (std::size_t k = 0; k < block.top.size(); ++k) {
      mark(block.points[k], block.top[k] < kHighestTop);
    }
    mark_terms(block);
  }
  for (const SumBlock& block : problem.timing.sums) mark_terms(block);
  return result;
}

/// Rows vanish where a path rests or turns round: it is the way without limits that counts.
void check_speeds(const trajectory::Trajectory& path, const PathGrid& grid,
                  const PathProblem& problem, HighestLimits highest) {
  const std::vector<bool> is_limited = limited_intervals(problem, grid.num_intervals());
  if (std::all_of(is_limited.begin(), is_limited.end(), [](bool x) { return x; })) return;
  const trajectory::TimeRange range = path.range();
  double way = 0.0, free = 0.0, first = 1.0;
  double s = 0.0;
  VecX q = path.sample(range.start, 0)[0];
  for (std::size_t k = 0; k < is_limited.size(); ++k) {
    const double next = grid.grading.expand(grid.knots[k + 1])[0];
    const VecX q_next = path.sample(range.start + next * range.duration(), 0)[0];
    const double length = (q_next - q).norm();
    way += length;
    if (!is_limited[k]) {
      if (length > 0.0 && free == 0.0) first = s;
      free += length;
    }
    s = next;
    q = q_next;
  }
  if (free <= kFreeWay * way) return;
  throw InvalidArgument(
      concat("retime: nothing limits the speed at ", short_text(first),
             " of the path: a limit of something that moves there is needed",
             highest == HighestLimits::kSecondOrder
                 ? ", and not of a jerk or torque rate, which the second order leaves out."
                 : "."));
}

}  // namespace

void check_path(const model::Model& model, const model::Frame& frame,
                const trajectory::Trajectory& path, const PathGrid& grid,
                const PathProblem& problem, const std::vector<PathLimit>& limits,
                HighestLimits highest) {
  check_positions(model, frame, path, limits);
  check_rest(model, path, grid, problem, limits);
  check_speeds(path, grid, problem, highest);
  if (highest == HighestLimits::kSecondOrder) return;
  check_reversals(model, path, grid, problem, limits);
}

}  // namespace appell::planning
