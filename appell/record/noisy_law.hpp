#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "appell/trajectory/law.hpp"

namespace appell::record {

/// A law through samples, with what the noise of the samples makes of it: the same covariances at
/// all times.
class NoisyLaw final : public trajectory::Law {
 public:
  /// @param covariance  of derivatives 0..size - 1, [a size + b].
  NoisyLaw(std::shared_ptr<const trajectory::Law> law, std::vector<double> covariance, int size)
      : law_(std::move(law)), covariance_(std::move(covariance)), size_(size) {}

  trajectory::TimeRange range() const override { return law_->range(); }
  int continuity() const override { return law_->continuity(); }
  bool is_uncertain() const override { return true; }
  std::vector<double> seams() const override { return law_->seams(); }
  void expand(double t, std::span<double> out) const override { law_->expand(t, out); }
  std::unique_ptr<trajectory::LawCursor> cursor() const override;

 private:
  class Cursor;
  std::shared_ptr<const trajectory::Law> law_;
  std::vector<double> covariance_;
  int size_;
};

}  // namespace appell::record
