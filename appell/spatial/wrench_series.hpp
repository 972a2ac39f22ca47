#pragma once

#include "appell/base/types.hpp"
#include "appell/taylor/series.hpp"

namespace appell::spatial {

/// Force (N) and moment (N m) as functions of time, about a point and in axes that the context
/// names.
struct WrenchSeries {
  taylor::Series<Vec3> force;
  taylor::Series<Vec3> moment;

  static WrenchSeries zero(int order) {
    const auto none = taylor::Series<Vec3>::constant(Vec3::Zero(), order);
    return {none, none};
  }
};

}  // namespace appell::spatial
