#include "papers/equations/wrenches.hpp"

#include <vector>

#include "appell/base/check.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "papers/equations/newton_euler.hpp"

namespace appell::equations {
namespace {

using kinematics::TreeMotion;
using taylor::Series;

void check_body(const char* function, const TreeMotion& motion, int body) {
  const model::Model& model = motion.model();
  check(body >= 0 && body < model.num_bodies(), function, ": there is no body ", body, "; model '",
        model.name(), "' has ", model.num_bodies(), ".");
}

/// Whether `carrier` is `body` or on its path to the world.
bool carries(const model::Model& model, int carrier, int body) {
  while (body > carrier) body = model.bodies()[body].parent;
  return body == carrier;
}

/// Adds a force at a point `at`, about the point `about`.
void add_force(const Series<Vec3>& force, const Series<Vec3>& at, const Series<Vec3>& about,
               WrenchSeries& sum) {
  const int N = sum.force.order();
  const Series<Vec3> F = force.truncated(N);
  sum.force += F;
  sum.moment += taylor::cross(at.truncated(N) - about.truncated(N), F);
}

Series<Vec3> centre_of(const model::Body& body, const TreeMotion& motion) {
  return kinematics::point_position(motion[body.index], body.rigid_mass.p_BBcm);
}

/// Sum of the selected wrenches about a point.
WrenchSeries selected_wrench(const TreeMotion& motion, int body,
                             std::span<const model::Wrench> loads, const Operators& operators,
                             const Series<Vec3>& point) {
  const double Delta_m2 = operators.Delta_m() * operators.Delta_m();
  const double c = operator_coefficient(operators.Delta_m());
  const double inertia = Delta_m2 * operators.Delta_theta();
  const int N = inertia == 0.0 ? motion.order() : motion.order() - 2;
  WrenchSeries sum = WrenchSeries::zero(N);
  const auto add = [&](double factor, const WrenchSeries& wrench) {
    sum.force += factor * wrench.force.truncated(N);
    sum.moment += factor * wrench.moment.truncated(N);
  };
  if (inertia != 0.0) add(inertia, inertia_wrench(motion, body, point));
  add(Delta_m2, gravity_wrench(motion, body, point));
  for (const model::Wrench& load : loads) add(c, load_wrench(motion, body, load, point));
  return sum;
}

/// R_WBᵀ v
Series<Vec3> in_body_axes(const TreeMotion& motion, int body, const Series<Vec3>& v) {
  Series<Vec3> out(v.order());
  taylor::transposed_product(motion[body].R_WB, v, out);
  return out;
}

}  // namespace

double operator_coefficient(int Delta) {
  check(Delta >= -1 && Delta <= 1, "operator_coefficient: Delta must be -1, 0 or 1, got ", Delta,
        ".");
  const double sign = Delta == 0 ? 1.0 : -1.0;
  return sign * (1.0 - Delta) / (1.0 + 3.0 * Delta);  // Eq. (1)
}

WrenchSeries gravity_wrench(const TreeMotion& motion, int body, const Series<Vec3>& point) {
  const model::Model& model = motion.model();
  check_body("gravity_wrench", motion, body);
  WrenchSeries sum = WrenchSeries::zero(motion.order());
  for (const model::Body& j : model.bodies()) {
    if (!carries(model, body, j.index)) continue;
    const Vec3 weight = -j.rigid_mass.mass * model.gravity();  // M ḡ
    add_force(Series<Vec3>::constant(weight, motion.order()), centre_of(j, motion), point, sum);
  }
  return sum;  // Eq. (2)
}

WrenchSeries inertia_wrench(const TreeMotion& motion, int body, const Series<Vec3>& point) {
  const model::Model& model = motion.model();
  check_body("inertia_wrench", motion, body);
  check(motion.order() >= 2, "inertia_wrench: needs a motion of order >= 2, got ", motion.order(),
        ".");
  WrenchSeries sum = WrenchSeries::zero(motion.order() - 2);
  for (const model::Body& j : model.bodies()) {
    if (!carries(model, body, j.index)) continue;
    add_force(inertia_force(motion, j.index), centre_of(j, motion), point, sum);
    sum.moment += inertia_moment(motion, j.index);  // Eq. (3)
  }
  return sum;
}

WrenchSeries load_wrench(const TreeMotion& motion, int body, const model::Wrench& load,
                         const Series<Vec3>& point) {
  const model::Model& model = motion.model();
  check_body("load_wrench", motion, body);
  kinematics::check_frame("load_wrench", motion, load.frame);
  WrenchSeries sum = WrenchSeries::zero(motion.order());
  if (!carries(model, body, load.frame.body)) return sum;
  const spatial::TransformSeries X_WF = kinematics::frame_motion(motion, load.frame);
  WrenchSeries f = model::components(load, motion.order());
  if (load.axes == model::Wrench::Axes::kOfFrame) f = {X_WF.R * f.force, X_WF.R * f.moment};
  add_force(f.force, X_WF.p, point, sum);
  sum.moment += f.moment;  // Eq. (4)
  return sum;
}

WrenchSeries joint_action(const TreeMotion& motion, int body, std::span<const model::Wrench> loads,
                          const Operators& operators) {
  check_body("joint_action", motion, body);
  const WrenchSeries sum = selected_wrench(motion, body, loads, operators, motion[body].p_WB);
  return {in_body_axes(motion, body, sum.force),
          in_body_axes(motion, body, sum.moment)};  // Eq. (5)
}

Series<Vec6> joint_column(const TreeMotion& motion, int body, const Series<Vec3>& point) {
  const model::Model& model = motion.model();
  check_body("joint_column", motion, body);
  const int N = motion.order();
  const spatial::Screw& screw = model.bodies()[body].screw;
  const Series<Vec3> k = kinematics::vector_in_world(motion[body], screw.angular, N);  // k Δ
  const Series<Vec3> l = kinematics::vector_in_world(motion[body], screw.linear, N);
  const Series<Vec3> V = taylor::cross(k, point.truncated(N) - motion[body].p_WB) + l;
  Series<Vec6> column(N);
  for (int i = 0; i <= N; ++i) column[i] << V[i], k[i];  // Eq. (6)
  return column;
}

SumOfTerms joint_force(const Series<Vec6>& column, const WrenchSeries& wrench, int d) {
  check(d >= 0 && column.order() >= d && wrench.force.order() >= d && wrench.moment.order() >= d,
        "joint_force: derivative ", d, " needs a column and a wrench of at least that order, got ",
        column.order(), " and ", std::min(wrench.force.order(), wrench.moment.order()), ".");
  SumOfTerms sum;
  for (int m = 0; m <= d; ++m) {  // Eq. (7)
    const Vec6 J_m = column.derivative(m);
    const double count = taylor::binomial(d, m);
    sum.add(count * J_m.head<3>().dot(wrench.force.derivative(d - m)));
    sum.add(count * J_m.tail<3>().dot(wrench.moment.derivative(d - m)));
  }
  return sum;
}

ForceTerms driving_force(const TreeMotion& motion, const model::Frame& about,
                         std::span<const model::Wrench> loads, const Operators& operators, int k) {
  const model::Model& model = motion.model();
  kinematics::check_frame("driving_force", motion, about);
  const bool moves = operators.Delta_m() != 0 && operators.Delta_theta() != 0;
  const int needed = moves ? k + 1 : k - 1;
  check(k >= 1, "driving_force: the order k must be >= 1, got ", k, ".");
  check(motion.order() >= needed, "driving_force: k = ", k, " needs a motion of order >= ", needed,
        ", got ", motion.order(), ".");
  const Series<Vec3> point = kinematics::frame_motion(motion, about).p;
  std::vector<SumOfTerms> Q(model.num_coordinates());
  for (const model::Body& body : model.bodies()) {
    SumOfTerms& Q_i = Q[body.coordinate];
    const WrenchSeries wrench = selected_wrench(motion, body.index, loads, operators, point);
    Q_i.add(body.ratio, joint_force(joint_column(motion, body.index, point), wrench,
                                    k - 1));  // Eq. (8)
    const double rotor = moves ? model.reflected_inertia(body) : 0.0;
    if (rotor == 0.0) continue;
    Q_i.add(body.ratio * rotor * kinematics::joint_coordinate(motion, body).derivative(k + 1));
  }
  ForceTerms out(model.num_coordinates());
  for (std::size_t j = 0; j < Q.size(); ++j) out.set(static_cast<int>(j), Q[j]);
  return out;
}

VecX driving_force_from_actions(const TreeMotion& motion, std::span<const model::Wrench> loads,
                                const Operators& operators) {
  const model::Model& model = motion.model();
  VecX Q = VecX::Zero(model.num_coordinates());
  for (const model::Body& body : model.bodies()) {
    const WrenchSeries action = joint_action(motion, body.index, loads, operators);
    Q(body.coordinate) += body.ratio * (body.screw.linear.dot(action.force[0]) +
                                        body.screw.angular.dot(action.moment[0]));  // Eq. (9)
  }
  return Q;
}

}  // namespace appell::equations
