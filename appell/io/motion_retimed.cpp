#include <algorithm>
#include <cmath>
#include <unordered_set>

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

/// A list of names, each there once.
std::vector<std::string> joint_names(TomlFields& path) {
  std::vector<std::string> names;
  const toml::node* node = path.any("joints");
  if (node == nullptr) {
    path.error("joints is missing; a list of names is needed");
    return names;
  }
  const toml::array* list = node->as_array();
  std::unordered_set<std::string> known;
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
    const auto name = list->get(i)->value<std::string>();
    if (!name || name->empty()) {
      list = nullptr;
    } else if (!known.insert(*name).second) {
      path.error_at("joints", concat("there are two joints '", *name, "'"));
    } else {
      names.push_back(*name);
    }
  }
  if (list == nullptr || names.empty()) path.wrong_form("joints", "a list of names is");
  return names;
}

int whole_number(TomlFields& fields, std::string_view key, int missing, int least, int most) {
  const double x = fields.number(key, missing);
  const int whole = static_cast<int>(std::clamp(x, -1e6, 1e6));
  if (whole == x && whole >= least && whole <= most) return whole;
  fields.error_at(key,
                  concat(key, " is ", x, "; a whole number in ", least, "..", most, " is needed"));
  return missing;
}

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
  result.degree = whole_number(path, "degree", 5, 3, kHighestDegree);
  result.joints = joint_names(path);
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
      whole_number(path, "order", record::kUsualDerivatives, 1, taylor::kMaxOrder);
  options.smooth = record::Smoothing{.kind = record::Smoothing::Kind::kNone};
  return options;
}

RetimedFields read_retimed_fields(TomlFields& motion, const MotionSource& source) {
  const bool is_quadratic = whole_number(motion, "degree", 2, 1, 2) == 2;
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
