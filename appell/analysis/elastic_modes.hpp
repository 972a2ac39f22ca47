#pragma once

#include <memory>
#include <span>
#include <vector>

#include "appell/analysis/elastic_robot.hpp"
#include "appell/model/state_block.hpp"

namespace appell::dynamics {
class BlockDynamics;
}

namespace appell::analysis {

/// Eigenfrequencies along a motion, locked_frequencies() and free_frequencies(): of the robot at
/// rest in the pose of a sample, its springs with the slope that they have at the deflection there,
/// and with the stiffness of gravity, ∂g/∂q. For one thread.
class ElasticModes {
 public:
  /// @param capacity  most samples of one call.
  ElasticModes(const ElasticRobot& robot, int capacity);
  ~ElasticModes();
  ElasticModes(ElasticModes&&) noexcept;

  int num_locked() const { return num_locked_; }
  int num_free() const { return num_free_; }

  /// @param states  q is read.
  /// @param deflection  δ of all coordinates at the same samples.
  /// @throws NumericalError if the mass matrix is not positive definite.
  void compute(const model::StateBlock& states, const model::SeriesBlock& deflection);

  /// Hz, ascending; below zero see elastic_frequencies.hpp.
  std::span<const double> locked(int sample) const {
    return std::span(locked_).subspan(static_cast<std::size_t>(sample * num_locked_),
                                      static_cast<std::size_t>(num_locked_));
  }
  std::span<const double> free(int sample) const {
    return std::span(free_).subspan(static_cast<std::size_t>(sample * num_free_),
                                    static_cast<std::size_t>(num_free_));
  }

 private:
  ElasticRobot robot_;
  int num_locked_;
  int num_free_ = 0;
  std::unique_ptr<dynamics::BlockDynamics> engine_;
  model::StateBlock at_rest_;
  model::SeriesBlock mass_, by_q_, by_rate_;
  VecX rotors_;
  std::vector<double> locked_, free_;
};

}  // namespace appell::analysis
