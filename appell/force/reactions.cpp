#include "appell/force/reactions.hpp"

#include <algorithm>

#include "appell/force/joint_wrenches.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::force {
namespace {

using taylor::Series;

/// Eq. (1) for the link of one frame.
Reaction reaction_at(const kinematics::TreeMotion& motion, const model::Frame& link,
                     const WrenchSeries& w) {
  const model::Model& model = motion.model();
  const model::Body& body = model.bodies()[link.body];
  const Series<Mat3>& R_WB = motion[link.body].R_WB;
  Reaction reaction{body.joint, w.force, w.moment};
  taylor::transposed_product(R_WB, w.force, reaction.force);
  taylor::transposed_product(R_WB, w.moment, reaction.moment);
  for (int k = 0; k <= w.force.order(); ++k) {  // B to F, constant
    const Vec3 f_B = reaction.force[k];
    const Vec3 n_B = reaction.moment[k];
    reaction.force[k] = link.X_BF.R.transpose() * f_B;
    reaction.moment[k] = link.X_BF.R.transpose() * (n_B - link.X_BF.p.cross(f_B));
  }
  return reaction;
}

}  // namespace

std::vector<Reaction> reactions(const kinematics::TreeMotion& motion,
                                const Surroundings& surroundings, const Operators& operators) {
  std::vector<Reaction> result;
  reactions(motion, joint_wrenches(motion, surroundings, operators), result);
  return result;
}

void reactions(const kinematics::TreeMotion& motion, const std::vector<WrenchSeries>& wrenches,
               std::vector<Reaction>& out) {
  const model::Model& model = motion.model();
  out.clear();
  for (const model::Frame& frame : model.frames()) {
    if (!frame.is_driven) continue;
    out.push_back(reaction_at(motion, frame, wrenches[frame.body]));
  }
  std::sort(out.begin(), out.end(),
            [](const Reaction& a, const Reaction& b) { return a.joint < b.joint; });
}

}  // namespace appell::force
