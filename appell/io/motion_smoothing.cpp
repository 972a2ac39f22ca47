#include "appell/io/motion_smoothing.hpp"

#include <algorithm>
#include <cstdio>
#include <thread>
#include <utility>

#include "appell/base/text.hpp"

namespace appell::io {
namespace {

/// Three figures say all that an estimate knows.
std::string figures(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", x);
  return text;
}

/// "joint1 (0.46), joint2 (0.31)": the joints whose number is conspicuous; empty if none.
template <class Number, class IsOdd>
std::string odd_joints(const record::SmoothedRecording& smoothed, const Number& number,
                       const IsOdd& is_odd) {
  std::string text;
  for (std::size_t j = 0; j < smoothed.noise.size(); ++j) {
    const double value = number(smoothed.noise[j]);
    if (!is_odd(value)) continue;
    text +=
        concat(text.empty() ? "" : ", ", smoothed.recording.joints[j], " (", figures(value), ")");
  }
  return text;
}

std::string joint_note(const std::string& joint, const record::JointNoise& noise, double row) {
  std::string note = concat("joint '", joint, "': noise ", figures(noise.noise));
  if (noise.velocity_noise > 0.0) {
    note += concat(", of the velocity ", figures(noise.velocity_noise));
  } else if (noise.velocity_lag1 > 0.0) {
    note += concat(" (velocities are not used: their errors are correlated, ",
                   figures(noise.velocity_lag1), ")");
  }
  note += concat("; n = ", noise.n, ", averaged over ", figures(noise.time_scale), " s (",
                 figures(noise.time_scale / row), " rows)");
  if (noise.is_local) note += ", more or less along the motion";
  if (!noise.outlier_rows.empty()) note += concat("; ", noise.outlier_rows.size(), " outliers");
  if (noise.widening > 1.0) {
    note += concat("; bands widened by ", figures(noise.widening), " for correlated noise");
  }
  return note;
}

std::vector<std::string> warnings_of(const record::SmoothedRecording& smoothed, double row) {
  std::vector<std::string> warnings;
  const auto warn = [&warnings](const std::string& joints, std::string_view text) {
    if (!joints.empty()) warnings.push_back(concat(text, ": ", joints));
  };
  warn(odd_joints(
           smoothed, [](const record::JointNoise& x) { return x.lag1; },
           [](double x) { return x > 0.2; }),
       "the noise of neighbouring rows is correlated, and bands are widened for it; correlation "
       "(0 if the model were true) of");
  warn(odd_joints(
           smoothed, [](const record::JointNoise& x) { return x.kurtosis; },
           [](double x) { return x > 6.0; }),
       "the noise has heavy tails, so that bands of 95 % hold less; kurtosis (3 if the model were "
       "true) of");
  warn(odd_joints(
           smoothed, [row](const record::JointNoise& x) { return x.time_scale / row; },
           [](double x) { return x < 5.0; }),
       "hardly anything is averaged, derivatives are those of noise or of a motion faster than the "
       "rows; rows averaged of");
  std::string forced;
  for (std::size_t j = 0; j < smoothed.noise.size(); ++j) {
    const record::JointNoise& noise = smoothed.noise[j];
    if (noise.likely_n >= noise.n) continue;
    forced +=
        concat(forced.empty() ? "" : ", ", smoothed.recording.joints[j], " (", noise.likely_n, ")");
  }
  warn(forced,
       "more derivatives are wanted than the record determines: from this order on they jump, or "
       "are noise, and bands are too narrow; order of");
  return warnings;
}

}  // namespace

record::SmoothingOptions smoothing_options(const Smoothing& smoothing, int highest) {
  record::SmoothingOptions options{.highest = std::max(highest, 3)};
  if (smoothing.kind == Smoothing::Kind::kDeviation) {
    options.noise = smoothing.deviation;
    options.has_jitter = false;  // It is all that there is.
  }
  options.clock.kind =
      smoothing.cycle ? record::ClockChoice::Kind::kCycle : record::ClockChoice::Kind::kAsStamped;
  options.clock.cycle = smoothing.cycle.value_or(0.0);
  options.most_threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return options;
}

SmoothedMotion smoothed_motion(record::SmoothedRecording smoothed) {
  SmoothedMotion result;
  const std::vector<double>& times = smoothed.recording.times;
  const double row = (times.back() - times.front()) / static_cast<double>(times.size() - 1);
  std::string stamps = concat("smoothed ", times.size(), " rows");
  if (smoothed.repeated_rows > 0) {
    stamps += concat(" (", smoothed.repeated_rows, " that repeat the row before are left out)");
  }
  if (smoothed.jitter > 0.0)
    stamps += concat("; stamps jitter by ", figures(smoothed.jitter), " s");
  result.notes.push_back(stamps);
  for (std::size_t j = 0; j < smoothed.joints.size(); ++j) {
    const record::JointNoise& noise = smoothed.noise[j];
    result.laws.push_back(smoothed.law(j));
    result.notes.push_back(joint_note(smoothed.recording.joints[j], noise, row));
  }
  result.warnings = warnings_of(smoothed, row);
  if (smoothed.clock.cycle > 0.0) {
    result.notes.push_back(concat(
        "rows are whole cycles of ", figures(smoothed.clock.cycle), " s apart (to ",
        figures(smoothed.clock.off_cycles), " of one; ", figures(100.0 * smoothed.clock.lost),
        " % of them two or more), their stamps are not; the clock can be rebuilt"));
  }
  result.recording = std::make_shared<record::Recording>(std::move(smoothed.recording));
  return result;
}

}  // namespace appell::io
