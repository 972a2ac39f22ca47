#pragma once

#include "appell/analysis/affine.hpp"
#include "appell/model/description.hpp"

/// Not installed: friction over a range of velocities.
namespace appell::analysis {

struct BoxFriction {
  Affine force;              ///< N m or N, or per s.
  bool has_impulse = false;  ///< Whether dry friction that is not smooth may turn round.
};

/// Friction of a joint, laws (1), (2), (5), (6) of force::friction_force(), enclosed over a range
/// of its velocity. Viscous friction keeps its symbols, dry friction is a range.
/// @param rates  the range of `rate`, without rounding: velocities from 0 on have one sign.
BoxFriction box_friction(const model::Friction& friction, const Affine& rate,
                         const Interval& rates);

/// Its time derivative b q'' + f'(q') q''. Dry friction that is not smooth has none where q' may be
/// zero, unless the joint stands still: q' = q'' = 0.
BoxFriction box_friction_rate(const model::Friction& friction, const Interval& rates,
                              const Affine& acceleration);

}  // namespace appell::analysis
