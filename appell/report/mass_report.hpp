#pragma once

#include <string>

#include "appell/io/body_file.hpp"
#include "appell/spatial/transform.hpp"

namespace appell::report {

/// The frame in which the properties of a body are given: its placement in the frame of the file,
/// and what to call it.
struct MassFrame {
  spatial::Transform X_BQ;
  std::string name = "the frame of the file";
};

/// "origin" (the frame of the file), "com" (its axes, at the centre of mass), "principal" (central
/// principal axes), or "x,y,z" with or without ",roll,pitch,yaw" (a frame placed in that of the
/// file).
/// @throws InvalidArgument for anything else.
MassFrame mass_frame(const std::string& text, const mass::RigidMass& body);

/// What `appell mass` prints: a table of all properties and the contribution of each part.
std::string mass_text(const io::BodyFile& body, const MassFrame& frame);

/// The same as JSON, keys as in docs/formats.md.
std::string mass_json(const io::BodyFile& body, const MassFrame& frame);

/// The <inertial> element of a URDF link.
std::string mass_urdf(const io::BodyFile& body, const MassFrame& frame);

}  // namespace appell::report
