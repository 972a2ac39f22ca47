#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "appell/force/generalized_force.hpp"
#include "appell/force/wrench.hpp"
#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"
#include "appell/taylor/series.hpp"

namespace appell::force {

/// A generalized force with friction in it. Where dry friction is not smooth it has a value but not
/// all time derivatives: the series then ends before the first that does not exist, and `kinks`
/// says why.
struct ForceWithFriction {
  taylor::Series<VecX> force;
  std::vector<std::string> kinks;  ///< "joint 'a': does not move", one per joint at fault.

  bool is_smooth() const { return kinks.empty(); }
};

/// Friction force of the joints, what the motors must supply to overcome it: viscous friction plus
/// one dry law per joint (model::Friction),
///
///   Q = b q' + μ sgn(q')                                     constant                         (1)
///   Q = b q' + μ tanh(q' / velocity)                         smooth                           (2)
///   Q = b q' + μ |k × f| sgn(q')                             radial load, sliding             (3)
///   Q = b q' + μ (d / 2) |k × f| sgn(q')                     radial load, turning             (4)
///   Q = b q' + (μ + μ_s exp(-(q'/v_s)²)) tanh(q' / velocity)           Stribeck               (5)
///   Q = b q' + μ (σ(s (q' + δ)) - σ(s δ)),  σ(x) = 1/(1 + e⁻ˣ)         sigmoid                (6)
///
/// and the offset of the joint. (6) is the law that Gaz et al. (2019) publish for the Panda, φ₁ =
/// μ, φ₂ = s, φ₃ = δ.
///
/// (3), (4) are [S0 eq. (157)]: k the axis of the joint, f its reaction force without friction
/// (joint_wrenches() with the same `surroundings` and `operators`), d the bearing diameter. A
/// helical joint counts as turning. In a joint that mimics another q' is its own rate, and its
/// force counts times its ratio. At rest sgn(q') is the direction of the motion to come: the sign
/// of the first derivative of q that is not zero, or what `directions` say; 0 if there is none.
///
/// Time derivatives of (1), (3), (4) exist where q' ≠ 0, or `directions` are given. Where the
/// radial load is zero, (3), (4) have derivatives below its lowest order m that is not zero, and
/// all if m is even. An order of the load counts as zero below 1e-12 of the magnitudes of all that
/// is added up in that order. Derivative k of the answer, and whether it exists, depends on
/// derivatives 0..k of (1) to (6)'s right sides only: to know more of q changes no order that was
/// known before, but for the direction from rest.
///
/// @param motion  of order N >= friction_order(model).
/// @param directions  -1, 0 or 1 of each coordinate, as a motion knows them
///   (model::StateBlock::direction()); or none at all.
/// @return of order N - friction_order(model), or as far as there are derivatives.
/// @throws InvalidArgument as joint_wrenches(), or if smooth friction lacks a positive velocity.
ForceWithFriction friction_force(const kinematics::TreeMotion& motion,
                                 const Surroundings& surroundings = {},
                                 const Operators& operators = {},
                                 std::span<const double> directions = {});

/// Eqs. (1), (2), (5), (6) as functions of the rate alone: friction of anything that moves at that
/// rate, as a motor.
/// @param direction  of it, -1, 0 or 1; if none is given the sign of the first coefficient that is
///   not zero.
/// @return of the order of `rate`; of order 0 where it rests, no direction is given and the law is
///   not smooth.
/// @throws InvalidArgument for friction by radial load, or if smooth friction lacks a positive
///   velocity; the empty series if `rate` is empty.
taylor::Series<double> friction_of_rate(const model::Friction& friction,
                                        const taylor::Series<double>& rate,
                                        std::optional<double> direction = std::nullopt);

/// How many derivatives of q the friction forces of a model take: 2 if a joint has friction by
/// radial load (its reaction needs q''), else 1.
int friction_order(const model::Model& model);

/// Whether any joint has friction.
bool has_friction(const model::Model& model);

/// Driving force with friction, Q_motor = Q_drive + Q_friction [S0 eq. (160)], of both what
/// `operators` count; order N - 2, or as far as friction has derivatives.
/// @throws InvalidArgument as friction_force().
ForceWithFriction motor_force(const kinematics::TreeMotion& motion,
                              const Surroundings& surroundings = {},
                              const Operators& operators = {});

}  // namespace appell::force
