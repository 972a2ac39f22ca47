#include "appell/jobs/sources.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>

#include "appell/analysis/limit_watch.hpp"
#include "appell/analysis/quantities.hpp"
#include "appell/analysis/selection.hpp"
#include "appell/base/check.hpp"
#include "appell/base/counted.hpp"
#include "appell/io/beside.hpp"
#include "appell/io/embedded_models.hpp"
#include "appell/io/friction_file.hpp"
#include "appell/io/limit_file.hpp"
#include "appell/io/named_files.hpp"
#include "appell/io/numbers.hpp"
#include "appell/kinematics/differential_matrices.hpp"

namespace appell::jobs {
namespace {

/// "1,2,3" as a vector.
Vec3 triple(const std::string& called, const std::string& text) {
  std::string blanks = text;
  std::replace(blanks.begin(), blanks.end(), ',', ' ');
  const auto values = io::numbers_in(blanks);
  check(values && values->size() == 3, called, ": is '", text, "'; three numbers x,y,z are needed");
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

/// io::load_model(); where one option would let a model load, the message names it.
io::LoadResult load_or_hint(const std::string& model, const io::LoadOptions& options,
                            const Context& context) {
  try {
    return io::load_model(model, options);
  } catch (const ModelError& error) {
    const auto hint = [&](std::string_view option, const char* does) {
      throw ModelError(concat(error.what(), "\n", model, ": ", context.called(option), " ", does));
    };
    io::LoadOptions lenient = options;
    lenient.physics = mass::Physics::kNotChecked;
    if (loads(model, lenient)) {
      hint("accept-inertia",
           "goes on with these numbers, and every output then says so; appell lint explains them, "
           "and "
           "lint --fix FILE replaces them");
    }
    lenient = options;
    lenient.open_loops = true;
    if (!options.open_loops && loads(model, lenient)) {
      hint("open-loops", "leaves them open, and says which");
    }
    lenient = options;
    lenient.open_meshes = mass::OpenMeshes::kClose;
    if (options.open_meshes == mass::OpenMeshes::kRefuse && loads(model, lenient)) {
      hint("open-meshes", "close closes the holes of open meshes, hull takes their convex hulls");
    }
    throw;
  }
}

/// The texts "NAME=DIR" as a map.
io::Packages packages_from(const std::vector<std::string>& texts, const Context& context) {
  io::Packages packages;
  const std::string called = context.called("package");
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    check(equals != std::string::npos && equals > 0, called, ": is '", text,
          "'; NAME=DIR is needed");
    const std::string folder = text.substr(equals + 1);
    check(std::filesystem::is_directory(folder), called, " ", text, ": '", folder,
          "' is no folder; the one that holds the package's files is needed");
    packages[text.substr(0, equals)] = folder;
  }
  return packages;
}

/// What to say of each package in which a mesh was looked for, and that was not given.
std::vector<std::string> package_hints(const model::Description& robot,
                                       const io::Packages& packages, const Context& context) {
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
    hints.push_back(
        concat(context.called("package"), " ", name, "=DIR says where package://", name, "/ is"));
  }
  return hints;
}

/// The model with some joints more that have no motor.
model::Model with_passive(const model::Model& model, const ModelSource& source,
                          const Context& context) {
  model::Description description = model.description();
  std::vector<std::string> known;
  for (const model::Joint& joint : description.joints) known.push_back(joint.name);
  for (const std::string& name : source.passive) {
    const auto at = std::find(known.begin(), known.end(), name);
    check(at != known.end(), context.called("passive"), ": '", name, "' is no joint of '",
          model.name(), "'", suggestion(name, known), "; it has ", comma_list(known));
    description.joints[at - known.begin()].is_passive = true;
  }
  return model::build(std::move(description), source.physics());
}

template <class Embedded>
std::vector<std::string> names_of(const std::vector<Embedded>& all) {
  std::vector<std::string> names;
  for (const Embedded& one : all) names.emplace_back(one.name);
  return names;
}

}  // namespace

// ---------------------------------------------------------------------------------------- robots

