#include <cmath>
#include <map>

#include "appell/base/text.hpp"
#include "appell/model/description.hpp"
#include "appell/spatial/rotation.hpp"

namespace appell::model {
namespace {

using Where = Problem::Where;

constexpr double kUnitTolerance = 1e-9;
constexpr double kRotationTolerance = 1e-9;  // As for transform_from_matrix().

/// Index of each name; a repeated name is a problem.
template <class Named>
std::map<std::string, std::size_t> index_by_name(const std::vector<Named>& items, Where where,
                                                 std::vector<Problem>& problems) {
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].name.empty()) {
      problems.push_back({where, i, "has no name; every link and joint needs one"});
    } else if (!index.emplace(items[i].name, i).second) {
      problems.push_back({where, i, "this name is already taken; names must be unique"});
    }
  }
  return index;
}

std::vector<std::string> names_of(const std::vector<Link>& links) {
  std::vector<std::string> names;
  for (const Link& link : links) names.push_back(link.name);
  return names;
}

void check_link_numbers(const Link& link, std::size_t i, std::vector<Problem>& problems) {
  const mass::RigidMass& body = link.rigid_mass;
  if (!std::isfinite(body.mass) || !body.p_BBcm.allFinite() || !body.second_moment.allFinite()) {
    problems.push_back(
        {Where::kLink, i, "mass, centre of mass and second moment must be finite numbers"});
  }
}

void check_joint_numbers(const Joint& joint, std::size_t i, std::vector<Problem>& problems) {
  // Comparisons are written so that NaN is a problem.
  const double length = joint.axis.norm();
  if (joint.kind != JointKind::kFixed && !(std::abs(length - 1.0) <= kUnitTolerance)) {
    problems.push_back(
        {Where::kJoint, i, concat("the axis has length ", length, "; it must be a unit vector")});
  }
  if (!joint.X_PJ.R.allFinite() || !joint.X_PJ.p.allFinite() || !std::isfinite(joint.pitch)) {
    problems.push_back({Where::kJoint, i, "placement and pitch must be finite numbers"});
  } else if (!(spatial::rotation_defect(joint.X_PJ.R) <= kRotationTolerance)) {
    problems.push_back(
        {Where::kJoint, i, "the rotation of its placement must be a rotation matrix"});
  }
}

}  // namespace

std::vector<Problem> find_problems(const Description& description) {
  std::vector<Problem> problems;
  const auto& links = description.links;
  const auto& joints = description.joints;
  if (links.empty()) {
    problems.push_back({Where::kModel, 0, "the model has no link; it needs at least one"});
    return problems;
  }
  if (!description.gravity.allFinite()) {
    problems.push_back({Where::kModel, 0, "gravity must be three finite numbers"});
  }
  for (std::size_t i = 0; i < links.size(); ++i) check_link_numbers(links[i], i, problems);
  const auto link_index = index_by_name(links, Where::kLink, problems);
  index_by_name(joints, Where::kJoint, problems);

  constexpr std::size_t kNoJoint = static_cast<std::size_t>(-1);
  std::vector<std::size_t> joint_above(links.size(), kNoJoint);
  const std::vector<std::string> names = names_of(links);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const Joint& joint = joints[i];
    check_joint_numbers(joint, i, problems);
    for (const auto& [role, name] :
         {std::pair{"parent", &joint.parent}, std::pair{"child", &joint.child}}) {
      if (!link_index.contains(*name)) {
        problems.push_back({Where::kJoint, i,
                            concat("its ", role, " link '", *name, "' does not exist",
                                   suggestion(*name, names), "; name a link of this model")});
      }
    }
    const auto child = link_index.find(joint.child);
    if (child == link_index.end()) continue;
    std::size_t& above = joint_above[child->second];
    if (above == kNoJoint) {
      above = i;
    } else {
      problems.push_back({Where::kJoint, i,
                          concat("its child link '", joint.child, "' already hangs on joint '",
                                 joints[above].name, "'; a link has one parent")});
    }
  }
  if (!problems.empty()) return problems;  // What follows needs a well-formed graph.

  std::vector<std::string> roots;
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (joint_above[i] == kNoJoint) roots.push_back(links[i].name);
  }
  if (roots.size() > 1) {
    problems.push_back({Where::kModel, 0,
                        concat("the model has ", roots.size(), " root links (", comma_list(roots),
                               "); all but one must be the child of a joint")});
  }
  // A link from which no root is reached hangs in a loop. Each loop is named once.
  std::vector<int> mark(links.size(), 0);
  for (std::size_t start = 0; start < links.size(); ++start) {
    std::size_t at = start;
    const int visit = static_cast<int>(start) + 1;
    while (mark[at] == 0 && joint_above[at] != kNoJoint) {
      mark[at] = visit;
      at = link_index.at(joints[joint_above[at]].parent);
    }
    if (mark[at] == visit && joint_above[at] != kNoJoint) {
      problems.push_back({Where::kJoint, joint_above[at],
                          concat("link '", links[at].name,
                                 "' is its own ancestor: the joints form a loop; only trees can be "
                                 "loaded")});
    }
  }
  return problems;
}

}  // namespace appell::model
