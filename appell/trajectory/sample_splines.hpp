#pragma once

#include <span>
#include <vector>

#include "appell/trajectory/bspline_basis.hpp"

/// What interpolation of whole records and of windows shares.
namespace appell::trajectory {

/// Splines through samples of several joints, in one basis.
struct SampleSplines {
  BSplineBasis basis;
  std::vector<double> coefficients;  ///< c_j of a joint at [j * num_joints + joint].
};

/// Breaks that make interpolation well-conditioned: each inner one is the average of m + 1
/// consecutive sample times, each counted `num_orders` times.
std::vector<double> sample_breaks(int m, std::span<const double> times, int num_orders);

/// The splines of interpolate_samples() for joints that have samples at the same times: one
/// factorisation, the joints are its right sides.
/// @param columns  derivative k of joint j at [j * num_orders + k], each one number per time.
/// @throws NumericalError if the samples do not determine them; what check_interpolation() checks
/// is
///   not looked at.
SampleSplines splines_through(int m, std::span<const double> times, int num_orders,
                              std::span<const std::span<const double>> columns);

/// @throws InvalidArgument as interpolate_samples().
void check_interpolation(int m, std::span<const double> times,
                         const std::vector<std::vector<double>>& values);

}  // namespace appell::trajectory
