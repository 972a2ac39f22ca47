#pragma once

#include <vector>

#include "appell/analysis/elastic_robot.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::analysis {

/// What a motor cannot do where two pieces of a motion meet. The motor's angle needs q'' behind its
/// spring, its velocity q''', its force q'''' (each one less with a damper beside the spring).
struct ElasticJump {
  enum class What {
    kPosition,  ///< θ would have to jump.
    kVelocity,  ///< θ' would: an impulse of force.
    kForce,     ///< The motor's force.
  };
  What what = What::kForce;
  int coordinate = 0;
  double time = 0.0;  ///< s; where the jump is largest.
  double size = 0.0;  ///< On the link side: rad or m, rad/s or m/s, N m or N.
};

/// The worst kind of jump of each joint that has one, the worst first; jumps below 1e-6 of the
/// largest value at the seams are none.
/// @param motion  its joints in the order of the model's coordinates.
std::vector<ElasticJump> elastic_jumps(const ElasticRobot& robot,
                                       const trajectory::Trajectory& motion);

}  // namespace appell::analysis
