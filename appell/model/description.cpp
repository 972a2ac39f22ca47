#include "appell/model/description.hpp"

namespace appell::model {

Inertial::Inertial(const mass::RigidMass& body)
    : Inertial(body.mass, spatial::Transform{Mat3::Identity(), body.p_BBcm}, body.inertia_com()) {}

mass::RigidMass Inertial::rigid_mass(mass::Physics physics) const {
  return mass::transformed(X_LC.transform(),
                           mass::rigid_mass(mass, Vec3::Zero(), inertia, physics));
}

}  // namespace appell::model
