#pragma once

#include <vector>

#include "bench/comparison.hpp"

namespace appell::bench {

/// A list of measurements, for programs.
void print_json(const std::vector<Measurement>& found);

/// For readers: a table per robot, in which 1 is the time of KDL's plain inverse dynamics.
void print_table(const std::vector<Measurement>& found, engine::InstructionSet instructions);

}  // namespace appell::bench
