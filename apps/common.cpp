#include <cstdio>
#include <filesystem>
#include <set>

#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/base/counted.hpp"
#include "appell/io/friction_file.hpp"
#include "appell/io/numbers.hpp"
#include "apps/commands.hpp"
#include "apps/option_checks.hpp"
#include "apps/terminal.hpp"

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

/// Whether a model loads with these options.
bool loads(const std::string& model, const io::LoadOptions& options) {
  try {
    io::load_model(model, options);
    return true;
  } catch (const ModelError&) {
    return false;
  }
}

}  // namespace

io::LoadResult load_or_hint(const std::string& model, const io::LoadOptions& options) {
  try {
    return io::load_model(model, options);
  } catch (const ModelError& error) {
    io::LoadOptions lenient = options;
    lenient.physics = mass::Physics::kNotChecked;
    if (loads(model, lenient)) {
      throw ModelError(concat(error.what(), "\n", model,
                              ": --accept-inertia goes on with these numbers, and every output "
                              "then says so; appell lint explains them, and lint --fix FILE "
                              "replaces them"));
    }
    lenient = options;
    lenient.open_loops = true;
    if (!options.open_loops && loads(model, lenient)) {
      throw ModelError(
          concat(error.what(), "\n", model, ": --open-loops leaves them open, and says which"));
    }
    lenient = options;
    lenient.open_meshes = mass::OpenMeshes::kClose;
    if (options.open_meshes == mass::OpenMeshes::kRefuse && loads(model, lenient)) {
      throw ModelError(concat(error.what(), "\n", model,
                              ": --open-meshes close closes the holes of open meshes, hull takes "
                              "their convex hulls"));
    }
    throw;
  }
}

io::Packages packages_from(const std::vector<std::string>& texts) {
  io::Packages packages;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    check(equals != std::string::npos && equals > 0, "--package: is '", text,
          "'; NAME=DIR is needed");
    const std::string folder = text.substr(equals + 1);
    check(std::filesystem::is_directory(folder), "--package ", text, ": '", folder,
          "' is no folder; the one that holds the package's files is needed");
    packages[text.substr(0, equals)] = folder;
  }
  return packages;
}

std::vector<std::string> package_hints(const model::Description& robot,
                                       const io::Packages& packages) {
  constexpr std::string_view kScheme = "package://";
  std::set<std::string> missing;
  for (const model::Link& link : robot.links) {
    for (const model::Geometry& geometry : link.geometries) {
      const auto* mesh = std::get_if<model::MeshFile>(&geometry.shape);
      if (mesh == nullptr || !mesh->path.empty() || !mesh->uri.starts_with(kScheme)) continue;
      const std::string name =
          mesh->uri.substr(kScheme.size(), mesh->uri.find('/', kScheme.size()) - kScheme.size());
      if (!name.empty() && !packages.contains(name)) missing.insert(name);
    }
  }
  std::vector<std::string> hints;
  for (const std::string& name : missing) {
    hints.push_back(concat("--package ", name, "=DIR says where package://", name, "/ is"));
  }
  return hints;
}

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

void warn_of_open_meshes(const io::LoadResult& loaded, const std::string& open_meshes) {
  if (loaded.num_open_meshes == 0) return;
  warn(concat("--open-meshes ", open_meshes, " was taken for ",
              counted(loaded.num_open_meshes, "mesh", "meshes"), ", named above; ",
              open_meshes == "hull" ? "close closes their holes" : "hull takes their convex hulls",
              ", refuse refuses them"));
}

void add_model_options(CLI::App& command, ModelOptions& options) {
  add_model_argument(command, options.model);
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
  if (frame.empty()) return model.default_frame();
  const model::Frame& found = model.frame(frame);
  if (!found.can_move() && model.num_coordinates() > 0) {
    warn(concat("--frame: link '", one_line(frame),
                "' does not move: its velocity, Jacobian and all that follows from them are zero "
                "(the end effector would be '",
                one_line(model.default_frame().name), "')"));
  }
  return found;
}

void add_quantities_option(CLI::App& command, std::vector<std::string>& names) {
  as_list(command.add_option("--only", names,
                             "quantities by name, such as q, Q_drive, power or kinetic_energy; "
                             "appell quantities lists all"),
          "NAME,NAME,...");
}

model::Model load(const ModelOptions& options) {
  const mass::Physics physics =
      options.accept_inertia ? mass::Physics::kNotChecked : mass::Physics::kRequired;
  const io::Packages packages = packages_from(options.packages);
  const io::LoadResult loaded = load_or_hint(
      options.model,
      {.physics = physics,
       .packages = packages,
       .strictness = options.strict ? io::Strictness::kStrict : io::Strictness::kTolerant,
       .open_loops = options.open_loops,
       .open_meshes = mass::open_meshes_named(options.open_meshes)});
  for (const std::string& warning : loaded.warnings) warn(warning);
  warn_of_open_meshes(loaded, options.open_meshes);
  for (const std::string& hint : package_hints(loaded.model.description(), packages)) {
    warn(hint);
  }
  model::Model model = options.gravity
                           ? loaded.model.with_gravity(triple("--gravity", *options.gravity))
                           : loaded.model;
  if (options.friction.empty()) return model;
  const io::FrictionFile friction = io::load_friction(options.friction);
  for (const std::string& warning : friction.warnings) warn(warning);
  return io::with_friction(model, friction, options.friction, physics);
}

void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) {
    throw NumericalError("standard output: writing failed");
  }
}

}  // namespace appell::apps
