#pragma once

#include <optional>
#include <vector>

#include "appell/analysis/motion_check.hpp"

namespace appell::analysis {

/// Speeds λ from `low` to `high`, both among them; `low` = 0 means every speed above it.
struct SpeedRange {
  double low = 0.0;
  double high = 0.0;
};

/// At which speeds a motion keeps its limits.
struct LegalSpeeds {
  std::vector<SpeedRange> legal;  ///< Ascending; rounded to the safe side.
  double most = 0.0;              ///< Speeds up to this one were looked at.
  /// Whether they were proven: else friction is no sum of powers of λ, and speeds were tried one by
  /// one, from which ranges narrower than a fortieth may be missing.
  bool is_proven = true;
  /// Whether only the motion's own speed, 1, was looked at: loads are functions of time, and would
  /// be others at another speed.
  bool is_own_only = false;
  /// If none is legal: what is exceeded at every speed, position or impulse, or next to standstill,
  /// with the value there; the time is that of the motion at its own speed.
  std::optional<LimitVerdict> obstacle = std::nullopt;

  /// The fastest legal one; 0 if there is none.
  double fastest() const { return legal.empty() ? 0.0 : legal.back().high; }
  /// Slower is not always safer: a swing that gravity helps needs more torque when it is slowed
  /// down.
  bool every_slower_is_legal() const { return legal.size() == 1 && legal[0].low == 0.0; }
};

/// Highest speed that is looked at unless another is asked for.
inline constexpr double kMostSpeed = 10.0;

/// The speeds at which a motion keeps its limits, if q(t) becomes q(λt). What is limited is then
///
///   g(λ, s) = Σ_p λᵖ g_p(s)                                                                    (1)
///
/// on every segment of the check, with parts g_p of inertia, viscous friction, and weight with
/// constant loads. A range of speeds about λ is legal if max_s g(λ, s) keeps away from the limit by
/// more than half its width times Σ_p p λᵖ⁻¹ max |g_p|, illegal if it is beyond the limit by more
/// than that, and is halved else, to 1e-10. Energies are sums over all segments, with one power of
/// λ less, and are held in the same way.
/// @param check  of the motion with these limits, and its loads.
/// @throws InvalidArgument unless most > 0; NumericalError if the request's `stop` is set.
LegalSpeeds legal_speeds(const model::Model& model, const trajectory::Trajectory& motion,
                         const model::Frame& frame, const MotionCheck& check,
                         double most = kMostSpeed, const CheckRequest& request = {});

}  // namespace appell::analysis
