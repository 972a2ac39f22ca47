#include "appell/force/motion_matrices.hpp"

#include "appell/base/check.hpp"
#include "appell/force/carried_mass.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::force {

using kinematics::TreeMotion;
using taylor::Series;

struct MassMatrixWorkspace::Content {
  std::vector<CarriedMass> carried;
  Series<MatX> Y;
};

MassMatrixWorkspace::MassMatrixWorkspace() : content_(std::make_unique<Content>()) {}
MassMatrixWorkspace::~MassMatrixWorkspace() = default;
MassMatrixWorkspace::MassMatrixWorkspace(MassMatrixWorkspace&&) noexcept = default;
MassMatrixWorkspace& MassMatrixWorkspace::operator=(MassMatrixWorkspace&&) noexcept = default;

Series<MatX> mass_matrix(const TreeMotion& motion) {
  MassMatrixWorkspace workspace;
  Series<MatX> M;
  mass_matrix(motion, workspace, M);
  return M;
}

void mass_matrix(const TreeMotion& motion, MassMatrixWorkspace& workspace, Series<MatX>& M) {
  const model::Model& model = motion.model();
  const int N = motion.order();
  auto& [carried, Y] = *workspace.content_;
  if (Y.order() != N || Y[0].rows() != model.num_bodies()) {
    Y = Series<MatX>(N, MatX::Zero(model.num_bodies(), model.num_bodies()));
  }
  if (M.order() != N || M[0].rows() != model.num_coordinates()) {
    M = Series<MatX>(N, MatX::Zero(model.num_coordinates(), model.num_coordinates()));
  }
  carried_masses(motion, 0, carried);
  field_products(motion, carried, 0, Y);
  for (int k = 0; k <= N; ++k) {
    M[k].setZero();
    for (const model::Body& d : model.bodies()) {
      for (int a = d.index; a != model::kWorld;) {
        const model::Body& A = model.bodies()[a];
        const double part = A.ratio * d.ratio * Y[k](a, d.index);  // Eq. (1)
        M[k](A.coordinate, d.coordinate) += part;
        if (a != d.index) M[k](d.coordinate, A.coordinate) += part;
        a = A.parent;
      }
    }
  }
  for (const model::Body& body : model.bodies()) {
    M[0](body.coordinate, body.coordinate) +=
        body.ratio * body.ratio * model.reflected_inertia(body);
  }
}

Series<MatX> coriolis_matrix(const TreeMotion& motion) {
  const model::Model& model = motion.model();
  check(motion.order() >= 1, "coriolis_matrix: needs a motion of order >= 1, got order ",
        motion.order(), "; propagate the state with q and q'.");
  const MatX G = joint_ratios(model);
  const std::vector<CarriedMass> carried = carried_masses(motion, 1);
  const Series<MatX> Y_0 = field_products(motion, carried, 0);
  const Series<MatX> Y_1 = field_products(motion, carried, 1);
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

Series<VecX> bias_force(const TreeMotion& motion) {
  return coriolis_matrix(motion) * taylor::time_derivative(motion.q());
}

}  // namespace appell::force
