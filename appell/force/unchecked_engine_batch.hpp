#pragma once

#include <memory>
#include <optional>

#include "appell/base/types.hpp"
#include "appell/engine/instruction_set.hpp"
#include "appell/engine/limits.hpp"
#include "appell/force/engine_content.hpp"
#include "appell/force/wrench.hpp"
#include "appell/model/model.hpp"
#include "appell/model/state_block.hpp"

namespace appell::force {

struct EngineBatchOptions {
  int order = 0;      ///< N: the highest time derivative of anything that is asked for.
  int capacity = 64;  ///< Most samples of one call.
  EngineContent content = EngineContent::kAll;
  std::optional<Vec3> gravity;  ///< The model's unless given; m/s², world axes.
  engine::InstructionSet instruction_set = engine::best_instruction_set();
};

/// What EngineBatch gives, without its checks: after construction no call allocates, takes a lock
/// or throws. What EngineBatch would refuse is the caller's mistake, and nothing is said about what
/// happens then. Every function takes and gives what that of the same name in EngineBatch does; a
/// result has as many samples afterwards as the states.
class UncheckedEngineBatch {
 public:
  using States = const model::StateBlock&;
  using Columns = model::SeriesBlock&;

  static constexpr int kHighestOrder = engine::kHighestForceOrder;

  /// @throws InvalidArgument as EngineBatch: this is checked.
  explicit UncheckedEngineBatch(const model::Model& model, const EngineBatchOptions& options = {});
  ~UncheckedEngineBatch();
  UncheckedEngineBatch(UncheckedEngineBatch&&) noexcept;
  UncheckedEngineBatch& operator=(UncheckedEngineBatch&&) noexcept;

  const model::Model& model() const noexcept;
  int order() const noexcept;
  int capacity() const noexcept;
  EngineContent content() const noexcept;
  int lanes() const noexcept;
  int num_reactions() const noexcept;

  void inverse_dynamics(States states, Columns tau) noexcept;
  void inverse_dynamics(States states, const Surroundings& surroundings, Columns tau) noexcept;
  void inertia(States states, Columns out) noexcept;
  void gravity(States states, Columns out) noexcept;
  void bias(States states, Columns out) noexcept;
  void momentum(States states, Columns out) noexcept;
  void load(States states, const Surroundings& surroundings, Columns out) noexcept;
  int friction(States states, const Surroundings& surroundings, Columns out) noexcept;
  int motor_force(States states, const Surroundings& surroundings, Columns out) noexcept;

  void mass_matrix(States states, Columns M) noexcept;
  void coriolis_matrix(States states, Columns C) noexcept;
  void force_partials(States states, const Surroundings& surroundings, Columns by_q,
                      Columns by_rate) noexcept;
  void load_partials(States states, const Surroundings& surroundings, Columns out) noexcept;
  void force_derivative_partial(States states, const Surroundings& surroundings, int k, int m,
                                Columns out) noexcept;
  /// @return the first sample whose M is not positive definite, which is left as it was with those
  ///   after it; -1 if there is none.
  int solve_mass_matrix(States states, Columns x) noexcept;

  void acceleration_energy(States states, int p, Columns out) noexcept;
  void body_energies(States states, int p, Columns out) noexcept;
  void potential_energy(States states, Columns out) noexcept;

  void placement(States states, const model::Frame& frame, Columns out) noexcept;
  void angular_velocity(States states, const model::Frame& frame, Columns out) noexcept;
  void jacobian(States states, const model::Frame& frame, Columns J) noexcept;

  void joint_wrenches(States states, const Surroundings& surroundings, Columns out) noexcept;
  void reactions(States states, const Surroundings& surroundings, Columns out) noexcept;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace appell::force
