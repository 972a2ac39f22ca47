#include "python/src/operations.hpp"

#include <algorithm>

#include "appell/force/friction.hpp"
#include "appell/taylor/factorial.hpp"

namespace appell::python {
namespace {

using Content = force::EngineContent;
using Extents = std::vector<long>;
using Columns = Operation::Columns;
constexpr Content kNothing{};

int n_of(const model::Model& model) { return model.num_coordinates(); }
std::size_t size(int count) { return static_cast<std::size_t>(count); }

template <int kMore>
int orders_more(const model::Model&, const Ask& ask) {
  return ask.order + kMore;
}
int same_order(const Ask& ask) { return ask.order; }

// ---- Forces: n numbers for each derivative.

Extents vector_extents(const model::Model& model, const Ask& ask) {
  return {ask.order + 1, n_of(model)};
}
Columns vector_columns(const model::Model& model, const Ask& ask) {
  return {.a = n_of(model), .a_order = ask.order};
}
int put_vector(const BlockWork& at) {
  at.put(at.a, 0, at.n(), at.ask.order, 0, size(at.n()));
  return at.ask.order;
}

using SingleForce = void (force::UncheckedEngine::*)(const double*, int, double*) noexcept;
using BlockForce = void (force::UncheckedEngineBatch::*)(const model::StateBlock&,
                                                         model::SeriesBlock&) noexcept;

/// A force that nothing from outside touches.
template <SingleForce kSingle, BlockForce kBlock, int kMore, Content kContent>
Operation force_operation(std::string_view name) {
  return {.name = name,
          .content = kContent,
          .only_with_loads = kNothing,
          .motion_order = orders_more<kMore>,
          .engine_order = same_order,
          .extents = vector_extents,
          .columns = vector_columns,
          .single =
              [](const SingleWork& at) {
                auto engine = at.engines.single(at.ask.order, kContent);
                ((*engine).*kSingle)(at.motion, at.ask.order, at.out);
                return at.ask.order;
              },
          .block =
              [](const BlockWork& at) {
                (at.engine.*kBlock)(at.states, at.a);
                return put_vector(at);
              }};
}

constexpr Content kLoaded = Content::kForces | Content::kGravity | Content::kLoads;

int rnea_single(const SingleWork& at) {
  if (at.ask.surroundings.is_empty()) {
    at.engines.single(at.ask.order, Content::kForces)
        ->inverse_dynamics(at.motion, at.ask.order, at.out);
  } else {
    at.engines.single(at.ask.order, kLoaded)
        ->inverse_dynamics(at.motion, at.ask.surroundings, at.ask.order, at.out);
  }
  return at.ask.order;
}
int rnea_block(const BlockWork& at) {
  if (at.ask.surroundings.is_empty()) {
    at.engine.inverse_dynamics(at.states, at.a);
  } else {
    at.engine.inverse_dynamics(at.states, at.ask.surroundings, at.a);
  }
  return put_vector(at);
}

int load_single(const SingleWork& at) {
  at.engines.single(at.ask.order, kLoaded)
      ->load(at.motion, at.ask.surroundings, at.ask.order, at.out);
  return at.ask.order;
}
int load_block(const BlockWork& at) {
  at.engine.load(at.states, at.ask.surroundings, at.a);
  return put_vector(at);
}

int friction_motion(const model::Model& model, const Ask& ask) {
  return ask.order + force::friction_order(model);
}
int friction_single(const SingleWork& at) {
  return at.engines.single(at.ask.order, kLoaded)
      ->friction(at.motion, at.ask.surroundings, at.ask.order, at.out);
}
int friction_block(const BlockWork& at) {
  const int exists = at.engine.friction(at.states, at.ask.surroundings, at.a);
  put_vector(at);
  return exists;
}

// ---- Matrices: n x n for each derivative.

Extents matrix_extents(const model::Model& model, const Ask& ask) {
  return {ask.order + 1, n_of(model), n_of(model)};
}
Columns matrix_columns(const model::Model& model, const Ask& ask) {
  return {.a = n_of(model) * n_of(model), .a_order = ask.order};
}
/// Columns of the engine become rows.
void transpose_square(double* matrix, int n) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) std::swap(matrix[i * n + j], matrix[j * n + i]);
  }
}
int put_matrix(const BlockWork& at) {
  at.put(at.a, 0, at.n() * at.n(), at.ask.order, 0, size(at.n() * at.n()));
  return at.ask.order;
}

