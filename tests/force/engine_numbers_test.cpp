// All that force::Engine gives of one sample, held to the bound of tests/engine.
#include "tests/force/engine_numbers.hpp"

#include "appell/force/engine.hpp"
#include "appell/taylor/factorial.hpp"

namespace appell::force {
namespace {

/// What readable_numbers() has, in the same order, by the engine for single samples.
class SingleNumbers {
 public:
  SingleNumbers(const DrivenCase& c, Engine& engine) : c_(c), engine_(engine) {}

  Numbers all() {
    add_forces();
    add_matrices();
    add_energies();
    add_frames();
    add_joints();
    return std::move(numbers_);
  }

 private:
  /// Plain derivatives, n x (N + 1) as a rule, as coefficients of a column each.
  void add(const std::string& name, const MatX& derivatives) {
    taylor::Series<MatX> x(static_cast<int>(derivatives.cols()) - 1, MatX());
    for (int k = 0; k <= x.order(); ++k) x[k] = derivatives.col(k) / taylor::factorial(k);
    numbers_.emplace_back(name, x);
  }
  template <class Compute>
  void add_force(const std::string& name, const Compute& compute) {
    MatX out(n_, N_ + 1);
    compute(out);
    add(name, out);
  }
  /// A matrix for each derivative, to an order.
  template <class Compute>
  void add_each(const std::string& name, int order, const Compute& compute) {
    taylor::Series<MatX> x(order, MatX());
    for (int k = 0; k <= order; ++k) x[k] = compute(k) / taylor::factorial(k);
    numbers_.emplace_back(name, x);
  }

  void add_forces() {
    using Out = Engine::MatrixOut;
    add_force("tau", [&](Out out) { engine_.inverse_dynamics(m_, out); });
    add_force("tau with loads", [&](Out out) { engine_.inverse_dynamics(m_, around_, out); });
    add_force("inertia", [&](Out out) { engine_.inertia(m_, out); });
    add_force("gravity", [&](Out out) { engine_.gravity(m_, out); });
    add_force("bias", [&](Out out) { engine_.bias(m_, out); });
    add_force("momentum", [&](Out out) { engine_.momentum(m_, out); });
    add_force("load", [&](Out out) { engine_.load(m_, around_, out); });
    add_force("friction", [&](Out out) { EXPECT_EQ(engine_.friction(m_, around_, out), N_); });
    add_force("motor force",
              [&](Out out) { EXPECT_EQ(engine_.motor_force(m_, around_, out), N_); });
  }

  void add_matrices() {
    MatX A(n_, n_), B(n_, n_);
    add_each("M", N_, [&](int k) {
      engine_.mass_matrix(m_, k, A);
      return A;
    });
    add_each("C", N_, [&](int k) {
      engine_.coriolis_matrix(m_, k, A);
      return A;
    });
    // Along the motion ∂τ/∂q has the derivatives ∂τ⁽ᵏ⁾/∂q, and ∂τ/∂q' those of 2 C.
    engine_.force_partials(m_.col(0), m_.col(1), m_.col(2), around_, A, B);
    add_each("dtau/dq", N_, [&](int k) {
      if (k > 0) engine_.force_derivative_partial(m_, around_, k, 0, A);
      return A;
    });
    add_each("dtau/dq'", N_, [&](int k) {
      if (k == 0) return B;
      engine_.coriolis_matrix(m_, k, A);
      return MatX(2.0 * A);
    });
    for (int m = 0; m <= N_ + 2; ++m) {
      engine_.force_derivative_partial(m_, around_, N_, m, A);
      numbers_.emplace_back("dtau(N)/dq(" + std::to_string(m) + ")", taylor::Series<MatX>(0, A));
    }
  }

  void add_energies() {
    VecX U(N_ + 1);
    engine_.potential_energy(m_, U);
    add("potential energy", U.transpose());
    for (int p = 0; p <= N_ + 1; ++p) {
      const int order = std::min(N_, N_ + 1 - p);
      VecX E(order + 1);
      MatX of_bodies(c_.model->num_bodies(), order + 1);
      engine_.acceleration_energy(m_, p, E);
      engine_.body_energies(m_, p, of_bodies);
      add("E_" + std::to_string(p), E.transpose());
      add("E_" + std::to_string(p) + " of bodies", of_bodies);
    }
  }

  void add_frames() {
    const engine::Kinematics& motion = engine_.kinematics(m_);
    add_each("placement", N_ + 2, [&](int k) {
      MatX X(3, 4);
      X << motion.rotation(c_.frame, k), motion.position(c_.frame, k);
      return X;
    });
    add_each("omega", N_ + 1, [&](int k) { return MatX(motion.angular_velocity(c_.frame, k)); });
    MatX J(6, n_);
    add_each("J", N_ + 2, [&](int k) {
      engine_.jacobian(m_, c_.frame, k, J);
      return J;
    });
  }

  void add_joints() {
    const int B = c_.model->num_bodies(), count = engine_.num_reactions();
    MatX wrenches(6, B * (N_ + 1)), reactions(6, count * (N_ + 1));
    engine_.joint_wrenches(m_, around_, wrenches);
    engine_.reactions(m_, around_, reactions);
    add("joint wrenches", wrenches.reshaped(6 * B, N_ + 1));
    add("reactions", reactions.reshaped(6 * count, N_ + 1));
  }

  const DrivenCase& c_;
  Engine& engine_;
  const MatX& m_ = c_.derivatives;
  const Surroundings& around_ = c_.surroundings;
  const Eigen::Index n_ = c_.derivatives.rows();
  const int N_ = engine_.order();
  Numbers numbers_;
};

// Cross-check: every quantity in every instruction set, on random trees with every joint kind,
// mimic joints, rotors, every law of friction, and wrenches that change with time.
TEST(ForceEngine, EveryQuantityAgreesWithinTheBoundOfRounding) {
  double worst = 0.0;
  for (const engine::InstructionSet set : engine::available_instruction_sets()) {
    for (const int num_links : {1, 2, 5, 9, 20}) {
      for (const int N : {0, 1, 3}) {
        SCOPED_TRACE(std::string(engine::name(set)) + ", links " + std::to_string(num_links) +
                     ", N " + std::to_string(N));
        DrivenCase c(static_cast<unsigned>(300 + 10 * num_links + N), N, num_links);
        Engine engine(*c.model, {.order = N, .instruction_set = set});
        expect_same_numbers(c, c.state, SingleNumbers(c, engine).all(), c.random, worst);
      }
    }
  }
  RecordProperty("worst_part_of_bound", std::to_string(worst));
}

}  // namespace
}  // namespace appell::force
