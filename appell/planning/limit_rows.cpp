#include "appell/planning/limit_rows.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/base/stop.hpp"
#include "appell/base/text.hpp"
#include "appell/planning/limit_groups.hpp"

namespace appell::planning {
namespace {

using model::Limited;
using model::MotionLimit;

constexpr double kMostTop = 1e4;  // Of α in its own unit: where nothing else limits it.
constexpr double kFarAway = 1e3;  // The end of a one-sided limit, in units of the other end.

bool is_kind(const MotionLimit& limit, Limited what, int order) {
  return limit.what == what && limit.order == order;
}

bool is_of_frame(const MotionLimit& limit) {
  return limit.what == Limited::kFrameLinear || limit.what == Limited::kFrameAngular;
}

bool is_force_row(const MotionLimit& limit) {
  return limit.what == Limited::kForce || limit.what == Limited::kPower ||
         limit.what == Limited::kTotalPower;
}

/// Whether a row takes α''.
bool is_third_order(const MotionLimit& limit) { return limit.state_order() == 3; }

/// Builds the blocks of one list of points.
class BlockBuilder {
 public:
  BlockBuilder(const model::Model& model, const model::Frame& frame,
               const trajectory::Trajectory& path, const PathGrid& grid,
               const std::vector<PathLimit>& limits, std::vector<GridPoint> points,
               const analysis::MotionLoads* loads, PathProblem& problem)
      : model_(model),
        frame_(frame),
        grid_(grid),
        limits_(limits),
        points_(std::move(points)),
        loads_(loads),
        problem_(problem),
        dynamics_(path_derivatives(path, grid_, points_)) {
    for (const GridPoint& point : points_) {
      places_.push_back(grid_.grading.expand(grid_.parameter(point))[0]);
    }
  }

  enum class Order { kSecond, kThird };
  /// Blocks of the limits of third order, or of the others.
  void add(Order order);

 private:
  /// Coefficients of a row before they are divided by the limit.
  struct Row {
    double r0, r1, r2, r;
  };
  Row row_of(const MotionLimit& limit, std::size_t k) const;
  Row term_of(const MotionLimit& limit, int term, std::size_t k) const;
  /// Rows with the same bound and the same kind of curved terms.
  struct Part {
    RowBlock block;
    std::vector<int> rows, tops;
  };
  template <class IsHere>
  void find_needed(const IsHere& is_here);
  /// Whether a block has the weights of the time, which counts once.
  enum class Time { kCounts, kCountsElsewhere };
  void finish(Part& part, Time time);
  void add_sum(const LimitGroup& group);
  void begin_block(Bound bound, RowBlock& block, std::vector<int>& tops) const;
  void lower_tops(int index, RowBlock& block, std::vector<int>& tops) const;
  void add_row(const LimitGroup& group, Part& part, FrictionTerms& friction) const;
  FrictionTerms::Row friction_row(const MotionLimit& limit, const std::vector<double>& scale) const;
  SumBlock sum_block(const MotionLimit& limit, const std::vector<double>& scale) const;
  const MotionLimit& first_of(const LimitGroup& group) const { return limits_[group[0]].limit; }

