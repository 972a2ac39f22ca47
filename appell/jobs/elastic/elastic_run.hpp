#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "appell/analysis/elastic_robot.hpp"
#include "appell/report/motion_analysis.hpp"
#include "appell/report/sample_times.hpp"
#include "appell/trajectory/trajectory.hpp"

/// Not installed: motors behind elastic joints along a motion, a row for each instant.
namespace appell::jobs {

/// The table that is made.
struct ElasticTable {
  std::string path;               ///< .csv, .npz or .h5; empty: nothing is written.
  int order = 0;                  ///< Highest time derivative of the motors' forces.
  bool inertia_accepted = false;  ///< Whether the user vouched for an impossible inertia.
  std::string motion_name;        ///< For the metadata, as those of the actuators and the loads.
  std::string actuators_name;
  std::string loads_name;
  bool keeps_rows = false;  ///< Whether all rows stay in memory, too.
  /// Called with every block of rows, in order: for pages.
  std::function<void(const report::TableHeader&, const report::TableBlock&)> watch;
  std::function<void(long long)> progress;
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
  report::MotionRecord rows;  ///< Header of the table, and its rows if they are kept.
  Vec3 gravity = Vec3::Zero();
  std::vector<ElasticJointPeaks> joints;
  std::optional<FrequencyRange> locked;
  std::optional<FrequencyRange> free;
  double start_error = 0.0;    ///< See analysis::DampedJoints.
  std::optional<double> kink;  ///< Likewise.
};

/// Computes what the motors do at all times and writes it, one block of rows after the other.
/// @param law  its joints in the order of the model's coordinates.
/// @throws as report::analyze_motion().
ElasticRecord run_elastic(const analysis::ElasticRobot& robot, const trajectory::Trajectory& law,
                          const report::SampleTimes& times, const ElasticTable& table);

}  // namespace appell::jobs
