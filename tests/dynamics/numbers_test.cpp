// All that Dynamics gives, of one sample and of many, held to the bound of tests/engine.
#include "tests/dynamics/numbers.hpp"

#include <functional>

#include "appell/dynamics/dynamics.hpp"
#include "appell/taylor/factorial.hpp"

namespace appell::dynamics {
namespace {

/// What readable_numbers() has, in the same order, of every sample of a block.
class FoundNumbers {
 public:
  FoundNumbers(const DrivenCase& c, const Block& motion, Dynamics& dynamics)
      : c_(c),
        dynamics_(dynamics),
        m_(motion),
        samples_(motion.num_samples()),
        numbers_(static_cast<std::size_t>(samples_)) {}

  std::vector<Numbers> all() {
    add_forces();
    add_matrices();
    add_energies();
    const model::Frame& frame = c_.frame;
    add("placement", 3, 4, N_ + 2, [&](auto& out) { dynamics_.placement(m_, frame, out); });
    add("omega", 3, 1, N_ + 1, [&](auto& out) { dynamics_.angular_velocity(m_, frame, out); });
    add("J", 6, n_, N_ + 2, [&](auto& out) { dynamics_.jacobian(m_, frame, out); });
    add_stacked("joint wrenches", c_.model->num_bodies(),
                [&](auto& out) { dynamics_.joint_wrenches(m_, c_.surroundings, out); });
    add_stacked("reactions", dynamics_.num_reactions(),
                [&](auto& out) { dynamics_.reactions(m_, c_.surroundings, out); });
    return numbers_;
  }

 private:
  using Compute = std::function<void(Block&)>;

  /// Matrices side by side, a derivative each, as coefficients of every sample.
  void add(const std::string& name, int rows, int cols, int order, const Compute& compute) {
    Block out(rows, cols * (order + 1), samples_);
    compute(out);
    for (int s = 0; s < samples_; ++s) {
      const MatX all = out.at(s);
      taylor::Series<MatX> x(order, MatX());
      for (int k = 0; k <= order; ++k) {
        x[k] = all.middleCols(k * cols, cols) / taylor::factorial(k);
      }
      numbers_[s].emplace_back(name, x);
    }
  }

  /// The same to order N; and a result that has the values alone must agree.
  void add_both(const std::string& name, int rows, int cols, const Compute& compute) {
    add(name, rows, cols, N_, compute);
    Block values(rows, cols, samples_);
    compute(values);
    for (int s = 0; s < samples_; ++s) {
      const MatX& expected = numbers_[s].back().second[0];
      const double size = std::max(support::largest(expected), 1e-3);  // One joint has no bias.
      EXPECT_LE(support::largest(values.at(s) - expected), 1e-12 * size) << name << ", its value";
    }
  }

  /// 6 numbers for each of some bodies, in one column.
  void add_stacked(const std::string& name, int count, const Compute& compute) {
    add_both(name, 6, count, compute);
    for (Numbers& numbers : numbers_) {
      taylor::Series<MatX>& x = numbers.back().second;
      for (int k = 0; k <= N_; ++k) x[k] = MatX(x[k].reshaped(6 * count, 1));
    }
  }

  void add_forces() {
    const Surroundings& around = c_.surroundings;
    const auto add_force = [&](const char* name, const Compute& compute) {
      add_both(name, n_, 1, compute);
    };
    const auto order_of = [](const Block& out) { return out.cols() - 1; };
    add_force("tau", [&](auto& out) { dynamics_.inverse_dynamics(m_, out); });
    add_force("tau with loads", [&](auto& out) { dynamics_.inverse_dynamics(m_, around, out); });
    add_force("inertia", [&](auto& out) { dynamics_.inertia(m_, out); });
    add_force("gravity", [&](auto& out) { dynamics_.gravity(m_, out); });
    add_force("bias", [&](auto& out) { dynamics_.bias(m_, out); });
    add_force("momentum", [&](auto& out) { dynamics_.momentum(m_, out); });
    add_force("load", [&](auto& out) { dynamics_.load(m_, around, out); });
    add_force("friction",
              [&](auto& out) { EXPECT_EQ(dynamics_.friction(m_, around, out), order_of(out)); });
    add_force("motor force",
              [&](auto& out) { EXPECT_EQ(dynamics_.motor_force(m_, around, out), order_of(out)); });
  }

