#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/kinematics_call.hpp"
#include "appell/engine/world_kernel.hpp"

namespace appell::engine {
namespace {

/// Motion of all bodies of one sample, with the components x, y, z of every vector in lanes.
/// @tparam order  highest, where it is known at compile time; else -1.
template <int order>
class KinematicsKernel : HighestOrder<order> {
 public:
  explicit KinematicsKernel(const KinematicsCall& kinematics_call)
      : HighestOrder<order>(kinematics_call.highest),
        to(kinematics_call),
        call(kinematics_call.world),
        at(call, N, kinematics_block_size(N)) {}

  /// ω = ω_parent + z θ'
  APPELL_INLINE void motion() const {
    at.compute();
    for (int i = 0; i < call.num_bodies; ++i) {
      const int parent = call.bodies[i].parent;
      const Lanes* z = at.z(i);
      APPELL_UNROLL
      for (int k = 0; k < N; ++k) {
        const Lanes turned = sum_to(k, [&](int j) { return z[k - j] * at.turning_rate(i, j); });
        w(i)[k] = parent < 0 ? turned : w(parent)[k] + turned;
      }
    }
  }

  /// A column: velocity t z × (p_F - p_i) + s z and angular velocity t z per rate of the joint.
  APPELL_INLINE void jacobian() const {
    const int n = call.num_coordinates, F = to.point_body;
    for (int e = 0; e < 6 * n * (to.jacobian_order + 1); ++e) to.jacobian[e] = 0.0;
    if (F < 0) return;
    Lanes p_F[kCapacity];
    APPELL_UNROLL
    for (int k = 0; k <= N; ++k) {
      p_F[k] = at.p(F)[k] +
               (at.x(F)[k] * to.point[0] + at.y(F)[k] * to.point[1] + at.z(F)[k] * to.point[2]);
    }
    for (int i = F; i >= 0; i = call.bodies[i].parent) {
      const TreeBody& body = call.bodies[i];
      const Lanes *z = at.z(i), *p = at.p(i);
      for (int k = 0; k <= to.jacobian_order; ++k) {
        Lanes velocity = sum_to(k, [&](int j) { return cross(z[j], p_F[k - j] - p[k - j]); });
        if (body.slides) [[unlikely]]
          velocity = velocity * body.turn + z[k] * body.slide;
        const Lanes linear = velocity * body.ratio, angular = z[k] * (body.ratio * body.turn);
        double* column = to.jacobian + 6 * k * n + body.coordinate;
        APPELL_UNROLL
        for (int e = 0; e < 3; ++e) {
          put(column[e * n], component(linear, e));
          put(column[(3 + e) * n], component(angular, e));
        }
      }
    }
  }

 private:
  using HighestOrder<order>::N;
  static constexpr int kBlockSize = order >= 0 ? kinematics_block_size(order) : -1;
  static constexpr int kCapacity = order >= 0 ? order + 1 : kMaxWorldOrder + 1;

  APPELL_INLINE Lanes* w(int i) const { return at.p(i) + N + 1; }
  APPELL_INLINE void put(double& entry, double value) const {
    entry = call.is_once ? value : entry + value;
  }

  const KinematicsCall& to;
  const WorldCall& call;
  const Placements<Lanes, order, kBlockSize> at;
};

template <int order>
void run_kinematics(const KinematicsCall& call) {
  KinematicsKernel<order>(call).motion();
}
template <int order>
void run_jacobian(const KinematicsCall& call) {
  KinematicsKernel<order>(call).jacobian();
}

}  // namespace
}  // namespace appell::engine
