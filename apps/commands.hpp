#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/io/load_model.hpp"
#include "appell/jobs/sources.hpp"
#include "appell/model/model.hpp"

namespace CLI {
class App;
}

namespace appell::apps {

/// What every command that takes a robot has in common.
using ModelOptions = jobs::ModelSource;

/// Thrown when a command is done and the answer is "no": exit code 1, nothing more to say.
struct AnswerIsNo {};

void add_model_argument(CLI::App& command, std::string& model);
void add_package_option(CLI::App& command, std::vector<std::string>& packages);
void add_strict_option(CLI::App& command, bool& strict);
void add_open_loops_option(CLI::App& command, bool& open_loops);
void add_open_meshes_option(CLI::App& command, std::string& open_meshes);

/// Adds MODEL, --gravity, --package, --accept-inertia, --strict, --open-loops and --friction to a
/// command.
void add_model_options(CLI::App& command, ModelOptions& options);

/// The end effector that --frame names, or the model's own if it names none. One that never moves
/// gets a warning on stderr.
/// @throws InvalidArgument for a link that the model does not have.
const model::Frame& end_effector(const model::Model& model, const std::string& frame);

/// Loads the model that the options name; its warnings go to stderr.
model::Model load(const ModelOptions& options);

/// Result text to stdout, complete or an error.
void print(const std::string& text);

/// Each of these adds one command to the program.
void add_completion(CLI::App& app);
void add_help(CLI::App& app);
void add_demo(CLI::App& app);

}  // namespace appell::apps
