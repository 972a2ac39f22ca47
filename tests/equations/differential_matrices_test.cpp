// Differential matrices: two routes that share no formula, their contraction, and the tensors that
// another program found with 60 digits.
#include "papers/equations/differential_matrices.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/force/motion_matrices.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/mass/moments.hpp"
#include "papers/equations/brackets.hpp"
#include "papers/equations/exponentials.hpp"
#include "tests/equations/cases.hpp"
#include "tests/support/golden_states.hpp"
#include "tests/support/matchers.hpp"

namespace appell::equations {
namespace {

using support::near;

constexpr double kTolerance = 1e-12;

/// Some index sets of every length up to `longest`, unsorted ones and repetitions among them.
std::vector<std::vector<int>> index_sets(support::Random& random, int n, int longest) {
  std::vector<std::vector<int>> sets{{}};
  for (int s = 1; s <= longest; ++s) {
    for (int i = 0; i < 4; ++i) {
      std::vector<int> indices;
      for (int l = 0; l < s; ++l) indices.push_back(random.integer(0, n - 1));
      sets.push_back(indices);
    }
    sets.push_back(std::vector<int>(s, 0));  // All the same.
  }
  return sets;
}

// Cross-check: products of placements with operators, products of exponentials with the screws at
// q = 0, and the contraction with unit directions share no formula.
TEST(DifferentialMatrices, RoutesAgree) {
  support::Random random(3);
  int num_nonzero = 0;
  for (const TreeCase& c : all_cases(0)) {
    SCOPED_TRACE(c.name);
    const int n = c.model.num_coordinates();
    const VecX q = c.state[0];
    for (const std::vector<int>& indices : index_sets(random, n, 6)) {
      std::vector<VecX> units;
      for (const int i : indices) units.push_back(VecX::Unit(n, i));
      const std::vector<Mat4> contracted = directional_matrices(c.model, q, units);
      for (int b = 0; b < c.model.num_bodies(); b += 2) {
        const Mat4 A = differential_matrix_by_operators(c.model, q, b, indices);
        const double scale = std::max(1.0, A.cwiseAbs().maxCoeff());
        if (!indices.empty() && A.norm() > 0.1) ++num_nonzero;
        EXPECT_TRUE(near(differential_matrix_by_exponentials(c.model, q, b, indices), A, kTolerance,
                         scale));
        EXPECT_TRUE(near(contracted[b], A, kTolerance, scale));
      }
    }
  }
  EXPECT_GT(num_nonzero, 500);
}

// Oracle: the definition. Coefficient k of T along the line q + t u is A(u, ..., u)/k!.
TEST(DifferentialMatrices, AreTheDerivativesAlongALine) {
  for (const TreeCase& c : random_cases(5, 7, 1)) {
    SCOPED_TRACE(c.name);
    model::StateSeries line(6, VecX::Zero(c.model.num_coordinates()));
    line[0] = c.state[0];
    line[1] = c.state[1];
    const auto motion = kinematics::propagate(c.model, line);
    for (int s = 0; s <= 6; ++s) {
      const std::vector<VecX> u(s, line[1]);
      const std::vector<Mat4> A = directional_matrices(c.model, line[0], u);
      for (int b = 0; b < c.model.num_bodies(); ++b) {
        const spatial::TransformSeries X{motion[b].R_WB, motion[b].p_WB};
        const Mat4 expected = X.matrix_derivative(s);
        EXPECT_TRUE(near(A[b], expected, kTolerance, std::max(1.0, expected.cwiseAbs().maxCoeff())))
            << "order " << s << ", body " << b;
      }
    }
  }
}

// Cross-check: the first-order matrix of exponentials.hpp, which is along a path.
TEST(DifferentialMatrices, FirstOrderIsThatOfTheChain) {
  const support::GoldenRobot robot = support::load_golden_robot("arm7R");
  const model::StateSeries q = robot.states[0].truncated(0);
  const int b = robot.model.num_bodies() - 1;
  const ExponentialChain chain = exponential_chain(
      robot.model, model::Frame{.name = {}, .body = b, .X_BF = {}, .is_driven = false});
  for (int j = 0; j < chain.size(); ++j) {
    const std::vector<int> index{j};
    EXPECT_TRUE(near(differential_matrix_by_operators(robot.model, q[0], b, index),
                     differential_matrix(chain, q, j).matrix_derivative(0), kTolerance));
  }
}

/// Nested lists of numbers, the last index fastest.
void flatten(const nlohmann::json& list, std::vector<double>& out) {
  if (list.is_array()) {
    for (const auto& item : list) flatten(item, out);
  } else {
    out.push_back(list.get<double>());
  }
}

// Oracle: golden tensors.
TEST(Brackets, AllGoldenTensors) {
  struct Named {
    const char* key;
    int a;
    int b;
  };
  constexpr std::array kTensors{Named{"V", 1, 2},   Named{"D", 2, 2},   Named{"H", 1, 3},
                                Named{"K23", 2, 3}, Named{"K14", 1, 4}, Named{"N", 3, 3}};
  support::BlockComparison compare(kTolerance);
  int found = 0;
  support::for_each_golden_state([&](const support::GoldenState& s) {
    const MatX M = support::matrix_of(s.expected["mass_matrix"]);
    const BracketTensor mass = bracket(s.robot.model, s.state[0], 1, 1);
    compare.block(Eigen::Map<const MatX>(mass.entries().data(), M.rows(), M.cols()), M, "M");
    for (const Named& t : kTensors) {
      if (!s.expected.contains(t.key)) continue;
      ++found;
      std::vector<double> expected;
      flatten(s.expected[t.key], expected);
      const BracketTensor tensor = bracket(s.robot.model, s.state[0], t.a, t.b);
      ASSERT_EQ(tensor.entries().size(), expected.size());
      const auto size = static_cast<Eigen::Index>(expected.size());
      compare.block(Eigen::Map<const VecX>(tensor.entries().data(), size),
                    Eigen::Map<const VecX>(expected.data(), size), t.key);
    }
  });
  EXPECT_GE(found, 50);
}

// Cross-check: an entry of the tensor against its definition with A by exponentials, and the
// contracted tensor against the bracket that is contracted before the trace.
TEST(Brackets, EntriesAndContractions) {
  support::Random random(5);
  for (const TreeCase& c : random_cases(6, 3, 3)) {
    SCOPED_TRACE(c.name);
    const int n = c.model.num_coordinates();
    for (const auto& [a, b] : {std::pair{1, 1}, {1, 2}, {2, 2}, {1, 3}}) {
      if (std::pow(n, a + b) > 1e5) continue;
      const BracketTensor tensor = bracket(c.model, c.state[0], a, b);
      std::vector<int> left;
      std::vector<int> right;
      for (int i = 0; i < a; ++i) left.push_back(random.integer(0, n - 1));
      for (int i = 0; i < b; ++i) right.push_back(random.integer(0, n - 1));
      double expected = 0.0;
      for (const model::Body& body : c.model.bodies()) {
        const Mat4 A = differential_matrix_by_exponentials(c.model, c.state[0], body.index, left);
        const Mat4 B = differential_matrix_by_exponentials(c.model, c.state[0], body.index, right);
        expected += (A * mass::pseudo_inertia(body.rigid_mass) * B.transpose()).trace();
        if (a == 1 && b == 1 && left[0] == body.coordinate && right[0] == body.coordinate) {
          expected += body.ratio * body.ratio * c.model.reflected_inertia(body);
        }
      }
      std::vector<int> indices = left;
      indices.insert(indices.end(), right.begin(), right.end());
      EXPECT_TRUE(near(tensor(indices), expected, kTolerance, std::max(1.0, std::abs(expected))));

      std::vector<VecX> u;
      for (int i = 0; i < a + b; ++i) u.push_back(c.state[i % 4]);
      const SumOfTerms whole = tensor.contracted(u);
      const std::span<const VecX> all(u);
      const SumOfTerms direct =
          contracted_bracket(c.model, c.state[0], all.first(static_cast<std::size_t>(a)),
                             all.last(static_cast<std::size_t>(b)));
      EXPECT_TRUE(near(direct.value, whole.value, kTolerance, whole.scale));
      EXPECT_GE(whole.scale, std::abs(whole.value));
    }
  }
}

// Cross-check: the mass matrix of force/, with rotors, some of them on joints that mimic another.
TEST(Brackets, MassMatrixWithRotors) {
  int num_mimic_rotors = 0;
  for (const TreeCase& c : random_cases(20, 8, 0)) {
    SCOPED_TRACE(c.name);
    for (const model::Body& body : c.model.bodies()) {
      if (body.ratio != 1.0 && c.model.reflected_inertia(body) != 0.0) ++num_mimic_rotors;
    }
    const int n = c.model.num_coordinates();
    const BracketTensor tensor = bracket(c.model, c.state[0], 1, 1);
    const MatX M = force::mass_matrix(kinematics::propagate(c.model, c.state))[0];
    EXPECT_TRUE(near(Eigen::Map<const MatX>(tensor.entries().data(), n, n), M, kTolerance));
    const std::vector<VecX> u{VecX::LinSpaced(n, 0.5, 2.0)};
    EXPECT_TRUE(
        near(contracted_bracket(c.model, c.state[0], u, u).value, u[0].dot(M * u[0]), kTolerance));
  }
  EXPECT_GT(num_mimic_rotors, 2);
}

// Bad input.
TEST(Brackets, SayWhatIsWrong) {
  const support::GoldenRobot robot = support::load_golden_robot("chain24");
  const VecX q = robot.states[0][0];
  EXPECT_THROW_MESSAGE(bracket(robot.model, q, 3, 3), InvalidArgument,
                       "<3|3> of 24 coordinates has 191102976 entries; at most");
  EXPECT_THROW_MESSAGE(bracket(robot.model, q, 0, 1), InvalidArgument,
                       "both sides need at least one index, got 0 and 1");
  const std::vector<int> wrong{24};
  EXPECT_THROW_MESSAGE(differential_matrix_by_operators(robot.model, q, 0, wrong), InvalidArgument,
                       "there is no coordinate 24");
  EXPECT_THROW_MESSAGE(differential_matrix_by_exponentials(robot.model, q, 24, {}), InvalidArgument,
                       "there is no body 24");
  const std::vector<VecX> many(13, q);
  EXPECT_THROW_MESSAGE(directional_matrices(robot.model, q, many), InvalidArgument,
                       "at most 12 directions, got 13");
  EXPECT_THROW_MESSAGE(contracted_bracket(robot.model, q, {}, std::span(&q, 1)), InvalidArgument,
                       "at least one direction, got 0 and 1");
}

}  // namespace
}  // namespace appell::equations
