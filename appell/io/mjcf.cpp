#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/mjcf_actuators.hpp"
#include "appell/io/mjcf_equality.hpp"
#include "appell/io/mjcf_geom.hpp"
#include "appell/io/mjcf_joint.hpp"
#include "appell/io/words.hpp"
#include "appell/io/xml_model.hpp"

namespace appell::io {
namespace {

using model::JointKind;
using spatial::Transform;

const std::vector<std::string> kMjcfSections = words_of(
    "compiler option size visual statistic default custom asset contact equality deformable tendon "
    "sensor worldbody actuator keyframe extension");

/// Children of a body that would add bodies or forces; what they mean is not known here.
const std::vector<std::string> kUnknownMechanics{"composite", "flexcomp", "replicate", "attach",
                                                 "plugin"};
const std::vector<std::string> kWithoutMechanics{"site", "camera", "light"};

/// Something in a body, and the frame in which its pose is given.
struct Placed {
  XmlElement element;
  Transform X_BF;
  std::string childclass;
  bool is_in_frame = false;
};

/// What a body has, frames resolved, in the order of the file.
struct BodyParts {
  std::vector<Placed> joints;
  std::vector<Placed> geoms;
  std::vector<Placed> bodies;
  std::optional<XmlElement> inertial;
};

/// Reads one MJCF model into a description and notes every problem on the way.
class MjcfReader {
 public:
  MjcfReader(const std::string& source_name, const std::string& text, const LoadOptions& options)
      : files_(source_name, text), options_(options) {}

  LoadResult read() {
    const XmlElement& root = files_.root();
    root.check_near_attributes({"model"});
    description_.name = root.has("model") ? root.text("model") : "MuJoCo Model";
    sections_ = files_.children(root);
    for (const XmlElement& section : sections_) section.check_near_tag(kMjcfSections);
    read_settings();
    add_link(root, "world");
    for (const XmlElement& section : sections_) {
      if (section.tag() == "worldbody") read_world(section);
    }
    name_the_unnamed();
    for (const XmlElement& section : sections_) {
      if (section.tag() != "equality") continue;
      if (mechanics_.has_constraints && mechanics_.has_equalities) {
        read_mjcf_equality(section, files_, classes_, options_, refs_, description_);
      } else {
        section.warning("is disabled by a <flag> and left out", "disabled equality");
      }
    }
    read_mjcf_actuators(sections_, files_, description_);
    list_mjcf_left_out(sections_, files_, classes_);
    files_.throw_if_errors();
    scale_to_total_mass();
    elements_.note_problems(description_, options_.physics, root);
    files_.throw_if_errors();
    return {model::build(std::move(description_), options_.physics), files_.warnings(),
            meshes_.num_open()};
  }

 private:
  static constexpr std::size_t kWorldLink = 0;

  /// A body that is still to be read: its element, placed in the parent body.
  struct Pending {
    Placed placed;
    std::size_t parent;
    bool parent_moves;
  };

  /// A link or joint without a name: it is called after the body.
  struct Unnamed {
    std::size_t index;
    std::size_t body;
    std::string suffix;
  };

  void read_settings() {
    mechanics_.gravity = description_.gravity;
    for (const XmlElement& section : sections_) {
      if (section.tag() == "compiler") compiler_.read(section);
      if (section.tag() == "option") mechanics_.read(section, files_);
      if (section.tag() == "default") classes_.read(section, files_);
    }
    description_.gravity = mechanics_.has_gravity ? mechanics_.gravity : Vec3::Zero();
    for (const XmlElement& section : sections_) {
      if (section.tag() != "asset") continue;
      for (const XmlElement& asset : files_.children(section)) {
        if (asset.tag() == "mesh") meshes_.add(classes_.of(asset, ""));
        if (asset.tag() == "material") {
          const auto colour = classes_.of(asset, "").giver("rgba").colour("rgba");
          if (colour) colours_[asset.text("name")] = *colour;
        }
      }
    }
  }

  std::size_t add_link(const XmlElement& element, const std::string& name) {
    description_.links.push_back({.name = name, .inertial = {}, .geometries = {}});
    elements_.links.push_back(element);
    return description_.links.size() - 1;
  }

