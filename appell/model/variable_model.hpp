#pragma once

#include <memory>
#include <span>

#include "appell/model/model.hpp"

namespace appell::model {

/// A model for studies of many robots that differ in numbers: a copy of a tree, which only this
/// object changes. What reads the model when it computes sees the change; what copied numbers of it
/// when it was made (the engines) must be told. For one thread.
///
/// After any change the model is, bit for bit, build() of its own description.
class VariableModel {
 public:
  explicit VariableModel(const Model& model);

  /// The tree that changes. Who keeps a copy has a handle of the same.
  const Model& model() const { return model_; }

  /// Mass of links in their own frames, by their index in the description.
  /// @param masses  of all links; those of links that cannot move count for nothing.
  /// @throws InvalidArgument for another number of them; ModelError for one that is not finite or
  ///   not symmetric.
  /// @note Allocates nothing. Physical consistency is not checked here: it would dominate the cost.
  void set_link_masses(std::span<const mass::RigidMass> masses);
  /// m/s², world axes.
  /// @throws InvalidArgument unless it is finite.
  void set_gravity(const Vec3& gravity);
  /// Friction of a joint, by its index in the description.
  /// @throws InvalidArgument for another index.
  void set_friction(int joint, const Friction& friction);

 private:
  std::shared_ptr<Model::Tree> tree_;
  Model model_;
};

}  // namespace appell::model
