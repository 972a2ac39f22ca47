#pragma once

#include <array>
#include <limits>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "appell/model/model.hpp"
#include "appell/model/motion_limit.hpp"
#include "appell/model/state_block.hpp"

namespace appell::analysis {

/// What a joint has limits for.
enum class LimitKind { kPosition, kVelocity, kAcceleration, kJerk, kEffort, kEffortRate };
inline constexpr std::size_t kNumLimitKinds = 6;

/// "position", "velocity", ...
std::string_view limit_kind_name(LimitKind kind);
/// " rad/s", " N m", ... of a joint that turns or slides.
std::string limit_unit(LimitKind kind, bool turns);

/// How a joint left its own limits: where it was worst, and how often.
struct LimitExcess {
  using Kind = LimitKind;
  std::string joint;
  Kind kind = Kind::kPosition;
  bool turns = true;        ///< Values are in rad, rad/s, ..., N m, else in m, m/s, ..., N.
  double value = 0.0;       ///< The farthest beyond the limit.
  double limit = 0.0;       ///< The end of the range that it is beyond.
  double time = 0.0;        ///< Of `value`, s.
  double first_time = 0.0;  ///< Of the first state beyond, s.
  long long count = 0;      ///< Number of states beyond.
  /// A position: whether all of them would be within the limits if they were degrees.
  bool fits_as_degrees = false;
};

/// What a joint did, beside what it may do.
struct JointPeaks {
  struct Range {
    double lowest = std::numeric_limits<double>::infinity();    ///< Above `highest`: none seen.
    double highest = -std::numeric_limits<double>::infinity();  ///< SI units.
    double lower_limit = -std::numeric_limits<double>::infinity();
    double upper_limit = std::numeric_limits<double>::infinity();

    bool is_seen() const { return lowest <= highest; }
  };
  std::string joint;
  bool turns = true;
  std::array<Range, kNumLimitKinds> ranges;  ///< By LimitKind.

  const Range& operator[](LimitKind kind) const { return ranges[static_cast<std::size_t>(kind)]; }
};

/// Looks whether states are within the limits of a model's joints, of position, velocity,
/// acceleration and jerk, joints that mimic another included, and whether forces are within those
/// of effort. What the motion does between the states is not seen. A value counts as beyond by more
/// than 1e-9 of the range, so that a motion may go up to its limit. A joint that slows down is held
/// against its limit of deceleration, if it has one.
class LimitWatch {
 public:
  /// @param limits  in place of what the model says of its coordinates, of their forces and of
  ///   the rates of these; others count for nothing.
  explicit LimitWatch(const model::Model& model,
                      const std::vector<model::MotionLimit>& limits = {});

  /// Looks at all states of a block, to the derivatives that it has. May be called from several
  /// threads at once, in any sequence: what is found is the same.
  /// @throws InvalidArgument for states with another number of coordinates.
  /// @note Some comparisons per joint, no heap allocation.
  void look(const model::StateBlock& states);

  /// Whether a coordinate has a limit of effort.
  bool has_effort_limit() const;

  /// The same for the forces on the coordinates: that on coordinate j at times[i] is
  /// forces[i * stride + j]; behind them, if the stride has room, are their time derivatives.
  void look_at_efforts(std::span<const double> times, const double* forces, std::size_t stride);

  /// What was found so far, at most one per joint and kind, in the order of the joints.
  std::vector<LimitExcess> excesses() const;

  /// The extremes so far of every joint, in the order of the joints.
  std::vector<JointPeaks> peaks() const;

 private:
  struct Bounds {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    double slack = 0.0;
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -std::numeric_limits<double>::infinity();
    LimitExcess found;
  };
  struct Watched {
    int coordinate;
    double ratio;
    double offset;
    bool is_own;  ///< It mimics no other: forces on the coordinate are its own.
    double braking;
    std::array<Bounds, kNumLimitKinds> bounds;
  };
  /// A value per sample: base[i * stride] times a factor, plus an offset.
  struct Column {
    const double* base;
    std::size_t stride;
    double factor;
    double offset;

    double operator[](std::size_t i) const { return factor * base[i * stride] + offset; }
  };
  void judge(Bounds& bounds, const Column& values, std::span<const double> times);
  void judge_accelerations(Watched& joint, const Column& rates, const Column& values,
                           std::span<const double> times);
  static void note(Bounds& bounds, double limit, double value, double time);

  std::vector<Watched> joints_;
  int num_coordinates_;
  mutable std::mutex mutex_;  ///< For what is found.
};

/// "joint 'a': position 60 rad at t = 0.5 s is beyond its limit 2.9 rad (degrees?); 12 of 101
/// samples are, the first at t = 0.4 s", without times if there is one sample only.
std::string limit_warning(const LimitExcess& excess, long long num_samples);

}  // namespace appell::analysis
