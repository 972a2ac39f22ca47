#include "appell/force/force_partials.hpp"

#include <array>

#include "appell/base/check.hpp"
#include "appell/force/applied_wrench.hpp"
#include "appell/force/carried_mass.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::force {
namespace {

using kinematics::TreeMotion;
using taylor::Series;

/// Fills the part of a matrix series below the diagonal: entry (d, a) of every pair is `mirror` of
/// the upper entries, computed for the whole series at once.
Series<MatX> completed(const Series<MatX>& upper, const Series<MatX>& mirror) {
  Series<MatX> full = upper;
  for (int k = 0; k <= full.order(); ++k) {
    const MatX below = mirror[k].triangularView<Eigen::StrictlyUpper>().transpose();
    full[k] += below;
  }
  return full;
}

/// The bodies from `body` to the root.
std::vector<int> path_to_root(const model::Model& model, int body) {
  std::vector<int> path;
  for (int b = body; b != model::kWorld; b = model.bodies()[b].parent) {
    path.push_back(b);
  }
  return path;
}

/// ∫ e_d × a dm over what body d carries, with a the acceleration of a point less gravity, as far
/// as the terms count.
Series<Vec3> moment_of_acceleration(const TreeMotion& motion, const model::Body& d,
                                    const CarriedMass& carried, const Operators& operators, int N) {
  const model::Model& model = motion.model();
  Series<Vec3> a_0 = Series<Vec3>::constant(Vec3::Zero(), N);  // a at the origin of d
  Series<Vec3> F = a_0;                                        // ∫ a dm
  Series<Mat3> A = Series<Mat3>::constant(Mat3::Zero(), N);    // ∫ ρ aᵀ dm
  if (operators.inertia) {
    a_0 += taylor::time_derivative(motion[d.index].p_WB, 2).truncated(N);
    F += taylor::time_derivative(carried.first, 2).truncated(N);
    A += carried.second[2].truncated(N);
  }
  if (operators.gravity) a_0[0] -= model.gravity();
  F += carried.mass * a_0;
  Series<Mat3> s_a(N);
  taylor::convolve(
      "force_partials", carried.first, a_0, s_a,
      [](Mat3& sum, const Vec3& x, const Vec3& y) { sum.noalias() += x * y.transpose(); });
  A += s_a;
  // (k × ρ) × a = ρ (k · a) - k (ρ · a)
  for (int k = 0; k <= N; ++k) A[k] -= Mat3(A[k].trace() * Mat3::Identity());
  const kinematics::BodyMotion& D = motion[d.index];
  return taylor::cross(kinematics::vector_in_world(D, d.screw.linear, N), F) +
         A * kinematics::vector_in_world(D, d.screw.angular, N);
}

/// ∫ ∂e_i/∂q_j · a dm, bodies by bodies. The second partial derivatives of a point are k_a × e_d, a
/// the one of i, j that is nearer to the root: an entry is k_a · ∫ e_d × a dm, and symmetric.
Series<MatX> curvature_term(const TreeMotion& motion, const std::vector<CarriedMass>& carried,
                            const Operators& operators, int N) {
  const model::Model& model = motion.model();
  Series<MatX> B(N, MatX::Zero(model.num_bodies(), model.num_bodies()));
  for (const model::Body& d : model.bodies()) {
    const Series<Vec3> w = moment_of_acceleration(motion, d, carried[d.index], operators, N);
    for (const int a : path_to_root(model, d.index)) {
      const model::Body& body = model.bodies()[a];
      const Series<double> entry =
          taylor::dot(kinematics::vector_in_world(motion[a], body.screw.angular, N), w);
      for (int k = 0; k <= N; ++k) B[k](a, d.index) = entry[k];
    }
  }
  return completed(B, B);
}

/// Adds `sign` times ∂(e_i · F + k_i · N)/∂q_j of one wrench, bodies by bodies.
void add_wrench_term(const TreeMotion& motion, const Wrench& wrench, double sign,
                     Series<MatX>& out) {
  const model::Model& model = motion.model();
  check_wrench("force_partials", motion, wrench);
  if (wrench.frame.body == model::kWorld) return;
  const int N = out.order();
  const bool turns_with_frame = wrench.axes == Wrench::Axes::kOfFrame;
  const WrenchSeries applied = in_world(motion, wrench);
  const Series<Vec3> F = applied.force.truncated(N);
  const Series<Vec3> moment = applied.moment.truncated(N);
  const Series<Vec3> p_F =
      kinematics::point_position(motion[wrench.frame.body], wrench.frame.X_BF.p).truncated(N);

  const std::vector<int> path = path_to_root(model, wrench.frame.body);
  std::vector<Series<Vec3>> k_of, e_of;  // Axis and velocity field at the frame, along the path.
  for (const int b : path) {
    const model::Body& body = model.bodies()[b];
    k_of.push_back(kinematics::vector_in_world(motion[b], body.screw.angular, N));
    e_of.push_back(kinematics::vector_in_world(motion[b], body.screw.linear, N) +
                   taylor::cross(k_of.back(), p_F - motion[b].p_WB.truncated(N)));
  }
  for (std::size_t i = 0; i < path.size(); ++i) {
    for (std::size_t j = 0; j < path.size(); ++j) {
      const std::size_t a = std::max(i, j);  // Nearer to the root.
      const std::size_t d = std::min(i, j);
      Series<double> entry = taylor::dot(taylor::cross(k_of[a], e_of[d]), F);
      if (j >= i) entry += taylor::dot(taylor::cross(k_of[j], k_of[i]), moment);
      if (turns_with_frame) {
        entry += taylor::dot(e_of[i], taylor::cross(k_of[j], F));
        entry += taylor::dot(k_of[i], taylor::cross(k_of[j], moment));
      }
      for (int k = 0; k <= N; ++k) out[k](path[i], path[j]) += sign * entry[k];
    }
  }
}

/// Eqs. (1), (2) and the first term of (3). Entries (d, a) with a nearer to the root than d follow
/// from the others by
///
///   ∫ e_d · De_a dm = D Y_0 - Y_1,   ∫ e_d · D²e_a dm = D² Y_0 - 2 D Y_1 + Y_2
void add_inertia_terms(const TreeMotion& motion, const std::vector<CarriedMass>& carried,
                       ForcePartials& of_bodies) {
  const model::Model& model = motion.model();
  const Series<MatX> Y_0 = field_products(motion, carried, 0);
  const Series<MatX> Y_1 = field_products(motion, carried, 1);
  const Series<MatX> Y_2 = field_products(motion, carried, 2);
  of_bodies.acceleration += completed(Y_0, Y_0);  // Eq. (1)
  for (const model::Body& body : model.bodies()) {
    of_bodies.acceleration[0](body.index, body.index) += model.reflected_inertia(body);
  }
  of_bodies.velocity += 2.0 * completed(Y_1, taylor::time_derivative(Y_0) - Y_1);  // Eq. (2)
  of_bodies.position += completed(
      Y_2, taylor::time_derivative(Y_0, 2) - 2.0 * taylor::time_derivative(Y_1) + Y_2);  // Eq. (3)
}

Series<MatX> reduced(const Series<MatX>& of_bodies, const MatX& G) {
  Series<MatX> of_coordinates(of_bodies.order(), MatX::Zero(G.cols(), G.cols()));
  for (int k = 0; k <= of_bodies.order(); ++k) {
    of_coordinates[k] = G.transpose() * of_bodies[k] * G;
  }
  return of_coordinates;
}

}  // namespace

