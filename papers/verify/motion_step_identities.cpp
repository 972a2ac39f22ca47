// Motion of one body step by step: points and particles, ω as a matrix, and the sums over the
// joints whose partial derivatives are taken at any order m.
#include "papers/verify/energy_tools.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

/// A vector fixed in a body, in world axes, along the motion.
taylor::Series<Vec3> turned_vector(const taylor::Series<Mat3>& R, const Vec3& v) {
  taylor::Series<Vec3> out(R.order());
  for (int k = 0; k <= R.order(); ++k) out[k] = R[k] * v;
  return out;
}

/// S1 (23), (35), (36), of a random point.
void point_steps(const std::string& label, const Sample& sample, int body, Comparisons& found) {
  Random random = sample.random(concat("point-steps ", body));
  const Vec3 rho = sample.length() * random.vector();
  const spatial::TransformSeries& T = sample.placements()[at(body)];
  const kinematics::BodyMotion& X = sample.motion()[body];
  const auto r = kinematics::point_position(X, rho);
  for (int k = 0; k <= sample.max_k() + 1; ++k) {
    found.push_back(Comparison(concat(label, ", (23), k = ", k), r.derivative(k))
                        .term("r_0", T.p.derivative(k))
                        .term("R ρ_M", Vec3(T.R.derivative(k) * rho)));
  }
  const Mat3 W = T.R.derivative(1) * T.R[0].transpose();
  found.push_back(Comparison(label + ", (35)", r.derivative(1))
                      .term("r_0'", T.p.derivative(1))
                      .term("R' Rᵀ R ρ_M", Vec3(W * T.R[0] * rho)));
  const Vec3 w = X.omega_WB[0];
  Mat3 entries;
  entries << 0.0, -w.z(), w.y(), w.z(), 0.0, -w.x(), -w.y(), w.x(), 0.0;
  found.push_back(
      Comparison(label + ", (36)", W).term("[ω×]", entries).inner_scale(T.R.derivative(1).norm()));
}

/// S1 (43), (44), (49): the centre from the particles, and the velocity of an element in two parts.
void particle_steps(const std::string& label, const Sample& sample, int body, Comparisons& found) {
  const mass::RigidMass& B = body_of(sample, body).rigid_mass;
  const spatial::TransformSeries& T = sample.placements()[at(body)];
  const kinematics::BodyMotion& X = sample.motion()[body];
  Vec3 arms = Vec3::Zero(), positions = Vec3::Zero();
  double reach = 0.0;
  const std::vector<Particle> points = particles(B);
  for (const Particle& point : points) {
    arms += point.mass / B.mass * (T.R[0] * point.r_B);
    positions += point.mass / B.mass * moved_point(T, point.r_B)[0];
    reach += std::abs(point.mass / B.mass) * (point.r_B.norm() + T.p[0].norm());
  }
  const Vec3 rho_C = X.R_WB[0] * B.p_BBcm;
  found.push_back(
      Comparison(label + ", (43), ∫ ρ_M dm / M", arms).term("R ρ_C", rho_C).inner_scale(reach));
  found.push_back(Comparison(label + ", (44), ∫ r_M dm / M", positions)
                      .term("r_0", X.p_WB[0])
                      .term("ρ_C", rho_C)
                      .inner_scale(reach));
  const Vec3 w = X.omega_WB[0];
  for (std::size_t i = 0; i < points.size(); i += 3) {
    const Vec3 r_star = points[i].r_B - B.p_BBcm;
    const Vec3 rate = turned_vector(T.R, points[i].r_B).derivative(1);
    // A particle on the axis does not move, to rounding of what its velocity is added up from.
    const double size = T.R.derivative(1).norm() * points[i].r_B.norm();
    found.push_back(Comparison(concat(label, ", (49), particle ", i + 1), rate)
                        .term("ω × ρ_C", Vec3(w.cross(rho_C)))
                        .term("ω × r*", Vec3(w.cross(X.R_WB[0] * r_star)))
                        .inner_scale(size));
    found.push_back(Comparison(concat(label, ", (49), particle ", i + 1, ", ρ_M"), rate)
                        .term("ω × ρ_M", Vec3(w.cross(X.R_WB[0] * points[i].r_B)))
                        .inner_scale(size));
  }
}

