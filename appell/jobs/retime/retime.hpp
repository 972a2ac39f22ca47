#pragma once

#include <any>
#include <optional>
#include <string>
#include <vector>

#include "appell/io/path_file.hpp"
#include "appell/jobs/job.hpp"
#include "appell/jobs/sources.hpp"
#include "appell/planning/retime.hpp"

/// Not installed: the fastest motion along a path.
namespace appell::jobs {

struct RetimeRequest {
  ModelSource model;
  MotionSource path;                                ///< Whose timing is dropped.
  std::vector<std::vector<double>> waypoints = {};  ///< Instead, in the order of the coordinates.
  int degree = 5;                                   ///< Of the spline through them.
  TextSource limits;
  LoadSource loads;
  std::string frame;
  Outputs outputs;
  std::optional<int> intervals;
  int limit_order = 3;
  std::optional<double> rate;
  /// Limits on parts of the path, beside those of its file.
  struct Zone {
    double from, to;
    TextSource limits;
  };
  std::vector<Zone> zones = {};
  std::vector<double> start_velocity = {};  ///< Of the coordinates; empty: as the file says, or 0.
  std::vector<double> end_velocity = {};
};

struct RetimeResult {
  model::Model model;
  std::string frame;
  io::PathFile path;
  planning::Retiming retiming;
  std::optional<double> samples_duration = {};  ///< Of the table of samples, s.
  double rate = 0.0;                            ///< Of it, per s.
  std::vector<std::string> written = {};        ///< "motion: fast.toml"
  std::vector<std::pair<std::string, std::string>> used = {};
};

RetimeResult run(const RetimeRequest& request, Context& context);
Document show(const RetimeResult& result, Detail detail);
Json json(const RetimeResult& result);
/// The motion with its path, a MotionSource.
std::any object(const RetimeResult& result);
/// The motion file; empty for the way of a motion that no file has.
std::string toml(const RetimeResult& result);

}  // namespace appell::jobs
