#pragma once

namespace appell::model {

/// Which forces count. The papers select them by operators [S0 eqs. (112), (151), (158)]:
///
///   Δ_m = -1, 0, 1    load and gravity, load only, gravity only
///   Δ_θ = 1, 0        with and without inertia; without gravity the papers have no inertia either
///   Δ_f = -1, 0, 1    of what a motor supplies: drive and friction, drive only, friction only
///
/// External wrenches, which act on the robot, are not in the papers.
struct Operators {
  bool inertia = true;
  bool gravity = true;
  bool loads = true;
  bool external = true;
  bool drive = true;  ///< Of force::motor_force(), as the next.
  bool friction = true;

  /// What Δ_m, Δ_θ and Δ_f of the papers leave.
  /// @throws InvalidArgument unless Δ_m and Δ_f are -1, 0 or 1, and Δ_θ 0 or 1.
  static Operators of_papers(int Delta_m, int Delta_theta, int Delta_f = -1);

  /// Whether nothing is left out.
  bool count_all() const { return inertia && gravity && loads && external && drive && friction; }

  /// Δ_m.
  /// @throws InvalidArgument for what it cannot say: neither gravity nor loads, or inertia without
  ///   gravity.
  int Delta_m() const;
  /// Δ_θ.
  int Delta_theta() const { return inertia ? 1 : 0; }
  /// Δ_f; 0 also where neither drive nor friction counts.
  int Delta_f() const { return !friction ? 0 : drive ? -1 : 1; }
};

}  // namespace appell::model