  const model::Model& model_;
  const model::Frame& frame_;
  const PathGrid& grid_;
  const std::vector<PathLimit>& limits_;
  std::vector<GridPoint> points_;
  const analysis::MotionLoads* loads_;
  PathProblem& problem_;
  PathDynamics dynamics_;
  PathFrame of_frame_;
  std::vector<double> places_;
};

/// What is limited is this row, for powers and third orders divided by √α.
BlockBuilder::Row BlockBuilder::row_of(const MotionLimit& limit, std::size_t k) const {
  const PathDynamics& d = dynamics_;
  const std::size_t i = d.at(limit.coordinate, k);
  if (limit.what == Limited::kCoordinate) {
    if (limit.order == 2) return {d.p[2][i], 0.5 * d.p[1][i], 0.0, 0.0};
    return {d.p[3][i], 1.5 * d.p[2][i], 0.5 * d.p[1][i], 0.0};
  }
  if (is_kind(limit, Limited::kForce, 1)) return {d.c1[i], 0.5 * d.e[i], 0.5 * d.m[i], d.g1[i]};
  const auto& friction = problem_.friction[limit.coordinate];
  const Row force{d.c[i], 0.5 * d.m[i], 0.0, d.g[i] + friction.constant(d.direction[i])};
  if (limit.what == Limited::kForce) return force;
  const double p1 = d.p[1][i];
  return {p1 * force.r0, p1 * force.r1, 0.0, p1 * force.r};
}

/// Term of a convex row: a component of the end effector's motion, or the power of a joint.
BlockBuilder::Row BlockBuilder::term_of(const MotionLimit& limit, int term, std::size_t k) const {
  if (limit.what == Limited::kTotalPower) {
    return row_of({.what = Limited::kPower, .coordinate = term}, k);
  }
  const auto& x = limit.what == Limited::kFrameLinear ? of_frame_.linear : of_frame_.angular;
  const std::size_t i = static_cast<std::size_t>(term) * points_.size() + k;
  if (limit.order == 2) return {x[1][i], 0.5 * x[0][i], 0.0, 0.0};
  return {x[2][i], 1.5 * x[1][i], 0.5 * x[0][i], 0.0};
}

void BlockBuilder::begin_block(Bound bound, RowBlock& block, std::vector<int>& tops) const {
  block.bound = bound;
  block.points = points_;
  block.top.assign(points_.size(), kHighestTop);
  tops.assign(points_.size(), -1);
}

/// Limits of first order: α <= (V/p')².
void BlockBuilder::lower_tops(int index, RowBlock& block, std::vector<int>& tops) const {
  const PathLimit& given = limits_[index];
  const MotionLimit& limit = given.limit;
  const std::size_t count = points_.size();
  for (std::size_t k = given.first_of(places_); k < count && given.holds_at(places_[k]); ++k) {
    double rate = 0.0;
    double most = limit.high;
    if (is_of_frame(limit)) {
      const auto& x =
          limit.what == Limited::kFrameLinear ? of_frame_.linear[0] : of_frame_.angular[0];
      rate = std::hypot(x[k], x[count + k], x[2 * count + k]);
    } else {
      rate = dynamics_.p[1][dynamics_.at(limit.coordinate, k)];
      if (rate < 0.0) most = -limit.low;
      rate = std::abs(rate);
    }
    const double top =
        std::isfinite(most) && rate > 0.0 ? most * most / (rate * rate) : kHighestTop;
    if (top >= block.top[k]) continue;
    block.top[k] = top;
    tops[k] = index;
  }
}

void BlockBuilder::add_row(const LimitGroup& group, Part& part, FrictionTerms& friction) const {
  const MotionLimit& limit = first_of(group);
  const double size = size_of(limit);
  const auto [held, scale] = held_limits(limits_, group, places_);
  part.rows.insert(part.rows.end(), held.begin(), held.end());
  RowBlock& block = part.block;
  block.up.push_back(std::min(limit.high / size, kFarAway));
  block.down.push_back(std::min(-limit.low / size, kFarAway));
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const Row row = row_of(limit, k);
    block.r0.push_back(scale[k] * row.r0);
    block.r1.push_back(scale[k] * row.r1);
    block.r2.push_back(scale[k] * row.r2);
    block.r.push_back(scale[k] * row.r);
  }
  friction.rows.push_back(friction_row(limit, scale));
}

/// @param limit  what the row is, given or a part of it.
FrictionTerms::Row BlockBuilder::friction_row(const MotionLimit& limit,
                                              const std::vector<double>& scale) const {
  FrictionTerms::Row row;
  if (!is_force_row(limit)) return row;
  const auto& law = problem_.friction[limit.coordinate];
  if (!law.is_curved()) return row;
  row.friction = &law;
  row.kind = limit.what == Limited::kPower ? FrictionTerms::Kind::kPower
             : limit.order == 1            ? FrictionTerms::Kind::kRate
                                           : FrictionTerms::Kind::kForce;
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const std::size_t i = dynamics_.at(limit.coordinate, k);
    row.p1.push_back(dynamics_.p[1][i]);
    row.p2.push_back(dynamics_.p[2][i]);
  }
  row.scale = scale;
  return row;
}

SumBlock BlockBuilder::sum_block(const MotionLimit& limit, const std::vector<double>& scale) const {
  const bool is_power = limit.what == Limited::kTotalPower;
  SumBlock block;
  block.kind = is_power ? SumBlock::Kind::kSizes : SumBlock::Kind::kVector;
  block.bound = is_power || limit.order == 3 ? Bound::kInverseRoot : Bound::kConstant;
  block.points = points_;
  const int num_terms = is_power ? model_.num_coordinates() : 3;
  const auto friction = std::make_shared<FrictionTerms>();
  for (int term = 0; term < num_terms; ++term) {
    const bool counts = !is_power || !model_.coordinates()[term].is_passive;
    const MotionLimit of_joint{.what = Limited::kPower, .coordinate = term};
    friction->rows.push_back(is_power && counts ? friction_row(of_joint, scale)
                                                : FrictionTerms::Row{});
    for (std::size_t k = 0; k < points_.size(); ++k) {
      const double factor = counts ? scale[k] : 0.0;
      const Row row = term_of(limit, term, k);
      block.r0.push_back(factor * row.r0);
      block.r1.push_back(factor * row.r1);
      block.r2.push_back(factor * row.r2);
      block.r.push_back(factor * row.r);
    }
  }
  if (friction->has_any()) block.curved = friction;
  return block;
}

void BlockBuilder::finish(Part& part, Time time) {
  if (part.block.r0.empty() && time == Time::kCountsElsewhere) return;
  for (GridPoint& point : part.block.points) {
    if (time == Time::kCountsElsewhere) point.weight = 0.0;
  }
  problem_.row_limits.push_back(std::move(part.rows));
  problem_.top_limits.push_back(std::move(part.tops));
  problem_.timing.blocks.push_back(std::move(part.block));
}

