#pragma once

#include <memory>
#include <span>
#include <vector>

#include "appell/mass/rigid_mass.hpp"
#include "appell/study/distribution.hpp"

namespace appell::study {

/// How many numbers one draw of a body's inertia takes: as many as it has parameters.
inline constexpr int kInertiaNumbers = 10;

/// How far inertias are drawn about their mean: what all bodies of one relative deviation share.
class InertiaSpread {
 public:
  /// Highest relative standard deviation: beyond it the distribution has no shape that a tolerance
  /// could have.
  static constexpr double kMostDeviation = 0.7;

  /// Lowest but for 0: beyond it ν has more digits than a double.
  static constexpr double kLeastDeviation = 1e-6;

  /// @param relative_sd  of the mass and of every moment ∫ x² dm: 0, or within those two.
  /// @throws InvalidArgument if it is not.
  /// @note Some ms: it makes the tables of ChiQuantile.
  explicit InertiaSpread(double relative_sd);

  double relative_sd() const { return relative_sd_; }
  double degrees_of_freedom() const { return degrees_; }  ///< ν = 2/sd²; infinite if sd = 0.

 private:
  friend class InertiaDraw;

  double relative_sd_;
  double degrees_;
  std::vector<ChiQuantile> chi_;  ///< Of ν, ν-1, ν-2, ν-3 degrees of freedom; none if sd = 0.
};

/// Draws mass, centre and tensor of a body together, as ten numbers that a real body has.
///
/// With the pseudo-inertia P of the given body, P = L Lᵀ, a draw is
///
///   P' = L W Lᵀ/ν,   W ~ Wishart₄(ν, 1),   ν = 2/sd²                                          (1)
///
/// P' is positive semidefinite always; E[P'] = P; aᵀP'a has the relative standard deviation sd for
/// every a: so have the mass and the second moments about every plane. For another frame of the
/// body, P → T P Tᵀ, P' → T P' Tᵀ has the same distribution: it does not depend on how the link is
/// described. By Bartlett's decomposition W = B Bᵀ, the mass first, (1) is
///
///   m' = m χ₀²/ν,   c' = c + A n/(√m χ₀),   J' = A B₃ B₃ᵀ Aᵀ/ν                                (2)
///
/// with the central second moment J = A Aᵀ, A = its principal axes times the roots of its principal
/// values; n three normal numbers, χ_i chi numbers of ν - i degrees of freedom, and B₃ lower
/// triangular: χ₁, χ₂, χ₃ on the diagonal, three normal numbers below. No difference is taken in
/// it, so it holds its digits for light and far bodies. docs/sweep.md derives it and its moments.
///
/// A body without extent along an axis (a rod, a point mass) gets none: its P' is in the range of
/// P.
class InertiaDraw {
 public:
  /// @throws InvalidArgument if `mean` is no possible body (mass < 0, second moment not positive
  ///   semidefinite beyond rounding), or spread is null.
  InertiaDraw(const mass::RigidMass& mean, std::shared_ptr<const InertiaSpread> spread);

  const mass::RigidMass& mean() const { return mean_; }
  const InertiaSpread& spread() const { return *spread_; }

  /// The body at a point of the unit cube. `units`: of χ₀, n (3), χ₁, χ₂, χ₃, and of B₃ below its
  /// diagonal, rows one after the other (3).
  /// @param units  kInertiaNumbers numbers between 0 and 1.
  /// @throws InvalidArgument if there are more or fewer.
  /// @note No heap allocation; some 0.2 µs.
  mass::RigidMass operator()(std::span<const double> units) const;

 private:
  mass::RigidMass mean_;
  Mat3 factor_;  ///< A of (2).
  std::shared_ptr<const InertiaSpread> spread_;
};

/// The body with its centre of mass moved by `shift` (m, axes of the body); the tensor about the
/// centre stays.
mass::RigidMass with_centre_shift(const mass::RigidMass& body, const Vec3& shift);

}  // namespace appell::study
