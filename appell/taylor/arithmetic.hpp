#pragma once

#include <type_traits>

#include "appell/taylor/series.hpp"

/// Sums and products of series. Operators need operands of equal order; the forms with `out` fill
/// out[0..out.order()], need operands of at least that order and allocate nothing.
namespace appell::taylor {
namespace detail {

template <class C>
void set_zero(C& x) {
  if constexpr (Scalar<C>) {
    x = 0.0;
  } else {
    x.setZero();
  }
}

/// Type of the product of two coefficients, evaluated.
template <class A, class B>
struct ProductType {
  using type = Eigen::Matrix<double, A::RowsAtCompileTime, B::ColsAtCompileTime>;
};
template <Scalar A, class B>
struct ProductType<A, B> {
  using type = B;
};
template <class A, Scalar B>
  requires(!Scalar<A>)
struct ProductType<A, B> {
  using type = A;
};

template <class A, class B>
void check_equal_orders(const char* function, const Series<A>& a, const Series<B>& b) {
  check(a.order() == b.order(), function, ": the series have orders ", a.order(), " and ",
        b.order(), "; truncate one of them.");
}

template <class A, class B, class C>
void check_enough_orders(const char* function, const Series<A>& a, const Series<B>& b,
                         const Series<C>& out) {
  check(a.order() >= out.order() && b.order() >= out.order(), function, ": a result of order ",
        out.order(), " needs operands of at least that order, got ", a.order(), " and ", b.order(),
        ".");
}

/// An uninitialised coefficient of the right size for a * b.
template <class A, class B>
typename ProductType<A, B>::type product_shape(const A& a, const B& b) {
  using C = typename ProductType<A, B>::type;
  if constexpr (Scalar<C>) {
    return 0.0;
  } else if constexpr (Scalar<A>) {
    return C::Zero(b.rows(), b.cols());
  } else if constexpr (Scalar<B>) {
    return C::Zero(a.rows(), a.cols());
  } else {
    return C::Zero(a.rows(), b.cols());
  }
}

}  // namespace detail

template <class A, class B>
using Product = typename detail::ProductType<A, B>::type;

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
/// where add(acc, x, y) does acc += x ∘ y. For coefficients of fixed size `out` may be one of the
/// operands: the orders are filled from the highest down. O(N²).
template <class A, class B, class C, class Add>
void convolve(const Series<A>& a, const Series<B>& b, Series<C>& out, Add add) {
  detail::check_enough_orders("convolve", a, b, out);
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

/// out = a b. See convolve() for aliasing.
template <class A, class B, class C>
void product(const Series<A>& a, const Series<B>& b, Series<C>& out) {
  convolve(a, b, out, [](C& acc, const A& x, const B& y) { add_product(acc, x, y); });
}

/// out = aᵀ b, for matrix series a.
template <class A, class B, class C>
void transposed_product(const Series<A>& a, const Series<B>& b, Series<C>& out) {
  convolve(a, b, out,
           [](C& acc, const A& x, const B& y) { acc.noalias() += x.transpose().lazyProduct(y); });
}

/// out = a × b.
inline void cross(const Series<Vec3>& a, const Series<Vec3>& b, Series<Vec3>& out) {
  convolve(a, b, out, [](Vec3& acc, const Vec3& x, const Vec3& y) { acc += x.cross(y); });
}

/// out = a · b.
template <class A>
void dot(const Series<A>& a, const Series<A>& b, Series<double>& out) {
  convolve(a, b, out, [](double& acc, const A& x, const A& y) { acc += x.dot(y); });
}

template <class A, class B>
Series<Product<A, B>> operator*(const Series<A>& a, const Series<B>& b) {
  detail::check_equal_orders("product of series", a, b);
  if (a.order() < 0) return {};
  Series<Product<A, B>> out(a.order(), detail::product_shape(a[0], b[0]));
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
  for (int k = 0; k <= a.order(); ++k) a[k] += b[k];
  return a;
}

template <class C>
Series<C>& operator-=(Series<C>& a, const Series<C>& b) {
  detail::check_equal_orders("difference of series", a, b);
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
