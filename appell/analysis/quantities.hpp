#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "appell/analysis/quantity.hpp"

namespace appell::analysis {

/// All quantities, in the order of every output.
std::span<const Quantity* const> all_quantities();

/// Their names, likewise.
std::vector<std::string> quantity_names();

/// Each in the file of quantities/ that describes it.
extern const Quantity kCoordinates, kPlacements, kCentresOfMass, kAngularVelocities,
    kAngularVelocitiesInLink, kFramePlacement, kJacobian, kOperationalMotion, kKineticEnergy,
    kPotentialEnergy, kAccelerationEnergies, kEnergySplit, kLinearMomentum, kAngularMomentum,
    kMassMatrix, kMassMatrixRate, kBias, kInertiaForce, kGravityForce, kLoadForce, kDriveForce,
    kFrictionForce, kMotorForce, kReactionForces, kReactionMoments;

}  // namespace appell::analysis
