#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "appell/analysis/capability.hpp"
#include "appell/model/state_box.hpp"

namespace appell::analysis {

/// The smallest value of one capability over a box of states lies between two numbers.
struct BoxBound {
  double proven = 0.0;      ///< No state of the box has less; 0: nothing is proven.
  double attained = 0.0;    ///< The least that was found at a state; infinite if nothing limits it.
  std::vector<VecX> where;  ///< That state: q, q', ...; empty if no state was found.
};

/// What a robot can do at every state of a box, x = q⁽ᵏ⁾: sizes s for which all of -s..s is
/// possible at each of them. Meanings and units are those of Capability.
struct BoxCapability {
  int order = 2;
  /// min_i slack_i over half the range of force i: the share that x = 0 leaves of every force
  /// limit. `proven` may be below zero, which proves nothing; `attained` below zero: that state
  /// cannot be held.
  BoxBound margin;
  std::vector<BoxBound> alone;
  std::vector<BoxBound> reachable;
  BoxBound scale;  ///< Of `weights`: every combination |x_j| <= scale weights_j.
  VecX weights;  ///< The limits of motion if every coordinate has one, else `alone` at the middle.
  VecX
      together;  ///< Proven: min(scale · weights, limits of motion); infinite where nothing limits.
  std::array<BoxBound, 6> axes;  ///< Free: whatever the other components are.
  BoxBound isotropic;
  int directions = 0;
  long long num_boxes = 0;  ///< Parts of the box that were looked at.
  /// The coordinate whose force limit is exceeded most where `margin` is attained, if it is.
  std::optional<int> overloaded;
  double overload = 0.0;  ///< τ⁽ᵏ⁻²⁾ of that coordinate there, x = 0.
};

struct BoxEffort {
  long long boxes = 1000;  ///< At most so many parts are looked at: 1 is the whole box at once.
  /// It ends before, when every bound is proven to this part of what is attained.
  double tolerance = 1e-3;
  std::function<void(long long)> progress;  ///< Called with the number of parts so far.
  const std::atomic<bool>* stop = nullptr;  ///< Set from outside to stop.
};

/// Lower bounds over all states of a box, for k = 2 and 3. The box is enclosed as a whole (affine
/// arithmetic, rounding counted), then the part with the least bound is halved, for one capability
/// after the other; the answer depends on `boxes` but not on the machine's speed. Every part is
/// also tried at its middle and at a corner, which gives `attained`.
/// @param surroundings  wrenches that are constant in their axes.
/// @throws InvalidArgument if the box or the limits are not of the model, the order is neither 2
/// nor
///   3, a wrench has time derivatives, or friction is by radial load; Interrupted if `stop` was
///   set.
/// @note O(boxes · n · bodies · symbols), symbols being the entries of the box that have a range.
BoxCapability capability_over_box(const model::Model& model, const model::Frame& frame,
                                  const model::StateBox& box, const CapabilityLimits& limits,
                                  const BoxEffort& effort = {},
                                  const force::Surroundings& surroundings = {});

}  // namespace appell::analysis
