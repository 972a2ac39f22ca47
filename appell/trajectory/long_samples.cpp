#include "appell/trajectory/long_samples.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "appell/base/check.hpp"
#include "appell/trajectory/sample_splines.hpp"

namespace appell::trajectory {
namespace {

constexpr std::size_t kWindow = 1024;  // Intervals.
constexpr std::size_t kOverlap = 160;

/// The samples of a window and of what is beside it: first, first + 1, ..., end - 1.
struct WindowRange {
  std::size_t first;
  std::size_t end;

  WindowRange(std::size_t index, std::size_t num_samples)
      : first(index * kWindow > kOverlap ? index * kWindow - kOverlap : 0),
        end(std::min(num_samples, (index + 1) * kWindow + kOverlap + 1)) {}
};

/// The splines of some joints of a record in one window after the other. For one thread.
class WindowSplines {
 public:
  WindowSplines(const LongSamples& record, std::size_t first_joint, std::size_t num_joints)
      : record_(record),
        first_joint_(first_joint),
        num_joints_(num_joints),
        piece_((static_cast<std::size_t>(record.m()) + 2) * num_joints),
        about_t_(piece_),
        scratch_(piece_) {}

  /// Coefficient k of joint j at t, [k * num_joints + j], until the next call.
  const double* expand(double t) {
    if (t == t_) return about_t_.data();
    enter_window(t);
    const int interval = splines_->basis.interval_at(t, interval_);
    if (interval != interval_) enter_piece(interval);
    about_t_ = piece_;
    shift(t - middle_);
    t_ = t;
    return about_t_.data();
  }
  std::size_t num_joints() const { return num_joints_; }

 private:
  void enter_window(double t) {
    const std::vector<double>& times = record_.times();
    if (splines_ && t >= times[begin_] && t < times[std::min(begin_ + kWindow, times.size() - 1)]) {
      return;
    }
    const auto after = std::upper_bound(times.begin(), times.end(), t);
    const auto sample =
        static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, after - times.begin() - 1));
    const std::size_t index = std::min(sample, times.size() - 2) / kWindow;
    if (splines_ && index * kWindow == begin_) return;
    splines_.reset();
    const WindowRange range(index, times.size());
    std::vector<std::span<const double>> columns;
    for (std::size_t j = first_joint_; j < first_joint_ + num_joints_; ++j) {
      for (const std::vector<double>& column : record_.values(j)) {
        columns.push_back(std::span(column).subspan(range.first, range.end - range.first));
      }
    }
    splines_ =
        splines_through(record_.m(), std::span(times).subspan(range.first, range.end - range.first),
                        static_cast<int>(record_.num_orders()), columns);
    begin_ = index * kWindow;
    interval_ = -1;
  }

  void enter_piece(int interval) {
    const BSplineBasis& basis = splines_->basis;
    const auto count = static_cast<int>(num_joints_);
    interval_ = -1;
    basis.piece(interval, splines_->coefficients, count, count, piece_, scratch_);
    const auto i = static_cast<std::size_t>(interval);
    for (const double c : piece_) {
      if (std::isfinite(c)) continue;
      throw NumericalError(
          concat("spline: a coefficient is not finite on the interval from ", basis.breaks()[i]));
    }
    middle_ = 0.5 * (basis.breaks()[i] + basis.breaks()[i + 1]);
    interval_ = interval;
  }

  /// shift_polynomial() of all joints.
  void shift(double h) {
    const std::size_t count = about_t_.size() / num_joints_;
    for (std::size_t i = 0; i + 1 < count; ++i) {
      for (std::size_t k = count - 1; k-- > i;) {
        double* c = about_t_.data() + k * num_joints_;
        for (std::size_t j = 0; j < num_joints_; ++j) c[j] += h * c[j + num_joints_];
      }
    }
  }

  const LongSamples& record_;
  std::size_t first_joint_;
  std::size_t num_joints_;
  std::size_t begin_ = 0;  ///< First sample of the window.
  std::optional<SampleSplines> splines_;
  int interval_ = -1;
  double middle_ = 0.0;
  double t_ = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> piece_;
  std::vector<double> about_t_;
  std::vector<double> scratch_;
};

class WindowCursor final : public LawCursor {
 public:
  /// @param joint  among those of the splines.
  WindowCursor(std::shared_ptr<WindowSplines> splines, std::size_t num_coefficients,
               std::size_t joint)
      : splines_(std::move(splines)), num_coefficients_(num_coefficients), joint_(joint) {}

  void expand(double t, std::span<double> out) override {
    const double* all = splines_->expand(t);
    for (std::size_t k = 0; k < out.size(); ++k) {
      out[k] = k < num_coefficients_ ? all[k * splines_->num_joints() + joint_] : 0.0;
    }
  }

 private:
  std::shared_ptr<WindowSplines> splines_;
  std::size_t num_coefficients_;
  std::size_t joint_;
};

}  // namespace

LongSamples::LongSamples(int m, std::shared_ptr<const std::vector<double>> times,
                         std::vector<Columns> joints)
    : m_(m), times_(std::move(times)), joints_(std::move(joints)) {
  check(!joints_.empty(), "LongSamples: there is no joint.");
  for (const Columns& values : joints_) {
    check_interpolation(m_, *times_, values);
    check(values.size() == num_orders(), "LongSamples: one joint has ", num_orders() - 1,
          " derivatives, another one ", values.size() - 1, ".");
  }
  // Whatever is wrong is said now.
  WindowSplines first(*this, 0, joints_.size());
  for (std::size_t i = 0; i < std::min(kWindow, times_->size()); ++i) first.expand((*times_)[i]);
}

std::optional<FitDefect> LongSamplesLaw::defect() const {
  const std::span<const double> times(record_->times());
  const FitCheck check(times, record_->values(joint_));
  std::optional<FitDefect> worst;
  for (std::size_t own = 0; own + 1 < times.size(); own += kWindow) {
    const WindowRange range(own / kWindow, times.size());
    const std::span<const double> here = times.subspan(range.first, range.end - range.first);
    const bool is_at_an_end = own == 0 || own + kWindow + 1 >= times.size();
    if (!is_at_an_end && !is_uneven(here)) continue;
    try {
      const auto found = check.defect(*this, own, std::min(kWindow + 1, times.size() - own));
      if (found && found->is_fatal) return found;
      if (found && !worst) worst = found;
    } catch (const Error& error) {
      return FitDefect{range.first + sample_after_widest_gap(here), error.what()};
    }
  }
  return worst;
}

std::vector<double> LongSamplesLaw::seams() const {
  const auto num_orders = static_cast<int>(record_->num_orders());
  std::vector<double> breaks = sample_breaks(record_->m(), record_->times(), num_orders);
  return {breaks.begin() + 1, breaks.end() - 1};
}

void LongSamplesLaw::expand(double t, std::span<double> out) const { cursor()->expand(t, out); }

std::unique_ptr<LawCursor> LongSamplesLaw::cursor() const {
  return std::make_unique<WindowCursor>(std::make_shared<WindowSplines>(*record_, joint_, 1),
                                        static_cast<std::size_t>(record_->m()) + 2, 0);
}

std::unique_ptr<LawCursor> LongSamplesLaw::shared_cursor(CursorShare& share) const {
  auto splines = share.of<WindowSplines>(record_.get(), [this] {
    return std::make_shared<WindowSplines>(*record_, 0, record_->num_joints());
  });
  return std::make_unique<WindowCursor>(std::move(splines),
                                        static_cast<std::size_t>(record_->m()) + 2, joint_);
}

}  // namespace appell::trajectory
