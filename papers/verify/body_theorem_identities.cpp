// The theorems of one body, and the principle made of them: what moves a body is what its joint and
// those of the bodies that it carries transmit to it, and its weight.
#include "appell/force/generalized_force.hpp"
#include "appell/force/joint_wrenches.hpp"
#include "papers/verify/energy_tools.hpp"
#include "papers/verify/momentum_tools.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

using taylor::Series;

constexpr const char* kJointWrenches = "force::joint_wrenches, its own less those of the children";

/// The active forces of one body and their moments about its centre, in parts, with derivatives.
struct ActiveForces {
  Series<Vec3> own_force, child_force, weight;
  Series<Vec3> own_moment, child_moment;  ///< The weight has none about the centre.

  Series<Vec3> force() const { return own_force + child_force + weight; }
  Series<Vec3> moment() const { return own_moment + child_moment; }
};

/// Moment about c of a wrench at p.
Series<Vec3> moment_about(const Series<Vec3>& c, const Series<Vec3>& p,
                          const spatial::WrenchSeries& wrench) {
  const int N = wrench.force.order();
  return wrench.moment + taylor::cross(p.truncated(N) - c.truncated(N), wrench.force);
}

ActiveForces active_forces(const Sample& sample, const std::vector<spatial::WrenchSeries>& wrenches,
                           int index) {
  const mass::RigidMass& B = body_of(sample, index).rigid_mass;
  const auto c = moved_point(sample.placements()[at(index)], B.p_BBcm);
  const spatial::WrenchSeries& own = wrenches[at(index)];
  const int N = own.force.order();
  const auto zero = Series<Vec3>::constant(Vec3::Zero(), N);
  ActiveForces active{.own_force = own.force,
                      .child_force = zero,
                      .weight = Series<Vec3>::constant(B.mass * sample.model().gravity(), N),
                      .own_moment = moment_about(c, sample.placements()[at(index)].p, own),
                      .child_moment = zero};
  for (const model::Body& child : sample.model().bodies()) {
    if (child.parent != index) continue;
    const spatial::WrenchSeries& wrench = wrenches[at(child.index)];
    active.child_force -= wrench.force;
    active.child_moment -= moment_about(c, sample.placements()[at(child.index)].p, wrench);
  }
  return active;
}

/// Size of Dᵏ of all forces in the robot, and of their moments: what a body is moved with is the
/// small rest of what its joints transmit.
double transmitted_scale(const Sample& sample, bool moments, int k) {
  double sum = 0.0;
  for (const int body : sample.heavy_bodies()) {
    for (const Particle& point : particles(body_of(sample, body).rigid_mass)) {
      const auto r = moved_point(sample.placements()[at(body)], point.r_B);
      const double weight = sample.model().gravity().norm();
      const auto acceleration = [&](int a) {
        return r.derivative(a + 2).norm() + (a == 0 ? weight : 0.0);
      };
      if (!moments) sum += std::abs(point.mass) * acceleration(k);
      for (int a = 0; moments && a <= k; ++a) {
        sum += std::abs(point.mass) * binomial(k, a) * r.derivative(a).norm() * acceleration(k - a);
      }
    }
  }
  return sum;
}

/// Dᵏ M a_C of every body against Dᵏ F*.
Comparisons newton_of_bodies(const Sample& sample) {
  const auto wrenches = force::joint_wrenches(sample.motion());
  Comparisons found;
  for (const int body : some_bodies(sample)) {
    const auto rate = taylor::time_derivative(particle_sum(sample, body, velocity));
    const ActiveForces active = active_forces(sample, wrenches, body);
    for (int k = 0; k < sample.max_k(); ++k) {
      found.push_back(Comparison(concat(body_label(sample, body), ", k = ", k), rate.derivative(k))
                          .term("its joint", active.own_force.derivative(k))
                          .term("joints of its children", active.child_force.derivative(k))
                          .term("weight", active.weight.derivative(k))
                          .inner_scale(transmitted_scale(sample, false, k)));
    }
  }
  return found;
}

