#pragma once

#include <array>
#include <span>
#include <vector>

#include "appell/analysis/motion_loads.hpp"
#include "appell/model/model.hpp"
#include "appell/model/state_block.hpp"
#include "appell/planning/path_grid.hpp"

namespace appell::planning {

/// Numbers of joints, or of components of a vector, at points of a path: [column][point].
using PathColumns = std::vector<double>;

/// A path p(u) at points: derivatives by u, and the forces that a motion along it takes. For
/// u' = w, u'' = b, u''' = j,
///
///   τ  = m b + c w² + g                                                                     (1)
///   τ' = m j + e w b + c1 w³ + g1 w,   e = m' + 2c,  c1 = c',  g1 = g'                       (2)
///
/// without friction; g is what holds the robot at rest, against its weight and constant loads.
struct PathDynamics {
  int num_joints = 0;
  int num_points = 0;
  std::array<PathColumns, 4> p;  ///< p, p', p'', p'''.
  PathColumns direction;         ///< sgn(p'), where p' = 0 that of the way to come.
  PathColumns m, c, g, e, c1, g1;

  std::size_t at(int joint, std::size_t point) const {
    return static_cast<std::size_t>(joint * num_points) + point;
  }
};

/// The motion of a frame along a path: x', x'', x''' of its position by u, and its angular velocity
/// for u' = 1 with two derivatives, three components each.
struct PathFrame {
  std::array<PathColumns, 3> linear;
  std::array<PathColumns, 3> angular;
};

/// Derivatives of the path at points; at the end of an interval from inside of it.
PathDynamics path_derivatives(const trajectory::Trajectory& path, const PathGrid& grid,
                              std::span<const GridPoint> points);

/// Adds the coefficients of (1) and (2), from three evaluations of τ and τ' by the engine, two
/// vectors each: A at (w, b) = (1, 0), B at (2, 0), C at (1, 1), all with j = 0:
///
///   c = (τB - τA)/3          g = τA - c       m = τC - τA
///   c1 = (τB' - 2 τA')/6     g1 = τA' - c1    e = τC' - τA'                                   (3)
///
/// Constant loads add Q(p) = Σ Jᵀ [F; N] to g and dQ/du to g1.
/// @param loads  null: none.
void add_forces(const model::Model& model, PathDynamics& dynamics,
                const analysis::MotionLoads* loads = nullptr);

PathFrame path_frame(const model::Model& model, const model::Frame& frame,
                     const PathDynamics& dynamics);

}  // namespace appell::planning
