#pragma once

#include "papers/equations/printed_wrenches.hpp"
#include "papers/equations/wrenches.hpp"
#include "papers/verify/tools.hpp"

/// Generalized forces from wrenches about a point.
namespace appell::verify {

using WrenchOf = spatial::WrenchSeries (*)(const kinematics::TreeMotion&, int body,
                                           const taylor::Series<Vec3>& point);

/// A generalized force, and the largest Σ|terms| of a joint's share in it.
struct ForceOfWrenches {
  VecX Q;
  double scale = 0.0;
};

/// Q_i = J_iᵀ F_i, F_i the wrench of all that joint i carries, about a point.
inline ForceOfWrenches along_columns(const Sample& sample, WrenchOf wrench,
                                     const taylor::Series<Vec3>& point) {
  ForceOfWrenches sum{VecX::Zero(sample.num_coordinates())};
  for (const model::Body& body : sample.model().bodies()) {
    const auto Q =
        equations::joint_force(equations::joint_column(sample.motion(), body.index, point),
                               wrench(sample.motion(), body.index, point), 0);
    sum.Q(body.coordinate) += body.ratio * Q.value;
    sum.scale = std::max(sum.scale, Q.scale);
  }
  return sum;
}

}  // namespace appell::verify
