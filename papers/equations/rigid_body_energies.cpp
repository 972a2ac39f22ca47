#include "papers/equations/rigid_body_energies.hpp"

#include <cmath>
#include <initializer_list>

#include "appell/base/check.hpp"
#include "appell/mass/moments.hpp"
#include "papers/equations/wrenches.hpp"

namespace appell::equations {
namespace {

using taylor::binomial;
using taylor::Series;

/// Series that are too short are refused with both numbers.
void check_orders(const char* function, const BodyAboutPoint& body, int p) {
  check(p >= 0, function, ": the order p must be >= 0, got ", p, ".");
  check(body.r_O.order() >= p + 1 && body.omega.order() >= p, function, ": p = ", p,
        " needs the point to order ", p + 1, " and the angular velocity to order ", p, ", got ",
        body.r_O.order(), " and ", body.omega.order(), ".");
}

void check_centre(const char* function, const BodyAboutPoint& body) {
  check(body.rho_C.norm() <= 1e-12 * (1.0 + body.r_O[0].norm()), function,
        ": the point must be the centre of mass, but that is ", body.rho_C.norm(), " m away.");
}

/// ½ M a² + M a · b for every b, with a = r_O⁽ᵖ⁺¹⁾; the b add up to B ρ_C.
ListedTerms terms_of_point(const BodyAboutPoint& body, int p, std::initializer_list<Vec3> parts) {
  const Vec3 a = body.r_O.derivative(p + 1);
  ListedTerms E;
  E.add(0.5 * body.mass * a.squaredNorm());
  for (const Vec3& b : parts) {
    SumOfTerms product;
    for (int i = 0; i < 3; ++i) product.add(body.mass * a(i) * b(i));
    E.add(1.0, product);
  }
  return E;
}

double energy_product(const Vec3& a, const Mat3& M, const Vec3& b) { return a.dot(M * b); }

/// The same with the magnitudes of M = Σ (a sum that may cancel) in place of M's.
SumOfTerms energy_product(const Vec3& a, const Mat3& M, const Mat3& magnitudes, const Vec3& b) {
  return {a.dot(M * b), a.cwiseAbs().dot(magnitudes * b.cwiseAbs())};
}

}  // namespace

Mat3 BodyAboutPoint::inertia() const { return planar.trace() * Mat3::Identity() - planar; }

BodyAboutPoint body_about_point(const kinematics::TreeMotion& motion, int body, const Vec3& p_BO) {
  const model::Model& model = motion.model();
  check(body >= 0 && body < model.num_bodies(), "body_about_point: there is no body ", body,
        "; model '", model.name(), "' has ", model.num_bodies(), ".");
  const mass::RigidMass& B = model.bodies()[body].rigid_mass;
  const Mat3& R = motion[body].R_WB[0];
  return {.mass = B.mass,
          .rho_C = R * (B.p_BBcm - p_BO),
          .planar = R * mass::planar_tensor(B, p_BO) * R.transpose(),
          .r_O = kinematics::point_position(motion[body], p_BO),
          .omega = motion[body].omega_WB};
}

ListedTerms kinetic_energy_about(const BodyAboutPoint& body) {
  check_orders("kinetic_energy_about", body, 0);
  const Vec3 w = body.omega[0];
  ListedTerms E = terms_of_point(body, 0, {w.cross(body.rho_C)});  // Eq. (1)
  E.add(0.5 * energy_product(w, body.inertia(), w));
  return E;
}

ListedTerms first_energy_about(const BodyAboutPoint& body) {
  check_orders("first_energy_about", body, 1);
  const Mat3 I = body.inertia();
  const Vec3 w = body.omega[0];
  const Vec3 epsilon = body.omega.derivative(1);
  ListedTerms E = terms_of_point(  // Eq. (2)
      body, 1, {epsilon.cross(body.rho_C), w.cross(w.cross(body.rho_C))});
  E.add(0.5 * energy_product(epsilon, I, epsilon));
  E.add(epsilon.dot(w.cross(I * w)));
  E.add(0.5 * w.squaredNorm() * energy_product(w, I, w));
  return E;
}

ListedTerms second_energy_about(const BodyAboutPoint& body) {
  check_orders("second_energy_about", body, 2);
  const Mat3 I = body.inertia();
  const Mat3& Ip = body.planar;
  const Vec3 w = body.omega[0];
  const Vec3 w1 = body.omega.derivative(1);
  const Vec3 w2 = body.omega.derivative(2);
  const double ww = w.squaredNorm();
  const double s = w.dot(w1);
  const Vec3 b = turning_vectors_in_closed_form(body.omega, 3).matrix() * body.rho_C;
  ListedTerms E = terms_of_point(body, 2, {b});  // Eq. (3)
  E.add(0.5 * energy_product(w2, I, w2));
  E.add(2.0 * w.dot(w2.cross(Ip * w1)));
  E.add(w1.dot(w2.cross(Ip * w)));
  E.add(-ww * energy_product(w, I, w2));
  E.add(2.0 * s * energy_product(w, I, w1));
  E.add(2.0 * ww * energy_product(w1, Ip, w1));
  E.add(-5.0 * s * energy_product(w1, Ip, w));
  E.add(2.5 * s * s * Ip.trace());
  E.add(0.5 * w1.squaredNorm() * energy_product(w, Ip, w));
  E.add(ww * w.dot(w1.cross(Ip * w)));
  E.add(0.5 * ww * ww * energy_product(w, I, w));
  return E;
}

ListedTerms third_energy_leading_terms(const BodyAboutPoint& body) {
  check_orders("third_energy_leading_terms", body, 3);
  const Mat3 I = body.inertia();
  const Mat3& Ip = body.planar;
  const Vec3 w = body.omega[0];
  const Vec3 w1 = body.omega.derivative(1);
  const Vec3 w2 = body.omega.derivative(2);
  const Vec3 w3 = body.omega.derivative(3);
  const double ww = w.squaredNorm();
  ListedTerms E;  // Eq. (4)
  E.add(0.5 * energy_product(w3, I, w3));
  E.add(3.0 * w.dot(w3.cross(Ip * w2)));
  E.add(3.0 * w1.dot(w3.cross(Ip * w1)));
  E.add(1.0 * w2.dot(w3.cross(Ip * w)));
  E.add(2.0 * energy_product(w.cross(w3), Ip, w1.cross(w)));
  E.add(-5.0 * w.dot(w1) * energy_product(w, I, w3));
  E.add(-ww * energy_product(w1, I, w3));
  E.add(ww * energy_product(w, Ip, w3.cross(w)));
  return E;
}

ListedTerms energy_about(const BodyAboutPoint& body, int p, const TurningVectors& B) {
  check_orders("energy_about", body, p);
  const Mat3& Ip = body.planar;
  ListedTerms E = terms_of_point(body, p, {B.matrix() * body.rho_C});  // Eq. (5)
  E.add(0.5 * energy_product(B.g, body.inertia(), B.g));               // Eq. (6)
  SumOfTerms turned, stretched, pairs;
  for (const TurningVectors::Dyad& a : B.dyads) {
    turned.add(a.u.dot(B.g.cross(Ip * a.v)));
    stretched.add(-B.rho * energy_product(a.u, Ip, a.v));
    for (const TurningVectors::Dyad& b : B.dyads) {
      pairs.add(0.5 * a.u.dot(b.u) * energy_product(a.v, Ip, b.v));
    }
  }
  E.add(1.0, turned);
  E.add(1.0, pairs);
  E.add(1.0, stretched);
  E.add(0.5 * B.rho * B.rho * Ip.trace());
  return E;
}

ListedTerms energy_about(const BodyAboutPoint& body, int p) {
  check_orders("energy_about", body, p);
  const Mat3 B = turning_matrix(body.omega, p + 1)[0];
  ListedTerms E = terms_of_point(body, p, {B * body.rho_C});  // Eq. (5)
  const Mat3 terms = 0.5 * (B * body.planar).cwiseProduct(B);
  E.add(1.0, {terms.sum(), terms.cwiseAbs().sum()});
  return E;
}

SumOfTerms energy_with_operator(const BodyAboutPoint& body, int p, int Delta_M) {
  check_orders("energy_with_operator", body, p);
  check_centre("energy_with_operator", body);
  SumOfTerms E;  // Eq. (7)
  E.add(operator_coefficient(Delta_M) * 0.5 * body.mass * body.r_O.derivative(p + 1).squaredNorm());
  const Mat3 B = turning_matrix(body.omega, p + 1)[0];
  const Mat3 terms = 0.5 * (B * body.planar).cwiseProduct(B);
  E.add(Delta_M * Delta_M, {terms.sum(), terms.cwiseAbs().sum()});
  return E;
}

double spin_term(const BodyAboutPoint& body, int p) {
  check_orders("spin_term", body, 0);
  check(p >= 0, "spin_term: the order p must be >= 0, got ", p, ".");
  const Vec3 w = body.omega[0];
  return 0.5 * std::pow(w.squaredNorm(), p) * energy_product(w, body.inertia(), w);  // Eq. (8)
}

ListedTerms kinetic_energy_derivative(const BodyAboutPoint& body, int k) {
  check_orders("kinetic_energy_derivative", body, k);
  check_centre("kinetic_energy_derivative", body);
  std::vector<Mat3> B;
  for (int i = 0; i <= k; ++i) B.push_back(turning_matrix(body.omega, i)[0]);
  const Mat3 I = body.inertia();
  ListedTerms E;
  for (int s = 0; s <= k; ++s) {  // Eq. (9)
    E.add(0.5 * body.mass * binomial(k, s) *
          body.r_O.derivative(k - s + 1).dot(body.r_O.derivative(s + 1)));
  }
  for (int b = 0; b <= k; ++b) {
    Mat3 I_b = Mat3::Zero();
    Mat3 magnitudes = Mat3::Zero();
    for (int i = 0; i <= b; ++i) {
      const Mat3& left = B[i];
      const Mat3 right = B[b - i].transpose();
      I_b += binomial(b, i) * left * I * right;
      magnitudes += binomial(b, i) * left.cwiseAbs() * I.cwiseAbs() * right.cwiseAbs();
    }
    for (int a = 0; a <= k - b; ++a) {
      E.add(0.5 * binomial(k, b) * binomial(k - b, a),
            energy_product(body.omega.derivative(a), I_b, magnitudes,
                           body.omega.derivative(k - b - a)));
    }
  }
  return E;
}

}  // namespace appell::equations
