#pragma once

#include <memory>

#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"
#include "appell/taylor/series.hpp"

/// Matrices of the equations of motion M q'' + C q' + Q_gravity + Q_load = Q, n x n for n
/// coordinates, with their time derivatives along the motion. e_i = ∂r/∂q_i is the velocity that a
/// unit of the rate of coordinate i gives to a point r.
namespace appell::force {

/// Mass matrix and its time derivatives M, M', M'', ..., of the order of `motion`:
///
///   M_ij = ∫ e_i · e_j dm, plus the reflected inertia of rotors on the diagonal
///                                                                        (1)  [S0 eq. (94)]
///
/// symmetric; positive definite unless a coordinate moves no mass.
/// @throws InvalidArgument if `motion` is of another model.
/// @note O(sum of the depths of the bodies · N²).
taylor::Series<MatX> mass_matrix(const model::Model& model, const kinematics::TreeMotion& motion);

/// Memory of mass_matrix(): keep one per thread.
class MassMatrixWorkspace {
 public:
  MassMatrixWorkspace();
  ~MassMatrixWorkspace();
  MassMatrixWorkspace(MassMatrixWorkspace&&) noexcept;
  MassMatrixWorkspace& operator=(MassMatrixWorkspace&&) noexcept;

 private:
  friend void mass_matrix(const model::Model& model, const kinematics::TreeMotion& motion,
                          MassMatrixWorkspace& workspace, taylor::Series<MatX>& out);
  struct Content;
  std::unique_ptr<Content> content_;
};

/// The same into `out`; allocates nothing from the second call for a model and order on.
void mass_matrix(const model::Model& model, const kinematics::TreeMotion& motion,
                 MassMatrixWorkspace& workspace, taylor::Series<MatX>& out);

/// Coriolis matrix and its time derivatives, of order N - 1:
///
///   C_ij = ∫ e_i · De_j dm = Σ_m V_ijm q'_m                              (2)  [S0 eq. (96)]
///
/// with the Christoffel symbols V of M. Then C q' is the bias, and M' = C + Cᵀ, so that M' - 2 C is
/// skew-symmetric.
/// @throws InvalidArgument also if `motion` is of order 0.
taylor::Series<MatX> coriolis_matrix(const model::Model& model,
                                     const kinematics::TreeMotion& motion);

/// Coriolis and centrifugal force C q' and its time derivatives, of order N - 1.
/// @throws InvalidArgument as coriolis_matrix().
taylor::Series<VecX> bias_force(const model::Model& model, const kinematics::TreeMotion& motion);

}  // namespace appell::force
