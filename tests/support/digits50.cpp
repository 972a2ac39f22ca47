#include "tests/support/digits50.hpp"

#include "tests/support/matchers.hpp"

namespace appell::support {

Series50 digits50(const taylor::Series<double>& x) {
  Series50 out;
  for (int k = 0; k <= x.order(); ++k) out.emplace_back(x[k]);
  return out;
}

Series50 product50(const Series50& a, const Series50& b) {
  Series50 out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; i + j < a.size(); ++j) out[i + j] += a[i] * b[j];
  }
  return out;
}

Series50 compose50(const Series50& outer, const Series50& x) {
  Series50 step = x;
  step[0] = 0;  // x - x₀
  Series50 sum(x.size());
  Series50 power(x.size());
  power[0] = 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t k = 0; k < x.size(); ++k) sum[k] += outer[i] * power[k];  // Eq. (1)
    power = product50(power, step);
  }
  return sum;
}

Series50 majorant50(const Series50& outer, const Series50& x) {
  const auto absolute = [](Series50 values) {
    for (Real50& value : values) value = abs(value);
    return values;
  };
  return compose50(absolute(outer), absolute(x));
}

testing::AssertionResult near50(double actual, const Real50& expected, double tolerance,
                                const Real50& scale) {
  const double error = Real50(abs(Real50(actual) - expected) / abs(scale)).convert_to<double>();
  if (error <= tolerance_scale() * tolerance) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "relative error " << error << " (bar " << tolerance << "), actual " << actual
         << ", expected " << expected.convert_to<double>();
}

Matrix50::Matrix50(const Eigen::Ref<const MatX>& m) : Matrix50(static_cast<int>(m.rows())) {
  for (int i = 0; i < size_; ++i) {
    for (int j = 0; j < size_; ++j) (*this)(i, j) = m(i, j);
  }
}

Matrix50 Matrix50::identity(int size) {
  Matrix50 m(size);
  for (int i = 0; i < size; ++i) m(i, i) = 1;
  return m;
}

MatX Matrix50::rounded() const {
  MatX m(size_, size_);
  for (int i = 0; i < size_; ++i) {
    for (int j = 0; j < size_; ++j) m(i, j) = (*this)(i, j).convert_to<double>();
  }
  return m;
}

Matrix50 operator*(const Matrix50& a, const Matrix50& b) {
  Matrix50 c(a.size());
  for (int i = 0; i < a.size(); ++i) {
    for (int j = 0; j < a.size(); ++j) {
      for (int k = 0; k < a.size(); ++k) c(i, j) += a(i, k) * b(k, j);
    }
  }
  return c;
}

Matrix50 operator*(const Real50& factor, const Matrix50& a) {
  Matrix50 c = a;
  for (int i = 0; i < a.size(); ++i) {
    for (int j = 0; j < a.size(); ++j) c(i, j) *= factor;
  }
  return c;
}

Matrix50 operator+(const Matrix50& a, const Matrix50& b) {
  Matrix50 c = a;
  for (int i = 0; i < a.size(); ++i) {
    for (int j = 0; j < a.size(); ++j) c(i, j) += b(i, j);
  }
  return c;
}

Matrix50 exp50(const Matrix50& A) {
  Matrix50 sum = Matrix50::identity(A.size());
  Matrix50 term = sum;
  for (int k = 1; k <= 200; ++k) {
    term = (Real50(1) / k) * (term * A);
    sum = sum + term;
  }
  return sum;
}

}  // namespace appell::support
