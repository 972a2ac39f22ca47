#include "appell/analysis/elastic_modes.hpp"

#include <algorithm>

#include "appell/analysis/elastic_frequencies.hpp"
#include "appell/analysis/elastic_joint.hpp"
#include "appell/dynamics/block_dynamics.hpp"

namespace appell::analysis {

ElasticModes::ElasticModes(const ElasticRobot& robot, int capacity)
    : robot_(robot),
      num_locked_(static_cast<int>(robot.elastic().size())),
      engine_(std::make_unique<dynamics::BlockDynamics>(
          robot.links(),
          DynamicsOptions{.capacity = capacity, .content = Content::kPartials | robot.content()})),
      at_rest_(robot.num_coordinates(), 2, capacity) {
  const int n = robot.num_coordinates();
  rotors_ = VecX::Zero(n);
  for (const int j : robot.elastic()) {
    rotors_[j] = robot.actuator(j).reflected_inertia();
    if (rotors_[j] > 0.0) ++num_free_;
  }
  for (model::SeriesBlock* block : {&mass_, &by_q_, &by_rate_}) {
    *block = model::SeriesBlock(n * n, 0, capacity);
  }
}

ElasticModes::~ElasticModes() = default;
ElasticModes::ElasticModes(ElasticModes&&) noexcept = default;

void ElasticModes::compute(const model::StateBlock& states, const model::SeriesBlock& deflection) {
  const int n = robot_.num_coordinates();
  const int count = states.num_samples();
  at_rest_.set_num_samples(count);
  for (int j = 0; j < n; ++j) {
    std::copy_n(states.q().column(0, j), count, at_rest_.q().column(0, j));
    for (int k = 1; k <= 2; ++k) std::fill_n(at_rest_.q().column(k, j), count, 0.0);
  }
  engine_->mass_matrix(at_rest_, mass_);
  engine_->force_partials(at_rest_, robot_.surroundings(), by_q_, by_rate_);  // At rest: ∂g/∂q.
  locked_.clear();
  free_.clear();
  MatX M(n, n), G(n, n);
  VecX K = VecX::Zero(n);
  for (int i = 0; i < count; ++i) {
    for (int entry = 0; entry < n * n; ++entry) {
      M(entry % n, entry / n) = mass_.column(0, entry)[i];
      G(entry % n, entry / n) = by_q_.column(0, entry)[i];
    }
    for (const int j : robot_.elastic()) {
      K[j] = spring_slope(robot_.actuator(j), deflection.column(0, j)[i]);
    }
    const std::vector<double> locked = locked_frequencies(M, K, G);
    const std::vector<double> free = free_frequencies(M, K, rotors_, G);
    locked_.insert(locked_.end(), locked.begin(), locked.end());
    free_.insert(free_.end(), free.begin(), free.end());
  }
}

}  // namespace appell::analysis