  void read_world(const XmlElement& world) {
    world.check_near_attributes({"name", "childclass"});
    const BodyParts parts = parts_of(world, childclass_of({world, {}, ""}));
    for (const Placed& joint : parts.joints) joint.element.error("the world cannot move; no joint");
    if (parts.inertial) parts.inertial->error("the world has no mass; remove it");
    add_mass(parts, kWorldLink, /*is_moving=*/false);
    std::vector<Pending> pending;
    push_bodies(parts, kWorldLink, false, pending);
    while (!pending.empty()) {  // No recursion: nesting must not overflow the stack.
      const Pending next = pending.back();
      pending.pop_back();
      read_body(next, pending);
    }
  }

  static void push_bodies(const BodyParts& parts, std::size_t parent, bool parent_moves,
                          std::vector<Pending>& pending) {
    for (auto body = parts.bodies.rbegin(); body != parts.bodies.rend(); ++body) {
      pending.push_back({*body, parent, parent_moves});
    }
  }

  /// The parts of a body; what stands in a <frame> is placed by it.
  BodyParts parts_of(const XmlElement& body, const std::string& childclass) {
    BodyParts parts;
    std::vector<Placed> pending;
    const auto push_children = [&](const XmlElement& of, const Transform& X, const std::string& c) {
      std::vector<XmlElement> children = files_.children(of);
      std::reverse(children.begin(), children.end());
      const bool is_frame = of.tag() == "frame";
      for (const XmlElement& child : children) pending.push_back({child, X, c, is_frame});
    };
    push_children(body, {}, childclass);
    while (!pending.empty()) {
      const Placed next = pending.back();
      pending.pop_back();
      if (next.element.tag() == "frame") {
        next.element.check_near_attributes(mjcf_attributes("frame"));
        push_children(next.element, next.X_BF * mjcf_pose(next.element, compiler_).transform(),
                      childclass_of(next));
      } else {
        sort_in(next, parts);
      }
    }
    return parts;
  }

  static void sort_in(const Placed& part, BodyParts& parts) {
    static const std::vector<std::string> known{"body",  "joint", "freejoint", "geom", "inertial",
                                                "frame", "site",  "camera",    "light"};
    const std::string tag(part.element.tag());
    const auto is_in = [&](const std::vector<std::string>& names) {
      return std::find(names.begin(), names.end(), tag) != names.end();
    };
    if (tag == "body") {
      parts.bodies.push_back(part);
    } else if (tag == "joint" || tag == "freejoint") {
      parts.joints.push_back(part);
    } else if (tag == "geom") {
      parts.geoms.push_back(part);
    } else if (tag == "inertial") {
      if (parts.inertial) part.element.error("is given more than once; one is needed");
      if (part.is_in_frame)
        part.element.error("stands in a <frame>; put it into the <body> itself");
      parts.inertial = part.element;
    } else if (is_in(kUnknownMechanics)) {
      part.element.error(
          "is not read, and it changes the mechanics; write out what it stands for (MuJoCo can "
          "save the compiled model as XML)");
    } else if (!is_in(kWithoutMechanics)) {
      part.element.check_near_tag(known);
    }
  }

  std::string childclass_of(const Placed& placed) const {
    classes_.check_name(placed.element, "childclass");
    return placed.element.has("childclass") ? placed.element.text("childclass") : placed.childclass;
  }

  void read_body(const Pending& pending, std::vector<Pending>& below) {
    const XmlElement& element = pending.placed.element;
    element.check_near_attributes(mjcf_attributes("body"));
    if (element.number_or("gravcomp", 0.0) != 0.0) {
      element.warning("gravcomp is left out: its force is in no result", "gravcomp");
    }
    if (mjcf_flag(element, "mocap", false)) element.warning("is moved from outside; it rests here");
    const BodyParts parts = parts_of(element, childclass_of(pending.placed));
    const bool is_moving = pending.parent_moves || !parts.joints.empty();
    const std::size_t link = add_joints(pending, parts);
    add_mass(parts, link, is_moving);
    push_bodies(parts, link, is_moving, below);
  }

