// The theorem of kinetic energy: its rate as the power of the generalized forces, of the inertia
// forces of every body, and of what acts on every body.
#include "appell/force/generalized_force.hpp"
#include "appell/force/joint_wrenches.hpp"
#include "papers/equations/newton_euler.hpp"
#include "papers/verify/energy_tools.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

Comparisons compare_power(const Sample& sample) {
  const auto E = total_energy(sample, 0);
  const auto Q = force::inertia_force(sample.motion());
  const auto rate = taylor::time_derivative(sample.state()).truncated(Q.order());
  Comparisons found;
  for (int k = 0; k < sample.max_k(); ++k) {
    Comparison comparison(concat("k = ", k), E.derivative(k + 1));
    for (int s = 0; s <= k; ++s) {
      comparison.term(concat("C(", k, ", ", s, ") Q^(", s, ") · q^(", k - s + 1, ")"),
                      binomial(k, s) * Q.derivative(s).dot(rate.derivative(k - s)));
    }
    found.push_back(comparison.inner_scale(energy_scale(sample, 0, k + 1)));
  }
  return found;
}

/// Force on one body and moment about its centre.
struct ForceOnBody {
  Vec3 force = Vec3::Zero();
  Vec3 moment = Vec3::Zero();
};

/// Centre of every body at the instant, by placements().
Vec3 centre_of(const Sample& sample, int body, int derivative) {
  const Vec3& r = body_of(sample, body).rigid_mass.p_BBcm;
  return moved_point(sample.placements()[at(body)], r).derivative(derivative);
}

/// M a_C and I ε + ω × I ω of every body.
std::vector<ForceOnBody> inertia_of_bodies(const Sample& sample) {
  std::vector<ForceOnBody> all(at(sample.model().num_bodies()));
  for (const int body : sample.heavy_bodies()) {
    all[at(body)] = {equations::inertia_force(sample.motion(), body)[0],
                     equations::inertia_moment(sample.motion(), body)[0]};
  }
  return all;
}

/// F*_i and N*_i as the sum of what acts on body i: its own joint, the joints that it carries with
/// the opposite sign, its weight.
std::vector<ForceOnBody> what_acts_on_bodies(const Sample& sample) {
  const auto wrenches = force::joint_wrenches(sample.motion());
  std::vector<ForceOnBody> all(at(sample.model().num_bodies()));
  const auto add = [&](int on, int joint, double sign) {
    const Vec3 f = sign * wrenches[at(joint)].force[0];
    const Vec3 arm = sample.motion()[joint].p_WB[0] - centre_of(sample, on, 0);
    all[at(on)].force += f;
    all[at(on)].moment += sign * wrenches[at(joint)].moment[0] + arm.cross(f);
  };
  for (const model::Body& body : sample.model().bodies()) {
    add(body.index, body.index, 1.0);
    if (body.parent != model::kWorld) add(body.parent, body.index, -1.0);
    all[at(body.index)].force += body.rigid_mass.mass * sample.model().gravity();
  }
  return all;
}

/// Of all bodies: Σ F·v_C and Σ N·ω, and the same coordinate by coordinate.
void compare_with_energy(const Sample& sample, const std::vector<ForceOnBody>& forces,
                         const std::string& F, const std::string& N, Comparisons& found) {
  double moving = 0.0, turning = 0.0, rate = 0.0, scale = energy_scale(sample, 0, 1);
  for (const int body : sample.heavy_bodies()) {
    rate += particle_energy(sample, body, 0).derivative(1);
  }
  for (const model::Body& body : sample.model().bodies()) {
    const Vec3 w = omega_of(sample.placements()[at(body.index)])[0];
    const Vec3 v = centre_of(sample, body.index, 1);
    const ForceOnBody& on = forces[at(body.index)];
    moving += on.force.dot(v);
    turning += on.moment.dot(w);
    scale += on.force.norm() * v.norm() + on.moment.norm() * w.norm();
  }
  found.push_back(Comparison("sum over the bodies", rate)
                      .term(concat("Σ_i ", F, " · v_Ci"), moving)
                      .term(concat("Σ_i ", N, " · ω_i"), turning)
                      .inner_scale(scale));
  Comparison columns("sum over the coordinates", rate);
  for (int j = 0; j < sample.num_coordinates(); ++j) {
    double moved = 0.0, turned = 0.0;
    for (const model::Body& body : sample.model().bodies()) {
      const spatial::TransformSeries& A = sample.variation(j, 0)[at(body.index)];
      const Vec3 e = moved_point(A, body.rigid_mass.p_BBcm)[0];
      const Vec3 axis = rate_vector(A.R, sample.placements()[at(body.index)].R)[0];
      moved += forces[at(body.index)].force.dot(e);
      turned += forces[at(body.index)].moment.dot(axis);
      scale += std::abs(sample.state().derivative(1)(j)) *
               (forces[at(body.index)].force.norm() * e.norm() +
                forces[at(body.index)].moment.norm() * axis.norm());
    }
    const double q1 = sample.state().derivative(1)(j);
    columns.term(concat("Σ_i ", F, " · e_", j + 1, " q_", j + 1, "'"), moved * q1)
        .term(concat("Σ_i ", N, " · Ω_", j + 1, " q_", j + 1, "'"), turned * q1);
  }
  found.push_back(columns.inner_scale(scale));
}

Identity power() {
  return {.id = "power",
          .title = "rate of the kinetic energy is the power of the forces, with derivatives",
          .equations = {"S3 (70)"},
          .formula = "Dᵏ⁺¹ E_C = Dᵏ Σ_j Q_j q_j'",
          .left = kEnergyOfParticles,
          .right = "force::inertia_force",
          .evaluate = compare_power};
}

Identity kinetic_energy_theorem() {
  return {.id = "kinetic-energy-theorem",
          .title = "rate of the kinetic energy by the motion of every body",
          .equations = {"S0 (146)", "S0 (149)", "S1 (78)"},
          .formula =
              "E_C' = Σ_i M a_C·v_C + (I ε + ω × I ω)·ω = Σ_j Σ_i {M a_C·e_j + (I ε + ω × I "
              "ω)·Ω_j} q_j'",
          .reading = "Per unit of time: dr = v dt, dψ = ω dt.",
          .left = kEnergyOfParticles,
          .right = "equations::inertia_force, equations::inertia_moment",
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& sample) {
            Comparisons found;
            compare_with_energy(sample, inertia_of_bodies(sample), "M a_Ci", "(I ε + ω × I ω)_i",
                                found);
            return found;
          }};
}

Identity work_theorem() {
  return {.id = "work-theorem",
          .title = "rate of the kinetic energy by what acts on every body",
          .equations = {"S0 (147)", "S0 (148)", "S0 (149)", "S1 (79)"},
          .formula = "E_C' = Σ_i F*·v_C + N*·ω = Σ_j Σ_i {F*·e_j + N*·Ω_j} q_j'",
          .reading =
              "F*, N* are what joints and weight exert on a body, about its centre. Sums over i in "
              "S1 (79).",
          .left = kEnergyOfParticles,
          .right = "force::joint_wrenches",
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& sample) {
            Comparisons found;
            compare_with_energy(sample, what_acts_on_bodies(sample), "F*_i", "N*_i", found);
            return found;
          }};
}

}  // namespace

std::vector<Identity> power_identities() {
  return {power(), kinetic_energy_theorem(), work_theorem()};
}

}  // namespace appell::verify
