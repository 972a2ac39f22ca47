#pragma once

#include <string>

#include "appell/base/check.hpp"
#include "appell/base/text.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/spatial/transform.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "appell/taylor/factorial.hpp"
#include "appell/taylor/series.hpp"
#include "papers/equations/sum_of_terms.hpp"
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

/// Sample::frame().
/// @throws NotApplicable if no joint moves it.
inline const model::Frame& end_effector(const Sample& sample) {
  const model::Frame& frame = sample.frame();
  if (frame.body == model::kWorld) {
    throw NotApplicable{concat("no joint moves the end effector, link '", frame.name, "'")};
  }
  return frame;
}

/// Identity::most_coordinates of what varies every coordinate, or goes through the whole robot for
/// every joint: time, and sometimes memory, grow with the square of the robot at least.
inline constexpr int kMostVaried = 128;

/// Adds one term for all entries of a list from `first` on, every `stride`-th: what is listed body
/// by body becomes one term for all bodies.
inline void add_every(Comparison& comparison, const std::string& label,
                      const std::vector<double>& terms, std::size_t first, std::size_t last,
                      std::size_t stride) {
  double sum = 0.0;
  double size = 0.0;
  for (std::size_t i = first; i < last; i += stride) {
    sum += terms[i];
    size += std::abs(terms[i]);
  }
  comparison.term(label, sum).inner_scale(size);
}

/// Adds listed terms, one label each.
inline void add_listed(Comparison& comparison, const equations::ListedTerms& sum,
                       const std::vector<std::string>& labels) {
  check(labels.size() == sum.terms.size(), "add_listed: ", labels.size(), " labels for ",
        sum.terms.size(), " terms.");
  for (std::size_t i = 0; i < labels.size(); ++i) comparison.term(labels[i], sum.terms[i]);
  comparison.inner_scale(sum.scale);
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
