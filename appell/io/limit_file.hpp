#pragma once

#include <string>
#include <vector>

#include "appell/model/motion_limit.hpp"

namespace appell::io {

/// Limits of a motion, apart from a model file (docs/formats.md): for joints by their names and for
/// all others, for the end effector, in total.
/// @param path  of a file, or the name of embedded limits ("panda"). Of these a joint is also one
/// whose name is theirs
///   with something before it, as "panda_joint1"; joints that the model does not have are left out
///   there.
/// @return for the coordinates of the model one after the other, then of the end effector and in
/// total, each with its place in the file.
/// @throws ModelError with all problems, each "file:line:column: what was found; what is needed"; a
///   joint that the model does not have is one.
std::vector<model::MotionLimit> load_limits(const std::string& path, const model::Model& model);
std::vector<model::MotionLimit> read_limits_toml(const std::string& source_name,
                                                 const std::string& text,
                                                 const model::Model& model);

/// Ranges of states (docs/formats.md): `position`, `velocity` and `acceleration` of joints by their
/// names and for all others, written as limits are, and one number [a, a] too.
/// @return for model::state_box(), which takes limits where a file has no range.
/// @throws ModelError as load_limits().
std::vector<model::MotionLimit> load_box(const std::string& path, const model::Model& model);
std::vector<model::MotionLimit> read_box_toml(const std::string& source_name,
                                              const std::string& text, const model::Model& model);

}  // namespace appell::io
