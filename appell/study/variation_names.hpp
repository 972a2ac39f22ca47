#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "appell/io/study_file.hpp"
#include "appell/model/motion_limit.hpp"

/// Not installed: what the names and patterns of [[vary]] mean for models.
namespace appell::study {

/// What one factor changes.
struct NamedTargets {
  std::string name;                  ///< "link5"; empty of what has none.
  std::vector<std::vector<int>> at;  ///< Of each model: indices of links, joints or limits.
};

/// The factors of an entry, by their names.
/// @throws InvalidArgument where a pattern meets nothing, or models differ.
std::vector<NamedTargets> targets_of(const io::VaryEntry& entry,
                                     const std::vector<model::Model>& models,
                                     const std::vector<std::vector<model::MotionLimit>>& limits);

/// A message of the library without the class that it begins with: users of a study have not called
/// any.
std::string without_class(const std::string& message);

}  // namespace appell::study
