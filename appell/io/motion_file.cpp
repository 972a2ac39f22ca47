#include "appell/io/motion_file.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "appell/base/check.hpp"
#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/beside.hpp"
#include "appell/io/diagnostics.hpp"
#include "appell/io/file_chain.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/motion_toml.hpp"
#include "appell/io/recording_units.hpp"
#include "appell/io/toml_fields.hpp"
#include "appell/trajectory/operational_motion.hpp"
#include "appell/trajectory/pauses.hpp"
#include "appell/trajectory/point_to_point.hpp"
#include "appell/trajectory/retimed_motion.hpp"

namespace appell::io {
namespace {

using trajectory::Trajectory;

const std::vector<std::string>& kinds() {
  static const std::vector<std::string> names{
      "spline",  "quintic",    "septic",  "minimum_jerk", "minimum_snap", "jerk_limited",
      "fourier", "expression", "samples", "retimed",      "sequence",     "operational"};
  return names;
}

double speed_of(TomlFields& fields) {
  const double speed = fields.number("speed", 1.0);
  if (speed > 0.0) return speed;
  fields.error_at("speed", concat("speed is ", speed, "; it must be positive"));
  return 1.0;
}

/// The names of a robot's coordinates, and which of them are lengths.
struct Coordinates {
  std::vector<std::string> names;
  std::vector<char> is_prismatic;

