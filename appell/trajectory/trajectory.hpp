#pragma once

#include <memory>
#include <string>
#include <vector>

#include "appell/model/state_block.hpp"
#include "appell/model/state_series.hpp"
#include "appell/trajectory/joint_direction.hpp"
#include "appell/trajectory/law.hpp"

namespace appell::trajectory {

/// The motion of all coordinates of a robot: a law for each, on a common range of time. Immutable;
/// may be shared by threads.
class Trajectory {
 public:
  /// @throws InvalidArgument if there is no joint, a name is empty or there twice, a law is missing
  ///   or not defined on the whole range, or the range is not finite or empty.
  Trajectory(std::vector<std::string> joints, std::vector<std::shared_ptr<const Law>> laws,
             TimeRange range);

  const std::vector<std::string>& joints() const { return joints_; }
  int num_joints() const { return static_cast<int>(joints_.size()); }
  TimeRange range() const { return range_; }
  const Law& law(int joint) const { return *laws_[joint]; }
  const std::shared_ptr<const Law>& shared_law(int joint) const { return laws_[joint]; }

  /// Highest time derivative that is continuous for every joint.
  int continuity() const;

  /// Whether a joint is known only to within covariances.
  bool is_uncertain() const;

  /// q(t) to an order, in the order of joints(). Where two pieces of a law meet, derivatives that
  /// jump are those of the later piece.
  /// @throws InvalidArgument if t is outside the range or the order is not in 0..kMaxOrder;
  ///   NumericalError if a law has no such derivative at t.
  model::StateSeries sample(double t, int order) const;

  /// The same; does not allocate if `out` has that order and size already.
  void sample(double t, int order, model::StateSeries& out) const;

  /// The same motion for a model: its joints in the order of the model's coordinates.
  /// @throws InvalidArgument naming a joint that the motion or the model lacks.
  Trajectory for_model(const model::Model& model) const;

  /// The same motion run `speed` times as fast, beginning at the same time.
  /// @throws InvalidArgument unless speed > 0.
  Trajectory at_speed(double speed) const;

 private:
  friend class TrajectoryCursor;
  /// A time of the range, from which rounding may have put it outside.
  double inside(double t) const;

  std::vector<std::string> joints_;
  std::vector<std::shared_ptr<const Law>> laws_;
  TimeRange range_;
};

/// Samples a trajectory at many times: one for each thread. The trajectory must outlive it.
class TrajectoryCursor {
 public:
  explicit TrajectoryCursor(const Trajectory& trajectory);

  /// The states at times[0], times[1], ..., to the order of `out`, which gets as many samples, with
  /// the directions of the joints, and their covariances if it has room for them
  /// (StateBlock::has_covariances()). Does not allocate, but where a law keeps windows of a long
  /// record, and where a joint first rests.
  /// @throws InvalidArgument if a time is outside the range, `out` has too little room or another
  ///   number of coordinates; NumericalError if a law has no such derivative at a time.
  void sample(std::span<const double> times, model::StateBlock& out);

  /// Up to which velocity a joint rests, but for rounding; infinite if it stands still all the
  /// time.
  double rest_rate(int joint) { return directions_[joint].rest_rate(); }

 private:
  const Trajectory& trajectory_;
  CursorShare share_;
  std::vector<std::unique_ptr<LawCursor>> laws_;
  std::vector<JointDirection> directions_;
  std::vector<double> covariance_;
};

/// Motions one after the other, each begun when the one before it ends, the first at its own start.
/// The order of joints is that of the first.
/// @throws InvalidArgument if there is none, they do not have the same joints, or a coordinate
/// would
///   jump by more than 1e-6.
Trajectory sequence(const std::vector<Trajectory>& parts);

}  // namespace appell::trajectory
