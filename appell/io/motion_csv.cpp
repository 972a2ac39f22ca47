#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/diagnostics.hpp"
#include "appell/io/limits.hpp"
#include "appell/io/motion_smoothing.hpp"
#include "appell/io/motion_toml.hpp"
#include "appell/io/samples_csv.hpp"
#include "appell/record/recording.hpp"
#include "appell/trajectory/fit_check.hpp"
#include "appell/trajectory/long_samples.hpp"
#include "appell/trajectory/point_to_point.hpp"
#include "appell/trajectory/samples.hpp"
#include "appell/trajectory/spline.hpp"

namespace appell::io {
namespace {

using Columns = std::vector<std::vector<double>>;  // By derivative.

/// Beyond this the splines of whole columns would fill the memory.
constexpr std::size_t kLongRecord = 50000;

bool is_by_likelihood(const SampleFit& fit) { return fit.smooth.kind != Smoothing::Kind::kNone; }

bool is_smoothed(const SampleFit& fit) {
  return fit.noise > 0.0 || fit.smoothing > 0.0 || is_by_likelihood(fit);
}

/// The even order m of the spline: at least what is wanted, 4 if the samples are enough for it.
int spline_order(const SampleFit& fit, int wanted, std::size_t num_data) {
  if (fit.order != 0) return fit.order;
  const int needed = std::max(2, wanted + wanted % 2);
  return num_data >= 6 ? std::max(4, needed) : needed;
}

std::string fit_note(const std::string& joint, int m, const trajectory::FittedLaw& fitted,
                     std::size_t num_samples) {
  std::string note = concat("joint '", joint, "': ", fitted.smoothing > 0.0 ? "smoothing " : "",
                            "spline of order ", m, " from ", num_samples,
                            " samples, largest error ", short_text(fitted.error.largest),
                            ", root mean square ", short_text(fitted.error.mean_square));
  if (fitted.smoothing > 0.0) note += concat(", smoothing ", short_text(fitted.smoothing));
  return note;
}

CsvRequest csv_request(const SampleFit& fit, const LogReading& reading) {
  return {.limit = {.most_numbers = kMostSplineNumbers,
                    .most_rows = kLongRecord,
                    .has_long_records = !is_smoothed(fit)},
          .mapping = reading.mapping,
          .coordinates = reading.coordinates,
          .is_verbatim = reading.is_verbatim,
          .named_from = reading.named_from};
}

/// Leaves out rows in which no joint moves; later ones follow as they followed the row before them.
/// @return the rows that are left, by their former numbers; empty if all are.
std::vector<std::size_t> leave_out_rests(CsvSamples& samples) {
  constexpr double kSamePosition = 1e-9;  // Of the largest range of a joint.
  double range = 0.0;
  for (const auto& derivatives : samples.values) {
    const auto [low, high] = std::minmax_element(derivatives[0].begin(), derivatives[0].end());
    range = std::max(range, *high - *low);
  }
  std::vector<std::size_t> rows{0};
  std::vector<double> times{samples.times.front()};
  for (std::size_t i = 1; i < samples.times.size(); ++i) {
    const bool moves =
        std::any_of(samples.values.begin(), samples.values.end(), [&](const auto& derivatives) {
          return std::abs(derivatives[0][i] - derivatives[0][rows.back()]) > kSamePosition * range;
        });
    if (!moves) continue;
    rows.push_back(i);
    times.push_back(times.back() + samples.times[i] - samples.times[i - 1]);
  }
  if (rows.size() == samples.times.size() || rows.size() < 2) return {};
  const auto choose = [&rows](std::vector<double>& column) {
    for (std::size_t i = 0; i < rows.size() && !column.empty(); ++i) column[i] = column[rows[i]];
    if (!column.empty()) column.resize(rows.size());
  };
  samples.times = std::move(times);
  for (auto& derivatives : samples.values) {
    for (std::vector<double>& column : derivatives) choose(column);
  }
  for (auto* columns : {&samples.velocity, &samples.effort}) {
    for (std::vector<double>& column : *columns) choose(column);
  }
  return rows;
}

/// Makes laws of the columns of a record.
class Fitter {
 public:
  /// @param diagnostics  with the name of the source, that the samples were read with.
  Fitter(CsvSamples samples, int order, const SampleFit& fit, Diagnostics& diagnostics)
      : order_(order),
        fit_(fit),
        diagnostics_(diagnostics),
        samples_(std::move(samples)),
        rows_(fit.rests == Rests::kLeftOut && !is_smoothed(fit) ? leave_out_rests(samples_)
                                                                : std::vector<std::size_t>{}),
        times_(std::make_shared<const std::vector<double>>(std::move(samples_.times))) {}

