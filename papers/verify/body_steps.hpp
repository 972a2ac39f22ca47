#pragma once

#include "appell/mass/moments.hpp"
#include "papers/verify/tools.hpp"

/// What the derivations of S3 start from: one body at an instant, about a random point O of it, as
/// a whole and particle by particle.
namespace appell::verify {

/// A particle: its path by Sample::placements(), seen from the world and from O.
struct MassElement {
  double mass;
  Vec3 r, v, a;
  Vec3 rho;  ///< From O.
};

struct BodySteps {
  std::string label;
  double M;
  Vec3 r_O, v_O, a_O, rho_C, r_C, v_C, a_C, w, e;  ///< By kinematics::propagate().
  Mat3 R;
  Mat3 I_B;  ///< About O, body axes.
  Mat3 I_O;  ///< About O, world axes.
  Mat3 I_C;  ///< About C, world axes.
  std::vector<MassElement> elements;

  /// Σ |m|, Σ |m| |ρ|, Σ |m| |ρ|²: what integrals over the mass are added up from.
  double moment_scale(int power) const {
    double sum = 0.0;
    for (const MassElement& x : elements) sum += std::abs(x.mass) * std::pow(x.rho.norm(), power);
    return sum;
  }
};

inline BodySteps body_steps(const Sample& sample, int index) {
  Random random = sample.random(concat("steps ", index));
  const Vec3 p_BO = sample.length() * random.vector();
  const mass::RigidMass& B = body_of(sample, index).rigid_mass;
  const kinematics::BodyMotion& X = sample.motion()[index];
  const auto r_O = kinematics::point_position(X, p_BO);
  const auto r_C = kinematics::point_position(X, B.p_BBcm);
  const Mat3& R = X.R_WB[0];
  BodySteps body{.label = body_label(sample, index),
                 .M = B.mass,
                 .r_O = r_O[0],
                 .v_O = r_O.derivative(1),
                 .a_O = r_O.derivative(2),
                 .rho_C = R * (B.p_BBcm - p_BO),
                 .r_C = r_C[0],
                 .v_C = r_C.derivative(1),
                 .a_C = r_C.derivative(2),
                 .w = X.omega_WB.derivative(0),
                 .e = X.omega_WB.derivative(1),
                 .R = R,
                 .I_B = mass::inertia_tensor(B, p_BO),
                 .I_O = R * mass::inertia_tensor(B, p_BO) * R.transpose(),
                 .I_C = R * B.inertia_com() * R.transpose(),
                 .elements = {}};
  const spatial::TransformSeries& T = sample.placements()[at(index)];
  for (const Particle& point : particles(B)) {
    const auto path = moved_point(T, point.r_B);
    body.elements.push_back(
        {point.mass, path[0], path.derivative(1), path.derivative(2), T.R[0] * (point.r_B - p_BO)});
  }
  return body;
}

/// ∫ f dm over the particles.
template <class F>
auto over_mass(const BodySteps& body, F f) {
  auto sum = (0.0 * f(body.elements.front())).eval();
  for (const MassElement& x : body.elements) sum += x.mass * f(x);
  return sum;
}

/// The same of a number.
template <class F>
double number_over_mass(const BodySteps& body, F f) {
  double sum = 0.0;
  for (const MassElement& x : body.elements) sum += x.mass * f(x);
  return sum;
}

/// An identity that takes some_bodies() one by one.
inline std::function<Comparisons(const Sample&)> for_steps(
    const std::function<void(const BodySteps&, Comparisons&)>& compare) {
  return [compare](const Sample& sample) {
    Comparisons found;
    for (const int body : some_bodies(sample)) compare(body_steps(sample, body), found);
    return found;
  };
}

}  // namespace appell::verify
