#include "appell/engine/kinematics.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "appell/kinematics/jacobian.hpp"
#include "tests/engine/samples.hpp"
#include "tests/force/random_case.hpp"
#include "tests/support/golden_states.hpp"
#include "tests/support/malloc_guard.hpp"

namespace appell::engine {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Cross-check: every frame of random trees with every joint kind and mimic joints, every kernel, in
// every instruction set, against the readable route, which shares no code. Bound: products of at
// most n rotations and N orders.
TEST(EngineKinematics, AgreesWithTheReadableRouteOnRandomTrees) {
  support::Random random(1902);
  for (const InstructionSet set : available_instruction_sets()) {
    for (const int num_links : {1, 2, 5, 13, 30}) {
      for (const int N : {0, 1, 2, 3, 4, 7}) {
        SCOPED_TRACE(std::string(name(set)) + ", links " + std::to_string(num_links) + ", N " +
                     std::to_string(N));
        const auto model = model::build(force::driven_description(random, num_links));
        const auto state = support::random_state(random, model, N);
        const auto motion = kinematics::propagate(model, state);
        const Samples sample({state}, N + 1);
        Kinematics engine(model, N, {.instruction_set = set});
        engine.compute(sample.q.data());
        const double bound =
            16.0 * (model.num_bodies() + N) * std::numeric_limits<double>::epsilon();
        const auto expect_near = [&](const MatX& found, const MatX& expected, const char* what) {
          // Derivatives that vanish are differences of numbers of about 1.
          const double size = std::max(expected.cwiseAbs().maxCoeff(), 1.0);
          EXPECT_LE(support::largest(found - expected), bound * size) << what;
        };
        const int n = model.num_coordinates();
        std::vector<double> J(6 * n * (N + 1));
        for (const model::Frame& frame : model.frames()) {
          const auto X = kinematics::frame_motion(motion, frame);
          const auto expected_J = kinematics::jacobian(motion, frame);
          engine.jacobian(frame, N, J.data());
          for (int k = 0; k <= N; ++k) {
            expect_near(engine.rotation(frame, k), X.R.derivative(k), "R");
            expect_near(engine.position(frame, k), X.p.derivative(k), "p");
            expect_near(Eigen::Map<const RowMajor>(J.data() + 6 * n * k, 6, n),
                        expected_J.derivative(k), "J");
          }
          for (int k = 0; k < N; ++k) {
            expect_near(engine.angular_velocity(frame, k),
                        kinematics::angular_velocity(motion, frame).derivative(k), "omega");
          }
        }
      }
    }
  }
}

// Cross-check: golden data made with 60 digits, in every instruction set: the end effector and its
// Jacobian, and the bodies that the files have.
TEST(EngineKinematics, AllGoldenRobots) {
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(std::string(name(set)));
    support::BlockComparison compare(1e-12);
    support::for_each_golden_state([&](const support::GoldenState& s) {
      const model::Model& model = s.robot.model;
      const int N = 6, n = model.num_coordinates();
      const Samples sample({s.state}, N + 1);
      std::vector<double> J(6 * n * (N + 1));
      Kinematics engine(model, N, {.instruction_set = set});
      engine.compute(sample.q.data());
      const auto expect_placement = [&](const model::Frame& frame, const nlohmann::json& T) {
        for (int k = 0; k <= N; ++k) {
          MatX found(3, 4);
          found << engine.rotation(frame, k), engine.position(frame, k);
          compare.block(found, support::matrix_of(T[k]).topRows(3),
                        frame.name + ", order " + std::to_string(k));
        }
      };
      const model::Frame& tool = model.frame("ee");
      expect_placement(tool, s.expected["ee_T"]);
      for (const auto& [body, T] : s.expected["T"].items()) {
        expect_placement({.name = "body " + body, .body = s.robot.body(std::stoi(body))}, T);
      }
      for (const auto& [body, omega] : s.expected["omega_world"].items()) {
        for (std::size_t k = 0; k < omega.size(); ++k) {
          const model::Frame frame{.name = "body " + body, .body = s.robot.body(std::stoi(body))};
          compare.block(engine.angular_velocity(frame, static_cast<int>(k)),
                        support::matrix_of(omega[k]), frame.name + ", omega");
        }
      }
      const auto& jacobians = s.expected["jacobian"];
      engine.jacobian(tool, N, J.data());
      for (std::size_t k = 0; k < jacobians.size(); ++k) {
        compare.block(
            Eigen::Map<const RowMajor>(J.data() + 6 * static_cast<std::size_t>(n) * k, 6, n),
            support::matrix_of(jacobians[k]), "J, order " + std::to_string(k));
      }
    });
  }
}

// Cross-check: the highest order there is.
TEST(EngineKinematics, HighestOrder) {
  constexpr int N = Kinematics::kHighestOrder;
  support::Random random(9);
  const auto model = model::build(force::driven_description(random, 4));
  const auto state = support::random_state(random, model, N);
  const auto motion = kinematics::propagate(model, state);
  const Samples sample({state}, N + 1);
  for (const InstructionSet set : available_instruction_sets()) {
    Kinematics engine(model, N, {.instruction_set = set});
    engine.compute(sample.q.data());
    const model::Frame& frame = model.frames().back();
    const auto X = kinematics::frame_motion(motion, frame);
    for (int k = 0; k <= N; ++k) {
      EXPECT_TRUE(support::near(engine.rotation(frame, k), X.R.derivative(k), 1e-12)) << k;
      EXPECT_TRUE(support::near(engine.position(frame, k), X.p.derivative(k), 1e-12)) << k;
    }
  }
}

// Budget: after construction not one call of malloc.
TEST(EngineKinematics, DoesNotAllocate) {
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  support::Random random(8);
  const auto model = model::build(force::driven_description(random, 8));
  for (const int N : {2, 5}) {
    const Samples sample({support::random_state(random, model, N)}, N + 1);
    std::vector<double> J(6 * model.num_coordinates() * (N + 1));
    Kinematics engine(model, N);
    const support::MallocCount count;
    engine.compute(sample.q.data());
    engine.jacobian(model.frames().back(), N, J.data());
    const Vec3 p = engine.position(model.frames().back(), N);
    EXPECT_EQ(count.calls(), 0);
    EXPECT_TRUE(p.allFinite());
  }
}

TEST(EngineKinematics, SaysWhatItCannotDo) {
  support::Random random(2);
  const auto model = support::random_model(random, 2);
  EXPECT_THROW_MESSAGE(Kinematics(model, kHighestMotionOrder + 1), InvalidArgument,
                       "the order is 35; 0 to 34 is needed");
}

}  // namespace
}  // namespace appell::engine
