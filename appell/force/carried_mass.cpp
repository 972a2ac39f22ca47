#include "appell/force/carried_mass.hpp"

#include "appell/taylor/arithmetic.hpp"

namespace appell::force {
namespace {

using kinematics::TreeMotion;
using taylor::Series;

/// a bᵀ as a series of the order of the lower one of the two.
Series<Mat3> outer(const Series<Vec3>& a, const Series<Vec3>& b) {
  Series<Mat3> out(std::min(a.order(), b.order()));
  taylor::convolve("outer", a, b, out, [](Mat3& sum, const Vec3& x, const Vec3& y) {
    sum.noalias() += x * y.transpose();
  });
  return out;
}

/// Moments of a body's own mass about its origin.
CarriedMass own_mass(const model::Body& body, const kinematics::BodyMotion& B, int highest) {
  const mass::RigidMass& mass = body.rigid_mass;
  const Mat3 P = mass.second_moment + mass.mass * mass.p_BBcm * mass.p_BBcm.transpose();
  CarriedMass own{mass.mass, Series<Vec3>(B.R_WB.order()), {}};
  for (int k = 0; k <= own.first.order(); ++k) {
    own.first[k] = mass.mass * (B.R_WB[k] * mass.p_BBcm);
  }
  for (int i = 0; i <= highest; ++i) {  // ∫ ρ ρ⁽ⁱ⁾ᵀ dm = R P R⁽ⁱ⁾ᵀ
    const Series<Mat3> R_i = taylor::time_derivative(B.R_WB, i);
    Series<Mat3>& S = own.second[i];
    S = Series<Mat3>(R_i.order());
    taylor::convolve(
        "carried_masses", B.R_WB, R_i, S,
        [&P](Mat3& sum, const Mat3& x, const Mat3& y) { sum.noalias() += x * P * y.transpose(); });
  }
  return own;
}

/// Adds what a child carries to its parent; p_PB is the child's origin seen from the parent's.
void add_to_parent(const CarriedMass& child, const Series<Vec3>& p_PB, int highest,
                   CarriedMass& parent) {
  // ∫ (ρ + p) (ρ + p)⁽ⁱ⁾ᵀ dm
  for (int i = 0; i <= highest; ++i) {
    const Series<Vec3> p_i = taylor::time_derivative(p_PB, i);
    Series<Mat3>& S = parent.second[i];
    S += child.second[i];
    S += outer(child.first, p_i);
    S += outer(p_PB, taylor::time_derivative(child.first, i));
    S += child.mass * outer(p_PB, p_i);
  }
  parent.first += child.first;
  parent.first += child.mass * p_PB;
  parent.mass += child.mass;
}

}  // namespace

std::vector<CarriedMass> carried_masses(const TreeMotion& motion, int highest) {
  std::vector<CarriedMass> carried;
  carried_masses(motion, highest, carried);
  return carried;
}

void carried_masses(const TreeMotion& motion, int highest, std::vector<CarriedMass>& carried) {
  const model::Model& model = motion.model();
  carried.clear();
  for (const model::Body& body : model.bodies()) {
    carried.push_back(own_mass(body, motion[body.index], highest));
  }
  for (auto body = model.bodies().rbegin(); body != model.bodies().rend(); ++body) {
    if (body->parent == model::kWorld) continue;
    add_to_parent(carried[body->index], motion[body->index].p_WB - motion[body->parent].p_WB,
                  highest, carried[body->parent]);
  }
}

WrenchSeries field_wrench(const model::Body& d, const TreeMotion& motion,
                          const CarriedMass& carried, int i) {
  const int N = motion.order() - i;
  const kinematics::BodyMotion& D = motion[d.index];
  const Series<Vec3> k = kinematics::vector_in_world(D, d.screw.angular, motion.order());
  const Series<Vec3> l = kinematics::vector_in_world(D, d.screw.linear, motion.order());
  const Series<Vec3> l_i = taylor::time_derivative(l, i);
  WrenchSeries w{carried.mass * l_i, taylor::cross(carried.first.truncated(N), l_i)};
  for (int j = 0; j <= i; ++j) {
    const double C = taylor::binomial(i, j);
    const Series<Vec3> k_ij = taylor::time_derivative(k, i - j).truncated(N);
    const Series<Vec3> s_j = taylor::time_derivative(carried.first, j).truncated(N);
    w.force += C * taylor::cross(k_ij, s_j);  // Eq. (1)
    Series<Mat3> T = carried.second[j].truncated(N);
    for (int n = 0; n <= N; ++n) {
      T[n] = Mat3(T[n].trace() * Mat3::Identity() - T[n].transpose());
    }
    w.moment += C * (T * k_ij);  // Eq. (2)
  }
  return w;
}

Series<MatX> field_products(const TreeMotion& motion, const std::vector<CarriedMass>& carried,
                            int i) {
  const model::Model& model = motion.model();
  const int n = model.num_bodies();
  Series<MatX> Y(motion.order() - i, MatX::Zero(n, n));
  field_products(motion, carried, i, Y);
  return Y;
}

void field_products(const TreeMotion& motion, const std::vector<CarriedMass>& carried, int i,
                    Series<MatX>& Y) {
  const model::Model& model = motion.model();
  const int N = Y.order();
  for (int k = 0; k <= N; ++k) Y[k].setZero();
  for (const model::Body& d : model.bodies()) {
    WrenchSeries w = field_wrench(d, motion, carried[d.index], i);
    for (int index = d.index; index != model::kWorld;) {
      // e_a = l_a + k_a × (r - p_a), and w is about p_a: ∫ e_a · D^i e_d dm = l_a · force + k_a ·
      // moment.
      const model::Body& a = model.bodies()[index];
      const Series<Mat3>& R_WA = motion[index].R_WB;
      for (int k = 0; k <= N; ++k) {
        for (int j = 0; j <= k; ++j) {
          Y[k](index, d.index) += (R_WA[j] * a.screw.linear).dot(w.force[k - j]) +
                                  (R_WA[j] * a.screw.angular).dot(w.moment[k - j]);
        }
      }
      if (a.parent != model::kWorld) {
        const Series<Vec3> p_PA =
            motion[index].p_WB.truncated(N) - motion[a.parent].p_WB.truncated(N);
        w.moment += taylor::cross(p_PA, w.force);
      }
      index = a.parent;
    }
  }
}

MatX joint_ratios(const model::Model& model) {
  MatX G = MatX::Zero(model.num_bodies(), model.num_coordinates());
  for (const model::Body& body : model.bodies()) G(body.index, body.coordinate) = body.ratio;
  return G;
}

}  // namespace appell::force
