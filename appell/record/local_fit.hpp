#pragma once

#include <span>
#include <vector>

namespace appell::record {

/// The polynomial of a degree that is nearest to some samples, at an instant.
struct LocalFit {
  std::vector<double> derivatives;  ///< 0, 1, ..., as many as were asked for.
  /// How far the samples are from it: √(Σ of squares / (number - degree - 1)).
  double scatter = 0.0;
};

/// By least squares, in discrete orthogonal polynomials:
///
///   p_{k+1} = (x - a_k) p_k - b_k p_{k-1},   p_{k+1}⁽ᵐ⁾ = (x - a_k) p_k⁽ᵐ⁾ + m p_k⁽ᵐ⁻¹⁾ - b_k
///   p_{k-1}⁽ᵐ⁾
///
/// @param times  ascending, of the samples; more than `degree` + 1.
/// @param highest  derivative at `t`; those above the degree are zero.
/// @throws InvalidArgument for too few samples, or another number of them than of times.
LocalFit local_fit(std::span<const double> times, std::span<const double> samples, int degree,
                   double t, int highest);

/// What the rows about an instant support of a motion: derivatives 0..highest of a polynomial that
/// fits them. The degree is 5, or one above the derivative; of windows of 4 degrees + 1 rows, twice
/// as wide, ..., the widest counts whose rows scatter no more about it than those of the narrower
/// ones: noise scatters as much in all of them, and a motion that the polynomial cannot follow ever
/// more.
/// @throws InvalidArgument for fewer rows than the first window has.
std::vector<double> supported_derivatives(std::span<const double> times,
                                          std::span<const double> samples, double t, int highest);

/// How many rows supported_derivatives() takes at least.
std::size_t rows_for_support(int highest);

}  // namespace appell::record
