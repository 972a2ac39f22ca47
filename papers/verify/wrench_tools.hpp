#pragma once

#include "papers/equations/printed_wrenches.hpp"
#include "papers/equations/wrenches.hpp"
#include "papers/verify/tools.hpp"

/// Generalized forces from wrenches about a point.
namespace appell::verify {

using WrenchOf = spatial::WrenchSeries (*)(const kinematics::TreeMotion&, int body,
                                           const taylor::Series<Vec3>& point);

/// What the rotors add to the inertia force, with d time derivatives: I_r ratio² q⁽ᵈ⁺²⁾.
inline VecX rotor_force(const Sample& sample, int d) {
  VecX Q = VecX::Zero(sample.num_coordinates());
  for (const model::Body& body : sample.model().bodies()) {
    Q(body.coordinate) += sample.model().reflected_inertia(body) * body.ratio * body.ratio *
                          sample.state().derivative(d + 2)(body.coordinate);
  }
  return Q;
}

/// A generalized force, and the largest Σ|terms| of a joint's share in it.
struct ForceOfWrenches {
  VecX of_force;   ///< V_iᵀ times the force.
  VecX of_moment;  ///< Ω_iᵀ times the moment.
  double scale = 0.0;
};

/// Q_i = J_iᵀ F_i, F_i the wrench of all that joint i carries, about a point.
inline ForceOfWrenches along_columns(const Sample& sample, WrenchOf wrench,
                                     const taylor::Series<Vec3>& point) {
  const VecX zero = VecX::Zero(sample.num_coordinates());
  ForceOfWrenches sum{zero, zero};
  for (const model::Body& body : sample.model().bodies()) {
    const auto column = equations::joint_column(sample.motion(), body.index, point);
    const spatial::WrenchSeries all = wrench(sample.motion(), body.index, point);
    spatial::WrenchSeries force = all;
    force.moment = 0.0 * all.moment;
    spatial::WrenchSeries moment = all;
    moment.force = 0.0 * all.force;
    const auto Q = equations::joint_force(column, all, 0);
    sum.of_force(body.coordinate) += body.ratio * equations::joint_force(column, force, 0).value;
    sum.of_moment(body.coordinate) += body.ratio * equations::joint_force(column, moment, 0).value;
    sum.scale = std::max(sum.scale, Q.scale);
  }
  return sum;
}

}  // namespace appell::verify
