#include "tests/support/matchers.hpp"

#include <cmath>
#include <cstdlib>

namespace appell::support {

double tolerance_scale() {
  static const double scale = [] {
    const char* text = std::getenv("APPELL_TOL_SCALE");
    return text == nullptr ? 1.0 : std::atof(text);
  }();
  return scale;
}

double largest(const Eigen::Ref<const MatX>& A) {
  if (A.size() == 0) return 0.0;
  return A.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

testing::AssertionResult near(const Eigen::Ref<const MatX>& actual,
                              const Eigen::Ref<const MatX>& expected, double tolerance,
                              double scale) {
  if (actual.rows() != expected.rows() || actual.cols() != expected.cols()) {
    return testing::AssertionFailure()
           << "sizes differ: " << actual.rows() << " x " << actual.cols() << " and "
           << expected.rows() << " x " << expected.cols();
  }
  const double size = scale >= 0.0 ? scale : largest(expected);
  const double error = largest(actual - expected);
  // Written so that NaN fails.
  if (error <= tolerance_scale() * tolerance * size) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "relative error " << error / size << " (bar " << tolerance << "), actual\n"
         << actual << "\nexpected\n"
         << expected;
}

testing::AssertionResult near(double actual, double expected, double tolerance, double scale) {
  return near(MatX::Constant(1, 1, actual), MatX::Constant(1, 1, expected), tolerance, scale);
}

}  // namespace appell::support
