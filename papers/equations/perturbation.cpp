#include "papers/equations/perturbation.hpp"

#include <algorithm>

#include "appell/base/check.hpp"
#include "appell/mass/moments.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/spatial/screw.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::equations {
namespace {

using taylor::Series;

std::size_t at(const model::Body& body) { return static_cast<std::size_t>(body.index); }

Series<double> joint_value(const model::Body& body, const model::StateSeries& state, int order) {
  Series<double> x = Series<double>::constant(0.0, order);
  for (int k = 0; k <= std::min(order, state.order()); ++k) {
    x[k] = body.ratio * state[k](body.coordinate);
  }
  x[0] += body.offset;
  return x;
}

Series<Mat4> perturbed_placement_in_parent(const model::Body& body, const Series<double>& x) {
  const Mat4 X = body.X_PJ.matrix();
  const spatial::TransformSeries motion = spatial::exp_screw(body.screw, x);
  Series<Mat4> F(x.order());
  for (int k = 0; k <= x.order(); ++k) {
    F[k].setZero();
    F[k].topLeftCorner<3, 3>() = motion.R[k];
    F[k].topRightCorner<3, 1>() = motion.p[k];
    if (k == 0) F[k](3, 3) = 1.0;
    F[k] = X * F[k];
  }
  return F;
}

void check_energy(const char* function, const model::Model& model, const MatrixMotion& motion,
                  const Perturbation& change, int p, int s, int order) {
  const int num_bodies = model.num_bodies();
  check(static_cast<int>(motion.T.size()) == num_bodies &&
            static_cast<int>(change.dT.size()) == num_bodies,
        function, ": the motion has ", motion.T.size(), " bodies and the perturbation ",
        change.dT.size(), ", but the model has ", num_bodies, ".");
  check(p >= 0 && s >= 0, function, ": the orders p and s must be >= 0, got ", p, " and ", s, ".");
  check(motion.order() >= order, function, ": p = ", p, " and s = ", s,
        " need a motion of order >= ", order, ", got ", motion.order(), ".");
}

}  // namespace

MatrixMotion matrix_motion(const model::Model& model, const model::StateSeries& state, int order) {
  model::check_state("matrix_motion", model, state);
  check(order >= 0, "matrix_motion: the order must be >= 0, got ", order, ".");
  MatrixMotion motion;
  for (const model::Body& body : model.bodies()) {
    motion.x.push_back(joint_value(body, state, order));
    motion.F.push_back(perturbed_placement_in_parent(body, motion.x.back()));
    motion.T.push_back(body.parent == model::kWorld ? motion.F.back()
                                                    : motion.T[body.parent] * motion.F.back());
  }
  return motion;
}

MatrixMotion matrix_motion(const model::Model& model, const model::StateSeries& state) {
  return matrix_motion(model, state, state.order());
}

Perturbation perturbation(const model::Model& model, const MatrixMotion& motion, int j, int m) {
  const int N = motion.order();
  check(static_cast<int>(motion.T.size()) == model.num_bodies(), "perturbation: the motion has ",
        motion.T.size(), " bodies but the model has ", model.num_bodies(), ".");
  check(j >= 0 && j < model.num_coordinates(), "perturbation: there is no coordinate ", j,
        "; model '", model.name(), "' has ", model.num_coordinates(), ".");
  check(m >= 0 && m <= N, "perturbation: m must be in 0..", N, ", the order of the motion; got ", m,
        ".");
  Perturbation change{.dT = {}, .dx = {}, .order = m};
  for (const model::Body& body : model.bodies()) {
    Series<double> dx = Series<double>::constant(0.0, N);
    if (body.coordinate == j) dx[m] = body.ratio / taylor::factorial(m);
    Series<Mat4> dT(N, Mat4::Zero());
    if (body.parent != model::kWorld) {
      dT = change.dT[body.parent] * motion.F[at(body)];
    }
    Mat4 U = Mat4::Zero();
    U.topLeftCorner<3, 3>() = spatial::cross_matrix(body.screw.angular);
    U.topRightCorner<3, 1>() = body.screw.linear;
    for (int k = m; k <= N; ++k) dT[k] += dx[m] * (motion.T[at(body)][k - m] * U);  // Eq. (1)
    change.dx.push_back(std::move(dx));
    change.dT.push_back(std::move(dT));
  }
  return change;
}

SumOfTerms energy_partial(const model::Model& model, const MatrixMotion& motion,
                          const Perturbation& change, int p, int s) {
  const int n = p + 1;
  check_energy("energy_partial", model, motion, change, p, s, n + s);
  SumOfTerms sum;
  for (const model::Body& body : model.bodies()) {
    const Mat4 P = mass::pseudo_inertia(body.rigid_mass);
    const double rotor = model.reflected_inertia(body);
    const Series<Mat4>& T = motion.T[at(body)];
    const Series<double>& x = motion.x[at(body)];
    for (int i = 0; i <= s; ++i) {  // Eq. (3), Dˢ by Leibniz' rule.
      const int a = n + s - i;
      const int b = n + i;
      if (b < change.order) continue;  // δT starts with tᵐ.
      const double count = taylor::binomial(s, i);
      sum.add(count, trace_product(T.derivative(a), P, change.dT[at(body)].derivative(b)));
      sum.add(count * rotor * x.derivative(a) * change.dx[at(body)].derivative(b));
    }
  }
  return sum;
}

SumOfTerms energy_partial_along(const model::Model& model, const MatrixMotion& motion,
                                const Perturbation& A, int p, int s, int m, int d) {
  const int n = p + 1;
  check(m >= 0 && d >= 0, "energy_partial_along: m and d must be >= 0, got ", m, " and ", d, ".");
  check(A.order == 0, "energy_partial_along: needs the perturbation with m = 0, got m = ", A.order,
        ".");
  check_energy("energy_partial_along", model, motion, A, p, s, n + s + d);
  SumOfTerms sum;
  for (const model::Body& body : model.bodies()) {
    const Mat4 P = mass::pseudo_inertia(body.rigid_mass);
    const double rotor = model.reflected_inertia(body);
    const Series<Mat4>& T = motion.T[at(body)];
    const Series<double>& x = motion.x[at(body)];
    for (int i = std::max(0, m - n); i <= s; ++i) {
      for (int l = 0; l <= d; ++l) {  // Eq. (5), Dᵈ by Leibniz' rule.
        const double count =
            taylor::binomial(s, i) * taylor::binomial(n + i, m) * taylor::binomial(d, l);
        const int a = n + s - i + d - l;
        const int b = n + i - m + l;
        sum.add(count, trace_product(T.derivative(a), P, A.dT[at(body)].derivative(b)));
        sum.add(count * rotor * x.derivative(a) * A.dx[at(body)].derivative(b));
      }
    }
  }
  return sum;
}

}  // namespace appell::equations
