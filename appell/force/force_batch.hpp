#pragma once

#include <memory>

#include "appell/engine/limits.hpp"
#include "appell/model/model.hpp"
#include "appell/model/state_block.hpp"

namespace appell::force {

/// Driving forces without loads and friction of many instants at once, by the fast recursion of
/// engine/. Owns its workspace: make one per thread. After construction it allocates nothing.
class ForceBatch {
 public:
  static constexpr int kHighestOrder = engine::kHighestForceOrder;

  enum class Content { kInertia, kInertiaAndGravity };

  /// @param order  N: highest time derivative of the forces, 0 to kHighestOrder.
  /// @param capacity  most samples that one call will get, >= 1.
  /// @throws InvalidArgument for an order out of that range.
  ForceBatch(const model::Model& model, int order, int capacity, Content content);
  ~ForceBatch();
  ForceBatch(ForceBatch&&) noexcept;
  ForceBatch& operator=(ForceBatch&&) noexcept;

  int order() const;

  /// What counts from now on: masses and gravity of a model that is the same in all else.
  void set_masses(const model::Model& model) noexcept;

  /// Forces of all samples of a block.
  /// @param states  of order >= N + 2.
  /// @throws InvalidArgument if it has more samples than the capacity, is of too low an order, or
  ///   has another number of coordinates.
  void compute(const model::StateBlock& states);

  /// Q⁽ᵏ⁾/k! of a coordinate at all samples, k = 0..N, of the last call.
  const double* force(int k, int coordinate) const;
  /// Distance of two columns: force(k, j) begins (k n + j) stride() after force(0, 0).
  std::size_t stride() const;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace appell::force
