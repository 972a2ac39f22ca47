#pragma once

#include <memory>
#include <vector>

#include "appell/trajectory/law.hpp"

/// Laws made of other laws.
namespace appell::trajectory {

/// q(t) = law(t₀ + λ (t - t₁)): the law as it runs from its time t₀ on, λ times as fast, beginning
/// at t₁; derivative k gains λᵏ.
class ReclockedLaw final : public Law {
 public:
  /// @throws InvalidArgument unless λ > 0 and everything is finite, or without a law.
  ReclockedLaw(std::shared_ptr<const Law> law, double t0, double speed, double t1);

  TimeRange range() const override;
  int continuity() const override { return law_->continuity(); }
  bool is_uncertain() const override { return law_->is_uncertain(); }
  std::vector<double> seams() const override;
  void expand(double t, std::span<double> out) const override;
  std::unique_ptr<LawCursor> cursor() const override;
  std::unique_ptr<LawCursor> shared_cursor(CursorShare& share) const override;

 private:
  class Cursor;
  /// The time of the law inside.
  double inner_time(double t) const;
  /// Derivative k gains λᵏ.
  void rescale(std::span<double> out) const;

  std::shared_ptr<const Law> law_;
  double t0_;
  double speed_;
  double t1_;
};

/// Laws one after the other, law i from breaks[i] to breaks[i + 1].
class SequenceLaw final : public Law {
 public:
  /// @throws InvalidArgument unless the breaks ascend, there is one more of them than of laws, and
  ///   each law is defined on its part.
  SequenceLaw(std::vector<std::shared_ptr<const Law>> laws, std::vector<double> breaks);

  TimeRange range() const override { return {breaks_.front(), breaks_.back()}; }
  /// Of the parts and of what fits together where they meet; -1 if q itself jumps.
  int continuity() const override { return continuity_; }
  bool is_uncertain() const override;
  std::vector<double> seams() const override;
  void expand(double t, std::span<double> out) const override;
  std::unique_ptr<LawCursor> cursor() const override;
  std::unique_ptr<LawCursor> shared_cursor(CursorShare& share) const override;

 private:
  class Cursor;
  int continuity_at(std::size_t joint) const;
  std::size_t part_at(double t) const;

  std::vector<std::shared_ptr<const Law>> laws_;
  std::vector<double> breaks_;
  int continuity_;
};

}  // namespace appell::trajectory
