#pragma once

#include <string>
#include <vector>

#include "appell/engine/instruction_set.hpp"
#include "appell/model/model.hpp"
#include "bench/peers.hpp"

namespace appell::bench {

struct Robot {
  std::string name;
  model::Model model;
  PlainRobot plain;  ///< The same for the peers.
  model::Frame tip;  ///< The frame of its body `tip`.
  engine::InstructionSet instructions = engine::best_instruction_set();  ///< That ours uses.
};

/// Panda, a 6-DoF arm, a 32-DoF tree, and chains of n revolute joints with random axes and links.
/// Without rotors, limits and friction, which not all peers have.
std::vector<Robot> robots();

}  // namespace appell::bench
