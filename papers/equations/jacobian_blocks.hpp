#pragma once

#include "appell/model/state_series.hpp"
#include "appell/taylor/series.hpp"
#include "papers/equations/exponentials.hpp"

namespace appell::equations {

/// Column i of the Jacobian as a product of four matrices of exponentials:
///
///   J_i = J_i1 J_i2 J_i3 M_i                                                  [S2 eq. (55)]
///
/// Of these only J_i2 is constant. With n the last joint, r = n - i, and E of exponentials.hpp:
///
///   J_i1 = [ V_i1  0 ; 0  V_i1 ],   V_i1 = E_{1..i-1}                           (1)  6 x 6
///   J_i2 = [ V_i2  0 ; 0  1 ],   V_i2 = [ 1  Δ_i [k_i⁰×] ]                      (2)  6 x 9
///   J_i3 = [ V_i3  0 ; 0  1 ]                                                   (3)  9 x (12 + 3r)
///   V_i3 = [ 1  0 ... 0  0 ; 0  E_{i..i-1} ... E_{i..n-1}  E_{i..n} ]
///   M_i = [ v_i⁰ ; b_i ; ... ; b_n ; p_n⁰ ; Δ_i k_i⁰ ]                          (4)  (12 + 3r) x 1
///
/// [S2 eqs. (49)-(52)], read with ordered products and with the blocks of V_i3 in the order that
/// M_i needs; b differs from [S2 eq. (54)], see docs/errata.md.
struct JacobianBlocks {
  taylor::Series<MatX> J1;
  MatX J2;
  taylor::Series<MatX> J3;
  taylor::Series<MatX> M;
};

/// The four matrices of joint i of the chain, along a motion.
/// @throws InvalidArgument if i is no joint of the chain, or the state has another
///   number of coordinates.
JacobianBlocks jacobian_blocks(const ExponentialChain& chain, const model::StateSeries& state,
                               int i);

/// Their product: velocity of F per unit rate of joint i, [linear; angular], with its derivatives.
taylor::Series<Vec6> column_of_blocks(const JacobianBlocks& blocks);

/// k-th time derivative of the product by Leibniz' rule for three factors that depend on time:
///
///   J_i⁽ᵏ⁾ = Σ_{a+b+c=k} k!/(a! b! c!) J_i1⁽ᵃ⁾ J_i2 J_i3⁽ᵇ⁾ M_i⁽ᶜ⁾                           (5)
///
/// Differs from [S2 eq. (56)], which has the terms (k, 0, 0), (0, k, 0), (0, 0, k) only: true for
/// k = 1, see docs/errata.md.
/// @throws InvalidArgument unless 0 <= k <= the order of the blocks.
Vec6 column_derivative(const JacobianBlocks& blocks, int k);

/// Jacobian of F with its time derivatives [S2 eq. (55)], 6 x number of coordinates.
/// @throws InvalidArgument if the state has another number of coordinates.
taylor::Series<MatX> jacobian_by_blocks(const ExponentialChain& chain,
                                        const model::StateSeries& state);

}  // namespace appell::equations
