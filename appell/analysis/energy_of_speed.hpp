#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace appell::analysis {

/// The energy of a motion as a function of the speed λ at which it is run. With powers
/// Σ_p λᵖ g_p(t), p = 1, 2, 3, and 1/λ of the time,
///
///   E(λ) = ∫ Σ_j |Σ_p λᵖ⁻¹ g_jp(t)| dt                                                       (1)
///
/// from polynomials of g_jp on segments. For one thread.
class EnergyOfSpeed {
 public:
  static constexpr int kParts = 3;

  /// @param count  of the polynomials of one part whose sizes add up: j = 1..count.
  explicit EnergyOfSpeed(int count) : count_(static_cast<std::size_t>(count)) {}

  /// One part of a segment of half the length `half`: polynomials on [-1, 1], one after the other.
  /// The parts of a segment follow each other, p = 1 first.
  void add_part(std::span<const double> c, double half);

  /// Eq. (1), exactly.
  double at(double speed);
  /// No less than eq. (1) up to a speed.
  double most(double up_to) const;
  /// No less than E changes between speeds that are `width` apart, up to one.
  double most_change(double up_to, double width) const;

 private:
  std::size_t count_;
  std::size_t num_parts_ = 0;
  std::vector<double> coefficients_;
  std::vector<double> halves_;       ///< Of each segment.
  double size_[kParts] = {0, 0, 0};  ///< No less than ∫ Σ_j |g_jp| dt.
  std::vector<double> sum_;
};

}  // namespace appell::analysis
