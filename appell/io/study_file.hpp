#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "appell/base/types.hpp"
#include "appell/io/motion_options.hpp"

namespace appell::io {

/// Samples of one motion: 28 hours at 1 kHz. An item of a study is not divided.
inline constexpr double kMostStudySamples = 1e8;

/// One table [[vary]] of a study: what is drawn, and how far it spreads (docs/formats.md).
struct VaryEntry {
  enum class Spread {
    kRelative,  ///< `sd`: standard deviation over the mean.
    kAbsolute,  ///< `sd_abs`: standard deviation in the unit of what varies.
    kRange,     ///< `range`: evenly between two ends.
    kValues,    ///< `values`: one of a list.
  };
  std::string place;                ///< For messages: "study.toml:9:1: vary 1".
  std::string spread_place;         ///< Likewise of its spread: "study.toml:11:6: vary 1: sd".
  std::string what;                 ///< "inertia", "mass", "speed", ...
  std::vector<std::string> links;   ///< Patterns of names; empty: not said.
  std::vector<std::string> joints;  ///< Likewise.
  std::vector<std::string> kinds;   ///< Of limits; likewise.
  std::string part;                 ///< Of friction: "viscous", "dry"; empty: both.
  Spread spread = Spread::kRelative;
  double sd = 0.0;               ///< Of kRelative and kAbsolute.
  double low = 0.0, high = 0.0;  ///< Of kRange.
  std::vector<double> values;    ///< Of kValues.
  std::optional<double> mean;    ///< Of what has none of its own: a payload.
  int levels = 0;                ///< Points of a grid; 0: not said.
  bool is_together = false;      ///< One draw for all links or joints, not one for each.
  Vec3 centre = Vec3::Zero();    ///< Of a payload, in its link's frame, m.
  double radius = 0.0;           ///< Of a payload that is a ball, m.
};

/// A study as its file describes it: models x motions x draws (docs/formats.md). Names of
/// quantities, links and so on are not looked at here.
struct StudyFile {
  std::string path;
  std::string canonical;             ///< The text without comments and blanks, keys in order.
  std::vector<std::string> models;   ///< Names of embedded models, or paths.
  std::vector<std::string> motions;  ///< Paths; those of a pattern in the order of their names.
  /// The same as the study names them, hence the same wherever it is called from: relative to its
  /// folder, unless it names them by absolute paths.
  std::vector<std::string> motion_names;
  MotionOptions reading;  ///< How recordings are read.
  std::uint64_t seed = 1;
  long long draws = 1;
  bool has_draws = false;  ///< Whether the file says how many.
  int order = 2;
  std::optional<double> every;  ///< s between samples.
  long long samples = 1001;     ///< Unless `every` is given.
  std::vector<std::string> quantities;
  std::vector<std::string> reduce;
  std::vector<std::string> series;  ///< Quantities whose samples are kept.
  std::string design = "random";
  std::string indices;  ///< "sobol" or empty.
  bool is_checked = false;
  std::string limits;  ///< A file or the name of embedded limits; empty: the model's own.
  std::string frame;   ///< End effector; empty: the model's own.
  std::optional<Vec3> gravity;
  bool accepts_inertia = false;
  long long items_per_part = 0;  ///< 0: not said.
  std::vector<VaryEntry> vary;
  std::map<std::string, std::string> places;  ///< Of keys, for messages: "study.toml:3:9".

  /// "study.toml:3:9: quantities: " of a key.
  std::string at(const std::string& key) const;
};

/// Reads a study; files that it names are relative to its folder, and motions may be patterns such
/// as "logs/*.csv".
/// @throws ModelError with all problems, each "file:line:column: what was found; what is needed".
StudyFile load_study(const std::string& path);
StudyFile read_study_toml(const std::string& source_name, const std::string& text);

}  // namespace appell::io
