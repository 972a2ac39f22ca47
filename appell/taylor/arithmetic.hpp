#pragma once

#include <type_traits>

#include "appell/taylor/operands.hpp"
#include "appell/taylor/series.hpp"

/// Sums and products of series. Operators need operands of equal order; the forms with `out` fill
/// out[0..out.order()], need operands of at least that order and allocate nothing. There `out` may
/// be one of the operands, unless the size of its coefficients is only known at run time.
/// @throws InvalidArgument if orders or sizes do not fit, or `out` must not be an operand but is.
namespace appell::taylor {

/// acc += a b, without a temporary on the heap.
template <class A, class B, class C>
void add_product(C& acc, const A& a, const B& b) {
  if constexpr (Scalar<A> || Scalar<B>) {
    acc += a * b;
  } else {
    acc.noalias() += a.lazyProduct(b);
  }
}

/// Cauchy product of two series under any bilinear operation:
///
///   out[k] = Σ_{j=0..k} a[j] ∘ b[k-j]                                                    (1)
///
/// where add(acc, x, y) does acc += x ∘ y. The orders are filled from the highest down, so that
/// `out` may be an operand; not so if its coefficients are of a size known at run time only,
/// because there is no space on the stack for their sum. `function` is the name in messages. O(N²).
template <class A, class B, class C, class Add>
void convolve(const char* function, const Series<A>& a, const Series<B>& b, Series<C>& out,
              Add add) {
  detail::check_enough_orders(function, a, b, out);
  if constexpr (Dynamic<C>) {
    const void* const result = &out;
    check(result != &a && result != &b, function,
          ": the result must not be an operand where sizes are only known at run time.");
  }
  for (int k = out.order(); k >= 0; --k) {
    if constexpr (Dynamic<C>) {
      detail::set_zero(out[k]);
      for (int j = 0; j <= k; ++j) add(out[k], a[j], b[k - j]);  // Eq. (1)
    } else {
      C sum;
      detail::set_zero(sum);
      for (int j = 0; j <= k; ++j) add(sum, a[j], b[k - j]);  // Eq. (1)
      out[k] = sum;
    }
  }
}

/// out = a b.
template <class A, class B, class C>
void product(const Series<A>& a, const Series<B>& b, Series<C>& out) {
  detail::check_enough_orders("product", a, b, out);
  detail::check_product_sizes("product", a, b, out);
  convolve("product", a, b, out, [](C& acc, const A& x, const B& y) { add_product(acc, x, y); });
}

/// out = aᵀ b, for matrix series a.
template <class A, class B, class C>
void transposed_product(const Series<A>& a, const Series<B>& b, Series<C>& out) {
  constexpr const char* kName = "transposed_product";
  detail::check_enough_orders(kName, a, b, out);
  if (out.order() >= 0) {
    detail::check_sizes(kName, "first operand", a, out.order(), a[0].rows(), a[0].cols());
    detail::check_sizes(kName, "second operand", b, out.order(), a[0].rows(), b[0].cols());
    detail::check_sizes(kName, "result", out, out.order(), a[0].cols(), b[0].cols());
  }
  convolve(kName, a, b, out,
           [](C& acc, const A& x, const B& y) { acc.noalias() += x.transpose().lazyProduct(y); });
}

/// out = a × b.
inline void cross(const Series<Vec3>& a, const Series<Vec3>& b, Series<Vec3>& out) {
  convolve("cross", a, b, out, [](Vec3& acc, const Vec3& x, const Vec3& y) { acc += x.cross(y); });
}

/// out = a · b.
template <class A>
void dot(const Series<A>& a, const Series<A>& b, Series<double>& out) {
  detail::check_enough_orders("dot", a, b, out);
  if (out.order() >= 0) {
    detail::check_sizes("dot", "first operand", a, out.order(), a[0].rows(), 1);
    detail::check_sizes("dot", "second operand", b, out.order(), a[0].rows(), 1);
  }
  convolve("dot", a, b, out, [](double& acc, const A& x, const A& y) { acc += x.dot(y); });
}

template <class A, class B>
Series<Product<A, B>> operator*(const Series<A>& a, const Series<B>& b) {
  detail::check_equal_orders("product of series", a, b);
  if (a.order() < 0) return {};
  Series<Product<A, B>> out(a.order(), detail::zero_product(a[0], b[0]));
  product(a, b, out);
  return out;
}

inline Series<Vec3> cross(const Series<Vec3>& a, const Series<Vec3>& b) {
  detail::check_equal_orders("cross", a, b);
  Series<Vec3> out(a.order());
  cross(a, b, out);
  return out;
}

template <class A>
Series<double> dot(const Series<A>& a, const Series<A>& b) {
  detail::check_equal_orders("dot", a, b);
  Series<double> out(a.order());
  dot(a, b, out);
  return out;
}

/// Transpose of every coefficient.
template <class C>
  requires(!Scalar<C>)
auto transpose(const Series<C>& a) {
  using Transposed = Eigen::Matrix<double, C::ColsAtCompileTime, C::RowsAtCompileTime>;
  if (a.order() < 0) return Series<Transposed>();
  Series<Transposed> out(a.order(), Transposed::Zero(a[0].cols(), a[0].rows()));
  for (int k = 0; k <= a.order(); ++k) out[k] = a[k].transpose();
  return out;
}

template <class C>
Series<C>& operator+=(Series<C>& a, const Series<C>& b) {
  detail::check_equal_orders("sum of series", a, b);
  detail::check_equal_sizes("sum of series", a, b);
  for (int k = 0; k <= a.order(); ++k) a[k] += b[k];
  return a;
}

template <class C>
Series<C>& operator-=(Series<C>& a, const Series<C>& b) {
  detail::check_equal_orders("difference of series", a, b);
  detail::check_equal_sizes("difference of series", a, b);
  for (int k = 0; k <= a.order(); ++k) a[k] -= b[k];
  return a;
}

template <class C>
Series<C>& operator*=(Series<C>& a, double factor) {
  for (int k = 0; k <= a.order(); ++k) a[k] *= factor;
  return a;
}

template <class C>
Series<C> operator+(Series<C> a, const Series<C>& b) {
  a += b;
  return a;
}

template <class C>
Series<C> operator-(Series<C> a, const Series<C>& b) {
  a -= b;
  return a;
}

template <class C>
Series<C> operator-(Series<C> a) {
  a *= -1.0;
  return a;
}

template <class C>
Series<C> operator*(double factor, Series<C> a) {
  a *= factor;
  return a;
}

}  // namespace appell::taylor
