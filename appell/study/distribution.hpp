#pragma once

#include <vector>

/// Distributions of drawn numbers, as quantile functions: what turns a coordinate of the unit cube
/// into the number. So every design serves every distribution.
namespace appell::study {

/// Φ⁻¹(u), the quantile of the standard normal distribution; -∞ at 0 and ∞ at 1, NaN outside.
///
/// Rational approximations of Wichura (algorithm AS 241, Appl. Statist. 37, 477, 1988): relative
/// error some 1e-16 from them, and below 2e-15 in all.
double normal_quantile(double u);

/// One number's distribution.
class Distribution {
 public:
  /// @throws InvalidArgument if a number is not finite or sd < 0; so do the next two.
  static Distribution normal(double mean, double sd);

  /// Always of the sign of its mean: mean exp(σ z - σ²/2), σ² = ln(1 + relative_sd²), which has
  /// exactly this mean and this relative standard deviation.
  static Distribution log_normal(double mean, double relative_sd);

  /// @throws InvalidArgument also if low > high.
  static Distribution uniform(double low, double high);

  /// Each of some values with the same probability, in the order given.
  /// @throws InvalidArgument if there is none or one is not finite.
  static Distribution values(std::vector<double> values);

  /// Quantile: the number at coordinate u of the unit interval.
  /// @note No heap allocation; some 10 ns.
  double operator()(double u) const;

 private:
  enum class Kind { kNormal, kLogNormal, kUniform, kValues };
  Distribution(Kind kind, double a, double b) : kind_(kind), a_(a), b_(b) {}

  Kind kind_;
  double a_;  ///< Mean, or the lower end.
  double b_;  ///< Deviation, relative deviation, or the upper end.
  double sigma_ = 0.0;
  std::vector<double> values_;
};

/// The chi distribution with k degrees of freedom (the root of chi-square), as a function of a
/// standard normal number: y(z) with F_χ(y(z)) = Φ(z). So y² is chi-square distributed if z is
/// normal.
///
/// y is made once, as Taylor polynomials about knots of z: y at a knot from the incomplete gamma
/// function, its derivatives from the differential equation of the quantile,
///
///   y' = φ(z)/f(y),   y'' = y' (-z + y' (y - (k - 1)/y))                                     (1)
///
/// f the density of y. Then a value costs one polynomial, whatever k is (docs/sweep.md).
class ChiQuantile {
 public:
  /// @param degrees_of_freedom  k, 1..1e13; need not be whole.
  /// @throws InvalidArgument if it is not.
  explicit ChiQuantile(double degrees_of_freedom);

  double degrees_of_freedom() const { return degrees_; }

  /// y(z), relative error below 1e-12; beyond |z| = 8.5, where no number of unit_number() leads,
  /// the value there.
  /// @note No heap allocation; some 5 ns.
  double operator()(double z) const;

 private:
  double degrees_;
  int degree_ = 0;              ///< Of the polynomials: as high as `degrees_` takes.
  std::vector<double> pieces_;  ///< degree_ + 1 coefficients per knot, the lowest first.
};

}  // namespace appell::study