/// D^k ∫ s × s'' dm, s from the centre.
Vec3 own_moment(const Sample& sample, int body, int k) {
  const mass::RigidMass& B = body_of(sample, body).rigid_mass;
  const Series<Mat3>& R = sample.placements()[at(body)].R;
  Vec3 sum = Vec3::Zero();
  for (const Particle& point : particles(B)) {
    const Vec3 s = point.r_B - B.p_BBcm;
    for (int a = 0; a <= k; ++a) {
      sum += point.mass * binomial(k, a) * (R.derivative(a) * s).cross(R.derivative(k - a + 2) * s);
    }
  }
  return sum;
}

/// S3 (46), (47), (49): about the centre, and from the moment about the origin.
Comparisons euler_of_bodies(const Sample& sample) {
  const auto wrenches = force::joint_wrenches(sample.motion());
  Comparisons found;
  for (const int body : some_bodies(sample)) {
    const std::string label = body_label(sample, body);
    const ActiveForces active = active_forces(sample, wrenches, body);
    for (int k = 0; k < sample.max_k(); ++k) {
      found.push_back(Comparison(concat(label, ", k = ", k), own_moment(sample, body, k))
                          .term("its joint", active.own_moment.derivative(k))
                          .term("joints of its children", active.child_moment.derivative(k))
                          .inner_scale(transmitted_scale(sample, true, k)));
    }
    const Vec3 p_BBcm = body_of(sample, body).rigid_mass.p_BBcm;
    const auto r_C = moved_point(sample.placements()[at(body)], p_BBcm);
    const Vec3 R = active.force()[0];
    const Vec3 M_C = active.moment()[0];
    const Vec3 M_O = particle_sum(sample, body, moment_of_velocity).derivative(1);  // S3 (23)
    const double M = body_of(sample, body).rigid_mass.mass;
    found.push_back(Comparison(label + ", S3 (46): M_C", M_C)
                        .term("M_O", M_O)
                        .term("-r_C × M a_C", Vec3(-r_C[0].cross(M * r_C.derivative(2))))
                        .inner_scale(transmitted_scale(sample, true, 0)));
    found.push_back(Comparison(label + ", S3 (46): M_C, by the resultant", M_C)
                        .term("M_O", M_O)
                        .term("-r_C × R", Vec3(-r_C[0].cross(R)))
                        .inner_scale(transmitted_scale(sample, true, 0)));
  }
  return found;
}

/// Dᵏ Σ_i F · ∂r_C/∂q_j, or of the moments with Ω_j, for every j.
VecX virtual_work(const Sample& sample, const std::vector<Series<Vec3>>& vectors, int row, int k) {
  VecX sum = VecX::Zero(sample.num_coordinates());
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    const Series<MatX>& J = sample.centre_jacobian(sample.heavy_bodies()[i]);
    for (int a = 0; a <= k; ++a) {
      sum += binomial(k, a) * J.derivative(a).middleRows<3>(row).transpose() *
             vectors[i].derivative(k - a);
    }
  }
  return sum;
}

/// S2 (60) to (62), S3 (71): both sides, the inertia of the particles and the active forces.
Comparisons principle(const Sample& sample) {
  const auto wrenches = force::joint_wrenches(sample.motion());
  std::vector<Series<Vec3>> forces, moments, rates, spins;
  for (const int body : sample.heavy_bodies()) {
    const ActiveForces active = active_forces(sample, wrenches, body);
    forces.push_back(active.force());
    moments.push_back(active.moment());
    rates.push_back(taylor::time_derivative(particle_sum(sample, body, velocity)));
    Series<Vec3> spin(sample.max_k() - 1);
    for (int k = 0; k < sample.max_k(); ++k) {
      spin[k] = own_moment(sample, body, k) / factorial(k);
    }
    spins.push_back(spin);
  }
  double slide = 0.0;  // Only a joint that slides gives work by a force without an arm.
  for (const model::Body& body : sample.model().bodies()) {
    slide = std::max(slide, std::abs(body.ratio) * body.screw.linear.norm());
  }
  Comparisons found;
  for (int k = 0; k < sample.max_k(); ++k) {
    const VecX inertia = virtual_work(sample, rates, 0, k) + virtual_work(sample, spins, 3, k);
    found.push_back(Comparison(concat("k = ", k), inertia)
                        .term("Σ F*ᵀ ∂r_C/∂q_j", virtual_work(sample, forces, 0, k))
                        .term("Σ N*ᵀ Ω_j", virtual_work(sample, moments, 3, k))
                        .inner_scale(transmitted_scale(sample, true, k) +
                                     slide * transmitted_scale(sample, false, k)));
  }
  return found;
}

