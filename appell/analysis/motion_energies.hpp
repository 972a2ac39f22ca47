#pragma once

#include <vector>

#include "appell/analysis/motion_check.hpp"

namespace appell::analysis {

/// An energy of accelerations along a motion.
struct EnergyTotal {
  double largest = 0.0;   ///< At and between all instants, J/s²ᵖ.
  double time = 0.0;      ///< Of `largest`, s.
  double integral = 0.0;  ///< ∫ E dt over the motion, J s/s²ᵖ.
};

/// What a motion takes.
struct MotionEnergies {
  std::vector<EnergyTotal> acceleration;  ///< Of order p = 0 (the kinetic energy), 1, ...
  /// ∫ Σ |τ q'| dt, J: what motors take that give nothing back when they brake.
  double mechanical = 0.0;
};

/// Highest order of the energies of accelerations in MotionEnergies.
inline constexpr int kHighestCompared = 3;

/// Energies along a motion whose derivatives, to kHighestCompared + 1, are known to be smooth on
/// segments. On each, energies and powers are Taylor polynomials of the engine,
///
///   ∫ x dt = h Σ_k c[k] (1 - (-1)ᵏ⁺¹)/(k + 1),   x(t + h s) = Σ_k c[k] sᵏ, |s| <= 1 (1)
///
/// and powers are integrated from one change of sign to the next. Segments are halved until the
/// last two terms are below 1e-13 of the largest value.
/// @param loads  what acts beside the weight; null: nothing does.
/// @param segments  of the whole motion, from check_motion() with limits of all derivatives to
///   kHighestCompared + 1 and of all powers.
/// @throws NumericalError if an energy is not finite.
MotionEnergies motion_energies(const model::Model& model, const trajectory::Trajectory& motion,
                               const model::Frame& frame, const std::vector<TimeSegment>& segments,
                               const MotionLoads* loads = nullptr);

}  // namespace appell::analysis
