#include <algorithm>
#include <cstdio>
#include <set>

#include <CLI/CLI.hpp>

#include "appell/analysis/quantities.hpp"
#include "appell/base/check.hpp"
#include "appell/io/numbers.hpp"
#include "appell/kinematics/differential_matrices.hpp"
#include "apps/commands.hpp"
#include "apps/option_checks.hpp"

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

/// If only impossible inertias keep a model from loading, the message says what to do.
io::LoadResult load_or_hint(const std::string& model, io::LoadOptions options) {
  try {
    return io::load_model(model, options);
  } catch (const ModelError& error) {
    options.physics = mass::Physics::kNotChecked;
    try {
      io::load_model(model, options);
    } catch (const ModelError&) {
      throw error;
    }
    throw ModelError(concat(error.what(), "\n", model,
                            ": --accept-inertia goes on with these numbers, and every output then "
                            "says so; appell lint explains them"));
  }
}

}  // namespace

io::Packages packages_from(const std::vector<std::string>& texts) {
  io::Packages packages;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    check(equals != std::string::npos && equals > 0, "--package: is '", text,
          "'; NAME=DIR is needed");
    packages[text.substr(0, equals)] = text.substr(equals + 1);
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
  command.add_option("MODEL", model, "a .urdf or .toml file, or the name of an embedded model")
      ->required();
}

void add_package_option(CLI::App& command, std::vector<std::string>& packages) {
  command
      .add_option("--package", packages,
                  "where package://NAME/ in mesh file names is; may be repeated")
      ->allow_extra_args(false)
      ->option_text("NAME=DIR");
}

void add_model_options(CLI::App& command, ModelOptions& options) {
  add_model_argument(command, options.model);
  command.add_option("--gravity", options.gravity,
                     "gravitational acceleration x,y,z in m/s² (default: the model's, 0,0,-9.81)");
  add_package_option(command, options.packages);
  command.add_flag("--accept-inertia", options.accept_inertia,
                   "go on although a link has an inertia that no real body has");
}

void add_quantities_option(CLI::App& command, std::vector<std::string>& names) {
  as_list(command.add_option("--only", names,
                             "quantities, of: " + whole_comma_list(analysis::quantity_names())),
          "NAME,NAME,...");
}

void add_detail_options(CLI::App& command, DetailOptions& options) {
  command.add_option(
      "--angles", options.angles,
      "set of orientation angles of the end effector, for angles and J_psi: zyx, zxz, "
      "..., rotations about the moving axes in that sequence");
  as_list(
      command.add_option("--terms", options.terms,
                         "joints by which placements are differentiated, for A: joint1,joint1 is "
                         "the second derivative by joint1"),
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
  const io::LoadResult loaded = load_or_hint(options.model, {physics, packages});
  for (const std::string& warning : loaded.warnings) {
    std::fprintf(stderr, "warning: %s\n", warning.c_str());
  }
  for (const std::string& hint : package_hints(loaded.model.description(), packages)) {
    std::fprintf(stderr, "warning: %s\n", hint.c_str());
  }
  if (!options.gravity) return loaded.model;
  return loaded.model.with_gravity(triple("--gravity", *options.gravity));
}

io::Motion load_motion(const std::string& path, int order, const model::Model* model) {
  io::Motion motion = io::load_motion(path, order, model);
  for (const std::string& warning : motion.warnings) {
    std::fprintf(stderr, "warning: %s\n", warning.c_str());
  }
  return motion;
}

void add_motion_model_option(CLI::App& command, std::string& model) {
  command.add_option("--model", model,
                     "robot of a motion that is given at its end effector (default: the one that "
                     "the motion names)");
}

io::Motion load_motion(const std::string& path, int order, const std::string& model) {
  if (model.empty()) return load_motion(path, order, nullptr);
  const model::Model loaded = load({.model = model});
  return load_motion(path, order, &loaded);
}

void add_sampling_options(CLI::App& command, SamplingOptions& options) {
  command.add_option("--every", options.every, "time between two samples, s")
      ->check(positive_number("seconds"));
  command.add_option("--rate", options.rate, "samples per s, instead of --every")
      ->check(positive_number("samples per second"));
  command
      .add_option("--samples", options.count,
                  "number of samples, both ends among them (default: 1001)")
      ->check(whole_number(2, report::kMostSamples));
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
    std::fprintf(stderr, "warning: %s\n",
                 one_line(analysis::limit_warning(excess, num_samples)).c_str());
  }
}

void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) {
    throw NumericalError("standard output: writing failed");
  }
}

}  // namespace appell::apps