  explicit Coordinates(const model::Model& model) {
    for (const model::Coordinate& coordinate : model.coordinates()) {
      names.push_back(coordinate.name);
    }
    is_prismatic.assign(names.size(), 1);
    for (const model::Body& body : model.bodies()) {
      if (body.coordinate < 0 || body.screw.angular.isZero(0.0)) continue;
      is_prismatic[body.coordinate] = 0;
    }
  }
};

/// kind = "samples" as a file, or as the law of an end effector.
Motion read_samples(TomlFields& motion, MotionPlace place, const MotionSource& source) {
  const std::string file = motion.required_text("file");
  SamplesFields fields = read_samples_fields(motion, source.name, source.options);
  motion.finish();
  source.diagnostics.throw_if_errors();
  const bool is_law = place == MotionPlace::kLaw;
  if (!is_law) fields.law.rests = source.rests;  // Laws of an end effector keep their time.
  std::optional<Coordinates> coordinates;
  if (!is_law && source.model != nullptr) coordinates.emplace(*source.model);
  const std::string path = beside(source.name, file);
  source.chain.require_room(motion.place_of("file"));
  return noting_problems(motion, "file", source.diagnostics, [&] {
    refuse_special_file(path);
    return load_motion_csv(path, fields.law,
                           {.mapping = &fields.mapping,
                            .coordinates = coordinates ? &coordinates->names : nullptr,
                            .is_prismatic = coordinates ? &coordinates->is_prismatic : nullptr,
                            .is_verbatim = is_law,
                            .named_from = source.name});
  });
}

/// What is left of a record when its motion is run faster: forces are then others.
std::shared_ptr<const record::Recording> at_speed(const record::Recording& record, double speed) {
  auto result = std::make_shared<record::Recording>(record);
  const double start = record.times.front();
  for (double& t : result->times) t = start + (t - start) / speed;
  for (auto& column : result->velocity) {
    for (double& v : column) v *= speed;
  }
  for (double& unit : result->velocity_unit) unit *= speed;
  for (auto& column : result->effort) column.clear();
  result->time_unit /= speed;
  return result;
}

void set_speed(Motion& motion, double speed) {
  if (speed == 1.0) return;
  motion.trajectory = motion.trajectory.at_speed(speed);
  if (motion.recording != nullptr) motion.recording = at_speed(*motion.recording, speed);
}

/// By its ending; a motion file has another.
bool is_log(const std::string& path) {
  const auto has = [&path](std::string_view ending) { return path.ends_with(ending); };
  return has(".csv") || has(".tsv") || has(".txt") || has(".dat") || has(".log");
}

/// Standstill of all joints where a motion ends.
Trajectory standstill(const Trajectory& before, double duration) {
  const double end = before.range().end;
  const model::StateSeries state = before.sample(end, 0);
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  for (int j = 0; j < before.num_joints(); ++j) {
    laws.push_back(std::make_shared<trajectory::PiecewisePolynomial>(
        trajectory::hold(end, end + duration, state[0](j))));
  }
  return {before.joints(), std::move(laws), {end, end + duration}};
}

Motion load_named(const std::string& path, const model::Model* model, const MotionOptions& options,
                  record::Rests rests, FileChain& chain);

Motion read_sequence(TomlFields& motion, const MotionSource& source) {
  std::vector<Trajectory> parts;
  std::vector<std::string> notes;
  std::vector<std::string> warnings;
  std::vector<std::string> reading;
  std::string summary;
  int determined = 1000;
  std::vector<TomlFields> tables = motion.tables("part");
  if (tables.empty()) motion.error("there is no [[part]]; at least one is needed");
  for (TomlFields& part : tables) {
    const bool is_hold = part.has("hold");
    const double duration = part.number("hold", 1.0);
    const std::string file = is_hold ? "" : part.required_text("file");
    const double speed = is_hold ? 1.0 : speed_of(part);
    const MotionOptions options =
        is_hold ? MotionOptions{} : source.options.over(read_motion_options(part, source.name));
    if (is_hold && !(duration > 0.0)) {
      part.error_at("hold", concat("hold is ", duration, "; it must be positive"));
    }
    if (is_hold && parts.empty()) part.error("hold has no motion before it; begin with a file");
    part.finish();
    motion.finish();
    source.diagnostics.throw_if_errors();
    if (is_hold) {
      parts.push_back(standstill(parts.back(), duration));
      continue;
    }
    const std::string path = beside(source.name, file);
    Motion loaded = noting_problems(part, "file", source.diagnostics, [&] {
      return source.chain.read_once(path, part.place_of("file"), [&] {
        refuse_special_file(path);
        return load_named(path, source.model, options, source.rests, source.chain);
      });
    });
    notes.insert(notes.end(), loaded.notes.begin(), loaded.notes.end());
    warnings.insert(warnings.end(), loaded.warnings.begin(), loaded.warnings.end());
    reading.insert(reading.end(), loaded.reading.begin(), loaded.reading.end());
    if (!loaded.summary.empty()) {
      summary += concat(summary.empty() ? "" : "\n", loaded.summary);
    }
    determined = std::min(determined, loaded.determined);
    parts.push_back(loaded.trajectory.at_speed(speed));
  }
  motion.finish();
  source.diagnostics.throw_if_errors();
  return {.trajectory = trajectory::sequence(parts),
          .kind = "sequence",
          .notes = std::move(notes),
          .warnings = std::move(warnings),
          .reading = std::move(reading),
          .summary = std::move(summary),
          .determined = determined};
}

/// kind = "retimed".
Motion read_retimed(TomlFields& motion, const MotionSource& source) {
  const RetimedFields fields = read_retimed_fields(motion, source);
  if (fields.path) {
    return {.trajectory = trajectory::retimed_motion(*fields.path, *fields.clock),
            .kind = "retimed"};
  }
  Motion way = noting_problems(motion, "path", source.diagnostics, [&] {
    return source.chain.read_once(fields.file, fields.place, [&] {
      refuse_special_file(fields.file);
      refuse_changed_source(fields.file, fields.hash, source.name);
      return load_named(fields.file, source.model, fields.options, record::Rests::kLeftOut,
                        source.chain);
    });
  });
  return {.trajectory =
              trajectory::retimed_motion(trajectory::without_pauses(way.trajectory), *fields.clock),
          .kind = "retimed",
          .notes = std::move(way.notes),
          .warnings = std::move(way.warnings),
          .reading = std::move(way.reading),
          .summary = std::move(way.summary)};
}

MotionLaws read_laws(TomlFields& motion, const std::string& kind) {
  if (kind == "spline") return read_spline(motion);
  if (kind == "jerk_limited") return read_jerk_limited(motion);
  if (kind == "fourier") return read_fourier(motion);
  if (kind == "expression") return read_expressions(motion);
  return read_point_to_point(motion, kind);
}

Motion read_kind(TomlFields& motion, const std::string& kind, MotionPlace place,
                 const MotionSource& source) {
  if (kind == "samples") return read_samples(motion, place, source);
  if (kind == "sequence") return read_sequence(motion, source);
  if (kind == "retimed") return read_retimed(motion, source);
  if (kind == "operational") return read_operational(motion, source);
  MotionLaws laws = read_laws(motion, kind);
  motion.finish();
  source.diagnostics.throw_if_errors();
  return {.trajectory = {std::move(laws.joints), std::move(laws.laws), laws.range},
          .kind = kind,
          .notes = std::move(laws.notes),
          .warnings = std::move(laws.warnings)};
}

/// read_motion_toml() of a file that one of the chain names.
Motion read_named(const std::string& source_name, const std::string& text,
                  const model::Model* model, const MotionOptions& options, record::Rests rests,
                  FileChain& chain) {
  const FileChain::Link link(chain, source_name, "motions");
  Diagnostics diagnostics(source_name);
  toml::table document = parse_toml(text, diagnostics);
  align_quaternions(document);
  TomlFields motion(document, "motion", diagnostics);
  motion.check_format();
  try {
    return read_motion(motion, MotionPlace::kFile,
                       {source_name, model, chain, diagnostics, options, rests});
  } catch (const ModelError&) {
    throw;
  } catch (const trajectory::UnreachableMotion& error) {
    throw trajectory::UnreachableMotion(concat(source_name, ": ", error.what()));
  } catch (const Error& error) {
    motion.error(error.what());
    diagnostics.throw_if_errors();
    throw;
  }
}

/// A log, with a file that says which column is what if the options name one.
Motion load_log(const std::string& path, const model::Model* model, const MotionOptions& options,
                record::Rests rests) {
  const bool is_mapped = !options.columns.empty();
  Diagnostics diagnostics(is_mapped ? options.columns : path);
  const toml::table document =
      is_mapped ? parse_toml(file_text(options.columns, kTomlLimit), diagnostics) : toml::table{};
  TomlFields fields(document, "columns", diagnostics);
  fields.check_format();
  const double speed = speed_of(fields);
  SamplesFields samples = read_samples_fields(fields, is_mapped ? options.columns : path, options);
  samples.law.rests = rests;
  fields.finish();
  diagnostics.throw_if_errors();
  std::optional<Coordinates> coordinates;
  if (model != nullptr) coordinates.emplace(*model);
  Motion result =
      load_motion_csv(path, samples.law,
                      {.mapping = &samples.mapping,
                       .coordinates = coordinates ? &coordinates->names : nullptr,
                       .is_prismatic = coordinates ? &coordinates->is_prismatic : nullptr});
  set_speed(result, speed);
  return result;
}

Motion load_named(const std::string& path, const model::Model* model, const MotionOptions& options,
                  record::Rests rests, FileChain& chain) {
  if (path.ends_with(".toml")) {
    check(options.columns.empty(), options.columns, ": is for a log; ", path,
          " is a motion file and says itself what its columns are");
    return read_named(path, file_text(path, kTomlLimit), model, options, rests, chain);
  }
  if (is_log(path) || !options.columns.empty()) return load_log(path, model, options, rests);
  throw ModelError(concat(path,
                          ": ends with neither .toml nor .csv (or .tsv, .txt, .dat, .log); rename "
                          "it, or give columns = FILE if it is a log"));
}

/// Options of recordings say nothing where there is none; units may be others than they seem.
void look_at_recording(Motion& motion, const std::string& path, const model::Model* model,
                       const MotionOptions& options) {
  if (model != nullptr && motion.recording != nullptr) {
    for (const std::string& question : doubtful_units(*motion.recording, *model)) {
      motion.warnings.push_back(concat(path, ": ", question));
    }
  }
  const bool has_recording = motion.recording != nullptr || !motion.summary.empty();
  check(has_recording || !options.is_given(), path,
        ": is no recording of samples; how one is read and smoothed does not apply to it");
}

}  // namespace

Motion read_motion(TomlFields& motion, MotionPlace place, const MotionSource& source) {
  std::vector<std::string> known = kinds();
  if (place == MotionPlace::kLaw) known.pop_back();  // An end effector has none of its own.
  const std::string kind = motion.required_text("kind");
  if (std::find(known.begin(), known.end(), kind) == known.end()) {
    if (kind == "path") {
      motion.error_at("kind",
                      "kind is 'path': a way without timing, and no motion yet; retime makes one");
    } else if (!kind.empty()) {
      motion.error_at("kind", concat("kind is '", kind, "'", suggestion(kind, known), "; one of ",
                                     comma_list(known), " is needed"));
    }
    source.diagnostics.throw_if_errors();
  }
  const double speed = speed_of(motion);
  Motion result = read_kind(motion, kind, place, source);
  set_speed(result, speed);
  return result;
}

Motion load_motion(const std::string& path, const model::Model* model,
                   const MotionOptions& options) {
  FileChain chain;
  Motion motion = load_named(path, model, options, record::Rests::kKept, chain);
  look_at_recording(motion, path, model, options);
  return motion;
}

Motion load_way(const std::string& path, const model::Model* model, const MotionOptions& options) {
  FileChain chain;
  Motion way = load_named(path, model, options, record::Rests::kLeftOut, chain);
  look_at_recording(way, path, model, options);
  try {  // Other joints are refused at once: the search for pauses samples them all.
    if (model != nullptr) way.trajectory.for_model(*model);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(concat(path, ": ", error.what()));
  }
  way.trajectory = trajectory::without_pauses(way.trajectory);
  return way;
}

Motion read_motion_toml(const std::string& source_name, const std::string& text,
                        const model::Model* model) {
  FileChain chain;
  return read_named(source_name, text, model, {}, record::Rests::kKept, chain);
}

int known_derivatives(const Motion& motion) {
  // Those of a Hermite spline jump at the rows, but they are there.
  const bool has_all = motion.recording == nullptr || motion.law == record::LawKind::kHermite;
  return has_all ? taylor::kMaxOrder : motion.trajectory.continuity();
}

std::string check_derivatives(const Motion& motion, const std::string& path, int order,
                              const std::string& what) {
  const int has = known_derivatives(motion);
  const bool is_smoothed = motion.law == record::LawKind::kMostLikely;
  check(!is_smoothed || order < record::kMostOrder, path, ": ", what,
        " takes derivatives of q up to ", order, "; smoothing gives those up to ",
        record::kMostOrder - 1, ", smooth = \"none\" interpolates");
  check(order <= has, path, ": the law of this recording has derivatives of q up to ", has, ", ",
        what, " takes them up to ", order, "; derivatives = ", order, " makes a law that has them");
  if (order <= motion.determined) return "";
  return concat(path, ": the recording determines derivatives of q up to ", motion.determined, "; ",
                what, " takes them up to ", order,
                ": those above jump or are guesses, and their bands are too narrow");
}

}  // namespace appell::io