template <auto kSingle>
int matrix_single(const SingleWork& at) {
  auto engine = at.engines.single(at.ask.order, Content::kMatrices);
  const int n = n_of(at.model);
  for (int k = 0; k <= at.ask.order; ++k) {
    double* matrix = at.out + k * n * n;
    ((*engine).*kSingle)(at.motion, k, matrix);
    transpose_square(matrix, n);
  }
  return at.ask.order;
}
int mass_block(const BlockWork& at) {
  at.engine.mass_matrix(at.states, at.a);
  return put_matrix(at);
}
int coriolis_block(const BlockWork& at) {
  at.engine.coriolis_matrix(at.states, at.a);
  return put_matrix(at);
}

// ---- Partial derivatives [k][m][i][j] = ∂τ_i⁽ᵏ⁾/∂q_j⁽ᵐ⁾, zero for m > k + 2.

constexpr Content kPartialContent = Content::kForces | Content::kPartials | Content::kLoads;

Extents partial_extents(const model::Model& model, const Ask& ask) {
  return {ask.order + 1, ask.order + 3, n_of(model), n_of(model)};
}
Columns partial_columns(const model::Model& model, const Ask&) {
  return {.a = n_of(model) * n_of(model), .a_order = 0};
}
int partial_single(const SingleWork& at) {
  auto engine = at.engines.single(at.ask.order, kPartialContent);
  const int n = n_of(at.model);
  double* matrix = at.out;
  for (int k = 0; k <= at.ask.order; ++k) {
    for (int m = 0; m <= at.ask.order + 2; ++m, matrix += n * n) {
      if (m > k + 2) {
        std::fill_n(matrix, n * n, 0.0);
        continue;
      }
      engine->force_derivative_partial(at.motion, at.ask.surroundings, k, m, matrix);
      transpose_square(matrix, n);
    }
  }
  return at.ask.order;
}
int partial_block(const BlockWork& at) {
  const auto square = size(at.n() * at.n());
  std::fill_n(at.out, size(at.num_samples()) * at.width, 0.0);
  for (int k = 0; k <= at.ask.order; ++k) {
    for (int m = 0; m <= k + 2; ++m) {
      at.engine.force_derivative_partial(at.states, at.ask.surroundings, k, m, at.a);
      at.put(at.a, 0, at.n() * at.n(), 0, size(k * (at.ask.order + 3) + m) * square, 0);
    }
  }
  return at.ask.order;
}

// ---- Energies: a number for each derivative.

constexpr Content kEnergyContent = Content::kEnergies;

Extents number_extents(const model::Model&, const Ask& ask) { return {ask.order + 1}; }
Columns number_columns(const model::Model&, const Ask& ask) {
  return {.a = 1, .a_order = ask.order};
}
/// E_p is known to order min(N, N + 1 - p).
int energy_engine(const Ask& ask) { return std::max(ask.order, ask.order + ask.p - 1); }
int energy_motion(const model::Model&, const Ask& ask) { return ask.order + ask.p + 1; }
int energy_single(const SingleWork& at) {
  at.engines.single(energy_engine(at.ask), kEnergyContent)
      ->acceleration_energy(at.motion, at.ask.p, at.ask.order, at.out);
  return at.ask.order;
}
int energy_block(const BlockWork& at) {
  at.engine.acceleration_energy(at.states, at.ask.p, at.a);
  at.put(at.a, 0, 1, at.ask.order, 0, 1);
  return at.ask.order;
}
int potential_single(const SingleWork& at) {
  at.engines.single(at.ask.order, Content::kGravity)
      ->potential_energy(at.motion, at.ask.order, at.out);
  return at.ask.order;
}
int potential_block(const BlockWork& at) {
  at.engine.potential_energy(at.states, at.a);
  at.put(at.a, 0, 1, at.ask.order, 0, 1);
  return at.ask.order;
}

