#include "appell/io/motion_file.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/beside.hpp"
#include "appell/io/diagnostics.hpp"
#include "appell/io/file_chain.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/motion_toml.hpp"
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

/// The names of a robot's coordinates; none without a robot.
std::optional<std::vector<std::string>> coordinates_of(const model::Model* model) {
  if (model == nullptr) return std::nullopt;
  std::vector<std::string> names;
  for (const model::Coordinate& coordinate : model->coordinates()) names.push_back(coordinate.name);
  return names;
}

/// What whoever asks for the motion says counts more than its file.
void override_smoothing(const std::optional<Smoothing>& smoothing, SampleFit& fit) {
  if (smoothing) fit = {.order = fit.order, .smooth = *smoothing};
}

/// kind = "samples" as a file, or as the law of an end effector.
Motion read_samples(TomlFields& motion, MotionPlace place, const MotionSource& source) {
  const std::string file = motion.required_text("file");
  SamplesFields fields = read_samples_fields(motion, source.name);
  override_smoothing(source.smoothing, fields.fit);
  motion.finish();
  source.diagnostics.throw_if_errors();
  const bool is_law = place == MotionPlace::kLaw;
  if (!is_law) fields.fit.rests = source.rests;  // Laws of an end effector keep their time.
  const auto coordinates = coordinates_of(is_law ? nullptr : source.model);
  const std::string path = beside(source.name, file);
  source.chain.require_room(motion.place_of("file"));
  return noting_problems(motion, "file", source.diagnostics, [&] {
    refuse_special_file(path);
    return load_motion_csv(path, source.order, fields.fit,
                           {.mapping = &fields.mapping,
                            .coordinates = coordinates ? &*coordinates : nullptr,
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

}  // namespace

namespace {

/// smooth = "auto", "none" or a standard deviation; clock = the cycle of the stamps in s.
Smoothing read_smoothing(TomlFields& motion) {
  Smoothing smoothing;
  if (const toml::node* node = motion.any("smooth"); node != nullptr) {
    const auto word = node->value<std::string>();
    const auto deviation = TomlFields::number_of(*node);
    if (deviation && *deviation > 0.0) {
      smoothing.kind = Smoothing::Kind::kDeviation;
      smoothing.deviation = *deviation;
    } else if (word == "auto") {
      smoothing.kind = Smoothing::Kind::kAuto;
    } else if (word != "none") {
      motion.wrong_form("smooth", "\"auto\", \"none\" or the standard deviation of the noise is");
    }
  }
  motion.know({"clock"});
  if (!motion.has("clock")) return smoothing;
  smoothing.cycle = motion.number("clock", 1.0);
  if (!(*smoothing.cycle > 0.0)) {
    motion.error_at("clock",
                    concat("clock is ", *smoothing.cycle, "; a positive time in s is needed"));
  }
  if (smoothing.kind == Smoothing::Kind::kNone) {
    motion.error_at("clock", "clock is given without smooth, which finds the cycles");
  }
  return smoothing;
}

}  // namespace

SamplesFields read_samples_fields(TomlFields& motion, const std::string& source_name) {
  SampleFit fit;
  const double m = motion.number("order", 0.0);
  fit.order = static_cast<int>(std::clamp(m, 0.0, 1000.0));
  if (motion.has("order") && (fit.order != m || fit.order < 1)) {
    motion.error_at("order", concat("order is ", m, "; a positive integer is needed"));
  }
  fit.noise = motion.size("noise", 0.0);
  fit.smoothing = motion.size("smoothing", 0.0);
  if (fit.noise > 0.0 && fit.smoothing > 0.0) {
    motion.error_at("smoothing", "noise and smoothing are both given; one is enough");
  }
  fit.smooth = read_smoothing(motion);
  if (fit.smooth.kind != Smoothing::Kind::kNone && (fit.noise > 0.0 || fit.smoothing > 0.0)) {
    motion.error_at("smooth", "smooth is given beside noise or smoothing; one is enough");
  }
  return {fit, read_column_mapping(motion, source_name)};
}

namespace {

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

Motion load_named(const std::string& path, int order, const model::Model* model,
                  const std::optional<Smoothing>& smoothing, Rests rests, FileChain& chain);

Motion read_sequence(TomlFields& motion, const MotionSource& source) {
  std::vector<Trajectory> parts;
  std::vector<std::string> notes;
  std::vector<std::string> warnings;
  std::vector<std::string> reading;
  std::vector<TomlFields> tables = motion.tables("part");
  if (tables.empty()) motion.error("there is no [[part]]; at least one is needed");
  for (TomlFields& part : tables) {
    const bool is_hold = part.has("hold");
    const double duration = part.number("hold", 1.0);
    const std::string file = is_hold ? "" : part.required_text("file");
    const double speed = is_hold ? 1.0 : speed_of(part);
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
        return load_named(path, source.order, source.model, source.smoothing, source.rests,
                          source.chain);
      });
    });
    notes.insert(notes.end(), loaded.notes.begin(), loaded.notes.end());
    warnings.insert(warnings.end(), loaded.warnings.begin(), loaded.warnings.end());
    reading.insert(reading.end(), loaded.reading.begin(), loaded.reading.end());
    parts.push_back(loaded.trajectory.at_speed(speed));
  }
  motion.finish();
  source.diagnostics.throw_if_errors();
  return {.trajectory = trajectory::sequence(parts),
          .kind = "sequence",
          .notes = std::move(notes),
          .warnings = std::move(warnings),
          .reading = std::move(reading),
          .recording = nullptr};
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
      return load_named(fields.file, fields.order, source.model, std::nullopt, Rests::kLeftOut,
                        source.chain);
    });
  });
  return {.trajectory =
              trajectory::retimed_motion(trajectory::without_pauses(way.trajectory), *fields.clock),
          .kind = "retimed",
          .notes = std::move(way.notes),
          .warnings = std::move(way.warnings),
          .reading = std::move(way.reading)};
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
          .warnings = std::move(laws.warnings),
          .reading = {},
          .recording = nullptr};
}