io::LoadResult read(const ModelSource& source, const Context& context) {
  if (source.held) return {.model = *source.held, .warnings = {}};
  const io::Packages packages = packages_from(source.packages, context);
  io::LoadResult loaded = load_or_hint(
      source.path,
      {.physics = source.physics(),
       .packages = packages,
       .strictness = source.strict ? io::Strictness::kStrict : io::Strictness::kTolerant,
       .open_loops = source.open_loops,
       .open_meshes = mass::open_meshes_named(source.open_meshes)},
      context);
  if (loaded.num_open_meshes > 0) {
    loaded.warnings.push_back(concat(
        context.called("open-meshes"), " ", source.open_meshes, " was taken for ",
        counted(loaded.num_open_meshes, "mesh", "meshes"), ", named above; ",
        source.open_meshes == "hull" ? "close closes their holes" : "hull takes their convex hulls",
        ", refuse refuses them"));
  }
  for (std::string& hint : package_hints(loaded.model.description(), packages, context)) {
    loaded.warnings.push_back(std::move(hint));
  }
  return loaded;
}

Parameters model_parameters() {
  Parameter model = required(
      offering(names_of(io::embedded_models()),
               as(Kind::kModel, "MODEL",
                  parameter(&ModelSource::path, "model",
                            "a .urdf, MJCF .xml, .sdf or .toml file, or the name of an embedded "
                            "model"))));
  model.set = [](void* request, const Given& value, const std::string& called) {
    auto& source = *static_cast<ModelSource*>(request);
    if (const auto* object = std::get_if<std::any>(&value)) {
      source = std::any_cast<const ModelSource&>(*object);
    } else {
      source.path = text_of(value, called);
    }
  };
  return together(
      {{std::move(model)},
       under("The robot",
             {as(Kind::kText, "X,Y,Z",
                 parameter(&ModelSource::gravity, "gravity",
                           "gravitational acceleration in m/s² (default: the model's, "
                           "0,0,-9.81)")),
              as(Kind::kFile, "FILE.toml",
                 parameter(&ModelSource::friction, "friction",
                           "joint friction that replaces the model's")),
              as(Kind::kList, "JOINT,...",
                 parameter(&ModelSource::passive, "passive",
                           "joints without a motor; a free base always is one")),
              also_called({"packages"},
                          as(Kind::kPairs, "NAME=DIR",
                             parameter(&ModelSource::packages, "package",
                                       "the folder of package://NAME/ in mesh file names; may be "
                                       "repeated"))),
              parameter(&ModelSource::accept_inertia, "accept-inertia",
                        "accept links with an inertia that no real body can have"),
              parameter(&ModelSource::strict, "strict",
                        "refuse a robot file with unknown elements or attributes"),
              parameter(&ModelSource::open_loops, "open-loops",
                        "leave kinematic loops of an MJCF or SDF file open instead of refusing it"),
              one_of({"close", "hull", "refuse"},
                     as(Kind::kText, "RULE",
                        parameter(&ModelSource::open_meshes, "open-meshes",
                                  "an open mesh that an inertia comes from: close its holes, take "
                                  "its hull, or refuse it")))})});
}

Parameters file_parameters() {
  Parameters parameters = model_parameters();
  std::erase_if(parameters, [](const Parameter& one) {
    return one.name == "gravity" || one.name == "friction" || one.name == "passive";
  });
  return parameters;
}

model::Model load(const ModelSource& source, Context& context) {
  const io::LoadResult loaded = read(source, context);
  for (const std::string& warning : loaded.warnings) context.warn(warning);
  model::Model model = loaded.model;
  if (source.gravity) {
    model = model.with_gravity(triple(context.called("gravity"), *source.gravity));
  }
  if (!source.passive.empty()) model = with_passive(model, source, context);
  if (source.friction.empty()) return model;
  const io::FrictionFile friction = io::load_friction(source.friction);
  for (const std::string& warning : friction.warnings) context.warn(warning);
  return io::with_friction(model, friction, source.friction, source.physics());
}

// --------------------------------------------------------------------------------------- motions

