#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "appell/base/types.hpp"
#include "appell/engine/form.hpp"
#include "appell/engine/instruction_set.hpp"
#include "appell/engine/limits.hpp"
#include "appell/engine/matrix_content.hpp"

namespace appell::model {
class Model;
}

namespace appell::engine {

struct MotionMatricesOptions {
  int order = 0;  ///< N: the highest time derivative of the matrices.
  Form form = Form::kDerivatives;
  std::optional<Vec3> gravity;  ///< The model's unless given; m/s², world axes.
  InstructionSet instruction_set = best_instruction_set();
};

/// Where the results go; null for what is not wanted, and for what the content does not have: no
/// more derivatives of q are read than what is wanted takes. Entry
/// (i, j) of the k-th derivative of sample s is at [((k n + i) n + j) · stride + s]: for one
/// sample, n x n matrices, row by row.
struct MotionMatricesOut {
  double* mass = nullptr;           ///< M.
  double* coriolis = nullptr;       ///< C, with M' - 2 C skew-symmetric and C q' the bias.
  double* force_by_q = nullptr;     ///< ∂τ/∂q; row: force, column: coordinate.
  double* force_by_rate = nullptr;  ///< ∂τ/∂q' = 2 C.
  bool by_columns = false;  ///< Entry (i, j) is at [((k n + j) n + i) · stride + s] instead.
};

/// The matrices of the equations of motion M q'' + C q' + Q_gravity = τ and how τ responds to the
/// state, fast, with their time derivatives along the motion to any order: from composite bodies,
/// O(sum of the depths · N²), see docs/engine.md. Rotors included; without loads and friction.
///
/// Arrays as for InverseDynamics: sample s of the k-th derivative of coordinate j is
/// q[(k n + j) · stride + s]. Owns its workspace: make one per thread. After construction it
/// allocates nothing, takes no lock and throws nothing; sizes are the caller's duty.
class MotionMatrices {
 public:
  static constexpr int kHighestOrder = kHighestForceOrder;

  /// @throws InvalidArgument if the order is out of range, or the machine lacks the instruction
  /// set.
  MotionMatrices(const model::Model& model, MatrixContent content,
                 const MotionMatricesOptions& options = {});
  ~MotionMatrices();
  MotionMatrices(MotionMatrices&&) noexcept;
  MotionMatrices& operator=(MotionMatrices&&) noexcept;

  int num_coordinates() const;
  int order() const;
  /// How many derivatives of q a call for everything reads, q itself included: N + 1, N + 2, N + 3.
  int num_inputs() const;
  /// How many samples a batch computes at once.
  int lanes() const;

  /// One sample, for a control loop.
  /// @param q  num_inputs() · n numbers.
  void compute(const double* q, const MotionMatricesOut& out) noexcept;

  /// Many samples. Every sample comes out bit for bit as in a batch of any other size.
  /// @param stride  distance of the columns of `q` and of the results, at least `num_samples`.
  void compute_batch(const double* q, std::size_t num_samples, std::size_t stride,
                     const MotionMatricesOut& out) noexcept;
  /// The same with results in columns of another distance.
  void compute_batch(const double* q, std::size_t num_samples, std::size_t stride,
                     const MotionMatricesOut& out, std::size_t out_stride) noexcept;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace appell::engine
