#pragma once

#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"
#include "papers/equations/sum_of_terms.hpp"

namespace appell::equations {

/// Dᵏ⁻¹E_p of the tree, rotors included, about the origins p of the bodies, term by term; n = p +
/// 1:
///
///   Dᵏ⁻¹E_p = Σ_b Σ_{a=0..k-1} C(k-1, a) { ½ tr(R⁽ⁿ⁺ᵃ⁾ (I_p* + M r_C r_Cᵀ) R⁽ⁿ⁺ᵏ⁻¹⁻ᵃ⁾ᵀ)
///             + ½ M p⁽ⁿ⁺ᵃ⁾ · p⁽ⁿ⁺ᵏ⁻¹⁻ᵃ⁾ + M p⁽ⁿ⁺ᵃ⁾ · R⁽ⁿ⁺ᵏ⁻¹⁻ᵃ⁾ r_C }                         (1)
///
/// Differs from [S1 eqs. (107), (108)] and [S3 eqs. (73), (74)]: the last term is missing there,
/// and the first one is the single product of R⁽ᵖ⁺ᵏ⁾ with itself, see docs/errata.md.
/// @throws InvalidArgument if p < 0, k < 1, or the motion is of an order below
///   p + k.
ListedTerms energy_derivative(const kinematics::TreeMotion& motion, int p, int k);

/// Acceleration energy of a body that turns about a fixed axis, p = 0, 1, 2, 3; J is its moment of
/// inertia about the axis and q the angle:
///
///   E_1 = ½ J (q''² + q'⁴)                                                         [S2 eq. (86)]
///   E_2 = ½ J (q'''² - 2 q'³ q''' + 9 q'² q''² + q'⁶)                              [S2 eq. (87)]
///   E_3 = ½ J (q⁗² - 12 q'² q'' q⁗ + 30 q'⁴ q''² + 9 q''⁴ + 16 q'² q'''² + 24 q' q''² q'''
///              - 8 q'⁵ q''' + q'⁸)                                                         (2)
///
/// Differs from [S2 eq. (88)], where a pair of terms stands twice and two others are damaged.
/// @throws InvalidArgument unless 0 <= p <= 3 and q is of an order of at least p + 1.
ListedTerms energy_about_fixed_axis(double J, const taylor::Series<double>& q, int p);

}  // namespace appell::equations
