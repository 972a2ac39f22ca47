#pragma once

#include <span>
#include <vector>

namespace appell::record {

/// How far samples are from the polynomials of degree 3, 5, 7 and 9 through their 4, 6, 8 and 10
/// neighbours, as standard deviations of noise that would explain the median of it; fewer where
/// there are few samples.
std::vector<double> off_polynomials(std::span<const double> times, std::span<const double> samples);

/// Standard deviation of the noise of samples, the smallest of off_polynomials(): a smooth motion
/// leaves ever less of itself in it, noise as much in each. Not less than what rounding to `unit`
/// makes, unit/√12, nor than the last bits of a double.
double quick_noise(std::span<const double> times, std::span<const double> samples, double unit);

/// The step of which all differences of samples are whole multiples: that of the last digit, also
/// if the column was converted after it was rounded (degrees to rad, counts by a factor). 0 if
/// there is none, or if the samples are too few to tell, or if they go from step to step evenly, as
/// a ramp of exact numbers does.
double digit_step(std::span<const double> samples);

/// What the noise of samples is at least: that of rounding to `unit`, and 1e-13 of their range
/// (1e-9 of very few), so that double arithmetic can tell it.
double least_noise(std::span<const double> samples, double unit);

/// Weights of samples, 1 but for those far from where their neighbours put them, compared to how
/// far others are about there: spikes. A first guess, before anything is known of the motion.
/// @param noise  standard deviation below which nothing is far.
std::vector<double> spike_weights(std::span<const double> samples, double noise);

/// What an interpolating spline of order m makes of independent errors of variance 1 in samples
/// that are `step` apart: covariances of its derivatives 0..size - 1, [a size + b], the mean over a
/// step.
/// @throws InvalidArgument unless 2 <= m <= 20, step > 0 and 1 <= size <= m + 2.
std::vector<double> interpolation_covariance(int m, double step, int size);

}  // namespace appell::record
