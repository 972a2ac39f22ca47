#include "appell/record/recorded_words.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "appell/base/counted.hpp"
#include "appell/base/text.hpp"

namespace appell::record {
namespace {

/// Few figures say all that an estimate knows.
std::string figures(double x, const char* format = "%.3g") {
  char text[32];
  std::snprintf(text, sizeof text, format, x);
  return text;
}

/// "joint1 (0.46), joint2 (0.31)": the joints whose number is conspicuous; empty if none.
template <class Number, class IsOdd>
std::string odd_joints(const SmoothedRecording& smoothed, const Number& number,
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

std::string joint_note(const std::string& joint, const JointNoise& noise, double row) {
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
  if (!noise.outlier_rows.empty()) {
    note += concat("; ", counted(noise.outlier_rows.size(), "outlier"));
  }
  if (noise.widening > 1.0) {
    note += concat("; bands widened by ", figures(noise.widening), " for correlated noise");
  }
  return note;
}

std::vector<std::string> warnings_of(const SmoothedRecording& smoothed, double row) {
  std::vector<std::string> warnings;
  const auto warn = [&warnings](const std::string& joints, std::string_view text) {
    if (!joints.empty()) warnings.push_back(concat(text, ": ", joints));
  };
  warn(odd_joints(
           smoothed, [](const JointNoise& x) { return x.lag1; }, [](double x) { return x > 0.2; }),
       "the noise of neighbouring rows is correlated, and bands are widened for it; correlation "
       "(0 if the model were true) of");
  warn(odd_joints(
           smoothed, [](const JointNoise& x) { return x.kurtosis; },
           [](double x) { return x > 6.0; }),
       "the noise has heavy tails, so that bands of 95 % hold less; kurtosis (3 if the model were "
       "true) of");
  warn(odd_joints(
           smoothed,
           [&](const JointNoise& x) {  // Rounding alone is no reason to doubt few rows.
             const auto j = static_cast<std::size_t>(&x - smoothed.noise.data());
             const auto& units = smoothed.recording.position_unit;
             const bool is_rounding = j < units.size() && x.noise < units[j];
             return is_rounding ? 1e3 : x.time_scale / row;
           },
           [](double x) { return x < 5.0; }),
       "hardly anything is averaged: derivatives are those of noise, or of a motion faster than "
       "the rows; rows averaged of");
  return warnings;
}

/// "noise 2.9e-06 to 3.1e-06 rad" without the unit: joints may be of both kinds.
std::string noise_text(const SmoothedRecording& smoothed) {
  double low = smoothed.noise.front().noise;
  double high = low;
  for (const JointNoise& noise : smoothed.noise) {
    low = std::min(low, noise.noise);
    high = std::max(high, noise.noise);
  }
  const std::string from = figures(low, "%.2g"), to = figures(high, "%.2g");
  return from == to ? concat("noise ", from) : concat("noise ", from, " to ", to);
}

void describe_repairs(const SmoothedRecording& smoothed, const NameOfRow& name_of_row,
                      std::vector<std::string>& repairs) {
  if (smoothed.repeated_rows > 0) {
    repairs.push_back(concat(counted(smoothed.repeated_rows, "repeated row"), " left out"));
  }
  if (smoothed.clock_rebuilt) {
    repairs.push_back(concat("timestamps rebuilt on a clock of ", figures(smoothed.cycle, "%.6g"),
                             " s (clock = \"none\" keeps them)"));
  } else if (smoothed.clock_error.stamp > 0.0) {
    repairs.emplace_back("the clock is not clear, bands are wider (clock = SECONDS)");
  }
  if (smoothed.jitter > 0.0) {
    repairs.push_back(concat("timestamps jitter by ", figures(smoothed.jitter, "%.2g"), " s"));
  }
  std::size_t num_outliers = 0;
  std::string first;
  for (std::size_t j = 0; j < smoothed.noise.size(); ++j) {
    const std::vector<std::size_t>& rows = smoothed.noise[j].outlier_rows;
    if (num_outliers == 0 && !rows.empty()) {
      first = concat(smoothed.recording.joints[j], " at ", name_of_row(rows.front()));
    }
    num_outliers += rows.size();
  }
  if (num_outliers > 0) {
    repairs.push_back(concat(counted(num_outliers, "outlier"), " given no weight (",
                             num_outliers > 1 ? "the first: " : "", first, ")"));
  }
}

}  // namespace

std::string fit_note(const std::string& joint, int m, const trajectory::FittedLaw& fitted,
                     std::size_t num_samples) {
  std::string note = concat("joint '", joint, "': ", fitted.smoothing > 0.0 ? "smoothing " : "",
                            "spline of order ", m, " from ", num_samples,
                            " samples, largest error ", short_text(fitted.error.largest),
                            ", root mean square ", short_text(fitted.error.mean_square));
  if (fitted.smoothing > 0.0) note += concat(", smoothing ", short_text(fitted.smoothing));
  return note;
}

void describe(const SmoothedRecording& smoothed, const NameOfRow& name_of_row,
              RecordedMotion& result) {
  const std::vector<double>& times = smoothed.recording.times;
  const double row = (times.back() - times.front()) / static_cast<double>(times.size() - 1);
  result.treatment = concat(noise_text(smoothed), ", smoothed");
  describe_repairs(smoothed, name_of_row, result.repairs);
  for (std::size_t j = 0; j < smoothed.noise.size(); ++j) {
    result.notes.push_back(joint_note(smoothed.recording.joints[j], smoothed.noise[j], row));
    result.determined = std::min(result.determined, smoothed.noise[j].likely_n - 1);
  }
  for (std::string& warning : warnings_of(smoothed, row)) {
    result.warnings.push_back(std::move(warning));
  }
}

}  // namespace appell::record
