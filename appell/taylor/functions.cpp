#include "appell/taylor/functions.hpp"

#include <array>
#include <cmath>

#include "appell/taylor/arithmetic.hpp"

namespace appell::taylor {
namespace {

void check_argument(const char* function, const Series<double>& x, const Series<double>& out) {
  check(x.order() >= out.order(), function, ": a result of order ", out.order(),
        " needs an argument of at least that order, got ", x.order(), ".");
}

void check_numeric(bool condition, const char* function, const char* needed, double value) {
  if (!condition) {
    throw NumericalError(concat(function, ": needs x[0] ", needed, ", got ", value, "."));
  }
}

/// Calls fill(x, out) on a new series of the order of x.
template <class Fill>
Series<double> of_same_order(const Series<double>& x, Fill fill) {
  Series<double> out(x.order());
  fill(x, out);
  return out;
}

}  // namespace

// b c = a, solved for the highest coefficient of c.
void quotient(const Series<double>& a, const Series<double>& b, Series<double>& out) {
  detail::check_enough_orders("quotient", a, b, out);
  check(&b != &out, "quotient: the result must not be the divisor.");
  if (out.order() < 0) return;
  check_numeric(b[0] != 0.0, "quotient", "of the divisor != 0", b[0]);
  for (int k = 0; k <= out.order(); ++k) {
    double sum = a[k];
    for (int j = 1; j <= k; ++j) sum -= b[j] * out[k - j];
    out[k] = sum / b[0];
  }
}

Series<double> operator/(const Series<double>& a, const Series<double>& b) {
  detail::check_equal_orders("quotient of series", a, b);
  return of_same_order(a, [&b](const auto& x, auto& out) { quotient(x, b, out); });
}

// s s = x, solved for the highest coefficient of s.
void sqrt(const Series<double>& x, Series<double>& out) {
  check_argument("sqrt", x, out);
  if (out.order() < 0) return;
  check_numeric(x[0] > 0.0, "sqrt", "> 0", x[0]);
  out[0] = std::sqrt(x[0]);
  for (int k = 1; k <= out.order(); ++k) {
    double sum = x[k];
    for (int j = 1; j < k; ++j) sum -= out[j] * out[k - j];
    out[k] = sum / (2.0 * out[0]);
  }
}

Series<double> sqrt(const Series<double>& x) {
  return of_same_order(x, [](const auto& a, auto& out) { sqrt(a, out); });
}

// e' = x' e. The lower coefficients of x are needed at every order: they must not be overwritten.
void exp(const Series<double>& x, Series<double>& out) {
  check_argument("exp", x, out);
  if (out.order() < 0) return;
  check(&x != &out, "exp: the result must not be the argument.");
  out[0] = std::exp(x[0]);
  for (int k = 1; k <= out.order(); ++k) {
    double sum = 0.0;
    for (int j = 1; j <= k; ++j) sum += j * x[j] * out[k - j];
    out[k] = sum / k;
  }
}

Series<double> exp(const Series<double>& x) {
  return of_same_order(x, [](const auto& a, auto& out) { exp(a, out); });
}

// x l' = x'.
void log(const Series<double>& x, Series<double>& out) {
  check_argument("log", x, out);
  if (out.order() < 0) return;
  check(&x != &out, "log: the result must not be the argument.");
  check_numeric(x[0] > 0.0, "log", "> 0", x[0]);
  out[0] = std::log(x[0]);
  for (int k = 1; k <= out.order(); ++k) {
    double sum = k * x[k];
    for (int j = 1; j < k; ++j) sum -= j * out[j] * x[k - j];
    out[k] = sum / (k * x[0]);
  }
}

Series<double> log(const Series<double>& x) {
  return of_same_order(x, [](const auto& a, auto& out) { log(a, out); });
}

// s' = x' c, c' = -x' s.
void sin_cos(const Series<double>& x, Series<double>& sin, Series<double>& cos) {
  check_argument("sin_cos", x, sin);
  check(cos.order() == sin.order(), "sin_cos: the results have orders ", sin.order(), " and ",
        cos.order(), "; they must be equal.");
  check(&x != &sin && &x != &cos, "sin_cos: a result must not be the argument.");
  check(&sin != &cos, "sin_cos: sine and cosine need a series each.");
  if (sin.order() < 0) return;
  sin[0] = std::sin(x[0]);
  cos[0] = std::cos(x[0]);
  for (int k = 1; k <= sin.order(); ++k) {
    double s = 0.0;
    double c = 0.0;
    for (int j = 1; j <= k; ++j) {
      s += j * x[j] * cos[k - j];
      c -= j * x[j] * sin[k - j];
    }
    sin[k] = s / k;
    cos[k] = c / k;
  }
}

SinCos sin_cos(const Series<double>& x) {
  SinCos out{Series<double>(x.order()), Series<double>(x.order())};
  sin_cos(x, out.sin, out.cos);
  return out;
}

// t' = (1 - t²) x'. Coefficient k - 1 of 1 - t² needs t up to k - 1 only.
void tanh(const Series<double>& x, Series<double>& out) {
  check_argument("tanh", x, out);
  check(&x != &out, "tanh: the result must not be the argument.");
  if (out.order() < 0) return;
  std::array<double, kMaxOrder + 1> slope{};  // 1 - t²
  out[0] = std::tanh(x[0]);
  for (int k = 1; k <= out.order(); ++k) {
    double square = 0.0;
    for (int i = 0; i <= k - 1; ++i) square += out[i] * out[k - 1 - i];
    slope[k - 1] = (k == 1 ? 1.0 : 0.0) - square;
    double sum = 0.0;
    for (int j = 1; j <= k; ++j) sum += j * x[j] * slope[k - j];
    out[k] = sum / k;
  }
}

Series<double> tanh(const Series<double>& x) {
  return of_same_order(x, [](const auto& a, auto& out) { tanh(a, out); });
}

Series<double> power(const Series<double>& x, int n) {
  if (x.order() < 0) return x;
  check_numeric(n >= 0 || x[0] != 0.0, "power", "!= 0 for a negative exponent", x[0]);
  Series<double> result = Series<double>::constant(1.0, x.order());
  // The power of the reciprocal, not the reciprocal of the power: dividing by xⁿ loses digits.
  Series<double> square = n < 0 ? result / x : x;
  for (unsigned bits = n < 0 ? 0U - static_cast<unsigned>(n) : static_cast<unsigned>(n); bits != 0;
       bits >>= 1) {
    if ((bits & 1U) != 0) product(result, square, result);
    if (bits > 1) product(square, square, square);
  }
  return result;
}

// x p' = a x' p.
void power(const Series<double>& x, double exponent, Series<double>& out) {
  check_argument("power", x, out);
  if (out.order() < 0) return;
  check(&x != &out, "power: the result must not be the argument.");
  check_numeric(x[0] > 0.0, "power", "> 0 for a real exponent", x[0]);
  out[0] = std::pow(x[0], exponent);
  for (int k = 1; k <= out.order(); ++k) {
    double sum = 0.0;
    for (int j = 1; j <= k; ++j) sum += (exponent * j - (k - j)) * x[j] * out[k - j];
    out[k] = sum / (k * x[0]);
  }
}

Series<double> power(const Series<double>& x, double exponent) {
  return of_same_order(x, [exponent](const auto& a, auto& out) { power(a, exponent, out); });
}

void compose(std::span<const double> polynomial, const Series<double>& x, Series<double>& out) {
  check_argument("compose", x, out);
  check(&x != &out, "compose: the result must not be the argument.");
  for (int k = 0; k <= out.order(); ++k) out[k] = 0.0;
  if (out.order() < 0) return;
  for (auto a = polynomial.rbegin(); a != polynomial.rend(); ++a) {
    product(out, x, out);
    out[0] += *a;
  }
}

Series<double> compose(std::span<const double> polynomial, const Series<double>& x) {
  return of_same_order(x, [polynomial](const auto& a, auto& out) { compose(polynomial, a, out); });
}

}  // namespace appell::taylor
