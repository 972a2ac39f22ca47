#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "appell/record/clock.hpp"
#include "appell/record/recording.hpp"
#include "appell/record/smoothed_law.hpp"
#include "appell/record/smoother.hpp"

namespace appell::record {

struct SmoothingOptions {
  int highest = 4;              ///< Derivative of q that is wanted: n is above it.
  std::optional<double> noise;  ///< Standard deviation of positions; not given: by likelihood.
  bool has_jitter = true;       ///< Whether stamps may err: their deviation is found by likelihood.
  bool uses_velocity = true;    ///< Velocities as further samples, where they are recorded.
  ClockChoice clock;            ///< Whether the stamps are rebuilt.
  int most_threads = 1;
};

/// What was found of one joint.
struct JointNoise {
  double noise = 0.0;           ///< Standard deviation of its positions, rad or m.
  double velocity_noise = 0.0;  ///< Of its velocities; 0 without, or if they are not used.
  double velocity_lag1 = 0.0;   ///< Correlation of neighbouring errors of its velocities.
  int n = 0;                    ///< q⁽ⁿ⁾ is white noise.
  int likely_n = 0;             ///< What the likelihood would choose; n is larger if it must be.
  double time_scale = 0.0;      ///< Over which is averaged, s.
  bool is_local = false;        ///< Whether the intensity of q⁽ⁿ⁾ varies along the motion.
  std::vector<std::size_t> outlier_rows;  ///< Rows of the given recording that count less.
  double lag1 = 0.0;       ///< Correlation of neighbouring innovations: 0 for a true model.
  double kurtosis = 3.0;   ///< Of the innovations: 3 for a true model.
  double widening = 1.0;   ///< Factor of what noise makes of deviations, by correlation.
  double roughness = 1.0;  ///< Share of what is expected of the motion within the time scale.
  double log_likelihood = 0.0;
};

struct SmoothedRecording {
  std::vector<std::shared_ptr<const SmoothedCoordinate>> joints;
  std::vector<JointNoise> noise;  ///< Of each joint.
  double jitter = 0.0;            ///< Standard deviation of the stamps, s.
  Clock clock;                    ///< That the motion shows behind the stamps as they are given.
  bool clock_rebuilt = false;     ///< Whether times are whole cycles apart instead of the stamps.
  double cycle = 0.0;             ///< Of a rebuilt clock, s.
  std::size_t lost_cycles = 0;    ///< Cycles of a rebuilt clock without a row.
  std::size_t repeated_rows = 0;  ///< That say the row before once more; left out.
  ClockError clock_error;         ///< Of stamps that are wrong in a way that is not clear.
  Recording recording;            ///< What was smoothed: without repeated rows, on a rebuilt clock.
  int passes = 0;

  /// The motion of a joint, with all of its uncertainty.
  std::shared_ptr<const trajectory::Law> law(std::size_t joint) const;
};

/// The motion behind a recording: each joint an n-times integrated white noise, with the noise of
/// positions and stamps, the intensity and n by maximum likelihood. Long records: those of a part,
/// and one step more for all of it.
/// @throws InvalidArgument if there are fewer than two rows, n would have to be above kMostOrder,
/// or
///   a given cycle contradicts the stamps.
SmoothedRecording smooth_recording(const Recording& recording, const SmoothingOptions& options);

}  // namespace appell::record
