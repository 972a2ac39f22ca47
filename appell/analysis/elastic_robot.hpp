#pragma once

#include <string>
#include <vector>

#include "appell/dynamics/options.hpp"
#include "appell/force/wrench.hpp"
#include "appell/model/model.hpp"
#include "appell/model/state_block.hpp"

namespace appell::dynamics {
class BlockDynamics;
}

namespace appell::analysis {

/// A robot some of whose joints are elastic: what is the same at all instants. Immutable.
class ElasticRobot {
 public:
  /// @throws InvalidArgument if no joint is elastic, an actuator is none (check_actuator()), an
  ///   elastic joint has several coordinates or follows another, or an elastic joint has dry
  ///   friction on the link side that is not smooth: its motor would have to jump.
  /// @param surroundings  what acts on the links, constant in its axes.
  explicit ElasticRobot(const model::Model& model, force::Surroundings surroundings = {});

  const model::Model& model() const { return model_; }
  /// The same robot without the rotors of its elastic joints: what the springs carry. Those of
  /// rigid joints are part of it.
  const model::Model& links() const { return links_; }
  int num_coordinates() const { return model_.num_coordinates(); }
  /// Of a coordinate; a plain one where a joint of several coordinates has none.
  const model::Actuator& actuator(int coordinate) const { return actuators_[coordinate]; }
  bool is_elastic(int coordinate) const { return actuator(coordinate).is_elastic(); }
  bool is_damped(int coordinate) const {
    return is_elastic(coordinate) && actuator(coordinate).damping > 0.0;
  }
  /// Coordinates of the elastic joints, ascending.
  const std::vector<int>& elastic() const { return elastic_; }

  const force::Surroundings& surroundings() const { return surroundings_; }
  /// What an engine of links() needs for link_force().
  Content content() const;
  /// What the links take: eq. (1) of ElasticMotion.
  void link_force(dynamics::BlockDynamics& engine, const model::StateBlock& states,
                  model::SeriesBlock& out) const;

  /// Whether time derivatives of the motors' forces exist at all times.
  bool is_smooth() const { return not_smooth_.empty(); }
  /// @throws InvalidArgument, naming the joint, unless time derivatives of the motors' forces exist
  ///   up to an order: friction that is dry and not smooth has none at rest.
  void check_order(int order) const;

 private:
  model::Model model_;
  model::Model links_;
  std::vector<model::Actuator> actuators_;
  std::vector<int> elastic_;
  force::Surroundings surroundings_;
  bool has_friction_;
  std::string not_smooth_;  ///< The first joint whose friction has no derivatives at rest.
};

}  // namespace appell::analysis
