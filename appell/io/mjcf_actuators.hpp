#pragma once

#include "appell/io/mjcf_files.hpp"
#include "appell/model/description.hpp"

namespace appell::io {

/// Joints of one coordinate that none of a file's actuators moves, by itself or by a fixed tendon,
/// are passive. A file without actuators does not say, nor does one whose actuators pull at spatial
/// tendons or cranks: then none is. `sections` are the children of <mujoco>.
void read_mjcf_actuators(const std::vector<XmlElement>& sections, MjcfFiles& files,
                         model::Description& description);

}  // namespace appell::io