  Motion motion() {
    if (is_by_likelihood(fit_)) return likely_motion();
    for (std::size_t j = 0; j < samples_.joints.size(); ++j) check_order(j);
    const bool is_long = times_->size() > kLongRecord && !is_smoothed(fit_);
    std::vector<std::shared_ptr<const trajectory::Law>> laws = is_long ? long_laws()
                                                               : is_smoothed(fit_)
                                                                   ? smoothing_laws()
                                                                   : interpolating_laws();
    return motion_of(std::move(laws), {times_->front(), times_->back()}, recording());
  }

 private:
  [[noreturn]] void fail(std::size_t line, const std::string& text) {
    diagnostics_.error({line, 1}, text);
    diagnostics_.throw_if_errors();
    throw ModelError(text);  // Not reached.
  }

  /// The laws of the joints of the record, and those that are held.
  Motion motion_of(std::vector<std::shared_ptr<const trajectory::Law>> laws,
                   const trajectory::TimeRange& range,
                   std::shared_ptr<const record::Recording> recording) {
    std::vector<std::string> joints = recording->joints;
    for (const auto& [joint, value] : samples_.held) {
      joints.push_back(joint);
      laws.push_back(std::make_shared<trajectory::PiecewisePolynomial>(
          trajectory::hold(range.start, range.end, value)));
    }
    std::vector<std::string> warnings = std::move(samples_.warnings);
    for (std::string& warning : diagnostics_.warnings()) warnings.push_back(std::move(warning));
    return {.trajectory = {std::move(joints), std::move(laws), range},
            .kind = "samples",
            .notes = std::move(notes_),
            .warnings = std::move(warnings),
            .reading = std::move(samples_.notes),
            .recording = std::move(recording)};
  }

  /// The most likely motion behind the samples.
  Motion likely_motion() {
    for (std::size_t j = 0; j < samples_.joints.size(); ++j) {
      if (samples_.values[j].size() == 1) continue;
      fail(samples_.last_line, concat("joint '", samples_.joints[j],
                                      "' has columns of derivatives, which are taken as exact; a "
                                      "record that is smoothed has positions and velocities"));
    }
    record::SmoothedRecording smoothed;
    try {
      smoothed = record::smooth_recording(*recording(), smoothing_options(fit_.smooth, order_));
    } catch (const InvalidArgument& error) {
      fail(samples_.last_line, error.what());
    }
    SmoothedMotion made = smoothed_motion(std::move(smoothed));
    for (std::string& note : made.notes) samples_.notes.push_back(std::move(note));
    for (std::string& warning : made.warnings) {
      samples_.warnings.push_back(concat(diagnostics_.source_name(), ": ", warning));
    }
    const trajectory::TimeRange range{made.recording->times.front(), made.recording->times.back()};
    return motion_of(std::move(made.laws), range, std::move(made.recording));
  }

  /// What was recorded; takes the samples, of which no more is needed.
  std::shared_ptr<const record::Recording> recording() {
    auto result = std::make_shared<record::Recording>();
    for (auto& derivatives : samples_.values) {
      if (!derivatives.empty()) positions_.push_back(std::move(derivatives[0]));
    }
    *result = {.joints = std::move(samples_.joints),
               .times = *times_,
               .position = std::move(positions_),
               .velocity = std::move(samples_.velocity),
               .effort = std::move(samples_.effort),
               .position_unit = std::move(samples_.position_unit),
               .velocity_unit = std::move(samples_.velocity_unit),
               .time_unit = samples_.time_unit};
    return result;
  }

  int order_of(std::size_t j) const {
    return spline_order(fit_, order_, times_->size() * samples_.values[j].size());
  }

