#pragma once

#include <string>
#include <utility>
#include <vector>

#include "appell/io/limit_file.hpp"

namespace appell::python {

/// The limits that count: those of the model, and before them those of a file or a text. Limits of
/// zero in a model are taken as not given.
inline std::vector<model::MotionLimit> limits_of(const model::Model& model, const std::string& path,
                                                 const std::string& text) {
  std::vector<model::MotionLimit> limits = motion_limits(model);
  std::erase_if(limits, [](const auto& limit) { return limit.low == 0.0 && limit.high == 0.0; });
  if (!path.empty()) limits = replaced(std::move(limits), io::load_limits(path, model));
  if (!text.empty()) {
    limits = replaced(std::move(limits), io::read_limits_toml("limits", text, model));
  }
  return with_followers(std::move(limits), model);
}

}  // namespace appell::python
