#pragma once

#include <memory>

#include "appell/engine/motion_block.hpp"
#include "appell/model/model.hpp"
#include "appell/model/state_block.hpp"

namespace appell::dynamics {

/// Friction forces without loads of many instants at once: the laws of friction_force(). Owns its
/// workspace: make one per thread. After construction it allocates nothing up to order 9.
///
/// Where friction_force() would end its series, because a derivative does not exist, the numbers of
/// that sample and coordinate are NaN from this derivative on.
class FrictionBatch {
 public:
  /// @param order  N: highest time derivative of the forces, >= 0.
  /// @param capacity  most samples that one call will get, >= 1.
  /// @throws InvalidArgument for another order or capacity, or if smooth friction lacks a positive
  ///   velocity.
  FrictionBatch(const model::Model& model, int order, int capacity);
  ~FrictionBatch();
  FrictionBatch(FrictionBatch&&) noexcept;
  FrictionBatch& operator=(FrictionBatch&&) noexcept;

  int order() const;

  /// What compute() reads of the motion of the bodies: nothing unless a joint has friction by
  /// radial load.
  static engine::MotionOrders reads(const model::Model& model, int order);

  /// Forces of all samples of a block.
  /// @param states  of order >= N + friction_order(model).
  /// @param motion  of the same states, with reads() at least; may be null if that is nothing.
  /// @throws InvalidArgument if there are more samples than the capacity, states or motion are of
  ///   too low an order, or the states have another number of coordinates.
  void compute(const model::StateBlock& states, const engine::MotionBlock* motion);

  /// Q⁽ᵏ⁾/k! of a coordinate at all samples, k = 0..N, of the last call.
  const double* force(int k, int coordinate) const;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace appell::dynamics
