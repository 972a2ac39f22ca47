#include "appell/io/path_file.hpp"

#include <algorithm>

#include "appell/base/check.hpp"
#include "appell/base/counted.hpp"
#include "appell/base/text.hpp"
#include "appell/io/beside.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/limit_file.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/io/motion_toml.hpp"

namespace appell::io {
namespace {

std::vector<PathFile::Zone> read_zones(TomlFields& path, const std::string& source_name) {
  std::vector<PathFile::Zone> zones;
  for (TomlFields& zone : path.tables("zone")) {
    PathFile::Zone one{zone.required_number("from"), zone.required_number("to"),
                       zone.required_text("limits"), zone.place_of("limits")};
    if (zone.has("from") && zone.has("to") &&
        !(one.from >= 0.0 && one.to <= 1.0 && one.from < one.to)) {
      zone.error(concat("from is ", one.from, " and to ", one.to,
                        "; an ascending part of 0 to 1 is needed"));
    }
    if (one.limits.ends_with(".toml")) one.limits = beside(source_name, one.limits);
    zone.finish();
    zones.push_back(std::move(one));
  }
  return zones;
}

/// start_velocity and end_velocity: one number per joint.
std::vector<double> read_velocity(TomlFields& path, std::string_view key, std::size_t num_joints) {
  path.know({std::string(key)});
  if (!path.has(key)) return {};
  std::vector<double> velocity = required_numbers(path, key);
  if (velocity.size() == num_joints) return velocity;
  path.error_at(key, concat(key, " has ", counted(velocity.size(), "number"), "; one for each of ",
                            counted(num_joints, "joint"), " is needed"));
  return {};
}

/// The path of a motion file. Its hash is taken first: who changes it meanwhile is found out.
PathFile way_of(const std::string& source, const model::Model* model,
                const MotionOptions& options) {
  std::string hash = file_hash(source);
  Motion motion = load_way(source, model, options);
  return {.path = std::move(motion.trajectory),
          .kind = motion.kind,
          .source = source,
          .hash = std::move(hash),
          .options = options,
          .summary = std::move(motion.summary),
          .notes = std::move(motion.notes),
          .warnings = std::move(motion.warnings)};
}

/// The way of the motion whose timing a retimed one has replaced.
PathFile way_of_retimed(TomlFields& path, const std::string& file, const model::Model* model,
                        const Diagnostics& diagnostics) {
  const std::string source = beside(file, path.required_text("file"));
  const MotionOptions options = read_path_options(path, file);
  const std::string hash = path.text("hash");
  diagnostics.throw_if_errors();
  return noting_problems(path, "file", diagnostics, [&] {
    refuse_special_file(source);
    refuse_changed_source(source, hash, file);
    return way_of(source, model, options);
  });
}

PathFile read_waypoints(TomlFields& path, const std::string& file, const Diagnostics& diagnostics) {
  path.know({"kind", "format"});
  const Waypoints waypoints = read_waypoint_fields(path);
  const std::size_t num_joints = waypoints.joints.size();
  std::vector<double> start = read_velocity(path, "start_velocity", num_joints);
  std::vector<double> end = read_velocity(path, "end_velocity", num_joints);
  std::vector<PathFile::Zone> zones = read_zones(path, file);
  path.finish();
  diagnostics.throw_if_errors();
  return {.path = path_through(waypoints, path, diagnostics),
          .kind = "path",
          .degree = waypoints.degree,
          .waypoints = waypoints.positions,
          .start_velocity = std::move(start),
          .end_velocity = std::move(end),
          .zones = std::move(zones)};
}

}  // namespace

PathFile load_path(const std::string& file, const model::Model* model,
                   const MotionOptions& options) {
  const KeptPipes kept;  // A motion is read twice: for its kind, and for its path.
  if (!file.ends_with(".toml")) return way_of(file, model, options);
  Diagnostics diagnostics(file);
  const toml::table document = parse_toml(file_text(file, kTomlLimit), diagnostics);
  TomlFields fields(document, "path", diagnostics);
  const std::string kind = document["kind"].value_or(std::string());
  const bool is_path = kind == "path" || (kind == "retimed" && document["path"].is_table());
  check(!is_path || !options.is_given(), file,
        ": is no recording of samples; how one is read and smoothed does not apply to it");
  if (kind == "path") return read_waypoints(fields, file, diagnostics);
  if (kind == "retimed" && document["path"].is_table()) {  // Retimed once more.
    std::optional<TomlFields> path = fields.table("path");
    if (!path->has("file")) return read_waypoints(*path, file, diagnostics);
    return way_of_retimed(*path, file, model, diagnostics);
  }
  return way_of(file, model, options);
}

std::vector<model::MotionLimit> load_limits(const PathFile::Zone& zone, const model::Model& model) {
  try {
    return load_limits(zone.limits, model);
  } catch (const ModelError& error) {
    std::vector<std::string> problems;
    for (const std::string& problem : error.problems()) {
      problems.push_back(concat(zone.place, ": ", problem));
    }
    throw ModelError(problems);
  }
}

std::vector<double> in_order(const PathFile& path, const std::vector<double>& numbers,
                             const std::vector<std::string>& joints) {
  std::vector<double> ordered;
  const std::vector<std::string>& names = path.path.joints();
  for (const std::string& joint : joints) {
    const auto at = std::find(names.begin(), names.end(), joint) - names.begin();
    ordered.push_back(numbers[at]);
  }
  return ordered;
}

}  // namespace appell::io
