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
};

/// Thrown when a command is done and the answer is "no": exit code 1, nothing more to say.
struct AnswerIsNo {};

void add_model_argument(CLI::App& command, std::string& model);
void add_package_option(CLI::App& command, std::vector<std::string>& packages);

/// "NAME=DIR" texts as a map.
/// @throws InvalidArgument for a text without '='.
io::Packages packages_from(const std::vector<std::string>& texts);

/// What to say of each package in which a mesh was looked for, and that was not given.
std::vector<std::string> package_hints(const model::Description& robot,
                                       const io::Packages& packages);

/// Adds MODEL, --gravity, --package and --accept-inertia to a command.
void add_model_options(CLI::App& command, ModelOptions& options);

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

/// Loads a motion; its warnings go to stderr.
/// @param order  highest derivative of q that is wanted of it.
/// @param model  of the end effector, where the motion is given there; nullptr: as the file says.
io::Motion load_motion(const std::string& path, int order, const model::Model* model);

/// Adds --model, for motions that are given at the end effector.
void add_motion_model_option(CLI::App& command, std::string& model);
/// The motion of a command with that option.
io::Motion load_motion(const std::string& path, int order, const std::string& model);

/// At which times of a motion: at most one of them is given.
struct SamplingOptions {
  std::optional<double> every;     ///< Step in s.
  std::optional<double> rate;      ///< Steps per s.
  std::optional<long long> count;  ///< Number of samples, both ends among them.
};

/// Adds --every, --rate and --samples to a command.
void add_sampling_options(CLI::App& command, SamplingOptions& options);

/// The times that the options mean; 1001 samples if none is given.
/// @throws InvalidArgument if several are given, or there would be too many samples.
report::SampleTimes sample_times(const SamplingOptions& options, trajectory::TimeRange range);

/// Says on stderr which joints left their limits in any of the samples.
void warn_beyond_limits(const analysis::LimitWatch& limits, long long num_samples);

/// Result text to stdout, complete or an error.
void print(const std::string& text);

/// Each of these adds one command to the program.
void add_convert(CLI::App& app);
void add_eval(CLI::App& app);
void add_inverse(CLI::App& app);
void add_lint(CLI::App& app);
void add_mass(CLI::App& app);
void add_models(CLI::App& app);
void add_quantities(CLI::App& app);
void add_analyze(CLI::App& app);
void add_demo(CLI::App& app);
void add_sample(CLI::App& app);
void add_trajectory(CLI::App& app);

/// In appell-papers the commands themselves, in appell what starts that program.
void add_verify(CLI::App& app);
void add_equations(CLI::App& app);
inline constexpr const char* kEquationsSummary =
    "the equation of motion of a robot at an instant, in a form of the papers, term by term";
inline constexpr const char* kVerifySummary =
    "proves the equations of the papers on a robot, by independent routes; exit 1 if one fails";

}  // namespace appell::apps
