#pragma once

#include <limits>
#include <span>

#include "appell/taylor/factorial.hpp"

namespace appell::trajectory {

/// The times at which a law is defined, in s.
struct TimeRange {
  double start = -std::numeric_limits<double>::infinity();
  double end = std::numeric_limits<double>::infinity();

  double duration() const { return end - start; }
};

/// One coordinate as a function of time. Laws are immutable and may be shared by threads.
class Law {
 public:
  Law() = default;
  Law(const Law&) = default;
  Law& operator=(const Law&) = default;
  virtual ~Law() = default;

  /// Where the law is defined; unbounded for analytic laws.
  virtual TimeRange range() const = 0;

  /// Highest time derivative that is continuous; taylor::kMaxOrder for analytic laws.
  virtual int continuity() const { return taylor::kMaxOrder; }

  /// Normalised Taylor coefficients out[k] = q⁽ᵏ⁾(t)/k!, k = 0..out.size() - 1 <= kMaxOrder, of the
  /// piece that begins at t where t is between two pieces. Does not allocate after the first call
  /// of a thread.
  /// @param t  in range() (not checked).
  /// @throws NumericalError if the law has no derivative at t (as sqrt(t) at t = 0).
  virtual void expand(double t, std::span<double> out) const = 0;
};

}  // namespace appell::trajectory
