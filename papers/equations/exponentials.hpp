#pragma once

#include <vector>

#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"
#include "appell/spatial/screw.hpp"
#include "appell/spatial/transform.hpp"
#include "appell/taylor/series.hpp"

/// Position, orientation and Jacobian by products of exponentials: the papers' own forms. Nothing
/// here uses kinematics::propagate(): the two are independent routes to the same numbers, and this
/// one is the slower. Joints are counted from 0, along the path from the world to the frame.
///
/// Where a paper prints the exponential of a sum over joints, the ordered product of exponentials
/// is meant, see docs/errata.md:
///
///   E_{a..b} = exp([k_a⁰×] q_a Δ_a) ... exp([k_b⁰×] q_b Δ_b),   1 if a > b                 (1)
namespace appell::equations {

/// One joint of the path, at q = 0.
struct ChainJoint {
  spatial::Screw screw;  ///< (k⁰, v⁰) in the world: [S0 eq. (91)], [S2 eq. (53)].
  int coordinate = 0;    ///< It moves by ratio q[coordinate] + offset.
  double ratio = 1.0;
  double offset = 0.0;
};

/// A serial path from the world to a frame F, as its configuration of zero joint values shows it.
struct ExponentialChain {
  std::vector<ChainJoint> joints;  ///< From the world to F.
  spatial::Transform X_WF;         ///< R⁰ and p⁰: placement of F at zero joint values.
  int num_coordinates = 0;         ///< Of the model.

  int size() const { return static_cast<int>(joints.size()); }
};

/// Axis k⁰ and screw parameter of every joint of the path to a frame, in the world at q = 0:
///
///   v⁰ = p⁰ × k⁰ Δ + k⁰ (1 - Δ)                                 [S0 eq. (91)], [S2 eq. (53)]
///
/// with p⁰ a point of the axis; a helical joint adds its pitch times k⁰.
ExponentialChain exponential_chain(const model::Model& model, const model::Frame& frame);

/// Joint value q_l of one joint of the chain, from the coordinates of the model.
taylor::Series<double> joint_value(const ChainJoint& joint, const model::StateSeries& state);

/// Translation column b of the exponential of a joint's screw, m:
///
///   b = { 1 sin(q Δ) + [k⁰×] (1 - cos(q Δ)) + k⁰ k⁰ᵀ (q - sin(q Δ)) } v⁰                    (2)
///
/// Differs from [S0 eq. (90)] and [S2 eq. (54)]: there the first term has sin q and q, see
/// docs/errata.md. [S1 eq. (34)] is (2) for Δ = 1.
taylor::Series<Vec3> screw_translation(const spatial::Screw& screw,
                                       const taylor::Series<double>& q);

/// E_{first..last} of Eq. (1): the rotation of joints first to last; 1 if first > last.
taylor::Series<Mat3> exponential_product(const ExponentialChain& chain,
                                         const model::StateSeries& state, int first, int last);

/// Placement of F, with n the last joint:
///
///   R = E_{1..n} R⁰                                                  (3)  [S1 eq. (31)]
///   p = Σ_{l=1..n} E_{1..l-1} b_l + E_{1..n} p⁰                      (4)  [S1 eqs. (32), (33)]
///
/// @throws InvalidArgument if the state does not have the chain's number of coordinates.
spatial::TransformSeries placement_by_exponentials(const ExponentialChain& chain,
                                                   const model::StateSeries& state);

/// First-order differential matrix of F: the derivatives of R and p with respect to one joint value
/// at fixed other ones, along a motion; the last row of the 4x4 matrix is zero.
struct DifferentialMatrix {
  taylor::Series<Mat3> R;
  taylor::Series<Vec3> p;

  /// k-th time derivative as a 4x4 matrix.
  Mat4 matrix_derivative(int k) const;
};

/// A_nj = ∂T_n/∂q_j for the joint j of the chain:
///
///   A_nj(R) = E_{1..j-1} [k_j⁰×] Δ_j E_{j..n} R⁰                                (5)  [S0 eq. (72)]
///   A_nj(p) = E_{1..j-1} { v_j⁰ + Δ_j [k_j⁰×] ( E_{j..n} p⁰ + Σ_{l=j..n} E_{j..l-1} b_l ) }    (6)
///
/// Differs from [S0 eqs. (73), (74)]: (6) there lacks E_{1..j-1} [k_j⁰×] Δ_j before E_{j..n} p⁰ and
/// [k_j⁰×] before the sum, see docs/errata.md.
/// @throws InvalidArgument if j is no joint of the chain, or the state has another
///   number of coordinates.
DifferentialMatrix differential_matrix(const ExponentialChain& chain,
                                       const model::StateSeries& state, int j);

/// Jacobian of F, 6 x number of coordinates, [linear; angular] in world components, with its time
/// derivatives. Joint i has the column
///
///   V_i = A_ni(p) of Eq. (6)                            (7)  differs from [S0 eq. (123)] as (73)
///   Ω_i = Δ_i E_{1..i-1} k_i⁰                           (8)  differs from [S0 eq. (124)]: Δ_i
///
/// @throws InvalidArgument if the state has another number of coordinates.
/// @note O(n² N²) for n joints.
taylor::Series<MatX> jacobian_by_exponentials(const ExponentialChain& chain,
                                              const model::StateSeries& state);

}  // namespace appell::equations
