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
  explicit Assembly(const Description& description) : description_(description) {
    for (std::size_t i = 0; i < description.links.size(); ++i) {
      link_index_[description.links[i].name] = i;
    }
    joints_below_.resize(description.links.size());
    std::vector<bool> is_child(description.links.size(), false);
    for (std::size_t i = 0; i < description.joints.size(); ++i) {
      const Joint& joint = description.joints[i];
      joints_below_[link_index_.at(joint.parent)].push_back(i);
      is_child[link_index_.at(joint.child)] = true;
      first_coordinate_.push_back(static_cast<int>(coordinates.size()));
      for (const SimpleJoint& simple : simple_joints(joint)) {
        coordinates.push_back({joint.name + simple.suffix, joint.limits});
      }
    }
    frames.resize(description.links.size());
    for (std::size_t i = 0; i < is_child.size(); ++i) {
      if (!is_child[i]) place_from_root(i);
      if (joints_below_[i].empty()) last_leaf = i;
    }
  }

  std::vector<Body> bodies;
  std::vector<Frame> frames;
  std::vector<Coordinate> coordinates;
  std::size_t last_leaf = 0;

 private:
  struct Placement {
    std::size_t link;
    int body;
    spatial::Transform X_BL;
    bool is_body_frame;
  };

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
    place({root, kWorld, {}, false});
    while (!pending.empty()) {
      const Pending next = pending.back();
      pending.pop_back();
      place(hang(next.joint, next.parent));
    }
  }

  void add_link(const Placement& at) {
    const Link& link = description_.links[at.link];
    frames[at.link] = {link.name, at.body, at.X_BL, at.is_body_frame};
    if (at.body == kWorld) return;  // The mass of what cannot move enters nothing.
    mass::RigidMass& body_mass = bodies[static_cast<std::size_t>(at.body)].rigid_mass;
    body_mass = body_mass + mass::transformed(at.X_BL, link.rigid_mass);
  }

  /// Adds the bodies of a joint and says where its child link ends up.
  Placement hang(std::size_t joint_index, const Placement& parent) {
    const Joint& joint = description_.joints[joint_index];
    Placement child{link_index_.at(joint.child), parent.body, parent.X_BL * joint.X_PJ, false};
    int coordinate = first_coordinate_[joint_index];
    for (const SimpleJoint& simple : simple_joints(joint)) {
      const int index = static_cast<int>(bodies.size());
      bodies.push_back({.name = joint.name + simple.suffix,
                        .index = index,
                        .parent = child.body,
                        .X_PJ = child.X_BL,
                        .screw = simple.screw,
                        .coordinate = coordinate++,
                        .ratio = 1.0,
                        .offset = 0.0,
                        .rigid_mass = {}});
      child.body = index;
      child.X_BL = {};
      child.is_body_frame = true;
    }
    if (child.is_body_frame) bodies.back().name = joint.child;
    return child;
  }

  const Description& description_;
  std::map<std::string, std::size_t> link_index_;
  std::vector<std::vector<std::size_t>> joints_below_;
  std::vector<int> first_coordinate_;
};

}  // namespace

const Frame& Model::frame(std::string_view link_name) const {
  std::vector<std::string> names;
  for (const Frame& frame : frames_) {
    if (frame.name == link_name) return frame;
    names.push_back(frame.name);
  }
  throw InvalidArgument(concat("model '", name(), "' has no link '", link_name, "'",
                               suggestion(link_name, names), "; its links are ",
                               comma_list(names)));
}

Model Model::with_gravity(const Vec3& gravity) const {
  check(gravity.allFinite(), "with_gravity: gravity must be three finite numbers.");
  Model model = *this;
  model.description_.gravity = gravity;
  return model;
}

Model build(Description description) {
  std::vector<std::string> texts;
  for (const Problem& problem : find_problems(description)) {
    texts.push_back(located(description, problem));
  }
  if (!texts.empty()) throw ModelError(std::move(texts));

  Assembly assembly(description);
  Model model;
  model.bodies_ = std::move(assembly.bodies);
  model.frames_ = std::move(assembly.frames);
  model.coordinates_ = std::move(assembly.coordinates);
  model.default_frame_ = assembly.last_leaf;
  model.description_ = std::move(description);
  return model;
}

}  // namespace appell::model
