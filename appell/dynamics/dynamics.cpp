#include "appell/dynamics/dynamics.hpp"

#include "appell/dynamics/workspace.hpp"

namespace appell {
namespace {

using dynamics::Call;
using dynamics::Columns;
using dynamics::Workspace;

/// Checks a call, if calls are checked.
/// @return k: 0 for a result of values, N for one with derivatives.
template <Checks kChecks>
int begin(const Workspace& w, const Call& call, const ConstBlockRef& motion, const BlockRef& out,
          const Surroundings* around = nullptr) {
  const int k = out.cols() == call.cols ? 0 : w.N;
  if constexpr (kChecks == Checks::kOn) {
    w.check_call(call, k, motion, out);
    if (around != nullptr) w.check_around(call.function, *around);
  }
  return k;
}

/// Derivatives of E_p that a result has, of so many numbers each.
int energy_order(const BlockRef& out, int rows) {
  return rows == 0 ? 0 : out.rows() * out.cols() / rows - 1;
}

/// How far the frames of a result are asked for, of so many columns each derivative.
int frame_order(const BlockRef& out, int cols) { return cols == 0 ? 0 : out.cols() / cols - 1; }

}  // namespace

template <Checks kChecks>
BasicDynamics<kChecks>::BasicDynamics(const model::Model& model, const DynamicsOptions& options)
    : workspace_(std::make_unique<Workspace>(model, options)) {}
template <Checks kChecks>
BasicDynamics<kChecks>::~BasicDynamics() = default;
template <Checks kChecks>
BasicDynamics<kChecks>::BasicDynamics(BasicDynamics&&) noexcept = default;
template <Checks kChecks>
BasicDynamics<kChecks>& BasicDynamics<kChecks>::operator=(BasicDynamics&&) noexcept = default;

template <Checks kChecks>
const model::Model& BasicDynamics<kChecks>::model() const noexcept {
  return workspace_->values.model();
}
template <Checks kChecks>
int BasicDynamics<kChecks>::order() const noexcept {
  return workspace_->N;
}
template <Checks kChecks>
int BasicDynamics<kChecks>::capacity() const noexcept {
  return workspace_->values.capacity();
}
template <Checks kChecks>
Content BasicDynamics<kChecks>::content() const noexcept {
  return workspace_->values.content();
}
template <Checks kChecks>
int BasicDynamics<kChecks>::lanes() const noexcept {
  return workspace_->values.lanes();
}
template <Checks kChecks>
int BasicDynamics<kChecks>::num_reactions() const noexcept {
  return workspace_->values.num_reactions();
}

// ---- Forces.

template <Checks kChecks>
void BasicDynamics<kChecks>::inverse_dynamics(In motion, Out tau) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int k = begin<kChecks>(w, {"inverse_dynamics", Content::kForces, 3, w.n}, motion, tau);
  dynamics::BlockDynamics& level = w.level(k);
  if (level.is_for_one() && motion.stride() == 1 && tau.stride() == 1) {
    return level.inverse_dynamics(motion.data(), tau.data());
  }
  level.inverse_dynamics(motion, {tau, w.n, k});
}

template <Checks kChecks>
void BasicDynamics<kChecks>::inverse_dynamics(In motion, const Surroundings& around,
                                              Out tau) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int k =
      begin<kChecks>(w, {"inverse_dynamics", Content::kForces, 3, w.n}, motion, tau, &around);
  w.level(k).inverse_dynamics(motion, around, {tau, w.n, k});
}

template <Checks kChecks>
void BasicDynamics<kChecks>::inertia(In motion, Out out) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int k = begin<kChecks>(w, {"inertia", Content::kForces, 3, w.n}, motion, out);
  w.level(k).inertia(motion, {out, w.n, k});
}

template <Checks kChecks>
void BasicDynamics<kChecks>::gravity(In motion, Out out) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int k =
      begin<kChecks>(w, {"gravity", Content::kForces, 1, w.n, 1, Content::kGravity}, motion, out);
  w.level(k).gravity(motion, {out, w.n, k});
}

template <Checks kChecks>
void BasicDynamics<kChecks>::bias(In motion, Out out) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int k =
      begin<kChecks>(w, {"bias", Content::kForces, 2, w.n, 1, Content::kMatrices}, motion, out);
  w.level(k).bias(motion, {out, w.n, k});
}

