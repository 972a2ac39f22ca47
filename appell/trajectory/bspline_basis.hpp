#pragma once

#include <span>
#include <vector>

#include "appell/trajectory/piecewise_polynomial.hpp"

namespace appell::trajectory {

/// The B-splines of degree d on ascending breaks: every function that is C^(d-1) and a polynomial
/// of degree d between the breaks is Σ_j c[j] N_j. The N_j are not negative and add up to one, at
/// most d + 1 of them are not zero at any time.
class BSplineBasis {
 public:
  BSplineBasis(std::vector<double> breaks, int degree);

  int degree() const { return degree_; }
  int size() const { return num_intervals() + degree_; }
  int num_intervals() const { return static_cast<int>(breaks_.size()) - 1; }
  const std::vector<double>& breaks() const { return breaks_; }
  /// @param guess  an interval that may be it, or the one before it.
  int interval_at(double t, int guess = 0) const;

  /// Derivative r, 0 <= r <= d, of the functions that are not zero at t: row[i] belongs to N_j with
  /// j = interval_at(t) + i, i = 0..d.
  void row(double t, int r, std::span<double> row) const { this->row(interval_at(t), t, r, row); }
  void row(int interval, double t, int r, std::span<double> row) const;

  /// Coefficients about the middle of an interval of Σ_j c[j] N_j, for several functions at once.
  /// @param c        coefficient j of function s at [j * stride + s].
  /// @param out      coefficient k of function s at [k * num_functions + s].
  /// @param scratch  of the size of `out`, (d + 1) num_functions.
  void piece(int interval, std::span<const double> c, int stride, int num_functions,
             std::span<double> out, std::span<double> scratch) const;

  /// Σ_j c[j] N_j; entry j of the coefficients is c[j * stride].
  PiecewisePolynomial polynomial(std::span<const double> c, int stride = 1) const;

 private:
  double knot(int i) const { return knots_[i]; }
  void values(int interval, double t, int degree, std::span<double> out) const;
  /// From the functions of degree p - 1 to those of degree p, in place; u_at <= t < u_{at+1}.
  void raise(int at, double t, int p, std::span<double> out) const;

  std::vector<double> breaks_;
  int degree_;
  std::vector<double> knots_;  ///< u_i: every break once, the two ends d + 1 times.
};

}  // namespace appell::trajectory
