#pragma once

#include "appell/taylor/series.hpp"

/// What the arithmetic of series needs to know of its operands: the type and size of a product of
/// coefficients, and the checks that refuse operands which do not fit.
namespace appell::taylor {
namespace detail {

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

}  // namespace detail

template <class A, class B>
using Product = typename detail::ProductType<A, B>::type;

namespace detail {

template <class C>
void set_zero(C& x) {
  if constexpr (Scalar<C>) {
    x = 0.0;
  } else {
    x.setZero();
  }
}

/// A zero of the size of a * b.
template <class A, class B>
Product<A, B> zero_product(const A& a, const B& b) {
  using C = Product<A, B>;
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

/// Coefficients 0..N of x must be rows x cols; where the size is part of the type, the compiler has
/// seen to it.
template <class C>
void check_sizes(const char* function, const char* role, const Series<C>& x, int N,
                 Eigen::Index rows, Eigen::Index cols) {
  if constexpr (Dynamic<C>) {
    for (int k = 0; k <= N; ++k) {
      check(x[k].rows() == rows && x[k].cols() == cols, function, ": coefficient ", k, " of the ",
            role, " is ", x[k].rows(), " x ", x[k].cols(), "; it must be ", rows, " x ", cols, ".");
    }
  }
}

template <class A, class B, class C>
void check_product_sizes(const char* function, const Series<A>& a, const Series<B>& b,
                         const Series<C>& out) {
  if constexpr (Dynamic<A> || Dynamic<B> || Dynamic<C>) {
    const int N = out.order();
    if (N < 0) return;
    if constexpr (Scalar<A>) {
      check_sizes(function, "second operand", b, N, b[0].rows(), b[0].cols());
      check_sizes(function, "result", out, N, b[0].rows(), b[0].cols());
    } else if constexpr (Scalar<B>) {
      check_sizes(function, "first operand", a, N, a[0].rows(), a[0].cols());
      check_sizes(function, "result", out, N, a[0].rows(), a[0].cols());
    } else {
      check_sizes(function, "first operand", a, N, a[0].rows(), a[0].cols());
      check_sizes(function, "second operand", b, N, a[0].cols(), b[0].cols());
      check_sizes(function, "result", out, N, a[0].rows(), b[0].cols());
    }
  }
}

template <class C>
void check_equal_sizes(const char* function, const Series<C>& a, const Series<C>& b) {
  if constexpr (Dynamic<C>) {
    for (int k = 0; k <= a.order(); ++k) {
      check(a[k].rows() == b[k].rows() && a[k].cols() == b[k].cols(), function, ": coefficients ",
            k, " are ", a[k].rows(), " x ", a[k].cols(), " and ", b[k].rows(), " x ", b[k].cols(),
            "; they must be of equal size.");
    }
  }
}

}  // namespace detail
}  // namespace appell::taylor
