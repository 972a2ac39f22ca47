#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "appell/record/clock.hpp"
#include "appell/record/recording.hpp"
#include "appell/record/smoother.hpp"

namespace appell::record {

struct SmoothingOptions {
  int highest = 4;              ///< Derivative of q that is wanted: n is above it.
  std::optional<double> noise;  ///< Standard deviation of positions; not given: by likelihood.
  bool has_jitter = true;       ///< Whether stamps may err: their deviation is found by likelihood.
  bool uses_velocity = true;    ///< Velocities as further samples, where they are recorded.
  ClockChoice clock;
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
  std::size_t outliers = 0;     ///< Rows that count less.
  double lag1 = 0.0;            ///< Correlation of neighbouring innovations: 0 for a true model.
  double kurtosis = 3.0;        ///< Of the innovations: 3 for a true model.
  double widening = 1.0;        ///< Factor of what noise makes of deviations, by correlation.
  double log_likelihood = 0.0;
};

struct SmoothedRecording {
  std::vector<std::shared_ptr<const SmoothedCoordinate>> joints;
  std::vector<JointNoise> noise;  ///< Of each joint.
  double jitter = 0.0;            ///< Standard deviation of the stamps, s.
  Clock clock;                    ///< That was recognised behind the stamps as they are given.
  Recording recording;            ///< What was smoothed: without repeated rows, on a rebuilt clock.
  std::size_t repeated_rows = 0;  ///< That say the row before once more, in motion; left out.
  int passes = 0;
};

/// The motion behind a recording: each joint an n-times integrated white noise, with the noise of
/// positions and stamps, the intensity and n by maximum likelihood.
/// @throws InvalidArgument if there are fewer than 20 rows, or n would have to be above kMostOrder.
SmoothedRecording smooth_recording(const Recording& recording, const SmoothingOptions& options);

}  // namespace appell::record
