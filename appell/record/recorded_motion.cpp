#include "appell/record/recorded_motion.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <thread>
#include <utility>

#include "appell/base/counted.hpp"
#include "appell/base/text.hpp"
#include "appell/record/exact_samples.hpp"
#include "appell/record/noise_estimate.hpp"
#include "appell/record/recorded_words.hpp"
#include "appell/record/unwrap.hpp"
#include "appell/trajectory/fit_check.hpp"
#include "appell/trajectory/long_samples.hpp"
#include "appell/trajectory/point_to_point.hpp"
#include "appell/trajectory/samples.hpp"
#include "appell/trajectory/spline.hpp"

namespace appell::record {
namespace {

using Columns = std::vector<std::vector<double>>;  // By derivative.
using LawPtr = std::shared_ptr<const trajectory::Law>;

/// Beyond this the splines of whole columns would fill the memory.
constexpr std::size_t kLongRecord = 50000;

/// Fewer rows tell nothing about noise: they are taken as they are.
constexpr std::size_t kFewestNoisyRows = 20;

bool is_constant(std::span<const double> samples) {
  return std::all_of(samples.begin(), samples.end(),
                     [&](double x) { return x == samples.front(); });
}

/// One polynomial for all times has all derivatives.
LawPtr as_law(trajectory::PiecewisePolynomial spline) {
  if (spline.num_intervals() > 1) {
    return std::make_shared<trajectory::PiecewisePolynomial>(std::move(spline));
  }
  const auto whole = std::make_shared<trajectory::PiecewisePolynomial>(
      spline.breaks(), spline.degree(), taylor::kMaxOrder);
  std::copy_n(spline.coefficients(0).begin(), spline.degree() + 1, whole->coefficients(0).begin());
  return whole;
}

bool is_smoothing_spline(const LawOptions& options) {
  return options.noise > 0.0 || options.smoothing > 0.0;
}

/// Makes the laws of one recording.
class LawMaker {
 public:
  LawMaker(Recording recording, const LawOptions& options, const NameOfRow& name_of_row)
      : options_(options), name_of_row_(name_of_row), data_(std::move(recording)) {}

  RecordedMotion motion() {
    check_size();
    unwrap_angles();
    if (is_likelihood_wanted()) {
      smooth();
    } else {
      if (options_.rests == Rests::kLeftOut && !is_smoothing_spline(options_)) {
        leave_out_rests(data_);
      }
      interpolate();
    }
    result_.recording = std::make_shared<Recording>(std::move(data_));
    return std::move(result_);
  }

 private:
  [[noreturn]] void fail(std::size_t row, const std::string& text) const {
    throw RecordDefect(data_.row_of(row), text);
  }

  std::size_t num_joints() const { return data_.joints.size(); }
  std::size_t num_rows() const { return data_.times.size(); }
  double unit_of(std::size_t j) const {
    return j < data_.position_unit.size() ? data_.position_unit[j] : 0.0;
  }

  void check_size() const {
    if (num_rows() < 2) fail(0, "there is one row; a motion takes at least two");
  }

  /// What smoothing takes: 260 bytes for each number.
  void check_memory() const {
    constexpr std::size_t kMostNumbers = 10'000'000;
    if (num_rows() <= kMostNumbers / num_joints()) return;
    fail(kMostNumbers / num_joints(),
         concat("smoothing takes at most ", kMostNumbers, " numbers, and this is row ",
                kMostNumbers / num_joints() + 1, " of ", num_joints(),
                " joints; take a part of it "
                "(from and to in a motion file), or smooth = \"none\""));
  }

  void unwrap_angles() {
    for (std::size_t j = 0; j < num_joints(); ++j) {
      if (j < data_.is_prismatic.size() && data_.is_prismatic[j] != 0) continue;
      const std::vector<std::size_t> rows = unwrap(data_.position[j]);
      if (rows.empty()) continue;
      result_.repairs.push_back(
          concat(data_.joints[j], " unwrapped at ", name_of_row_(rows[0]),
                 rows.size() > 1 ? concat(" and ", rows.size() - 1, " more") : ""));
    }
  }

  /// Whether a joint has noise: it moves, and its samples are no exact ones.
  bool is_noisy(std::size_t j) const {
    if (data_.has_derivatives(j) || is_constant(data_.position[j])) return false;
    // A column may have been converted after it was rounded.
    const double step = unit_of(j) > 0.0 ? 0.0 : digit_step(data_.position[j]);
    const bool is_converted = step > 0.0 && are_rounded(data_.position[j], step);
    return !are_exact(data_.times, data_.position[j], is_converted ? step : unit_of(j));
  }

