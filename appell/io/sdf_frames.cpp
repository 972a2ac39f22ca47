#include "appell/io/sdf_frames.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/constants.hpp"
#include "appell/base/text.hpp"
#include "appell/io/numbers.hpp"

namespace appell::io {
namespace {

using spatial::Placement;

std::optional<std::vector<double>> content_numbers(const XmlElement& element, std::size_t count) {
  const std::string text = element.content();
  auto values = numbers_in(text);
  if (values && values->size() == count) return values;
  constexpr std::size_t kLongest = 60;
  element.error(concat("is \"", text.substr(0, kLongest), "\"; ", count,
                       count == 1 ? " finite number is needed" : " finite numbers are needed"));
  return std::nullopt;
}

Placement quaternion_pose(const XmlElement& pose) {
  const auto v = content_numbers(pose, 7);
  if (!v) return {};
  const Eigen::Vector4d q((*v)[3], (*v)[4], (*v)[5], (*v)[6]);
  if (!std::isnormal(q.squaredNorm())) {
    pose.error("its quaternion is zero; a unit quaternion x y z w is needed");
    return {};
  }
  return {Vec3(v->data()), Placement::Quaternion{q}};
}

}  // namespace

double sdf_number_or(const XmlElement& element, const char* child, double missing) {
  const XmlElement given = element.child(child);
  if (!given) return missing;
  const auto values = content_numbers(given, 1);
  return values ? values->front() : missing;
}

double sdf_size_or(const XmlElement& element, const char* child, double missing) {
  const double value = sdf_number_or(element, child, missing);
  if (value >= 0.0) return value;
  element.child(child).error(concat("is ", value, "; it must not be negative"));
  return missing;
}

std::optional<Vec3> sdf_vector(const XmlElement& element) {
  const auto values = content_numbers(element, 3);
  if (!values) return std::nullopt;
  return Vec3(values->data());
}

bool sdf_flag_or(const XmlElement& element, const char* child, bool missing) {
  const XmlElement given = element.child(child);
  if (!given) return missing;
  const std::string text = given.content();
  if (text == "true" || text == "1") return true;
  if (text != "false" && text != "0") {
    given.error(concat("is \"", text, "\"; true, false, 1 or 0 is needed"));
  }
  return false;
}

Placement sdf_pose(const XmlElement& element) {
  const XmlElement pose = element.child("pose");
  if (!pose) return {};
  pose.check_near_attributes({"relative_to", "degrees", "rotation_format", "frame"});
  if (!pose.text("frame").empty()) {
    pose.error("attribute 'frame' is of SDF before 1.7; relative_to is needed");
  }
  const std::string format =
      pose.has("rotation_format") ? pose.text("rotation_format") : "euler_rpy";
  if (format == "quat_xyzw") return quaternion_pose(pose);
  if (format != "euler_rpy") {
    pose.error(concat("rotation_format is \"", format, "\"; euler_rpy or quat_xyzw is needed"));
  }
  if (pose.content().empty()) return {};
  const auto v = content_numbers(pose, 6);
  if (!v) return {};
  const double unit =
      pose.text("degrees") == "true" || pose.text("degrees") == "1" ? kPi / 180.0 : 1.0;
  return {Vec3(v->data()), Placement::Rpy{unit * Vec3(v->data() + 3)}};
}

SdfFrames::SdfFrames(const XmlElement& model) {
  nodes_.emplace(kWorld, Node{model, "", "", {}, 1, kWorld});
  nodes_.emplace(kModel, Node{model, kWorld, kWorld, sdf_pose(model), 2, kWorld});
}

void SdfFrames::add(const XmlElement& element, const std::string& base,
                    const std::string& attached) {
  const std::string name = element.required_text("name");
  if (name.empty()) return;
  const XmlElement pose = element.child("pose");
  const bool is_told = pose && !pose.text("relative_to").empty();
  const Node node{element, is_told ? pose.text("relative_to") : base, attached, sdf_pose(element)};
  if (name == kWorld || (name.starts_with("__") && name.ends_with("__"))) {
    element.error("this name is reserved; another is needed");
  } else if (!nodes_.emplace(name, node).second) {
    element.error("this name is already taken; links, joints and frames need names of their own");
  }
}

bool SdfFrames::resolve() {
  bool is_good = true;
  for (const auto& [name, node] : nodes_) {
    if (name == kWorld) continue;
    is_good = check_name(node.element, node.base) && is_good;
    if (!node.attached.empty() && node.attached != node.base) {
      is_good = check_name(node.element, node.attached) && is_good;
    }
  }
  for (auto node = nodes_.begin(); is_good && node != nodes_.end(); ++node) {
    is_good = resolve_depth(node->first) && resolve_link(node->first);
  }
  return is_good && place_model();
}

bool SdfFrames::place_model() {
  Node& model = nodes_.at(kModel);
  const std::string placed = model.element.text("placement_frame");
  if (placed.empty()) return true;
  if (!check_name(model.element, placed)) return false;
  // The pose is that of the frame P: X_WM = X_WP X_MP⁻¹.
  const spatial::Transform X_MP = relative(kModel, placed).transform();
  model.X_base = Placement(model.X_base.transform() * X_MP.inverse());
  return true;
}

bool SdfFrames::resolve_depth(const std::string& name) {
  std::vector<Node*> path;  // To the first frame whose depth is known.
  Node* at = &nodes_.at(name);
  for (; at->depth == 0; at = &nodes_.at(at->base)) {
    path.push_back(at);
    if (path.size() <= nodes_.size()) continue;
    at->element.error(
        concat("its pose is relative to '", at->base,
               "', and that, over others perhaps, to itself; such poses mean nothing"));
    return false;
  }
  for (std::size_t depth = at->depth; !path.empty(); path.pop_back()) path.back()->depth = ++depth;
  return true;
}

bool SdfFrames::resolve_link(const std::string& name) {
  std::vector<Node*> path;
  std::string link = name;
  for (Node* at = &nodes_.at(name); at->link.empty(); at = &nodes_.at(link)) {
    path.push_back(at);
    if (at->attached.empty()) break;  // This is a link.
    link = at->attached;
    if (path.size() <= nodes_.size()) continue;
    at->element.error(concat("is attached to '", link, "', and that, over others perhaps, to it"));
    return false;
  }
  const std::string& known = nodes_.at(link).link;
  for (Node* node : path) node->link = known.empty() ? link : known;
  return true;
}

bool SdfFrames::check_name(const XmlElement& element, const std::string& name) const {
  if (contains(name)) return true;
  std::vector<std::string> names;
  for (const auto& [known, unused] : nodes_) names.push_back(known);
  element.error(concat("names '", name, "', which is no link, joint or frame of this model",
                       suggestion(name, names)));
  return false;
}

Placement SdfFrames::relative(const std::string& A, const std::string& B) const {
  const Node* a = &nodes_.at(A);
  const Node* b = &nodes_.at(B);
  if (b->base == A) return b->X_base;
  spatial::Transform X_AC;  // C: the frame that both are placed in.
  spatial::Transform X_CB;
  while (a != b) {
    const bool is_a_deeper = a->depth >= b->depth;
    const bool is_b_deeper = b->depth >= a->depth;
    if (is_a_deeper) {
      X_AC = X_AC * a->X_base.transform().inverse();
      a = &nodes_.at(a->base);
    }
    if (is_b_deeper) {
      X_CB = b->X_base.transform() * X_CB;
      b = &nodes_.at(b->base);
    }
  }
  return X_AC * X_CB;
}

}  // namespace appell::io
