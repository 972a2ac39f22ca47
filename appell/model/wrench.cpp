#include "appell/model/wrench.hpp"

#include <algorithm>

#include "appell/taylor/factorial.hpp"

namespace appell::model {
namespace {

/// Zero beyond what is given.
taylor::Series<Vec3> padded(const std::vector<Vec3>& derivatives, int order) {
  auto x = taylor::Series<Vec3>::constant(Vec3::Zero(), order);
  const int given = std::min(order, static_cast<int>(derivatives.size()) - 1);
  for (int k = 0; k <= given; ++k) {
    x[k] = derivatives[k] / taylor::factorial(k);
  }
  return x;
}

}  // namespace

spatial::WrenchSeries components(const Wrench& wrench, int order) {
  return {padded(wrench.force_derivatives, order), padded(wrench.moment_derivatives, order)};
}

}  // namespace appell::model
