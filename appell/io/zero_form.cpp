#include "appell/io/zero_form.hpp"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace appell::io {

using spatial::Transform;

void place_zero_forms(const ZeroForms& forms, model::Description& robot) {
  if (forms.empty()) return;
  std::map<std::string, Transform> X_0L;  // Of each link, at the zero configuration.
  std::set<std::string> children;
  std::multimap<std::string, std::size_t> joints_below;
  for (std::size_t i = 0; i < robot.joints.size(); ++i) {
    children.insert(robot.joints[i].child);
    joints_below.emplace(robot.joints[i].parent, i);
  }
  std::vector<std::string> placed;
  for (const model::Link& link : robot.links) {
    if (!children.contains(link.name) && X_0L.emplace(link.name, Transform()).second) {
      placed.push_back(link.name);
    }
  }
  while (!placed.empty()) {
    const std::string parent = std::move(placed.back());
    placed.pop_back();
    const Transform X_0P = X_0L.at(parent);
    const auto [first, last] = joints_below.equal_range(parent);
    for (auto below = first; below != last; ++below) {
      model::Joint& joint = robot.joints[below->second];
      if (const auto form = forms.find(below->second); form != forms.end()) {
        // The joint frame has the axes of the base, so that the axis is what the file says.
        joint.axis = form->second.axis;
        joint.X_PJ = X_0P.inverse() * Transform{Mat3::Identity(), form->second.point};
      }
      const Transform X_0C = X_0P * joint.X_PJ.transform() * joint.X_JC.transform();
      if (X_0L.emplace(joint.child, X_0C).second) placed.push_back(joint.child);
    }
  }
}

}  // namespace appell::io
