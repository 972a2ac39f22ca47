#pragma once

#include <optional>

#include "appell/dynamics/block_dynamics.hpp"
#include "appell/dynamics/dynamics.hpp"

namespace appell::dynamics {

/// Not installed: what a call of Dynamics takes and gives. "k" is 0 for values, N for derivatives.
struct Call {
  const char* function;
  Content content;    ///< That the values need; often all of it.
  int num_columns;    ///< Of the motion: q and its derivatives, k more of them for derivatives.
  int rows;           ///< Of the result,
  int cols = 1;       ///< and columns for each derivative.
  Content more = {};  ///< What derivatives need instead, if it is not the same.
};

/// The memory of Dynamics, and its checks.
struct Workspace {
  Workspace(const model::Model& model, const DynamicsOptions& options);

  /// What computes values, and derivatives to N.
  BlockDynamics& level(int k) { return k == 0 || !along ? values : *along; }
  void check_content(const char* function, Content needed) const;
  void check_motion(const char* function, const ConstBlockRef& motion, int num_columns) const;
  void check_result(const char* function, const ConstBlockRef& motion, const BlockRef& out,
                    int rows, int cols) const;
  using Frames = std::span<const model::Frame>;
  void check_frames(const char* function, Frames frames) const;
  void check_around(const char* function, const Surroundings& around) const;
  void check_call(const Call& call, int k, const ConstBlockRef& motion, const BlockRef& out) const;
  /// Checks that the result has `width` numbers for each of 0..highest derivatives at most.
  void check_numbers(const char* function, const ConstBlockRef& motion, const BlockRef& out,
                     int rows, int highest) const;
  /// Checks p, and the result of an energy.
  void check_energy(const char* function, const ConstBlockRef& motion, int p, const BlockRef& out,
                    int rows) const;

  /// Checks derivatives to k of some frames, of rows x cols each.
  /// @param more  how many orders of q the value takes.
  void check_frame_call(const char* function, const ConstBlockRef& motion, Frames frames,
                        const BlockRef& out, int rows, int cols, int k, int more) const;

  BlockDynamics values;
  std::optional<BlockDynamics> along;  ///< If N > 0.
  int n;
  int B;
  int N;
  int friction_order;  ///< Of q that friction takes.
};

}  // namespace appell::dynamics
