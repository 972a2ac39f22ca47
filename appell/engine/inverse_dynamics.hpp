#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "appell/base/types.hpp"
#include "appell/engine/form.hpp"
#include "appell/engine/instruction_set.hpp"
#include "appell/engine/limits.hpp"

namespace appell::model {
class Model;
}

namespace appell::engine {

enum class Energies { kNone, kAll };

struct InverseDynamicsOptions {
  Energies energies = Energies::kNone;
  Form form = Form::kDerivatives;  ///< Of q and τ; energies are always values.
  std::optional<Vec3> gravity;     ///< The model's unless given; m/s², world axes.
  InstructionSet instruction_set = best_instruction_set();
};

/// Inverse dynamics to any order, fast: from q, q', ..., q⁽ᴷ⁺¹⁾ the driving forces without loads
/// and friction, τ = Q_inertia + Q_gravity, and their time derivatives τ', ..., τ⁽ᴷ⁻¹⁾; on request
/// the acceleration energies E_1 .. E_K of the whole tree. O(n K²), see docs/performance.md.
///
/// Arrays hold plain derivatives, unless coefficients are asked for, in columns of samples: sample
/// s of the k-th derivative of coordinate j is q[(k n + j) · stride + s], and likewise in `tau`; a
/// single sample is the matrix [order][coordinate], row by row. E_p of sample s is at
/// [(p - 1) stride + s].
///
/// The object owns its workspace, O(n K) doubles: make one per thread. It keeps a copy of what it
/// needs of the model. After construction it allocates nothing, takes no lock and throws nothing;
/// sizes are the caller's duty, numbers that are not finite come out as they went in.
class InverseDynamics {
 public:
  static constexpr int kMostOutputs = kHighestForceOrder + 1;

  /// @param num_outputs  K, 1 to kMostOutputs: how many of τ, τ', τ'', ... are wanted. There are
  /// kernels made for each K to 12 (14 for single samples, 8 with energies), above it one for all.
  /// @throws InvalidArgument if K is out of that range, or the machine lacks the instruction set.
  InverseDynamics(const model::Model& model, int num_outputs,
                  const InverseDynamicsOptions& options = {});
  ~InverseDynamics();
  InverseDynamics(InverseDynamics&&) noexcept;
  InverseDynamics& operator=(InverseDynamics&&) noexcept;

  int num_coordinates() const;
  int num_outputs() const;
  /// How many samples a batch computes at once: block sizes are best a multiple of it.
  int lanes() const;
  InstructionSet instruction_set() const;
  /// Of the workspace.
  std::size_t num_bytes() const;

  /// What counts from now on; m/s², world axes. Zero leaves the inertia force.
  void set_gravity(const Vec3& gravity) noexcept;

  /// The masses of the bodies that count from now on: those of a model that is the same in all
  /// else, rotors among it. Every number comes out bit for bit as from an object made for it.
  void set_masses(const model::Model& model) noexcept;

  /// One sample, for a control loop.
  /// @param q    (K + 2) · n numbers.
  /// @param tau  K · n numbers, overwritten.
  /// @param energies  K numbers, overwritten, if the object was made with energies; else unused.
  void compute(const double* q, double* tau, double* energies = nullptr) noexcept;

  /// Many samples. Every sample comes out bit for bit as in a batch of any other size. Hundreds of
  /// joints are fastest in blocks of few samples, see docs/performance.md.
  /// @param stride  distance of the columns of `q`, `tau` and `energies`, at least `num_samples`.
  void compute_batch(const double* q, std::size_t num_samples, std::size_t stride, double* tau,
                     double* energies = nullptr) noexcept;
  /// The same with results in columns of another distance.
  void compute_batch(const double* q, std::size_t num_samples, std::size_t stride, double* tau,
                     double* energies, std::size_t out_stride) noexcept;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace appell::engine