/// Dˢ ∂f⁽ⁿ⁾/∂q⁽ᵐ⁾ along the motion, and the size of its terms, from partial derivatives at t = 0:
/// ∂/∂q⁽ᵐ⁾ and D commute but for ∂/∂q⁽ᵐ⁻¹⁾, so that
///
///   Dˢ ∂f⁽ⁿ⁾/∂q⁽ᵐ⁾ = Σ_i (-1)ⁱ C(s, i) ∂f⁽ⁿ⁺ˢ⁻ⁱ⁾/∂q⁽ᵐ⁻ⁱ⁾
///
/// @param partial  ∂f⁽ᵃ⁾/∂q⁽ᵇ⁾ for (a, b).
template <class Partial>
Vec3 rate_of_partial(int n, int m, int s, Partial partial, double& scale) {
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i <= std::min(s, m); ++i) {
    const Vec3 term = binomial(s, i) * partial(n + s - i, m - i);
    sum += i % 2 == 0 ? term : Vec3(-term);
    scale += term.norm();
  }
  return sum;
}

/// S1 (57): Dᵏ⁻¹[∂r⁽ᵐ⁾/∂q_j⁽ᵐ⁾ q_j''] and Dᵏ⁻¹[1/(m+1) ∂r⁽ᵐ⁺¹⁾/∂q_j⁽ᵐ⁾ q_j'], summed over j.
void acceleration_sums(const std::string& label, const Sample& sample, int body,
                       Comparisons& found) {
  const Vec3 r_B = body_of(sample, body).rigid_mass.p_BBcm;
  const auto r_C = kinematics::point_position(sample.motion()[body], r_B);
  for (int k = 1; k <= std::min(4, sample.max_k()); ++k) {
    for (const int m : {1, k + 1}) {
      Vec3 first = Vec3::Zero(), second = Vec3::Zero();
      double scale = 0.0;
      for (int j = 0; j < sample.num_coordinates(); ++j) {
        const auto partial = [&](int a, int b) {
          return moved_point(sample.variation(j, b)[at(body)], r_B).derivative(a);
        };
        for (int s = 0; s < k; ++s) {  // Leibniz' rule for each bracket.
          double size = 0.0;
          const double count = binomial(k - 1, s);
          const double q2 = count * sample.state().derivative(k + 1 - s)(j);
          const double q1 = count * sample.state().derivative(k - s)(j);
          first += q2 * rate_of_partial(m, m, s, partial, size);
          scale += std::abs(q2) * size;
          size = 0.0;
          second += q1 / (m + 1) * rate_of_partial(m + 1, m, s, partial, size);
          scale += std::abs(q1) / (m + 1) * size;
        }
      }
      found.push_back(Comparison(concat(label, ", k = ", k, ", m = ", m), r_C.derivative(k + 1))
                          .term("Σ_j D^(k-1)[∂r^(m)/∂q_j^(m) q_j'']", first)
                          .term("Σ_j D^(k-1)[1/(m+1) ∂r^(m+1)/∂q_j^(m) q_j']", second)
                          .inner_scale(scale));
    }
  }
}

/// What S0 (144), S1 (113) and (114) sum over the joints, by the variations at order m.
struct TurningSums {
  Vec3 accelerating = Vec3::Zero();  ///< Σ_j ∂ψ⁽ᵐ⁾/∂q_j⁽ᵐ⁾ q_j''
  Vec3 turning = Vec3::Zero();       ///< Σ_j 1/(m+1) ∂ψ⁽ᵐ⁺¹⁾/∂q_j⁽ᵐ⁾ q_j'
  Vec3 omega = Vec3::Zero();         ///< Σ_j ∂ψ⁽ᵐ⁾/∂q_j⁽ᵐ⁾ q_j'
  double scale = 0.0;                ///< Of ε, rad/s².
};

TurningSums turning_sums(const Sample& sample, int body, int m) {
  TurningSums sums;
  const taylor::Series<Mat3>& R = sample.placements()[at(body)].R;
  for (int j = 0; j < sample.num_coordinates(); ++j) {
    const taylor::Series<Vec3> change = omega_variation(sample, body, j, m);
    const taylor::Series<Mat3>& dR = sample.variation(j, m)[at(body)].R;
    const double q1 = sample.state().derivative(1)(j), q2 = sample.state().derivative(2)(j);
    sums.accelerating += change.derivative(m - 1) * q2;
    sums.turning += change.derivative(m) / (m + 1) * q1;
    sums.omega += change.derivative(m - 1) * q1;
    sums.scale += std::abs(q2) * rate_scale(taylor::time_derivative(dR), R, m - 1) +
                  std::abs(q1) * (rate_scale(taylor::time_derivative(dR), R, m) +
                                  rate_scale(taylor::time_derivative(R), dR, m));
  }
  return sums;
}

