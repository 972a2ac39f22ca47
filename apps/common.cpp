#include <cstdio>

#include <CLI/CLI.hpp>

#include "apps/commands.hpp"
#include "apps/option_checks.hpp"
#include "apps/terminal.hpp"
#include "apps/terminal_context.hpp"

namespace appell::apps {
void add_model_argument(CLI::App& command, std::string& model) {
  command
      .add_option("MODEL", model,
                  "a .urdf, MJCF .xml, .sdf or .toml file, or the name of an embedded model")
      ->required();
}

void add_package_option(CLI::App& command, std::vector<std::string>& packages) {
  command
      .add_option("--package", packages,
                  "the folder of package://NAME/ in mesh file names; may be repeated")
      ->allow_extra_args(false)
      ->option_text("NAME=DIR");
}

void add_strict_option(CLI::App& command, bool& strict) {
  command.add_flag("--strict", strict,
                   "refuse a robot file with unknown elements or attributes (default: warn if they "
                   "cannot change a result)");
}

void add_open_loops_option(CLI::App& command, bool& open_loops) {
  command.add_flag("--open-loops", open_loops,
                   "leave kinematic loops of an MJCF or SDF file open instead of refusing it");
}

void add_open_meshes_option(CLI::App& command, std::string& open_meshes) {
  command
      .add_option("--open-meshes", open_meshes,
                  "what to make of an open mesh that an inertia must come from: close (its holes, "
                  "the default), hull (its convex hull), refuse")
      ->check(one_of({"close", "hull", "refuse"}))
      ->option_text("RULE");
}

void add_model_options(CLI::App& command, ModelOptions& options) {
  add_model_argument(command, options.path);
  command.add_option("--gravity", options.gravity,
                     "gravitational acceleration x,y,z in m/s² (default: the model's, 0,0,-9.81)");
  add_package_option(command, options.packages);
  command.add_flag("--accept-inertia", options.accept_inertia,
                   "accept links with an inertia that no real body can have");
  add_strict_option(command, options.strict);
  add_open_loops_option(command, options.open_loops);
  add_open_meshes_option(command, options.open_meshes);
  command.add_option("--friction", options.friction,
                     "a .toml with joint friction that replaces the model's (docs/formats.md)");
}

const model::Frame& end_effector(const model::Model& model, const std::string& frame) {
  TerminalContext context;
  return jobs::end_effector(model, frame, context);
}

model::Model load(const ModelOptions& options) {
  TerminalContext context;
  return jobs::load(options, context);
}

void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) {
    throw NumericalError("standard output: writing failed");
  }
}

}  // namespace appell::apps
