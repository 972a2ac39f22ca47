#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "appell/base/text.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/sdf_joint.hpp"
#include "appell/io/words.hpp"
#include "appell/io/xml_file.hpp"
#include "appell/io/xml_model.hpp"

namespace appell::io {
namespace {

using model::JointKind;
using spatial::Placement;

/// Reads one SDF model into a description and notes every problem on the way.
class SdfReader {
 public:
  SdfReader(const std::string& source_name, const std::string& text, const LoadOptions& options)
      : file_(source_name, text), options_(options) {}

  LoadResult read() {
    const XmlElement root = file_.root("sdf");
    const std::string version = root.required_text("version");
    axes_in_model_ = version == "1.0" || version == "1.2" || version == "1.3" || version == "1.4";
    const XmlElement model = only_model(root);
    description_.name = model.required_text("name");
    check_children_of_model(model);
    SdfFrames frames(model);
    for (const XmlElement& link : model.children("link")) frames.add(link, SdfFrames::kModel, "");
    for (const XmlElement& joint : model.children("joint")) {
      const std::string child = link_name(joint, "child");
      frames.add(joint, child, child);
    }
    for (const XmlElement& frame : model.children("frame")) {
      const std::string attached = frame.text("attached_to");
      const std::string base = attached.empty() ? SdfFrames::kModel : attached;
      frames.add(frame, base, base);
    }
    file_.diagnostics().throw_if_errors();
    if (!frames.resolve()) file_.diagnostics().throw_if_errors();
    for (const XmlElement& link : model.children("link")) read_link(link);
    for (const XmlElement& joint : model.children("joint")) read_joint(joint, frames);
    file_.diagnostics().throw_if_errors();
    add_world(model, frames);
    elements_.note_problems(description_, options_.physics, model);
    file_.diagnostics().throw_if_errors();
    return {model::build(std::move(description_), options_.physics),
            file_.diagnostics().warnings()};
  }

 private:
  /// The model of the file, which may stand alone or in a world.
  XmlElement only_model(const XmlElement& root) {
    std::vector<XmlElement> models = root.children("model");
    for (const XmlElement& world : root.children("world")) {
      for (const XmlElement& model : world.children("model")) models.push_back(model);
      for (const XmlElement& include : world.children("include")) refuse_include(include);
      if (const XmlElement gravity = world.child("gravity")) {
        description_.gravity = sdf_vector(gravity).value_or(description_.gravity);
      }
    }
    for (const XmlElement& include : root.children("include")) refuse_include(include);
    if (models.size() != 1) {
      root.error(concat("has ", models.size(), " models; one <model> is needed"));
    }
    file_.diagnostics().throw_if_errors();
    return models.front();
  }

  static void refuse_include(const XmlElement& include) {
    include.error("other files are not included; put the model into this file (gz sdf -p)");
  }

  void check_children_of_model(const XmlElement& model) {
    model.check_near_children(
        words_of("link joint frame pose static self_collide allow_auto_disable enable_wind plugin "
                 "gripper include model"));
    model.check_near_attributes({"name", "canonical_link", "placement_frame"});
    for (const XmlElement& child : model.children()) {
      const std::string tag(child.tag());
      if (tag == "include") refuse_include(child);
      if (tag == "model") {
        child.error("is a model in a model; put its links, joints and frames into the outer one");
      }
      if (tag == "plugin" || tag == "gripper") {
        child.warning("is left out: forces that it exerts are in no result", tag);
      }
    }
    if (sdf_flag_or(model, "static", false)) {
      model.child("static").warning("the model is static; here its joints move");
    }
  }

  static std::string link_name(const XmlElement& joint, const char* role) {
    const XmlElement element = joint.child(role);
    if (element && !element.content().empty()) return element.content();
    (element ? element : joint).error(concat("has no ", role, "; the name of a link is needed"));
    return {};
  }

  void read_link(const XmlElement& element) {
    element.check_near_children(
        words_of("pose inertial collision visual sensor projector audio_sink audio_source battery "
                 "light particle_emitter gravity enable_wind self_collide kinematic "
                 "must_be_base_link velocity_decay plugin"));
    if (!sdf_flag_or(element, "gravity", true)) {
      element.child("gravity").warning("all links have weight here", "gravity");
    }
    if (const XmlElement decay = element.child("velocity_decay")) {
      decay.warning("is left out: its force is in no result", "velocity_decay");
    }
    model::Link link{.name = element.text("name"), .inertial = {}, .geometries = {}};
    link.inertial = read_inertial(element);
    description_.links.push_back(std::move(link));
    elements_.links.push_back(element);
  }