/// ½ ∫ |ε×s|² dm, ∫ (ε×s)·(ω×ω×s) dm and ½ ∫ |ω×ω×s|² dm, s from the centre.
Vec3 turning_integrals(const Sample& sample, int body, const Vec3& w, const Vec3& e) {
  const mass::RigidMass& B = body_of(sample, body).rigid_mass;
  Vec3 sums = Vec3::Zero();
  for (const Particle& point : particles(B)) {
    const Vec3 s = sample.placements()[at(body)].R[0] * (point.r_B - B.p_BBcm);
    const Vec3 a = e.cross(s), b = w.cross(w.cross(s));
    sums += point.mass * Vec3(0.5 * a.squaredNorm(), a.dot(b), 0.5 * b.squaredNorm());
  }
  return sums;
}

/// S1 (111), (113), (114), one by one.
void rotation_terms(const std::string& label, const Sample& sample, int body, Comparisons& found) {
  const spatial::TransformSeries& T = sample.placements()[at(body)];
  const Mat3 I = T.R[0] * body_of(sample, body).rigid_mass.inertia_com() * T.R[0].transpose();
  const taylor::Series<Vec3> omega = omega_of(T);
  const Vec3 integrals = turning_integrals(sample, body, omega.derivative(0), omega.derivative(1));
  for (int m = 1; m <= 3; ++m) {
    const TurningSums sums = turning_sums(sample, body, m);
    const Vec3 e = sums.accelerating + sums.turning;
    const Vec3 w = sums.omega;
    const double size = I.norm() * std::pow(sums.scale + w.squaredNorm(), 2);
    const std::string which = concat(label, ", m = ", m);
    found.push_back(Comparison(which + ", (113)", integrals(0))
                        .term("½ εᵀ I ε", 0.5 * e.dot(I * e))
                        .inner_scale(size));
    found.push_back(Comparison(which + ", (114)", integrals(1))
                        .term("εᵀ (ω × I ω), q'' part", sums.accelerating.dot(w.cross(I * w)))
                        .term("εᵀ (ω × I ω), q' part", sums.turning.dot(w.cross(I * w)))
                        .inner_scale(size));
    found.push_back(Comparison(which + ", (111)", integrals(2))
                        .term("½ ωᵀ [ωᵀ I ω] ω", 0.5 * w.dot(w.dot(I * w) * w))
                        .inner_scale(size));
  }
}

/// S0 (144): D(I ω) in all its members.
void angular_momentum_members(const std::string& label, const Sample& sample, int body,
                              Comparisons& found) {
  const mass::RigidMass& B = body_of(sample, body).rigid_mass;
  const spatial::TransformSeries& T = sample.placements()[at(body)];
  const taylor::Series<Vec3> w = omega_of(T);
  const auto I = in_world(T.R.truncated(w.order()), B.inertia_com());
  Vec3 N = Vec3::Zero();  // ∫ s × s'' dm
  double scale = 0.0;
  for (const Particle& point : particles(B)) {
    const Vec3 s = T.R[0] * (point.r_B - B.p_BBcm);
    const Vec3 s2 = T.R.derivative(2) * (point.r_B - B.p_BBcm);
    N += point.mass * s.cross(s2);
    scale += std::abs(point.mass) * s.norm() * s2.norm();
  }
  const Vec3 w0 = w.derivative(0), w1 = w.derivative(1);
  const Mat3 R = T.R[0], I_B = B.inertia_com();
  const Vec3 gyroscopic = w0.cross(R * I_B * R.transpose() * w0);
  found.push_back(Comparison(label + ", first member", N)
                      .term("I ε", Vec3(I[0] * w1))
                      .term("(dI/dt) ω", Vec3(I.derivative(1) * w0))
                      .inner_scale(scale));
  found.push_back(Comparison(label + ", (dI/dt) ω", Vec3(I.derivative(1) * w0))
                      .term("ω × I ω", Vec3(w0.cross(I[0] * w0)))
                      .inner_scale(scale));
  found.push_back(Comparison(label + ", third member", N)
                      .term("R I* Rᵀ ω'", Vec3(R * I_B * R.transpose() * w1))
                      .term("ω × R I* Rᵀ ω", gyroscopic)
                      .inner_scale(scale));
  for (int m = 1; m <= 3; ++m) {
    const TurningSums sums = turning_sums(sample, body, m);
    found.push_back(
        Comparison(concat(label, ", last member, m = ", m), N)
            .term("I Σ ∂ψ^(m)/∂q_j^(m) q_j''", Vec3(I[0] * sums.accelerating))
            .term("I Σ 1/(m+1) ∂ψ^(m+1)/∂q_j^(m) q_j'", Vec3(I[0] * sums.turning))
            .term("ΣΣ Ω_j × I Ω_p q_j' q_p'", Vec3(sums.omega.cross(I[0] * sums.omega)))
            .inner_scale(std::max(scale, I[0].norm() * (sums.scale + w0.squaredNorm()))));
  }
}