  /// Pose of a body in its parent, as given where no <frame> is around it.
  spatial::Placement body_pose(const Placed& body) const {
    const spatial::Placement given = mjcf_pose(body.element, compiler_);
    return is_identity(body.X_BF) ? given : spatial::Placement(body.X_BF * given.transform());
  }

  /// The joints of a body are a chain of massless links, of which the last one is the body.
  std::size_t add_joints(const Pending& pending, const BodyParts& parts) {
    const XmlElement& element = pending.placed.element;
    const spatial::Placement X_PB = body_pose(pending.placed);
    const std::size_t count = parts.joints.size();
    const std::size_t first = description_.links.size();
    const std::size_t body = first + std::max<std::size_t>(count, 1) - 1;
    for (std::size_t i = first; i < body; ++i) {
      add_link(element, "");
      unnamed_links_.push_back({i, body, concat("_", i - first + 1)});
    }
    add_link(element, element.text("name"));
    ++num_bodies_;
    if (description_.links[body].name.empty()) {
      unnamed_bodies_.push_back({body, body, concat("body", num_bodies_)});
    }
    if (count == 0) {
      model::Joint fixed;
      fixed.X_PJ = X_PB;
      add_joint({fixed, 0.0}, element, "", pending.parent, body, "_fixed");
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Placed& placed = parts.joints[i];
      MjcfJoint joint = read_joint(placed, pending, count);
      if (i == 0 && joint.joint.kind != JointKind::kFree) put_behind(X_PB, joint.joint);
      add_joint(joint, placed.element, placed.element.text("name"),
                i == 0 ? pending.parent : first + i - 1, first + i,
                count == 1 ? "_joint" : concat("_joint", i + 1));
    }
    return body;
  }

  MjcfJoint read_joint(const Placed& placed, const Pending& pending, std::size_t count) const {
    // A <freejoint> takes no defaults, which is what it is for.
    const bool has_defaults = placed.element.tag() == "joint";
    const MjcfElement element = has_defaults ? classes_.of(placed.element, placed.childclass)
                                             : MjcfElement({placed.element});
    MjcfJoint joint = read_mjcf_joint(element, placed.X_BF, compiler_);
    if (joint.joint.kind != JointKind::kFree) return joint;
    if (element.text_or("align", "") == "true") {
      placed.element.warning(
          "align is left out: the frame of the body stays where the file has it, and so do its "
          "coordinates",
          "align");
    }
    if (pending.parent != kWorldLink || count > 1) {
      placed.element.error("is free; only a body of the world without other joints can be");
    }
    placed.element.warning(
        "is free: coordinates x, y, z are its place in the world, alpha, beta, gamma turns about "
        "the moving x, y, z axes, instead of a quaternion",
        "free");
    return joint;
  }

  /// X_PJ of the first joint of a body: that of the body, then that of the joint in it.
  static void put_behind(const spatial::Placement& X_PB, model::Joint& joint) {
    const Transform X_BJ = joint.X_PJ.transform();
    joint.X_PJ = is_identity(joint.X_PJ) ? X_PB : spatial::Placement(X_PB.transform() * X_BJ);
  }

  void add_joint(const MjcfJoint& read, const XmlElement& element, const std::string& name,
                 std::size_t parent, std::size_t child, const std::string& suffix) {
    const std::size_t index = description_.joints.size();
    description_.joints.push_back(read.joint);
    description_.joints.back().name = name;
    if (name.empty()) unnamed_joints_.push_back({index, description_.links.size() - 1, suffix});
    refs_.push_back(read.ref);
    ends_.emplace_back(parent, child);
    elements_.joints.push_back(element);
  }

  /// Its own, or else its material's.
  std::optional<Vec3> colour_of(const MjcfElement& geom) const {
    if (geom.has("rgba")) return geom.giver("rgba").colour("rgba");
    const auto known = colours_.find(geom.text_or("material", ""));
    return known == colours_.end() ? std::nullopt : std::optional(known->second);
  }