  bool is_likelihood_wanted() {
    if (is_smoothing_spline(options_) || options_.smooth.kind == Smoothing::Kind::kNone) {
      return false;
    }
    const bool is_told = options_.smooth.kind == Smoothing::Kind::kDeviation ||
                         options_.clock.kind == ClockChoice::Kind::kCycle;
    for (std::size_t j = 0; j < num_joints(); ++j) {
      if (!is_told || !data_.has_derivatives(j)) continue;
      fail(0, concat("joint '", data_.joints[j],
                     "' has columns of derivatives, which are taken as exact; there is no noise to "
                     "remove"));
    }
    if (is_told) return true;
    if (num_rows() < kFewestNoisyRows) return false;
    for (std::size_t j = 0; j < num_joints(); ++j) {
      if (is_noisy(j)) return true;
    }
    is_exact_ = true;
    return false;
  }

  int wanted_derivatives() const {
    if (options_.derivatives > 0) return options_.derivatives;
    return is_exact_ ? kUsualExactDerivatives : kUsualDerivatives;
  }

  /// The most likely motion. Joints that never move are constants, whatever their digits.
  void smooth() {
    result_.kind = LawKind::kMostLikely;
    check_memory();
    std::vector<std::size_t> moving;
    for (std::size_t j = 0; j < num_joints(); ++j) {
      if (!is_constant(data_.position[j])) moving.push_back(j);
    }
    if (moving.empty()) return interpolate();
    SmoothingOptions options{.highest = wanted_derivatives(), .clock = options_.clock};
    if (options_.smooth.kind == Smoothing::Kind::kDeviation) {
      options.noise = options_.smooth.deviation;
      options.has_jitter = false;  // It is all that there is.
    }
    options.most_threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    SmoothedRecording smoothed;
    try {
      smoothed = smooth_recording(chosen_joints(data_, moving), options);
    } catch (const RecordDefect&) {
      throw;
    } catch (const InvalidArgument& error) {
      fail(num_rows() - 1, error.what());
    }
    describe(smoothed, name_of_row_, result_);
    take_smoothed(std::move(smoothed), moving);
  }

  /// The recording as it was smoothed, with the joints that never move.
  void take_smoothed(SmoothedRecording smoothed, const std::vector<std::size_t>& moving) {
    const std::vector<double>& times = smoothed.recording.times;
    result_.laws.resize(num_joints());
    for (std::size_t j = 0; j < num_joints(); ++j) {
      result_.laws[j] = constant(j, times);
    }
    for (std::size_t i = 0; i < moving.size(); ++i) {
      result_.laws[moving[i]] = smoothed.law(i);
    }
    data_ = with_other_joints(std::move(smoothed.recording), data_, moving);
  }

  LawPtr constant(std::size_t j, const std::vector<double>& times) const {
    return std::make_shared<trajectory::PiecewisePolynomial>(
        trajectory::hold(times.front(), times.back(), data_.position[j].front()));
  }

  /// The order m of the spline: as many derivatives as are wanted, and even, if there are enough
  /// samples. Few samples are met by the polynomial through all of them.
  int order_of(std::size_t j) const {
    const std::size_t num_data = num_rows() * (1 + num_given(j));
    const int m = wanted_derivatives() + wanted_derivatives() % 2;
    return std::clamp(static_cast<int>(std::min<std::size_t>(num_data, 100)) - 2, 1, m);
  }

  std::size_t num_given(std::size_t j) const {
    return data_.has_derivatives(j) ? data_.derivatives[j].size() : 0;
  }
  /// Rows with velocities and accelerations say all between two of them.
  bool is_hermite(std::size_t j) const { return num_given(j) >= 2; }

  void interpolate() {
    if (result_.kind == LawKind::kMostLikely) result_.kind = LawKind::kSpline;
    check_data();
    result_.laws.resize(num_joints());
    bool has_hermite = false;
    std::vector<std::size_t> others;
    for (std::size_t j = 0; j < num_joints(); ++j) {
      has_hermite = has_hermite || is_hermite(j);
      if (is_hermite(j)) {
        make_hermite(j);
      } else if (num_given(j) == 0 && is_constant(data_.position[j])) {
        result_.laws[j] = constant(j, data_.times);
      } else if (num_rows() == 2 && num_given(j) == 0) {
        make_line(j);
      } else {
        others.push_back(j);
      }
    }
    if (is_smoothing_spline(options_)) {
      for (const std::size_t j : others) make_smoothing_spline(j);
    } else if (num_rows() > kLongRecord) {
      make_long(others);
    } else {
      make_splines(others);
    }
    const bool is_smoothed = is_smoothing_spline(options_) && !others.empty();
    result_.kind = is_smoothed   ? LawKind::kSmoothingSpline
                   : has_hermite ? LawKind::kHermite
                                 : LawKind::kSpline;
    result_.is_exact =
        result_.kind == LawKind::kHermite ||
        (result_.kind == LawKind::kSpline && options_.smooth.kind != Smoothing::Kind::kNone);
    result_.treatment = treatment();
  }

