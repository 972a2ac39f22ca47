#include "appell/force/engine_batch.hpp"

#include <algorithm>

#include "appell/base/check.hpp"
#include "appell/force/friction.hpp"
#include "appell/force/loaded_tree.hpp"

/// The checks: what is computed is in UncheckedEngineBatch.
namespace appell::force {

EngineBatch::EngineBatch(const model::Model& model, const EngineBatchOptions& options)
    : engine_(model, options) {}

void EngineBatch::check_content(const char* function, EngineContent needed) const {
  check(has(engine_.content(), needed), "EngineBatch::", function,
        ": the engine was made without EngineContent::", name_of(needed), ".");
}

void EngineBatch::check_states(const char* function, States states, int needed) const {
  const int n = model().num_coordinates(), capacity = engine_.capacity();
  check(states.num_coordinates() == n, "EngineBatch::", function, ": the states have ",
        states.num_coordinates(), " coordinates; the model has ", n, ".");
  check(states.order() >= needed, "EngineBatch::", function, ": the states are of order ",
        states.order(), "; ", needed, " is needed.");
  check(states.num_samples() <= capacity, "EngineBatch::", function, ": got ", states.num_samples(),
        " states; room was made for ", capacity, ".");
}

void EngineBatch::check_frame(const char* function, const model::Frame& frame) const {
  force::check_frame("EngineBatch::", function, model(), frame);
}

void EngineBatch::check_surroundings(const char* function, const Surroundings& surroundings) const {
  force::check_surroundings("EngineBatch::", function, model(), surroundings);
}

void EngineBatch::check_out(const char* function, States states, Columns out, int columns,
                            int order) const {
  check(out.order() == order, "EngineBatch::", function, ": the result is of order ", out.order(),
        "; ", order, " is needed.");
  check_out_to(function, states, out, columns, order);
}

void EngineBatch::check_out_to(const char* function, States states, Columns out, int columns,
                               int highest_order) const {
  check(out.order() >= 0 && out.order() <= highest_order, "EngineBatch::", function,
        ": the result is of order ", out.order(), "; 0 to ", highest_order, " is needed.");
  check(out.num_coordinates() == columns, "EngineBatch::", function, ": the result has ",
        out.num_coordinates(), " columns; ", columns, " are needed.");
  check(out.capacity() >= states.num_samples(), "EngineBatch::", function,
        ": the result has room for ", out.capacity(), " samples; there are ", states.num_samples(),
        ".");
  check(&out != &states.q(), "EngineBatch::", function,
        ": the result is the block of the states; another one is needed.");
}

// ---- Forces.

void EngineBatch::inverse_dynamics(States states, Columns tau) {
  check_content("inverse_dynamics", EngineContent::kForces);
  check_states("inverse_dynamics", states, order() + 2);
  check_out("inverse_dynamics", states, tau, model().num_coordinates(), order());
  engine_.inverse_dynamics(states, tau);
}

void EngineBatch::inverse_dynamics(States states, const Surroundings& surroundings, Columns tau) {
  check_content("inverse_dynamics", EngineContent::kLoads);
  check_content("inverse_dynamics", EngineContent::kForces);
  check_surroundings("inverse_dynamics", surroundings);
  check_states("inverse_dynamics", states, order() + 2);
  check_out("inverse_dynamics", states, tau, model().num_coordinates(), order());
  engine_.inverse_dynamics(states, surroundings, tau);
}

void EngineBatch::inertia(States states, Columns out) {
  check_content("inertia", EngineContent::kForces);
  check_states("inertia", states, order() + 2);
  check_out("inertia", states, out, model().num_coordinates(), order());
  engine_.inertia(states, out);
}

void EngineBatch::gravity(States states, Columns out) {
  check_content("gravity", EngineContent::kGravity);
  check_states("gravity", states, order());
  check_out("gravity", states, out, model().num_coordinates(), order());
  engine_.gravity(states, out);
}

void EngineBatch::bias(States states, Columns out) {
  check_content("bias", EngineContent::kMatrices);
  check_states("bias", states, order() + 1);
  check_out("bias", states, out, model().num_coordinates(), order());
  engine_.bias(states, out);
}

void EngineBatch::momentum(States states, Columns out) {
  check_content("momentum", EngineContent::kMatrices);
  check_states("momentum", states, order() + 1);
  check_out("momentum", states, out, model().num_coordinates(), order());
  engine_.momentum(states, out);
}

void EngineBatch::load(States states, const Surroundings& surroundings, Columns out) {
  check_content("load", EngineContent::kLoads);
  check_surroundings("load", surroundings);
  check_states("load", states, order());
  check_out("load", states, out, model().num_coordinates(), order());
  engine_.load(states, surroundings, out);
}

int EngineBatch::friction(States states, const Surroundings& surroundings, Columns out) {
  check_content("friction", EngineContent::kLoads);
  check_surroundings("friction", surroundings);
  check_states("friction", states, order() + friction_order(model()));
  check_out("friction", states, out, model().num_coordinates(), order());
  return engine_.friction(states, surroundings, out);
}

int EngineBatch::motor_force(States states, const Surroundings& surroundings, Columns out) {
  check_content("motor_force", EngineContent::kLoads);
  check_content("motor_force", EngineContent::kForces);
  check_surroundings("motor_force", surroundings);
  check_states("motor_force", states, order() + 2);
  check_out("motor_force", states, out, model().num_coordinates(), order());
  return engine_.motor_force(states, surroundings, out);
}

void EngineBatch::joint_wrenches(States states, const Surroundings& surroundings, Columns out) {
  check_content("joint_wrenches", EngineContent::kLoads);
  check_surroundings("joint_wrenches", surroundings);
  check_states("joint_wrenches", states, order() + 2);
  check_out("joint_wrenches", states, out, 6 * model().num_bodies(), order());
  engine_.joint_wrenches(states, surroundings, out);
}

void EngineBatch::reactions(States states, const Surroundings& surroundings, Columns out) {
  check_content("reactions", EngineContent::kLoads);
  check_surroundings("reactions", surroundings);
  check_states("reactions", states, order() + 2);
  check_out("reactions", states, out, 6 * num_reactions(), order());
  engine_.reactions(states, surroundings, out);
}

// ---- Matrices.

void EngineBatch::mass_matrix(States states, Columns M) {
  const int n = model().num_coordinates();
  check_content("mass_matrix", EngineContent::kMatrices);
  check_states("mass_matrix", states, order());
  check_out("mass_matrix", states, M, n * n, order());
  engine_.mass_matrix(states, M);
}

void EngineBatch::coriolis_matrix(States states, Columns C) {
  const int n = model().num_coordinates();
  check_content("coriolis_matrix", EngineContent::kMatrices);
  check_states("coriolis_matrix", states, order() + 1);
  check_out("coriolis_matrix", states, C, n * n, order());
  engine_.coriolis_matrix(states, C);
}

void EngineBatch::force_partials(States states, const Surroundings& surroundings, Columns by_q,
                                 Columns by_rate) {
  const int n = model().num_coordinates();
  check_content("force_partials", EngineContent::kPartials);
  check_states("force_partials", states, order() + 2);
  check_out("force_partials", states, by_q, n * n, order());
  check_out("force_partials", states, by_rate, n * n, order());
  check(&by_q != &by_rate,
        "EngineBatch::force_partials: both results are one block; two are needed.");
  check(by_q.capacity() == by_rate.capacity(), "EngineBatch::force_partials: the results have ",
        "room for ", by_q.capacity(), " and ", by_rate.capacity(), " samples; it must be equal.");
  if (!surroundings.is_empty()) {
    check_content("force_partials", EngineContent::kLoads);
    check_surroundings("force_partials", surroundings);
  }
  engine_.force_partials(states, surroundings, by_q, by_rate);
}

void EngineBatch::load_partials(States states, const Surroundings& surroundings, Columns out) {
  const int n = model().num_coordinates();
  check_content("load_partials", EngineContent::kLoads);
  check_surroundings("load_partials", surroundings);
  check_states("load_partials", states, order());
  check_out("load_partials", states, out, n * n, order());
  engine_.load_partials(states, surroundings, out);
}

void EngineBatch::force_derivative_partial(States states, const Surroundings& surroundings, int k,
                                           int m, Columns out) {
  const int n = model().num_coordinates();
  check(k >= 0 && k <= order(), "EngineBatch::force_derivative_partial: derivative ", k,
        " of the force is asked for; the engine was made for ", order(), ".");
  check(m >= 0, "EngineBatch::force_derivative_partial: m must be >= 0, got ", m, ".");
  check_content("force_derivative_partial", EngineContent::kPartials);
  check_states("force_derivative_partial", states, order() + 2);
  check_out("force_derivative_partial", states, out, n * n, 0);
  if (!surroundings.is_empty()) {
    check_content("force_derivative_partial", EngineContent::kLoads);
    check_surroundings("force_derivative_partial", surroundings);
  }
  engine_.force_derivative_partial(states, surroundings, k, m, out);
}

void EngineBatch::solve_mass_matrix(States states, Columns x) {
  check_content("solve_mass_matrix", EngineContent::kMatrices);
  check_states("solve_mass_matrix", states, order());
  check_out("solve_mass_matrix", states, x, model().num_coordinates(), 0);
  const int failed = engine_.solve_mass_matrix(states, x);
  if (failed < 0) return;
  throw NumericalError(concat("EngineBatch: the mass matrix of '", model().name(),
                              "' is not positive definite in sample ", failed,
                              ": a coordinate moves no mass, or is not finite."));
}

// ---- Energies and frames.

void EngineBatch::acceleration_energy(States states, int p, Columns out) {
  const int N = order();
  check_content("acceleration_energy", EngineContent::kEnergies);
  check(p >= 0 && p <= N + 1, "EngineBatch::acceleration_energy: p = ", p,
        " is asked for; the engine was made for at most ", N + 1, ".");
  check_out_to("acceleration_energy", states, out, 1, std::min(N, N + 1 - p));
  check_states("acceleration_energy", states, out.order() + p + 1);
  engine_.acceleration_energy(states, p, out);
}

void EngineBatch::body_energies(States states, int p, Columns out) {
  const int N = order();
  check_content("body_energies", EngineContent::kEnergies);
  check(p >= 0 && p <= N + 1, "EngineBatch::body_energies: p = ", p,
        " is asked for; the engine was made for at most ", N + 1, ".");
  check_out_to("body_energies", states, out, model().num_bodies(), std::min(N, N + 1 - p));
  check_states("body_energies", states, out.order() + p + 1);
  engine_.body_energies(states, p, out);
}

void EngineBatch::potential_energy(States states, Columns out) {
  check_content("potential_energy", EngineContent::kGravity);
  check_out_to("potential_energy", states, out, 1, order());
  check_states("potential_energy", states, out.order());
  engine_.potential_energy(states, out);
}

void EngineBatch::placement(States states, const model::Frame& frame, Columns out) {
  check_content("placement", EngineContent::kMotion);
  check_frame("placement", frame);
  check_out_to("placement", states, out, 12, order() + 2);
  check_states("placement", states, out.order());
  engine_.placement(states, frame, out);
}

void EngineBatch::angular_velocity(States states, const model::Frame& frame, Columns out) {
  check_content("angular_velocity", EngineContent::kMotion);
  check_frame("angular_velocity", frame);
  check_out_to("angular_velocity", states, out, 3, order() + 1);
  check_states("angular_velocity", states, out.order() + 1);
  engine_.angular_velocity(states, frame, out);
}

void EngineBatch::jacobian(States states, const model::Frame& frame, Columns J) {
  check_content("jacobian", EngineContent::kMotion);
  check_frame("jacobian", frame);
  check_out_to("jacobian", states, J, 6 * model().num_coordinates(), order() + 2);
  check_states("jacobian", states, J.order());
  engine_.jacobian(states, frame, J);
}

}  // namespace appell::force
