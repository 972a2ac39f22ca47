#pragma once

#include <random>

#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"

namespace appell::support {

/// Reproducible random numbers: every test names its seed.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  Vec3 vector(double size = 1.0);
  Vec3 unit_vector();
  Mat3 rotation();
  spatial::Transform placement(double reach = 0.5);
  /// Mass, centre and inertia of a random ellipsoid: always physical, never degenerate.
  mass::RigidMass rigid_mass();

 private:
  std::mt19937 engine_;
};

/// A random tree of `num_links` moving links with every kind of movable joint, and now and then a
/// link that is fixed to its parent. Links are "l0", "l1", ...; the root is "base".
model::Description random_description(Random& random, int num_links);
model::Model random_model(Random& random, int num_links);

/// q and all its derivatives of order 1, so that a motion and its expansion converge for |h| < 1.
model::StateSeries random_state(Random& random, const model::Model& model, int order);

}  // namespace appell::support
