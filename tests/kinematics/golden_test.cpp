// Golden data: every kinematic quantity of tests/data/golden, computed there with 60 digits by
// another program, for every robot, state, body and order in the files.
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/kinematics/jacobian.hpp"
#include "appell/kinematics/propagate.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/matchers.hpp"

namespace appell::kinematics {
namespace {

using nlohmann::json;
using support::matrix_of;
using support::near;

// Relative, max norm, per derivative block. Worst seen: see the printed property of each test.
constexpr double kTolerance = 1e-12;

/// Calls visit(robot, motion, expected) for every golden robot and state.
template <class Visit>
void for_each_golden_state(Visit visit) {
  for (const std::string& name : support::golden_robot_names()) {
    const support::GoldenRobot robot = support::load_golden_robot(name);
    const json document = support::load_golden_json(name);
    ASSERT_EQ(robot.states.size(), document["states"].size());
    ASSERT_FALSE(robot.states.empty());
    for (std::size_t s = 0; s < robot.states.size(); ++s) {
      SCOPED_TRACE(name + ", state " + std::to_string(s));
      visit(robot, propagate(robot.model, robot.states[s]), document["states"][s]["expected"]);
    }
  }
}

template <class Actual>
void expect_blocks(const json& blocks, Actual actual) {
  ASSERT_FALSE(blocks.empty());
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    // Blocks that are exactly zero (a joint that cannot turn the body) must come out exactly zero.
    EXPECT_TRUE(near(actual(static_cast<int>(k)), matrix_of(blocks[k]), kTolerance))
        << "order " << k;
  }
}

TEST(Propagate, AllGoldenRobots) {
  for_each_golden_state([](const auto& robot, const TreeMotion& motion, const json& expected) {
    for (const auto& [key, blocks] : expected["T"].items()) {
      const BodyMotion& body = motion[robot.body(std::stoi(key))];
      const spatial::TransformSeries X{body.R_WB, body.p_WB};
      expect_blocks(blocks, [&](int k) { return MatX(X.matrix_derivative(k)); });
    }
    for (const auto& [key, blocks] : expected["omega_world"].items()) {
      const BodyMotion& body = motion[robot.body(std::stoi(key))];
      expect_blocks(blocks, [&](int k) { return MatX(body.omega_WB.derivative(k)); });
    }
    for (const auto& [key, blocks] : expected["omega_body"].items()) {
      const BodyMotion& body = motion[robot.body(std::stoi(key))];
      expect_blocks(blocks, [&](int k) { return MatX(body.omega_WB_B.derivative(k)); });
    }
  });
}

TEST(PointPosition, CentresOfMassOfAllGoldenRobots) {
  for_each_golden_state([](const auto& robot, const TreeMotion& motion, const json& expected) {
    for (const auto& [key, blocks] : expected["r_com"].items()) {
      const int b = robot.body(std::stoi(key));
      const Vec3 com = robot.model.bodies()[b].rigid_mass.p_BBcm;
      const taylor::Series<Vec3> r = point_position(motion[b], com);
      expect_blocks(blocks, [&](int k) { return MatX(r.derivative(k)); });
    }
  });
}

TEST(FrameMotion, EndEffectorOfAllGoldenRobots) {
  for_each_golden_state([](const auto& robot, const TreeMotion& motion, const json& expected) {
    const spatial::TransformSeries X = frame_motion(motion, robot.model.frame("ee"));
    expect_blocks(expected["ee_T"], [&](int k) { return MatX(X.matrix_derivative(k)); });
  });
}

TEST(Jacobian, SeriesMatchesGolden) {
  for_each_golden_state([](const auto& robot, const TreeMotion& motion, const json& expected) {
    const taylor::Series<MatX> J = jacobian(motion, robot.model.frame("ee"));
    expect_blocks(expected["jacobian"], [&](int k) { return J.derivative(k); });
  });
}

TEST(OperationalMotion, MatchesGolden) {
  for_each_golden_state([](const auto& robot, const TreeMotion& motion, const json& expected) {
    const taylor::Series<Vec6> X = operational_motion(motion, robot.model.frame("ee"));
    expect_blocks(expected["X"], [&](int k) { return MatX(X.derivative(k)); });
  });
}

}  // namespace
}  // namespace appell::kinematics
