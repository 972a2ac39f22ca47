#include <cstdio>
#include <memory>
#include <utility>

#include "appell/base/text.hpp"
#include "appell/io/diagnostics.hpp"
#include "appell/io/motion_toml.hpp"
#include "appell/io/samples_csv.hpp"
#include "appell/record/recorded_motion.hpp"
#include "appell/trajectory/point_to_point.hpp"

namespace appell::io {
namespace {

/// "1234", "0.5", "33.3".
std::string figures(double x, const char* format = "%.4g") {
  char text[32];
  std::snprintf(text, sizeof text, format, x);
  return text;
}

/// What was read, in one line: rows, duration, rate, joints, noise, what was mended.
std::string summary_of(const std::string& path, const record::Recording& read,
                       const record::RecordedMotion& made, std::vector<std::string> repairs) {
  const double duration = read.times.back() - read.times.front();
  const std::size_t rows = read.times.size();
  std::string text =
      concat(path, ": ", rows, rows == 1 ? " row, " : " rows, ", figures(duration), " s");
  if (rows > 1 && duration > 0.0) {
    text += concat(" at ", figures(static_cast<double>(rows - 1) / duration), " Hz");
  }
  text += concat(", ", read.joints.size(), read.joints.size() == 1 ? " joint; " : " joints; ",
                 made.treatment);
  for (std::string& repair : repairs) text += concat("; ", repair);
  for (const std::string& repair : made.repairs) text += concat("; ", repair);
  return text;
}

/// The laws of the joints of the record, and those of joints that are held.
Motion motion_of(const std::string& path, CsvSamples samples, const record::LawOptions& options,
                 Diagnostics& diagnostics) {
  const auto name_of_row = [&](std::size_t row) { return concat("line ", samples.line_of(row)); };
  record::RecordedMotion made;
  try {
    made = record::recorded_motion(samples.recording, options, name_of_row);
  } catch (const record::RecordDefect& defect) {
    diagnostics.error({samples.line_of(defect.row()), 1}, defect.what());
    diagnostics.throw_if_errors();
  }
  const std::vector<double>& times = made.recording->times;
  const trajectory::TimeRange range{times.front(), times.back()};
  std::vector<std::string> joints = made.recording->joints;
  for (const auto& [joint, value] : samples.held) {
    joints.push_back(joint);
    made.laws.push_back(std::make_shared<trajectory::PiecewisePolynomial>(
        trajectory::hold(range.start, range.end, value)));
  }
  std::vector<std::string> warnings = std::move(samples.warnings);
  for (std::string& warning : diagnostics.warnings()) warnings.push_back(std::move(warning));
  for (const std::string& warning : made.warnings) {
    warnings.push_back(concat(path, ": ", warning));
  }
  Motion motion{.trajectory = {std::move(joints), std::move(made.laws), range}, .kind = "samples"};
  motion.summary = summary_of(path, samples.recording, made, std::move(samples.repairs));
  motion.notes = std::move(made.notes);
  motion.warnings = std::move(warnings);
  motion.reading = std::move(samples.notes);
  motion.recording = std::move(made.recording);
  motion.law = made.kind;
  motion.is_exact = made.is_exact;
  motion.determined = made.determined;
  return motion;
}

}  // namespace

Motion read_motion_csv(const std::string& source_name, const std::string& text,
                       const record::LawOptions& options, const LogReading& reading) {
  Diagnostics diagnostics(source_name);
  return motion_of(source_name, read_samples_csv(source_name, text, reading, diagnostics), options,
                   diagnostics);
}

Motion read_motion_csv(const std::string& source_name, const std::string& text,
                       const record::LawOptions& options) {
  return read_motion_csv(source_name, text, options, LogReading{});
}

Motion load_motion_csv(const std::string& path, const record::LawOptions& options,
                       const LogReading& reading) {
  Diagnostics diagnostics(path);
  return motion_of(path, load_samples_csv(path, reading, diagnostics), options, diagnostics);
}

}  // namespace appell::io