ForcePartials force_partials(const TreeMotion& motion, const Surroundings& surroundings,
                             const Operators& operators) {
  const model::Model& model = motion.model();
  check(!operators.inertia || motion.order() >= 2,
        "force_partials: inertia forces need a motion of order >= 2, got order ", motion.order(),
        "; propagate the state with q, q' and q''.");
  const int N = motion.order();
  const int n = model.num_bodies();
  const int highest = operators.inertia ? 2 : 0;
  const std::vector<CarriedMass> carried = carried_masses(motion, highest);
  ForcePartials of_bodies{curvature_term(motion, carried, operators, N - highest),
                          Series<MatX>(N - 1, MatX::Zero(n, n)), Series<MatX>(N, MatX::Zero(n, n))};
  if (operators.inertia) add_inertia_terms(motion, carried, of_bodies);
  if (operators.loads) {
    for (const Wrench& load : surroundings.loads) {
      add_wrench_term(motion, load, 1.0, of_bodies.position);
    }
  }
  if (operators.external) {
    for (const Wrench& wrench : surroundings.external) {
      add_wrench_term(motion, wrench, -1.0, of_bodies.position);
    }
  }
  const MatX G = joint_ratios(model);
  return {reduced(of_bodies.position, G), reduced(of_bodies.velocity, G),
          reduced(of_bodies.acceleration, G)};
}

MatX force_derivative_partial(const ForcePartials& partials, int k, int m) {
  check(k >= 0 && m >= 0, "force_derivative_partial: k and m must be >= 0, got ", k, " and ", m,
        ".");
  const std::array<const Series<MatX>*, 3> of_order{&partials.position, &partials.velocity,
                                                    &partials.acceleration};
  check(partials.acceleration.order() >= 0, "force_derivative_partial: the partials are empty.");
  MatX sum = MatX::Zero(partials.acceleration[0].rows(), partials.acceleration[0].cols());
  for (int i = 0; i <= 2; ++i) {
    if (m - i < 0 || m - i > k) continue;
    const Series<MatX>& A = *of_order[i];
    check(k - m + i <= A.order(), "force_derivative_partial: k = ", k, ", m = ", m,
          " needs derivative ", k - m + i, " of the partial with respect to q^(", i,
          "), which has order ", A.order(), "; propagate the state with more coefficients.");
    sum += taylor::binomial(k, m - i) * A.derivative(k - m + i);  // Eq. (4)
  }
  return sum;
}

}  // namespace appell::force
