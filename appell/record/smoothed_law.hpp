#pragma once

#include <memory>
#include <utility>

#include "appell/record/smoother.hpp"
#include "appell/trajectory/law.hpp"

namespace appell::record {

/// Stamps that are wrong for a while, by so much and so fast: their errors are a motion's, so that
/// only the bands can tell,
///
///   Var q⁽ᵏ⁾ grows by (stamp q⁽ᵏ⁺¹⁾)² + (k rate q⁽ᵏ⁾)²                                        (1)
struct ClockError {
  double stamp = 0.0;  ///< Standard deviation of a stamp, s.
  double rate = 0.0;   ///< Of seconds per second of the stamps.
};

/// How bands differ from what the noise model says.
struct BandShape {
  double widening = 1.0;    ///< Factor by which correlation widens the samples' errors.
  double roughness = 1.0;   ///< Share of what is expected of the motion within the time scale.
  double time_scale = 0.0;  ///< s; only used with a roughness below 1.
  ClockError clock;
};

/// The most likely motion of one coordinate behind its samples, a law like any other: any instant,
/// derivatives below n that belong to each other, and their covariances.
class SmoothedLaw final : public trajectory::Law {
 public:
  SmoothedLaw(std::shared_ptr<const SmoothedCoordinate> of, const BandShape& bands)
      : of_(std::move(of)), bands_(bands) {}

  trajectory::TimeRange range() const override { return of_->mean().range(); }
  int continuity() const override { return of_->order() - 1; }
  bool is_uncertain() const override { return true; }
  std::vector<double> seams() const override { return of_->mean().seams(); }
  void expand(double t, std::span<double> out) const override { of_->mean().expand(t, out); }
  std::unique_ptr<trajectory::LawCursor> cursor() const override;

 private:
  std::shared_ptr<const SmoothedCoordinate> of_;
  BandShape bands_;
};

}  // namespace appell::record
