#include <algorithm>
#include <cmath>
#include <map>

#include "appell/base/error.hpp"
#include "appell/base/quoted.hpp"
#include "appell/base/text.hpp"
#include "appell/model/description.hpp"
#include "appell/model/joint.hpp"
#include "appell/spatial/rotation.hpp"

namespace appell::model {
namespace {

using Where = Problem::Where;

bool all_finite(const spatial::Placement& placement) {
  const spatial::Transform X = placement.transform();
  return X.R.allFinite() && X.p.allFinite();
}

bool is_rotation(const spatial::Placement& placement) {
  constexpr double kTolerance = 1e-9;  // As for transform_from_matrix().
  return spatial::rotation_defect(placement.transform().R) <= kTolerance;
}

template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& items) {
  std::vector<std::string> names;
  for (const Named& item : items) names.push_back(item.name);
  return names;
}

/// Looks at one description and collects what is wrong with it.
class Inspection {
 public:
  Inspection(const Description& description, mass::Physics physics)
      : links_(description.links), joints_(description.joints), description_(description) {
    if (const std::string problem = name_problem(description.name); !problem.empty()) {
      add(Where::kModel, 0, problem);
    }
    if (links_.empty()) {
      add(Where::kModel, 0, "has no link; it needs at least one");
      return;
    }
    link_index_ = index_by_name(links_, Where::kLink);
    graph_is_sound_ = problems.empty();
    joint_index_ = index_by_name(joints_, Where::kJoint);
    const auto num_names = static_cast<std::ptrdiff_t>(problems.size());
    joint_above_.assign(links_.size(), kNoJoint);
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      inspect_numbers(i);
      inspect_links(i);
      inspect_mimic(i);
    }
    const auto num_joints = static_cast<std::ptrdiff_t>(problems.size());
    find_mobile_links();
    for (std::size_t i = 0; i < links_.size(); ++i) inspect_inertial(i, physics);
    std::rotate(problems.begin() + num_names, problems.begin() + num_joints, problems.end());
    if (!description.gravity.allFinite()) {
      add(Where::kModel, 0, "gravity must be three finite numbers");
    }
    inspect_mimic_circles();
    inspect_end_effector();
    if (graph_is_sound_) {
      inspect_roots();
      inspect_loops();
    }
  }

  std::vector<Problem> problems;

