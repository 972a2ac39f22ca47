#pragma once

#include <vector>

#include "appell/base/types.hpp"
#include "appell/taylor/series.hpp"

/// Time derivatives of a rotation matrix in terms of the angular velocity ω and its derivatives,
/// world components: R⁽ᵏ⁾ = B_k R, so that a vector s that is fixed in a body has s⁽ᵏ⁾ = B_k s.
namespace appell::equations {

/// B_k along a motion, with W = [ω×]:
///
///   B_0 = 1,   B_{k+1} = B_k' + B_k W                                                       (1)
///
/// so that B_1 = W, B_2 = W' + W², the terms of [S1 eq. (37)].
/// @param omega  ω to an order of at least k - 1.
/// @return a series of order omega.order() - k + 1 (of omega.order() for k = 0).
/// @throws InvalidArgument if k < 0 or omega is of too low an order.
taylor::Series<Mat3> turning_matrix(const taylor::Series<Vec3>& omega, int k);

/// The same in body axes, R⁽ᵏ⁾ = R B̂_k, from the components ω̂ of ω in the body and their own
/// derivatives, Ŵ = [ω̂×]:
///
///   B̂_0 = 1,   B̂_{k+1} = B̂_k' + Ŵ B̂_k                                                       (2)
///
/// @throws InvalidArgument as turning_matrix().
taylor::Series<Mat3> turning_matrix_in_body_axes(const taylor::Series<Vec3>& omega_B, int k);

/// B_k taken apart: B_k = [g×] + Σ_a u_a v_aᵀ - ρ 1.
struct TurningVectors {
  struct Dyad {
    Vec3 u;
    Vec3 v;
  };
  Vec3 g = Vec3::Zero();
  std::vector<Dyad> dyads;
  double rho = 0.0;

  Mat3 matrix() const;
};

/// g, S = Σ u vᵀ and ρ of B_k by a recursion on vectors, for any k >= 1:
///
///   g_1 = ω, S_1 = 0, ρ_1 = 0
///   g_{k+1} = g_k' - ρ_k ω,   ρ_{k+1} = ρ_k' + g_k · ω,   S_{k+1} = S_k' + S_k W + ω g_kᵀ  (3)
///
/// which is (1), because [g×] W = ω gᵀ - (g · ω) 1. S is given as three dyads of the unit vectors.
/// @throws InvalidArgument if k < 1 or omega is of an order below k - 1.
TurningVectors turning_vectors(const taylor::Series<Vec3>& omega, int k);

/// The same in closed form for k = 2, 3, 4, the energies of order p = k - 1 = 1, 2, 3:
///
///   k = 2:  g = ω',  (ω, ω),  ρ = ω²
///   k = 3:  g = ω'' - ω² ω,  (2ω, ω'), (ω', ω),  ρ = 3 ω·ω'
///   k = 4:  g = ω''' - 4ω² ω' - 2(ω·ω') ω,  (3ω, ω''), (ω'', ω), (3ω', ω'), (3ω' × ω, ω),
///           (ω, ω × ω'), (-ω² ω, ω),  ρ = 4 ω·ω'' + 3ω'² - ω⁴                              (4)
///
/// @throws InvalidArgument unless 2 <= k <= 4 and omega is of an order of at least k - 1.
TurningVectors turning_vectors_in_closed_form(const taylor::Series<Vec3>& omega, int k);

}  // namespace appell::equations
