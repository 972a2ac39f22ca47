#pragma once

#include <vector>

#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"
#include "appell/taylor/series.hpp"
#include "papers/equations/sum_of_terms.hpp"

/// Motion of a tree as 4x4 matrices, and exact partial derivatives with respect to a time
/// derivative of a coordinate. To change q_j⁽ᵐ⁾ alone is to change the motion by δq_j(t) = ε tᵐ/m!;
/// ε, with ε² = 0, is carried as a second variable beside t. Nothing here uses
/// kinematics::propagate().
namespace appell::equations {

/// Placement of every body along a motion of order N.
struct MatrixMotion {
  std::vector<taylor::Series<Mat4>> T;    ///< Body in the world.
  std::vector<taylor::Series<Mat4>> F;    ///< Body in its parent: T_b = T_parent F_b.
  std::vector<taylor::Series<double>> x;  ///< Value of the joint that moves the body.

  int order() const { return T.empty() ? -1 : T.front().order(); }
};

/// The motion of a state, to an order that may be higher than that of the state: derivatives of q
/// that are not given count as zero.
/// @throws InvalidArgument if the state is not of this model.
MatrixMotion matrix_motion(const model::Model& model, const model::StateSeries& state, int order);
MatrixMotion matrix_motion(const model::Model& model, const model::StateSeries& state);

/// First-order change of a motion, of the same order.
struct Perturbation {
  std::vector<taylor::Series<Mat4>> dT;    ///< Of every body.
  std::vector<taylor::Series<double>> dx;  ///< Of every joint value.
  int order = 0;                           ///< The m below.
};

/// What changes per unit of q_j⁽ᵐ⁾. With U the 4x4 matrix of a joint's screw, F' = F U x' gives
///
///   δT_b = δT_parent F_b + T_b U_b δx_b,   δx_b = ratio_b tᵐ/m! if j moves b, else 0        (1)
///
/// so that derivative s of δT is ∂T⁽ˢ⁾/∂q_j⁽ᵐ⁾ at t = 0. For m = 0, δT is A_bj(t) = ∂T_b/∂q_j along
/// the whole motion.
/// @throws InvalidArgument unless j is a coordinate and 0 <= m <= the order of the motion.
Perturbation perturbation(const model::Model& model, const MatrixMotion& motion, int j, int m);

/// ∂(Dˢ E_p)/∂q_j⁽ᵐ⁾ at t = 0, with j and m those of the perturbation, D = d/dt and n = p + 1:
///
///   E_p = Σ_b ½ tr(T⁽ⁿ⁾ P T⁽ⁿ⁾ᵀ) + ½ I_r (x⁽ⁿ⁾)²                                            (2)
///   δ(Dˢ E_p) = Σ_b Dˢ tr(T⁽ⁿ⁾ P δT⁽ⁿ⁾ᵀ) + I_r Dˢ (x⁽ⁿ⁾ δx⁽ⁿ⁾)                              (3)
///
/// with P the pseudo-inertia of the body and I_r the reflected inertia of its joint's rotor.
/// @throws InvalidArgument unless p >= 0, s >= 0 and the motion is of order >= n + s.
SumOfTerms energy_partial(const model::Model& model, const MatrixMotion& motion,
                          const Perturbation& change, int p, int s);

/// d-th time derivative of the same partial derivative along the motion, from A_j(t) of m = 0:
///
///   ∂T⁽ˢ⁾/∂q_j⁽ᵐ⁾ = C(s, m) Dˢ⁻ᵐ A_j                                  (4)  [S0 eqs. (135)-(137)]
///   ∂(Dˢ E_p)/∂q_j⁽ᵐ⁾ = Σ_i C(s, i) tr(T⁽ⁿ⁺ˢ⁻ⁱ⁾ P [C(n+i, m) A_j⁽ⁿ⁺ⁱ⁻ᵐ⁾]ᵀ)                  (5)
///
/// and likewise for the rotors.
/// @param A  the perturbation of j with m = 0.
/// @throws InvalidArgument also unless m >= 0, d >= 0 and the motion is of order >= n + s + d.
SumOfTerms energy_partial_along(const model::Model& model, const MatrixMotion& motion,
                                const Perturbation& A, int p, int s, int m, int d);

}  // namespace appell::equations
