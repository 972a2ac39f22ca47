#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <set>

#include <CLI/CLI.hpp>

#include "appell/analysis/quantities.hpp"
#include "appell/base/check.hpp"
#include "appell/base/counted.hpp"
#include "appell/io/beside.hpp"
#include "appell/io/friction_file.hpp"
#include "appell/io/named_files.hpp"
#include "appell/io/numbers.hpp"
#include "appell/kinematics/differential_matrices.hpp"
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

/// If only impossible inertias, only loops, or only open meshes keep a model from loading, the
/// message says what to do.
io::LoadResult load_or_hint(const std::string& model, const io::LoadOptions& options) {
  try {
    return io::load_model(model, options);
  } catch (const ModelError& error) {
    io::LoadOptions lenient = options;
    lenient.physics = mass::Physics::kNotChecked;
    if (loads(model, lenient)) {
      throw ModelError(concat(error.what(), "\n", model,
                              ": --accept-inertia goes on with these numbers, and every output "
                              "then says so; appell lint explains them"));
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

}  // namespace

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

namespace {

/// The model with some joints more that have no motor.
model::Model with_passive(const model::Model& model, const std::vector<std::string>& names,
                          mass::Physics physics) {
  model::Description description = model.description();
  std::vector<std::string> known;
  for (const model::Joint& joint : description.joints) known.push_back(joint.name);
  for (const std::string& name : names) {
    const auto at = std::find(known.begin(), known.end(), name);
    check(at != known.end(), "--passive: '", name, "' is no joint of '", model.name(), "'",
          suggestion(name, known), "; it has ", comma_list(known));
    description.joints[static_cast<std::size_t>(at - known.begin())].is_passive = true;
  }
  return model::build(std::move(description), physics);
}

}  // namespace

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
      ->check(CLI::IsMember({"close", "hull", "refuse"}))
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

void add_passive_option(CLI::App& command, ModelOptions& options) {
  as_list(command.add_option("--passive", options.passive,
                             "unactuated joints; a free base always is one"),
          "JOINT,JOINT,...");
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

void add_detail_options(CLI::App& command, DetailOptions& options) {
  command.add_option("--angles", options.angles,
                     "angle set for the quantities angles and J_psi: zyx, zxz, ...: rotations "
                     "about the moving axes in that order");
  as_list(command.add_option("--terms", options.terms,
                             "joints for the partial derivatives A: joint1,joint1 is the second "
                             "derivative with respect to joint1"),
          "JOINT,JOINT,...");
}

std::optional<spatial::AngleSet> angle_set(const DetailOptions& options) {
  if (options.angles.empty()) return std::nullopt;
  try {
    return spatial::angle_set_named(options.angles);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(concat("--angles: ", error.what()));
  }
}

std::vector<int> terms(const DetailOptions& options, const model::Model& model) {
  std::vector<std::string> names;
  for (const model::Coordinate& coordinate : model.coordinates()) names.push_back(coordinate.name);
  std::vector<int> found;
  for (const std::string& name : options.terms) {
    const auto at = std::find(names.begin(), names.end(), name);
    check(at != names.end(), "--terms: '", name, "' is no coordinate of '", model.name(), "'",
          suggestion(name, names), "; it has ", comma_list(names));
    found.push_back(static_cast<int>(at - names.begin()));
  }
  check(found.size() <= kinematics::kMostIndices, "--terms: ", found.size(), " joints; at most ",
        kinematics::kMostIndices, " are possible");
  return found;
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
  if (!options.passive.empty()) model = with_passive(model, options.passive, physics);
  if (options.friction.empty()) return model;
  const io::FrictionFile friction = io::load_friction(options.friction);
  for (const std::string& warning : friction.warnings) warn(warning);
  return io::with_friction(model, friction, options.friction, physics);
}

io::Motion load_motion(const MotionOptions& options, const model::Model* model) {
  io::Motion motion = io::load_motion(options.path, model, options.reading);
  say_what_was_read(motion.summary, motion.warnings);
  return motion;
}

void say_what_was_read(const std::string& summary, const std::vector<std::string>& warnings) {
  for (std::size_t at = 0; at < summary.size();) {  // A line per recording.
    const std::size_t end = std::min(summary.find('\n', at), summary.size());
    note(one_line(summary.substr(at, end - at)));
    at = end + 1;
  }
  for (const std::string& warning : warnings) warn(warning);
}

void require_derivatives(const io::Motion& motion, const std::string& path, int order,
                         const std::string& what) {
  const std::string warning = io::check_derivatives(motion, path, order, what);
  if (!warning.empty()) warn(warning);
}

void add_motion_options(CLI::App& command, MotionOptions& options) {
  command.add_option("MOTION", options.path, "a .toml motion or a .csv (see docs/formats.md)")
      ->required();
  add_reading_options(command, options.reading);
}

void add_reading_options(CLI::App& command, io::MotionOptions& options) {
  const auto add = [&command](const char* name, const char* type, const char* help,
                              const std::function<void(const std::string&)>& take) {
    command.add_option_function<std::string>(name, take, help)
        ->type_name(type)
        ->group("How a recording is read");
  };
  add("--smooth", "auto|none|SD",
      "noise of a recording: auto (default) finds the most likely motion and interpolates exact "
      "data; none interpolates everything; or the noise's standard deviation (rad or m)",
      [&](const std::string& text) { options.smooth = io::smoothing_named(text, "--smooth"); });
  add("--clock", "auto|none|SECONDS",
      "timestamps: auto (default) rebuilds them where the rows show the true clock; none keeps "
      "them; or the true time between rows",
      [&](const std::string& text) { options.clock = io::clock_named(text, "--clock"); });
  add("--columns", "FILE.toml",
      "which column is what: joints, units, signs, velocities, efforts (docs/formats.md)",
      [&](const std::string& text) { options.columns = text; });
  command.add_flag("--degrees", options.degrees, "angles and their rates are in degrees")
      ->group("How a recording is read");
  add("--time-unit", "s|ms|us|ns", "of the time column", [&](const std::string& text) {
    check(io::is_time_unit(text), "--time-unit: '", text, "' is found; s, ms, us or ns is needed");
    options.time_unit = text;
  });
  add("--rename", "COLUMN=JOINT,...", "which joint a column is",
      [&](const std::string& text) { options.rename = io::renames_in(text, "--rename"); });
  command
      .add_flag("--skip-bad-rows", options.skip_bad_rows,
                "leave out rows that cannot be read or go back in time")
      ->group("How a recording is read");
  add("--derivatives", "N", "derivatives of q that its law has (default: 4, which τ'' takes)",
      [&](const std::string& text) {
        const auto number = io::number_in(text);
        check(number && *number >= 1.0 && *number <= 20.0 && *number == std::floor(*number),
              "--derivatives: '", text, "' is found; 1 to 20 is needed");
        options.derivatives = static_cast<int>(*number);
      });
}

std::vector<std::string> motion_files(const MotionOptions& options) {
  const std::string& columns = options.reading.columns;
  if (columns.empty()) return {options.path};
  std::vector<std::string> files{options.path, columns};
  for (const std::string& named : io::files_named_in(columns)) {
    files.push_back(io::beside(options.path, named));
  }
  return files;
}

void add_sampling_options(CLI::App& command, SamplingOptions& options) {
  command.add_option("--every", options.every, "time between samples, s")
      ->check(positive_number("seconds"));
  command.add_option("--rate", options.rate, "samples per s, instead of --every")
      ->check(positive_number("samples per second"));
  command
      .add_option("--samples", options.count,
                  "number of samples, including both ends (default: 1001)")
      ->check(whole_number(2, report::kMostSamples));
}

void add_recorded_sampling_options(CLI::App& command, SamplingOptions& options) {
  add_sampling_options(command, options);
  command.add_flag("--at-samples", options.at_samples,
                   "at the recording's own timestamps, instead of evenly spaced samples");
}

report::SampleTimes sample_times(const SamplingOptions& options, const MotionOptions& of,
                                 const io::Motion& motion) {
  if (!options.at_samples) return sample_times(options, motion.trajectory.range());
  check(!options.every && !options.rate && !options.count,
        "--at-samples: not with --every, --rate or --samples");
  check(motion.recording != nullptr, "--at-samples: ", of.path, " is no recording with timestamps");
  return report::SampleTimes(std::make_shared<const std::vector<double>>(motion.recording->times));
}

report::SampleTimes sample_times(const SamplingOptions& options, trajectory::TimeRange range) {
  const int given =
      options.every.has_value() + options.rate.has_value() + options.count.has_value();
  check(given <= 1, "--every, --rate, --samples: ", given, " of them are given; one is needed");
  if (!options.every && !options.rate) {
    return report::times_between(range, options.count.value_or(1001));
  }
  const double step = options.every ? *options.every : 1.0 / *options.rate;
  const double steps = range.duration() / step;
  check(steps < static_cast<double>(report::kMostSamples),
        options.every ? concat("--every: ", *options.every, " s")
                      : concat("--rate: ", *options.rate, " per s"),
        " makes ", short_text(steps), " samples of the ", range.duration(),
        " s of the motion; at most ", report::kMostSamples, " are possible");
  return report::times_every(range, step);
}

void warn_beyond_limits(const analysis::LimitWatch& limits, long long num_samples) {
  for (const analysis::LimitExcess& excess : limits.excesses()) {
    warn(one_line(analysis::limit_warning(excess, num_samples)));
  }
}

void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) {
    throw NumericalError("standard output: writing failed");
  }
}

}  // namespace appell::apps
