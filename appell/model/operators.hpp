#pragma once

namespace appell::model {

/// Which forces count. The papers select them by operators [S0 eqs. (112), (151), (158)]:
///
///   Δ_m = -1, 0, 1    load and gravity, load only, gravity only
///   Δ_θ = 1, 0        with and without inertia; without gravity the papers have no inertia either
///   Δ_f               friction: what force::motor_force() adds to force::generalized_force()
///
/// External wrenches, which act on the robot, are not in the papers.
struct Operators {
  bool inertia = true;
  bool gravity = true;
  bool loads = true;
  bool external = true;

  /// What Δ_m and Δ_θ of the papers leave.
  /// @throws InvalidArgument unless Δ_m is -1, 0 or 1, and Δ_θ 0 or 1.
  static Operators of_papers(int Delta_m, int Delta_theta);

  /// Δ_m.
  /// @throws InvalidArgument for what it cannot say: neither gravity nor loads, or inertia without
  ///   gravity.
  int Delta_m() const;
  /// Δ_θ.
  int Delta_theta() const { return inertia ? 1 : 0; }
};

}  // namespace appell::model
