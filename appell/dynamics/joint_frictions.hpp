#pragma once

#include <vector>

#include "appell/dynamics/loaded_tree.hpp"
#include "appell/force/friction_law.hpp"
#include "appell/force/wrench.hpp"
#include "appell/model/model.hpp"
#include "appell/model/state_block.hpp"
#include "appell/taylor/series.hpp"

/// Not installed: friction without allocation.
namespace appell::dynamics {

/// Eqs. (1) to (6) of friction.hpp at one instant, with time derivatives to order N, without
/// allocation.
class JointFrictions {
 public:
  /// @throws InvalidArgument if smooth friction lacks a positive velocity.
  JointFrictions(const char* function, const model::Model& model, int order);

  /// Whether a law depends on the reactions: then `wrenches` and `tree` must be there.
  bool need_reactions() const { return need_reactions_; }

  /// Adds the friction of all joints to the columns of a sample; NaN from the first order on in
  /// which a joint has no derivative.
  /// @param tree  its placements to N + 2.
  /// @param wrenches  what the joints transmit, in body axes.
  /// @return the highest order to which every joint has derivatives.
  int add(const model::StateBlock& states, int sample, const LoadedTree& tree,
          const std::vector<WrenchSeries>& wrenches, const Surroundings& surroundings,
          const Columns& out);

 private:
  void find_scales(const model::StateBlock& states, int sample, const LoadedTree& tree,
                   const Surroundings& surroundings);
  void add_scale(const Wrench& wrench);
  void smooth_friction(const model::Friction& friction);
  int dry_friction(const model::Body& body, const model::Friction& friction,
                   const WrenchSeries& wrench, force::Direction direction);
  int radial_load(const model::Body& body, const taylor::Series<Vec3>& force);

  model::Model model_;
  int N_;
  bool need_reactions_ = false;
  taylor::Series<double> rate_, dry_, scaled_, root_;
  taylor::Series<Vec3> radial_;
  // As Magnitudes of friction_law.hpp: magnitudes of what is added up, for every body.
  std::vector<taylor::Series<double>> turning_, reach_, scale_;
  taylor::Series<double> step_, size_;
};

}  // namespace appell::dynamics
