#pragma once

#include <vector>

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
  /// The first of ascending places at or behind its beginning.
  std::size_t first_of(const std::vector<double>& places) const;
  bool is_everywhere() const { return from <= 0.0 && to >= 1.0; }
};

/// Parts of a path with limits of their own: each is checked by itself, again and again.
inline constexpr std::size_t kMostZones = 1000;

/// @throws InvalidArgument if limits hold on more parts of a path.
void check_zones(const std::vector<PathLimit>& limits);

/// That each of the limits can be kept by retiming.
/// @throws InvalidArgument, with the place where a limit is written if it has one, for a limit of
/// an
///   order above jerk and torque rate, of energy or electrical power; for one of jerk, torque rate,
///   velocity or power that does not allow zero; for a range that is empty; as check_zones().
void check_limits(const std::vector<PathLimit>& limits);

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