  std::string treatment() const {
    if (result_.kind == LawKind::kSmoothingSpline) return "smoothing spline";
    if (result_.kind == LawKind::kHermite) return "given derivatives used";
    if (options_.smooth.kind == Smoothing::Kind::kNone) return "interpolated";
    if (num_rows() < kFewestNoisyRows) return "too few rows to see noise, interpolated";
    return "exact, interpolated";
  }

  void check_data() {
    if (wanted_derivatives() > trajectory::kMaxSplineOrder) {
      fail(num_rows() - 1,
           concat(wanted_derivatives(), " derivatives are wanted; samples have up to ",
                  trajectory::kMaxSplineOrder));
    }
    if (is_smoothing_spline(options_)) check_memory();
    for (std::size_t j = 0; j < num_joints(); ++j) {
      if (is_smoothing_spline(options_) && num_given(j) > 0) {
        fail(num_rows() - 1, concat("joint '", data_.joints[j],
                                    "' has columns of derivatives; samples that are smoothed must "
                                    "be of q alone"));
      }
      if (is_smoothing_spline(options_) &&
          num_rows() < static_cast<std::size_t>(wanted_derivatives()) + 2) {
        fail(num_rows() - 1,
             concat("joint '", data_.joints[j], "' has ", counted(num_rows(), "sample"),
                    "; a smoothing spline with ", wanted_derivatives(),
                    " derivatives takes at least ", wanted_derivatives() + 2));
      }
    }
  }

  void make_hermite(std::size_t j) {
    const Columns values = columns_of(j);
    result_.laws[j] = as_law(trajectory::hermite_spline(data_.times, values));
    result_.notes.push_back(concat("joint '", data_.joints[j], "': Hermite spline of degree ",
                                   2 * num_given(j) + 1, " from ", num_rows(), " rows"));
  }

  void make_line(std::size_t j) {
    const Columns values{data_.position[j]};
    result_.laws[j] = as_law(trajectory::hermite_spline(data_.times, values));
    result_.notes.push_back(concat("joint '", data_.joints[j], "': a line through two rows"));
  }

  /// q and its given derivatives.
  Columns columns_of(std::size_t j) const {
    Columns columns{data_.position[j]};
    if (!data_.has_derivatives(j)) return columns;
    columns.insert(columns.end(), data_.derivatives[j].begin(), data_.derivatives[j].end());
    return columns;
  }

  /// Joints that are fitted together: they have as many derivatives.
  std::vector<std::vector<std::size_t>> alike(const std::vector<std::size_t>& joints,
                                              std::size_t most) const {
    std::vector<std::vector<std::size_t>> batches;
    std::map<std::size_t, std::size_t> open;  // The batch to fill, by the number of derivatives.
    for (const std::size_t j : joints) {
      const auto [batch, is_new] = open.try_emplace(num_given(j), batches.size());
      if (!is_new && batches[batch->second].size() == most) batch->second = batches.size();
      if (batch->second == batches.size()) batches.emplace_back();
      batches[batch->second].push_back(j);
    }
    return batches;
  }

  void make_smoothing_spline(std::size_t j) {
    // Its penalty is on derivative m/2 + 1, so that m is even.
    const int m = wanted_derivatives() + wanted_derivatives() % 2;
    const std::vector<double>& positions = data_.position[j];
    accept(j, attempt(j, [&] {
             return options_.noise > 0.0
                        ? trajectory::smooth_samples_to_noise(m, data_.times, positions,
                                                              options_.noise)
                        : trajectory::smooth_samples(m, data_.times, positions, options_.smoothing);
           }));
  }

