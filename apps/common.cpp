#include <cstdio>

#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/io/numbers.hpp"
#include "apps/commands.hpp"

namespace appell::apps {
namespace {

/// "1,2,3" as a vector.
Vec3 triple(const std::string& option, const std::string& text) {
  std::string blanks = text;
  for (char& c : blanks) {
    if (c == ',') c = ' ';
  }
  const auto values = io::numbers_in(blanks);
  check(values && values->size() == 3, option, ": is '", text, "'; three numbers x,y,z are needed");
  return {(*values)[0], (*values)[1], (*values)[2]};
}

}  // namespace

void add_model_options(CLI::App& command, ModelOptions& options) {
  command.add_option("MODEL", options.model, "a .urdf file or the name of an embedded model")
      ->required();
  command.add_option("--gravity", options.gravity,
                     "gravitational acceleration x,y,z in m/s² (default: the model's, 0,0,-9.81)");
  command.add_flag("--accept-inertia", options.accept_inertia,
                   "go on although a link has an inertia that no real body has");
}

model::Model load(const ModelOptions& options) {
  const mass::Physics physics =
      options.accept_inertia ? mass::Physics::kNotChecked : mass::Physics::kRequired;
  const io::LoadResult loaded = io::load_model(options.model, {.physics = physics});
  for (const std::string& warning : loaded.warnings) {
    std::fprintf(stderr, "warning: %s\n", warning.c_str());
  }
  if (options.gravity.empty()) return loaded.model;
  return loaded.model.with_gravity(triple("--gravity", options.gravity));
}

void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) {
    throw NumericalError("standard output: writing failed");
  }
}

}  // namespace appell::apps