std::vector<std::string> MotionSource::files() const {
  if (held) return {};
  if (reading.columns.empty()) return {path};
  std::vector<std::string> files{path, reading.columns};
  for (const std::string& named : io::files_named_in(reading.columns)) {
    files.push_back(io::beside(path, named));
  }
  return files;
}

Parameters reading_parameters() {
  using Options = io::MotionOptions;
  using Text = const std::string&;
  Parameter time_unit = read_parameter<Options>(
      "time-unit", "unit of the time column", [](Options& to, Text text, Text called) {
        check(io::is_time_unit(text), called, ": '", text, "' is found; s, ms, us or ns is needed");
        to.time_unit = text;
      });
  Parameter smooth = read_parameter<Options>(
      "smooth",
      "noise of a recording: auto finds the most likely motion and interpolates exact data; none "
      "interpolates everything; or the noise's standard deviation (rad or m)",
      [](Options& to, Text text, Text called) { to.smooth = io::smoothing_named(text, called); });
  smooth.default_text = "auto";
  Parameter clock = read_parameter<Options>(
      "clock",
      "timestamps: auto rebuilds them where the rows show the true clock; none keeps them; or the "
      "true time between rows, s",
      [](Options& to, Text text, Text called) { to.clock = io::clock_named(text, called); });
  clock.default_text = "auto";
  Parameter rename{.name = "rename",
                   .words = "which joint a column is",
                   .set = [](void* request, const Given& value, const std::string& called) {
                     using Map = std::map<std::string, std::string>;
                     const auto* object = std::get_if<std::any>(&value);
                     static_cast<Options*>(request)->rename =
                         object != nullptr ? std::any_cast<const Map&>(*object)
                                           : io::renames_in(text_of(value, called), called);
                   }};
  return under("How a recording is read",
               {offering({"auto", "none"}, as(Kind::kText, "auto|none|SD", std::move(smooth))),
                offering({"auto", "none"}, as(Kind::kText, "auto|none|SECONDS", std::move(clock))),
                as(Kind::kFile, "FILE.toml",
                   parameter(&Options::columns, "columns",
                             "which column is what: joints, units, signs, velocities, efforts")),
                parameter(&Options::degrees, "degrees", "angles and their rates are in degrees"),
                offering({"s", "ms", "us", "ns"}, as(Kind::kText, "UNIT", std::move(time_unit))),
                as(Kind::kText, "COLUMN=JOINT,...", std::move(rename)),
                parameter(&Options::skip_bad_rows, "skip-bad-rows",
                          "leave out rows that cannot be read or go back in time"),
                parameter(&Options::derivatives, "derivatives",
                          "derivatives of q that the motion has (default: 4, which τ'' takes)",
                          {.least = 1, .most = 20})});
}

Parameters motion_parameters() {
  Parameter motion = required(
      as(Kind::kMotion, "MOTION",
         parameter(&MotionSource::path, "motion", "a .toml motion, or a recording (.csv)")));
  motion.set = [](void* request, const Given& value, const std::string& called) {
    auto& source = *static_cast<MotionSource*>(request);
    if (const auto* object = std::get_if<std::any>(&value)) {
      source = std::any_cast<const MotionSource&>(*object);
    } else {
      source.path = text_of(value, called);
    }
  };
  return together({{std::move(motion)}, of(&MotionSource::reading, reading_parameters())});
}

io::Motion load(const MotionSource& source, const model::Model* model, Context& context) {
  if (source.held) {
    check(!source.reading.is_given(), source.path,
          ": is a motion that was read already; how to read it is said to load_motion()");
    return *source.held;
  }
  io::Motion motion = io::load_motion(source.path, model, source.reading);
  say_what_was_read(motion, context);
  return motion;
}

Parameters motion_model_parameters() {
  Parameters parameters = file_parameters();
  for (Parameter& one : parameters) {
    if (!one.group.empty()) one.group = "The robot of a motion of the end effector";
  }
  parameters.front().is_required = false;
  parameters.front().words =
      "robot, for a motion of the end effector (default: the one named in the motion)";
  return parameters;
}

io::Motion load(const MotionSource& source, const ModelSource& model, Context& context) {
  if (model.path.empty()) return load(source, nullptr, context);
  const model::Model robot = load(model, context);
  return load(source, &robot, context);
}

