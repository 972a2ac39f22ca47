#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "appell/analysis/angular_record.hpp"
#include "appell/model/model.hpp"
#include "appell/trajectory/trajectory.hpp"

/// The experiment of S2, section 5: the arm of a Fanuc LR Mate 100iB turns by π about its third
/// joint; from a record of its acceleration, polynomial functions of fifth degree on 51 intervals
/// give the angle and its derivatives, these the acceleration energies and the driving torques of
/// higher order. The paper prints no record, no masses and no duration, only figures: the record
/// that is declared here, its duration, and the masses of the embedded model are ours.
namespace appell::analysis {

/// Angular acceleration of the third joint (rad/s²) at 52 knots that are 0.04 s apart: a turn by π
/// from rest to rest, in the likeness of the septic law, rounded to nine decimals.
std::span<const double> fanuc_acceleration_record();
inline constexpr double kFanucInterval = 0.04;  // s

/// The same as a record, exact, with the turn by π.
AngularRecord fanuc_record();

/// The motion from a record (angle_from_record()). All joints of the model but `joint` stand still
/// at zero.
trajectory::Trajectory fanuc_motion(const model::Model& model, const AngularRecord& record,
                                    const std::string& joint = "J3");

/// Distance of the model's end effector from the axis of the joint, all joints at zero, m: where
/// the accelerometer is unless one says otherwise.
double fanuc_radius(const model::Model& model, const std::string& joint = "J3");

/// The arm that turns: everything behind the third joint as one body, in the frame of that joint.
struct TurningArm {
  double mass;           ///< M₃, kg
  double x_com;          ///< x_C3, m
  double z_com;          ///< z_C3, m
  double inertia_y;      ///< ³I_y about the centre of mass, kg m²
  double inertia_joint;  ///< J = M₃ (x_C3² + z_C3²) + ³I_y, kg m²
};

/// @throws InvalidArgument unless `joint` turns about its y axis.
TurningArm turning_arm(const model::Model& model, const std::string& joint = "J3");

/// Acceleration energies of the arm of order p = 1, 2, 3 from q, q', ..., q⁽⁴⁾, in J/s²ᵖ:
///
///   E₁ = ½ J (q''² + q'⁴)                                                  [S2 eq. (86)]
///   E₂ = ½ J (q'''² - 2 q'³ q''' + 9 q'² q''² + q'⁶)                       [S2 eq. (87)]
///   E₃ = ½ J (q⁗² - 12 q'² q'' q⁗ + 30 q'⁴ q''² + 9 q''⁴ + 16 q'² q'''²
///         + 24 q' q''² q''' - 8 q'⁵ q''' + q'⁸)                            [S2 eq. (88)]
///
/// Differs from [S2 eq. (88)]: one pair of terms is printed twice, 9 q''⁴ and q⁗² are garbled; see
/// docs/errata.md.
std::array<double, 3> one_joint_energies(const TurningArm& arm, std::span<const double, 5> q);

/// Driving torque of the joint and its first two derivatives, the inertia part:
///
///   Q = J q'',   Q' = J q''',   Q'' = J q⁗                          [S2 eqs. (89)-(91)]
///
/// The papers leave gravity out; gravity_torques() is what belongs to it.
std::array<double, 3> one_joint_torques(const TurningArm& arm, std::span<const double, 5> q);

/// What holds the arm against its weight, and the first two derivatives, N m, N m/s, N m/s².
/// @param gravity  in the axes of the joint at q = 0.
std::array<double, 3> gravity_torques(const TurningArm& arm, const Vec3& gravity,
                                      std::span<const double, 5> q);

/// Everything along the motion, once by the one-joint formulas and once by the general passes.
struct FanucExperiment {
  struct Route {
    std::array<std::vector<double>, 3> energies;  ///< [p - 1][sample]
    std::array<std::vector<double>, 3> torques;   ///< [derivative][sample], without gravity.
    std::array<std::vector<double>, 3> torques_with_gravity;
  };
  /// Standard deviations, if the record has noise: as the curves they belong to.
  struct Uncertainty {
    std::array<std::vector<double>, 5> q;
    Route curves;
  };
  AngularRecord record;
  TurningArm arm{};
  std::vector<double> times;
  std::array<std::vector<double>, 5> q;  ///< [derivative][sample] of the third joint.
  Route one_joint;
  Route general;
  std::optional<Uncertainty> sd;  ///< Carried through the formulas to first order.

  /// Largest difference of the two routes over all curves, relative to the peak of each.
  double largest_difference() const;
};

/// @param model  the embedded fanuc_lr_mate_100ib, or another whose joint J3 turns about y.
/// @throws InvalidArgument for another model, or fewer than 2 samples.
FanucExperiment run_fanuc_experiment(const model::Model& model, int num_samples,
                                     const AngularRecord& record = fanuc_record());

}  // namespace appell::analysis
