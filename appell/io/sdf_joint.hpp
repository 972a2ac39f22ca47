#pragma once

#include "appell/io/sdf_frames.hpp"
#include "appell/model/description.hpp"

namespace appell::io {

/// Reads type, axes, limits and dynamics of a <joint>: one joint of ours, or two where it turns
/// about two axes, without placements and links. Axes are in the joint frame.
/// @param axes_in_model  whether axes are in the model frame unless the file says otherwise (SDF
///   before 1.5).
std::vector<model::Joint> read_sdf_joint(const XmlElement& element, const SdfFrames& frames,
                                         bool axes_in_model);

}  // namespace appell::io
