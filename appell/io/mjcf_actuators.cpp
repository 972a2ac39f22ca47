#include "appell/io/mjcf_actuators.hpp"

#include <map>
#include <set>

namespace appell::io {
namespace {

using JointNames = std::set<std::string>;

/// The joints of each fixed tendon.
std::map<std::string, JointNames> joints_of_tendons(const std::vector<XmlElement>& sections,
                                                    MjcfFiles& files) {
  std::map<std::string, JointNames> joints;
  for (const XmlElement& section : sections) {
    if (section.tag() != "tendon") continue;
    for (const XmlElement& tendon : files.children(section)) {
      if (tendon.tag() != "fixed") continue;
      for (const XmlElement& joint : files.children(tendon)) {
        joints[tendon.text("name")].insert(joint.text("joint"));
      }
    }
  }
  return joints;
}

}  // namespace

void read_mjcf_actuators(const std::vector<XmlElement>& sections, MjcfFiles& files,
                         model::Description& description) {
  const std::map<std::string, JointNames> tendons = joints_of_tendons(sections, files);
  JointNames driven;
  for (const XmlElement& section : sections) {
    if (section.tag() != "actuator") continue;
    for (const XmlElement& actuator : files.children(section)) {
      for (const char* attribute : {"joint", "jointinparent"}) {
        if (actuator.has(attribute)) driven.insert(actuator.text(attribute));
      }
      if (actuator.has("cranksite")) return;
      if (!actuator.has("tendon")) continue;
      const auto tendon = tendons.find(actuator.text("tendon"));
      if (tendon == tendons.end()) return;
      driven.insert(tendon->second.begin(), tendon->second.end());
    }
  }
  if (driven.empty()) return;
  for (model::Joint& joint : description.joints) joint.is_passive = !driven.contains(joint.name);
}

}  // namespace appell::io