/// What the bodies' energies change by per time, the rotors left out: by their inertia along the
/// columns of the Jacobian, and by the active forces along their velocities.
struct Power {
  double rate = 0.0;
  double by_columns = 0.0, by_axes = 0.0, by_forces = 0.0, by_moments = 0.0;
  double speed = 0.0, turning = 0.0;  ///< Σ|v_C|, Σ|ω|.
};

void add_power(const Sample& sample, const std::vector<spatial::WrenchSeries>& wrenches, int body,
               Power& power) {
  const mass::RigidMass& B = body_of(sample, body).rigid_mass;
  const spatial::TransformSeries& T = sample.placements()[at(body)];
  const kinematics::BodyMotion& X = sample.motion()[body];
  const VecX velocities = sample.centre_jacobian(body)[0] * sample.state().derivative(1);
  const Vec3 a_C = kinematics::point_position(X, B.p_BBcm).derivative(2);
  const Vec3 w = X.omega_WB.derivative(0), e = X.omega_WB.derivative(1);
  const Mat3 I = X.R_WB[0] * B.inertia_com() * X.R_WB[0].transpose();
  power.rate += particle_energy(sample, body, 0).derivative(1);
  power.by_columns += B.mass * a_C.dot(velocities.head<3>());
  power.by_axes += (I * e + w.cross(I * w)).dot(velocities.tail<3>());
  const ActiveForces active = active_forces(sample, wrenches, body);
  const Vec3 v_C = moved_point(T, B.p_BBcm).derivative(1);
  const Vec3 omega = omega_of(T)[0];
  power.by_forces += active.force()[0].dot(v_C);
  power.by_moments += active.moment()[0].dot(omega);
  power.speed += v_C.norm();
  power.turning += omega.norm();
}

/// S3 (68), (69).
Comparisons work(const Sample& sample) {
  const auto wrenches = force::joint_wrenches(sample.motion());
  Power power;
  for (const int body : sample.heavy_bodies()) add_power(sample, wrenches, body, power);
  const double scale = std::max(transmitted_scale(sample, false, 0) * power.speed +
                                    transmitted_scale(sample, true, 0) * power.turning,
                                energy_scale(sample, 0, 1));
  return {Comparison("S3 (68): dE/dt", power.rate)
              .term("ΣΣ M a_Cᵀ ∂r_C/∂q_j q_j'", power.by_columns)
              .term("ΣΣ (I* ε + ω × I* ω)ᵀ Ω_j q_j'", power.by_axes)
              .inner_scale(scale),
          Comparison("S3 (69): dE/dt", power.rate)
              .term("Σ F*ᵀ dr_C/dt", power.by_forces)
              .term("Σ N*ᵀ dψ/dt", power.by_moments)
              .inner_scale(scale)};
}

/// δr_C and δψ along the line q + t u.
Comparisons displacements(const Sample& sample) {
  Random random = sample.random("virtual-displacements");
  model::StateSeries line(1, VecX::Zero(sample.num_coordinates()));
  line[0] = sample.state()[0];
  for (double& entry : line[1]) entry = random.number();
  const auto moved = placements_along(sample.model(), line);
  Comparisons found;
  for (const int body : some_bodies(sample)) {
    const Vec3 r = body_of(sample, body).rigid_mass.p_BBcm;
    const spatial::TransformSeries& T = moved[at(body)];
    Comparison linear(body_label(sample, body) + ", δr_C", moved_point(T, r).derivative(1));
    Comparison angular(body_label(sample, body) + ", δψ", omega_of(T)[0]);
    double reach = 0.0;
    for (int b = body; b != model::kWorld; b = body_of(sample, b).parent) {
      const int j = body_of(sample, b).coordinate;
      reach += sample.placements()[at(b)].p[0].norm() + r.norm() +
               body_of(sample, b).screw.linear.norm();
      bool seen = false;  // A coordinate that moves several joints has one column.
      for (int c = body; c != b; c = body_of(sample, c).parent) {
        seen = seen || body_of(sample, c).coordinate == j;
      }
      if (seen) continue;
      const MatX& J = sample.centre_jacobian(body)[0];
      linear.term(concat("∂r_C/∂q_", j + 1, " δq_", j + 1), Vec3(J.col(j).head<3>() * line[1](j)));
      angular.term(concat("Ω_", j + 1, " δq_", j + 1), Vec3(J.col(j).tail<3>() * line[1](j)));
    }
    found.push_back(linear.inner_scale(reach));
    found.push_back(angular.inner_scale(1.0));
  }
  return found;
}

