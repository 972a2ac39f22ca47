#pragma once

#include <memory>
#include <optional>

#include "appell/base/types.hpp"
#include "appell/engine/kinematics.hpp"
#include "appell/engine/limits.hpp"
#include "appell/force/engine_content.hpp"
#include "appell/force/wrench.hpp"
#include "appell/model/model.hpp"

namespace appell::force {

struct EngineOptions {
  /// N: the highest time derivative of anything that is asked for. 0 is enough for τ, M, C and the
  /// partial derivatives of τ; 2 for τ', τ''.
  int order = 0;
  EngineContent content = EngineContent::kAll;
  std::optional<Vec3> gravity;  ///< The model's unless given; m/s², world axes.
  engine::InstructionSet instruction_set = engine::best_instruction_set();
};

/// What Engine gives, without its checks and copies: after construction no call allocates, takes a
/// lock or throws. What Engine would refuse is the caller's mistake, and nothing is said about what
/// happens then; numbers that are not finite come out as they went in.
///
/// `motion` is q, q', q'', ..., n numbers each, one after the other: the k-th derivative of
/// coordinate j is motion[k n + j]; "of order m" are (m + 1) n numbers. Results have the same form:
/// time derivatives follow each other, matrices are column by column. Where an `order` is asked
/// for, it is the highest derivative that is wanted, 0 or N, and the result has order + 1 parts. No
/// result may overlap the motion. Units and meanings are those of the functions in Engine.
class UncheckedEngine {
 public:
  static constexpr int kHighestOrder = engine::kHighestForceOrder;

  /// @throws InvalidArgument as Engine: this is checked.
  explicit UncheckedEngine(const model::Model& model, const EngineOptions& options = {});
  ~UncheckedEngine();
  UncheckedEngine(UncheckedEngine&&) noexcept;
  UncheckedEngine& operator=(UncheckedEngine&&) noexcept;

  const model::Model& model() const noexcept;
  int order() const noexcept;
  EngineContent content() const noexcept;
  int num_reactions() const noexcept;

  // ---- Forces, n numbers for each derivative.

  /// From motions of order `order` + 2.
  void inverse_dynamics(const double* motion, int order, double* tau) noexcept;
  void inverse_dynamics(const double* motion, const Surroundings& surroundings, int order,
                        double* tau) noexcept;
  void inertia(const double* motion, int order, double* out) noexcept;
  int motor_force(const double* motion, const Surroundings& surroundings, int order,
                  double* out) noexcept;
  /// From a motion of order `order` + friction_order().
  int friction(const double* motion, const Surroundings& surroundings, int order,
               double* out) noexcept;
  /// From motions of order `order` + 1.
  void bias(const double* motion, int order, double* out) noexcept;
  void momentum(const double* motion, int order, double* out) noexcept;
  /// From motions of that order.
  void gravity(const double* motion, int order, double* out) noexcept;
  void load(const double* motion, const Surroundings& surroundings, int order,
            double* out) noexcept;

  // ---- Matrices, n².

  /// M⁽ᵏ⁾ from a motion of order k, C⁽ᵏ⁾ from one of order k + 1.
  void mass_matrix(const double* motion, int k, double* M_k) noexcept;
  void coriolis_matrix(const double* motion, int k, double* C_k) noexcept;
  /// From motions of order 2.
  void force_partials(const double* motion, double* by_q, double* by_rate) noexcept;
  void force_partials(const double* motion, const Surroundings& surroundings, double* by_q,
                      double* by_rate) noexcept;
  /// From a motion of order k + 2.
  void force_derivative_partial(const double* motion, const Surroundings& surroundings, int k,
                                int m, double* out) noexcept;
  /// @return whether M is positive definite; if not, solve_mass_matrix() must not be called.
  bool factor_mass_matrix(const double* q) noexcept;
  void solve_mass_matrix(double* x) noexcept;

  // ---- Energies; `order` is as far as that of Engine goes.

  /// From a motion of order 1.
  double kinetic_energy(const double* motion) noexcept;
  /// From a motion of that order.
  void potential_energy(const double* motion, int order, double* out) noexcept;
  /// From motions of order `order` + p + 1; those of bodies are B numbers for each derivative.
  void acceleration_energy(const double* motion, int p, int order, double* out) noexcept;
  void body_energies(const double* motion, int p, int order, double* out) noexcept;

  // ---- Motion of frames.

  /// Of a motion of order N + 2; valid until the next call.
  engine::Kinematics& kinematics(const double* motion) noexcept;
  /// J⁽ᵏ⁾, 6 n numbers, from a motion of order k.
  void jacobian(const double* motion, const model::Frame& frame, int k, double* J) noexcept;

  // ---- What the joints transmit, 6 numbers for each body or joint; from motions of order
  // `order` + 2.

  void joint_wrenches(const double* motion, const Surroundings& surroundings, int order,
                      double* out) noexcept;
  void reactions(const double* motion, const Surroundings& surroundings, int order,
                 double* out) noexcept;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace appell::force
