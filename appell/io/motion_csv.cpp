#include <algorithm>
#include <memory>
#include <optional>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/diagnostics.hpp"
#include "appell/io/limits.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/io/samples_csv.hpp"
#include "appell/trajectory/fit_check.hpp"
#include "appell/trajectory/long_samples.hpp"
#include "appell/trajectory/samples.hpp"
#include "appell/trajectory/spline.hpp"

namespace appell::io {
namespace {

/// Beyond this the splines of whole columns would fill the memory.
constexpr std::size_t kLongRecord = 50000;

bool is_smoothed(const SampleFit& fit) { return fit.noise > 0.0 || fit.smoothing > 0.0; }

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

/// Makes laws of the columns of a record.
class Fitter {
 public:
  Fitter(const std::string& source_name, const std::string& text, int order, const SampleFit& fit)
      : text_(text), order_(order), fit_(fit), diagnostics_(source_name) {
    samples_ = read_samples_csv(text,
                                {.most_numbers = kMostSplineNumbers,
                                 .most_rows = kLongRecord,
                                 .has_long_records = !is_smoothed(fit)},
                                diagnostics_);
  }

  Motion motion() {
    const std::vector<double>& times = samples_.times;
    const bool is_long = times.size() > kLongRecord && !is_smoothed(fit_);
    const auto shared_times =
        std::make_shared<const std::vector<double>>(is_long ? times : std::vector<double>());
    std::vector<std::shared_ptr<const trajectory::Law>> laws;
    for (std::size_t j = 0; j < samples_.joints.size(); ++j) {
      const int m = spline_order(fit_, order_, times.size() * samples_.values[j].size());
      check_order(j, m);
      laws.push_back(is_long ? long_law(j, m, shared_times) : law(j, m));
    }
    return {{samples_.joints, std::move(laws), {times.front(), times.back()}},
            "samples",
            std::move(notes_),
            {}};
  }

 private:
  [[noreturn]] void fail(std::size_t line, const std::string& text) {
    diagnostics_.error({line, 1}, text);
    diagnostics_.throw_if_errors();
    throw ModelError(text);  // Not reached.
  }

  void check_order(std::size_t j, int m) {
    const auto& values = samples_.values[j];
    const std::size_t num_data = samples_.times.size() * values.size();
    const std::string& joint = samples_.joints[j];
    if (m < 1 || m > trajectory::kMaxSplineOrder) {
      fail(samples_.last_line,
           concat("derivatives up to order ", order_, " are wanted; samples have those up to ",
                  trajectory::kMaxSplineOrder));
    }
    if (num_data < static_cast<std::size_t>(m) + 2 || samples_.times.size() < 2) {
      fail(samples_.last_line,
           concat("joint '", joint, "' has ", num_data, " numbers in ", samples_.times.size(),
                  " samples; derivatives up to order ", order_, " take a spline of order ", m,
                  " and at least ", m + 2));
    }
    if (is_smoothed(fit_) && values.size() > 1) {
      fail(samples_.last_line, concat("joint '", joint,
                                      "' has columns of derivatives; samples that are smoothed "
                                      "must be of q alone"));
    }
  }

  trajectory::FittedLaw fitted(std::size_t j, int m) {
    const std::vector<double>& times = samples_.times;
    const auto& values = samples_.values[j];
    try {
      if (fit_.noise > 0.0) {
        return trajectory::smooth_samples_to_noise(m, times, values[0], fit_.noise);
      }
      if (fit_.smoothing > 0.0) {
        return trajectory::smooth_samples(m, times, values[0], fit_.smoothing);
      }
      return trajectory::interpolate_samples(m, times, values);
    } catch (const Error& error) {
      refuse(j, {trajectory::sample_after_widest_gap(times), error.what()});
    }
  }

  std::shared_ptr<const trajectory::Law> law(std::size_t j, int m) {
    trajectory::FittedLaw made = fitted(j, m);
    if (!is_smoothed(fit_)) {
      const auto defect = trajectory::FitCheck(samples_.times, samples_.values[j]).defect(made.law);
      if (defect) refuse(j, *defect);
    }
    notes_.push_back(fit_note(samples_.joints[j], m, made, samples_.times.size()));
    return std::make_shared<trajectory::PiecewisePolynomial>(std::move(made.law));
  }

  /// Of a long record; takes the values.
  std::shared_ptr<const trajectory::Law> long_law(
      std::size_t j, int m, const std::shared_ptr<const std::vector<double>>& times) {
    notes_.push_back(concat("joint '", samples_.joints[j], "': spline of order ", m, " from ",
                            times->size(), " samples, in windows; it passes through all of them"));
    for (std::vector<double>& column : samples_.values[j]) column.shrink_to_fit();
    try {
      const auto made =
          std::make_shared<trajectory::LongSamplesLaw>(m, times, std::move(samples_.values[j]));
      const auto defect = made->defect();
      if (defect) refuse(j, *defect);
      return made;
    } catch (const NumericalError& error) {
      refuse(j, {trajectory::sample_after_widest_gap(*times), error.what()});
    }
  }

  /// The samples are legal, and yet no good law goes through them.
  [[noreturn]] void refuse(std::size_t j, const trajectory::FitDefect& defect) {
    const std::vector<double>& times = samples_.times;
    const std::size_t i = std::max<std::size_t>(1, defect.sample);
    const std::size_t gap = trajectory::sample_after_widest_gap(times);
    fail(line_of_row(text_, i),
         concat(
             "joint '", samples_.joints[j], "': ", defect.what, "; this row is ",
             short_text(times[i] - times[i - 1]), " s after the one before, and the widest gap, ",
             short_text(times[gap] - times[gap - 1]), " s, ends in line ", line_of_row(text_, gap),
             "; give samples that are about equally far apart, or parts of the record as motions "
             "of their own"));
  }

  const std::string& text_;
  int order_;
  const SampleFit& fit_;
  Diagnostics diagnostics_;
  CsvSamples samples_;
  std::vector<std::string> notes_;
};

}  // namespace

Motion read_motion_csv(const std::string& source_name, const std::string& text, int order,
                       const SampleFit& fit) {
  return Fitter(source_name, text, order, fit).motion();
}

}  // namespace appell::io
