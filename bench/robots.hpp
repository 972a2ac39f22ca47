#pragma once

#include <string>
#include <vector>

#include "appell/model/model.hpp"

namespace appell::bench {

struct Robot {
  std::string name;
  model::Model model;
};

/// Panda, a 6-DoF arm, a 32-DoF tree, and chains of n revolute joints with random axes and links.
/// Without rotors, limits and friction, which not all peers have.
std::vector<Robot> robots();

}  // namespace appell::bench