void say_what_was_read(const io::Motion& motion, Context& context) {
  const std::string& summary = motion.summary;
  for (std::size_t at = 0; at < summary.size();) {  // A line per recording.
    const std::size_t end = std::min(summary.find('\n', at), summary.size());
    context.note(one_line(summary.substr(at, end - at)));
    at = end + 1;
  }
  for (const std::string& warning : motion.warnings) context.warn(warning);
}

void require_derivatives(const io::Motion& motion, const MotionSource& source, int order,
                         const std::string& what, Context& context) {
  const std::string warning = io::check_derivatives(motion, source.path, order, what);
  if (!warning.empty()) context.warn(warning);
}

void note_held_joints(const MotionSource& source, const model::Model& model,
                      const trajectory::Trajectory& law, Context& context) {
  const std::string joints = analysis::joints_held_by_friction(model, law);
  if (joints.empty()) return;
  context.note(concat(source.path, ": stands still all the time: ", joints,
                      "; dry friction there may hold either way, and is not counted"));
}

void warn_of_samples(const MotionSource& source, const io::Motion& motion, Context& context) {
  if (motion.recording == nullptr || motion.is_exact) return;
  context.warn(concat(
      source.path,
      motion.trajectory.is_uncertain()
          ? std::string(": this is about the most likely motion behind the samples; appell analyze "
                        "shows how uncertain it is (columns NAME.sd)")
          : concat(": the motion interpolates the samples, so their noise counts as motion (",
                   context.called("smooth"), " auto removes it)")));
}

// -------------------------------------------------------------------------------- limits, loads

namespace {

void set_text_source(void* request, const Given& value, const std::string& called) {
  auto& source = *static_cast<TextSource*>(request);
  if (const auto* object = std::get_if<std::any>(&value)) {
    source = std::any_cast<const TextSource&>(*object);
  } else {
    source.path = text_of(value, called);
  }
}

}  // namespace

Parameter json_parameter(std::string name, std::string words) {
  return {.name = std::move(name),
          .words = std::move(words),
          .kind = Kind::kJson,
          .value = "FILE.json",
          .set = set_text_source};
}

Parameter limits_parameter() {
  return offering(names_of(io::embedded_limits()),
                  Parameter{.name = "limits",
                            .words = "limits of joints, end effector and totals, over those of the "
                                     "model; or the name of embedded ones",
                            .kind = Kind::kTables,
                            .value = "FILE.toml",
                            .set = set_text_source});
}

std::vector<model::MotionLimit> load_limits(const TextSource& source, const model::Model& model,
                                            Context& context) {
  std::vector<model::MotionLimit> limits = motion_limits(model);
  std::set<std::string> zero;
  std::erase_if(limits, [&](const model::MotionLimit& limit) {
    const bool is_zero = limit.low == 0.0 && limit.high == 0.0;
    if (is_zero) zero.insert(kind_name(limit));
    return is_zero;
  });
  if (!zero.empty()) {
    context.warn(concat("model '", one_line(model.name()), "': joints have limits of zero (",
                        comma_list({zero.begin(), zero.end()}), "), taken as not given; ",
                        context.called("limits"), " gives some"));
  }
  if (!source.text.empty()) {
    limits = replaced(std::move(limits), io::read_limits_toml("limits", source.text, model));
  } else if (!source.path.empty()) {
    limits = replaced(std::move(limits), io::load_limits(source.path, model));
  }
  return with_followers(std::move(limits), model);
}

Parameter loads_parameter() {
  Parameter loads =
      as(Kind::kLoads, "FILE",
         parameter(&LoadSource::path, "loads",
                   "payload and external wrenches: .json, or a .csv with functions of time"));
  loads.set = [](void* request, const Given& value, const std::string& called) {
    auto& source = *static_cast<LoadSource*>(request);
    if (const auto* object = std::get_if<std::any>(&value)) {
      source = std::any_cast<const LoadSource&>(*object);
    } else {
      source.path = text_of(value, called);
    }
  };
  return loads;
}

