// Momentum, angular momentum and their theorems.
#include "appell/energy/momentum.hpp"

#include "appell/force/joint_wrenches.hpp"
#include "appell/mass/moments.hpp"
#include "papers/equations/newton_euler.hpp"
#include "papers/equations/printed_wrenches.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/tools.hpp"

namespace appell::verify {
namespace {

constexpr const char* kMovingParticles = "moving particles (verify/momentum_identities.cpp)";

/// Σ f(m, r(t)) over the particles of a body as they move by placements().
template <class F>
taylor::Series<Vec3> particle_sum(const Sample& sample, int body, F f) {
  taylor::Series<Vec3> sum(sample.series_order() - 1, Vec3::Zero());
  for (const Particle& point : particles(body_of(sample, body).rigid_mass)) {
    sum += point.mass * f(moved_point(sample.placements()[at(body)], point.r_B));
  }
  return sum;
}

taylor::Series<Vec3> velocity(const taylor::Series<Vec3>& r) { return taylor::time_derivative(r); }

taylor::Series<Vec3> moment_of_velocity(const taylor::Series<Vec3>& r) {
  const taylor::Series<Vec3> v = velocity(r);
  return taylor::cross(r.truncated(v.order()), v);
}

taylor::Series<Vec3> total(const Sample& sample,
                           taylor::Series<Vec3> (*f)(const taylor::Series<Vec3>&)) {
  taylor::Series<Vec3> sum(sample.series_order() - 1, Vec3::Zero());
  for (const int body : sample.heavy_bodies()) sum += particle_sum(sample, body, f);
  return sum;
}

/// Σ|terms| of the k-th derivative of a total, the angular one by Leibniz' rule.
double total_scale(const Sample& sample, bool angular, int k) {
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

/// What the motion of one body is made of, at t = 0: O is the origin of its frame.
struct Snapshot {
  std::string label;
  double M;
  Vec3 r_O, v_O, a_O, rho, v_C, a_C, w, e;
  Mat3 I_O, I_C;  ///< About O and about C, world axes.
};

Snapshot snapshot(const Sample& sample, int index) {
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

Identity momentum() {
  return {.id = "momentum",
          .title = "momentum of the robot, with derivatives",
          .equations = {"S3 (7)", "S3 (11)", "S3 (13)"},
          .formula = "H = ∫ v dm = Σ M (v_O + ω × ρ_C) = Σ M v_C",
          .left = kMovingParticles,
          .right = "energy::linear_momentum",
          .evaluate = [](const Sample& sample) {
            return compare_total(sample, false, "Σ M v_C^(k)",
                                 energy::linear_momentum(sample.motion()));
          }};
}

Identity momentum_theorem() {
  return {.id = "momentum-theorem",
          .title = "rate of the momentum is the external force, with derivatives",
          .equations = {"S3 (8)", "S3 (9)", "S3 (10)", "S3 (12)", "S3 (14)"},
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
            return compare_total(sample, true, "K_O", energy::angular_momentum(sample.motion()));
          }};
}

Identity angular_momentum_centre() {
  return {.id = "angular-momentum-centre",
          .title = "angular momentum of a body about its centre",
          .equations = {"S3 (43)", "S3 (44)", "S3 (48)"},
          .formula = "K_C = I* ω",
          .reading = "S3 (44), (48) add r_C × M v_C, which makes it K_O.",
          .left = kMovingParticles,
          .right = "kinematics::propagate, mass::RigidMass",
          .evaluate = for_snapshots([](const Sample& sample, int body, const Snapshot& s) {
            Vec3 K = Vec3::Zero();
            const Vec3 r_C = moved_point(sample.placements()[at(body)],
                                         body_of(sample, body).rigid_mass.p_BBcm)[0];
            for (const Particle& p : particles(body_of(sample, body).rigid_mass)) {
              const auto r = moved_point(sample.placements()[at(body)], p.r_B);
              K += p.mass * (r[0] - r_C).cross(r.derivative(1));
            }
            const Vec3 spin = s.I_C * s.w;
            return Comparison(s.label, K)
                .term("I* ω", spin)
                .inner_scale(s.I_C.norm() * s.v_C.norm() + spin.norm())
                .printed(Vec3(r_C.cross(s.M * s.v_C) + spin));
          })};
}

Identity angular_momentum_any_point() {
  return {.id = "angular-momentum-any-point",
          .title = "angular momentum by the motion of any point of the body",
          .equations = {"S3 (17)", "S3 (18)", "S3 (19)", "S3 (20)", "S3 (21)"},
          .formula = "K_O = r_0 × M v_C + ρ_C × M v_0 + I' ω",
          .left = kMovingParticles,
          .right = "kinematics::propagate, mass::inertia_tensor",
          .evaluate = for_snapshots([](const Sample& sample, int body, const Snapshot& s) {
            return Comparison(s.label, particle_sum(sample, body, moment_of_velocity).derivative(0))
                .term("r_0 × M v_C", Vec3(s.r_O.cross(s.M * s.v_C)))
                .term("ρ_C × M v_0", Vec3(s.rho.cross(s.M * s.v_O)))
                .term("I' ω", Vec3(s.I_O * s.w));
          })};
}

Identity angular_momentum_theorem() {
  return {.id = "angular-momentum-theorem",
          .title = "rate of the angular momentum is the external moment, with derivatives",
          .equations = {"S3 (22)", "S3 (23)", "S3 (46)"},
          .formula = "K_O' = Σ M_O",
          .left = kMovingParticles,
          .right = "force::joint_wrenches",
          .evaluate = [](const Sample& sample) { return theorem(sample, true); }};
}

Identity angular_momentum_rate() {
  return {.id = "angular-momentum-rate",
          .title = "rate of the angular momentum by the motion of any point",
          .equations = {"S3 (24)", "S3 (25)", "S3 (26)", "S3 (33)", "S3 (34)", "S3 (35)", "S3 (36)",
                        "S3 (37)", "S3 (38)", "S3 (45)"},
          .formula = "K_O' = r_0 × M a_C + ρ_C × M a_0 + I' ε + ω × I' ω",
          .left = kMovingParticles,
          .right = "kinematics::propagate, mass::inertia_tensor",
          .evaluate = for_snapshots([](const Sample& sample, int body, const Snapshot& s) {
            return Comparison(s.label, particle_sum(sample, body, moment_of_velocity).derivative(1))
                .term("r_0 × M a_C", Vec3(s.r_O.cross(s.M * s.a_C)))
                .term("ρ_C × M a_0", Vec3(s.rho.cross(s.M * s.a_O)))
                .term("I' ε", Vec3(s.I_O * s.e))
                .term("ω × I' ω", Vec3(s.w.cross(s.I_O * s.w)));
          })};
}

Identity moment_integrals() {
  return {.id = "moment-integrals",
          .title = "integrals over the mass in the theorem of angular momentum",
          .equations = {"S3 (27)", "S3 (28)", "S3 (29)", "S3 (30)", "S3 (31)", "S3 (32)"},
          .formula = "∫ ρ × (ε × ρ + ω × (ω × ρ)) dm = I' ε + ω × I' ω",
          .reading = "dm is missing in (28), (29), (31).",
          .left = kMovingParticles,
          .right = "mass::inertia_tensor",
          .shared = "kinematics::propagate, for ω and its derivatives at the instant",
          .evaluate = for_snapshots([](const Sample& sample, int body, const Snapshot& s) {
            const Mat3& R = sample.placements()[at(body)].R[0];
            Vec3 sum = Vec3::Zero();
            for (const Particle& p : particles(body_of(sample, body).rigid_mass)) {
              const Vec3 rho = R * p.r_B;
              sum += p.mass * rho.cross(s.e.cross(rho) + s.w.cross(s.w.cross(rho)));
            }
            return Comparison(s.label, sum)
                .term("I' ε", Vec3(s.I_O * s.e))
                .term("ω × I' ω", Vec3(s.w.cross(s.I_O * s.w)))
                .inner_scale(s.I_O.norm() * s.w.squaredNorm());
          })};
}

Identity euler_equation() {
  return {
      .id = "euler-equation",
      .title = "theorem of angular momentum about the centre, with derivatives",
      .equations = {"S3 (39)", "S3 (41)", "S3 (42)", "S3 (47)", "S3 (49)", "S0 (144)", "S2 (60)"},
      .formula = "N* = D(I ω) = I ε + ω × I ω",
      .left = "∫ s × s'' dm over particles, s from the centre, differentiated",
      .right = "equations::inertia_moment",
      .evaluate = [](const Sample& sample) {
        Comparisons found;
        for (const int body : some_bodies(sample)) {
          const mass::RigidMass& B = body_of(sample, body).rigid_mass;
          const taylor::Series<Mat3>& R = sample.placements()[at(body)].R;
          const auto N = equations::inertia_moment(sample.motion(), body);
          for (int k = 0; k < sample.max_k(); ++k) {
            Vec3 sum = Vec3::Zero();
            double scale = 0.0;
            for (const Particle& point : particles(B)) {
              const Vec3 s = point.r_B - B.p_BBcm;
              for (int a = 0; a <= k; ++a) {
                const Vec3 arm = R.derivative(a) * s;
                const Vec3 acceleration = R.derivative(k - a + 2) * s;
                const double m = point.mass * binomial(k, a);
                sum += m * arm.cross(acceleration);
                scale += std::abs(m) * arm.norm() * acceleration.norm();
              }
            }
            found.push_back(Comparison(concat(body_label(sample, body), ", k = ", k), sum)
                                .term("N*", N.derivative(k))
                                .inner_scale(scale));
          }
        }
        return found;
      }};
}

Identity gyroscopic_sum() {
  return {.id = "gyroscopic-sum",
          .title = "gyroscopic moment as a double sum over the joints",
          .equations = {"S0 (144)", "S1 (115)", "S3 (50)", "S3 (105)"},
          .formula = "ω × I ω = Σ_j Σ_p Ω_j × (I Ω_p) q_j' q_p'",
          .reading = "S0 (144) and S1 (115) lack the tensor in the sum: it is then zero.",
          .left = "kinematics::propagate",
          .right = kVariations,
          .shared = "kinematics::propagate, for ω and its derivatives at the instant",
          .evaluate = for_snapshots([](const Sample& sample, int body, const Snapshot& s) {
            Vec3 sum = Vec3::Zero();
            double scale = 0.0;
            std::vector<Vec3> rates;
            for (int j = 0; j < sample.num_coordinates(); ++j) {
              rates.push_back(rate_vector(sample.variation(j, 0)[at(body)].R,
                                          sample.placements()[at(body)].R)[0] *
                              sample.state().derivative(1)(j));
            }
            for (const Vec3& a : rates) {
              for (const Vec3& b : rates) {
                sum += a.cross(s.I_C * b);
                scale += a.norm() * s.I_C.norm() * b.norm();
              }
            }
            Comparison comparison(s.label, Vec3(s.w.cross(s.I_C * s.w)));
            comparison.term("double sum", sum).inner_scale(scale);
            // Where ω is along a principal axis there is no gyroscopic moment to be missed.
            if (sum.norm() > 1e-6 * scale) {
              comparison.printed(equations::printed_gyroscopic_moment(sample.motion(), body));
            }
            return comparison;
          })};
}

}  // namespace

std::vector<Identity> momentum_identities() {
  return {momentum(),
          momentum_theorem(),
          centre_theorem_by_columns(),
          angular_momentum(),
          angular_momentum_centre(),
          angular_momentum_any_point(),
          angular_momentum_theorem(),
          angular_momentum_rate(),
          moment_integrals(),
          euler_equation(),
          gyroscopic_sum()};
}

}  // namespace appell::verify
