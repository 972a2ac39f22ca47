#pragma once

#include <vector>

#include "appell/trajectory/law.hpp"

namespace appell::trajectory {

/// A polynomial of degree d on each interval between ascending breaks τ₀ < τ₁ < ... < τ_s, kept as
/// coefficients about the middle of the interval:
///
///   q(t) = Σ_{k=0..d} c[i][k] (t - (τ_i + τ_{i+1})/2)ᵏ,   τ_i <= t < τ_{i+1}                 (1)
///
/// About the middle, powers stay small and lower derivatives lose nothing to cancellation between
/// absolute times.
class PiecewisePolynomial final : public Law {
 public:
  static constexpr int kMaxDegree = 31;

  /// Every coefficient NaN until it is set; `continuity` is what whoever sets them promises.
  /// @throws InvalidArgument unless the breaks are finite and ascending, at least two, and the
  ///   degree is in 0..kMaxDegree.
  PiecewisePolynomial(std::vector<double> breaks, int degree, int continuity);

  int degree() const { return degree_; }
  int num_intervals() const { return static_cast<int>(breaks_.size()) - 1; }
  const std::vector<double>& breaks() const { return breaks_; }
  double length(int interval) const { return breaks_[at(interval) + 1] - breaks_[at(interval)]; }

  /// The coefficients of (1) of one interval.
  std::span<double> coefficients(int interval) {
    return {&coefficients_[first(interval)], width()};
  }
  std::span<const double> coefficients(int interval) const {
    return {&coefficients_[first(interval)], width()};
  }

  /// Normalised Taylor coefficients at a time, of the polynomial of one interval (also outside it).
  void expand_piece(int interval, double t, std::span<double> out) const;

  /// The interval whose polynomial holds at t: the last one that begins at or before t.
  int interval_at(double t) const;

  TimeRange range() const override { return {breaks_.front(), breaks_.back()}; }
  int continuity() const override { return continuity_; }
  std::vector<double> seams() const override { return {breaks_.begin() + 1, breaks_.end() - 1}; }
  void expand(double t, std::span<double> out) const override;
  std::unique_ptr<LawCursor> cursor() const override;

  /// The same function delayed by dt.
  PiecewisePolynomial delayed(double dt) const;

 private:
  static std::size_t at(int interval) { return static_cast<std::size_t>(interval); }
  std::size_t width() const { return at(degree_) + 1; }
  std::size_t first(int interval) const { return at(interval) * width(); }

  std::vector<double> breaks_;
  int degree_;
  int continuity_;
  std::vector<double> coefficients_;
};

}  // namespace appell::trajectory
