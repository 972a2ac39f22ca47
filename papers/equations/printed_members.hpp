#pragma once

#include <vector>

#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"
#include "papers/equations/jacobian_blocks.hpp"
#include "papers/equations/rigid_body_energies.hpp"

/// Single members and groups of equations of S2 and S3 as they are printed where that is wrong,
/// beside those of printed_energies.hpp and printed_kinematics.hpp. Not for any other use.
namespace appell::equations {

/// K(u²; w³) with the index i repeated, Σ u_i u_j w_l w_m w_p tr(A_k(i) P A_k(i j l m p)ᵀ)
/// [S2 eq. (26)]: orders 1 and 5 where 2 and 3 are right. Without the repeated index it is
/// printed_K().
/// @throws InvalidArgument as contracted_bracket().
double printed_K_with_repeated_index(const model::Model& model, const VecX& q, const VecX& u,
                                     const VecX& w);

/// The rotation in E_2 about the centre of mass in the three groups of [S3 eqs. (106)-(108)], with
/// the dots of our copy. Six of the eleven terms differ from second_energy_about(), and five of
/// these have not the dimension of the others.
struct SecondEnergyGroups {
  double with_second;    ///< The terms of (106).
  double with_first;     ///< (107)
  double with_velocity;  ///< (108)

  double sum() const { return with_second + with_first + with_velocity; }
};
SecondEnergyGroups printed_second_energy_groups(const BodyAboutPoint& body);
/// The same groups as they must be.
SecondEnergyGroups second_energy_groups(const BodyAboutPoint& body);

/// E_3 of one revolute joint as [S2 eq. (88)] has it: two terms twice, 9 q'⁴ q''² for 9 q''⁴, and
/// no q⁗². The orders of q that the copy has lost (it shows at most two dots) are those of the
/// right terms, energy_about_fixed_axis().
/// @throws InvalidArgument if q is of an order below 4.
double printed_third_energy_of_one_joint(double J, const taylor::Series<double>& q);

/// What [S3 eq. (62)] prints for the translational part of the kinetic energy, and [S1 eq. (75)]:
/// a vector, with the rates of the columns for the columns:
///
///   ½ Σ_b M Σ_j 1/(m+1) ∂r_C⁽ᵐ⁺¹⁾/∂q_j⁽ᵐ⁾ q_j'
///
/// @throws InvalidArgument if m < 0 or the state is not of this model or of order 0.
Vec3 printed_translation_vector(const model::Model& model, const model::StateSeries& state, int m);

/// The same with the square that an energy needs, ½ Σ_b M |Σ_j 1/(m+1) ∂r_C⁽ᵐ⁺¹⁾/∂q_j⁽ᵐ⁾ q_j'|².
double printed_translation_squared(const model::Model& model, const model::StateSeries& state,
                                   int m);

/// Dᵏ⁻¹E_p of the tree as the second member of [S3 eq. (73)]: the rule of Leibniz for R and for p,
/// but no product of both. The first member is printed_energy_derivative().
/// @throws InvalidArgument as energy_derivative().
double printed_energy_derivative_by_leibniz(const kinematics::TreeMotion& motion, int p, int k);

/// Coefficients of u⁽ᵏ⁻ˢ⁾ v⁽ˢ⁾ by [S3 eq. (65)] as printed_leibniz_coefficients(), but with the sum
/// over {u, v} taken in both orders for every term, as it must be for k = 1: then the middle one
/// counts twice for k = 2, 4, 6 too.
/// @throws InvalidArgument unless 1 <= k <= 8.
std::vector<double> printed_leibniz_coefficients_in_both_orders(int k);

/// Translational part of E_1 with the second partial derivatives that [S3 eq. (102)] prints where
/// products of first ones belong. They are vectors; but for m >= 2 both are zero, as r⁽ᵐ⁾ and
/// r⁽ᵐ⁺¹⁾ are linear in q⁽ᵐ⁾, and what is left is a number:
///
///   ½ Σ_b M Σ_jp 1/(m+1) x_j·y_p q_j'' q_p',   x, y of first_energy_of_translation()
///
/// @throws InvalidArgument unless m >= 2, or as first_energy_of_translation().
double printed_first_energy_of_translation_literally(const model::Model& model,
                                                     const model::StateSeries& state, int m);

/// Column i of the Jacobian with the blocks of V_i3 in the order V31, V33, V32 of [S2 eq. (50)],
/// against the column (v, b_i ... b_n, p_n) of [S2 eq. (52)].
Vec6 printed_column_of_blocks(const JacobianBlocks& blocks);

}  // namespace appell::equations
