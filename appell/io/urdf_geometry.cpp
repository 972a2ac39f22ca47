#include "appell/io/urdf_geometry.hpp"

#include <cmath>

#include "appell/base/text.hpp"
#include "appell/io/mesh_files.hpp"

namespace appell::io {
namespace {

using Bears = XmlElement::Bears;
using spatial::Placement;

Placement::Quaternion read_quaternion(const XmlElement& origin) {
  constexpr double kOddLength = 1e-3;  // Printed with three decimals, a unit quaternion is nearer.
  const auto values = origin.numbers("quat_xyzw", 4);
  if (!values) return {};
  const Eigen::Vector4d q((*values)[0], (*values)[1], (*values)[2], (*values)[3]);
  if (!std::isnormal(q.squaredNorm())) {
    origin.error(concat("quat_xyzw is \"", origin.text("quat_xyzw"),
                        "\"; a unit quaternion x y z w is needed"));
    return {};
  }
  if (std::abs(q.norm() - 1.0) > kOddLength) {
    origin.warning(concat("quat_xyzw has length ", q.norm(), "; it is scaled to 1"));
  }
  return {q};
}

/// A size that must be positive; `name` for the message.
double positive(const XmlElement& shape, const char* attribute) {
  const double value = shape.number(attribute).value_or(1.0);
  if (!(value > 0.0)) shape.error(concat(attribute, " is ", value, "; it must be positive"));
  return value;
}

model::MeshFile read_mesh(const XmlElement& mesh, const std::string& model_path,
                          const LoadOptions& options) {
  model::MeshFile geometry;
  mesh.check_attributes({"filename", "scale"}, Bears::kOnNothing);
  geometry.uri = mesh.required_text("filename");
  geometry.scale = mesh.vector_or("scale", Vec3::Ones());
  geometry.path = find_mesh(geometry.uri, model_path, options.packages);
  if (geometry.path.empty() && !geometry.uri.empty()) {
    mesh.warning(mesh_not_found(geometry.uri), mesh_group(geometry.uri));
  }
  return geometry;
}

/// The shape of a <geometry>; none if it is missing or not known.
std::optional<decltype(model::Geometry::shape)> read_shape(const XmlElement& geometry,
                                                           const std::string& model_path,
                                                           const LoadOptions& options) {
  geometry.check_attributes({}, Bears::kOnNothing);
  geometry.check_children({"box", "cylinder", "sphere", "capsule", "mesh"}, Bears::kOnNothing);
  const std::vector<XmlElement> shapes = geometry.children();
  if (shapes.size() != 1) {
    geometry.error(concat("has ", shapes.size(), " shapes; one of box, cylinder, sphere, capsule, ",
                          "mesh is needed"));
    return std::nullopt;
  }
  const XmlElement& shape = shapes.front();
  if (shape.tag() == "box") {
    shape.check_attributes({"size"}, Bears::kOnNothing);
    const auto size = shape.numbers("size", 3);
    if (!size) return std::nullopt;
    const Vec3 box((*size)[0], (*size)[1], (*size)[2]);
    if (box.minCoeff() <= 0.0)
      shape.error(
          concat("size is \"", shape.text("size"), "\"; three positive numbers are needed"));
    return mass::Box{box};
  }
  if (shape.tag() == "sphere") {
    shape.check_attributes({"radius"}, Bears::kOnNothing);
    return mass::Sphere{positive(shape, "radius")};
  }
  if (shape.tag() == "mesh") return read_mesh(shape, model_path, options);
  shape.check_attributes({"radius", "length"}, Bears::kOnNothing);
  if (shape.tag() == "cylinder") {
    return mass::Cylinder{positive(shape, "radius"), positive(shape, "length")};
  }
  if (shape.tag() == "capsule") {
    return mass::Capsule{positive(shape, "radius"), positive(shape, "length")};
  }
  return std::nullopt;  // Unknown: warned about above.
}

std::optional<Vec3> own_colour(const XmlElement& material) {
  const std::vector<XmlElement> colours = material.children("color");
  return colours.empty() ? std::nullopt : colours.front().colour("rgba");
}

std::optional<Vec3> colour_of(const XmlElement& visual, const UrdfColours& colours) {
  const std::vector<XmlElement> materials = visual.children("material");
  if (materials.empty()) return std::nullopt;
  if (const auto colour = own_colour(materials.front())) return colour;
  const auto known = colours.find(materials.front().text("name"));
  return known == colours.end() ? std::nullopt : std::optional(known->second);
}

}  // namespace

UrdfColours read_urdf_colours(const XmlElement& robot) {
  UrdfColours colours;
  const auto add = [&colours](const XmlElement& parent) {
    for (const XmlElement& material : parent.children("material")) {
      if (const auto colour = own_colour(material)) colours[material.text("name")] = *colour;
    }
  };
  for (const XmlElement& link : robot.children("link")) {
    for (const XmlElement& visual : link.children("visual")) add(visual);
  }
  add(robot);
  return colours;
}

Placement read_urdf_origin(const XmlElement& element) {
  const XmlElement origin = element.child("origin");
  if (!origin) return {};
  origin.check_leaf({"xyz", "rpy", "quat_xyzw"});
  for (const char* part : {"x", "y", "z", "roll", "pitch", "yaw", "quat", "position", "rotation"}) {
    if (origin.has(part)) {
      origin.error(concat("attribute '", part,
                          "' is a placement in other words; xyz with rpy or quat_xyzw is needed"));
    }
  }
  const Vec3 xyz = origin.vector_or("xyz", Vec3::Zero());
  if (!origin.has("quat_xyzw")) {
    return {xyz, Placement::Rpy{origin.vector_or("rpy", Vec3::Zero())}};
  }
  if (origin.has("rpy")) origin.error("has both rpy and quat_xyzw; one is needed");
  return {xyz, read_quaternion(origin)};
}

std::vector<model::Geometry> read_urdf_geometries(const XmlElement& link,
                                                  const UrdfColours& colours,
                                                  const std::string& model_path,
                                                  const LoadOptions& options) {
  using Role = model::Geometry::Role;
  std::vector<model::Geometry> geometries;
  for (const XmlElement& element : link.children()) {
    if (element.tag() != "visual" && element.tag() != "collision") continue;
    const Diagnostics::Unneeded unneeded(element.diagnostics());
    const std::size_t errors_before = element.diagnostics().num_errors();
    element.check_children({"origin", "geometry", "material", "verbose"}, Bears::kOnNothing);
    element.check_attributes({"name"}, Bears::kOnNothing);
    const spatial::Placement X_LG = read_urdf_origin(element);
    const XmlElement geometry = element.child("geometry");
    if (!geometry) {
      element.error("has no <geometry>; one is needed");
      continue;
    }
    auto shape = read_shape(geometry, model_path, options);
    if (shape && element.diagnostics().num_errors() == errors_before) {
      const Role shown = element.text("name") == "sketch" ? Role::kSketch : Role::kVisual;
      const Role role = element.tag() == "visual" ? shown : Role::kCollision;
      geometries.push_back({role, X_LG, std::move(*shape), colour_of(element, colours)});
    }
  }
  return geometries;
}

}  // namespace appell::io
