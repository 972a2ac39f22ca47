#pragma once

#include <string>

#include <gtest/gtest.h>

#include "appell/base/types.hpp"

/// Fails unless `statement` throws `type` with a message that contains `text`.
#define EXPECT_THROW_MESSAGE(statement, type, text)                             \
  try {                                                                         \
    statement;                                                                  \
    ADD_FAILURE() << "nothing was thrown; expected " #type " with: " << (text); \
  } catch (const type& error) {                                                 \
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos)          \
        << "message: " << error.what() << "\nexpected to contain: " << (text);  \
  }

namespace appell::support {

/// Factor on every tolerance: the environment variable APPELL_TOL_SCALE, 1 without it. With 0 every
/// comparison fails and prints its residual.
double tolerance_scale();

/// Largest magnitude of an entry, 0 of none; NaN if any is, which Eigen's maxCoeff() alone drops.
double largest(const Eigen::Ref<const MatX>& A);

/// Relative comparison in the max norm: |actual - expected| <= tolerance · |expected|, the block of
/// numbers taken as a whole. `scale` replaces |expected| where the expected value may be (near)
/// zero.
testing::AssertionResult near(const Eigen::Ref<const MatX>& actual,
                              const Eigen::Ref<const MatX>& expected, double tolerance,
                              double scale = -1.0);
testing::AssertionResult near(double actual, double expected, double tolerance,
                              double scale = -1.0);

}  // namespace appell::support