  void make_splines(const std::vector<std::size_t>& joints) {
    constexpr std::size_t kTogether = 16;  // More would only take more memory.
    for (const std::vector<std::size_t>& batch : alike(joints, kTogether)) {
      const int m = order_of(batch[0]);
      std::vector<Columns> values;
      for (const std::size_t j : batch) values.push_back(columns_of(j));
      std::vector<trajectory::FittedLaw> fitted;
      try {
        fitted = trajectory::interpolate_all_samples(m, data_.times, values);
      } catch (const Error&) {  // Who of them is to blame is found below.
      }
      for (std::size_t i = 0; i < batch.size(); ++i) {
        accept(batch[i], !fitted.empty() ? std::move(fitted[i]) : attempt(batch[i], [&] {
                 return trajectory::interpolate_samples(m, data_.times, values[i]);
               }));
      }
    }
  }

  /// What `fit` gives; what it throws is said of the joint.
  template <class Fit>
  trajectory::FittedLaw attempt(std::size_t j, const Fit& fit) {
    try {
      return fit();
    } catch (const Error& error) {
      refuse(j, {trajectory::sample_after_widest_gap(data_.times), error.what()});
    }
  }

  /// Takes the law of a joint, if it is what the samples mean.
  void accept(std::size_t j, trajectory::FittedLaw made) {
    using Kind = trajectory::FitCheck::Kind;
    const auto kind = is_smoothing_spline(options_) ? Kind::kSmooths : Kind::kInterpolates;
    const Columns values = columns_of(j);
    judge(j, trajectory::FitCheck(data_.times, values, kind).defect(made.law));
    result_.notes.push_back(fit_note(data_.joints[j], order_of(j), made, num_rows()));
    result_.laws[j] = as_law(std::move(made.law));
  }

  /// Of a long record, in windows.
  void make_long(const std::vector<std::size_t>& joints) {
    const auto times = std::make_shared<const std::vector<double>>(data_.times);
    for (const std::vector<std::size_t>& batch : alike(joints, num_joints())) {
      std::vector<Columns> values;
      for (const std::size_t j : batch) values.push_back(columns_of(j));
      try {
        const auto record = std::make_shared<const trajectory::LongSamples>(
            order_of(batch[0]), times, std::move(values));
        for (std::size_t i = 0; i < batch.size(); ++i) take_long(batch[i], record, i);
      } catch (const NumericalError& error) {
        refuse(batch[0], {trajectory::sample_after_widest_gap(data_.times), error.what()});
      }
    }
  }

  void take_long(std::size_t j, const std::shared_ptr<const trajectory::LongSamples>& record,
                 std::size_t index) {
    const auto law = std::make_shared<trajectory::LongSamplesLaw>(record, index);
    result_.notes.push_back(concat("joint '", data_.joints[j], "': spline of order ",
                                   law->continuity(), " from ", num_rows(),
                                   " samples, in windows; it passes through all of them"));
    judge(j, law->defect());
    result_.laws[j] = law;
  }

  /// The samples are legal, and yet the law may not be what they mean.
  void judge(std::size_t j, const std::optional<trajectory::FitDefect>& defect) {
    if (!defect) return;
    if (defect->is_fatal) refuse(j, *defect);
    result_.warnings.push_back(concat(name_of_row_(row_of(*defect)), ": ", words_of(j, *defect)));
  }

  [[noreturn]] void refuse(std::size_t j, const trajectory::FitDefect& defect) const {
    throw RecordDefect(row_of(defect), words_of(j, defect));
  }

  std::size_t row_of(const trajectory::FitDefect& defect) const {
    return data_.row_of(std::max<std::size_t>(1, defect.sample));
  }

  std::string words_of(std::size_t j, const trajectory::FitDefect& defect) const {
    const std::vector<double>& times = data_.times;
    const std::size_t i = std::max<std::size_t>(1, defect.sample);
    const std::size_t gap = trajectory::sample_after_widest_gap(times);
    return concat(
        "joint '", data_.joints[j], "': ", defect.what, "; this row is ",
        short_text(times[i] - times[i - 1]), " s after the one before (the widest gap, ",
        short_text(times[gap] - times[gap - 1]), " s, ends in ", name_of_row_(data_.row_of(gap)),
        "); smoothing (smooth = SD), fewer derivatives, evenly spaced samples, or parts of "
        "the record as motions of their own help");
  }

  const LawOptions& options_;
  const NameOfRow& name_of_row_;
  Recording data_;
  bool is_exact_ = false;  ///< No noise is seen in many rows: they determine more derivatives.
  RecordedMotion result_;
};

}  // namespace

RecordedMotion recorded_motion(Recording recording, const LawOptions& options,
                               const NameOfRow& name_of_row) {
  return LawMaker(std::move(recording), options, name_of_row).motion();
}

}  // namespace appell::record
