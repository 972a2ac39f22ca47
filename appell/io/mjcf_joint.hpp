#pragma once

#include "appell/io/mjcf_settings.hpp"
#include "appell/model/description.hpp"

namespace appell::io {

/// A joint of MJCF: X_BJ stands for X_PJ, in the frame of the body before it is moved.
struct MjcfJoint {
  model::Joint joint;  ///< Without name and links.
  double ref = 0.0;    ///< The coordinate where the body is as the file has it, rad or m.
};

/// Reads a <joint> or <freejoint>. The pose of the body changes by
///
///   X_BJ exp(ξ q) X_JC,   X_BJ = T(anchor) exp(-ξ ref),   X_JC = T(-anchor)               (1)
///
/// so that q is MuJoCo's own coordinate and the body is where the file has it for q = ref.
/// @param X_BF  of the frame that anchor and axis are given in, in the body.
MjcfJoint read_mjcf_joint(const MjcfElement& element, const spatial::Transform& X_BF,
                          const MjcfCompiler& compiler);

}  // namespace appell::io
