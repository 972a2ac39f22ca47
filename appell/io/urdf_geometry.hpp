#pragma once

#include <map>
#include <string>
#include <vector>

#include "appell/io/load_model.hpp"
#include "appell/io/xml_element.hpp"
#include "appell/model/geometry.hpp"
#include "appell/spatial/placement.hpp"

namespace appell::io {

/// <origin xyz="" rpy=""/> (or quat_xyzw="") below `element`; the identity if it is absent.
spatial::Placement read_urdf_origin(const XmlElement& element);

/// Colours of <material> by name: red, green, blue, 0 to 1.
using UrdfColours = std::map<std::string, Vec3>;

/// Those of a <robot>: of its own materials and of those inside of visuals.
UrdfColours read_urdf_colours(const XmlElement& robot);

/// The geometries of the <visual> and <collision> elements of a link; a visual named "sketch" is
/// one. What is wrong with one is a warning, and it is left out: no result needs it. So is a mesh
/// file that is not found, one warning for each package or folder.
std::vector<model::Geometry> read_urdf_geometries(const XmlElement& link,
                                                  const UrdfColours& colours,
                                                  const std::string& model_path,
                                                  const LoadOptions& options);

}  // namespace appell::io
