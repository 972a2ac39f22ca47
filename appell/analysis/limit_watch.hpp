#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "appell/model/model.hpp"
#include "appell/model/state_block.hpp"

namespace appell::analysis {

/// How a joint left its own limits: where it was worst, and how often.
struct LimitExcess {
  enum class Kind { kPosition, kVelocity };
  std::string joint;
  Kind kind = Kind::kPosition;
  bool turns = true;        ///< Values are in rad or rad/s, else in m or m/s.
  double value = 0.0;       ///< The farthest beyond the limit.
  double limit = 0.0;       ///< The end of the range that it is beyond.
  double time = 0.0;        ///< Of `value`, s.
  double first_time = 0.0;  ///< Of the first state beyond, s.
  long long count = 0;      ///< Number of states beyond.
};

/// Looks whether states are within the position and velocity limits of a model's joints, joints
/// that mimic another included. What the motion does between the states is not seen. A value counts
/// as beyond by more than 1e-9 of the range, so that a motion may go up to its limit.
class LimitWatch {
 public:
  explicit LimitWatch(const model::Model& model);

  /// Looks at all states of a block; velocities only where it has them. May be called from several
  /// threads at once, in any sequence: what is found is the same.
  /// @throws InvalidArgument for states with another number of coordinates.
  /// @note Some comparisons per joint, no heap allocation.
  void look(const model::StateBlock& states);

  /// What was found so far, at most one per joint and kind, in the order of the joints.
  std::vector<LimitExcess> excesses() const;

 private:
  struct Bounds {
    double low;
    double high;
    double slack;
    LimitExcess found;
  };
  struct Watched {
    int coordinate;
    double ratio;
    double offset;
    Bounds position;
    Bounds velocity;
  };
  static void note(Bounds& bounds, double value, double time);

  std::vector<Watched> joints_;
  int num_coordinates_;
  mutable std::mutex mutex_;  ///< For what is found.
};

/// "joint 'a': position 60 rad at t = 0.5 s is beyond its limit 2.9 rad; 12 of 101 samples are, the
/// first at t = 0.4 s", without times if there is one sample only.
std::string limit_warning(const LimitExcess& excess, long long num_samples);

}  // namespace appell::analysis