Identity point_by_steps() {
  return {.id = "point-by-steps",
          .title = "any point of a body, and ω as a matrix",
          .equations = {"S1 (23)", "S1 (35)", "S1 (36)"},
          .formula = "r_M = r_0 + R ρ_M, r_M' = r_0' + R' Rᵀ R ρ_M, R' Rᵀ = [ω×]",
          .left = "kinematics::point_position",
          .right = kPlacements,
          .evaluate = for_bodies(point_steps)};
}

Identity centre_of_particles() {
  return {.id = "centre-of-particles",
          .title = "the centre of mass from its particles, and their velocities",
          .equations = {"S1 (43)", "S1 (44)", "S1 (49)"},
          .formula = "∫ ρ_M dm / M = R ρ_C, ∫ r_M dm / M = r_0 + ρ_C, ρ_M' = ω × ρ_C + ω × r*",
          .left = "particles that move by placements()",
          .right = kPropagate,
          .evaluate = for_bodies(particle_steps)};
}

Identity acceleration_by_brackets() {
  return {
      .id = "acceleration-by-brackets",
      .title = "accelerations of higher order from two brackets per joint",
      .equations = {"S1 (57)"},
      .formula =
          "r_C⁽ᵏ⁺¹⁾ = Σ_j Dᵏ⁻¹[∂r_C⁽ᵐ⁾/∂q_j⁽ᵐ⁾ q_j''] + Σ_j Dᵏ⁻¹[1/(m+1) ∂r_C⁽ᵐ⁺¹⁾/∂q_j⁽ᵐ⁾ q_j']",
      .reading = "The first bracket has q'', the second q'.",
      .left = kPropagate,
      .right = kVariations,
      .most_coordinates = kMostVaried,
      .evaluate = for_bodies(acceleration_sums)};
}

Identity e1_rotation_terms() {
  return {.id = "e1-rotation-terms",
          .title = "terms of the first energy that turn, one by one, by partial derivatives",
          .equations = {"S1 (111)", "S1 (113)", "S1 (114)"},
          .formula = "½ εᵀ I ε, εᵀ (ω × I ω), ½ ωᵀ [ωᵀ I ω] ω with ε and ω as sums over the joints",
          .reading = "Per body; dots that our copies lost are restored.",
          .left = "∫ over particles, s from the centre",
          .right = kVariations,
          .most_coordinates = kMostVaried,
          .evaluate = for_bodies(rotation_terms)};
}

Identity angular_momentum_theorem_members() {
  return {
      .id = "angular-momentum-members",
      .title = "theorem of angular momentum about the centre, member by member",
      .equations = {"S0 (144)"},
      .formula =
          "N* = I ε + (dI/dt) ω = I ε + ω × I ω = I Σ_j [Ω_j q_j'' + ...] + ΣΣ Ω_j × I Ω_p q_j' "
          "q_p'",
      .reading = "The last sum with the tensor, which S0 (144) lacks: see gyroscopic-sum.",
      .left = "∫ s × s'' dm over particles, s from the centre",
      .right = "kinematics by placements and variations",
      .most_coordinates = kMostVaried,
      .evaluate = for_bodies(angular_momentum_members)};
}

}  // namespace

std::vector<Identity> motion_step_identities() {
  return {point_by_steps(), centre_of_particles(), acceleration_by_brackets(), e1_rotation_terms(),
          angular_momentum_theorem_members()};
}

}  // namespace appell::verify
