#pragma once

#include <string>
#include <vector>

#include "appell/force/wrench.hpp"
#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"

namespace appell::analysis {

/// At a state that is known to order k - 1, what q⁽ᵏ⁾ =: x makes of forces and of a frame:
///
///   τ⁽ᵏ⁻²⁾ = M x + holding                                                                (1)
///   X⁽ᵏ⁾ = J x + drift                                                                    (2)
///
/// k = 2: x is the acceleration, τ the force of the motors, X⁽²⁾ the acceleration of the frame;
/// k = 3: x is the jerk, and so on. Linear, since inertia is the only force that knows x.
struct LinearDynamics {
  MatX M;        ///< n x n, kg m², kg m or kg.
  VecX holding;  ///< N m or N, per sᵏ⁻²: what x = 0 takes, friction and loads included.
  MatX J;        ///< 6 x n: linear, then angular, world axes.
  Vec6 drift;    ///< m/sᵏ and rad/sᵏ.
  Mat3 R_WF;     ///< Axes of the frame.
  /// What is not in these numbers: joints that stand still and have dry friction.
  std::vector<std::string> notes;
};

/// (1) and (2) at a state. Friction is that of Q_motor; dry friction of a joint that stands still,
/// in all derivatives that count, is zero and noted.
/// @param state  of order >= k - 1; what it has beyond that does not count.
/// @throws InvalidArgument if k < 2, the state is not of the model or of too low an order, friction
///   is by radial load (it knows x), or has no derivative because a joint turns round.
/// @note O(bodies · k² + n²), allocates.
LinearDynamics linear_dynamics(const model::Model& model, const model::Frame& frame,
                               const model::StateSeries& state, int k,
                               const force::Surroundings& surroundings = {});

/// Directions in which the origin of a frame can ever move, an orthonormal basis in axes of the
/// frame: 3 x d, d = 0..3. Of a planar arm d = 2, of a pendulum 1. Found at random configurations.
MatX free_directions(const model::Model& model, const model::Frame& frame);

/// Number of coordinates that move a frame.
int num_coordinates_of(const model::Model& model, const model::Frame& frame);

/// @throws InvalidArgument, naming `function`, if friction of a joint is by radial load.
void check_friction_is_free_of_acceleration(const char* function, const model::Model& model);

}  // namespace appell::analysis
