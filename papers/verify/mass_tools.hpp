#pragma once

#include <string>
#include <utility>

#include "appell/base/text.hpp"
#include "appell/mass/rigid_mass.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/spatial/transform.hpp"
#include "papers/verify/identity.hpp"
#include "papers/verify/sample.hpp"

/// One body as particles, and sums over them.
namespace appell::verify {

inline constexpr const char* kSumsOverParticles = "sums over particles (verify/sample.cpp)";

/// What an identity about one body is given: the body, a random frame F that it is seen from (X_FB
/// places the body in F) and two random directions, u and v at right angles.
struct BodyCase {
  mass::RigidMass body;
  std::vector<Particle> points;
  spatial::Transform X_FB;
  Vec3 u, v;
  double length;  ///< Of the robot.

  Vec3 w() const { return u.cross(v); }
  /// From the centre of mass, axes of B.
  Vec3 from_centre(const Particle& point) const { return point.r_B - body.p_BBcm; }
};

/// `compare` adds what it finds of a body with mass.
template <class Compare>
std::function<Comparisons(const Sample&)> for_body_cases(std::string salt, Compare compare) {
  return [salt, compare](const Sample& sample) {
    Random random = sample.random(salt);
    Comparisons found;
    for (const int index : sample.heavy_bodies()) {
      const model::Body& body = sample.model().bodies()[index];
      const Vec3 u = random.direction();
      const Vec3 v = u.cross(random.direction()).normalized();
      const BodyCase c{
          body.rigid_mass, particles(body.rigid_mass), random.placement(sample.length()), u, v,
          sample.length()};
      compare(concat("body '", body.name, "'"), c, found);
    }
    return found;
  };
}

/// Σ m f(r*) over the particles, r* from the centre of mass in axes of B. f gives a number or
/// a matrix, by value.
template <class F>
auto integral_about_centre(const BodyCase& c, F f) {
  auto sum = f(Vec3(Vec3::Zero()));
  sum *= 0.0;
  for (const Particle& point : c.points) sum += point.mass * f(c.from_centre(point));
  return sum;
}

/// Σ |m| |r*|²: what central moments are added up from.
inline double central_scale(const BodyCase& c) {
  double sum = 0.0;
  for (const Particle& point : c.points) {
    sum += std::abs(point.mass) * c.from_centre(point).squaredNorm();
  }
  return sum;
}

inline Mat3 dyad_of(const Vec3& r) { return r * r.transpose(); }
inline Mat3 cross_square_of(const Vec3& r) {
  return spatial::cross_matrix(r) * spatial::cross_matrix(r).transpose();
}

/// f of every particle, one after the other: what holds element by element.
template <class F>
VecX of_every_particle(const BodyCase& c, F f) {
  std::vector<double> all;
  for (const Particle& point : c.points) {
    const VecX one = flat(f(c.from_centre(point)));
    all.insert(all.end(), one.begin(), one.end());
  }
  return Eigen::Map<const VecX>(all.data(), static_cast<Eigen::Index>(all.size()));
}

}  // namespace appell::verify
