#include "appell/analysis/standard_moves.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "appell/base/check.hpp"
#include "appell/trajectory/combined_laws.hpp"
#include "appell/trajectory/point_to_point.hpp"

namespace appell::analysis {
namespace {

using model::Limited;
using model::MotionLimit;
using trajectory::Law;
using trajectory::PiecewisePolynomial;

/// From where to where a coordinate goes.
struct Way {
  double from;
  double to;

  double length() const { return std::abs(to - from); }
};

std::vector<Way> ways_of(const trajectory::Trajectory& motion) {
  const auto [start, end] = motion.range();
  const model::StateSeries first = motion.sample(start, 0), last = motion.sample(end, 0);
  std::vector<Way> ways;
  double longest = 0.0, largest = 0.0;
  for (int j = 0; j < motion.num_joints(); ++j) {
    ways.push_back({first[0][j], last[0][j]});
    longest = std::max(longest, ways.back().length());
    largest = std::max({largest, std::abs(first[0][j]), std::abs(last[0][j])});
  }
  // What rounding leaves of a way back is no way to go.
  const double least = 1e-12 * std::max(largest, 1e-3);
  check(longest > least, "standard_moves: the motion ends where it begins: there is no ",
        "move from one position to another to compare it with.");
  for (Way& way : ways) {
    if (way.length() <= least) way.to = way.from;
  }
  return ways;
}

/// The size that a derivative of a coordinate may have in both directions; none where it may have
/// any.
std::optional<double> size_limit(const std::vector<MotionLimit>& limits, int order, int j) {
  const MotionLimit wanted{.what = Limited::kCoordinate, .order = order, .coordinate = j};
  for (const MotionLimit& limit : limits) {
    if (!limit.is_like(wanted)) continue;
    const double size = std::min(std::abs(limit.low), std::abs(limit.high));
    if (std::isfinite(size) && size > 0.0) return size;
  }
  return std::nullopt;
}

std::optional<trajectory::MotionLimits> three_limits(const std::vector<MotionLimit>& limits,
                                                     int j) {
  const auto velocity = size_limit(limits, 1, j), acceleration = size_limit(limits, 2, j),
             jerk = size_limit(limits, 3, j);
  if (!velocity || !acceleration || !jerk) return std::nullopt;
  return trajectory::MotionLimits{*velocity, *acceleration, *jerk};
}

/// Eq. (1).
trajectory::MotionLimits free_shape(double distance, double duration) {
  const double ramp = kRampShare * duration, jerk_time = kJerkShare * ramp;
  const double velocity = distance / (duration - ramp);
  const double acceleration = velocity / (ramp - jerk_time);
  return {velocity, acceleration, acceleration / jerk_time};
}

/// A law run so that it takes the whole range.
std::shared_ptr<const Law> stretched(PiecewisePolynomial law, const trajectory::TimeRange& range) {
  const double speed = law.range().duration() / range.duration();
  return std::make_shared<trajectory::ReclockedLaw>(
      std::make_shared<PiecewisePolynomial>(std::move(law)), range.start, speed, range.start);
}

}  // namespace

StandardMoves standard_moves(const model::Model& model, const trajectory::Trajectory& motion,
                             const std::vector<MotionLimit>& limits) {
  check(motion.num_joints() == model.num_coordinates(), "standard_moves: the motion has ",
        motion.num_joints(), " joints; the model has ", model.num_coordinates(), " coordinates.");
  const auto [start, end] = motion.range();
  const std::vector<Way> ways = ways_of(motion);
  StandardMoves result{.moves = {}, .shortest = 0.0};
  for (std::size_t j = 0; j < ways.size(); ++j) {
    if (ways[j].length() == 0.0 || !result.shortest) continue;
    const auto joint_limits = three_limits(limits, static_cast<int>(j));
    if (!joint_limits) {
      result.shortest.reset();
    } else {
      const auto law = trajectory::jerk_limited(0.0, ways[j].from, ways[j].to, *joint_limits);
      result.shortest = std::max(*result.shortest, law.range().duration());
    }
  }
  std::array<std::vector<std::shared_ptr<const Law>>, 3> laws;
  for (std::size_t j = 0; j < ways.size(); ++j) {
    const auto [from, to] = ways[j];
    if (from == to) {
      for (auto& of_law : laws) {
        of_law.push_back(std::make_shared<PiecewisePolynomial>(trajectory::hold(start, end, from)));
      }
      continue;
    }
    using trajectory::minimum_jerk, trajectory::minimum_snap;
    laws[0].push_back(std::make_shared<PiecewisePolynomial>(minimum_jerk(start, from, end, to)));
    laws[1].push_back(std::make_shared<PiecewisePolynomial>(minimum_snap(start, from, end, to)));
    const trajectory::MotionLimits shape = result.shortest
                                               ? *three_limits(limits, static_cast<int>(j))
                                               : free_shape(ways[j].length(), end - start);
    laws[2].push_back(stretched(trajectory::jerk_limited(start, from, to, shape), motion.range()));
  }
  constexpr std::array kNames{"minimum_jerk", "minimum_snap", "jerk_limited"};
  for (std::size_t i = 0; i < laws.size(); ++i) {
    result.moves.push_back(
        {kNames[i], trajectory::Trajectory(motion.joints(), std::move(laws[i]), motion.range())});
  }
  return result;
}

double share_at_ends(const trajectory::Trajectory& motion) {
  constexpr int kSamples = 200;
  const auto [start, end] = motion.range();
  VecX largest[2], at_ends[2];
  for (int order : {0, 1}) largest[order] = at_ends[order] = VecX::Zero(motion.num_joints());
  for (int i = 0; i <= kSamples; ++i) {
    const double t = i == kSamples ? end : start + motion.range().duration() * i / kSamples;
    const model::StateSeries q = motion.sample(t, 2);
    for (int order : {0, 1}) {
      const VecX size = q.derivative(order + 1).cwiseAbs();
      largest[order] = largest[order].cwiseMax(size);
      if (i == 0 || i == kSamples) at_ends[order] = at_ends[order].cwiseMax(size);
    }
  }
  double share = 0.0;
  for (int order : {0, 1}) {
    const double all = largest[order].maxCoeff();
    if (all > 0.0) share = std::max(share, at_ends[order].maxCoeff() / all);
  }
  return share;
}

}  // namespace appell::analysis
