#pragma once

#include "papers/equations/rigid_body_energies.hpp"
#include "papers/verify/tools.hpp"

/// Energies from their definition: particles that move by Sample::placements().
namespace appell::verify {

inline constexpr const char* kEnergyOfParticles =
    "½ Σ m |r^(p+1)|² over particles "
    "(verify/energy_tools.hpp)";

/// ½ Σ m |r⁽ᵖ⁺¹⁾|² of one body, with time derivatives.
inline taylor::Series<double> particle_energy(const Sample& sample, int body, int p) {
  taylor::Series<double> sum(sample.series_order() - p - 1, 0.0);
  for (const Particle& point : particles(body_of(sample, body).rigid_mass)) {
    const auto u =
        taylor::time_derivative(moved_point(sample.placements()[at(body)], point.r_B), p + 1);
    sum += 0.5 * point.mass * taylor::dot(u, u);
  }
  return sum;
}

/// Σ|terms| of Dᵏ of the energy of a body, by Leibniz' rule.
inline double body_energy_scale(const Sample& sample, int body, int p, int k) {
  double sum = 0.0;
  for (const Particle& point : particles(body_of(sample, body).rigid_mass)) {
    const auto u = moved_point(sample.placements()[at(body)], point.r_B);
    for (int a = 0; a <= k; ++a) {
      sum += 0.5 * std::abs(point.mass) * binomial(k, a) * u.derivative(p + 1 + a).norm() *
             u.derivative(p + 1 + k - a).norm();
    }
  }
  return sum;
}

/// The same of all bodies.
inline double energy_scale(const Sample& sample, int p, int k) {
  double sum = 0.0;
  for (const int body : sample.heavy_bodies()) sum += body_energy_scale(sample, body, p, k);
  return sum;
}

/// What the rotors add: ½ Σ I_r (ratio q⁽ᵖ⁺¹⁾)².
inline taylor::Series<double> rotor_energy(const Sample& sample, int p) {
  taylor::Series<double> sum(sample.series_order() - p - 1, 0.0);
  for (const model::Body& body : sample.model().bodies()) {
    const double I = sample.model().reflected_inertia(body) * body.ratio * body.ratio;
    if (I == 0.0) continue;
    const auto x =
        taylor::time_derivative(taylor::component(sample.state(), body.coordinate), p + 1);
    sum += 0.5 * I * (x * x);
  }
  return sum;
}

/// The whole robot.
inline taylor::Series<double> total_energy(const Sample& sample, int p) {
  taylor::Series<double> sum = rotor_energy(sample, p);
  for (const int body : sample.heavy_bodies()) sum += particle_energy(sample, body, p);
  return sum;
}

/// A body about its centre, for the explicit forms of its energies.
inline equations::BodyAboutPoint about_centre(const Sample& sample, int body) {
  return equations::body_about_point(sample.motion(), body,
                                     body_of(sample, body).rigid_mass.p_BBcm);
}

/// The same about a random point.
inline equations::BodyAboutPoint about_point(const Sample& sample, int body) {
  Random random = sample.random(concat("point ", body));
  return equations::body_about_point(sample.motion(), body, sample.length() * random.vector());
}

}  // namespace appell::verify
