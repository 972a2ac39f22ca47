#include "papers/equations/turning.hpp"

#include "appell/base/check.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::equations {
namespace {

using taylor::Series;
using taylor::time_derivative;

Series<Mat3> cross_series(const Series<Vec3>& omega) {
  Series<Mat3> W(omega.order());
  for (int k = 0; k <= W.order(); ++k) W[k] = spatial::cross_matrix(omega[k]);
  return W;
}

void check_order(const char* function, const Series<Vec3>& omega, int k) {
  check(omega.order() >= k - 1, function, ": k = ", k, " needs the angular velocity to order ",
        k - 1, ", got ", omega.order(), ".");
}

/// a bᵀ
Series<Mat3> outer(const Series<Vec3>& a, const Series<Vec3>& b) {
  Series<Mat3> out(a.order());
  taylor::convolve("outer", a, b, out,
                   [](Mat3& sum, const Vec3& x, const Vec3& y) { sum += x * y.transpose(); });
  return out;
}

}  // namespace

Series<Mat3> turning_matrix(const Series<Vec3>& omega, int k) {
  check(k >= 0, "turning_matrix: k must be >= 0, got ", k, ".");
  check_order("turning_matrix", omega, k);
  if (k == 0) return Series<Mat3>::constant(Mat3::Identity(), omega.order());
  const Series<Mat3> W = cross_series(omega);
  Series<Mat3> B = W;
  for (int i = 1; i < k; ++i) {
    const int N = B.order() - 1;
    B = time_derivative(B) + B.truncated(N) * W.truncated(N);  // Eq. (1)
  }
  return B;
}

Series<Mat3> turning_matrix_in_body_axes(const Series<Vec3>& omega_B, int k) {
  check(k >= 0, "turning_matrix_in_body_axes: k must be >= 0, got ", k, ".");
  check_order("turning_matrix_in_body_axes", omega_B, k);
  if (k == 0) return Series<Mat3>::constant(Mat3::Identity(), omega_B.order());
  const Series<Mat3> W = cross_series(omega_B);
  Series<Mat3> B = W;
  for (int i = 1; i < k; ++i) {
    const int N = B.order() - 1;
    B = time_derivative(B) + W.truncated(N) * B.truncated(N);  // Eq. (2)
  }
  return B;
}

Mat3 TurningVectors::matrix() const {
  Mat3 B = spatial::cross_matrix(g) - rho * Mat3::Identity();
  for (const Dyad& dyad : dyads) B += dyad.u * dyad.v.transpose();
  return B;
}

TurningVectors turning_vectors(const Series<Vec3>& omega, int k) {
  check(k >= 1, "turning_vectors: k must be >= 1, got ", k, ".");
  check_order("turning_vectors", omega, k);
  Series<Vec3> g = omega;
  Series<Mat3> S(omega.order(), Mat3::Zero());
  Series<double> rho = Series<double>::constant(0.0, omega.order());
  for (int i = 1; i < k; ++i) {  // Eq. (3)
    const int N = g.order() - 1;
    const Series<Vec3> w = omega.truncated(N);
    const Series<Vec3> g_i = g.truncated(N);
    const Series<double> rho_i = rho.truncated(N);
    g = time_derivative(g) - rho_i * w;
    rho = time_derivative(rho) + taylor::dot(g_i, w);
    S = time_derivative(S) + S.truncated(N) * cross_series(w) + outer(w, g_i);
  }
  TurningVectors B{.g = g[0], .dyads = {}, .rho = rho[0]};
  for (int i = 0; i < 3; ++i) B.dyads.push_back({S[0].col(i), Vec3::Unit(i)});
  return B;
}

TurningVectors turning_vectors_in_closed_form(const Series<Vec3>& omega, int k) {
  check(k >= 2 && k <= 4, "turning_vectors_in_closed_form: k must be in 2..4, got ", k, ".");
  check_order("turning_vectors_in_closed_form", omega, k);
  const Vec3 w = omega.derivative(0);
  const Vec3 w1 = omega.derivative(1);
  const double ww = w.squaredNorm();
  const double s = w.dot(w1);
  if (k == 2) return {.g = w1, .dyads = {{w, w}}, .rho = ww};
  const Vec3 w2 = omega.derivative(2);
  if (k == 3) return {.g = w2 - ww * w, .dyads = {{2.0 * w, w1}, {w1, w}}, .rho = 3.0 * s};
  const Vec3 w3 = omega.derivative(3);
  return {.g = w3 - 4.0 * ww * w1 - 2.0 * s * w,
          .dyads = {{3.0 * w, w2},
                    {w2, w},
                    {3.0 * w1, w1},
                    {3.0 * w1.cross(w), w},
                    {w, w.cross(w1)},
                    {-ww * w, w}},
          .rho = 4.0 * w.dot(w2) + 3.0 * w1.squaredNorm() - ww * ww};  // Eq. (4)
}

}  // namespace appell::equations
