#pragma once

#include <algorithm>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/kinematics/propagate.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/matchers.hpp"

namespace appell::support {

/// One state of a golden robot, its motion, and the values that another program found with 60
/// digits.
struct GoldenState {
  const GoldenRobot& robot;
  const model::StateSeries& state;
  const GoldenPayload& payload;
  const kinematics::TreeMotion& motion;
  const nlohmann::json& expected;
};

/// Calls visit(state) for every golden robot and state.
template <class Visit>
void for_each_golden_state(Visit visit) {
  for (const std::string& name : golden_robot_names()) {
    const GoldenRobot robot = load_golden_robot(name);
    const nlohmann::json document = load_golden_json(name);
    ASSERT_EQ(robot.states.size(), document["states"].size());
    ASSERT_FALSE(robot.states.empty());
    for (std::size_t s = 0; s < robot.states.size(); ++s) {
      SCOPED_TRACE(name + ", state " + std::to_string(s));
      const kinematics::TreeMotion motion = kinematics::propagate(robot.model, robot.states[s]);
      visit(GoldenState{robot, robot.states[s], robot.payloads[s], motion,
                        document["states"][s]["expected"]});
    }
  }
}

/// Compares blocks of numbers, each relative to its own largest entry, and keeps the worst error
/// seen as a property of the test (in its XML report).
class BlockComparison {
 public:
  explicit BlockComparison(double tolerance) : tolerance_(tolerance) {}
  ~BlockComparison() {
    testing::Test::RecordProperty("worst_relative_error",
                                  std::to_string(worst_ / 2.2e-16) + " epsilon");
  }
  BlockComparison(const BlockComparison&) = delete;
  BlockComparison& operator=(const BlockComparison&) = delete;

  void block(const Eigen::Ref<const MatX>& actual, const MatX& expected, const std::string& what) {
    const double scale = expected.cwiseAbs().maxCoeff();
    if (scale > 0.0) worst_ = std::max(worst_, largest(actual - expected) / scale);
    EXPECT_TRUE(near(actual, expected, tolerance_)) << what;
  }

  /// Derivatives 0, 1, ... of a series against a list of numbers, vectors or matrices.
  template <class C>
  void derivatives(const taylor::Series<C>& actual, const nlohmann::json& expected) {
    ASSERT_FALSE(expected.empty());
    ASSERT_GE(actual.order() + 1, static_cast<int>(expected.size()));
    for (std::size_t k = 0; k < expected.size(); ++k) {
      const C derivative = actual.derivative(static_cast<int>(k));
      const std::string what = "order " + std::to_string(k);
      if constexpr (taylor::Scalar<C>) {
        block(MatX::Constant(1, 1, derivative), MatX::Constant(1, 1, expected[k].get<double>()),
              what);
      } else {
        block(MatX(derivative), matrix_of(expected[k]), what);
      }
    }
  }

 private:
  double tolerance_;
  double worst_ = 0.0;
};

}  // namespace appell::support
