#pragma once

#include "appell/base/error.hpp"
#include "appell/model/motion_limit.hpp"

namespace appell::planning {

/// A limit that holds on a part of a path, from one parameter to another.
struct PathLimit {
  model::MotionLimit limit;
  double from = 0.0;
  double to = 1.0;

  bool holds_at(double s) const { return s >= from && s <= to; }
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