  void add_matrices() {
    const Surroundings& around = c_.surroundings;
    add_both("M", n_, n_, [&](auto& out) { dynamics_.mass_matrix(m_, out); });
    add_both("C", n_, n_, [&](auto& out) { dynamics_.coriolis_matrix(m_, out); });
    add_both("dtau/dq", n_, n_, [&](auto& out) {
      Block other = out;
      dynamics_.force_partials(m_, around, out, other);
    });
    add_both("dtau/dq'", n_, n_, [&](auto& out) {
      Block other = out;
      dynamics_.force_partials(m_, around, other, out);
    });
    for (int m = 0; m <= N_ + 2; ++m) {
      add("dtau(N)/dq(" + std::to_string(m) + ")", n_, n_, 0,
          [&](auto& out) { dynamics_.force_derivative_partial(m_, around, N_, m, out); });
    }
    Block zero(n_, n_, samples_);
    dynamics_.force_derivative_partial(m_, around, N_, N_ + 3, zero);
    for (int s = 0; s < samples_; ++s) EXPECT_EQ(zero.at(s), MatX::Zero(n_, n_));
  }

  void add_energies() {
    add("potential energy", 1, 1, N_, [&](auto& out) { dynamics_.potential_energy(m_, out); });
    for (int p = 0; p <= N_ + 1; ++p) {
      const int order = std::min(N_, N_ + 1 - p);
      const std::string name = "E_" + std::to_string(p);
      add(name, 1, 1, order, [&](auto& out) { dynamics_.acceleration_energy(m_, p, out); });
      add(name + " of bodies", c_.model->num_bodies(), 1, order,
          [&](auto& out) { dynamics_.body_energies(m_, p, out); });
    }
    Block kinetic(1, 1, samples_), E_0(1, 1, samples_);
    dynamics_.kinetic_energy(m_, kinetic);
    dynamics_.acceleration_energy(m_, 0, E_0);
    for (int s = 0; s < samples_; ++s) {
      EXPECT_LE(std::abs(kinetic(0, 0, s) - E_0(0, 0, s)), 1e-12 * E_0(0, 0, s));
    }
  }

  const DrivenCase& c_;
  Dynamics& dynamics_;
  const Block& m_;
  int samples_;
  int n_ = c_.model->num_coordinates();
  int N_ = dynamics_.order();
  std::vector<Numbers> numbers_;
};

/// Motions to an order as a block of plain derivatives.
Block block_of(const std::vector<model::StateSeries>& states) {
  const int columns = states[0].order() + 1;
  Block motion(static_cast<int>(states[0][0].size()), columns, static_cast<int>(states.size()));
  for (std::size_t s = 0; s < states.size(); ++s) {
    for (int k = 0; k < columns; ++k) {
      const VecX derivative = states[s].derivative(k);
      for (int j = 0; j < motion.rows(); ++j) motion(j, k, static_cast<int>(s)) = derivative(j);
    }
  }
  return motion;
}

// Cross-check: every quantity in every instruction set, on random trees with every joint kind,
// mimic joints, rotors, every law of friction, and wrenches in both kinds of axes that change with
// time; of one sample, and of the first and the last of eleven.
TEST(Dynamics, EveryQuantityAgreesWithinTheBoundOfRounding) {
  double worst = 0.0;
  for (const engine::InstructionSet set : engine::available_instruction_sets()) {
    for (const int num_links : {1, 2, 5, 9, 20}) {
      for (const int N : {0, 1, 3}) {
        for (const int samples : {1, 11}) {
          SCOPED_TRACE(std::string(engine::name(set)) + ", links " + std::to_string(num_links) +
                       ", N " + std::to_string(N) + ", samples " + std::to_string(samples));
          DrivenCase c(static_cast<unsigned>(300 + 10 * num_links + N), N, num_links);
          std::vector<model::StateSeries> states{c.state};
          while (static_cast<int>(states.size()) < samples) {
            states.push_back(support::random_state(c.random, *c.model, N + 2));
          }
          Dynamics dynamics(*c.model, {.order = N, .capacity = samples, .instruction_set = set});
          const auto found = FoundNumbers(c, block_of(states), dynamics).all();
          for (std::size_t s = 0; s < found.size(); s += 10) {
            expect_same_numbers(c, states[s], found[s], c.random, worst);
          }
        }
      }
    }
  }
  RecordProperty("worst_part_of_bound", std::to_string(worst));
}

// Cross-check: the highest order there is.
TEST(Dynamics, HighestOrder) {
  constexpr int N = Dynamics::kHighestOrder;
  const DrivenCase c(5, N, 3);
  const Numbers expected = readable_numbers(c, c.state, *c.model);
  for (const int samples : {1, 2}) {
    const std::vector states(static_cast<std::size_t>(samples), c.state);
    Dynamics dynamics(*c.model, {.order = N, .capacity = samples});
    const Numbers found = FoundNumbers(c, block_of(states), dynamics).all().back();
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const taylor::Series<MatX>& x = expected[i].second;
      for (int k = 0; k <= x.order(); ++k) {
        const double size = std::max(support::largest(x[k]), 1e-2 * support::largest(x[0]));
        EXPECT_LE(support::largest(found[i].second[k] - x[k]), 1e-11 * size)
            << expected[i].first << ", order " << k;
      }
    }
  }
}

}  // namespace
}  // namespace appell::dynamics
