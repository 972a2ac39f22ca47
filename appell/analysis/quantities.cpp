#include "appell/analysis/quantities.hpp"

namespace appell::analysis {

std::span<const Quantity* const> all_quantities() {
  static constexpr const Quantity* kAll[] = {
      &kCoordinates,
      &kPlacements,
      &kCentresOfMass,
      &kAngularVelocities,
      &kAngularVelocitiesInLink,
      &kFramePlacement,
      &kJacobian,
      &kOperationalMotion,
      &kKineticEnergy,
      &kPotentialEnergy,
      &kAccelerationEnergies,
      &kEnergySplit,
      &kLinearMomentum,
      &kAngularMomentum,
      &kMassMatrix,
      &kMassMatrixRate,
      &kBias,
      &kInertiaForce,
      &kGravityForce,
      &kLoadForce,
      &kDriveForce,
      &kFrictionForce,
      &kMotorForce,
      &kReactionForces,
      &kReactionMoments,
  };
  return kAll;
}

std::vector<std::string> quantity_names() {
  std::vector<std::string> names;
  for (const Quantity* quantity : all_quantities()) names.emplace_back(quantity->name);
  return names;
}

}  // namespace appell::analysis
