#include <algorithm>
#include <cmath>

#include "appell/base/counted.hpp"
#include "appell/base/text.hpp"
#include "appell/io/beside.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/motion_toml.hpp"
#include "appell/trajectory/retimed_motion.hpp"
#include "appell/trajectory/spline.hpp"

namespace appell::io {
namespace {

constexpr int kHighestDegree = trajectory::kMaxSplineOrder + 1;

trajectory::Grading read_grading(TomlFields& motion) {
  std::vector<double> powers = required_numbers(motion, "grading");
  const bool is_good =
      powers.size() == 2 && std::all_of(powers.begin(), powers.end(),
                                        [](double p) { return p == 1.0 || p == 2.0 || p == 3.0; });
  if (is_good) return {static_cast<int>(powers[0]), static_cast<int>(powers[1])};
  if (motion.has("grading")) {
    motion.error_at("grading", "grading is no pair of the numbers 1, 2 and 3, which is needed");
  }
  return {1, 1};
}

}  // namespace

Waypoints read_waypoint_fields(TomlFields& path) {
  Waypoints result;
  result.degree = static_cast<int>(path.whole("degree", 5, 3, kHighestDegree));
  result.joints = path.names("joints");
  if (!path.has("joints")) path.error("joints is missing; a list of names is needed");
  const auto given = path.nested_numbers("waypoints");
  if (!path.has("waypoints")) path.error("waypoints is missing; a list of positions is needed");
  if (!given) return result;
  const auto* rows = std::get_if<std::vector<std::vector<double>>>(&*given);
  if (rows == nullptr || rows->size() < 2) {
    path.error_at("waypoints", "waypoints is no list of two or more positions, each [q1, q2, ...]");
    return result;
  }
  for (std::size_t i = 0; i < rows->size(); ++i) {
    if ((*rows)[i].size() == result.joints.size()) continue;
    path.error_at("waypoints", concat("waypoint ", i + 1, " has ",
                                      counted((*rows)[i].size(), "number"), "; one for each of ",
                                      counted(result.joints.size(), "joint"), " is needed"));
    break;
  }
  const bool have_length = std::any_of(rows->begin(), rows->end(),
                                       [&](const auto& row) { return row != rows->front(); });
  if (!have_length) {
    path.error_at(
        "waypoints",
        "all waypoints are the same, so that the path has no length; one that differs is needed");
  }
  result.positions = *rows;
  return result;
}

trajectory::Trajectory path_through(const Waypoints& waypoints, const TomlFields& path,
                                    const Diagnostics& diagnostics) {
  try {
    return trajectory::waypoint_path(waypoints.degree, waypoints.joints, waypoints.positions);
  } catch (const Error& error) {
    path.error(error.what());
    diagnostics.throw_if_errors();
    throw;
  }
}

void refuse_changed_source(const std::string& file, const std::string& hash,
                           const std::string& made_of_it) {
  if (hash.empty() || file_hash(file) == hash) return;
  throw ModelError(concat(file, ": was changed after ", made_of_it, " was made of it: its hash is ",
                          file_hash(file), ", not ", hash,
                          "; the motion would be another one. Retime it again"));
}

MotionOptions read_path_options(TomlFields& path, const std::string& source_name) {
  MotionOptions options = read_motion_options(path, source_name);
  if (!path.has("order")) return options;
  // Written before recordings were smoothed: the spline through the samples, of this order.
  options.derivatives =
      static_cast<int>(path.whole("order", record::kUsualDerivatives, 1, taylor::kMaxOrder));
  options.smooth = record::Smoothing{.kind = record::Smoothing::Kind::kNone};
  return options;
}

RetimedFields read_retimed_fields(TomlFields& motion, const MotionSource& source) {
  const bool is_quadratic = motion.whole("degree", 2, 1, 2) == 2;
  const trajectory::Grading grading = read_grading(motion);
  std::vector<double> knots = required_numbers(motion, "knots");
  std::vector<double> alpha = required_numbers(motion, "alpha");
  const double start = motion.number("start_time", 0.0);
  std::optional<TomlFields> path = motion.table("path");
  if (!path) motion.error("there is no [path]; one with waypoints or a file is needed");
  RetimedFields result;
  Waypoints waypoints;
  if (path && path->has("file")) {
    result.file = beside(source.name, path->required_text("file"));
    result.place = path->place_of("file");
    result.hash = path->text("hash");
    result.options = read_path_options(*path, source.name);
  } else if (path) {
    waypoints = read_waypoint_fields(*path);
  }
  if (path) path->finish();
  motion.finish();
  source.diagnostics.throw_if_errors();
  result.clock = is_quadratic ? trajectory::PathClock::quadratic(grading, knots, alpha, start)
                              : trajectory::PathClock::linear(grading, knots, alpha, start);
  if (result.file.empty()) result.path = path_through(waypoints, *path, source.diagnostics);
  return result;
}

}  // namespace appell::io