void BlockBuilder::add_sum(const LimitGroup& group) {
  HeldLimits held = held_limits(limits_, group, places_);
  problem_.timing.sums.push_back(sum_block(first_of(group), held.scale));
  problem_.sum_limits.push_back(std::move(held.limit));
}

void BlockBuilder::add(Order order) {
  const auto is_here = [order](const MotionLimit& limit) {
    return is_third_order(limit) == (order == Order::kThird) && !limit.is_position();
  };
  find_needed(is_here);
  Part constant, inverse;
  const auto friction = std::make_shared<FrictionTerms>();
  const auto friction_of_rates = std::make_shared<FrictionTerms>();
  begin_block(Bound::kConstant, constant.block, constant.tops);
  begin_block(Bound::kInverseRoot, inverse.block, inverse.tops);
  std::vector<int> of_rows;
  for (int i = 0; i < static_cast<int>(limits_.size()); ++i) {
    check_stop();
    const MotionLimit& limit = limits_[i].limit;
    if (!is_here(limit)) continue;
    if (limit.order == 1 && limit.what != Limited::kForce) {
      lower_tops(i, constant.block, constant.tops);
    } else {
      of_rows.push_back(i);
    }
  }
  for (const LimitGroup& group : limit_groups(limits_, of_rows)) {
    const MotionLimit& limit = first_of(group);
    if (limit.what == Limited::kTotalPower || is_of_frame(limit)) {
      add_sum(group);
    } else {
      const bool is_constant = !is_third_order(limit) && limit.what != Limited::kPower;
      add_row(group, is_constant ? constant : inverse,
              is_constant ? *friction : *friction_of_rates);
    }
  }
  if (friction->has_any()) constant.block.curved = friction;
  if (friction_of_rates->has_any()) inverse.block.curved = friction_of_rates;
  finish(constant, order == Order::kSecond ? Time::kCounts : Time::kCountsElsewhere);
  finish(inverse, Time::kCountsElsewhere);
}

template <class IsHere>
void BlockBuilder::find_needed(const IsHere& is_here) {
  bool has_forces = false;
  bool has_frame = false;
  for (const auto& [limit, from, to] : limits_) {
    if (!is_here(limit)) continue;
    has_forces = has_forces || is_force_row(limit);
    has_frame = has_frame || is_of_frame(limit);
  }
  if (has_forces) add_forces(model_, dynamics_, loads_);
  if (has_frame) of_frame_ = path_frame(model_, frame_, dynamics_);
}

}  // namespace

PathProblem path_problem(const model::Model& model, const model::Frame& frame,
                         const trajectory::Trajectory& path, const PathGrid& grid,
                         const std::vector<PathLimit>& limits, const PointLists& points,
                         HighestLimits highest, const analysis::MotionLoads* loads) {
  check(path.num_joints() == model.num_coordinates(), "retime: the path has ", path.num_joints(),
        " joints; the model has ", model.num_coordinates(), " coordinates.");
  check_limits(limits);
  const bool has_third = std::any_of(limits.begin(), limits.end(), [](const PathLimit& given) {
    return is_third_order(given.limit);
  });
  PathProblem problem;
  problem.timing.num_coefficients = grid.num_coefficients();
  for (int k = 0; k < grid.num_intervals(); ++k) {
    problem.timing.intervals.push_back(grid.spline_interval(k));
  }
  for (int j = 0; j < model.num_coordinates(); ++j) problem.friction.emplace_back(model, j);
  BlockBuilder(model, frame, path, grid, limits, points.second, loads, problem)
      .add(BlockBuilder::Order::kSecond);
  if (has_third && highest == HighestLimits::kThirdOrder) {
    BlockBuilder(model, frame, path, grid, limits, points.third, loads, problem)
        .add(BlockBuilder::Order::kThird);
  }
  return problem;
}

std::string limit_text(const model::Model& model, const MotionLimit& limit) {
  const std::string kind = concat("'", kind_name(limit), "'");
  if (!limit.has_coordinate()) return kind;
  const auto joint = static_cast<std::size_t>(limit.coordinate);
  return concat(kind, " of joint '", model.coordinates()[joint].name, "'");
}

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

// With t in units of T, rows of third order and powers, which were divided by √α, have a factor
// 1/T³ of α, α', α'' and 1/T of the rest; others 1/T² and 1.
void set_unit(PathProblem& problem, double unit) {
  const double T = unit / problem.unit;
  problem.unit = unit;
  const auto scale = [&](TermBlock& block) {
    const double of_rest = block.bound == Bound::kConstant ? 1.0 : 1.0 / T;
    for (std::vector<double>* v : {&block.r0, &block.r1, &block.r2}) {
      for (double& x : *v) x *= of_rest / (T * T);
    }
    for (double& x : block.r) x *= of_rest;
    if (block.curved != nullptr) block.curved->set_unit(unit);
  };
  for (RowBlock& block : problem.timing.blocks) {
    scale(block);
    for (double& top : block.top) top = std::min(top * T * T, kMostTop);
  }
  for (SumBlock& block : problem.timing.sums) scale(block);
}

}  // namespace appell::planning