Identity newton_of_a_body() {
  return {.id = "newton-of-a-body",
          .title = "theorem of the centre of mass of one body, with derivatives",
          .equations = {"S3 (10)", "S3 (12)", "S3 (14)"},
          .formula = "Dᵏ ∫ a dm = Dᵏ M a_C = Dᵏ F*: joint - joints of the children + weight",
          .left = kMovingParticles,
          .right = kJointWrenches,
          .evaluate = newton_of_bodies};
}

Identity euler_of_a_body() {
  return {.id = "euler-of-a-body",
          .title = "theorem of angular momentum of one body about its centre, with derivatives",
          .equations = {"S3 (46)", "S3 (47)", "S3 (49)"},
          .formula = "Dᵏ(I* ε + ω × I* ω) = Dᵏ N*, M_C = M_O - r_C × M a_C = M_O - r_C × R",
          .left = "∫ s × s'' dm over particles, s from the centre, differentiated",
          .right = kJointWrenches,
          .evaluate = euler_of_bodies};
}

Identity virtual_displacements() {
  return {.id = "virtual-displacements",
          .title = "virtual displacement of a centre of mass, and of an orientation",
          .equations = {"S2 (58)"},
          .formula = "δr_C = Σ_j ∂r_C/∂q_j δq_j, δψ = Σ_j Ω_j δq_j",
          .reading = "∂ψ/∂q_j is a name for Ω_j, and Δ_j = 1 is rotation.",
          .left = "placements along q + t δq (verify/sample.cpp)",
          .right = kJacobian,
          .evaluate = displacements};
}

Identity principle_of_bodies() {
  return {.id = "principle-of-bodies",
          .title = "generalized principle of d'Alembert and Lagrange with active forces",
          .equations = {"S2 (60)", "S2 (61)", "S2 (62)", "S3 (71)"},
          .formula =
              "Dᵏ Σ_i { M a_Cᵀ ∂r_C/∂q_j + (I* ε + ω × I* ω)ᵀ Ω_j } = Dᵏ Σ_i { F*ᵀ ∂r_C/∂q_j + "
              "N*ᵀ Ω_j }",
          .reading = "∂ψ/∂q_j is a name for Ω_j, and Δ_j = 1 is rotation.",
          .left = kMovingParticles,
          .right = kJointWrenches,
          .shared = "kinematics::jacobian of the centres of mass",
          .most_coordinates = kMostVaried,
          .evaluate = principle};
}

Identity work_of_bodies() {
  return {.id = "work-of-bodies",
          .title = "theorem of the kinetic energy, body by body",
          .equations = {"S3 (68)", "S3 (69)"},
          .formula =
              "E_C' = ΣΣ { M a_Cᵀ ∂r_C/∂q_j + (I* ε + ω × I* ω)ᵀ Ω_j } q_j' = Σ { F*ᵀ r_C' + N*ᵀ "
              "ω }",
          .reading = "Summed over the bodies; dψ is ω dt.",
          .left = kEnergyOfParticles,
          .right = "kinematics::jacobian; force::joint_wrenches",
          .most_coordinates = kMostVaried,
          .evaluate = work};
}

}  // namespace

std::vector<Identity> body_theorem_identities() {
  return {newton_of_a_body(), euler_of_a_body(), virtual_displacements(), principle_of_bodies(),
          work_of_bodies()};
}

}  // namespace appell::verify
