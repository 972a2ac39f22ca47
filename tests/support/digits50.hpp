#pragma once

#include <vector>

#include <gtest/gtest.h>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include "appell/base/types.hpp"
#include "appell/taylor/series.hpp"

/// Arithmetic with 50 digits, for expected values that have no closed form. Nothing here uses the
/// recurrences of the library: functions of series are composed from the Taylor coefficients of the
/// function, exponentials of matrices summed from their power series.
namespace appell::support {

using Real50 = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>,
                                             boost::multiprecision::et_off>;

/// Coefficients of a truncated series, x[k] = x⁽ᵏ⁾/k!.
using Series50 = std::vector<Real50>;

Series50 digits50(const taylor::Series<double>& x);
Series50 product50(const Series50& a, const Series50& b);

/// f(x(t)) from outer[i] = f⁽ⁱ⁾(x₀)/i!:
///
///   f(x) = Σ_i outer[i] (x - x₀)ⁱ                                                        (1)
///
/// to the order of x; `outer` needs as many entries as x.
Series50 compose50(const Series50& outer, const Series50& x);

/// (1) with |outer[i]| and |x[k]|: what the coefficients would be if nothing cancelled, the natural
/// scale of their rounding errors.
Series50 majorant50(const Series50& outer, const Series50& x);

/// |actual - expected| <= tolerance · scale, measured with 50 digits; scaled by APPELL_TOL_SCALE.
testing::AssertionResult near50(double actual, const Real50& expected, double tolerance,
                                const Real50& scale);

/// A square matrix with 50 digits.
class Matrix50 {
 public:
  explicit Matrix50(int size) : size_(size), entries_(static_cast<std::size_t>(size * size)) {}
  explicit Matrix50(const Eigen::Ref<const MatX>& m);
  static Matrix50 identity(int size);

  int size() const { return size_; }
  Real50& operator()(int i, int j) { return entries_[i * size_ + j]; }
  const Real50& operator()(int i, int j) const { return entries_[i * size_ + j]; }

  /// Rounded to double.
  MatX rounded() const;

 private:
  int size_;
  std::vector<Real50> entries_;
};

Matrix50 operator*(const Matrix50& a, const Matrix50& b);
Matrix50 operator*(const Real50& factor, const Matrix50& a);
Matrix50 operator+(const Matrix50& a, const Matrix50& b);

/// exp(A) = Σ Aᵏ/k!, summed until the terms vanish. For |A| up to about 20: larger ones lose
/// digits.
Matrix50 exp50(const Matrix50& A);

}  // namespace appell::support
