#pragma once

#include <vector>

#include "appell/dynamics/series_columns.hpp"
#include "appell/engine/motion_block.hpp"
#include "appell/force/wrench.hpp"
#include "appell/model/model.hpp"
#include "appell/taylor/series.hpp"

/// Not installed: wrenches on a tree without allocation.
namespace appell::dynamics {

using force::Surroundings;
using force::Wrench;
using force::WrenchSeries;

/// What wrenches on the bodies of a tree mean for its joints, at one instant with time derivatives
/// to order N. With F, N the wrench in world axes about p_F, k_b the axis of joint b (zero if it
/// slides) and e_b = l_b + k_b × (p_F - p_b) the velocity that it gives to p_F, of every joint b on
/// the way from the frame to the root, the load asks of it
///
///   Q_b = e_b · F + k_b · N                                                                 (1)
///
/// times its ratio; docs/engine.md derives ∂Q/∂q. Keeps its memory: after construction nothing
/// allocates.
class LoadedTree {
 public:
  LoadedTree(const model::Model& model, int order);

  int order() const { return N_; }

  /// The placements of the bodies, from columns of a block.
  /// @param highest  N to N + 2.
  void place(const engine::MotionBlock& block, int highest, int sample);
  const taylor::Series<Mat3>& R_WB(int body) const { return R_[index(body)]; }

  /// Adds ∂Q/∂q of all wrenches to the columns of a sample, n² of them, column by column.
  void add_force_partials(const Surroundings& surroundings, const Columns& by_q, int sample);
  /// Adds what they ask of every joint: about the origin of its body, in the axes of the body.
  void add_joint_wrenches(const Surroundings& surroundings, std::vector<WrenchSeries>& at_bodies);

 private:
  static std::size_t index(int body) { return static_cast<std::size_t>(body); }
  const model::Body& body(int b) const { return model_.bodies()[index(b)]; }
  /// Calls visit() for each wrench on a body, which apply() has put in place.
  template <class Visit>
  void for_each_wrench(const Surroundings& surroundings, Visit visit);
  void apply(const Wrench& wrench, double sign);
  void find_velocities(int frame_body);
  void find_turning(int frame_body);

  model::Model model_;
  int N_;
  std::vector<taylor::Series<Mat3>> R_;  ///< Of the bodies, order N + 2; so is p.
  std::vector<taylor::Series<Vec3>> p_;
  // Of the wrench that is in place.
  taylor::Series<Mat3> R_WF_;
  taylor::Series<Vec3> F_, moment_, p_F_;
  // Of the joints on its way to the root.
  std::vector<taylor::Series<Vec3>> k_, e_;
  std::vector<taylor::Series<Vec3>> u_, v_;  ///< e × F, and that plus k × N.
  taylor::Series<Vec3> arm_, turned_;
  taylor::Series<double> entry_;
};

}  // namespace appell::dynamics
