#pragma once

#include <functional>
#include <random>
#include <vector>

#include "appell/mass/rigid_mass.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/spatial/transform.hpp"

namespace appell::support {

/// A body made of mass points: every mass integral is a sum over them, straight from its
/// definition.
struct MassPoint {
  double mass;
  Vec3 r;
};
using PointCloud = std::vector<MassPoint>;

/// ∫ f(r) dm over the cloud.
template <class F>
auto integral(const PointCloud& cloud, const F& f) {
  auto sum = f(cloud[0].r);
  sum *= cloud[0].mass;
  for (std::size_t i = 1; i < cloud.size(); ++i) sum += cloud[i].mass * f(cloud[i].r);
  return sum;
}

inline PointCloud random_cloud(std::mt19937& random, int num_points, double mass_scale = 1.0) {
  std::uniform_real_distribution<double> coordinate(-1.0, 1.0), mass(0.1, 1.0);
  PointCloud cloud;
  for (int i = 0; i < num_points; ++i) {
    cloud.push_back(
        {mass_scale * mass(random), {coordinate(random), coordinate(random), coordinate(random)}});
  }
  return cloud;
}

inline spatial::Transform random_transform(std::mt19937& random) {
  std::uniform_real_distribution<double> coordinate(-2.0, 2.0);
  const auto vector = [&] {
    return Vec3(coordinate(random), coordinate(random), coordinate(random));
  };
  return {spatial::exp_rotation(vector()), vector()};
}

/// Mass, centre and central second moment of the cloud by their definitions.
inline mass::RigidMass rigid_mass_of(const PointCloud& cloud) {
  const double m = integral(cloud, [](const Vec3&) { return 1.0; });
  const Vec3 c = integral(cloud, [](const Vec3& r) { return r; }) / m;
  const Mat3 J =
      integral(cloud, [&](const Vec3& r) { return Mat3((r - c) * (r - c).transpose()); });
  return {m, c, J};
}

inline PointCloud transformed(const spatial::Transform& X, PointCloud cloud) {
  for (MassPoint& point : cloud) point.r = X * point.r;
  return cloud;
}

}  // namespace appell::support