// ---- Frames.

/// An engine of order N knows the motion to order N + 2.
int motion_engine(const Ask& ask) { return std::max(0, ask.order - 1); }

Extents jacobian_extents(const model::Model& model, const Ask& ask) {
  return {ask.order + 1, 6, n_of(model)};
}
Columns jacobian_columns(const model::Model& model, const Ask& ask) {
  return {.a = 6 * n_of(model), .a_order = ask.order};
}
int jacobian_single(const SingleWork& at) {
  auto motion = at.engines.kinematics(at.ask.order);
  motion->compute(at.motion);
  motion->jacobian(*at.ask.frames[0], at.ask.order, at.out);
  return at.ask.order;
}
int jacobian_block(const BlockWork& at) {
  at.engine.jacobian(at.states, *at.ask.frames[0], at.a);
  at.put(at.a, 0, 6 * at.n(), at.ask.order, 0, size(6 * at.n()));
  return at.ask.order;
}

Extents placement_extents(const model::Model&, const Ask& ask) {
  return {ask.order + 1, static_cast<long>(ask.frames.size()), 4, 4};
}
Columns placement_columns(const model::Model&, const Ask& ask) {
  return {.a = 12, .a_order = ask.order};
}
int placement_single(const SingleWork& at) {
  auto motion = at.engines.kinematics(at.ask.order);
  motion->compute(at.motion);
  double* T = at.out;
  for (int k = 0; k <= at.ask.order; ++k) {
    for (const model::Frame* frame : at.ask.frames) {
      using Rows = Eigen::Matrix<double, 4, 4, Eigen::RowMajor>;
      Eigen::Map<Rows> matrix(T);
      matrix.setZero();
      matrix.topLeftCorner<3, 3>() = motion->rotation(*frame, k);
      matrix.topRightCorner<3, 1>() = motion->position(*frame, k);
      matrix(3, 3) = k == 0 ? 1.0 : 0.0;
      T += 16;
    }
  }
  return at.ask.order;
}
int placement_block(const BlockWork& at) {
  const std::size_t step = 16 * at.ask.frames.size();
  std::fill_n(at.out, size(at.num_samples()) * at.width, 0.0);
  for (std::size_t f = 0; f < at.ask.frames.size(); ++f) {
    at.engine.placement(at.states, *at.ask.frames[f], at.a);
    at.put(at.a, 0, 12, at.ask.order, 16 * f, step);
    for (std::size_t i = 0; i < size(at.num_samples()); ++i) at.out[i * at.width + 16 * f + 15] = 1;
  }
  return at.ask.order;
}

/// [p'; ω] of a frame.
Extents twist_extents(const model::Model&, const Ask& ask) { return {ask.order + 1, 6}; }
Columns twist_columns(const model::Model&, const Ask& ask) {
  return {.a = 12, .a_order = ask.order + 1, .b = 3, .b_order = ask.order};
}
int twist_single(const SingleWork& at) {
  auto motion = at.engines.kinematics(at.ask.order + 1);
  motion->compute(at.motion);
  for (int k = 0; k <= at.ask.order; ++k) {
    Eigen::Map<Vec6> V(at.out + 6 * k);
    V.head<3>() = motion->position(*at.ask.frames[0], k + 1);
    V.tail<3>() = motion->angular_velocity(*at.ask.frames[0], k);
  }
  return at.ask.order;
}
int twist_block(const BlockWork& at) {
  at.engine.placement(at.states, *at.ask.frames[0], at.a);
  at.engine.angular_velocity(at.states, *at.ask.frames[0], at.b);
  at.put(at.b, 0, 3, at.ask.order, 3, 6);
  for (int k = 0; k <= at.ask.order; ++k) {
    const double factor = taylor::factorial(k + 1);
    for (int axis = 0; axis < 3; ++axis) {
      const double* column = at.a.column(k + 1, 4 * axis + 3);
      double* to = at.out + 6 * k + axis;
      for (int i = 0; i < at.num_samples(); ++i, to += at.width) *to = factor * column[i];
    }
  }
  return at.ask.order;
}

