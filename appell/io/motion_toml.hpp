#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "appell/base/error.hpp"
#include "appell/io/column_plan.hpp"
#include "appell/io/diagnostics.hpp"
#include "appell/io/file_chain.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/io/toml_fields.hpp"
#include "appell/trajectory/law.hpp"
#include "appell/trajectory/path_clock.hpp"
#include "appell/trajectory/spline.hpp"

/// What the readers of the kinds of motion files share.
namespace appell::io {

using LawPointer = std::shared_ptr<const trajectory::Law>;

/// The joints of a motion while it is read.
struct MotionLaws {
  std::vector<std::string> joints;
  std::vector<LawPointer> laws;
  trajectory::TimeRange range;
  std::vector<std::string> notes;
  std::vector<std::string> warnings = {};
};

/// The file that is being read, and what for.
struct MotionSource {
  const std::string& name;
  const model::Model* model;  ///< Of the end effector; nullptr: the file names it.
  FileChain& chain;
  const Diagnostics& diagnostics;
  const MotionOptions& options;                ///< Of recordings, whatever files say.
  record::Rests rests = record::Rests::kKept;  ///< Of recordings, likewise.
};

/// Whether a table is a motion of its own or the law of an end effector.
enum class MotionPlace { kFile, kLaw };

/// A motion of the kind that its table names.
Motion read_motion(TomlFields& motion, MotionPlace place, const MotionSource& source);

/// kind = "operational".
Motion read_operational(TomlFields& motion, const MotionSource& source);
/// q and -q are one orientation: of waypoints of quaternions, takes the one that is nearer to the
/// waypoint before. To be called on the whole file before it is read.
void align_quaternions(toml::table& motion);

/// Runs `read` on a file that a field names; its problems are noted there, too.
template <class Read>
auto noting_problems(const TomlFields& fields, std::string_view key, const Diagnostics& diagnostics,
                     const Read& read) {
  try {
    return read();
  } catch (const TooManyFiles&) {
    throw;
  } catch (const ModelError& error) {
    for (const std::string& problem : error.problems()) fields.error_at(key, problem);
    diagnostics.throw_if_errors();
    throw;
  }
}

/// A list of finite numbers of any length; empty (with an error) if it is missing or wrong.
std::vector<double> required_numbers(TomlFields& fields, std::string_view key);

/// {q = .., d1 = .., d2 = ..} as conditions on derivatives 0, 1, 2, ...; none if absent.
std::vector<trajectory::Condition> conditions(TomlFields& fields, std::string_view key);

/// The tables [[joint]], each with a name that is there once; an error if there is none.
std::vector<TomlFields> joint_tables(TomlFields& motion, std::vector<std::string>& names);

/// Runs `build`, which gives a law or none, for each joint; what it throws is noted at the joint's
/// table.
template <class Build>
void for_joints(TomlFields& motion, MotionLaws& result, const Build& build) {
  for (TomlFields& joint : joint_tables(motion, result.joints)) {
    const std::size_t before = joint.num_errors();
    LawPointer law;
    try {
      law = build(joint, before);
    } catch (const Error& error) {
      joint.error(error.what());
    }
    joint.finish();
    result.laws.push_back(std::move(law));
  }
}

/// kind = "spline".
MotionLaws read_spline(TomlFields& motion);

/// kind = "quintic", "septic", "minimum_jerk", "minimum_snap".
MotionLaws read_point_to_point(TomlFields& motion, const std::string& kind);

/// kind = "jerk_limited".
MotionLaws read_jerk_limited(TomlFields& motion);

/// kind = "fourier" and kind = "expression".
MotionLaws read_fourier(TomlFields& motion);
MotionLaws read_expressions(TomlFields& motion);

/// What path files and retimed motions have in common: degree, joints and waypoints of a table.
struct Waypoints {
  int degree = 0;
  std::vector<std::string> joints;
  std::vector<std::vector<double>> positions;
};
Waypoints read_waypoint_fields(TomlFields& path);
/// The path through them; what is wrong with it is noted at the table and thrown.
trajectory::Trajectory path_through(const Waypoints& waypoints, const TomlFields& path,
                                    const Diagnostics& diagnostics);

/// kind = "retimed", but for the motion that its path may be the way of.
struct RetimedFields {
  std::optional<trajectory::PathClock> clock;
  std::optional<trajectory::Trajectory> path;  ///< Through waypoints; none: the way of a motion,
  std::string file;                            ///< of this file,
  std::string place;                           ///< which is named there,
  MotionOptions options;                       ///< read like this;
  std::string hash;                            ///< as it was then; empty: not known.
};
/// @param hash  as it was when the motion `made_of_it` was made; empty: not known.
/// @throws ModelError if the file was changed since: the motion would be another one.
void refuse_changed_source(const std::string& file, const std::string& hash,
                           const std::string& made_of_it);
/// How the motion of a path's `file` is read.
MotionOptions read_path_options(TomlFields& path, const std::string& source_name);
RetimedFields read_retimed_fields(TomlFields& motion, const MotionSource& source);

/// kind = "samples": read_motion_csv() of a file, of which never more than a piece is in memory.
Motion load_motion_csv(const std::string& path, const record::LawOptions& options,
                       const LogReading& reading);
Motion read_motion_csv(const std::string& source_name, const std::string& text,
                       const record::LawOptions& options, const LogReading& reading);

/// kind = "samples" without its file: how the samples become a law, and which column is what.
struct SamplesFields {
  record::LawOptions law;
  ColumnMapping mapping;
};
/// @param options  count more than the fields.
SamplesFields read_samples_fields(TomlFields& motion, const std::string& source_name,
                                  const MotionOptions& options);

/// The fields of a table that names a motion: how its recordings are read.
/// @param source_name  beside which a file of columns is looked for.
MotionOptions read_motion_options(TomlFields& fields, const std::string& source_name);

}  // namespace appell::io