io::AppliedForces load(const LoadSource& source, const model::Model& model, int order) {
  if (source.held) return source.held(model);
  return source.path.empty() ? io::AppliedForces{}
                             : io::load_applied_forces(source.path, model, order);
}

analysis::SharedLoads shared_loads(const LoadSource& source, const model::Model& model, int order) {
  if (source.path.empty() && !source.held) return nullptr;
  io::AppliedForces applied = load(source, model, order);
  return std::make_shared<analysis::MotionLoads>(
      analysis::MotionLoads{.constant = {std::move(applied.loads), std::move(applied.external)},
                            .laws = std::move(applied.laws),
                            .operators = applied.operators,
                            .name = source.held ? "wrenches" : source.path});
}

analysis::Subject subject_of(const model::Model& model, const model::Frame& frame,
                             const analysis::SharedLoads& loads) {
  analysis::Subject subject{.model = model, .frame = frame};
  if (loads) {
    subject.surroundings = loads->constant;
    subject.operators = loads->operators;
    subject.wrench_laws = loads->laws ? &*loads->laws : nullptr;
  }
  return analysis::along_motion(std::move(subject));
}

void check_loads_along(const LoadSource& source, const analysis::SharedLoads& loads,
                       const model::Model& model, const MotionSource& motion,
                       const trajectory::TimeRange& range) {
  if (!loads) return;
  if (loads->laws) check_loads_cover(source, *loads->laws, motion, range);
  from(source.path, [&] { analysis::check_loads(*loads, model, range); });
}

void warn_of_left_out(const LoadSource& source, const analysis::SharedLoads& loads,
                      const std::string& what, Context& context) {
  const std::string left_out = loads ? loads->left_out() : "";
  if (left_out.empty()) return;
  context.warn(
      concat(source.path, ": operators leave out ", left_out, "; ", what, " about what is left"));
}

void check_loads_cover(const LoadSource& source, const trajectory::WrenchLaws& laws,
                       const MotionSource& motion, const trajectory::TimeRange& range) {
  const double slack = 1e-9 * range.duration();
  check(laws.range().start <= range.start + slack && laws.range().end >= range.end - slack,
        source.path, ": has t = ", laws.range().start, " to ", laws.range().end, " s; ",
        motion.path, " has t = ", range.start, " to ", range.end, " s, all of which is needed");
}

// --------------------------------------------------------------------------- end effector, times

Parameter frame_parameter() {
  return as(Kind::kText, "LINK",
            Parameter{.name = "frame",
                      .words = "end-effector link (default: the model's own, or the last link of "
                               "the longest chain of moving joints)"});
}

const model::Frame& end_effector(const model::Model& model, const std::string& frame,
                                 Context& context) {
  if (frame.empty()) return model.default_frame();
  const model::Frame& found = model.frame(frame);
  if (!found.can_move() && model.num_coordinates() > 0) {
    context.warn(concat(context.called("frame"), ": link '", one_line(frame),
                        "' does not move: its velocity, Jacobian and all that follows from them "
                        "are zero (the end effector would be '",
                        one_line(model.default_frame().name), "')"));
  }
  return found;
}

Parameter only_parameter() {
  std::vector<std::string> names;
  for (const analysis::Quantity& quantity : analysis::all_quantities()) {
    names.emplace_back(quantity.name);
  }
  return offering(std::move(names),
                  as(Kind::kList, "NAME,NAME,...",
                     Parameter{.name = "only",
                               .words = "quantities by name, such as q, Q_drive, power or "
                                        "kinetic_energy; appell quantities lists all"}));
}

Parameters detail_parameters() {
  return {as(Kind::kText, "SET",
             parameter(&Details::angles, "angles",
                       "angle set for the quantities angles and J_psi: zyx, zxz, ...: rotations "
                       "about the moving axes in that order")),
          as(Kind::kList, "JOINT,JOINT,...",
             parameter(&Details::terms, "terms",
                       "joints for the partial derivatives A: joint1,joint1 is the second "
                       "derivative with respect to joint1"))};
}

std::optional<spatial::AngleSet> angles_of(const Details& details, const Context& context) {
  if (details.angles.empty()) return std::nullopt;
  return from(context.called("angles"), [&] { return spatial::angle_set_named(details.angles); });
}

