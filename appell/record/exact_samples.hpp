#pragma once

#include <span>

namespace appell::record {

/// Whether samples are exact: formulas printed with twelve digits or more, or a smooth motion in
/// doubles. Noise leaves as much in the distances of samples to polynomials of any degree through
/// their neighbours; of an exact motion ever less is left as the degree grows, until nothing is.
/// @param unit  step of the last printed digit; 0: all digits of a double.
bool are_exact(std::span<const double> times, std::span<const double> samples, double unit);

/// Whether samples that are whole multiples of a step were rounded to it: formulas at even times
/// may well be such multiples, exactly. Rounding leaves some 9 steps in sixth differences, a smooth
/// motion nothing.
bool are_rounded(std::span<const double> samples, double step);

}  // namespace appell::record
