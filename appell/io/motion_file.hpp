#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "appell/model/model.hpp"
#include "appell/record/recording.hpp"
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
  /// What was measured, where the motion is a record; else null.
  std::shared_ptr<const record::Recording> recording;
};

/// How the noise of a record is removed: by the most likely motion behind it, with its uncertainty
/// (record::smooth_recording).
struct Smoothing {
  enum class Kind { kNone, kAuto, kDeviation };
  Kind kind = Kind::kNone;
  double deviation = 0.0;       ///< Of positions, for kDeviation, rad or m.
  std::optional<double> cycle;  ///< Stamps are whole cycles of so many s, jittered; else as given.
};

/// What becomes of rows of a record in which nothing moves: a way has none.
enum class Rests { kKept, kLeftOut };

/// How samples become a law.
struct SampleFit {
  int order = 0;           ///< m of the spline; 0: chosen by the derivatives that are wanted.
  double noise = 0.0;      ///< Root mean square of the noise to remove; 0: none.
  double smoothing = 0.0;  ///< λ of the smoothing spline instead; 0: none.
  Smoothing smooth = {};   ///< Instead of a spline.
  Rests rests = Rests::kKept;
};

/// Reads a motion: a TOML motion file, or a log with samples (.csv, .tsv, .txt, .dat, .log).
/// @param order  highest derivative of q that is wanted of it: samples get a spline that has it.
/// @param model  the robot of motions that are given at its end effector; nullptr: the one that the
///   file names. Logs whose names are the robot's with something common around them are matched
///   with its joints. Others do without.
/// @param columns  a TOML file that says which column of a log is what; empty: its header does.
/// @param smoothing  of a record, whatever its file says; none: as the file says.
/// @throws ModelError with all problems, each "file:line:column: what was found; what is needed";
///   trajectory::UnreachableMotion, naming the file.
Motion load_motion(const std::string& path, int order, const model::Model* model = nullptr,
                   const std::string& columns = "",
                   const std::optional<Smoothing>& smoothing = std::nullopt);

/// The way of a motion: its timing does not count, and its pauses are left out. Rows of samples
/// that repeat the one before are no part of it (trajectory::without_pauses() does the rest).
Motion load_way(const std::string& path, int order, const model::Model* model = nullptr);

/// The same from the text of a motion file; files that it names are looked for beside
/// `source_name`.
Motion read_motion_toml(const std::string& source_name, const std::string& text, int order,
                        const model::Model* model = nullptr);

/// The same from the text of a CSV: a header t,j1,j2,... with derivatives j1.d1, j1.d2, ... of any
/// joint, and a row per sample.
Motion read_motion_csv(const std::string& source_name, const std::string& text, int order,
                       const SampleFit& fit = {});

/// What a reader should know of the spline through the samples of a record that was read for that
/// order; empty of other motions, and of orders that every spline has.
std::string spline_note(const Motion& motion, const std::string& path, int order);

}  // namespace appell::io
