#pragma once

#include <vector>

#include "appell/model/state_series.hpp"
#include "tests/support/random_model.hpp"

namespace appell::engine {

/// Samples as the engine takes them: columns of plain derivatives.
struct Samples {
  Samples(const std::vector<model::StateSeries>& states, int num_orders)
      : stride(states.size()), n(states.front()[0].size()) {
    q.resize(static_cast<std::size_t>(num_orders) * static_cast<std::size_t>(n) * stride);
    for (std::size_t s = 0; s < stride; ++s) {
      for (int k = 0; k < num_orders; ++k) {
        const VecX derivative = states[s].derivative(k);
        for (Eigen::Index j = 0; j < n; ++j) q[column(k, j) * stride + s] = derivative(j);
      }
    }
  }

  std::size_t column(int k, Eigen::Index j) const { return static_cast<std::size_t>(k * n + j); }

  std::size_t stride;
  Eigen::Index n;
  std::vector<double> q;
};

/// The k-th block of columns of a result, sample s.
inline VecX result_block(const std::vector<double>& tau, const Samples& samples, int k,
                         std::size_t s) {
  VecX block(samples.n);
  for (Eigen::Index j = 0; j < samples.n; ++j) {
    block(j) = tau[samples.column(k, j) * samples.stride + s];
  }
  return block;
}

inline std::vector<model::StateSeries> random_states(support::Random& random,
                                                     const model::Model& model, int order,
                                                     int count) {
  std::vector<model::StateSeries> states;
  for (int s = 0; s < count; ++s) states.push_back(support::random_state(random, model, order));
  return states;
}

/// A chain of joints that turn.
inline model::Model random_chain(support::Random& random, int n) {
  model::Description robot{.name = "chain", .links = {{.name = "0"}}};
  for (int i = 1; i <= n; ++i) {
    const std::string name = std::to_string(i);
    robot.links.push_back({.name = name, .inertial = random.rigid_mass()});
    robot.joints.push_back({.name = "j" + name,
                            .kind = model::JointKind::kContinuous,
                            .parent = std::to_string(i - 1),
                            .child = name,
                            .X_PJ = random.placement(),
                            .axis = random.unit_vector()});
  }
  return model::build(std::move(robot));
}

}  // namespace appell::engine
