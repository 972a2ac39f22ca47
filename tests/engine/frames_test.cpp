#include <gtest/gtest.h>

#include "appell/engine/inverse_dynamics.hpp"
#include "tests/engine/samples.hpp"
#include "tests/engine/ulp_effect.hpp"
#include "tests/support/matchers.hpp"

namespace appell::engine {
namespace {

/// Every axis tilted against the one before by the same angle, with arms at random.
model::Model tilted_chain(support::Random& random, int n, double tilt) {
  model::Description robot{.name = "tilted", .links = {{.name = "0"}}};
  for (int i = 1; i <= n; ++i) {
    const std::string name = std::to_string(i);
    robot.links.push_back({.name = name, .inertial = random.rigid_mass()});
    const Mat3 R = Eigen::AngleAxisd(tilt, Vec3::UnitX()).toRotationMatrix();
    robot.joints.push_back({.name = "j" + name,
                            .kind = model::JointKind::kContinuous,
                            .parent = std::to_string(i - 1),
                            .child = name,
                            .X_PJ = spatial::Transform{R, random.placement().p},
                            .axis = Vec3::UnitZ()});
  }
  return model::build(std::move(robot));
}

// Cross-check with the readable route, which knows no suitable frames: on both sides of 30 and 150
// degrees, where their origins are chosen in another way, of 14.48, where shears begin, where
// common normals would be far away, and where a tilt is all but a right angle. The bound is that of
// random trees.
TEST(SuitableFrames, TiltsOfAllAnglesKeepTheDigits) {
  constexpr int kJoints = 30, K = 3;
  constexpr double kDegree = 0.017453292519943295;
  support::Random random(2026);
  for (const double degrees :
       {0.0, 1e-13, 1e-7, 1e-3, 5.0, 14.4, 14.5, 29.9, 30.1, 60.0, 89.9999999, 90.0, 90.0000001,
        120.0, 149.9, 150.1, 179.9999999, 180.0}) {
    SCOPED_TRACE(std::to_string(degrees) + " degrees");
    const model::Model model = tilted_chain(random, kJoints, degrees * kDegree);
    const auto states = random_states(random, model, K + 1, 1);
    const Samples samples(states, K + 2);
    const auto expected = readable_force(model, states[0]);
    const VecX effect = ulp_effect(model, states[0], random);
    for (const InstructionSet set : available_instruction_sets()) {
      InverseDynamics engine(model, K, {.instruction_set = set});
      std::vector<double> single(K * kJoints), batch(K * kJoints);
      engine.compute(samples.q.data(), single.data());
      engine.compute_batch(samples.q.data(), 1, 1, batch.data());
      for (int k = 0; k < K; ++k) {
        const double bound = 4.0 * (kJoints + K) * effect(k);
        const VecX Q = expected.derivative(k);
        EXPECT_TRUE(support::near(result_block(single, samples, k, 0), Q, bound)) << "order " << k;
        EXPECT_TRUE(support::near(result_block(batch, samples, k, 0), Q, bound)) << "order " << k;
      }
    }
  }
}

// All axes along gravity, as those of a SCARA, or nearly so: at rest nothing but the small slopes
// of gravity asks for a torque, and the large component along the axes must leave no rounding
// there. In the readable route, products of small entries and cosines alone make those slopes.
TEST(SuitableFrames, AxesAlongGravityHoldNothingOfIt) {
  constexpr int kJoints = 6;
  support::Random random(2027);
  for (const double tilt : {0.0, 1e-12, 1e-9, 1e-6, 1e-3}) {
    SCOPED_TRACE(tilt);
    const model::Model model = tilted_chain(random, kJoints, tilt);
    auto state = random_states(random, model, 2, 1)[0];
    for (int k = 1; k <= 2; ++k) state[k].setZero();
    const Samples samples({state}, 3);
    const VecX expected = readable_force(model, state).derivative(0);
    const double bound =
        tilt == 0.0 ? 0.0 : 4.0 * (kJoints + 1) * ulp_effect(model, state, random)(0);
    for (const InstructionSet set : available_instruction_sets()) {
      InverseDynamics engine(model, 1, {.instruction_set = set});
      std::vector<double> single(kJoints), batch(kJoints);
      engine.compute(samples.q.data(), single.data());
      engine.compute_batch(samples.q.data(), 1, 1, batch.data());
      EXPECT_TRUE(support::near(result_block(single, samples, 0, 0), expected, bound));
      EXPECT_TRUE(support::near(result_block(batch, samples, 0, 0), expected, bound));
    }
  }
}

}  // namespace
}  // namespace appell::engine
