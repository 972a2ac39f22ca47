#pragma once

#include <vector>

#include "bench/comparison.hpp"

namespace appell::bench {

/// Retiming of a path of the Panda, 1000 intervals, limits to torque rate, beside our own
/// second-order pass on as many points: what is timed is the optimization alone, without
/// coefficients and without the check. Also with 500 and 2000 intervals, to see how the time grows:
/// K is the number of intervals.
std::vector<Measurement> retiming_times();

}  // namespace appell::bench