  /// Inertias of links that cannot move; of a description without problems.
  std::vector<Problem> immobile_inertias() const {
    std::vector<Problem> found;
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (can_move_[i]) continue;
      try {
        links_[i].inertial.rigid_mass(mass::Physics::kRequired);
      } catch (const ModelError& error) {
        found.push_back({Where::kLink, i,
                         concat(error.what(), "; the link does not move, so nothing comes of it")});
      }
    }
    return found;
  }

 private:
  static constexpr std::size_t kNoJoint = static_cast<std::size_t>(-1);

  void add(Where where, std::size_t index, std::string text) {
    problems.push_back({where, index, std::move(text)});
  }

  template <class Named>
  std::map<std::string, std::size_t> index_by_name(const std::vector<Named>& items, Where where) {
    std::map<std::string, std::size_t> index;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (items[i].name.empty()) {
        add(where, i, "has no name; every link and joint needs one");
        problems.back().is_absence = true;
      } else if (const std::string problem = name_problem(items[i].name); !problem.empty()) {
        add(where, i, problem);
      } else if (!index.emplace(items[i].name, i).second) {
        add(where, i, "this name is already taken; names must be unique");
      }
    }
    return index;
  }

  void inspect_inertial(std::size_t i, mass::Physics physics) {
    if (!all_finite(links_[i].inertial.X_LC)) {
      add(Where::kLink, i, "the placement of its centre of mass must be finite numbers");
      return;
    }
    const bool is_judged = physics == mass::Physics::kRequired && can_move_[i];
    try {
      links_[i].inertial.rigid_mass(is_judged ? mass::Physics::kRequired
                                              : mass::Physics::kNotChecked);
    } catch (const ModelError& error) {
      add(Where::kLink, i, error.what());
    }
  }

  static constexpr std::size_t kStandingRoot = static_cast<std::size_t>(-2);
  static constexpr std::size_t kMover = static_cast<std::size_t>(-3);

  /// The link that a link is fixed to; kStandingRoot of a root, kMover if the joint between moves.
  std::size_t fixed_to(std::size_t link) const {
    if (joint_above_[link] == kNoJoint) return kStandingRoot;
    const Joint& above = joints_[joint_above_[link]];
    const auto parent = link_index_.find(above.parent);
    const bool is_fixed = num_coordinates(above.kind) == 0 && parent != link_index_.end();
    return is_fixed ? parent->second : kMover;
  }

  /// Which links have a joint that is not fixed between them and the root. What is in a loop, or
  /// hangs on nothing, counts as moving.
  void find_mobile_links() {
    enum : char { kUnknown, kOnTheWay, kMoves, kStands };
    std::vector<char> mark(links_.size(), kUnknown);
    std::vector<std::size_t> way;
    for (std::size_t start = 0; start < links_.size(); ++start) {
      way.clear();
      std::size_t at = start;
      while (mark[at] == kUnknown) {
        mark[at] = kOnTheWay;
        way.push_back(at);
        at = fixed_to(at);
        if (at == kStandingRoot || at == kMover) break;
      }
      const bool stands = at == kStandingRoot || (at != kMover && mark[at] == kStands);
      for (const std::size_t link : way) mark[link] = stands ? kStands : kMoves;
    }
    can_move_.resize(links_.size());
    for (std::size_t i = 0; i < links_.size(); ++i) can_move_[i] = mark[i] == kMoves;
  }

  void inspect_numbers(std::size_t i) {
    const Joint& joint = joints_[i];
    if (has_axis(joint.kind) && !is_direction(joint.axis)) {
      add(Where::kJoint, i,
          concat("the axis is ", joint.axis.x(), ", ", joint.axis.y(), ", ", joint.axis.z(),
                 "; a direction is needed"));
    }
    if (!all_finite(joint.X_PJ) || !all_finite(joint.X_JC) || !std::isfinite(joint.pitch)) {
      add(Where::kJoint, i, "placement and pitch must be finite numbers");
    } else if (!is_rotation(joint.X_PJ) || !is_rotation(joint.X_JC)) {
      add(Where::kJoint, i, "the rotation of its placement must be a rotation matrix");
    }
    if (has_angles(joint.kind) && !is_orientation_set(joint.angles)) {
      add(Where::kJoint, i,
          concat("the orientation set is '", joint.angles,
                 "'; three letters of x, y, z are needed, no two neighbours the same"));
    }
    if (joint.limits.lower > joint.limits.upper) {
      add(Where::kJoint, i,
          concat("its lower limit ", joint.limits.lower, " is above its upper limit ",
                 joint.limits.upper));
    }
    inspect_motor(i);
  }

  void inspect_motor(std::size_t i) {
    const Actuator& motor = joints_[i].actuator;
    for (const auto& [name, value] : {std::pair{"torque constant", motor.torque_constant},
                                      std::pair{"resistance", motor.resistance}}) {
      if (value >= 0.0 && std::isfinite(value)) continue;
      add(Where::kJoint, i,
          concat("the ", name, " of its actuator is ", value,
                 "; a finite number that is not negative is needed"));
    }
  }

  void inspect_links(std::size_t i) {
    const Joint& joint = joints_[i];
    for (const auto& [role, name] :
         {std::pair{"parent", &joint.parent}, std::pair{"child", &joint.child}}) {
      if (link_index_.contains(*name)) continue;
      graph_is_sound_ = false;
      if (name->empty()) {
        add(Where::kJoint, i, concat("has no ", role, " link; one is needed"));
        problems.back().is_absence = true;
      } else {
        add(Where::kJoint, i,
            concat("its ", role, " link '", *name, "' does not exist",
                   near_name(*name, link_names_), "; name a link of this model"));
      }
    }
    const auto child = link_index_.find(joint.child);
    if (child == link_index_.end()) return;
    std::size_t& above = joint_above_[child->second];
    if (above == kNoJoint) {
      above = i;
    } else {
      add(Where::kJoint, i,
          concat("its child link '", joint.child, "' already hangs on joint '", joints_[above].name,
                 "'; a link has one parent"));
      graph_is_sound_ = false;
    }
  }

  void inspect_mimic(std::size_t i) {
    const Joint& joint = joints_[i];
    if (!joint.mimic) return;
    if (num_coordinates(joint.kind) != 1) {
      add(Where::kJoint, i,
          concat("is ", name_of(joint.kind), " and cannot mimic; a joint with one coordinate can"));
    }
    if (!std::isfinite(joint.mimic->multiplier) || !std::isfinite(joint.mimic->offset)) {
      add(Where::kJoint, i, "multiplier and offset of mimic must be finite numbers");
    }
    if (joint.mimic->joint.empty()) {
      add(Where::kJoint, i, "does not say which joint it mimics; one is needed");
      problems.back().is_absence = true;
      return;
    }
    const auto followed = joint_index_.find(joint.mimic->joint);
    if (followed == joint_index_.end()) {
      add(Where::kJoint, i,
          concat("mimics joint '", joint.mimic->joint, "', which does not exist",
                 near_name(joint.mimic->joint, joint_names_), "; name a joint of this model"));
      return;
    }
    if (num_coordinates(joints_[followed->second].kind) != 1) {
      add(Where::kJoint, i,
          concat("mimics joint '", joint.mimic->joint, "', which is ",
                 name_of(joints_[followed->second].kind), "; one with one coordinate is needed"));
    }
  }

  /// Each circle of joints that follow each other is named once.
  void inspect_mimic_circles() {
    std::vector<std::size_t> mark(joints_.size(), 0);  // Which walk came by first, from 1.
    for (std::size_t start = 0; start < joints_.size(); ++start) {
      std::size_t at = start;
      while (mark[at] == 0 && joints_[at].mimic) {
        mark[at] = start + 1;
        const auto next = joint_index_.find(joints_[at].mimic->joint);
        if (next == joint_index_.end()) break;
        at = next->second;
        if (mark[at] != start + 1) continue;
        add(Where::kJoint, at,
            joints_[at].mimic->joint == joints_[at].name
                ? "mimics itself; name another joint"
                : "mimics itself over others; the chain must end at a joint that mimics none");
      }
    }
  }

  void inspect_end_effector() {
    const std::string& name = description_.end_effector;
    if (name.empty() || link_index_.contains(name)) return;
    add(Where::kModel, 0,
        concat("its end effector '", name, "' is no link of it", near_name(name, link_names_),
               "; name a link of this model"));
  }

  void inspect_roots() {
    constexpr std::size_t kMostNames = 10;
    std::size_t num_roots = 0;
    std::vector<std::string> named;
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (joint_above_[i] != kNoJoint) continue;
      if (++num_roots <= kMostNames) named.push_back(links_[i].name);
    }
    if (num_roots > kMostNames) named.emplace_back("...");
    if (num_roots > 1) {
      add(Where::kModel, 0,
          concat("has ", num_roots, " root links (", comma_list(named),
                 "); all but one must be the child of a joint"));
    }
  }

  /// A link from which no root is reached hangs in a loop. Each loop is named once.
  void inspect_loops() {
    std::vector<std::size_t> mark(links_.size(), 0);
    for (std::size_t start = 0; start < links_.size(); ++start) {
      std::size_t at = start;
      while (mark[at] == 0 && joint_above_[at] != kNoJoint) {
        mark[at] = start + 1;
        at = link_index_.at(joints_[joint_above_[at]].parent);
      }
      if (mark[at] == start + 1 && joint_above_[at] != kNoJoint) {
        add(Where::kJoint, joint_above_[at],
            concat("link '", links_[at].name,
                   "' is its own ancestor: the joints form a loop; only trees can be loaded"));
      }
    }
  }

  /// " (did you mean 'x'?)" for the first few names that are not found: bounds the work.
  std::string near_name(const std::string& name, const std::vector<std::string>& known) {
    if (suggestions_left_ == 0) return {};
    --suggestions_left_;
    return suggestion(name, known);
  }

  const std::vector<Link>& links_;
  const std::vector<Joint>& joints_;
  const Description& description_;
  const std::vector<std::string> link_names_ = names_of(links_);
  const std::vector<std::string> joint_names_ = names_of(joints_);
  int suggestions_left_ = 20;
  std::map<std::string, std::size_t> link_index_;
  std::map<std::string, std::size_t> joint_index_;
  std::vector<std::size_t> joint_above_;  ///< The joint that each link hangs on.
  std::vector<bool> can_move_;
  bool graph_is_sound_ = true;  ///< Whether roots and loops can be looked for.
};

}  // namespace

std::vector<Problem> find_problems(const Description& description, mass::Physics physics) {
  return Inspection(description, physics).problems;
}

std::vector<Problem> find_immobile_inertias(const Description& description) {
  return Inspection(description, mass::Physics::kNotChecked).immobile_inertias();
}

}  // namespace appell::model
