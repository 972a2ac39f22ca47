#pragma once

#include <span>

#include "appell/base/types.hpp"
#include "appell/mass/rigid_mass.hpp"

/// Not installed: exact moments of segments, triangles and tetrahedra, and of signed sums of them.
namespace appell::mass::detail {

/// Moments of order 0, 1 and 2 of a sum of simplices about a point that is near all of them.
///
/// A simplex with k+1 corners v_i and (signed) measure V has
///
///   ∫ dV = V,   ∫ r dV = V v̄,   ∫ r rᵀ dV = V/((k+1)(k+2)) (Σ v_i v_iᵀ + (Σ v_i)(Σ v_i)ᵀ)   (1)
class SimplexSum {
 public:
  explicit SimplexSum(const Vec3& origin) : origin_(origin) {}

  /// Adds a simplex; `corners` count from the origin of the sum.
  void add(double signed_measure, std::span<const Vec3> corners);

  double measure() const { return measure_; }

  /// The sum at density 1, about its own centre. The measure must not be zero.
  RigidMass unit_density_mass() const;

 private:
  Vec3 origin_;
  double measure_ = 0.0;
  Vec3 first_ = Vec3::Zero();
  Mat3 second_ = Mat3::Zero();
};

}  // namespace appell::mass::detail
