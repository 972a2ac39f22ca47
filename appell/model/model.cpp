#include "appell/model/model.hpp"

#include <map>
#include <utility>

#include "appell/base/check.hpp"
#include "appell/model/joint.hpp"

namespace appell::model {
namespace {

std::string located(const Description& description, const Problem& problem) {
  switch (problem.where) {
    case Problem::Where::kLink:
      return concat("link '", description.links[problem.index].name, "': ", problem.text);
    case Problem::Where::kJoint:
      return concat("joint '", description.joints[problem.index].name, "': ", problem.text);
    case Problem::Where::kModel:
      break;
  }
  return concat("model '", description.name, "': ", problem.text);
}

/// Walks a description from its root and collects bodies, frames and coordinates.
class Assembly {
 public:
  Assembly(const Description& description, mass::Physics physics)
      : description_(description), physics_(physics) {
    for (std::size_t i = 0; i < description.links.size(); ++i) {
      link_index_[description.links[i].name] = i;
    }
    number_coordinates();
    joints_below_.resize(description.links.size());
    std::vector<bool> is_child(description.links.size(), false);
    for (std::size_t i = 0; i < description.joints.size(); ++i) {
      const Joint& joint = description.joints[i];
      joints_below_[link_index_.at(joint.parent)].push_back(i);
      is_child[link_index_.at(joint.child)] = true;
    }
    frames.resize(description.links.size());
    num_moving_.resize(description.links.size());
    for (std::size_t i = 0; i < is_child.size(); ++i) {
      if (!is_child[i]) place_from_root(i);
    }
    end_effector = description.end_effector.empty() ? end_of_longest_chain()
                                                    : link_index_.at(description.end_effector);
  }

  std::vector<Body> bodies;
  std::vector<Frame> frames;
  std::vector<Coordinate> coordinates;
  std::size_t end_effector = 0;
  std::vector<std::size_t> placed;  ///< Links, in the order of add_link().

 private:
  /// Which coordinates drive a joint: q_joint = ratio q[first, first + 1, ...] + offset.
  struct Drive {
    int first = 0;
    double ratio = 1.0;
    double offset = 0.0;
  };

  struct Placement {
    std::size_t link;
    int body;
    spatial::Transform X_BL;
    bool is_driven;
    int num_moving;  ///< Joints that move, between it and the root.
  };

  /// Of the links that carry no other and have the most moving joints behind them, the last.
  std::size_t end_of_longest_chain() const {
    std::size_t end = 0;
    int longest = -1;
    for (std::size_t i = 0; i < num_moving_.size(); ++i) {
      if (!joints_below_[i].empty() || num_moving_[i] < longest) continue;
      longest = num_moving_[i];
      end = i;
    }
    return end;
  }

  /// Coordinates in the order of the joints, those that mimic left out; then what these follow.
  void number_coordinates() {
    const std::vector<Joint>& joints = description_.joints;
    std::map<std::string, std::size_t> joint_index;
    drives_.resize(joints.size());
    for (std::size_t i = 0; i < joints.size(); ++i) {
      joint_index[joints[i].name] = i;
      if (joints[i].mimic) continue;
      drives_[i].first = static_cast<int>(coordinates.size());
      for (const SimpleJoint& simple : simple_joints(joints[i])) {
        coordinates.push_back(
            {joints[i].name + simple.suffix, static_cast<int>(i), joints[i].limits});
      }
    }
    std::vector<bool> is_known(joints.size(), false);
    for (std::size_t i = 0; i < joints.size(); ++i) {
      std::vector<std::size_t> chain;  // From joint i to the first whose drive is known.
      std::size_t at = i;
      for (; joints[at].mimic && !is_known[at]; at = joint_index.at(joints[at].mimic->joint)) {
        chain.push_back(at);
      }
      for (Drive followed = drives_[at]; !chain.empty(); chain.pop_back()) {
        const Mimic& mimic = *joints[chain.back()].mimic;
        followed.ratio *= mimic.multiplier;
        followed.offset = mimic.multiplier * followed.offset + mimic.offset;
        drives_[chain.back()] = followed;
        is_known[chain.back()] = true;
      }
    }
    note_motors();
  }

  /// A coordinate has a motor where one of the joints that it moves has one.
  void note_motors() {
    for (std::size_t i = 0; i < drives_.size(); ++i) {
      const Joint& joint = description_.joints[i];
      if (joint.is_passive || num_coordinates(joint.kind) != 1) continue;
      coordinates[drives_[i].first].is_passive = false;
    }
  }

