#pragma once

#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"
#include "appell/taylor/series.hpp"
#include "papers/equations/sum_of_terms.hpp"
#include "papers/equations/turning.hpp"

/// Energies of one rigid body in explicit form, by the motion of a point O of the body and by its
/// angular velocity ω: König's theorem and its generalizations. All tensors and vectors in world
/// axes at the instant; a "derivative of ω" is that of the vector, never of body components. Rotors
/// do not count: they are no part of a body.
namespace appell::equations {

/// What the explicit forms need to know.
struct BodyAboutPoint {
  double mass = 0.0;
  Vec3 rho_C = Vec3::Zero();   ///< From O to the centre of mass.
  Mat3 planar = Mat3::Zero();  ///< I_p = ∫ ρ ρᵀ dm about O.
  taylor::Series<Vec3> r_O;    ///< Position of O.
  taylor::Series<Vec3> omega;

  /// I = tr(I_p) 1 - I_p, about O.
  Mat3 inertia() const;
};

/// A body of a tree about a point that is fixed in it.
/// @param p_BO  the point O, in body axes; p_BBcm for the centre of mass.
/// @throws InvalidArgument if there is no such body.
BodyAboutPoint body_about_point(const kinematics::TreeMotion& motion, int body, const Vec3& p_BO);

/// Kinetic energy about O; about the centre of mass ρ_C = 0 and it is König's theorem:
///
///   E_0 = ½ M v² + M v · (ω × ρ_C) + ½ ωᵀ I ω                  (1)  [S3 eqs. (58), (59)]
ListedTerms kinetic_energy_about(const BodyAboutPoint& body);

/// Acceleration energy of the first order, a = r_O'', ε = ω':
///
///   E_1 = ½ M a² + M a · (ε × ρ_C) + M a · (ω × (ω × ρ_C)) + ½ εᵀ I ε + εᵀ (ω × I ω)
///         + ½ ω² ωᵀ I ω                                        (2)  [S1 eqs. (105), (106)]
ListedTerms first_energy_about(const BodyAboutPoint& body);

/// Acceleration energy of the second order, complete; s = ω · ω', a = r_O''' and g, u, v, ρ of k =
/// 3 in turning.hpp:
///
///   E_2 = ½ M a² + M a · (g × ρ_C + Σ u (v · ρ_C) - ρ ρ_C)
///         + ½ ω''ᵀ I ω'' + 2 ωᵀ(ω'' × I_p ω') + ω'ᵀ(ω'' × I_p ω) - ω² ωᵀ I ω'' + 2s ωᵀ I ω'
///         + 2ω² ω'ᵀ I_p ω' - 5s ω'ᵀ I_p ω + 5/2 s² tr I_p + ½ ω'² ωᵀ I_p ω
///         + ω² ωᵀ(ω' × I_p ω) + ½ ω⁴ ωᵀ I ω                                 (3)  [S2 eq. (21)]
///
/// (21) about the centre of mass, with its dots read so.
ListedTerms second_energy_about(const BodyAboutPoint& body);

/// The terms of E_3 about the centre of mass that have ω''', and nothing else:
///
///   ½ ω'''ᵀ I ω''' + 3 ωᵀ(ω''' × I_p ω'') + 3 ω'ᵀ(ω''' × I_p ω') + ω''ᵀ(ω''' × I_p ω)
///   + 2 (ω × ω''')ᵀ I_p (ω' × ω) - 5s ωᵀ I ω''' - ω² ω'ᵀ I ω''' + ω² ωᵀ I_p (ω''' × ω)       (4)
///
/// Differs from [S2 eq. (37)] and [S3 eq. (109)], which have 3 before the fourth term, see
/// docs/errata.md.
ListedTerms third_energy_leading_terms(const BodyAboutPoint& body);

/// Energy of order p about O from the parts of B = B_{p+1}, with a = r_O⁽ᵖ⁺¹⁾:
///
///   E_p = ½ M a² + M a · B ρ_C + ½ tr(B I_p Bᵀ)                                             (5)
///   ½ tr(B I_p Bᵀ) = ½ gᵀ I g + Σ u · (g × I_p v) + ½ Σ_ab (u_a · u_b)(v_aᵀ I_p v_b)
///                    - ρ Σ uᵀ I_p v + ½ ρ² tr I_p                                           (6)
///
/// The term M a · B ρ_C is missing in [S0 eq. (92)] and [S2 eqs. (2), (36)]; about the centre of
/// mass it is zero.
/// @param B  of k = p + 1, by either function of turning.hpp; the closed form with p = 3 is the
///   complete E_3 of [S1 eq. (119)].
/// @throws InvalidArgument if p < 0 or r_O is of an order below p + 1.
ListedTerms energy_about(const BodyAboutPoint& body, int p, const TurningVectors& B);

/// (5) with the matrix B_{p+1} itself, for any p.
/// @throws InvalidArgument also if ω is of an order below p.
ListedTerms energy_about(const BodyAboutPoint& body, int p);

/// Energy of order p about the centre of mass with the papers' operator Δ_M: -1 general motion, 0
/// translation, 1 rotation about the centre of mass,
///
///   E_p = (-1)^Δ (1 - Δ)/(1 + 3Δ) ½ M |r_C⁽ᵖ⁺¹⁾|² + Δ² ½ tr(B I_p* Bᵀ)
///                                                   (7)  [S1 eqs. (73), (110)], [S3 eq. (60)]
///
/// Δ_M = 1 leaves out the motion of the centre: right for a body that turns about a fixed axis only
/// if the centre of mass is on it. Otherwise take Δ_M = -1, or energy_about() a point of the axis.
/// @throws InvalidArgument also for another Δ, or if ρ_C is not zero.
SumOfTerms energy_with_operator(const BodyAboutPoint& body, int p, int Delta_M);

/// The term of E_p with ω alone, for every p:
///
///   ½ (ω · ω)ᵖ ωᵀ I ω                                                  (8)  [S1 eqs. (104), (119)]
///
/// Differs from [S1 eq. (121)], which has one ω · ω too few, and from [S1 eq. (122)], which lacks
/// ½.
double spin_term(const BodyAboutPoint& body, int p);

/// k-th time derivative of the kinetic energy about the centre of mass, by Leibniz' rule for two
/// and three factors, v = r_C':
///
///   Dᵏ E_0 = ½ M Σ_s C(k, s) v⁽ᵏ⁻ˢ⁾ · v⁽ˢ⁾ + ½ Σ_{a+b+c=k} k!/(a! b! c!) ω⁽ᵃ⁾ᵀ I⁽ᵇ⁾ ω⁽ᶜ⁾      (9)
///
/// with I⁽ᵇ⁾ = Σ C(b, i) B_i I B_{b-i}ᵀ. Differs from [S1 eqs. (75), (77)] and
/// [S3 eqs. (64)-(66)], see docs/errata.md.
/// @param body  about the centre of mass.
/// @throws InvalidArgument if k < 0, ρ_C is not zero, or a series is of too low an order.
ListedTerms kinetic_energy_derivative(const BodyAboutPoint& body, int k);

}  // namespace appell::equations