  static model::Inertial read_inertial(const XmlElement& link) {
    const XmlElement element = link.child("inertial");
    model::Inertial inertial;
    if (!element) {
      link.warning("has no <inertial>: SDF means 1 kg and moments of 1 kg m²", "no inertial");
      inertial.mass = 1.0;
      inertial.inertia = Mat3::Identity();
      return inertial;
    }
    element.check_near_children(
        {"mass", "pose", "inertia", "density", "auto_inertia_params", "fluid_added_mass"});
    element.check_near_attributes({"auto"});
    if (element.text("auto") == "true" || element.text("auto") == "1") {
      element.error("is to be found from the shapes; mass and inertia are needed");
    }
    if (const XmlElement added = element.child("fluid_added_mass")) {
      added.warning("is left out: no result has the mass of a medium", "added mass");
    }
    inertial.X_LC = sdf_pose(element);
    if (const XmlElement pose = element.child("pose"); pose && !pose.text("relative_to").empty()) {
      pose.error("has relative_to; that of an <inertial> is relative to its link");
    }
    inertial.mass = sdf_number_or(element, "mass", 1.0);
    inertial.inertia = Mat3::Identity();
    if (const XmlElement inertia = element.child("inertia")) {
      inertia.check_near_children({kInertiaEntries.begin(), kInertiaEntries.end()});
      std::array<double, 6> I{1.0, 0.0, 0.0, 1.0, 0.0, 1.0};  // SDF's own defaults.
      for (int i = 0; i < 6; ++i) I[i] = sdf_number_or(inertia, kInertiaEntries[i], I[i]);
      inertial.inertia = symmetric(I);
    }
    return inertial;
  }

  void read_joint(const XmlElement& element, const SdfFrames& frames) {
    const std::string name = element.text("name");
    const std::string parent_frame = link_name(element, "parent");
    const std::string child_frame = link_name(element, "child");
    if (!frames.check_name(element, parent_frame)) return;
    const std::string parent = frames.link_of(parent_frame);
    const std::string child = frames.link_of(child_frame);
    if (child == SdfFrames::kWorld) {
      element.error("its child is the world; a link is needed");
      return;
    }
    if (options_.open_loops && !children_.insert(child).second) {
      element.warning(concat("closes a loop at link '", child, "' and is left open"));
      return;
    }
    std::vector<model::Joint> joints = read_sdf_joint(element, frames, axes_in_model_);
    joints.front().parent = parent;
    joints.front().X_PJ = frames.relative(parent, name);
    joints.back().child = child;
    joints.back().X_JC = frames.relative(name, child);
    if (is_identity(joints.back().X_JC)) joints.back().X_JC = {};
    if (joints.size() == 2) {
      const std::string between = name + "_between";  // Massless, turned about the first axis.
      description_.links.push_back({.name = between, .inertial = {}, .geometries = {}});
      elements_.links.push_back(element);
      joints.front().child = between;
      joints.back().parent = between;
    }
    for (model::Joint& joint : joints) {
      description_.joints.push_back(std::move(joint));
      elements_.joints.push_back(element);
    }
  }

  /// The world is a link where a joint hangs on it, or where the root link is turned in it, so that
  /// gravity has the right direction.
  void add_world(const XmlElement& model, const SdfFrames& frames) {
    std::set<std::string> children;
    bool hangs_on_world = false;
    for (const model::Joint& joint : description_.joints) {
      children.insert(joint.child);
      hangs_on_world = hangs_on_world || joint.parent == SdfFrames::kWorld;
    }
    std::string root;
    for (const model::Link& link : description_.links) {
      if (!children.contains(link.name) && root.empty()) root = link.name;
    }
    const auto add_link = [&] {
      description_.links.insert(description_.links.begin(),
                                {.name = SdfFrames::kWorld, .inertial = {}, .geometries = {}});
      elements_.links.insert(elements_.links.begin(), model);
    };
    if (hangs_on_world) {
      add_link();
      return;
    }
    if (root.empty()) return;  // A circle, or no links: find_problems() says so.
    model.warning(concat("no joint holds link '", root,
                         "' in the world; it is the fixed base here, not a floating one"));
    const Placement X_WL = frames.relative(SdfFrames::kWorld, root);
    if (X_WL.transform().R == Mat3::Identity()) return;
    add_link();
    model::Joint fixed;
    fixed.name = "world_fixed";
    fixed.parent = SdfFrames::kWorld;
    fixed.child = root;
    fixed.X_PJ = X_WL;
    description_.joints.insert(description_.joints.begin(), fixed);
    elements_.joints.insert(elements_.joints.begin(), model);
  }

  XmlFile file_;
  const LoadOptions& options_;
  bool axes_in_model_ = false;  ///< Whether axes are in the model frame: SDF before 1.5.
  model::Description description_;
  ModelElements elements_;
  std::set<std::string> children_;  ///< Links that have a parent, where loops may stay open.
};

}  // namespace

LoadResult read_sdf(const std::string& source_name, const std::string& text,
                    const LoadOptions& options) {
  return SdfReader(source_name, text, options).read();
}

}  // namespace appell::io
