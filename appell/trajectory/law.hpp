#pragma once

#include <limits>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "appell/taylor/factorial.hpp"

namespace appell::trajectory {

/// The times at which a law is defined, in s.
struct TimeRange {
  double start = -std::numeric_limits<double>::infinity();
  double end = std::numeric_limits<double>::infinity();

  double duration() const { return end - start; }
};

/// Expands a law at one time after the other and keeps what makes times that ascend cheap: the
/// piece of a spline, a window of a long record. For one thread; the law must outlive it.
class LawCursor {
 public:
  LawCursor() = default;
  LawCursor(const LawCursor&) = delete;
  LawCursor& operator=(const LawCursor&) = delete;
  virtual ~LawCursor() = default;

  /// As Law::expand().
  virtual void expand(double t, std::span<double> out) = 0;

  /// Covariances of q and its derivatives at t, out[a size + b] = Cov(q⁽ᵃ⁾, q⁽ᵇ⁾), a, b < size;
  /// zero unless the law is_uncertain().
  virtual void covariance(double /*t*/, int /*size*/, std::span<double> out) {
    for (double& x : out) x = 0.0;
  }
};

/// What cursors of several laws have in common, for one thread: laws that come from one record
/// compute for all of them at once.
class CursorShare {
 public:
  /// What belongs to `owner`; made if it is not there yet.
  template <class T, class Make>
  std::shared_ptr<T> of(const void* owner, const Make& make) {
    std::shared_ptr<void>& part = parts_[owner];
    if (!part) part = std::shared_ptr<T>(make());
    return std::static_pointer_cast<T>(part);
  }

 private:
  std::map<const void*, std::shared_ptr<void>> parts_;
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

  /// Whether it is known only to within covariances, see LawCursor: the most likely motion behind a
  /// record. A derivative of higher order than continuity() is not known at all then.
  virtual bool is_uncertain() const { return false; }

  /// Times inside range(), ascending, at which a derivative may jump: where two pieces meet. A law
  /// is analytic between them (but for formulas such as sqrt(x^2), whose kinks nobody knows).
  virtual std::vector<double> seams() const { return {}; }

  /// Normalised Taylor coefficients out[k] = q⁽ᵏ⁾(t)/k!, k = 0..out.size() - 1 <= kMaxOrder, of the
  /// piece that begins at t where t is between two pieces.
  /// @param t  in range() (not checked).
  /// @throws NumericalError if the law has no derivative at t (as sqrt(t) at t = 0).
  virtual void expand(double t, std::span<double> out) const = 0;

  /// For many times: does the same as expand(), faster where the law has something to keep.
  virtual std::unique_ptr<LawCursor> cursor() const;

  /// The same for one of several laws that are expanded together, at one time all of them, then at
  /// the next.
  virtual std::unique_ptr<LawCursor> shared_cursor(CursorShare&) const { return cursor(); }
};

}  // namespace appell::trajectory
