#pragma once

#include <string>
#include <vector>

#include "appell/analysis/quantity.hpp"
#include "appell/analysis/spectrum.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::analysis {

/// The spectrum of one function of time along a motion.
struct SignalSpectrum {
  std::string name;     ///< "Q_motor.elbow", "jerk.x"
  std::string label;    ///< For people: "elbow"; "end effector, x".
  std::string unit;     ///< Of its amplitude.
  int coordinate = -1;  ///< Of a joint's; else -1.
  Spectrum spectrum;
  /// Share of the mean square above half the rate, found with samples at twice the rate: what
  /// appears at wrong, lower frequencies here.
  double aliased = 0.0;
};

/// Spectra of the forces of all joints and of the end effector's jerk.
struct MotionSpectra {
  Window window = Window::kHann;
  long long num_samples = 0;
  double dt = 0.0;        ///< s
  double duration = 0.0;  ///< num_samples dt: what is transformed, from the start of the motion on.
  std::vector<SignalSpectrum> signals;  ///< Those of the joints first.

  double highest_frequency() const { return 0.5 / dt; }
};

/// The forces (Q_motor where the model has friction, else Q_drive) and the jerk of the end effector
/// (world axes), sampled every dt from the start of a motion on. The end of the motion is no
/// sample: of whole periods it would be the first of the next. Fewer samples are taken, from the
/// end, where their number has no fast transform.
/// @param subject  robot, end effector and loads; its orders count for nothing.
/// @throws InvalidArgument if that are fewer than kLeastSpectrum or more than kMostSpectrum
/// samples.
MotionSpectra motion_spectra(const Subject& subject, const trajectory::Trajectory& motion,
                             double dt, Window window);

/// A range of frequencies, Hz.
struct FrequencyRange {
  double low = 0.0;
  double high = 0.0;
};

/// The lowest and the highest value that each eigenfrequency of the robot takes along a motion, the
/// lowest first: of small vibrations about rest with all motors locked (locked_frequencies()), at
/// 101 instants, gravity included, springs with the slope that they have under the forces of the
/// motion (ElasticModes). None where no joint of the model has a stiffness.
/// @throws InvalidArgument as ElasticRobot, whose dry friction may be any; NumericalError if a mass
/// matrix is not positive definite, or springs are too soft for
///   the weight on them.
std::vector<FrequencyRange> eigenfrequency_ranges(const model::Model& model,
                                                  const trajectory::Trajectory& motion);

}  // namespace appell::analysis
