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
  int interval_at(double t) const;

  /// Derivative r, 0 <= r <= d, of the functions that are not zero at t: row[i] belongs to N_j with
  /// j = interval_at(t) + i, i = 0..d.
  void row(double t, int r, std::span<double> row) const;

  /// Σ_j c[j] N_j; entry j of the coefficients is c[j * stride].
  PiecewisePolynomial polynomial(std::span<const double> c, int stride = 1) const;

 private:
  double knot(int i) const;  ///< u_i: every break once, the two ends d + 1 times.
  void values(int interval, double t, int degree, std::span<double> out) const;

  std::vector<double> breaks_;
  int degree_;
};

}  // namespace appell::trajectory
