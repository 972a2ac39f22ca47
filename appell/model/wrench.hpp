#pragma once

#include <vector>

#include "appell/base/types.hpp"
#include "appell/model/model.hpp"
#include "appell/spatial/wrench_series.hpp"

namespace appell::model {

/// A force and a moment about the origin of a frame, given by their time derivatives: a load, or
/// what the surroundings exert.
struct Wrench {
  enum class Axes {
    kOfWorld,  ///< Components in W.
    kOfFrame,  ///< Components in `frame`; the derivatives given are those of the components.
  };
  Frame frame;
  std::vector<Vec3> force_derivatives;   ///< N, N/s, ...; orders that are not given are zero.
  std::vector<Vec3> moment_derivatives;  ///< N m, N m/s, ...; likewise.
  Axes axes = Axes::kOfWorld;
};

/// The components as series of that order, in the axes in which they are given.
spatial::WrenchSeries components(const Wrench& wrench, int order);

}  // namespace appell::model
