#pragma once

#include <span>
#include <vector>

#include "appell/trajectory/piecewise_polynomial.hpp"

/// Laws through samples, as a measurement or another program gives them.
namespace appell::trajectory {

/// How well a law meets the samples that it was made from.
struct FitError {
  double largest = 0.0;      ///< max |q(t_i) - q_i|
  double mean_square = 0.0;  ///< √(mean of the squares), rad or m.
};

struct FittedLaw {
  PiecewisePolynomial law;
  FitError error;          ///< Of q; derivatives that are given are met likewise.
  double smoothing = 0.0;  ///< λ; 0 for an interpolating spline.
};

/// The spline of order m (degree m + 1, C^m) through samples of q and, if given, of its derivatives
/// 1..r. The breaks are averages of m + 1 consecutive sample times, each counted r + 1 times; for
/// equidistant samples of q and even m these are sample times.
/// @param values  values[k][i] is derivative k at times[i].
/// @throws InvalidArgument if the times do not ascend, something is not finite, or there are fewer
///   than m + 2 numbers.
FittedLaw interpolate_samples(int m, std::span<const double> times,
                              const std::vector<std::vector<double>>& values);

/// The same for several joints, each with as many derivatives, in a fraction of the time: one
/// factorisation serves all.
std::vector<FittedLaw> interpolate_all_samples(
    int m, std::span<const double> times, std::span<const std::vector<std::vector<double>>> joints);

/// The Hermite spline through samples of q and of its derivatives 1..r: between two samples the
/// polynomial of degree 2r + 1 with all of them at both. Its derivatives to r are continuous.
/// @param values  values[k][i] is derivative k at times[i], k = 0..r.
/// @throws InvalidArgument as interpolate_samples(), or if r > 9.
PiecewisePolynomial hermite_spline(std::span<const double> times,
                                   const std::vector<std::vector<double>>& values);

/// The smoothing spline of even order m, r = m/2 + 1: minimises
///
///   Σ_i (q(t_i) - q_i)² + λ ∫ (q⁽ʳ⁾)² dt                                                   (1)
///
/// among all functions.
/// @throws InvalidArgument unless m is even, λ > 0, and there are at least m + 2 samples.
FittedLaw smooth_samples(int m, std::span<const double> times, std::span<const double> positions,
                         double lambda);

/// The smoothing spline whose error has a given root mean square, the noise of the samples; λ is
/// found by bisection. With less noise than the smoothest law (a polynomial of degree m/2) leaves,
/// as much as possible.
FittedLaw smooth_samples_to_noise(int m, std::span<const double> times,
                                  std::span<const double> positions, double noise);

}  // namespace appell::trajectory
