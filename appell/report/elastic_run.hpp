#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "appell/analysis/elastic_jumps.hpp"
#include "appell/analysis/elastic_robot.hpp"
#include "appell/report/motion_analysis.hpp"
#include "appell/report/sample_times.hpp"
#include "appell/trajectory/trajectory.hpp"

/// Not installed: what `appell elastic` computes and writes.
namespace appell::report {

struct ElasticRequest {
  int order = 0;                  ///< Highest time derivative of the motors' forces.
  double share = 0.05;            ///< From which a difference to rigid joints is worth a warning.
  bool inertia_accepted = false;  ///< Whether the user vouched for an impossible inertia.
  std::string motion_name;        ///< For the metadata, as that of the actuators.
  std::string actuators_name;
  int record_rows = 0;  ///< Most rows to keep in memory (for plots); 0: none.
  /// Called with every block of rows, in order: for pages.
  std::function<void(const TableHeader&, const TableBlock&)> watch;
  std::function<void(long long)> progress;
  const std::atomic<bool>* stop = nullptr;
};

/// What is largest among the samples, and when.
struct SamplePeak {
  double value = 0.0;
  double time = 0.0;  ///< s

  /// Takes a value of larger size.
  void take(double candidate, double t);
};

/// One joint along a motion: sizes that are largest among the samples. Link side unless said.
struct ElasticJointPeaks {
  std::string name;
  bool turns = true;
  bool is_elastic = false;
  bool is_passive = false;  ///< Has no motor: what is here is what something else supplies.
  SamplePeak deflection;
  SamplePeak motor_velocity;  ///< Motor side.
  SamplePeak motor_torque;    ///< Motor side.
  SamplePeak Q_theta;
  SamplePeak Q_rigid;
  SamplePeak difference;  ///< Q_theta - Q_rigid.

  /// |difference| over the largest |Q_theta|; 0 where that is 0.
  double share() const;
};

/// Lowest and highest of all eigenfrequencies of a kind, Hz.
struct FrequencyRange {
  SamplePeak lowest;
  SamplePeak highest;
};

struct ElasticRecord {
  MotionRecord rows;  ///< Header and thinned rows of the table.
  Vec3 gravity = Vec3::Zero();
  std::vector<ElasticJointPeaks> joints;
  std::optional<FrequencyRange> locked;
  std::optional<FrequencyRange> free;
  double start_error = 0.0;    ///< See analysis::DampedJoints.
  std::optional<double> kink;  ///< Likewise.
};

/// Computes what the motors do at all times and writes it, one block of rows after the other.
/// @param path  .csv, .npz or .h5; empty: nothing is written.
/// @throws as analyze_motion().
ElasticRecord run_elastic(const analysis::ElasticRobot& robot, const trajectory::Trajectory& motion,
                          const SampleTimes& times, const ElasticRequest& request,
                          const std::string& path);

}  // namespace appell::report