std::vector<Operation> make_operations() {
  using Single = force::UncheckedEngine;
  using Batch = force::UncheckedEngineBatch;
  constexpr auto kMomentumContent = Content::kForces | Content::kMatrices;
  const Operation vector{.motion_order = orders_more<2>,
                         .engine_order = same_order,
                         .extents = vector_extents,
                         .columns = vector_columns};
  const auto like = [](Operation base, std::string_view name, Content content, auto motion_order,
                       auto single, auto block) {
    base.name = name;
    base.content = content;
    base.only_with_loads = name == "rnea" ? Content::kGravity | Content::kLoads : kNothing;
    base.motion_order = motion_order;
    base.single = single;
    base.block = block;
    return base;
  };
  const Operation matrix{
      .engine_order = same_order, .extents = matrix_extents, .columns = matrix_columns};
  const Operation partials{
      .engine_order = same_order, .extents = partial_extents, .columns = partial_columns};
  const Operation energy{
      .engine_order = energy_engine, .extents = number_extents, .columns = number_columns};
  const Operation potential{
      .engine_order = same_order, .extents = number_extents, .columns = number_columns};
  const Operation jacobian{
      .engine_order = motion_engine, .extents = jacobian_extents, .columns = jacobian_columns};
  const Operation placement{
      .engine_order = motion_engine, .extents = placement_extents, .columns = placement_columns};
  const Operation twist{
      .engine_order = same_order, .extents = twist_extents, .columns = twist_columns};
  constexpr auto kMotion = Content::kMotion;
  constexpr auto kWeight = Content::kForces | Content::kGravity;
  const auto gravity = force_operation<&Single::gravity, &Batch::gravity, 0, kWeight>;
  return {
      like(vector, "rnea", kLoaded, orders_more<2>, rnea_single, rnea_block),
      force_operation<&Single::inertia, &Batch::inertia, 2, Content::kForces>("forces(inertia)"),
      gravity("gravity"),
      gravity("forces(gravity)"),
      force_operation<&Single::bias, &Batch::bias, 1, kMomentumContent>("bias"),
      force_operation<&Single::momentum, &Batch::momentum, 1, kMomentumContent>("momentum"),
      like(vector, "forces(load)", kLoaded, orders_more<0>, load_single, load_block),
      like(vector, "forces(friction)", kLoaded, friction_motion, friction_single, friction_block),
      like(matrix, "crba", Content::kMatrices, orders_more<0>, matrix_single<&Single::mass_matrix>,
           mass_block),
      like(matrix, "coriolis", Content::kMatrices, orders_more<1>,
           matrix_single<&Single::coriolis_matrix>, coriolis_block),
      like(partials, "partials", kPartialContent, orders_more<2>, partial_single, partial_block),
      like(energy, "acceleration_energy", kEnergyContent, energy_motion, energy_single,
           energy_block),
      like(potential, "potential_energy", Content::kGravity, orders_more<0>, potential_single,
           potential_block),
      like(jacobian, "jacobian", kMotion, orders_more<0>, jacobian_single, jacobian_block),
      like(placement, "forward_kinematics", kMotion, orders_more<0>, placement_single,
           placement_block),
      like(twist, "frame_velocity", kMotion, orders_more<1>, twist_single, twist_block),
  };
}

}  // namespace

void BlockWork::put(const model::SeriesBlock& from, int first, int count, int order, std::size_t at,
                    std::size_t step) const {
  // As many rows at once as stay in the first-level cache; a line of every column at least.
  const int most = 8 * width * kBlockSamples <= 20000 ? kBlockSamples : 8;
  for (int tile = 0; tile < num_samples(); tile += most) {
    const int here = std::min(most, num_samples() - tile);
    double* rows = out + size(tile) * width + at;
    for (int k = 0; k <= order; ++k) {
      const double factor = taylor::factorial(k);
      for (int c = 0; c < count; ++c) {
        const double* column = from.column(k, first + c) + tile;
        double* to = rows + size(k) * step + size(c);
        for (int s = 0; s < here; ++s, to += width) *to = factor * column[s];
      }
    }
  }
}

const std::vector<Operation>& operations() {
  static const std::vector<Operation> all = make_operations();
  return all;
}

}  // namespace appell::python
