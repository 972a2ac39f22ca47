#pragma once

#include <memory>
#include <string>
#include <vector>

#include "appell/io/motion_options.hpp"
#include "appell/model/model.hpp"
#include "appell/record/recorded_motion.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::io {

/// A motion as a file describes it (docs/formats.md).
struct Motion {
  trajectory::Trajectory trajectory;
  std::string kind;  ///< As in the file; "samples" of a CSV.
  std::vector<std::string>
      notes;  ///< How well samples are met, how a spline amplifies: one a line.
  std::vector<std::string> warnings;
  std::vector<std::string> reading;  ///< How a log was understood, where that is not plain.
  /// Of a recording: rows, duration, rate, joints, noise and what was mended, in one line.
  std::string summary;
  record::LawKind law = record::LawKind::kSpline;  ///< Of a recording.
  bool is_exact = false;  ///< Of a recording: exact data, or given derivatives; no noise is seen.
  int determined = 1000;  ///< Derivatives of q above this one the recording does not tell.
  /// What was measured, where the motion is a record; else null.
  std::shared_ptr<const record::Recording> recording;
};

/// Reads a motion: a TOML motion file, or a log with samples (.csv, .tsv, .txt, .dat, .log).
/// @param model  the robot of motions that are given at its end effector; nullptr: the one that the
///   file names. Logs whose names are the robot's with something common around them are matched
///   with its joints. Others do without.
/// @param options  of recordings, whatever their file says.
/// @throws ModelError with all problems, each "file:line:column: what was found; what is needed";
///   trajectory::UnreachableMotion, naming the file; InvalidArgument for options of recordings
///   where there is none.
Motion load_motion(const std::string& path, const model::Model* model = nullptr,
                   const MotionOptions& options = {});

/// The path of a motion: its timing does not count, and its pauses are left out. Rows of samples
/// that repeat the one before are no part of it (trajectory::without_pauses() does the rest).
Motion load_way(const std::string& path, const model::Model* model = nullptr,
                const MotionOptions& options = {});

/// The same from the text of a motion file; files that it names are looked for beside
/// `source_name`.
Motion read_motion_toml(const std::string& source_name, const std::string& text,
                        const model::Model* model = nullptr);

/// The same from the text of a CSV: a header t,j1,j2,... with derivatives j1.d1, j1.d2, ... of any
/// joint, and a row per sample.
Motion read_motion_csv(const std::string& source_name, const std::string& text,
                       const record::LawOptions& options = {});

/// Highest derivative of q that a motion has: of a recording those of its law, else all.
int known_derivatives(const Motion& motion);

/// That the law of a recording has the derivatives of q that something takes. Other laws always do.
/// @param what  takes them, for the message: "--order 3".
/// @return a warning, if the recording does not determine all of them; else nothing.
/// @throws InvalidArgument naming the option that makes a law with more of them.
std::string check_derivatives(const Motion& motion, const std::string& path, int order,
                              const std::string& what);

}  // namespace appell::io
