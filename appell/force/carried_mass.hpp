#pragma once

#include <array>
#include <vector>

#include "appell/force/wrench.hpp"
#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"

/// Sums over everything that a body carries, from which the matrices of the equations of motion are
/// put together.
namespace appell::force {

/// Mass of everything that a body B carries, itself included, and its moments about the origin of
/// B, in W, as functions of time. ρ = r - p_WB is a point seen from that origin.
struct CarriedMass {
  double mass = 0.0;
  taylor::Series<Vec3> first;                  ///< s = ∫ ρ dm; order N.
  std::array<taylor::Series<Mat3>, 3> second;  ///< [i] = ∫ ρ ρ⁽ⁱ⁾ᵀ dm; order N - i.
};

/// For every body, `second` for i = 0..highest; the others are empty.
/// @param motion  of this model, of order N >= highest.
std::vector<CarriedMass> carried_masses(const model::Model& model,
                                        const kinematics::TreeMotion& motion, int highest);

/// The same into `out`, which keeps its memory.
void carried_masses(const model::Model& model, const kinematics::TreeMotion& motion, int highest,
                    std::vector<CarriedMass>& out);

/// A unit of the joint rate of body d gives a point that d carries the velocity e_d = l + k × ρ.
/// The i-th time derivative of that velocity field, integrated over the carried mass:
///
///   force  = ∫ D^i e_d dm     = m l⁽ⁱ⁾ + Σ_j C(i, j) k⁽ⁱ⁻ʲ⁾ × s⁽ʲ⁾                          (1)
///   moment = ∫ ρ × D^i e_d dm = s × l⁽ⁱ⁾ + Σ_j C(i, j) (tr S_j 1 - S_jᵀ) k⁽ⁱ⁻ʲ⁾             (2)
///
/// with S_j = CarriedMass::second[j]; of order N - i.
WrenchSeries field_wrench(const model::Body& d, const kinematics::TreeMotion& motion,
                          const CarriedMass& carried, int i);

/// Y_i(a, d) = ∫ e_a · D^i e_d dm over what d carries, for every body d and every body a on the way
/// from d to the root, d included; zero elsewhere. A series of matrices, bodies by bodies, of order
/// N - i.
taylor::Series<MatX> field_products(const model::Model& model, const kinematics::TreeMotion& motion,
                                    const std::vector<CarriedMass>& carried, int i);

/// The same into `out`, whose order says how far; allocates nothing.
void field_products(const model::Model& model, const kinematics::TreeMotion& motion,
                    const std::vector<CarriedMass>& carried, int i, taylor::Series<MatX>& out);

/// Bodies by coordinates: by how much the joint of each body moves per unit of each coordinate.
MatX joint_ratios(const model::Model& model);

}  // namespace appell::force