  void add_mass(const BodyParts& parts, std::size_t link, bool is_moving) {
    using FromGeoms = MjcfCompiler::InertiaFromGeoms;
    const FromGeoms rule = compiler_.inertia_from_geoms;
    const bool from_geoms =
        rule == FromGeoms::kAlways || (rule == FromGeoms::kAuto && !parts.inertial);
    // What cannot move needs no mass, unless all masses are to have a given sum.
    const bool weighed =
        from_geoms && link != kWorldLink && (is_moving || compiler_.total_mass > 0.0);
    std::vector<mass::RigidMass> masses;
    model::Link& target = description_.links[link];
    for (const Placed& placed : parts.geoms) {
      const MjcfElement geom = classes_.of(placed.element, placed.childclass);
      MjcfGeom read = read_mjcf_geom(geom, placed.X_BF, weighed, compiler_, meshes_);
      if (read.geometry) {
        read.geometry->colour = colour_of(geom);
        target.geometries.push_back(std::move(*read.geometry));
      }
      if (read.counts && weighed) masses.push_back(read.mass);
    }
    if (parts.inertial) target.inertial = read_mjcf_inertial(*parts.inertial, compiler_);
    if (!masses.empty()) target.inertial = mass::combined(masses);
    if (link == kWorldLink) return;
    adjust(target.inertial, elements_.links[link]);
    if (!parts.joints.empty() && target.inertial.mass == 0.0) {
      elements_.links[link].warning("moves and has no mass of its own", "no mass");
    }
  }

  void adjust(model::Inertial& inertial, const XmlElement& body) const {
    const bool is_bounded =
        compiler_.least_mass > 0.0 || compiler_.least_inertia > 0.0 || compiler_.balances_inertia;
    if (!is_bounded) return;
    try {
      inertial = compiler_.adjusted(inertial.rigid_mass(mass::Physics::kNotChecked));
    } catch (const ModelError& error) {
      body.error(error.what());
    }
  }

  void name_the_unnamed() {
    std::set<std::string> link_names;
    std::set<std::string> joint_names;
    for (const model::Link& link : description_.links) link_names.insert(link.name);
    for (const model::Joint& joint : description_.joints) joint_names.insert(joint.name);
    const auto unique = [](std::set<std::string>& taken, std::string name) {
      while (!taken.insert(name).second) name += "_";
      return name;
    };
    std::vector<model::Link>& links = description_.links;
    for (const Unnamed& body : unnamed_bodies_) {
      links[body.index].name = unique(link_names, body.suffix);
    }
    for (const Unnamed& link : unnamed_links_) {
      links[link.index].name = unique(link_names, links[link.body].name + link.suffix);
    }
    for (const Unnamed& joint : unnamed_joints_) {
      description_.joints[joint.index].name =
          unique(joint_names, links[joint.body].name + joint.suffix);
    }
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      description_.joints[i].parent = links[ends_[i].first].name;
      description_.joints[i].child = links[ends_[i].second].name;
    }
  }

  void scale_to_total_mass() {
    if (compiler_.total_mass <= 0.0) return;
    double total = 0.0;
    for (const model::Link& link : description_.links) total += link.inertial.mass;
    if (total <= 0.0) return;
    for (model::Link& link : description_.links) {
      link.inertial.mass *= compiler_.total_mass / total;
      link.inertial.inertia *= compiler_.total_mass / total;
    }
  }

  MjcfFiles files_;
  const LoadOptions& options_;
  MjcfCompiler compiler_;
  MjcfOptions mechanics_;
  MjcfClasses classes_;
  std::map<std::string, Vec3> colours_;  ///< Of materials.
  MjcfMeshes meshes_{files_.name(), compiler_, options_.open_meshes};
  std::vector<XmlElement> sections_;  ///< Children of <mujoco>.
  model::Description description_;
  ModelElements elements_;
  std::vector<double> refs_;                               ///< Of each joint.
  std::vector<std::pair<std::size_t, std::size_t>> ends_;  ///< Parent and child of each joint.
  std::vector<Unnamed> unnamed_bodies_;
  std::vector<Unnamed> unnamed_links_;
  std::vector<Unnamed> unnamed_joints_;
  std::size_t num_bodies_ = 0;
};

}  // namespace

LoadResult read_mjcf(const std::string& source_name, const std::string& text,
                     const LoadOptions& options) {
  return MjcfReader(source_name, text, options).read();
}

}  // namespace appell::io
