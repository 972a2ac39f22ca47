#pragma once

#include <memory>
#include <span>

#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"

namespace appell::force {

/// Driving forces without loads and friction of many states at once, by the fast recursion of
/// engine/: for long motions. Owns its workspace: make one per thread.
class ForceBatch {
 public:
  static constexpr int kHighestOrder = 31;

  enum class Content { kInertia, kInertiaAndGravity };

  /// @param order  N: highest time derivative of the forces, 0 to kHighestOrder.
  /// @param most_states  that one call will get.
  /// @throws InvalidArgument for an order out of that range.
  ForceBatch(const model::Model& model, int order, std::size_t most_states, Content content);
  ~ForceBatch();
  ForceBatch(const ForceBatch&) = delete;
  ForceBatch& operator=(const ForceBatch&) = delete;

  /// Row i of `rows`, which begins at rows[i * stride], becomes Q, Q', ..., Q⁽ᴺ⁾ of states[i], each
  /// with one number per coordinate. Allocates nothing.
  /// @param states  of order >= N + 2, at most `most_states`.
  /// @throws InvalidArgument if there are more states, or one is of too low an order or of another
  ///   model.
  void compute(std::span<const model::StateSeries> states, double* rows, std::size_t stride);

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace appell::force
