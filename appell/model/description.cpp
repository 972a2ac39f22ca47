#include "appell/model/description.hpp"

namespace appell::model {

Inertial::Inertial(const mass::RigidMass& body)
    : Inertial(body.mass, spatial::Transform{Mat3::Identity(), body.p_BBcm}, body.inertia_com()) {}

mass::RigidMass Inertial::rigid_mass(mass::Physics physics) const {
  const spatial::Transform X = X_LC.transform();
  // Where the centre of mass is says how large the link is, and so what is rounding.
  mass::RigidMass body = mass::rigid_mass(mass, X.p, inertia, physics);
  body.second_moment = X.R * body.second_moment * X.R.transpose();
  return body;
}

}  // namespace appell::model
