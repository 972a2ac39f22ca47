#pragma once

#include <span>

namespace appell::record {

/// Standard deviation of the noise of samples, from how much the row of them bends between
/// neighbours: the median of the magnitude of third differences, which a smooth motion leaves small
/// and a few outliers do not move. Not less than what rounding to `unit` makes, unit/√12.
double quick_noise(std::span<const double> samples, double unit);

}  // namespace appell::record
