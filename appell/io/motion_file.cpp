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
#include "appell/trajectory/point_to_point.hpp"

namespace appell::io {
namespace {

using trajectory::Trajectory;

const std::vector<std::string>& kinds() {
  static const std::vector<std::string> names{
      "spline",       "quintic", "septic",     "minimum_jerk", "minimum_snap",
      "jerk_limited", "fourier", "expression", "samples",      "sequence"};
  return names;
}

/// Runs `read` on a file that a field names; its problems are noted there, too.
template <class Read>
auto noting_problems(const TomlFields& fields, const Diagnostics& diagnostics, const Read& read) {
  try {
    return read();
  } catch (const TooManyFiles&) {
    throw;
  } catch (const ModelError& error) {
    for (const std::string& problem : error.problems()) fields.error_at("file", problem);
    diagnostics.throw_if_errors();
    throw;
  }
}

double speed_of(TomlFields& fields) {
  const double speed = fields.number("speed", 1.0);
  if (speed > 0.0) return speed;
  fields.error_at("speed", concat("speed is ", speed, "; it must be positive"));
  return 1.0;
}

Motion read_samples(TomlFields& motion, const std::string& source_name, int order,
                    const FileChain& chain, const Diagnostics& diagnostics) {
  SampleFit fit;
  const std::string file = motion.required_text("file");
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
  motion.finish();
  diagnostics.throw_if_errors();
  const std::string path = beside(source_name, file);
  chain.require_room(motion.place_of("file"));
  return noting_problems(motion, diagnostics, [&] {
    refuse_special_file(path);
    return load_motion_csv(path, order, fit);
  });
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

Motion load_named(const std::string& path, int order, FileChain& chain);

Motion read_sequence(TomlFields& motion, const std::string& source_name, int order,
                     FileChain& chain, const Diagnostics& diagnostics) {
  std::vector<Trajectory> parts;
  std::vector<std::string> notes;
  std::vector<std::string> warnings;
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
    diagnostics.throw_if_errors();
    if (is_hold) {
      parts.push_back(standstill(parts.back(), duration));
      continue;
    }
    const std::string path = beside(source_name, file);
    Motion loaded = noting_problems(part, diagnostics, [&] {
      return chain.read_once(path, part.place_of("file"), [&] {
        refuse_special_file(path);
        return load_named(path, order, chain);
      });
    });
    notes.insert(notes.end(), loaded.notes.begin(), loaded.notes.end());
    warnings.insert(warnings.end(), loaded.warnings.begin(), loaded.warnings.end());
    parts.push_back(loaded.trajectory.at_speed(speed));
  }
  motion.finish();
  diagnostics.throw_if_errors();
  return {trajectory::sequence(parts), "sequence", std::move(notes), std::move(warnings)};
}

MotionLaws read_laws(TomlFields& motion, const std::string& kind) {
  if (kind == "spline") return read_spline(motion);
  if (kind == "jerk_limited") return read_jerk_limited(motion);
  if (kind == "fourier") return read_fourier(motion);
  if (kind == "expression") return read_expressions(motion);
  return read_point_to_point(motion, kind);
}

Motion read_kind(TomlFields& motion, const std::string& kind, const std::string& source_name,
                 int order, FileChain& chain, const Diagnostics& diagnostics) {
  if (kind == "samples") return read_samples(motion, source_name, order, chain, diagnostics);
  if (kind == "sequence") return read_sequence(motion, source_name, order, chain, diagnostics);
  MotionLaws laws = read_laws(motion, kind);
  motion.finish();
  diagnostics.throw_if_errors();
  return {
      {std::move(laws.joints), std::move(laws.laws), laws.range}, kind, std::move(laws.notes), {}};
}

/// read_motion_toml() of a file that one of the chain names.
Motion read_named(const std::string& source_name, const std::string& text, int order,
                  FileChain& chain) {
  const FileChain::Link link(chain, source_name, "motions");
  Diagnostics diagnostics(source_name);
  const toml::table document = parse_toml(text, diagnostics);
  TomlFields motion(document, "motion", diagnostics);
  const double format = motion.number("format", 1.0);
  if (format != 1.0) motion.error_at("format", concat("format is ", format, "; 1 is the only one"));
  const std::string kind = motion.required_text("kind");
  if (std::find(kinds().begin(), kinds().end(), kind) == kinds().end()) {
    if (!kind.empty()) {
      motion.error_at("kind", concat("kind is '", kind, "'", suggestion(kind, kinds()), "; one of ",
                                     comma_list(kinds()), " is needed"));
    }
    diagnostics.throw_if_errors();
  }
  const double speed = speed_of(motion);
  try {
    Motion result = read_kind(motion, kind, source_name, order, chain, diagnostics);
    if (speed != 1.0) result.trajectory = result.trajectory.at_speed(speed);
    return result;
  } catch (const ModelError&) {
    throw;
  } catch (const Error& error) {
    motion.error(error.what());
    diagnostics.throw_if_errors();
    throw;
  }
}

Motion load_named(const std::string& path, int order, FileChain& chain) {
  if (path.ends_with(".csv")) return load_motion_csv(path, order);
  if (path.ends_with(".toml")) return read_named(path, file_text(path, kTomlLimit), order, chain);
  throw ModelError(concat(path, ": ends with neither .toml nor .csv; the ending says what it is"));
}

}  // namespace

Motion load_motion(const std::string& path, int order) {
  FileChain chain;
  return load_named(path, order, chain);
}

Motion read_motion_toml(const std::string& source_name, const std::string& text, int order) {
  FileChain chain;
  return read_named(source_name, text, order, chain);
}

}  // namespace appell::io
