#pragma once

#include <optional>

#include "appell/base/types.hpp"
#include "appell/engine/instruction_set.hpp"

namespace appell {

/// What a Dynamics is made for: it takes no memory for the rest. Combined by |.
enum class Content : unsigned {
  kForces = 1,     ///< τ and inertia; values of bias, momentum, gravity; kinetic energy.
  kGravity = 2,    ///< Derivatives of the gravity force; potential energy.
  kMatrices = 4,   ///< M, C, M⁻¹; derivatives of bias and momentum.
  kPartials = 8,   ///< ∂τ⁽ᵏ⁾/∂q⁽ᵐ⁾; includes the matrices.
  kMotion = 16,    ///< Frames and their Jacobians.
  kEnergies = 32,  ///< Acceleration energies, of the tree and of each body.
  kLoads = 64,     ///< Loads, joint wrenches, reactions, friction.
  kAll = 127,
};

constexpr Content operator|(Content a, Content b) {
  return static_cast<Content>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr Content without(Content content, Content part) {
  return static_cast<Content>(static_cast<unsigned>(content) & ~static_cast<unsigned>(part));
}
/// Whether all of `part` is in it.
constexpr bool has(Content content, Content part) { return without(part, content) == Content{}; }

struct DynamicsOptions {
  /// N: the highest time derivative of anything that is asked for. 0 is enough for τ, M, C and the
  /// partial derivatives of τ; 2 for τ', τ''.
  int order = 0;
  int capacity = 1;  ///< Most samples of one call.
  Content content = Content::kAll;
  std::optional<Vec3> gravity;  ///< The model's unless given; m/s², world axes.
  engine::InstructionSet instruction_set = engine::best_instruction_set();
};

}  // namespace appell
