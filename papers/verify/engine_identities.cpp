// The fast recursion of engine/ against the equations of motion of every order, and against the
// reference implementation: the same numbers from kernels that share no code with either.
#include "appell/energy/acceleration_energy.hpp"
#include "appell/engine/inverse_dynamics.hpp"
#include "appell/force/generalized_force.hpp"
#include "papers/equations/equations_of_motion.hpp"
#include "papers/verify/energy_tools.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

using engine::InverseDynamics;
using engine::InverseDynamicsOptions;

/// Derivatives of q as the engine takes them, [order][coordinate].
std::vector<double> inputs(const Sample& sample, int num_orders) {
  std::vector<double> q;
  for (int k = 0; k < num_orders; ++k) {
    const VecX derivative = sample.state().derivative(k);
    q.insert(q.end(), derivative.data(), derivative.data() + derivative.size());
  }
  return q;
}

VecX block(const std::vector<double>& values, int k, int n) {
  return Eigen::Map<const VecX>(values.data() + k * n, n);
}

/// Dᵏ⁻¹Q by the kernel for k outputs; without gravity, as the energies have it.
Comparisons forces_of_order(const Sample& sample, int k) {
  if (k > sample.max_k()) {
    throw NotApplicable{
        concat("k = ", k, " is above the order asked for; order ", k - 1, " has it")};
  }
  const int n = sample.num_coordinates();
  const auto terms = equations::order_k_terms(sample.model(), sample.state(), k, k + 1);
  const equations::ForceTerms Q = equations::sum_of(terms);
  const std::vector<double> q = inputs(sample, k + 2);
  std::vector<double> tau(at(k * n));
  Comparisons found;
  for (const auto set : engine::available_instruction_sets()) {
    InverseDynamicsOptions options;
    options.gravity = Vec3::Zero();
    options.instruction_set = set;
    InverseDynamics fast(sample.model(), k, options);
    const auto compare = [&](const char* how) {
      Comparison comparison(concat("k = ", k, ", ", engine::name(set), ", ", how),
                            block(tau, k - 1, n));
      for (const equations::EquationTerm& term : terms) {
        comparison.term(concat(term.coefficient, " ", term.label),
                        VecX(term.coefficient * term.value.value));
      }
      found.push_back(comparison.inner_scale(Q.scale.maxCoeff()));
    };
    fast.compute(q.data(), tau.data());
    compare("single");
    fast.compute_batch(q.data(), 1, 1, tau.data());
    compare("batch");
  }
  return found;
}

/// Σ|terms| of DᵏQ_drive, the largest of all coordinates. By its definition over particles,
///
///   Q_j = Σ m (r'' - g) · ∂r/∂q_j + Σ I_r q_j'',   DᵏQ_j by Leibniz' rule,
///
/// a force of a body that turns is the small rest of large products, and both recursions add up
/// those products.
double drive_scale(const Sample& sample, int k) {
  VecX scale = VecX::Zero(sample.num_coordinates());
  const double g = sample.model().gravity().norm();
  for (const int body : sample.heavy_bodies()) {
    for (const Particle& point : particles(body_of(sample, body).rigid_mass)) {
      const auto r = moved_point(sample.placements()[at(body)], point.r_B);
      for (int j = 0; j < sample.num_coordinates(); ++j) {
        const auto e = moved_point(sample.variation(j, 0)[at(body)], point.r_B);
        double sum = g * e.derivative(k).norm();
        for (int a = 0; a <= k; ++a) {
          sum += binomial(k, a) * r.derivative(a + 2).norm() * e.derivative(k - a).norm();
        }
        scale(j) += std::abs(point.mass) * sum;
      }
    }
  }
  for (const model::Body& body : sample.model().bodies()) {
    const double rotor = sample.model().reflected_inertia(body) * body.ratio * body.ratio;
    scale(body.coordinate) += rotor * std::abs(sample.state().derivative(k + 2)(body.coordinate));
  }
  return scale.maxCoeff();
}

Comparisons all_forces(const Sample& sample) {
  const int n = sample.num_coordinates();
  const int K = sample.max_k();
  const std::vector<double> q = inputs(sample, K + 2);
  std::vector<double> tau(at(K * n));
  InverseDynamics(sample.model(), K).compute(q.data(), tau.data());
  const auto inertia = force::inertia_force(sample.motion());
  const auto gravity = force::gravity_force(sample.motion());
  Comparisons found;
  for (int k = 0; k < K; ++k) {
    found.push_back(Comparison(concat("order ", k), block(tau, k, n))
                        .term(concat("D^", k, " Q_inertia"), inertia.derivative(k))
                        .term(concat("D^", k, " Q_gravity"), gravity.derivative(k))
                        .inner_scale(drive_scale(sample, k)));
  }
  return found;
}

/// E_1 .. E_K; more than four of them come from another kernel than fewer.
void add_energies(const Sample& sample, int K, Comparisons& found) {
  const std::vector<double> q = inputs(sample, K + 2);
  std::vector<double> tau(at(K * sample.num_coordinates())), E(at(K));
  InverseDynamicsOptions options;
  options.energies = engine::Energies::kAll;
  InverseDynamics(sample.model(), K, options).compute(q.data(), tau.data(), E.data());
  for (int p = 1; p <= K; ++p) {
    found.push_back(Comparison(concat("p = ", p, " of ", K), E[at(p - 1)])
                        .term(concat("E_", p), energy::acceleration_energy(sample.motion(), p)[0]));
  }
}

Comparisons energies(const Sample& sample) {
  constexpr int kFew = 4;
  Comparisons found;
  if (sample.max_k() > kFew) add_energies(sample, kFew, found);
  add_energies(sample, sample.max_k(), found);
  return found;
}

Identity engine_force(int k) {
  return {.id = concat("engine-k", k),
          .title = concat("the engine's force of order ", k),
          .equations = {"S0 (164)", "S1 (132)", "S2 (74)"},
          .formula = "Dᵏ⁻¹Q_j = (k-1)! m!/(m+k-1)! ∂/∂q_j⁽ᵐ⁾ Σ_p C_p Dᵐ⁺ᵏ⁻²ᵖ⁻¹ E_p",
          .reading =
              "C_p are the Catalan numbers. Every instruction set that this machine has, a "
              "single sample and a batch.",
          .left = "engine::InverseDynamics",
          .right = "equations::order_k_terms",
          .most_coordinates = kMostVaried,
          .evaluate = [k](const Sample& sample) { return forces_of_order(sample, k); }};
}

Identity engine_forces() {
  return {.id = "engine-forces",
          .title = "the engine's driving forces and those of the readable route",
          .equations = {"S0 (150)"},
          .formula = "Q_m = Q_inertia + Q_gravity, with derivatives",
          .left = "engine::InverseDynamics",
          .right = "force::inertia_force and force::gravity_force",
          .most_coordinates = kMostVaried,
          .evaluate = all_forces,
          .bar = 1e-13};  // drive_scale() is the full sum: forces are up to 100 times less.
}

Identity engine_energies() {
  return {.id = "engine-energies",
          .title = "the engine's acceleration energies",
          .equations = {"S1 (83)"},
          .formula = "E_p = ½ ∫ |r⁽ᵖ⁺¹⁾|² dm",
          .left = "engine::InverseDynamics",
          .right = "energy::acceleration_energy",
          .evaluate = energies};
}

}  // namespace

std::vector<Identity> engine_identities() {
  std::vector<Identity> list;
  for (int k = 1; k <= 7; ++k) list.push_back(engine_force(k));
  list.push_back(engine_forces());
  list.push_back(engine_energies());
  return list;
}

}  // namespace appell::verify
