#include "appell/force/motion_matrices.hpp"

#include "appell/base/check.hpp"
#include "appell/force/carried_mass.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::force {

using kinematics::TreeMotion;
using taylor::Series;

Series<MatX> mass_matrix(const model::Model& model, const TreeMotion& motion) {
  kinematics::check_motion("mass_matrix", model, motion);
  const MatX G = joint_ratios(model);
  const Series<MatX> Y = field_products(model, motion, carried_masses(model, motion, 0), 0);
  Series<MatX> M = Y;
  for (int k = 0; k <= M.order(); ++k) {
    const MatX below = Y[k].triangularView<Eigen::StrictlyUpper>().transpose();
    const MatX rounded = G.transpose() * (Y[k] + below) * G;  // Eq. (1)
    M[k] = 0.5 * (rounded + rounded.transpose());             // Symmetric to the last bit.
  }
  for (const model::Body& body : model.bodies()) {
    M[0](body.coordinate, body.coordinate) +=
        body.ratio * body.ratio * model.reflected_inertia(body);
  }
  return M;
}

Series<MatX> coriolis_matrix(const model::Model& model, const TreeMotion& motion) {
  kinematics::check_motion("coriolis_matrix", model, motion);
  check(motion.order() >= 1, "coriolis_matrix: needs a motion of order >= 1, got order ",
        motion.order(), "; propagate the state with q and q'.");
  const MatX G = joint_ratios(model);
  const std::vector<CarriedMass> carried = carried_masses(model, motion, 1);
  const Series<MatX> Y_0 = field_products(model, motion, carried, 0);
  const Series<MatX> Y_1 = field_products(model, motion, carried, 1);
  // Eq. (2). Where j is nearer to the root than i: ∫ e_i · De_j dm = D ∫ e_j · e_i dm - ∫ e_j ·
  // De_i dm.
  Series<MatX> C = Y_1;
  for (int k = 0; k <= C.order(); ++k) {
    const MatX rest = (k + 1) * Y_0[k + 1] - Y_1[k];
    const MatX below = rest.triangularView<Eigen::StrictlyUpper>().transpose();
    C[k] = G.transpose() * (Y_1[k] + below) * G;
  }
  return C;
}

Series<VecX> bias_force(const model::Model& model, const TreeMotion& motion) {
  return coriolis_matrix(model, motion) * taylor::time_derivative(motion.q());
}

}  // namespace appell::force
