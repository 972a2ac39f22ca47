#include "appell/model/variable_model.hpp"

#include "appell/base/check.hpp"

namespace appell::model {

VariableModel::VariableModel(const Model& model)
    : tree_(std::make_shared<Model::Tree>(*model.tree_)),
      model_(std::shared_ptr<const Model::Tree>(tree_)) {}

/// As Assembly::add_link() of build(), in the same order.
void VariableModel::set_link_masses(std::span<const mass::RigidMass> masses) {
  std::vector<Link>& links = tree_->description.links;
  check(masses.size() == links.size(), "VariableModel: masses of ", masses.size(),
        " links; the model has ", links.size(), ".");
  for (Body& body : tree_->bodies) body.rigid_mass = {};
  for (const std::size_t i : tree_->placed) {
    const Frame& at = tree_->frames[i];
    links[i].inertial = Inertial(masses[i]);
    if (at.body == kWorld) continue;
    mass::RigidMass& sum = tree_->bodies[at.body].rigid_mass;
    sum =
        sum + mass::transformed(at.X_BF, links[i].inertial.rigid_mass(mass::Physics::kNotChecked));
  }
}

void VariableModel::set_gravity(const Vec3& gravity) {
  check(gravity.allFinite(), "VariableModel: gravity must be three finite numbers.");
  tree_->description.gravity = gravity;
}

void VariableModel::set_friction(int joint, const Friction& friction) {
  std::vector<Joint>& joints = tree_->description.joints;
  check(joint >= 0 && joint < static_cast<int>(joints.size()), "VariableModel: joint ", joint,
        " of ", joints.size(), ".");
  joints[joint].friction = friction;
}

}  // namespace appell::model
