#pragma once

#include "appell/io/load_model.hpp"

namespace appell::io {

/// Link and joint i of a loaded model, in the order of the file.
inline const model::Link& link(const LoadResult& loaded, std::size_t i) {
  return loaded.model.description().links.at(i);
}
inline const model::Joint& joint(const LoadResult& loaded, std::size_t i) {
  return loaded.model.description().joints.at(i);
}

}  // namespace appell::io