  void check_order(std::size_t j) {
    const int m = order_of(j);
    const auto& values = samples_.values[j];
    const std::size_t num_data = times_->size() * values.size();
    const std::string& joint = samples_.joints[j];
    if (m < 1 || m > trajectory::kMaxSplineOrder) {
      fail(samples_.last_line,
           concat("derivatives up to order ", order_, " are wanted; samples have those up to ",
                  trajectory::kMaxSplineOrder));
    }
    if (num_data < static_cast<std::size_t>(m) + 2 || times_->size() < 2) {
      fail(samples_.last_line, concat("joint '", joint, "' has ", num_data, " numbers in ",
                                      times_->size(), " samples; derivatives up to order ", order_,
                                      " take a spline of order ", m, " and at least ", m + 2));
    }
    if (is_smoothed(fit_) && values.size() > 1) {
      fail(samples_.last_line, concat("joint '", joint,
                                      "' has columns of derivatives; samples that are smoothed "
                                      "must be of q alone"));
    }
  }

  /// Joints that are fitted together: they have as many derivatives.
  std::vector<std::vector<std::size_t>> alike(std::size_t most) const {
    std::vector<std::vector<std::size_t>> batches;
    std::map<std::size_t, std::size_t> open;  // The batch to fill, by the number of derivatives.
    for (std::size_t j = 0; j < samples_.joints.size(); ++j) {
      const auto [batch, is_new] = open.try_emplace(samples_.values[j].size(), batches.size());
      if (!is_new && batches[batch->second].size() == most) batch->second = batches.size();
      if (batch->second == batches.size()) batches.emplace_back();
      batches[batch->second].push_back(j);
    }
    return batches;
  }

  std::vector<std::shared_ptr<const trajectory::Law>> smoothing_laws() {
    std::vector<std::shared_ptr<const trajectory::Law>> laws;
    for (std::size_t j = 0; j < samples_.joints.size(); ++j) {
      const auto& positions = samples_.values[j][0];
      laws.push_back(accepted(j, attempt(j, [&] {
                                return fit_.noise > 0.0
                                           ? trajectory::smooth_samples_to_noise(
                                                 order_of(j), *times_, positions, fit_.noise)
                                           : trajectory::smooth_samples(order_of(j), *times_,
                                                                        positions, fit_.smoothing);
                              })));
    }
    return laws;
  }

  std::vector<std::shared_ptr<const trajectory::Law>> interpolating_laws() {
    constexpr std::size_t kTogether = 16;  // More would only take more memory.
    std::vector<std::optional<trajectory::FittedLaw>> made(samples_.joints.size());
    for (const std::vector<std::size_t>& joints : alike(kTogether)) {
      const int m = order_of(joints[0]);
      std::vector<Columns> values;
      for (const std::size_t j : joints) values.push_back(std::move(samples_.values[j]));
      std::vector<trajectory::FittedLaw> fitted;
      try {
        fitted = trajectory::interpolate_all_samples(m, *times_, values);
      } catch (const Error&) {  // Who of them is to blame is found below.
      }
      for (std::size_t i = 0; i < joints.size(); ++i) {
        if (!fitted.empty()) made[joints[i]] = std::move(fitted[i]);
        samples_.values[joints[i]] = std::move(values[i]);
      }
    }
    std::vector<std::shared_ptr<const trajectory::Law>> laws;
    for (std::size_t j = 0; j < samples_.joints.size(); ++j) {
      laws.push_back(accepted(j, made[j] ? std::move(*made[j]) : attempt(j, [&] {
                                return trajectory::interpolate_samples(order_of(j), *times_,
                                                                       samples_.values[j]);
                              })));
    }
    return laws;
  }

  /// What `fit` gives; what it throws is said of the joint.
  template <class Fit>
  trajectory::FittedLaw attempt(std::size_t j, const Fit& fit) {
    try {
      return fit();
    } catch (const Error& error) {
      refuse(j, {trajectory::sample_after_widest_gap(*times_), error.what()});
    }
  }

  /// The law of a joint, if it is what the samples mean.
  std::shared_ptr<const trajectory::Law> accepted(std::size_t j, trajectory::FittedLaw made) {
    using Kind = trajectory::FitCheck::Kind;
    const auto kind = is_smoothed(fit_) ? Kind::kSmooths : Kind::kInterpolates;
    judge(j, trajectory::FitCheck(*times_, samples_.values[j], kind).defect(made.law));
    notes_.push_back(fit_note(samples_.joints[j], order_of(j), made, times_->size()));
    return std::make_shared<trajectory::PiecewisePolynomial>(std::move(made.law));
  }

