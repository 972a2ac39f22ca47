#pragma once

#include <string>

#include "appell/base/text.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/spatial/transform.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "appell/taylor/factorial.hpp"
#include "appell/taylor/series.hpp"
#include "papers/verify/identity.hpp"
#include "papers/verify/sample.hpp"

/// Small helpers of the identities.
namespace appell::verify {

inline constexpr const char* kPropagate = "kinematics::propagate";
inline constexpr const char* kJacobian = "kinematics::jacobian";
inline constexpr const char* kPlacements =
    "placements by products of exp_screw() (verify/sample.cpp)";
inline constexpr const char* kVariations =
    "placements with δq_j(t) = tᵐ/m! carried along (verify/sample.cpp)";

using taylor::binomial;
using taylor::factorial;

inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

inline const model::Body& body_of(const Sample& sample, int index) {
  return sample.model().bodies()[at(index)];
}

inline std::string body_label(const Sample& sample, int index) {
  return concat("body '", body_of(sample, index).name, "'");
}

/// p + R r as a series.
inline taylor::Series<Vec3> moved_point(const spatial::TransformSeries& T, const Vec3& r) {
  taylor::Series<Vec3> out = T.p;
  for (int k = 0; k <= out.order(); ++k) out[k] += T.R[k] * r;
  return out;
}

/// w with [w×] = A Rᵀ.
inline taylor::Series<Vec3> rate_vector(const taylor::Series<Mat3>& A,
                                        const taylor::Series<Mat3>& R) {
  const taylor::Series<Mat3> product =
      A.truncated(std::min(A.order(), R.order())) *
      taylor::transpose(R.truncated(std::min(A.order(), R.order())));
  taylor::Series<Vec3> w(product.order());
  for (int k = 0; k <= w.order(); ++k) w[k] = spatial::vector_of_cross_matrix(product[k]);
  return w;
}

/// Σ|terms| of Dⁿ(A Rᵀ) by Leibniz' rule: what its rounding errors are relative to.
inline double rate_scale(const taylor::Series<Mat3>& A, const taylor::Series<Mat3>& R, int n) {
  double sum = 0.0;
  for (int a = 0; a <= n; ++a) {
    sum += binomial(n, a) * A.derivative(a).cwiseAbs().maxCoeff() *
           R.derivative(n - a).cwiseAbs().maxCoeff();
  }
  return sum;
}

/// ω of a placement: [ω×] = R' Rᵀ.
inline taylor::Series<Vec3> omega_of(const spatial::TransformSeries& T) {
  return rate_vector(taylor::time_derivative(T.R), T.R);
}

/// δω of a body under Sample::variation(): δ(R' Rᵀ).
inline taylor::Series<Vec3> omega_variation(const Sample& sample, int body, int j, int m) {
  const taylor::Series<Mat3>& R = sample.placements()[at(body)].R;
  const taylor::Series<Mat3>& dR = sample.variation(j, m)[at(body)].R;
  return rate_vector(taylor::time_derivative(dR), R) + rate_vector(taylor::time_derivative(R), dR);
}

/// The bodies that identities look at: all with mass if they are few; else the main one and the
/// last one.
inline std::vector<int> some_bodies(const Sample& sample) {
  const std::vector<int>& heavy = sample.heavy_bodies();
  if (heavy.empty()) throw NotApplicable{"no body has mass"};
  if (heavy.size() <= 8) return heavy;
  const int main = sample.main_body();
  if (main == heavy.back()) return {main};
  return {main, heavy.back()};
}

/// An identity that compares some_bodies() one by one: `compare` adds to what was found.
template <class Compare>
std::function<Comparisons(const Sample&)> for_bodies(Compare compare) {
  return [compare](const Sample& sample) {
    Comparisons found;
    for (const int body : some_bodies(sample)) {
      compare(body_label(sample, body), sample, body, found);
    }
    return found;
  };
}

/// The default frame of the model.
/// @throws NotApplicable if no joint moves it.
inline const model::Frame& end_effector(const Sample& sample) {
  const model::Frame& frame = sample.model().default_frame();
  if (frame.body == model::kWorld) throw NotApplicable{"the end effector does not move"};
  return frame;
}

/// Matrix of a constant as a series.
inline taylor::Series<Mat3> constant_series(const Mat3& m, int order) {
  return taylor::Series<Mat3>::constant(m, order);
}

/// R A Rᵀ along a motion, A fixed in the body.
inline taylor::Series<Mat3> in_world(const taylor::Series<Mat3>& R, const Mat3& A) {
  return R * constant_series(A, R.order()) * taylor::transpose(R);
}

}  // namespace appell::verify