template <Checks kChecks>
void BasicDynamics<kChecks>::momentum(In motion, Out out) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int k =
      begin<kChecks>(w, {"momentum", Content::kForces, 2, w.n, 1, Content::kMatrices}, motion, out);
  w.level(k).momentum(motion, {out, w.n, k});
}

template <Checks kChecks>
void BasicDynamics<kChecks>::load(In motion, const Surroundings& around,
                                  Out out) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int k = begin<kChecks>(w, {"load", Content::kLoads, 1, w.n}, motion, out, &around);
  w.level(k).load(motion, around, {out, w.n, k});
}

template <Checks kChecks>
int BasicDynamics<kChecks>::friction(In motion, const Surroundings& around,
                                     Out out) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int k = begin<kChecks>(w, {"friction", Content::kLoads, w.friction_order + 1, w.n}, motion,
                               out, &around);
  return w.level(k).friction(motion, around, {out, w.n, k});
}

template <Checks kChecks>
int BasicDynamics<kChecks>::motor_force(In motion, const Surroundings& around,
                                        Out out) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int k = begin<kChecks>(w, {"motor_force", Content::kForces | Content::kLoads, 3, w.n},
                               motion, out, &around);
  return w.level(k).motor_force(motion, around, {out, w.n, k});
}

// ---- Matrices.

template <Checks kChecks>
void BasicDynamics<kChecks>::mass_matrix(In motion, Out M) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int k = begin<kChecks>(w, {"mass_matrix", Content::kMatrices, 1, w.n, w.n}, motion, M);
  w.level(k).mass_matrix(motion, {M, w.n * w.n, k});
}

template <Checks kChecks>
void BasicDynamics<kChecks>::coriolis_matrix(In motion, Out C) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int k = begin<kChecks>(w, {"coriolis_matrix", Content::kMatrices, 2, w.n, w.n}, motion, C);
  w.level(k).coriolis_matrix(motion, {C, w.n * w.n, k});
}

template <Checks kChecks>
void BasicDynamics<kChecks>::force_partials(In motion, const Surroundings& around, Out by_q,
                                            Out by_rate) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int k =
      begin<kChecks>(w, {"force_partials", Content::kPartials, 3, w.n, w.n}, motion, by_q, &around);
  if constexpr (!kNoThrow) {
    w.check_result("force_partials", motion, by_rate, w.n, w.n * (k + 1));
    check(w.n == 0 || by_q.data() != by_rate.data(),
          "Dynamics::force_partials: both results lie in one place; two are needed.");
    check(by_q.stride() == by_rate.stride(), "Dynamics::force_partials: the samples of the ",
          "results are ", by_q.stride(), " and ", by_rate.stride(), " apart; it must be equal.");
  }
  w.level(k).force_partials(motion, around, {by_q, w.n * w.n, k}, {by_rate, w.n * w.n, k});
}

template <Checks kChecks>
void BasicDynamics<kChecks>::force_derivative_partial(In motion, const Surroundings& around, int k,
                                                      int m, Out out) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  if constexpr (!kNoThrow) {
    constexpr const char* kFunction = "force_derivative_partial";
    w.check_content(kFunction, Content::kPartials);
    check(k >= 0 && k <= w.N, "Dynamics::", kFunction, ": derivative ", k,
          " of the force is asked for; the object was made for ", w.N, ".");
    check(m >= 0, "Dynamics::", kFunction, ": m must be >= 0, got ", m, ".");
    w.check_motion(kFunction, motion, k == 0 ? 3 : w.N + 3);
    w.check_result(kFunction, motion, out, w.n, w.n);
    w.check_around(kFunction, around);
  }
  w.level(k).force_derivative_partial(motion, around, k, m, {out, w.n * w.n, 0});
}

template <Checks kChecks>
int BasicDynamics<kChecks>::solve_mass_matrix(In q, Out x) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  if constexpr (!kNoThrow) {
    w.check_content("solve_mass_matrix", Content::kMatrices);
    w.check_motion("solve_mass_matrix", q, 1);
    w.check_result("solve_mass_matrix", q, x, w.n, x.cols());
  }
  const int failed = w.values.solve_mass_matrix(q, {x, w.n, x.cols() - 1});
  if constexpr (!kNoThrow) {
    if (failed >= 0) {
      throw NumericalError(concat("Dynamics: the mass matrix of '", model().name(),
                                  "' is not positive definite in sample ", failed,
                                  ": a coordinate moves no mass, or is not finite."));
    }
  }
  return failed;
}

