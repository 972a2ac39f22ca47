#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "appell/mass/rigid_mass.hpp"
#include "appell/model/description.hpp"
#include "appell/spatial/screw.hpp"
#include "appell/spatial/transform.hpp"

namespace appell::model {

/// Index of the world where the index of a body is expected.
inline constexpr int kWorld = -1;

/// A rigid body that moves relative to its parent P by one coordinate:
///
///   X_WB = X_WP X_PJ exp(ξ (ratio q[coordinate] + offset))                                (1)
///
/// Links that are fixed to each other are one body; a joint of several coordinates is a chain of
/// bodies of which only the last one is a link. The body frame B is the moved joint frame; it is
/// the link's own frame unless the description places the link elsewhere (Joint::X_JC).
struct Body {
  std::string name;         ///< Of the link; of the coordinate for the inner bodies of a joint.
  int index = 0;            ///< Of this body in Model::bodies(); larger than `parent`.
  int parent = kWorld;      ///< Index of the parent body.
  spatial::Transform X_PJ;  ///< Placement of the joint frame in the parent body.
  spatial::Screw screw;     ///< ξ in the joint frame; the linear part is along the angular part.
  int coordinate = 0;       ///< Which q moves it.
  double ratio = 1.0;       ///< Differs from 1 only where a joint mimics another.
  double offset = 0.0;
  int joint = 0;               ///< Index of its joint in description().joints.
  mass::RigidMass rigid_mass;  ///< Of all links that are part of it, in the body frame.
};

/// A named frame: one for every link, in the order of the description.
struct Frame {
  std::string name;
  int body = kWorld;        ///< The body it is fixed to, or kWorld.
  spatial::Transform X_BF;  ///< Its placement in that body (in the world for kWorld).
  bool is_driven = false;   ///< Whether a joint moves it: the link that the body is named after.

  bool can_move() const { return body != kWorld; }
};

/// One joint coordinate, in the order of the movable joints in the description.
struct Coordinate {
  std::string name;
  int joint = 0;  ///< Index in description().joints.
  Limits limits;
  /// Has no motor: what the description says, and every coordinate of a joint that has several, as
  /// that of a free base.
  bool is_passive = true;
};

/// A tree of rigid bodies, in the world frame W that is the frame of the root link. Immutable, so
/// that threads may share it; a copy is a second handle of the same tree and costs nothing. (The
/// numbers of a tree that one thread keeps for itself may change: VariableModel.)
class Model {
 public:
  const std::string& name() const { return tree_->description.name; }
  /// m/s², world axes.
  const Vec3& gravity() const { return tree_->description.gravity; }

  int num_bodies() const { return static_cast<int>(tree_->bodies.size()); }
  int num_coordinates() const { return static_cast<int>(tree_->coordinates.size()); }

  /// Parents come before their children.
  const std::vector<Body>& bodies() const { return tree_->bodies; }
  const std::vector<Frame>& frames() const { return tree_->frames; }
  const std::vector<Coordinate>& coordinates() const { return tree_->coordinates; }

  /// The frame of the link of that name.
  /// @throws InvalidArgument if there is none; the message lists near names.
  const Frame& frame(std::string_view link_name) const;

  /// The end effector unless the description names one: the last link of the longest chain of
  /// moving joints (those that mimic among them); the later in the description where two are as
  /// long.
  const Frame& default_frame() const { return tree_->frames[tree_->default_frame]; }

  /// What the model was built from.
  const Description& description() const { return tree_->description; }

  /// Indices of the coordinates without a motor, ascending.
  std::vector<int> passive_coordinates() const;

  /// Friction of the joint that moves a body; none for joints of several coordinates, which are not
  /// driven.
  Friction friction(const Body& body) const;

  /// What the rotor of the joint that moves a body adds to that joint's inertia, kg m² or kg; zero
  /// for joints of several coordinates.
  double reflected_inertia(const Body& body) const;

  /// Whether this is the same tree, not only an equal one.
  bool is_same(const Model& other) const { return tree_ == other.tree_; }

  /// The same model under another gravity.
  Model with_gravity(const Vec3& gravity) const;

 private:
  friend Model build(Description description, mass::Physics physics);
  friend class VariableModel;
  struct Tree {
    Description description;
    std::vector<Body> bodies;
    std::vector<Frame> frames;
    std::vector<Coordinate> coordinates;
    std::size_t default_frame = 0;
    std::vector<std::size_t> placed;  ///< Links in the order in which they joined their bodies.
  };
  explicit Model(Tree tree) : tree_(std::make_shared<const Tree>(std::move(tree))) {}
  explicit Model(std::shared_ptr<const Tree> tree) : tree_(std::move(tree)) {}

  std::shared_ptr<const Tree> tree_;
};

/// The model of a description.
/// @throws ModelError with all of find_problems(), if there are any.
Model build(Description description, mass::Physics physics = mass::Physics::kRequired);

}  // namespace appell::model