std::vector<int> terms_of(const Details& details, const model::Model& model,
                          const Context& context) {
  const std::string called = context.called("terms");
  std::vector<std::string> names;
  for (const model::Coordinate& coordinate : model.coordinates()) names.push_back(coordinate.name);
  std::vector<int> found;
  for (const std::string& name : details.terms) {
    const auto at = std::find(names.begin(), names.end(), name);
    check(at != names.end(), called, ": '", name, "' is no coordinate of '", model.name(), "'",
          suggestion(name, names), "; it has ", comma_list(names));
    found.push_back(static_cast<int>(at - names.begin()));
  }
  check(found.size() <= kinematics::kMostIndices, called, ": ", found.size(), " joints; at most ",
        kinematics::kMostIndices, " are possible");
  return found;
}

Parameter threads_parameter() {
  return {
      .name = "threads",
      .words = concat("at most ", report::kMostThreads, "; default: as many as there are cores"),
      .kind = Kind::kWhole};
}

void warn_beyond_limits(const model::Model& model, const model::StateSeries& state,
                        Context& context) {
  analysis::LimitWatch limits(model);
  limits.look(model::state_block({&state, 1}));
  for (const analysis::LimitExcess& excess : limits.excesses()) {
    context.warn(one_line(analysis::limit_warning(excess, 1)));
  }
}

Parameters sampling_parameters() {
  return {parameter(&Sampling::every, "every", "time between samples, s", positive("seconds")),
          parameter(&Sampling::rate, "rate", "samples per s, instead of --every",
                    positive("samples per second")),
          parameter(&Sampling::count, "samples",
                    "number of samples, including both ends (default: 1001)",
                    {.least = 2, .most = static_cast<double>(report::kMostSamples)})};
}

Parameters recorded_sampling_parameters() {
  return together(
      {sampling_parameters(),
       {parameter(&Sampling::at_samples, "at-samples",
                  "at the recording's own timestamps, instead of evenly spaced samples")}});
}

report::SampleTimes sample_times(const Sampling& sampling, trajectory::TimeRange range,
                                 const Context& context) {
  const int given =
      sampling.every.has_value() + sampling.rate.has_value() + sampling.count.has_value();
  check(given <= 1, context.called("every"), ", ", context.called("rate"), ", ",
        context.called("samples"), ": ", given, " of them are given; one is needed");
  if (!sampling.every && !sampling.rate) {
    return report::times_between(range, sampling.count.value_or(1001));
  }
  const double step = sampling.every ? *sampling.every : 1.0 / *sampling.rate;
  const double steps = range.duration() / step;
  check(steps < static_cast<double>(report::kMostSamples),
        sampling.every ? concat(context.called("every"), ": ", *sampling.every, " s")
                       : concat(context.called("rate"), ": ", *sampling.rate, " per s"),
        " makes ", short_text(steps), " samples of the ", range.duration(),
        " s of the motion; at most ", report::kMostSamples, " are possible");
  return report::times_every(range, step);
}

report::SampleTimes sample_times(const Sampling& sampling, const MotionSource& source,
                                 const io::Motion& motion, const Context& context) {
  if (!sampling.at_samples) return sample_times(sampling, motion.trajectory.range(), context);
  const std::string called = context.called("at-samples");
  check(!sampling.every && !sampling.rate && !sampling.count, called, ": not with ",
        context.called("every"), ", ", context.called("rate"), " or ", context.called("samples"));
  check(motion.recording != nullptr, called, ": ", source.path, " is no recording with timestamps");
  return report::SampleTimes(std::make_shared<const std::vector<double>>(motion.recording->times));
}

std::string without_function(std::string_view message) {
  const std::size_t colon = message.find(": ");
  const bool is_name =
      colon != std::string_view::npos &&
      std::all_of(message.begin(), message.begin() + static_cast<long>(colon),
                  [](unsigned char c) { return std::isalnum(c) || c == '_' || c == ':'; });
  return std::string(is_name ? message.substr(colon + 2) : message);
}

}  // namespace appell::jobs
