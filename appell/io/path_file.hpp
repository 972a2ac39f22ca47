#pragma once

#include <string>
#include <vector>

#include "appell/io/motion_options.hpp"
#include "appell/model/model.hpp"
#include "appell/model/motion_limit.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::io {

/// A path as a file describes it (docs/formats.md): waypoints, or the way of a motion whose timing
/// does not count.
struct PathFile {
  /// Limits that count on a part of the path only.
  struct Zone {
    double from;
    double to;
    std::string limits;  ///< A file, found as the path file itself is.
    std::string place;   ///< Where it is named, for messages: "path.toml:8:10: zone 1".
  };

  trajectory::Trajectory path;  ///< Its time is a parameter.
  std::string kind;             ///< "path", or that of the motion.
  int degree = 0;               ///< Of a spline through waypoints; 0: a motion.
  std::vector<std::vector<double>> waypoints;
  std::vector<double> start_velocity;  ///< Of each joint of the path; empty: rest.
  std::vector<double> end_velocity;
  std::vector<Zone> zones;
  std::string source;     ///< The motion file whose way it is; empty for waypoints.
  std::string hash;       ///< file_hash() of that file when it was read.
  MotionOptions options;  ///< How that one was read.
  std::string summary;    ///< Of a recording: what was read, in one line.
  std::vector<std::string> notes;
  std::vector<std::string> warnings;
};

/// Reads a path: a file of kind "path", or any motion, without its pauses. Of a retimed motion its
/// path counts.
/// @param model, options  as for load_motion().
/// @throws ModelError with all problems, each "file:line:column: what was found; what is needed".
PathFile load_path(const std::string& path, const model::Model* model = nullptr,
                   const MotionOptions& options = {});

/// The limits of a zone.
/// @throws ModelError as the other load_limits(), each problem after the place of the zone.
std::vector<model::MotionLimit> load_limits(const PathFile::Zone& zone, const model::Model& model);

/// Numbers of the joints of a path, as others order them.
/// @param numbers  one for each joint of the path.
/// @param joints  the same ones, or some of them.
std::vector<double> in_order(const PathFile& path, const std::vector<double>& numbers,
                             const std::vector<std::string>& joints);

}  // namespace appell::io
