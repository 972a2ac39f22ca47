// Momentum and angular momentum of the robot, and their theorems.
#include "appell/energy/momentum.hpp"

#include "appell/force/joint_wrenches.hpp"
#include "papers/equations/newton_euler.hpp"
#include "papers/verify/momentum_tools.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

/// A total of all particles against what energy/ has for it, with derivatives.
Comparisons compare_total(const Sample& sample, bool angular, const char* label,
                          const taylor::Series<Vec3>& expected) {
  const auto sum = total(sample, angular ? moment_of_velocity : velocity);
  Comparisons found;
  for (int k = 0; k <= sample.max_k(); ++k) {
    found.push_back(Comparison(concat("k = ", k), sum.derivative(k))
                        .term(label, expected.derivative(k))
                        .inner_scale(total_scale(sample, angular, k)));
  }
  return found;
}

/// Both theorems: the rate of a momentum is what the roots transmit and the weight.
Comparisons theorem(const Sample& sample, bool angular) {
  const auto wrenches = force::joint_wrenches(sample.motion());
  const auto rate = taylor::time_derivative(total(sample, angular ? moment_of_velocity : velocity));
  const Vec3& g = sample.model().gravity();
  Comparisons found;
  for (int k = 0; k < sample.max_k(); ++k) {
    Vec3 reaction = Vec3::Zero();
    for (const model::Body& body : sample.model().bodies()) {
      if (body.parent != model::kWorld) continue;
      const force::WrenchSeries& wrench = wrenches[at(body.index)];
      if (!angular) {
        reaction += wrench.force.derivative(k);
        continue;
      }
      const auto p = sample.motion()[body.index].p_WB.truncated(wrench.force.order());
      reaction += (wrench.moment + taylor::cross(p, wrench.force)).derivative(k);
    }
    Vec3 weight = Vec3::Zero();
    for (const int body : sample.heavy_bodies()) {
      const mass::RigidMass& B = body_of(sample, body).rigid_mass;
      const auto r = moved_point(sample.placements()[at(body)], B.p_BBcm);
      if (angular) weight += r.derivative(k).cross(B.mass * g);
      if (!angular && k == 0) weight += B.mass * g;
    }
    found.push_back(Comparison(concat("k = ", k), rate.derivative(k))
                        .term("what the base transmits", reaction)
                        .term("weight", weight)
                        .inner_scale(total_scale(sample, angular, k + 1)));
  }
  return found;
}

/// H⁽ᵏ⁾ = Σ M v_O⁽ᵏ⁾ + Σ M Dᵏ(ω × ρ_C).
void add_parts_of_momentum(const Sample& sample, Comparisons& found) {
  const auto sum = total(sample, velocity);
  for (int k = 0; k <= sample.max_k(); ++k) {
    Vec3 moving = Vec3::Zero();
    Vec3 turning = Vec3::Zero();
    for (const int index : sample.heavy_bodies()) {
      const mass::RigidMass& B = body_of(sample, index).rigid_mass;
      const kinematics::BodyMotion& X = sample.motion()[index];
      const auto rho = kinematics::vector_in_world(X, B.p_BBcm, X.omega_WB.order());
      moving += B.mass * X.p_WB.derivative(k + 1);
      turning += B.mass * taylor::cross(X.omega_WB, rho).derivative(k);
    }
    found.push_back(Comparison(concat("k = ", k, ", in parts"), sum.derivative(k))
                        .term("Σ M v_O", moving)
                        .term("Σ M ω × ρ_C", turning)
                        .inner_scale(total_scale(sample, false, k)));
  }
}

/// K_O⁽ᵏ⁾ = Σ Dᵏ(r_C × M v_C) + Σ Dᵏ(I* ω).
void add_parts_of_angular_momentum(const Sample& sample, Comparisons& found) {
  const auto sum = total(sample, moment_of_velocity);
  for (int k = 0; k <= sample.max_k(); ++k) {
    Vec3 orbital = Vec3::Zero();
    Vec3 own = Vec3::Zero();
    for (const int index : sample.heavy_bodies()) {
      const mass::RigidMass& B = body_of(sample, index).rigid_mass;
      const auto r_C = kinematics::point_position(sample.motion()[index], B.p_BBcm);
      orbital += B.mass * moment_of_velocity(r_C).derivative(k);
      own += energy::spin(sample.motion(), index).derivative(k);
    }
    found.push_back(Comparison(concat("k = ", k, ", in parts"), sum.derivative(k))
                        .term("Σ r_C × M v_C", orbital)
                        .term("Σ I* ω", own)
                        .inner_scale(total_scale(sample, true, k)));
  }
}

