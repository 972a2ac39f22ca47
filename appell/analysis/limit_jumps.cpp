#include "appell/analysis/limit_jumps.hpp"

#include <algorithm>
#include <cmath>

#include "appell/analysis/motion_seams.hpp"

namespace appell::analysis {
namespace {

using model::Limited;
using model::MotionLimit;

constexpr double kJump = 1e-6;   // Of the largest value at the seams.
constexpr double kFloor = 1e-9;  // Of what the limit would allow to change along a piece.

/// What a limited quantity is a derivative of, and may jump in a motion whose derivatives are
/// continuous up to an order. Below forces are momenta, for which the velocities of all coordinates
/// stand.
std::vector<MotionLimit> what_may_jump(const MotionLimit& limit, int num_coordinates,
                                       int continuity) {
  std::vector<MotionLimit> all;
  const auto add = [&](Limited what, int order, int j) {
    const int order_of_q = what == Limited::kForce ? order + 2 : order;
    if (order_of_q > continuity) all.push_back({.what = what, .order = order, .coordinate = j});
  };
  const bool is_of_frame = LimitSeries::is_square(limit);
  const bool is_of_force = !is_of_frame && limit.what != Limited::kCoordinate;
  if (limit.what == Limited::kCoordinate) {
    for (int k = 0; k < limit.order; ++k) add(Limited::kCoordinate, k, limit.coordinate);
  }
  if (limit.what == Limited::kForce) {
    for (int k = 0; k < limit.order; ++k) add(Limited::kForce, k, limit.coordinate);
  }
  for (int j = 0; j < num_coordinates && (is_of_force || is_of_frame); ++j) {
    for (int k = 0; k < (is_of_force ? 2 : limit.order); ++k) add(Limited::kCoordinate, k, j);
  }
  return all;
}

std::vector<MotionLimit> limits_among(const std::vector<WatchedLimit>& watched) {
  std::vector<MotionLimit> limits;
  for (const WatchedLimit& one : watched) limits.push_back(one.limit);
  return limits;
}

/// The values of limited things on both sides of the seams of a motion.
class SeamSides {
 public:
  SeamSides(const model::Model& model, const trajectory::Trajectory& motion,
            const model::Frame& frame, const std::vector<MotionLimit>& limits,
            const MotionLoads* loads)
      : seams_(seams_of(motion, loads)),
        cursor_(motion),
        series_(model, frame, limits, highest_order(limits), 2 * kSeamsAtOnce, loads),
        states_(model.num_coordinates(), series_.state_order(), 2 * kSeamsAtOnce),
        c_(series_.max_coefficients()) {}

  std::size_t num_pieces() const { return seams_.size() - 1; }

  /// The widest jump of something, where it is, and the largest value on any side.
  struct Jump {
    double width = 0.0;
    double time = 0.0;
    double largest = 0.0;
  };
  Jump widest(const MotionLimit& of) {
    Jump jump;
    for (std::size_t begin = 1; begin + 1 < seams_.size(); begin += kSeamsAtOnce) {
      const std::size_t end = std::min(begin + kSeamsAtOnce, seams_.size() - 1);
      expand(begin, end);
      for (std::size_t i = begin; i < end; ++i) {
        const int sample = 2 * static_cast<int>(i - begin);
        const double left = series_.polynomials(of, sample, 1.0, c_)[0];
        const double right = series_.polynomials(of, sample + 1, 1.0, c_)[0];
        jump.largest = std::max({jump.largest, std::abs(left), std::abs(right)});
        if (std::abs(right - left) > jump.width) {
          jump.width = std::abs(right - left);
          jump.time = seams_[i];
        }
      }
    }
    return jump;
  }

 private:
  void expand(std::size_t begin, std::size_t end) {
    times_.clear();
    for (std::size_t i = begin; i < end; ++i) {
      times_.push_back(left_of_seam(seams_[i], seams_[i - 1]));
      times_.push_back(seams_[i]);
    }
    cursor_.sample(times_, states_);
    series_.compute(states_);
  }

  std::vector<double> seams_;
  trajectory::TrajectoryCursor cursor_;
  LimitSeries series_;
  model::StateBlock states_;
  std::vector<double> c_;
  std::vector<double> times_;
};

}  // namespace

void find_impulses(const model::Model& model, const trajectory::Trajectory& motion,
                   const model::Frame& frame, const MotionLoads* loads,
                   std::vector<WatchedLimit>& watched) {
  SeamSides sides(model, motion, frame, limits_among(watched), loads);
  int continuity = motion.continuity();
  if (loads != nullptr && loads->laws) {  // Forces are as smooth as q'' at most.
    continuity = std::min(continuity, loads->laws->laws().continuity() + 2);
  }
  const double piece = motion.range().duration() / static_cast<double>(sides.num_pieces());
  for (WatchedLimit& one : watched) {
    for (const MotionLimit& below : what_may_jump(one.limit, model.num_coordinates(), continuity)) {
      const SeamSides::Jump jump = sides.widest(below);
      if (jump.width > kJump * jump.largest + kFloor * one.size * piece) {
        one.set_impulse(jump.time);
      }
    }
  }
}

}  // namespace appell::analysis
