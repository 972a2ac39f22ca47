#pragma once

#include <algorithm>

#include "appell/engine/inverse_dynamics.hpp"
#include "appell/engine/mass_factor.hpp"
#include "appell/engine/motion_block.hpp"
#include "appell/engine/motion_matrices.hpp"
#include "appell/force/joint_frictions.hpp"
#include "appell/force/loaded_tree.hpp"
#include "appell/force/unchecked_engine_batch.hpp"

/// Not installed: the memory of UncheckedEngineBatch, and what its functions share.
namespace appell::force {

/// All samples become zero.
inline void clear_block(model::SeriesBlock& out) {
  for (int k = 0; k <= out.order(); ++k) {
    for (int j = 0; j < out.num_coordinates(); ++j) {
      std::fill_n(out.column(k, j), out.num_samples(), 0.0);
    }
  }
}

struct UncheckedEngineBatch::Workspace {
  Workspace(const model::Model& robot, const EngineBatchOptions& chosen);

  // ---- Parts of the results, all of them of order N.
  void compute_motion(const model::StateBlock& states, const engine::MotionOrders& orders);
  void compute_force(const model::StateBlock& states, const Vec3& gravity, model::SeriesBlock& out);
  /// Matrices of the samples first .. first + count - 1 into `groups`.
  void compute_group(const model::StateBlock& states, int first, int count,
                     engine::MatrixContent content);
  /// A matrix of a group times q'.
  void multiply_by_rate(const model::StateBlock& states, int first, int count,
                        const model::SeriesBlock& A, model::SeriesBlock& out) const;
  /// The same of all samples: computes the matrix too.
  void matrix_times_rate(const model::StateBlock& states, engine::MatrixContent needed,
                         const model::SeriesBlock& of_group, model::SeriesBlock& out);
  void add_loads(const model::StateBlock& states, const Surroundings& surroundings,
                 model::SeriesBlock& out);
  void add_load(const model::StateBlock& states, const Wrench& wrench, double sign,
                model::SeriesBlock& out);
  /// A wrench in world axes into `load_wrench`; those of a frame turn with the placements in
  /// `block`.
  void put_wrench(const Wrench& wrench, double sign, int count);
  /// ∂/∂q of loads, if there are any: the motion of all samples, then of a group of them.
  void begin_load_partials(const model::StateBlock& states, const Surroundings& surroundings);
  void add_load_partials(const Surroundings& surroundings, int first, int count,
                         model::SeriesBlock& by_q);
  int add_friction(const model::StateBlock& states, const Surroundings& surroundings,
                   model::SeriesBlock& out);
  /// What the joints transmit: the motion of all samples, then those of one into `wrenches`.
  void begin_wrenches(const model::StateBlock& states, const Surroundings& surroundings);
  void collect_wrenches(const Surroundings& surroundings, int sample);
  /// How many samples compute_group() takes.
  int group_size() const { return capacity < lanes ? capacity : lanes; }

  model::Model model;
  int n;
  int B;
  int N;
  int capacity;
  EngineContent content;
  int lanes = 1;
  std::optional<engine::InverseDynamics> dynamics;
  std::optional<engine::MotionMatrices> matrices;
  std::optional<engine::MassFactor> mass_factor;
  std::optional<engine::MotionBlock> block;
  engine::MotionOrders wanted;  ///< Of the call; keeps the memory of its list.
  // Matrices of a group of samples: M, C or ∂τ/∂q', ∂τ/∂q.
  model::SeriesBlock group_M, group_C, group_by_q;
  std::vector<double> dense_M, x;
  model::SeriesBlock load_wrench;  ///< Force and moment, 6 columns.
  std::optional<LoadedTree> tree;
  std::optional<JointFrictions> frictions;
  std::vector<WrenchSeries> wrenches;
  std::vector<const model::Frame*> driven;  ///< Links of the joints that move, joint by joint.
};

}  // namespace appell::force