Identity momentum() {
  return {.id = "momentum",
          .title = "momentum of the robot, with derivatives",
          .equations = {"S3 (7)"},
          .formula = "H = ∫ v dm = Σ M (v_O + ω × ρ_C) = Σ M v_C",
          .left = kMovingParticles,
          .right = "energy::linear_momentum",
          .evaluate = [](const Sample& sample) {
            Comparisons found = compare_total(sample, false, "Σ M v_C^(k)",
                                              energy::linear_momentum(sample.motion()));
            add_parts_of_momentum(sample, found);
            return found;
          }};
}

Identity momentum_theorem() {
  return {.id = "momentum-theorem",
          .title = "rate of the momentum is the external force, with derivatives",
          .equations = {"S3 (10)"},
          .formula = "H' = Σ F",
          .left = kMovingParticles,
          .right = "force::joint_wrenches",
          .evaluate = [](const Sample& sample) { return theorem(sample, false); }};
}

Identity centre_theorem_by_columns() {
  return {.id = "centre-theorem-by-columns",
          .title = "theorem of the centre of mass by partial derivatives",
          .equations = {"S0 (143)", "S3 (15)"},
          .formula = "F* = M Σ_j { ∂r_C⁽ᵐ⁾/∂q_j⁽ᵐ⁾ q_j'' + 1/(m+1) ∂r_C⁽ᵐ⁺¹⁾/∂q_j⁽ᵐ⁾ q_j' }",
          .reading = "The second partial derivative carries the order m + 1.",
          .left = "equations::inertia_force",
          .right = kVariations,
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& sample) {
            Comparisons found;
            for (const int body : some_bodies(sample)) {
              const mass::RigidMass& B = body_of(sample, body).rigid_mass;
              const Vec3 F = equations::inertia_force(sample.motion(), body).derivative(0);
              for (int m = 0; m <= 3; ++m) {
                Vec3 first = Vec3::Zero();
                Vec3 second = Vec3::Zero();
                for (int j = 0; j < sample.num_coordinates(); ++j) {
                  const auto dr = moved_point(sample.variation(j, m)[at(body)], B.p_BBcm);
                  first += B.mass * dr.derivative(m) * sample.state().derivative(2)(j);
                  second +=
                      B.mass * dr.derivative(m + 1) / (m + 1) * sample.state().derivative(1)(j);
                }
                found.push_back(Comparison(concat(body_label(sample, body), ", m = ", m), F)
                                    .term("q'' terms", first)
                                    .term("q' terms", second));
              }
            }
            return found;
          }};
}

Identity angular_momentum() {
  return {.id = "angular-momentum",
          .title = "angular momentum about the origin, with derivatives",
          .equations = {"S3 (16)", "S3 (44)", "S3 (48)"},
          .formula = "K_O = Σ (r_C × M v_C + I* ω)",
          .reading = "S3 (44) and (48) call this the angular momentum about the centre.",
          .left = kMovingParticles,
          .right = "energy::angular_momentum",
          .evaluate = [](const Sample& sample) {
            Comparisons found =
                compare_total(sample, true, "K_O", energy::angular_momentum(sample.motion()));
            add_parts_of_angular_momentum(sample, found);
            return found;
          }};
}

Identity angular_momentum_theorem() {
  return {.id = "angular-momentum-theorem",
          .title = "rate of the angular momentum is the external moment, with derivatives",
          .equations = {"S3 (23)"},
          .formula = "K_O' = Σ M_O",
          .left = kMovingParticles,
          .right = "force::joint_wrenches",
          .evaluate = [](const Sample& sample) { return theorem(sample, true); }};
}

}  // namespace

std::vector<Identity> momentum_identities() {
  return {momentum(), momentum_theorem(), centre_theorem_by_columns(), angular_momentum(),
          angular_momentum_theorem()};
}

}  // namespace appell::verify
