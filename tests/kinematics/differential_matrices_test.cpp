// Partial derivatives of placements with respect to the coordinates.
#include "appell/kinematics/differential_matrices.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "appell/kinematics/propagate.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/random_model.hpp"

namespace appell::kinematics {
namespace {

using support::near;

// Oracle: the time derivative of T along q(t) = q + ε t, by the chain rule, from propagate(), which
// knows no differential matrix: with q' = u and all higher derivatives zero
//   T⁽ˢ⁾ = Σ A(c_1 ... c_s) u_c1 ... u_cs
// for trees with every kind of joint, mimic joints among them.
TEST(DifferentialMatrix, IsThePolarFormOfTheDerivatives) {
  support::Random random(11);
  for (int round = 0; round < 12; ++round) {
    const model::Model model = model::build(support::random_description(random, 4));
    const int n = model.num_coordinates();
    std::vector<VecX> q(4, VecX::Zero(n));
    for (int j = 0; j < n; ++j) {
      q[0](j) = random.uniform(-1.0, 1.0);
      q[1](j) = random.uniform(-1.0, 1.0);
    }
    const TreeMotion motion = propagate(model, model::StateSeries::from_derivatives(q));
    for (const model::Frame& frame : model.frames()) {
      const spatial::TransformSeries X = frame_motion(motion, frame);
      std::vector<int> c;
      Mat4 sums[4] = {Mat4::Zero(), Mat4::Zero(), Mat4::Zero(), Mat4::Zero()};
      const auto visit = [&](const auto& self, double factor) -> void {
        sums[c.size()] += factor * differential_matrix(motion, frame, c);
        if (c.size() == 3) return;
        for (int j = 0; j < n; ++j) {
          c.push_back(j);
          self(self, factor * q[1](j));
          c.pop_back();
        }
      };
      visit(visit, 1.0);
      for (int s = 0; s <= 3; ++s) {
        // Sums of n^s terms of the size of lengths and 1: 1e-12 is a hundred roundings of each.
        EXPECT_TRUE(near(sums[s], X.matrix_derivative(s), 1e-12)) << frame.name << ", s = " << s;
      }
    }
  }
}

// Property: symmetric in the indices.
TEST(DifferentialMatrix, IsSymmetric) {
  const support::GoldenRobot robot = support::load_golden_robot("tree10");
  const TreeMotion motion = propagate(robot.model, robot.states[0]);
  const model::Frame& frame = robot.model.default_frame();
  const std::vector<std::vector<int>> same{{1, 4, 1, 0}, {0, 1, 1, 4}, {4, 1, 0, 1}};
  const Mat4 first = differential_matrix(motion, frame, same[0]);
  for (const std::vector<int>& indices : same) {
    EXPECT_TRUE(near(differential_matrix(motion, frame, indices), first, 1e-14));
  }
}

TEST(DifferentialMatrix, SaysWhatIsWrong) {
  const support::GoldenRobot robot = support::load_golden_robot("rpr");
  const TreeMotion motion = propagate(robot.model, robot.states[0]);
  const model::Frame& frame = robot.model.default_frame();
  EXPECT_THROW_MESSAGE(differential_matrix(motion, frame, std::vector<int>{0, 3}), InvalidArgument,
                       "there is no coordinate 3; the model has 3");
  EXPECT_THROW_MESSAGE(differential_matrix(motion, frame, std::vector<int>(13, 0)), InvalidArgument,
                       "13 indices; at most 12 are possible");
}

}  // namespace
}  // namespace appell::kinematics
