#pragma once

#include <string>
#include <utility>
#include <vector>

#include "appell/analysis/quantity.hpp"
#include "appell/report/document.hpp"
#include "appell/trajectory/trajectory.hpp"

/// Not installed: cards of a page.
namespace appell::report {

/// The robot in a few numbers, and what is odd about its masses (analysis::lint, without meshes).
PageCard model_card(const model::Model& model);

/// Mass and inertia of every link.
PageTable links_table(const model::Model& model);

/// What a result depends on: program, gravity, end effector, and what else is named.
PageCard used_card(const model::Model& model, const model::Frame& tip,
                   const std::vector<std::pair<std::string, std::string>>& others);

/// Independent routes to the same numbers, held against each other at instants of the motion: the
/// engine and the reference implementation for Q_drive and its derivatives; power and the change of
/// energy,
///
///   d(T + U)/dt = Σ Q_drive q'                                                                 (1)
///
/// and inertia forces and the Gibbs–Appell function, ∂E⁽¹⁾/∂q'' = Q_inertia, where nothing but
/// weight acts. Residuals are relative to the largest value along the instants; kVerifiedBar is
/// what they may be.
/// @param subject  robot, loads and orders; derivatives that the motion has not are left out.
/// @param motion  its joints in the order of the model's coordinates.
PageCard verification_card(const analysis::Subject& subject, const trajectory::Trajectory& motion);
inline constexpr double kVerifiedBar = 1e-10;

}  // namespace appell::report
