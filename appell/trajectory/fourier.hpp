#pragma once

#include <vector>

#include "appell/trajectory/law.hpp"

namespace appell::trajectory {

/// A Fourier series, as used to excite a robot for identification:
///
///   q(t) = offset + Σ_{k=1..n} cosine[k-1] cos(k ω t) + sine[k-1] sin(k ω t)              (1)
class FourierLaw final : public Law {
 public:
  /// @param omega  ω in rad/s.
  /// @throws InvalidArgument unless ω > 0, everything is finite and both lists are of equal size.
  FourierLaw(double omega, double offset, std::vector<double> cosine, std::vector<double> sine);

  TimeRange range() const override { return {}; }
  void expand(double t, std::span<double> out) const override;

 private:
  double omega_;
  double offset_;
  std::vector<double> cosine_;
  std::vector<double> sine_;
};

}  // namespace appell::trajectory
