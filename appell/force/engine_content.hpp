#pragma once

namespace appell::force {

/// What an engine is made for: it takes no memory for the rest. Combined by |.
enum class EngineContent : unsigned {
  kForces = 1,     ///< τ, its inertia part, and their time derivatives; M q' and kinetic energy.
  kGravity = 2,    ///< Gravity force and potential energy with their time derivatives.
  kMatrices = 4,   ///< M, C, M⁻¹; bias and momentum with their time derivatives.
  kPartials = 8,   ///< ∂τ⁽ᵏ⁾/∂q⁽ᵐ⁾; includes the matrices.
  kMotion = 16,    ///< Frames and their Jacobians.
  kEnergies = 32,  ///< Kinetic and acceleration energies, of the tree and of each body.
  kLoads = 64,     ///< Loads, joint wrenches, reactions, friction.
  kAll = 127,
};

constexpr EngineContent operator|(EngineContent a, EngineContent b) {
  return static_cast<EngineContent>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr EngineContent operator&(EngineContent a, EngineContent b) {
  return static_cast<EngineContent>(static_cast<unsigned>(a) & static_cast<unsigned>(b));
}
/// Whether all of `part` is in it.
constexpr bool has(EngineContent content, EngineContent part) { return (content & part) == part; }
constexpr EngineContent without(EngineContent content, EngineContent part) {
  return static_cast<EngineContent>(static_cast<unsigned>(content) & ~static_cast<unsigned>(part));
}

}  // namespace appell::force
