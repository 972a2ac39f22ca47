#pragma once

#include "appell/base/types.hpp"

/// Not installed: enclosures of what depends on numbers that are known to lie in ranges.
namespace appell::analysis {

/// All values from `low` to `high`.
struct Interval {
  double low = 0.0;
  double high = 0.0;

  double middle() const { return 0.5 * (low + high); }
  double radius() const { return 0.5 * (high - low); }
  /// Largest size of a value.
  double magnitude() const;
  bool contains(double value) const { return low <= value && value <= high; }
};

/// A number that depends on symbols ε_k, each anywhere in -1..1: it is enclosed by
///
///   middle + Σ_k slope_k ε_k + rest · [-1, 1]                                                  (1)
///
/// (affine arithmetic). Sums are exact but for rounding, so that what two numbers share cancels; a
/// product keeps its linear part and puts the rest, of second order, into `rest`. Every operation
/// adds to `rest` more than its rounding errors, so the enclosure is a proof. The error of (1) is
/// of second order in the size of the ranges, where interval arithmetic has one of first order.
class Affine {
 public:
  Affine() = default;
  Affine(double value) : middle_(value) {}  // NOLINT: a number is an affine form without symbols.

  /// Anywhere in a range, by symbol k of `num_symbols`; without width it is a constant.
  static Affine symbol(const Interval& range, Eigen::Index k, Eigen::Index num_symbols);
  /// Anywhere in a range, by no symbol.
  static Affine anywhere(const Interval& range);

  double middle() const { return middle_; }
  double rest() const { return rest_; }
  /// Of symbol k; 0 where there is none.
  double slope(Eigen::Index k) const { return k < slopes_.size() ? slopes_(k) : 0.0; }
  bool is_zero() const { return middle_ == 0.0 && rest_ == 0.0 && slopes_.size() == 0; }
  /// Largest distance from `middle`.
  double radius() const { return slopes_.lpNorm<1>() * (1.0 + kSumRounding) + rest_; }
  Interval range() const;

  Affine& operator+=(const Affine& other);
  Affine& operator-=(const Affine& other);
  Affine& operator*=(double factor);

  friend Affine operator*(const Affine& a, const Affine& b);
  friend struct SineCosine sine_cosine(const Affine& angle);

  /// Above the rounding errors of one operation on every part, of sine and cosine, and of range(),
  /// relative to the sizes of what goes in: they are at most three half epsilons, 3.4e-16.
  static constexpr double kRounding = 1e-15;
  /// Above that of a sum over all symbols: of 500 it is at most 5.6e-14.
  static constexpr double kSumRounding = 1e-13;

 private:
  void add_rounding(double size) { rest_ += kRounding * size; }
  double size() const;

  double middle_ = 0.0;
  VecX slopes_;  ///< Of size zero if there is no symbol in it.
  double rest_ = 0.0;
};

inline Affine operator+(Affine a, const Affine& b) { return a += b; }
inline Affine operator-(Affine a, const Affine& b) { return a -= b; }
inline Affine operator*(double factor, Affine a) { return a *= factor; }
inline Affine operator-(Affine a) { return a *= -1.0; }
Affine operator*(const Affine& a, const Affine& b);

struct SineCosine {
  Affine sine;
  Affine cosine;
};

/// With m the middle and d the deviation of an angle, |d| <= r <= π,
///
///   sin(m + d) = sin m cos d + cos m sin d,   cos(m + d) = cos m cos d - sin m sin d           (2)
///   cos d ∈ ½(1 + cos r) ± ½(1 - cos r),   sin d ∈ a d ± (sin d* - a d*)                       (3)
///
/// with a = sin r / r and cos d* = a: sin d - a d is odd, zero at 0 and r, and has its one extremum
/// between them at d*.
SineCosine sine_cosine(const Affine& angle);

}  // namespace appell::analysis
