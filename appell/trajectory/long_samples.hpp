#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "appell/trajectory/fit_check.hpp"
#include "appell/trajectory/law.hpp"

namespace appell::trajectory {

/// Samples of some joints at the same times, any number of them: the splines of
/// interpolate_samples() in little memory. Cursors make the splines of a window of samples when a
/// time in it is asked for. A sample acts on a spline less and less with distance (by a factor of
/// 0.43 per sample for m = 4, 0.76 for m = 15), so that a window with 160 more samples on both
/// sides gives the spline through all of them to rounding.
class LongSamples {
 public:
  using Columns = std::vector<std::vector<double>>;

  /// @param joints  joints[j][k][i] is derivative k of joint j at times[i]; each joint has as many.
  /// @throws InvalidArgument as interpolate_samples(); NumericalError if the first window has no
  ///   spline.
  LongSamples(int m, std::shared_ptr<const std::vector<double>> times, std::vector<Columns> joints);

  int m() const { return m_; }
  const std::vector<double>& times() const { return *times_; }
  const Columns& values(std::size_t joint) const { return joints_[joint]; }
  std::size_t num_joints() const { return joints_.size(); }
  /// Derivatives that are given, q among them.
  std::size_t num_orders() const { return joints_.front().size(); }

 private:
  int m_;
  std::shared_ptr<const std::vector<double>> times_;
  std::vector<Columns> joints_;
};

/// The law of one joint of a record.
class LongSamplesLaw final : public Law {
 public:
  LongSamplesLaw(std::shared_ptr<const LongSamples> record, std::size_t joint)
      : record_(std::move(record)), joint_(joint) {}

  TimeRange range() const override { return {record_->times().front(), record_->times().back()}; }
  int continuity() const override { return record_->m(); }
  std::vector<double> seams() const override;
  /// Makes the spline of a window for this one time: take a cursor for many.
  void expand(double t, std::span<double> out) const override;
  /// Keeps one window; allocates when the window changes.
  std::unique_ptr<LawCursor> cursor() const override;
  /// Shares the windows of all joints of the record.
  std::unique_ptr<LawCursor> shared_cursor(CursorShare& share) const override;

  /// What FitCheck says of the first and the last window, and of those whose samples are not about
  /// equally far apart: the others are well-conditioned.
  std::optional<FitDefect> defect() const;

 private:
  std::shared_ptr<const LongSamples> record_;
  std::size_t joint_;
};

}  // namespace appell::trajectory
