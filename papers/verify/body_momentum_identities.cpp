// Angular momentum of one body, its rate and Euler's equation.
#include "papers/equations/newton_euler.hpp"
#include "papers/equations/printed_wrenches.hpp"
#include "papers/verify/momentum_tools.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

/// S3 (34) to (38), each by itself.
void rate_steps(const Sample& sample, int body, Comparisons& found) {
  const Snapshot s = snapshot(sample, body);
  const mass::RigidMass& B = body_of(sample, body).rigid_mass;
  const spatial::TransformSeries& T = sample.placements()[at(body)];
  const auto velocity_of = [](const taylor::Series<Vec3>& r) { return taylor::time_derivative(r); };
  const auto v_C = s.M * velocity_of(moved_point(T, B.p_BBcm));
  const auto v_O = s.M * velocity_of(T.p);
  taylor::Series<Vec3> rho(T.R.order());
  for (int k = 0; k <= rho.order(); ++k) rho[k] = T.R[k] * B.p_BBcm;
  const auto w = omega_of(T);
  const auto spin = in_world(T.R.truncated(w.order()), mass::inertia_tensor(B)) * w;
  const Vec3 first = taylor::cross(T.p.truncated(v_C.order()), v_C).derivative(1);
  const Vec3 second = taylor::cross(rho.truncated(v_O.order()), v_O).derivative(1);
  const Vec3 crossing = s.v_O.cross(s.M * s.v_C);
  const Vec3 carried = s.w.cross(s.rho).cross(s.M * s.v_O);
  const double scale = moment_scale(sample, body, 1);
  const Vec3 K_rate = particle_sum(sample, body, moment_of_velocity).derivative(1);
  found.push_back(Comparison(s.label + ", S3 (34)", K_rate)
                      .term("D(r_0 × M v_C)", first)
                      .term("D(ρ_C × M v_0)", second)
                      .term("D(R I R^T ω)", spin.derivative(1))
                      .inner_scale(scale));
  found.push_back(Comparison(s.label + ", S3 (35)", first)
                      .term("v_0 × M v_C", crossing)
                      .term("r_0 × M a_C", Vec3(s.r_O.cross(s.M * s.a_C)))
                      .inner_scale(scale));
  found.push_back(Comparison(s.label + ", S3 (36)", second)
                      .term("(ω × ρ_C) × M v_0", carried)
                      .term("ρ_C × M a_0", Vec3(s.rho.cross(s.M * s.a_O)))
                      .inner_scale(scale));
  found.push_back(
      Comparison(s.label + ", S3 (37)", Vec3(crossing + carried))
          .term("v_0 × M (v_C - ω × ρ_C)", Vec3(s.v_O.cross(s.M * (s.v_C - s.w.cross(s.rho)))))
          .inner_scale(scale));
  found.push_back(Comparison(s.label + ", S3 (37), zero", Vec3(crossing + carried))
                      .term("v_0 × M v_0", Vec3(s.v_O.cross(s.M * s.v_O)))
                      .inner_scale(scale));
  found.push_back(Comparison(s.label + ", S3 (38)", Vec3(first + second))
                      .term("r_0 × M a_C", Vec3(s.r_O.cross(s.M * s.a_C)))
                      .term("ρ_C × M a_0", Vec3(s.rho.cross(s.M * s.a_O)))
                      .inner_scale(scale));
}

Identity angular_momentum_centre() {
  return {.id = "angular-momentum-centre",
          .title = "angular momentum of a body about its centre",
          .equations = {"S3 (44)", "S3 (48)"},
          .misprinted = {"S3 (44)", "S3 (48)"},
          .formula = "K_C = I* ω",
          .reading = "S3 (44), (48) add r_C × M v_C, which makes it K_O.",
          .left = kMovingParticles,
          .right = "kinematics::propagate, mass::RigidMass",
          .evaluate = for_snapshots([](const Sample& sample, int body, const Snapshot& s) {
            // The moments of the velocities, that of the centre among them, which cancels.
            Vec3 K = Vec3::Zero();
            double scale = 0.0;
            const spatial::TransformSeries& T = sample.placements()[at(body)];
            const Vec3 p_BBcm = body_of(sample, body).rigid_mass.p_BBcm;
            for (const Particle& p : particles(body_of(sample, body).rigid_mass)) {
              const Vec3 arm = T.R[0] * (p.r_B - p_BBcm);
              const Vec3 v = moved_point(T, p.r_B).derivative(1);
              K += p.mass * arm.cross(v);
              scale += std::abs(p.mass) * arm.norm() * v.norm();
            }
            const Vec3 r_C = moved_point(T, p_BBcm)[0];
            const Vec3 spin = s.I_C * s.w;
            Comparison comparison(s.label, K);
            comparison.term("I* ω", spin).inner_scale(scale);
            // Of a body that does not turn, K_C is zero, and no error is relative to it.
            if (spin.norm() > 1e-6 * scale) {
              comparison.printed(Vec3(r_C.cross(s.M * s.v_C) + spin));
            }
            return comparison;
          })};
}

Identity angular_momentum_any_point() {
  return {.id = "angular-momentum-any-point",
          .title = "angular momentum by the motion of any point of the body",
          .equations = {"S3 (21)"},
          .formula = "K_O = r_0 × M v_C + ρ_C × M v_0 + I' ω",
          .left = kMovingParticles,
          .right = "kinematics::propagate, mass::inertia_tensor",
          .evaluate = for_snapshots([](const Sample& sample, int body, const Snapshot& s) {
            return Comparison(s.label, particle_sum(sample, body, moment_of_velocity).derivative(0))
                .term("r_0 × M v_C", Vec3(s.r_O.cross(s.M * s.v_C)))
                .term("ρ_C × M v_0", Vec3(s.rho.cross(s.M * s.v_O)))
                .term("I' ω", Vec3(s.I_O * s.w))
                .inner_scale(moment_scale(sample, body, 0));
          })};
}

