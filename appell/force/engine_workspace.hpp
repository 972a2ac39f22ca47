#pragma once

#include <vector>

#include "appell/engine/inverse_dynamics.hpp"
#include "appell/engine/mass_factor.hpp"
#include "appell/engine/motion_matrices.hpp"
#include "appell/force/unchecked_engine.hpp"
#include "appell/force/unchecked_engine_batch.hpp"

/// Not installed: the memory of UncheckedEngine, and what its functions share.
namespace appell::force {

struct UncheckedEngine::Workspace {
  Workspace(const model::Model& robot, const EngineOptions& options);

  void place_results();

  /// A motion of order N + 2 whose first `count` derivatives, q included, are given and the rest
  /// zero.
  const double* padded(const double* given, int count);
  /// The same as a block of one state.
  const model::StateBlock& one_state(const double* given, int count);

  /// τ, or its inertia part, to an order: 0 or N.
  void compute_force(const double* given, int order, const Vec3& gravity, double* out);
  /// Adds Jᵀ [F; N] to an order: 0 or N.
  void add_loads(const double* given, int order, const Surroundings& surroundings, double* out);
  void add_load(int order, const Wrench& wrench, double sign, Eigen::Map<MatX> out);
  /// Adds what loads add to ∂τ/∂q.
  void add_load_partials(const double* given, const Surroundings& surroundings, double* by_q);
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<const RowMajor> by_rows(const double* numbers) const {
    return Eigen::Map<const RowMajor>(numbers, n, n);
  }
  Eigen::Map<MatX> square(double* numbers) const { return Eigen::Map<MatX>(numbers, n, n); }

  /// The batch of an order, 0 or N.
  UncheckedEngineBatch& batch(int order) { return order == 0 ? *at_instant : *along; }
  /// A block of one sample for results of so many columns; made by the constructor.
  model::SeriesBlock& result(int columns, int order);
  /// What is in it as plain derivatives, those of all columns after each other.
  static void add_derivatives(const model::SeriesBlock& from, double* out);
  static void set_derivatives(const model::SeriesBlock& from, double* out);
  /// A part of τ by a batch of one, of a motion of so many derivatives.
  using BatchForce = void (UncheckedEngineBatch::*)(UncheckedEngineBatch::States,
                                                    UncheckedEngineBatch::Columns);
  void force_by_batch(const double* given, int count, int order, BatchForce compute, double* out);

  model::Model model;
  Eigen::Index n;
  int N;
  int friction_orders;  ///< Of q that friction takes.
  EngineContent content;
  std::optional<engine::InverseDynamics> value;    ///< τ
  std::optional<engine::InverseDynamics> higher;   ///< τ .. τ⁽ᴺ⁾, if N > 0.
  std::optional<engine::MotionMatrices> matrices;  ///< Of order 0.
  std::optional<engine::MassFactor> mass_factor;
  std::optional<engine::Kinematics> kinematics;
  std::optional<engine::Kinematics> load_motion;  ///< To order N, for loads.
  // What is no single kernel is a batch of one.
  std::optional<UncheckedEngineBatch> at_instant;  ///< Of order 0.
  std::optional<UncheckedEngineBatch> along;       ///< Of order N, if N > 0.
  std::vector<model::SeriesBlock> results;
  model::StateBlock state;
  MatX motion;                 ///< n x (N + 3)
  VecX force;                  ///< n
  std::vector<double> M;       ///< n x n
  std::vector<double> unused;  ///< n x n: a part of what a kernel gives that is not asked for.
  std::vector<double> J;
};

}  // namespace appell::force
