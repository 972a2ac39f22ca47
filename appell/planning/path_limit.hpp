#pragma once

#include "appell/base/error.hpp"
#include "appell/model/motion_limit.hpp"

namespace appell::planning {

/// A limit that holds on a part of a path, from one parameter to another.
struct PathLimit {
  model::MotionLimit limit;
  double from = 0.0;
  double to = 1.0;

  /// Rounding leaves the ends of its part inside.
  bool holds_at(double s) const { return s >= from - 1e-10 && s <= to + 1e-10; }
  bool is_everywhere() const { return from <= 0.0 && to >= 1.0; }
};

/// No timing keeps the limits: the text names limit, joint and place.
class NoLegalTiming : public Error {
 public:
  using Error::Error;
};

/// Which limits a timing keeps.
enum class HighestLimits {
  kSecondOrder,  ///< None that takes u''': no jerk, no torque rate.
  kThirdOrder,
};

}  // namespace appell::planning
