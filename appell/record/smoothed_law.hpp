#pragma once

#include <memory>
#include <utility>

#include "appell/record/smoother.hpp"
#include "appell/trajectory/law.hpp"

namespace appell::record {

/// The most likely motion of one coordinate behind its samples, a law like any other: any instant,
/// derivatives below n that belong to each other, and their covariances.
class SmoothedLaw final : public trajectory::Law {
 public:
  /// @param widening  factor by which correlation widens the samples' errors,
  ///   JointNoise::widening.
  SmoothedLaw(std::shared_ptr<const SmoothedCoordinate> of, double widening)
      : of_(std::move(of)), widening_(widening) {}

  trajectory::TimeRange range() const override { return of_->mean().range(); }
  int continuity() const override { return of_->order() - 1; }
  bool is_uncertain() const override { return true; }
  std::vector<double> seams() const override { return of_->mean().seams(); }
  void expand(double t, std::span<double> out) const override { of_->mean().expand(t, out); }
  std::unique_ptr<trajectory::LawCursor> cursor() const override;

 private:
  std::shared_ptr<const SmoothedCoordinate> of_;
  double widening_;
};

}  // namespace appell::record
