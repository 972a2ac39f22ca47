#pragma once

#include "appell/io/load_model.hpp"
#include "appell/io/mjcf_classes.hpp"

namespace appell::io {

/// Reads the children of an <equality>. A joint that follows another by an affine law becomes a
/// mimic joint; whatever else closes a loop is an error, or a warning where loops may stay open.
/// @param refs  of the joints: what `polycoef` relates are the differences to them.
void read_mjcf_equality(const XmlElement& equality, MjcfFiles& files, const MjcfClasses& classes,
                        const LoadOptions& options, const std::vector<double>& refs,
                        model::Description& description);

/// One warning for each kind of thing that bears on a simulation, not on what is computed here:
/// with its number. `sections` are the children of <mujoco>.
void list_mjcf_left_out(const std::vector<XmlElement>& sections, MjcfFiles& files,
                        const MjcfClasses& classes);

}  // namespace appell::io