Identity angular_momentum_rate() {
  return {.id = "angular-momentum-rate",
          .title = "rate of the angular momentum by the motion of any point",
          .equations = {"S3 (33)"},
          .formula = "K_O' = r_0 × M a_C + ρ_C × M a_0 + I' ε + ω × I' ω",
          .left = kMovingParticles,
          .right = "kinematics::propagate, mass::inertia_tensor",
          .evaluate = for_snapshots([](const Sample& sample, int body, const Snapshot& s) {
            return Comparison(s.label, particle_sum(sample, body, moment_of_velocity).derivative(1))
                .term("r_0 × M a_C", Vec3(s.r_O.cross(s.M * s.a_C)))
                .term("ρ_C × M a_0", Vec3(s.rho.cross(s.M * s.a_O)))
                .term("I' ε", Vec3(s.I_O * s.e))
                .term("ω × I' ω", Vec3(s.w.cross(s.I_O * s.w)))
                .inner_scale(moment_scale(sample, body, 1));
          })};
}

Identity angular_momentum_rate_steps() {
  return {.id = "angular-momentum-rate-steps",
          .title = "rate of the angular momentum, one step after the other",
          .equations = {"S3 (34)", "S3 (35)", "S3 (36)", "S3 (37)", "S3 (38)"},
          .formula =
              "D(r_0 × M v_C) = v_0 × M v_C + r_0 × M a_C, D(ρ_C × M v_0) = (ω × ρ_C) × M v_0 "
              "+ ρ_C × M a_0, v_0 × M v_C + (ω × ρ_C) × M v_0 = 0, ...",
          .left = "products of placements, differentiated in Taylor arithmetic",
          .right = "kinematics::propagate, for velocities, accelerations and ω",
          .evaluate = [](const Sample& sample) {
            Comparisons found;
            for (const int body : some_bodies(sample)) rate_steps(sample, body, found);
            return found;
          }};
}

Identity euler_equation() {
  return {
      .id = "euler-equation",
      .title = "theorem of angular momentum about the centre, with derivatives",
      .equations = {"S3 (47)", "S3 (49)", "S0 (144)", "S2 (60)"},
      .formula = "N* = D(I ω) = I ε + ω × I ω",
      .left = "∫ s × s'' dm over particles, s from the centre, differentiated",
      .right = "equations::inertia_moment",
      .evaluate = [](const Sample& sample) {
        Comparisons found;
        for (const int body : some_bodies(sample)) {
          const mass::RigidMass& B = body_of(sample, body).rigid_mass;
          const taylor::Series<Mat3>& R = sample.placements()[at(body)].R;
          const auto N = equations::inertia_moment(sample.motion(), body);
          const auto w = omega_of(sample.placements()[at(body)]);
          const auto I = in_world(R.truncated(w.order()), B.inertia_com());
          const auto accelerating = I.truncated(w.order() - 1) * taylor::time_derivative(w);
          const auto gyroscopic = taylor::cross(w, I * w);
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
            const std::string label = concat(body_label(sample, body), ", k = ", k);
            found.push_back(Comparison(label, sum).term("N*", N.derivative(k)).inner_scale(scale));
            found.push_back(Comparison(label + ", in parts", sum)
                                .term("D^k(I ε)", accelerating.derivative(k))
                                .term("D^k(ω × I ω)", gyroscopic.derivative(k))
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
          .misprinted = {"S0 (144)", "S1 (115)"},
          .formula = "ω × I ω = Σ_j Σ_p Ω_j × (I Ω_p) q_j' q_p'",
          .reading = "S0 (144) and S1 (115) lack the tensor in the sum: it is then zero.",
          .left = "kinematics::propagate",
          .right = kVariations,
          .shared = "kinematics::propagate, for ω and its derivatives at the instant",
          .most_coordinates = kMostVaried,
          .evaluate = for_snapshots([](const Sample& sample, int body, const Snapshot& s) {
            Vec3 sum = Vec3::Zero();
            double scale = 0.0;
            std::vector<Vec3> rates;
            for (int j = 0; j < sample.num_coordinates(); ++j) {
              rates.push_back(rate_vector(sample.variation(j, 0)[at(body)].R,
                                          sample.placements()[at(body)].R)[0] *
                              sample.state().derivative(1)(j));
            }
            Comparison comparison(s.label, Vec3(s.w.cross(s.I_C * s.w)));
            for (std::size_t j = 0; j < rates.size(); ++j) {
              Vec3 of_joint = Vec3::Zero();
              for (const Vec3& b : rates) {
                of_joint += rates[j].cross(s.I_C * b);
                scale += rates[j].norm() * s.I_C.norm() * b.norm();
              }
              sum += of_joint;
              comparison.term(concat("Σ_p Ω_", j + 1, " × (I Ω_p) q_", j + 1, "' q_p'"), of_joint);
            }
            comparison.inner_scale(scale);
            // Where ω is along a principal axis there is no gyroscopic moment to be missed.
            if (sum.norm() > 1e-6 * scale) {
              comparison.printed(equations::printed_gyroscopic_moment(sample.motion(), body));
            }
            return comparison;
          })};
}

}  // namespace

std::vector<Identity> body_momentum_identities() {
  return {angular_momentum_centre(), angular_momentum_any_point(),
          angular_momentum_rate(),   angular_momentum_rate_steps(),
          euler_equation(),          gyroscopic_sum()};
}

}  // namespace appell::verify
