#pragma once

#include <vector>

#include "appell/engine/inverse_dynamics.hpp"
#include "appell/engine/mass_factor.hpp"
#include "appell/engine/motion_matrices.hpp"
#include "appell/force/engine.hpp"
#include "appell/force/engine_batch.hpp"

/// Not installed: the memory of Engine, and what its functions share.
namespace appell::force {

struct Engine::Workspace {
  Workspace(const model::Model& robot, const EngineOptions& options);

  void place_results();
  void check_content(const char* function, EngineContent needed) const;
  /// The order, 0 or N, of a result that has `columns` columns per derivative.
  int order_of(const char* function, const Eigen::Ref<MatX>& out, Eigen::Index rows,
               Eigen::Index columns) const;

  /// Copies a motion, of which the columns that are not given are zero.
  const double* motion_of(Vector q) { return put(q, nullptr, nullptr); }
  const double* motion_of(Vector q, Vector rate) { return put(q, &rate, nullptr); }
  const double* motion_of(Vector q, Vector rate, Vector acceleration) {
    return put(q, &rate, &acceleration);
  }
  using VectorPointer = const Eigen::Ref<const VecX>*;
  const double* put(Vector q, VectorPointer rate, VectorPointer acceleration);
  /// The first `count` columns of a motion; those after them are zero.
  const double* columns_of(const char* function, Matrix given, int count);
  /// The copied motion as a block of one state.
  const model::StateBlock& one_state();
  /// Checks that it is n x n, and that derivative k is one of those that the engine was made for.
  void check_matrix(const char* function, const Eigen::Ref<MatX>& out, int k = 0) const;
  /// How many derivatives of E_p are asked for.
  int order_of_energy(const char* function, int p, Eigen::Index count) const;

  /// τ, or its inertia part, of the copied motion to an order: 0 or N.
  void compute_force(int order, const Vec3& gravity, MatrixOut out);
  /// Adds Jᵀ [F; N] of the copied motion to an order: 0 or N.
  void add_loads(int order, const Surroundings& surroundings, MatrixOut out);
  void add_load(int order, const Wrench& wrench, double sign, MatrixOut out);
  /// M of the copied motion.
  void compute_mass(MatrixOut out);
  /// Adds what loads add to ∂τ/∂q of the copied motion.
  void add_load_partials(const Surroundings& surroundings, MatrixOut by_q);
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<const RowMajor> square(const double* numbers) const {
    return Eigen::Map<const RowMajor>(numbers, n, n);
  }

  /// The batch of an order, 0 or N.
  EngineBatch& batch(int order) { return order == 0 && at_instant ? *at_instant : *along; }
  /// A block of one sample for results of so many columns; made by the constructor.
  model::SeriesBlock& result(int columns, int order);
  /// Adds the derivatives in it to `out`: as many columns for each as fit its rows.
  static void add_derivatives(const model::SeriesBlock& from, MatrixOut out);
  static void set_derivatives(const model::SeriesBlock& from, MatrixOut out);

  /// Checks and copies what a part of τ takes: q and so many derivatives less one for its value.
  /// @param of_derivatives  what the engine must have been made for if derivatives are asked for.
  /// @return the order, 0 or N.
  int begin_force(const char* function, Matrix given, int num_columns, EngineContent of_derivatives,
                  const MatrixOut& out);
  /// A part of τ of the copied motion, by a batch of one.
  using BatchForce = void (EngineBatch::*)(EngineBatch::States, EngineBatch::Columns);
  void force_by_batch(int order, BatchForce compute, MatrixOut out);

  model::Model model;
  Eigen::Index n;
  int N;
  int friction_orders;  ///< Of q that friction takes.
  EngineContent content;
  std::optional<engine::InverseDynamics> value;    ///< τ
  std::optional<engine::InverseDynamics> higher;   ///< τ .. τ⁽ᴺ⁾, if N > 0.
  std::optional<engine::MotionMatrices> matrices;  ///< Of order 0.
  std::optional<engine::MassFactor> mass_factor;
  bool has_factor = false;
  std::optional<engine::Kinematics> kinematics;
  std::optional<engine::Kinematics> load_motion;  ///< To order N, for loads.
  // What is no single kernel is a batch of one.
  std::optional<EngineBatch> at_instant;  ///< Of order 0.
  std::optional<EngineBatch> along;       ///< Of order N, if N > 0.
  std::vector<model::SeriesBlock> results;
  model::StateBlock state;
  MatX motion;  ///< n x (N + 3)
  VecX force;
  std::vector<double> M, C, by_q;  ///< n x n, row by row.
  std::vector<double> J;
};

}  // namespace appell::force