  /// Depth first without recursion: a chain of a million links must not overflow the stack.
  void place_from_root(std::size_t root) {
    struct Pending {
      std::size_t joint;
      Placement parent;
    };
    std::vector<Pending> pending;
    const auto place = [&](const Placement& at) {
      add_link(at);
      const std::vector<std::size_t>& below = joints_below_[at.link];
      for (auto joint = below.rbegin(); joint != below.rend(); ++joint) {
        pending.push_back({*joint, at});
      }
    };
    place({root, kWorld, {}, false, 0});
    while (!pending.empty()) {
      const Pending next = pending.back();
      pending.pop_back();
      place(hang(next.joint, next.parent));
    }
  }

  void add_link(const Placement& at) {
    const Link& link = description_.links[at.link];
    frames[at.link] = {link.name, at.body, at.X_BL, at.is_driven};
    num_moving_[at.link] = at.num_moving;
    placed.push_back(at.link);
    if (at.body == kWorld) return;  // The mass of what cannot move enters nothing.
    mass::RigidMass& body_mass = bodies[at.body].rigid_mass;
    body_mass = body_mass + mass::transformed(at.X_BL, link.inertial.rigid_mass(physics_));
  }

  /// Adds the bodies of a joint and says where its child link ends up.
  Placement hang(std::size_t joint_index, const Placement& parent) {
    const Joint& joint = description_.joints[joint_index];
    const Drive& drive = drives_[joint_index];
    Placement child{link_index_.at(joint.child), parent.body, parent.X_BL * joint.X_PJ.transform(),
                    false, parent.num_moving};
    int coordinate = drive.first;
    for (const SimpleJoint& simple : simple_joints(joint)) {
      const int index = static_cast<int>(bodies.size());
      bodies.push_back({.name = joint.name + simple.suffix,
                        .index = index,
                        .parent = child.body,
                        .X_PJ = child.X_BL,
                        .screw = simple.screw,
                        .coordinate = coordinate++,
                        .ratio = drive.ratio,
                        .offset = drive.offset,
                        .joint = static_cast<int>(joint_index),
                        .rigid_mass = {}});
      child.body = index;
      child.X_BL = {};
      child.is_driven = true;
    }
    if (child.is_driven) {
      bodies.back().name = joint.child;
      ++child.num_moving;
    }
    child.X_BL = child.X_BL * joint.X_JC.transform();
    return child;
  }

  const Description& description_;
  mass::Physics physics_;
  std::map<std::string, std::size_t> link_index_;
  std::vector<std::vector<std::size_t>> joints_below_;
  std::vector<Drive> drives_;
  std::vector<int> num_moving_;  ///< Of every link.
};

}  // namespace

const Frame& Model::frame(std::string_view link_name) const {
  std::vector<std::string> names;
  for (const Frame& frame : tree_->frames) {
    if (frame.name == link_name) return frame;
    names.push_back(frame.name);
  }
  throw InvalidArgument(concat("model '", name(), "' has no link '", link_name, "'",
                               suggestion(link_name, names), "; its links are ",
                               comma_list(names)));
}

std::vector<int> Model::passive_coordinates() const {
  std::vector<int> found;
  for (int j = 0; j < num_coordinates(); ++j) {
    if (coordinates()[j].is_passive) found.push_back(j);
  }
  return found;
}

Friction Model::friction(const Body& body) const {
  const Joint& joint = description().joints[body.joint];
  return model::num_coordinates(joint.kind) == 1 ? joint.friction : Friction{};
}

double Model::reflected_inertia(const Body& body) const {
  const Joint& joint = description().joints[body.joint];
  return model::num_coordinates(joint.kind) == 1 ? joint.actuator.reflected_inertia() : 0.0;
}

Model Model::with_gravity(const Vec3& gravity) const {
  check(gravity.allFinite(), "with_gravity: gravity must be three finite numbers.");
  Tree tree = *tree_;
  tree.description.gravity = gravity;
  return Model(std::move(tree));
}

Model build(Description description, mass::Physics physics) {
  std::vector<std::string> texts;
  for (const Problem& problem : find_problems(description, physics)) {
    texts.push_back(located(description, problem));
  }
  if (!texts.empty()) throw ModelError(std::move(texts));

  Assembly assembly(description, physics);
  return Model({.description = std::move(description),
                .bodies = std::move(assembly.bodies),
                .frames = std::move(assembly.frames),
                .coordinates = std::move(assembly.coordinates),
                .default_frame = assembly.end_effector,
                .placed = std::move(assembly.placed)});
}

}  // namespace appell::model
