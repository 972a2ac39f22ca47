#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/analysis/limit_watch.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/model/model.hpp"
#include "appell/report/sample_times.hpp"
#include "appell/spatial/orientation.hpp"

namespace CLI {
class App;
}

namespace appell::apps {

/// What every command that takes a robot has in common.
struct ModelOptions {
  std::string model;
  std::optional<std::string> gravity;  ///< "x,y,z"; not given: the model's own.
  std::vector<std::string> packages;   ///< "NAME=DIR"
  bool accept_inertia = false;
  bool strict = false;  ///< What does not belong in a file is an error, not a warning.
  bool open_loops = false;
  std::string open_meshes = "close";
  std::string friction;              ///< A friction file; empty: the model's own friction.
  std::vector<std::string> passive;  ///< Joints without a motor, beside those of the model.
};

/// Thrown when a command is done and the answer is "no": exit code 1, nothing more to say.
struct AnswerIsNo {};

void add_model_argument(CLI::App& command, std::string& model);
void add_package_option(CLI::App& command, std::vector<std::string>& packages);
void add_strict_option(CLI::App& command, bool& strict);
void add_open_loops_option(CLI::App& command, bool& open_loops);
void add_open_meshes_option(CLI::App& command, std::string& open_meshes);

/// Says on stderr how open meshes were taken, and what else could be made of them.
void warn_of_open_meshes(const io::LoadResult& loaded, const std::string& open_meshes);

/// "NAME=DIR" texts as a map.
/// @throws InvalidArgument for a text without '='.
io::Packages packages_from(const std::vector<std::string>& texts);

/// What to say of each package in which a mesh was looked for, and that was not given.
std::vector<std::string> package_hints(const model::Description& robot,
                                       const io::Packages& packages);

/// Adds MODEL, --gravity, --package, --accept-inertia, --strict, --open-loops and --friction to a
/// command.
void add_model_options(CLI::App& command, ModelOptions& options);

/// Adds --passive, for commands that are about motors.
void add_passive_option(CLI::App& command, ModelOptions& options);

inline constexpr const char* kFrameHelp =
    "end-effector link (default: the model's own, or the last link of the longest chain of moving "
    "joints)";

/// The end effector that --frame names, or the model's own if it names none. One that never moves
/// gets a warning on stderr.
/// @throws InvalidArgument for a link that the model does not have.
const model::Frame& end_effector(const model::Model& model, const std::string& frame);

/// Adds --only, which takes names of quantities.
void add_quantities_option(CLI::App& command, std::vector<std::string>& names);

/// What some quantities need to be told.
struct DetailOptions {
  std::string angles;              ///< "zyx"
  std::vector<std::string> terms;  ///< Names of coordinates.
};

/// Adds --angles and --terms to a command.
void add_detail_options(CLI::App& command, DetailOptions& options);
std::optional<spatial::AngleSet> angle_set(const DetailOptions& options);
/// The coordinates that --terms names.
/// @throws InvalidArgument for a name that the model does not have.
std::vector<int> terms(const DetailOptions& options, const model::Model& model);

/// Loads the model that the options name; its warnings go to stderr.
model::Model load(const ModelOptions& options);

/// A motion, and how a recording is read.
struct MotionOptions {
  std::string path;
  io::MotionOptions reading;
};

/// Loads a motion; what was read, and warnings, go to stderr.
/// @param model  of the end effector, where the motion is given there; nullptr: as the file says.
io::Motion load_motion(const MotionOptions& options, const model::Model* model);

/// What was read of recordings, a line each, and warnings, to stderr.
void say_what_was_read(const std::string& summary, const std::vector<std::string>& warnings);

/// That a recording has the derivatives of q that a command takes; says on stderr which of them it
/// does not determine.
/// @param what  takes them: "--order 3".
void require_derivatives(const io::Motion& motion, const std::string& path, int order,
                         const std::string& what);

/// Adds MOTION and how to read it.
void add_motion_options(CLI::App& command, MotionOptions& options);
/// Only how recordings are read: for commands whose motions are called otherwise.
void add_reading_options(CLI::App& command, io::MotionOptions& options);
/// The files that are read with a motion, which must not be written: MOTION and those of --columns,
/// which are beside it.
std::vector<std::string> motion_files(const MotionOptions& options);

/// At which times of a motion: at most one of them is given.
struct SamplingOptions {
  std::optional<double> every;     ///< Step in s.
  std::optional<double> rate;      ///< Steps per s.
  std::optional<long long> count;  ///< Number of samples, both ends among them.
  bool at_samples = false;         ///< At the recording's own timestamps.
};

/// Adds --every, --rate and --samples to a command.
void add_sampling_options(CLI::App& command, SamplingOptions& options);
/// And --at-samples.
void add_recorded_sampling_options(CLI::App& command, SamplingOptions& options);

/// The times that the options mean; 1001 samples if none is given.
/// @throws InvalidArgument if several are given, or there would be too many samples.
report::SampleTimes sample_times(const SamplingOptions& options, trajectory::TimeRange range);
/// The same along a motion, which may be a recording with times of its own.
report::SampleTimes sample_times(const SamplingOptions& options, const MotionOptions& of,
                                 const io::Motion& motion);

/// Says on stderr which joints left their limits in any of the samples.
void warn_beyond_limits(const analysis::LimitWatch& limits, long long num_samples);

/// Result text to stdout, complete or an error.
void print(const std::string& text);

/// Each of these adds one command to the program.
void add_capability(CLI::App& app);
void add_compare(CLI::App& app);
void add_completion(CLI::App& app);
void add_convert(CLI::App& app);
void add_elastic(CLI::App& app);
void add_feedforward(CLI::App& app);
void add_help(CLI::App& app);
void add_lint(CLI::App& app);
void add_mass(CLI::App& app);
void add_models(CLI::App& app);
void add_quantities(CLI::App& app);
void add_analyze(CLI::App& app);
void add_demo(CLI::App& app);
void add_sweep(CLI::App& app);

}  // namespace appell::apps
