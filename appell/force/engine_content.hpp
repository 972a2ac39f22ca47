#pragma once

namespace appell::force {

/// What an engine is made for: it takes no memory for the rest. Combined by |.
enum class EngineContent : unsigned {
  kForces = 1,     ///< τ and its parts, M q', kinetic energy; derivatives of τ and of inertia.
  kGravity = 2,    ///< Derivatives of the gravity force; potential energy.
  kMatrices = 4,   ///< M, C, M⁻¹; derivatives of bias and momentum.
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

/// Of one of them, for messages.
constexpr const char* name_of(EngineContent content) {
  switch (content) {
    case EngineContent::kForces:
      return "kForces";
    case EngineContent::kGravity:
      return "kGravity";
    case EngineContent::kMatrices:
      return "kMatrices";
    case EngineContent::kPartials:
      return "kPartials";
    case EngineContent::kMotion:
      return "kMotion";
    case EngineContent::kEnergies:
      return "kEnergies";
    case EngineContent::kLoads:
      return "kLoads";
    case EngineContent::kAll:
      return "kAll";
  }
  return "something";
}

}  // namespace appell::force