  /// Of a long record; takes the values.
  std::vector<std::shared_ptr<const trajectory::Law>> long_laws() {
    std::vector<std::shared_ptr<const trajectory::LongSamplesLaw>> made(samples_.joints.size());
    for (const auto& derivatives : samples_.values) positions_.push_back(derivatives[0]);
    for (const std::vector<std::size_t>& joints : alike(samples_.joints.size())) {
      const int m = order_of(joints[0]);
      std::vector<Columns> values;
      for (const std::size_t j : joints) values.push_back(std::move(samples_.values[j]));
      try {
        const auto record =
            std::make_shared<const trajectory::LongSamples>(m, times_, std::move(values));
        for (std::size_t i = 0; i < joints.size(); ++i) {
          made[joints[i]] = std::make_shared<trajectory::LongSamplesLaw>(record, i);
        }
      } catch (const NumericalError& error) {
        refuse(joints[0], {trajectory::sample_after_widest_gap(*times_), error.what()});
      }
    }
    for (std::size_t j = 0; j < made.size(); ++j) {
      notes_.push_back(concat("joint '", samples_.joints[j], "': spline of order ",
                              made[j]->continuity(), " from ", times_->size(),
                              " samples, in windows; it passes through all of them"));
      judge(j, made[j]->defect());
    }
    return {made.begin(), made.end()};
  }

  /// The samples are legal, and yet the law may not be what they mean.
  void judge(std::size_t j, const std::optional<trajectory::FitDefect>& defect) {
    if (!defect) return;
    if (defect->is_fatal) refuse(j, *defect);
    diagnostics_.warning({line_of(*defect), 1}, words_of(j, *defect));
  }

  [[noreturn]] void refuse(std::size_t j, const trajectory::FitDefect& defect) {
    fail(line_of(defect), words_of(j, defect));
  }

  std::size_t line_of(const trajectory::FitDefect& defect) const {
    return line_of_sample(std::max<std::size_t>(1, defect.sample));
  }

  std::size_t line_of_sample(std::size_t i) const {
    return samples_.line_of(rows_.empty() ? i : rows_[i]);
  }

  std::string words_of(std::size_t j, const trajectory::FitDefect& defect) const {
    const std::vector<double>& times = *times_;
    const std::size_t i = std::max<std::size_t>(1, defect.sample);
    const std::size_t gap = trajectory::sample_after_widest_gap(times);
    return concat(
        "joint '", samples_.joints[j], "': ", defect.what, "; this row is ",
        short_text(times[i] - times[i - 1]), " s after the one before (the widest gap, ",
        short_text(times[gap] - times[gap - 1]), " s, ends in line ", line_of_sample(gap),
        "); noise or smoothing in a motion file, derivatives of lower order, samples that "
        "are about equally far apart, or parts of the record as motions of their own help");
  }

  int order_;
  const SampleFit& fit_;
  Diagnostics& diagnostics_;
  CsvSamples samples_;             ///< Without the times.
  std::vector<std::size_t> rows_;  ///< Former numbers of samples, where some are left out.
  std::shared_ptr<const std::vector<double>> times_;
  std::vector<std::vector<double>> positions_;  ///< For the recording, of a long record.
  std::vector<std::string> notes_;
};

}  // namespace

Motion read_motion_csv(const std::string& source_name, const std::string& text, int order,
                       const SampleFit& fit, const LogReading& reading) {
  Diagnostics diagnostics(source_name);
  CsvSamples samples = read_samples_csv(source_name, text, csv_request(fit, reading), diagnostics);
  return Fitter(std::move(samples), order, fit, diagnostics).motion();
}

Motion read_motion_csv(const std::string& source_name, const std::string& text, int order,
                       const SampleFit& fit) {
  return read_motion_csv(source_name, text, order, fit, LogReading{});
}

Motion load_motion_csv(const std::string& path, int order, const SampleFit& fit,
                       const LogReading& reading) {
  Diagnostics diagnostics(path);
  CsvSamples samples = load_samples_csv(path, csv_request(fit, reading), diagnostics);
  return Fitter(std::move(samples), order, fit, diagnostics).motion();
}

}  // namespace appell::io