// ---- Energies.

template <Checks kChecks>
void BasicDynamics<kChecks>::kinetic_energy(In motion, Out E) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  if constexpr (!kNoThrow) {
    w.check_content("kinetic_energy", Content::kForces);
    w.check_motion("kinetic_energy", motion, 2);
    w.check_result("kinetic_energy", motion, E, 1, 1);
  }
  w.values.kinetic_energy(motion, {E, 1, 0});
}

template <Checks kChecks>
void BasicDynamics<kChecks>::potential_energy(In motion, Out U) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int k = energy_order(U, 1);
  if constexpr (!kNoThrow) {
    w.check_content("potential_energy", Content::kGravity);
    w.check_numbers("potential_energy", motion, U, 1, w.N);
    w.check_motion("potential_energy", motion, k + 1);
  }
  w.level(k).potential_energy(motion, {U, 1, k});
}

template <Checks kChecks>
void BasicDynamics<kChecks>::acceleration_energy(In motion, int p, Out E) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int k = energy_order(E, 1);
  if constexpr (!kNoThrow) w.check_energy("acceleration_energy", motion, p, E, 1);
  w.level(p > 1 ? w.N : k).acceleration_energy(motion, p, {E, 1, k});
}

template <Checks kChecks>
void BasicDynamics<kChecks>::body_energies(In motion, int p, Out E) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int k = energy_order(E, w.B);
  if constexpr (!kNoThrow) w.check_energy("body_energies", motion, p, E, w.B);
  w.level(p > 1 ? w.N : k).body_energies(motion, p, {E, w.B, k});
}

// ---- Motion of frames: values() knows motions to order 2.

template <Checks kChecks>
void BasicDynamics<kChecks>::placement(In motion, Frames frames, Out X) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int cols = 4 * static_cast<int>(frames.size());
  const int k = frame_order(X, cols);
  if constexpr (!kNoThrow) w.check_frame_call("placement", motion, frames, X, 3, cols, k, 0);
  w.level(k > 2 ? k : 0).placement(motion, frames, {X, 3 * cols, k});
}

template <Checks kChecks>
void BasicDynamics<kChecks>::angular_velocity(In motion, Frames frames,
                                              Out omega) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int cols = static_cast<int>(frames.size());
  const int k = frame_order(omega, cols);
  if constexpr (!kNoThrow) {
    w.check_frame_call("angular_velocity", motion, frames, omega, 3, cols, k, 1);
  }
  w.level(k > 1 ? k : 0).angular_velocity(motion, frames, {omega, 3 * cols, k});
}

template <Checks kChecks>
void BasicDynamics<kChecks>::jacobian(In motion, Frames frames, Out J) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int cols = w.n * static_cast<int>(frames.size());
  const int k = frame_order(J, cols);
  if constexpr (!kNoThrow) w.check_frame_call("jacobian", motion, frames, J, 6, cols, k, 0);
  w.level(k > 2 ? k : 0).jacobian(motion, frames, {J, 6 * cols, k});
}

// ---- What the joints transmit.

template <Checks kChecks>
void BasicDynamics<kChecks>::joint_wrenches(In motion, const Surroundings& around,
                                            Out out) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int k =
      begin<kChecks>(w, {"joint_wrenches", Content::kLoads, 3, 6, w.B}, motion, out, &around);
  w.level(k).joint_wrenches(motion, around, {out, 6 * w.B, k});
}

template <Checks kChecks>
void BasicDynamics<kChecks>::reactions(In motion, const Surroundings& around,
                                       Out out) noexcept(kNoThrow) {
  Workspace& w = *workspace_;
  const int k = begin<kChecks>(w, {"reactions", Content::kLoads, 3, 6, num_reactions()}, motion,
                               out, &around);
  w.level(k).reactions(motion, around, {out, 6 * num_reactions(), k});
}

template class BasicDynamics<Checks::kOn>;
template class BasicDynamics<Checks::kOff>;

}  // namespace appell
