#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "appell/trajectory/fit_check.hpp"
#include "appell/trajectory/law.hpp"

namespace appell::trajectory {

/// The law of interpolate_samples() for records of any length, in little memory: it keeps the
/// samples, and a cursor makes the spline of a window of them when a time in it is asked for. A
/// sample acts on a spline less and less with distance (by a factor of 0.43 per sample for m = 4,
/// 0.76 for m = 15), so that a window with 160 more samples on both sides gives the spline through
/// all of them to rounding.
class LongSamplesLaw final : public Law {
 public:
  using Columns = std::vector<std::vector<double>>;

  /// @param values  values[k][i] is derivative k at times[i].
  /// @throws InvalidArgument as interpolate_samples().
  LongSamplesLaw(int m, std::shared_ptr<const std::vector<double>> times, Columns values);

  TimeRange range() const override { return {times_->front(), times_->back()}; }
  int continuity() const override { return m_; }
  /// Makes the spline of a window for this one time: take a cursor for many.
  void expand(double t, std::span<double> out) const override;
  /// Keeps one window; allocates when the window changes.
  std::unique_ptr<LawCursor> cursor() const override;

  /// What is wrong with the windows whose samples are not about equally far apart, the others being
  /// well-conditioned.
  std::optional<FitDefect> defect() const;

 private:
  int m_;
  std::shared_ptr<const std::vector<double>> times_;
  Columns values_;
};

}  // namespace appell::trajectory
