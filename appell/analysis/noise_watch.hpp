#pragma once

#include <string>
#include <vector>

#include "appell/analysis/selection.hpp"
#include "appell/record/recording.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::analysis {

/// How much of a quantity is noise of the samples that its motion passes through.
struct NoiseShare {
  std::string name;  ///< "q.d4", "Q_drive.d2": all joints with this unit together.
  std::string unit;
  std::string joint;   ///< Where the share is largest.
  double rms = 0.0;    ///< Of the values there, over the motion.
  double sd = 0.0;     ///< Of the noise in them.
  double noise = 0.0;  ///< Of that joint's samples, rad or m.

  double share() const { return rms > 0.0 ? sd / rms : 0.0; }
};

/// A share above it drowns what is asked for.
inline constexpr double kMuchNoise = 0.3;

/// Whether a record has enough samples to say how noisy they are, and derivatives of q up to an
/// order are not too high for that.
bool can_tell_noise(const record::Recording& recording, int highest);

/// A motion that interpolates a record, with the covariances that the noise of the samples gives
/// its derivatives up to an order; joints that the record does not have are exact.
trajectory::Trajectory with_noise(const trajectory::Trajectory& motion,
                                  const record::Recording& recording, int highest);

/// For a motion that interpolates a record: the shares of noise in the highest derivatives that a
/// selection takes, of q and (if it has a force) of Q_drive, at some instants of the motion.
/// Nothing for joints at rest, and for motions with too few samples to say.
/// @param motion  for the selection's model.
std::vector<NoiseShare> noise_shares(const Selection& selection,
                                     const trajectory::Trajectory& motion,
                                     const record::Recording& recording);

}  // namespace appell::analysis
