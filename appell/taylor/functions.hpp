#pragma once

#include <span>

#include "appell/taylor/series.hpp"

/// Elementary functions of scalar series. Each follows from the differential equation that the
/// function satisfies, order by order (docs/taylor.md has the derivations). The forms with `out`
/// fill out[0..out.order()] and need arguments of at least that order; they allocate nothing. `out`
/// may be the first argument of quotient() and sqrt(), and of no other function.
/// @throws InvalidArgument if orders do not fit, or `out` is an argument but must not be.
namespace appell::taylor {

/// a / b.
/// @throws NumericalError if b[0] = 0. O(N²).
void quotient(const Series<double>& a, const Series<double>& b, Series<double>& out);
Series<double> operator/(const Series<double>& a, const Series<double>& b);

/// √x.
/// @throws NumericalError unless x[0] > 0 (at zero the root has no Taylor series). O(N²).
void sqrt(const Series<double>& x, Series<double>& out);
Series<double> sqrt(const Series<double>& x);

/// eˣ. O(N²).
void exp(const Series<double>& x, Series<double>& out);
Series<double> exp(const Series<double>& x);

/// Natural logarithm of x.
/// @throws NumericalError unless x[0] > 0. O(N²).
void log(const Series<double>& x, Series<double>& out);
Series<double> log(const Series<double>& x);

struct SinCos {
  Series<double> sin;
  Series<double> cos;
};

/// sin x and cos x, which need each other. O(N²).
void sin_cos(const Series<double>& x, Series<double>& sin, Series<double>& cos);
SinCos sin_cos(const Series<double>& x);

/// tanh x. O(N²).
void tanh(const Series<double>& x, Series<double>& out);
Series<double> tanh(const Series<double>& x);

/// xⁿ for any integer n, by repeated squaring; x[0] may be zero if n >= 0.
/// @throws NumericalError if n < 0 and x[0] = 0.
Series<double> power(const Series<double>& x, int n);

/// xᵃ for real a.
/// @throws NumericalError unless x[0] > 0. O(N²).
void power(const Series<double>& x, double exponent, Series<double>& out);
Series<double> power(const Series<double>& x, double exponent);

/// P(x(t)) of a polynomial P(x) = Σ_i polynomial[i] xⁱ, by Horner's rule in series arithmetic.
/// O(deg P · N²).
void compose(std::span<const double> polynomial, const Series<double>& x, Series<double>& out);
Series<double> compose(std::span<const double> polynomial, const Series<double>& x);

}  // namespace appell::taylor
