#pragma once

#include "appell/mass/moments.hpp"
#include "papers/verify/tools.hpp"

/// Momenta from their definition, particles that move by Sample::placements(), and what the motion
/// of a body is made of.
namespace appell::verify {

inline constexpr const char* kMovingParticles = "moving particles (verify/momentum_tools.hpp)";

/// Σ f(m, r(t)) over the particles of a body as they move by placements().
template <class F>
taylor::Series<Vec3> particle_sum(const Sample& sample, int body, F f) {
  taylor::Series<Vec3> sum(sample.series_order() - 1, Vec3::Zero());
  for (const Particle& point : particles(body_of(sample, body).rigid_mass)) {
    sum += point.mass * f(moved_point(sample.placements()[at(body)], point.r_B));
  }
  return sum;
}

inline taylor::Series<Vec3> velocity(const taylor::Series<Vec3>& r) {
  return taylor::time_derivative(r);
}

inline taylor::Series<Vec3> moment_of_velocity(const taylor::Series<Vec3>& r) {
  const taylor::Series<Vec3> v = velocity(r);
  return taylor::cross(r.truncated(v.order()), v);
}

inline taylor::Series<Vec3> total(const Sample& sample,
                                  taylor::Series<Vec3> (*f)(const taylor::Series<Vec3>&)) {
  taylor::Series<Vec3> sum(sample.series_order() - 1, Vec3::Zero());
  for (const int body : sample.heavy_bodies()) sum += particle_sum(sample, body, f);
  return sum;
}

/// Σ|terms| of the k-th derivative of a total, the angular one by Leibniz' rule.
inline double total_scale(const Sample& sample, bool angular, int k) {
  double sum = 0.0;
  for (const int body : sample.heavy_bodies()) {
    for (const Particle& point : particles(body_of(sample, body).rigid_mass)) {
      const auto r = moved_point(sample.placements()[at(body)], point.r_B);
      if (!angular) sum += std::abs(point.mass) * r.derivative(k + 1).norm();
      for (int a = 0; angular && a <= k; ++a) {
        sum += std::abs(point.mass) * binomial(k, a) * r.derivative(a).norm() *
               r.derivative(k - a + 1).norm();
      }
    }
  }
  return sum;
}

/// What the motion of one body is made of, at t = 0: O is the origin of its frame.
struct Snapshot {
  std::string label;
  double M;
  Vec3 r_O, v_O, a_O, rho, v_C, a_C, w, e;
  Mat3 I_O, I_C;  ///< About O and about C, world axes.
};

inline Snapshot snapshot(const Sample& sample, int index) {
  const model::Body& body = body_of(sample, index);
  const kinematics::BodyMotion& X = sample.motion()[index];
  const Mat3& R = X.R_WB[0];
  const auto r_C = kinematics::point_position(X, body.rigid_mass.p_BBcm);
  return {concat("body '", body.name, "'"),
          body.rigid_mass.mass,
          X.p_WB[0],
          X.p_WB.derivative(1),
          X.p_WB.derivative(2),
          R * body.rigid_mass.p_BBcm,
          r_C.derivative(1),
          r_C.derivative(2),
          X.omega_WB.derivative(0),
          X.omega_WB.derivative(1),
          R * mass::inertia_tensor(body.rigid_mass) * R.transpose(),
          R * body.rigid_mass.inertia_com() * R.transpose()};
}

template <class Compare>
std::function<Comparisons(const Sample&)> for_snapshots(Compare compare) {
  return [compare](const Sample& sample) {
    Comparisons found;
    for (const int body : some_bodies(sample)) {
      found.push_back(compare(sample, body, snapshot(sample, body)));
    }
    return found;
  };
}

/// Σ|terms| of Dᵏ of the angular momentum of one body about the origin.
inline double moment_scale(const Sample& sample, int body, int k) {
  double sum = 0.0;
  for (const Particle& point : particles(body_of(sample, body).rigid_mass)) {
    const auto r = moved_point(sample.placements()[at(body)], point.r_B);
    for (int a = 0; a <= k; ++a) {
      sum += std::abs(point.mass) * binomial(k, a) * r.derivative(a).norm() *
             r.derivative(k - a + 1).norm();
    }
  }
  return sum;
}

}  // namespace appell::verify
