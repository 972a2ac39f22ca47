#include "python/src/operations.hpp"

#include <algorithm>

#include "appell/force/friction.hpp"

namespace appell::python {
namespace {

using Extents = std::vector<long>;
using Rooms = Operation::Rooms;
using Dynamics = UncheckedDynamics;
constexpr Content kNothing{};

int n_of(const model::Model& model) { return model.num_coordinates(); }

template <int kMore>
int orders_more(const model::Model&, const Ask& ask) {
  return ask.order + kMore;
}
int same_order(const Ask& ask) { return ask.order; }

// ---- Forces: n numbers for each derivative.

Extents vector_extents(const model::Model& model, const Ask& ask) {
  return {ask.order + 1, n_of(model)};
}
Rooms vector_rooms(const model::Model& model, const Ask& ask) {
  return {.a = {n_of(model), ask.order + 1}};
}
int put_all(const Work& at, int exists) {
  at.put(at.a, 0, at.a.cols(), Work::By::kColumns, 0);
  return exists;
}

/// A force that nothing from outside touches, and energies.
template <auto kFunction>
int run_plain(const Work& at) {
  (at.dynamics.*kFunction)(at.motion, at.a);
  return put_all(at, at.ask.order);
}
int run_rnea(const Work& at) {
  at.dynamics.inverse_dynamics(at.motion, at.ask.surroundings, at.a);
  return put_all(at, at.ask.order);
}
int run_load(const Work& at) {
  at.dynamics.load(at.motion, at.ask.surroundings, at.a);
  return put_all(at, at.ask.order);
}
int friction_motion(const model::Model& model, const Ask& ask) {
  return ask.order + force::friction_order(model);
}
int run_friction(const Work& at) {
  return put_all(at, at.dynamics.friction(at.motion, at.ask.surroundings, at.a));
}

// ---- Matrices: n x n for each derivative.

Extents matrix_extents(const model::Model& model, const Ask& ask) {
  return {ask.order + 1, n_of(model), n_of(model)};
}
Rooms matrix_rooms(const model::Model& model, const Ask& ask) {
  return {.a = {n_of(model), n_of(model) * (ask.order + 1)}};
}
/// Matrices side by side, one for each derivative, become rows.
int put_matrices(const Work& at, int num_columns) {
  for (int k = 0; k <= at.ask.order; ++k) {
    at.put(at.a, k * num_columns, num_columns, Work::By::kRows, k * at.a.rows() * num_columns);
  }
  return at.ask.order;
}
template <auto kFunction>
int run_matrix(const Work& at) {
  (at.dynamics.*kFunction)(at.motion, at.a);
  return put_matrices(at, at.n());
}

// ---- Partial derivatives [k][m][i][j] = ∂τ_i⁽ᵏ⁾/∂q_j⁽ᵐ⁾, zero for m > k + 2.

Extents partial_extents(const model::Model& model, const Ask& ask) {
  return {ask.order + 1, ask.order + 3, n_of(model), n_of(model)};
}
Rooms partial_rooms(const model::Model& model, const Ask&) {
  return {.a = {n_of(model), n_of(model)}};
}
int run_partials(const Work& at) {
  const int n = at.n(), N = at.ask.order;
  std::fill_n(at.out, static_cast<std::size_t>(at.num_samples()) * at.width, 0.0);
  for (int k = 0; k <= N; ++k) {
    for (int m = 0; m <= k + 2; ++m) {
      at.dynamics.force_derivative_partial(at.motion, at.ask.surroundings, k, m, at.a);
      at.put(at.a, 0, n, Work::By::kRows, (k * (N + 3) + m) * n * n);
    }
  }
  return N;
}

// ---- Energies: a number for each derivative.

Extents number_extents(const model::Model&, const Ask& ask) { return {ask.order + 1}; }
Rooms number_rooms(const model::Model&, const Ask& ask) { return {.a = {1, ask.order + 1}}; }
/// E_p is known to order min(N, N + 1 - p).
int energy_order(const Ask& ask) { return std::max(ask.order, ask.order + ask.p - 1); }
int energy_motion(const model::Model&, const Ask& ask) { return ask.order + ask.p + 1; }
int run_energy(const Work& at) {
  at.dynamics.acceleration_energy(at.motion, at.ask.p, at.a);
  return put_all(at, at.ask.order);
}

// ---- Frames.

/// A Dynamics of order N knows the motion to order N + 2.
template <int kMore>
int frame_order(const Ask& ask) {
  return std::max(0, ask.order + kMore - 2);
}
Extents jacobian_extents(const model::Model& model, const Ask& ask) {
  return {ask.order + 1, 6, n_of(model)};
}
Rooms jacobian_rooms(const model::Model& model, const Ask& ask) {
  return {.a = {6, n_of(model) * (ask.order + 1)}};
}
int run_jacobian(const Work& at) {
  at.dynamics.jacobian(at.motion, at.ask.frames, at.a);
  return put_matrices(at, at.n());
}

Extents placement_extents(const model::Model&, const Ask& ask) {
  return {ask.order + 1, static_cast<long>(ask.frames.size()), 4, 4};
}
Rooms placement_rooms(const model::Model&, const Ask& ask) {
  return {.a = {3, 4 * static_cast<int>(ask.frames.size()) * (ask.order + 1)}};
}
int run_placement(const Work& at) {
  const int num_frames = static_cast<int>(at.ask.frames.size());
  std::fill_n(at.out, static_cast<std::size_t>(at.num_samples()) * at.width, 0.0);
  at.dynamics.placement(at.motion, at.ask.frames, at.a);
  for (int i = 0; i < num_frames * (at.ask.order + 1); ++i) {
    at.put(at.a, 4 * i, 4, Work::By::kRows, 16 * i);
  }
  for (int s = 0; s < at.num_samples(); ++s) {
    double* row = at.out + static_cast<std::size_t>(s) * at.width;
    for (int f = 0; f < num_frames; ++f) row[16 * f + 15] = 1.0;
  }
  return at.ask.order;
}

/// [p'; ω] of a frame.
Extents twist_extents(const model::Model&, const Ask& ask) { return {ask.order + 1, 6}; }
Rooms twist_rooms(const model::Model&, const Ask& ask) {
  return {.a = {3, 4 * (ask.order + 2)}, .b = {3, ask.order + 1}};
}
int run_twist(const Work& at) {
  at.dynamics.placement(at.motion, at.ask.frames, at.a);
  at.dynamics.angular_velocity(at.motion, at.ask.frames, at.b);
  for (int k = 0; k <= at.ask.order; ++k) {
    at.put(at.a, 4 * (k + 1) + 3, 1, Work::By::kColumns, 6 * k);
    at.put(at.b, k, 1, Work::By::kColumns, 6 * k + 3);
  }
  return at.ask.order;
}

std::vector<Operation> make_operations() {
  using enum Content;
  using Plain = void (Dynamics::*)(const ConstBlockRef&, const BlockRef&) noexcept;
  constexpr Plain kMass = &Dynamics::mass_matrix, kCoriolis = &Dynamics::coriolis_matrix;
  const auto force = [](std::string_view name, Content content, Content only_with_loads,
                        auto motion_order, auto run) {
    return Operation{name,       content,        only_with_loads, motion_order,
                     same_order, vector_extents, vector_rooms,    run};
  };
  const auto gravity = run_plain<Plain(&Dynamics::gravity)>;
  return {
      force("rnea", kForces | kLoads, kLoads, orders_more<2>, run_rnea),
      force("forces(inertia)", kForces, kNothing, orders_more<2>,
            run_plain<Plain(&Dynamics::inertia)>),
      force("gravity", kForces | kGravity, kNothing, orders_more<0>, gravity),
      force("forces(gravity)", kForces | kGravity, kNothing, orders_more<0>, gravity),
      force("bias", kForces | kMatrices, kNothing, orders_more<1>,
            run_plain<Plain(&Dynamics::bias)>),
      force("momentum", kForces | kMatrices, kNothing, orders_more<1>,
            run_plain<Plain(&Dynamics::momentum)>),
      force("forces(load)", kLoads, kNothing, orders_more<0>, run_load),
      force("forces(friction)", kLoads, kNothing, friction_motion, run_friction),
      {"crba", kMatrices, kNothing, orders_more<0>, same_order, matrix_extents, matrix_rooms,
       run_matrix<kMass>},
      {"coriolis", kMatrices, kNothing, orders_more<1>, same_order, matrix_extents, matrix_rooms,
       run_matrix<kCoriolis>},
      {"partials", kPartials | kLoads, kLoads, orders_more<2>, same_order, partial_extents,
       partial_rooms, run_partials},
      {"acceleration_energy", kEnergies, kNothing, energy_motion, energy_order, number_extents,
       number_rooms, run_energy},
      {"potential_energy", kGravity, kNothing, orders_more<0>, same_order, number_extents,
       number_rooms, run_plain<Plain(&Dynamics::potential_energy)>},
      {"jacobian", kMotion, kNothing, orders_more<0>, frame_order<0>, jacobian_extents,
       jacobian_rooms, run_jacobian},
      {"forward_kinematics", kMotion, kNothing, orders_more<0>, frame_order<0>, placement_extents,
       placement_rooms, run_placement},
      {"frame_velocity", kMotion, kNothing, orders_more<1>, frame_order<1>, twist_extents,
       twist_rooms, run_twist},
  };
}

}  // namespace

void Work::put(const BlockRef& from, int first_column, int num_columns, By by, int at) const {
  // As many rows at once as stay in the first-level cache; a line of every column at least.
  const int most = 8 * width * kBlockSamples <= 20000 ? kBlockSamples : 8;
  for (int tile = 0; tile < num_samples(); tile += most) {
    const int here = std::min(most, num_samples() - tile);
    double* rows = out + static_cast<std::size_t>(tile) * width + at;
    for (int j = 0; j < num_columns; ++j) {
      for (int i = 0; i < from.rows(); ++i) {
        const double* samples = from.samples(i, first_column + j).data() + tile;
        double* to = rows + (by == By::kColumns ? j * from.rows() + i : i * num_columns + j);
        for (int s = 0; s < here; ++s, to += width) *to = samples[s];
      }
    }
  }
}

const std::vector<Operation>& operations() {
  static const std::vector<Operation> all = make_operations();
  return all;
}

}  // namespace appell::python
