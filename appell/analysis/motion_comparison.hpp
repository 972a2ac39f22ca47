#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/analysis/motion_check.hpp"
#include "appell/analysis/standard_moves.hpp"
#include "appell/model/motion_limit.hpp"

namespace appell::analysis {

/// One figure by which motions are compared; less of it is better.
struct ComparedFigure {
  std::string name;   ///< "duration", "torque_rate", "E1_integral": as in files.
  std::string title;  ///< For people: "largest torque rate".
  std::string unit;
  bool has_joints = false;  ///< Whether it is that of the worst of several joints.
};

/// What a joint has of a figure.
struct JointFigure {
  int coordinate = 0;
  double value = 0.0;  ///< NaN where it is infinite: `is_impulse`.
  double time = 0.0;   ///< s
  bool is_impulse = false;
  std::optional<double> share;  ///< Of its limit, where it has one and the value is finite.
};

/// What a motion has of a figure.
struct FigureValue {
  double value = 0.0;           ///< NaN where it is infinite: `is_impulse`.
  std::optional<double> time;   ///< Of a largest value, s.
  bool is_impulse = false;      ///< Infinite where something jumps that it is the derivative of.
  std::optional<int> worst;     ///< The coordinate, of a figure that has joints.
  std::optional<double> share;  ///< Of the limit, that of the worst joint.
  std::vector<JointFigure> joints;  ///< All of them, where it has joints.
};

/// A motion and its figures.
struct ComparedMotion {
  std::string name;
  trajectory::TimeRange range;
  std::optional<bool> is_legal;  ///< Whether it keeps all limits that were given, if any were.
  std::vector<model::MotionLimit> exceeded;  ///< Those that it does not keep.
  std::vector<FigureValue> values;           ///< One for each of MotionComparison::figures.
};

/// Motions beside each other.
struct MotionComparison {
  std::vector<ComparedFigure> figures;
  std::vector<ComparedMotion> motions;

  /// The motions that have least of a figure, equal ones (to 1e-9) among them; none where all are
  /// equal, or all infinite. Shares of limits are compared where all have one, else values: the
  /// worst joints of two motions may be different ones.
  /// @throws InvalidArgument for a figure that there is not.
  std::vector<std::size_t> best(std::size_t figure) const;
  /// Of how many figures a motion has least.
  int num_best(std::size_t motion) const;
  bool has_figure(const std::string& name) const;
  /// @throws InvalidArgument for a name that there is not.
  std::size_t figure_named(const std::string& name) const;
};

/// Compares motions of a robot by:
///
///   duration                                           s
///   velocity, acceleration, jerk                       max |q⁽ᵏ⁾| of the worst joint
///   torque, torque_rate                                max |τ|, |τ'|, with friction, likewise
///   power, total_power                                 max |τ_j q'_j|, max Σ_j |τ_j q'_j|, W
///   torque_unbalanced                                  max |τ| of coordinates without a motor
///   mechanical_energy                                  ∫ Σ_j |τ_j q'_j| dt, J
///   E0, E0_integral, ..., E3, E3_integral              max E_p, ∫ E_p dt; E_0 is kinetic
///   end_effector_speed, _acceleration, _jerk           max |p⁽ᵏ⁾|
///
/// at and between all instants, as check_motion() finds them. Joints that turn and joints that
/// slide have figures of their own (velocity, velocity_sliding) where a robot has both. The worst
/// joint is the one with the largest share of its limit where all have a limit, else that with
/// the largest value. Only what happens between the first and the last instant counts: a motion
/// that begins with a jerk jumps there, if the robot stood still before.
/// @param motions  at least one; their joints in the order of the model's coordinates.
/// @param limits  that shares and `is_legal` are about; may be empty.
/// @param request  what acts, how to stop it, and whom to tell how far it is with each motion; its
///   `energy` counts for nothing.
/// @throws InvalidArgument and NumericalError as check_motion().
MotionComparison compare_motions(const model::Model& model, const model::Frame& frame,
                                 const std::vector<NamedMotion>& motions,
                                 const std::vector<model::MotionLimit>& limits,
                                 const CheckRequest& request = {});

/// Order of q that a comparison takes.
inline constexpr int kComparedOrder = 4;

}  // namespace appell::analysis