/// read_motion_toml() of a file that one of the chain names.
Motion read_named(const std::string& source_name, const std::string& text, int order,
                  const model::Model* model, const std::optional<Smoothing>& smoothing, Rests rests,
                  FileChain& chain) {
  const FileChain::Link link(chain, source_name, "motions");
  Diagnostics diagnostics(source_name);
  toml::table document = parse_toml(text, diagnostics);
  align_quaternions(document);
  TomlFields motion(document, "motion", diagnostics);
  const double format = motion.number("format", 1.0);
  if (format != 1.0) motion.error_at("format", concat("format is ", format, "; 1 is the only one"));
  try {
    return read_motion(motion, MotionPlace::kFile,
                       {source_name, order, model, chain, diagnostics, smoothing, rests});
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

Motion load_named(const std::string& path, int order, const model::Model* model,
                  const std::optional<Smoothing>& smoothing, Rests rests, FileChain& chain) {
  if (path.ends_with(".toml")) {
    return read_named(path, file_text(path, kTomlLimit), order, model, smoothing, rests, chain);
  }
  if (is_log(path)) {
    const auto coordinates = coordinates_of(model);
    return load_motion_csv(path, order, {.smooth = smoothing.value_or(Smoothing{}), .rests = rests},
                           {.coordinates = coordinates ? &*coordinates : nullptr});
  }
  throw ModelError(concat(path,
                          ": ends with neither .toml nor .csv (or .tsv, .txt, .dat, .log); the "
                          "ending says what it is, or a mapping of its columns that it is a log"));
}

/// A log with a file that says which column is what.
Motion load_mapped(const std::string& path, int order, const model::Model* model,
                   const std::string& columns, const std::optional<Smoothing>& smoothing) {
  Diagnostics diagnostics(columns);
  const toml::table document = parse_toml(file_text(columns, kTomlLimit), diagnostics);
  TomlFields fields(document, "columns", diagnostics);
  const double format = fields.number("format", 1.0);
  if (format != 1.0) fields.error_at("format", concat("format is ", format, "; 1 is the only one"));
  if (path.ends_with(".toml")) {
    fields.error(concat("is for a log; ", path,
                        " is a motion file and says itself what its columns "
                        "are"));
  }
  const double speed = speed_of(fields);
  SamplesFields samples = read_samples_fields(fields, columns);
  override_smoothing(smoothing, samples.fit);
  fields.finish();
  diagnostics.throw_if_errors();
  const auto coordinates = coordinates_of(model);
  Motion result = load_motion_csv(
      path, order, samples.fit,
      {.mapping = &samples.mapping, .coordinates = coordinates ? &*coordinates : nullptr});
  set_speed(result, speed);
  return result;
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

Motion load_motion(const std::string& path, int order, const model::Model* model,
                   const std::string& columns, const std::optional<Smoothing>& smoothing) {
  if (!columns.empty()) return load_mapped(path, order, model, columns, smoothing);
  FileChain chain;
  return load_named(path, order, model, smoothing, Rests::kKept, chain);
}

Motion load_way(const std::string& path, int order, const model::Model* model) {
  FileChain chain;
  Motion way = load_named(path, order, model, std::nullopt, Rests::kLeftOut, chain);
  way.trajectory = trajectory::without_pauses(way.trajectory);
  return way;
}

Motion read_motion_toml(const std::string& source_name, const std::string& text, int order,
                        const model::Model* model) {
  FileChain chain;
  return read_named(source_name, text, order, model, std::nullopt, Rests::kKept, chain);
}

std::string spline_note(const Motion& motion, const std::string& path, int order) {
  if (motion.recording == nullptr || motion.trajectory.is_uncertain() || order <= 2) return "";
  return concat(path, ": the spline through the samples has ", motion.trajectory.continuity(),
                " continuous derivatives, as q is asked for to order ", order,
                "; who asks for another order has another spline, and another jerk "
                "(docs/formats.md)");
}

}  // namespace appell::io
