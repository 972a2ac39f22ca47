#pragma once

#include <concepts>
#include <cstddef>
#include <limits>
#include <span>

#include "appell/base/check.hpp"
#include "appell/base/types.hpp"
#include "appell/taylor/coefficients.hpp"
#include "appell/taylor/factorial.hpp"
#include "appell/taylor/shift_polynomial.hpp"

namespace appell::taylor {

/// A scalar is its own coefficient type; every other one is an Eigen vector or matrix.
template <class C>
concept Scalar = std::same_as<C, double>;

/// Eigen types whose size is only known at run time.
template <class C>
concept Dynamic = !Scalar<C> && (C::SizeAtCompileTime == Eigen::Dynamic);

/// Truncated Taylor series of a function of time about an instant t₀:
///
///   x(t₀ + h) = Σ_{k=0..N} x[k] hᵏ,   x[k] = x⁽ᵏ⁾(t₀) / k!                              (1)
///
/// The coefficients are normalised, so that the product of two series is a plain Cauchy product
/// without binomial coefficients. `x[k]` is a coefficient; `x.derivative(k)` is x⁽ᵏ⁾. C is double,
/// Vec3, Mat3, Vec6, VecX or MatX. A series of order -1 is empty: it has no coefficient at all (the
/// velocity of a motion of which only the position is known). Where the size of C is part of its
/// type, series of order 11 and below do not allocate.
template <class C>
class Series {
 public:
  using Coefficient = C;

  /// The empty series.
  Series() = default;

  /// Order N, every coefficient `fill`.
  Series(int order, const C& fill) {
    check(order >= -1 && order <= kMaxOrder, "Series: order must be in -1..", kMaxOrder, ", got ",
          order, ".");
    coefficients_ = Storage(static_cast<std::size_t>(order + 1), fill);
  }

  /// Order N, every coefficient NaN until it is set.
  explicit Series(int order)
    requires(!Dynamic<C>)
      : Series(order, not_a_number()) {}

  /// x(t) = value.
  static Series constant(const C& value, int order) {
    Series x(order, zero_like(value));
    if (order >= 0) x[0] = value;
    return x;
  }

  /// The series whose k-th derivative at t₀ is derivatives[k].
  static Series from_derivatives(std::span<const C> derivatives) {
    Series x;
    check(derivatives.size() <= std::size_t{kMaxOrder} + 1, "Series::from_derivatives: at most ",
          kMaxOrder + 1, " derivatives are supported, got ", derivatives.size(), ".");
    x.coefficients_ = Storage(derivatives);
    for (int k = 2; k <= x.order(); ++k) x[k] /= factorial(k);
    return x;
  }

  int order() const { return static_cast<int>(coefficients_.size()) - 1; }

  /// Normalised coefficient k, 0 <= k <= order() (not checked).
  const C& operator[](int k) const { return coefficients_.data()[k]; }
  C& operator[](int k) { return coefficients_.data()[k]; }

  /// x⁽ᵏ⁾(t₀) = k! x[k].
  /// @throws InvalidArgument unless 0 <= k <= order().
  C derivative(int k) const {
    check(k >= 0 && k <= order(), "Series::derivative: order ", k,
          " is not known; the series has order ", order(), ".");
    return C(factorial(k) * (*this)[k]);
  }

  /// x(t₀ + h), by Horner's rule.
  /// @throws InvalidArgument for the empty series.
  C value_at(double h) const {
    check(order() >= 0, "Series::value_at: the series is empty.");
    C value = (*this)[order()];
    for (int k = order() - 1; k >= 0; --k) value = C(value * h + (*this)[k]);
    return value;
  }

  /// The same series up to order n only.
  /// @throws InvalidArgument unless -1 <= n <= order().
  Series truncated(int n) const {
    check(n >= -1 && n <= order(), "Series::truncated: cannot cut a series of order ", order(),
          " to order ", n, ".");
    Series x;
    x.coefficients_ = Storage({coefficients_.data(), static_cast<std::size_t>(n + 1)});
    return x;
  }

  /// A zero of the size of `like` (which matters where the size is only known at run time).
  static C zero_like(const C& like) {
    if constexpr (Scalar<C>) {
      return 0.0;
    } else {
      return C::Zero(like.rows(), like.cols());
    }
  }

 private:
  using Storage = detail::Coefficients<C, !Dynamic<C>>;

  static C not_a_number() {
    if constexpr (Scalar<C>) {
      return std::numeric_limits<double>::quiet_NaN();
    } else {
      return C::Constant(std::numeric_limits<double>::quiet_NaN());
    }
  }

  Storage coefficients_;
};

/// x'(t): order N - 1.
/// @throws InvalidArgument for the empty series.
template <class C>
Series<C> time_derivative(const Series<C>& x) {
  check(x.order() >= 0, "time_derivative: the series is empty.");
  Series<C> y = x.truncated(x.order() - 1);
  for (int k = 0; k <= y.order(); ++k) y[k] = (k + 1) * x[k + 1];
  return y;
}

/// x⁽ⁿ⁾(t): order N - n, coefficient k is (k + 1) (k + 2) ... (k + n) x[k + n].
/// @throws InvalidArgument unless 0 <= n <= N + 1.
template <class C>
Series<C> time_derivative(const Series<C>& x, int n) {
  check(n >= 0 && n <= x.order() + 1, "time_derivative: derivative ", n, " of a series of order ",
        x.order(), "; it has derivatives 0..", x.order() + 1, ".");
  Series<C> y = x.truncated(x.order() - n);
  for (int k = 0; k <= y.order(); ++k) {
    double factor = 1.0;
    for (int i = 1; i <= n; ++i) factor *= k + i;
    y[k] = factor * x[k + n];
  }
  return y;
}

/// The series of the same polynomial about t₀ + h: y(s) = x(h + s), exactly the same function if x
/// is a polynomial of degree N. In place; O(N²), no heap allocation for coefficients of fixed size.
template <class C>
void shift(Series<C>& x, double h) {
  if (x.order() < 1) return;
  shift_polynomial(std::span(&x[0], static_cast<std::size_t>(x.order()) + 1), h);
}

/// x under a clock that runs λ times as fast, y(t) = x(t₀ + λ t): y[k] = λᵏ x[k].
template <class C>
Series<C> with_clock_scaled(Series<C> x, double lambda) {
  double power = 1.0;
  for (int k = 0; k <= x.order(); ++k, power *= lambda) x[k] *= power;
  return x;
}

/// Entry i of a vector-valued series, as a scalar series.
/// @throws InvalidArgument unless 0 <= i < size of every coefficient.
template <class C>
  requires(!Scalar<C>)
Series<double> component(const Series<C>& x, int i) {
  Series<double> y(x.order());
  for (int k = 0; k <= x.order(); ++k) {
    check(i >= 0 && i < x[k].size(), "component: there is no entry ", i, "; the vector has ",
          x[k].size(), ".");
    y[k] = x[k](i);
  }
  return y;
}

}  // namespace appell::taylor
