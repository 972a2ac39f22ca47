#include "appell/io/mjcf_equality.hpp"

#include <algorithm>
#include <map>

#include "appell/base/text.hpp"
#include "appell/model/joint.hpp"

namespace appell::io {
namespace {

/// The joint with one coordinate that an attribute names; null and an error if there is none.
model::Joint* coupled_joint(const XmlElement& element, const char* attribute,
                            model::Description& description) {
  const std::string name = element.required_text(attribute);
  if (name.empty()) return nullptr;
  std::vector<std::string> names;
  for (model::Joint& joint : description.joints) {
    if (joint.name == name && model::num_coordinates(joint.kind) == 1) return &joint;
    names.push_back(joint.name);
  }
  element.error(concat(attribute, " is '", name, "'", suggestion(name, names),
                       "; a hinge or slide joint of this model is needed"));
  return nullptr;
}

/// q1 - ref1 = a0 + a1 (q2 - ref2). False if the law is another one.
bool make_mimic(const MjcfElement& element, const std::vector<double>& refs,
                model::Description& description) {
  std::vector<double> a{0.0, 1.0, 0.0, 0.0, 0.0};
  element.numbers("polycoef", a);
  const bool is_affine = a[2] == 0.0 && a[3] == 0.0 && a[4] == 0.0;
  if (!is_affine || !element.own().has("joint2")) return false;
  model::Joint* follower = coupled_joint(element.own(), "joint1", description);
  const model::Joint* leader = coupled_joint(element.own(), "joint2", description);
  if (follower == nullptr || leader == nullptr) return true;
  if (follower->mimic) {
    element.own().error(concat("joint '", follower->name, "' follows '", follower->mimic->joint,
                               "' already; it can follow one"));
    return true;
  }
  const auto ref = [&](const model::Joint* joint) {
    return refs[joint - description.joints.data()];
  };
  follower->mimic = model::Mimic{.joint = leader->name,
                                 .multiplier = a[1],
                                 .offset = a[0] + ref(follower) - a[1] * ref(leader)};
  element.own().warning(concat("joint '", follower->name, "' follows '", leader->name,
                               "' exactly here; MuJoCo holds it there by a soft constraint"),
                        "equality/joint");
  return true;
}

std::string who(const XmlElement& element) {
  std::string text;
  for (const char* attribute : {"body1", "body2", "joint1", "joint2", "site1", "site2", "tendon1",
                                "tendon2", "geom1", "geom2"}) {
    if (!element.has(attribute)) continue;
    text += concat(text.empty() ? " of " : ", ", attribute, " '", element.text(attribute), "'");
  }
  return text;
}

void read_constraint(const MjcfElement& element, const LoadOptions& options,
                     const std::vector<double>& refs, model::Description& description) {
  const XmlElement& own = element.own();
  if (!element.flag_or("active", true)) {
    own.warning("is not active and is left out", "inactive equality");
    return;
  }
  if (own.tag() == "joint" && make_mimic(element, refs, description)) return;
  if (options.open_loops) {
    own.warning(concat("is left open", who(own)));
  } else {
    own.error(concat("closes a loop", who(own),
                     "; only trees can be loaded, unless loops may stay open"));
  }
}

/// What is left out of a section, and what that means.
struct LeftOut {
  const char* section;
  const char* noun;
  const char* why;
};
constexpr std::array kLeftOut{
    LeftOut{"actuator", "actuators", "forces at the joints are results here"},
    LeftOut{"contact", "contact pairs and exclusions", "no result has contact forces"},
    LeftOut{"tendon", "tendons", "no result has their forces or inertia"},
    LeftOut{"deformable", "deformable parts", "no result has them"},
    LeftOut{"sensor", "sensors", "they measure what is computed here"},
    LeftOut{"keyframe", "key frames", "states come from motions"},
    LeftOut{"custom", "custom entries", "they mean nothing here"},
    LeftOut{"extension", "extensions", "no result has their forces"}};

/// Newer versions of MuJoCo add these of an actuator to those of its joint.
void warn_about_rotors(const std::vector<XmlElement>& actuators, const MjcfClasses& classes) {
  for (const XmlElement& actuator : actuators) {
    const MjcfElement element = classes.of(actuator, "");
    for (const char* attribute : {"armature", "damping"}) {
      if (!element.has(attribute)) continue;
      element.giver(attribute).warning(concat(attribute,
                                              " of an actuator is left out: what it adds in MuJoCo "
                                              "is in no result; give it to the joint"),
                                       concat("actuator/", attribute));
    }
  }
}

}  // namespace

void read_mjcf_equality(const XmlElement& equality, MjcfFiles& files, const MjcfClasses& classes,
                        const LoadOptions& options, const std::vector<double>& refs,
                        model::Description& description) {
  for (const XmlElement& element : files.children(equality)) {
    // Defaults of constraints are called <equality>, not by the name of the constraint.
    const MjcfElement defaults = classes.of(element, "", "equality");
    read_constraint(defaults, options, refs, description);
  }
}

void list_mjcf_left_out(const std::vector<XmlElement>& sections, MjcfFiles& files,
                        const MjcfClasses& classes) {
  for (const LeftOut& kind : kLeftOut) {
    const XmlElement* first = nullptr;
    std::size_t count = 0;
    for (const XmlElement& section : sections) {
      if (section.tag() != kind.section) continue;
      if (first == nullptr) first = &section;
      const std::vector<XmlElement> children = files.children(section);
      count += children.size();
      if (section.tag() == "actuator") warn_about_rotors(children, classes);
    }
    if (count > 0) first->warning(concat(kind.noun, " left out (", count, "): ", kind.why));
  }
}

}  // namespace appell::io
