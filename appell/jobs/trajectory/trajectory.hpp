#pragma once

#include <string>

#include "appell/jobs/job.hpp"
#include "appell/jobs/sources.hpp"

/// Not installed: what a motion is like, and its samples as a file.
namespace appell::jobs {

struct TrajectoryRequest {
  MotionSource motion;
  ModelSource model;  ///< Of a motion of the end effector.
  Sampling sampling;
  Outputs outputs;  ///< Its file: samples, or the constants of splines.
  int order = 2;
  bool constants = false;
};

struct TrajectoryResult {
  io::Motion motion;
  std::string name;  ///< Of the motion.
  long long num_samples = 0;
  MatX peaks;  ///< Largest magnitude of each derivative (columns) of each joint (rows).
  std::string written;
};

TrajectoryResult run(const TrajectoryRequest& request, Context& context);
Document show(const TrajectoryResult& result, Detail detail);
Json json(const TrajectoryResult& result);

}  // namespace appell::jobs
