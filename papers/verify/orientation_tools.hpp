#pragma once

#include "appell/spatial/orientation.hpp"
#include "papers/verify/tools.hpp"

/// Orientation by three angles, random functions of time.
namespace appell::verify {

inline constexpr int kOrderOfAngles = 6;

inline taylor::Series<Vec3> random_angles(Random& random) {
  std::vector<Vec3> derivatives;
  for (int k = 0; k <= kOrderOfAngles; ++k) derivatives.push_back(random.vector());
  return taylor::Series<Vec3>::from_derivatives(derivatives);
}

/// `compare` adds what it finds of one of the 12 sets, with angles of its own.
template <class Compare>
std::function<Comparisons(const Sample&)> for_every_set(std::string salt, Compare compare) {
  return [salt, compare](const Sample& sample) {
    Random random = sample.random(salt);
    Comparisons found;
    for (const spatial::AngleSet set : spatial::kAngleSets) {
      compare(concat("set ", spatial::name_of(set)), set, random_angles(random), found);
    }
    return found;
  };
}

/// Σ Aⁿ/n!, the series that defines the exponential of a matrix; A small.
inline taylor::Series<Mat3> matrix_exponential(const taylor::Series<Mat3>& A) {
  taylor::Series<Mat3> sum = constant_series(Mat3::Identity(), A.order());
  taylor::Series<Mat3> power = sum;
  for (int n = 1; n < 40; ++n) {
    power = (1.0 / n) * (power * A);
    sum += power;
  }
  return sum;
}

inline Mat3 matrix_exponential(const Mat3& A) {
  return matrix_exponential(constant_series(A, 0))[0];
}

/// [χ×] δ(t) of the i-th axis of a set.
inline taylor::Series<Mat3> axis_times_angle(spatial::AngleSet set,
                                             const taylor::Series<Vec3>& angles, int i) {
  const Mat3 K = spatial::cross_matrix(spatial::unit_vector(spatial::axes_of(set)[at(i)]));
  taylor::Series<Mat3> A(angles.order());
  for (int k = 0; k <= A.order(); ++k) A[k] = angles[k](i) * K;
  return A;
}

}  // namespace appell::verify
