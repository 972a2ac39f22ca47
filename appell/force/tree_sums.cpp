#include "appell/force/tree_sums.hpp"

#include "appell/model/model.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::force {
namespace {

using kinematics::TreeMotion;
using spatial::WrenchSeries;
using taylor::Series;

}  // namespace

Series<Vec3> spin(const mass::RigidMass& mass, const kinematics::BodyMotion& B, int order) {
  Series<Vec3> I_omega_B = B.omega_WB_B.truncated(order);
  for (int k = 0; k <= order; ++k) I_omega_B[k] = mass.inertia_com() * I_omega_B[k];
  return B.R_WB.truncated(order) * I_omega_B;
}

void sum_over_subtrees(const TreeMotion& motion, std::vector<WrenchSeries>& wrenches) {
  const model::Model& model = motion.model();
  for (auto body = model.bodies().rbegin(); body != model.bodies().rend(); ++body) {
    if (body->parent == model::kWorld) continue;
    const WrenchSeries& w = wrenches[body->index];
    WrenchSeries& parent = wrenches[body->parent];
    const int N = w.force.order();
    const Series<Vec3> p_PB =
        motion[body->index].p_WB.truncated(N) - motion[body->parent].p_WB.truncated(N);
    parent.force += w.force;    // Eq. (3) of joint_wrenches.hpp
    parent.moment += w.moment;  // Eq. (4)
    parent.moment += taylor::cross(p_PB, w.force);
  }
}

}  // namespace appell::force
