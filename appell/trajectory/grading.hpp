#pragma once

#include <array>
#include <span>
#include <vector>

namespace appell::trajectory {

/// How the parameter s of a path follows from u, both 0 to 1: s = φ(u), φ' > 0 but at graded ends.
/// With d = 1/4 and v = u/d at the start, v = (1 - u)/d at the end,
///
///   φ'(u) = C w(v) for v < 1, C between                                                     (1)
///   w(v) = 1 - (1 - v)⁴ (1 + 4v) ~ 10 v²     power 3: φ ~ u³
///   w(v) = 1 - (1 - v)⁴          ~ 4 v       power 2: φ ~ u²
///   w(v) = 1                                 power 1: φ ~ u
///
/// A start from rest with bounded jerk is s ~ t³ on a path whose tangent is not zero there: with
/// power 3 that is u ~ t, and nothing is singular (docs/retime.md). φ has four continuous
/// derivatives.
class Grading {
 public:
  static constexpr double kWidth = 0.25;  ///< d.
  static constexpr int kDegree = 6;       ///< Of φ on each of its parts.

  /// @throws InvalidArgument unless both powers are 1, 2 or 3.
  Grading(int start_power, int end_power);

  int start_power() const { return start_power_; }
  int end_power() const { return end_power_; }

  /// Normalised Taylor coefficients φ⁽ᵏ⁾(u)/k!, k = 0..6; u in [0, 1] (not checked). Where two
  /// parts meet, either has all that is continuous there.
  std::array<double, kDegree + 1> expand(double u) const;

  /// The u of an s in [0, 1].
  double inverse(double s) const;

  /// Where the parts of (1) meet.
  std::vector<double> seams() const;

 private:
  int start_power_;
  int end_power_;
  double slope_;  ///< C.
};

}  // namespace appell::trajectory
