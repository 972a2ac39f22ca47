// The matchers themselves: what they must refuse.
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/matchers.hpp"

namespace appell::support {
namespace {

TEST(Matchers, RefuseNanInEveryPlace) {
  const MatX A = MatX::Constant(3, 4, 2.0);
  for (Eigen::Index i = 0; i < A.size(); ++i) {
    MatX broken = A;
    broken.data()[i] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(near(broken, A, 1e-3)) << i;
    EXPECT_FALSE(near(A, broken, 1e-3)) << i;
    EXPECT_FALSE(near(broken, A, 1e-3, 1.0)) << i;
  }
  EXPECT_TRUE(near(A, A, 0.0));
  EXPECT_TRUE(near(MatX(0, 3), MatX(0, 3), 0.0));
}

}  // namespace
}  // namespace appell::support
