#include "papers/equations/printed_wrenches.hpp"

#include "appell/base/check.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "papers/equations/newton_euler.hpp"

namespace appell::equations {
namespace {

using kinematics::TreeMotion;
using taylor::Series;

/// J_iᵀ [(1 - Δ_i) F; Δ_i N]
double force_with_factors(const model::Body& body, const Series<Vec6>& column,
                          const WrenchSeries& wrench) {
  const bool turns = !body.screw.angular.isZero(0.0);
  return turns ? column[0].tail<3>().dot(wrench.moment[0])
               : column[0].head<3>().dot(wrench.force[0]);
}

}  // namespace

double printed_operator_coefficient(int Delta) {
  const double sign = Delta == 0 ? 1.0 : -1.0;
  return sign * (1.0 - Delta) / (1.0 + Delta);
}

VecX printed_gravity_force(const TreeMotion& motion, const Series<Vec3>& point) {
  const model::Model& model = motion.model();
  VecX Q = VecX::Zero(model.num_coordinates());
  for (const model::Body& body : model.bodies()) {
    Q(body.coordinate) +=
        body.ratio * force_with_factors(body, joint_column(motion, body.index, point),
                                        gravity_wrench(motion, body.index, point));
  }
  return Q;
}

VecX printed_gravity_force_of_one_centre(const TreeMotion& motion) {
  const model::Model& model = motion.model();
  VecX Q = VecX::Zero(model.num_coordinates());
  for (const model::Body& body : model.bodies()) {
    const Series<Vec3>& origin = motion[body.index].p_WB;
    const WrenchSeries weight = gravity_wrench(motion, body.index, origin);
    const Vec3 r_C = kinematics::point_position(motion[body.index], body.rigid_mass.p_BBcm)[0];
    const Vec6 column = joint_column(motion, body.index, origin)[0];
    const Vec3 moment = (r_C - origin[0]).cross(weight.force[0]);
    Q(body.coordinate) +=
        body.ratio * (column.head<3>().dot(weight.force[0]) + column.tail<3>().dot(moment));
  }
  return Q;
}

VecX printed_load_force(const TreeMotion& motion, const Series<Vec3>& point,
                        const model::Wrench& load) {
  const model::Model& model = motion.model();
  const Vec3 arm = kinematics::frame_motion(motion, load.frame).p[0] - point[0];
  VecX Q = VecX::Zero(model.num_coordinates());
  for (const model::Body& body : model.bodies()) {
    const WrenchSeries wrench = load_wrench(motion, body.index, load, point);
    Q(body.coordinate) +=
        body.ratio * joint_force(joint_column(motion, body.index, point), wrench, 0).value;
    if (!body.screw.angular.isZero(0.0)) continue;
    const Vec3 k = motion[body.index].R_WB[0] * body.screw.linear;
    Q(body.coordinate) += body.ratio * wrench.force[0].dot(k.cross(arm));
  }
  return Q;
}

VecX printed_inertia_force(const TreeMotion& motion, const Series<Vec3>& point) {
  const model::Model& model = motion.model();
  VecX Q = VecX::Zero(model.num_coordinates());
  for (const model::Body& body : model.bodies()) {
    const double rotor =
        model.reflected_inertia(body) * kinematics::joint_coordinate(motion, body).derivative(2);
    Q(body.coordinate) +=
        body.ratio * (rotor + force_with_factors(body, joint_column(motion, body.index, point),
                                                 inertia_wrench(motion, body.index, point)));
  }
  return Q;
}

Vec3 printed_joint_moment(const TreeMotion& motion, int body,
                          std::span<const model::Wrench> loads) {
  const model::Model& model = motion.model();
  const Vec3 moment = joint_action(motion, body, loads, {}).moment[0];
  Vec3 missing = Vec3::Zero();  // Σ_j N*_j
  for (const model::Body& j : model.bodies()) {
    int b = j.index;
    while (b > body) b = model.bodies()[b].parent;
    if (b == body) missing += inertia_moment(motion, j.index)[0];
  }
  return moment - motion[body].R_WB[0].transpose() * missing;
}

Vec3 printed_gyroscopic_moment(const TreeMotion& motion, int body) {
  const model::Frame frame{.name = {}, .body = body, .X_BF = {}, .is_driven = false};
  const MatX Omega = kinematics::jacobian(motion, frame)[0].bottomRows<3>();
  const VecX q1 = motion.q().derivative(1);
  Vec3 sum = Vec3::Zero();
  for (int j = 0; j < q1.size(); ++j) {
    for (int p = 0; p < q1.size(); ++p) {
      const Vec3 Omega_j = Omega.col(j);
      const Vec3 Omega_p = Omega.col(p);
      sum += Omega_j.cross(Omega_p) * q1(j) * q1(p);
    }
  }
  return sum;
}

double printed_leibniz_sum(const Series<Vec6>& column, const WrenchSeries& wrench, int k) {
  check(k >= 1, "printed_leibniz_sum: the order k must be >= 1, got ", k, ".");
  double sum = 0.0;
  for (int m = 1; m <= k; ++m) {
    const Vec6 J_m = column.derivative(m - 1);
    sum +=
        taylor::binomial(k - 1, m - 1) * (J_m.head<3>().dot(wrench.force.derivative(k - m + 1)) +
                                          J_m.tail<3>().dot(wrench.moment.derivative(k - m + 1)));
  }
  return sum;
}

}  // namespace appell::equations
