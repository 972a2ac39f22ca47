#include "appell/engine/motion_block.hpp"

#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "appell/energy/acceleration_energy.hpp"
#include "appell/energy/momentum.hpp"
#include "appell/energy/potential_energy.hpp"
#include "appell/engine/instruction_set.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/force/joint_wrenches.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "appell/model/state_block.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "tests/engine/samples.hpp"
#include "tests/force/random_case.hpp"
#include "tests/support/malloc_guard.hpp"
#include "tests/support/nudged.hpp"

namespace appell::engine {
namespace {

using model::StateSeries;
using taylor::Series;

constexpr int kOrder = 3;

MotionOrders everything() {
  return {.placements = kOrder,
          .centres = kOrder,
          .omegas = kOrder - 1,
          .omegas_in_body = kOrder - 1,
          .jacobian = kOrder,
          .momenta = kOrder - 1,
          .potential_energy = kOrder,
          .gravity_force = kOrder,
          .wrenches = kOrder - 2,
          .energies = {kOrder - 1, kOrder - 2, kOrder - 3}};
}

/// Compares numbers that belong together with the readable route: relative to the largest of them,
/// because one may vanish by chance.
///
/// The bound is that of the routes of InverseDynamics, without the effect of an ulp: placements are
/// products of at most n rotations and k orders, and nothing that is computed here cancels but in
/// the sums over the bodies.
class Together {
 public:
  Together(const model::Model& model, double& worst)
      : bound_(32.0 * (model.num_bodies() + kOrder) * std::numeric_limits<double>::epsilon()),
        worst_(worst) {}

  void add(double found, double expected) {
    const double error = std::abs(found - expected);
    if (!(error <= error_)) error_ = error;  // NaN stays.
    size_ = std::max(size_, std::abs(expected));
  }
  template <class C>
  void add(const C& expected, const std::function<double(int row, int column)>& found) {
    for (int r = 0; r < expected.rows(); ++r) {
      for (int c = 0; c < expected.cols(); ++c) add(found(r, c), expected(r, c));
    }
  }
  /// What is left is compared; the next numbers are others.
  void expect(const char* what, int k) {
    // Derivatives that vanish are differences of numbers of about 1.
    const double bound = bound_ * std::max(size_, 0.1);
    EXPECT_LE(error_, bound) << what << ", order " << k;
    worst_ = std::max(worst_, error_ / bound);
    error_ = size_ = 0.0;
  }

 private:
  double bound_;
  double& worst_;
  double error_ = 0.0;
  double size_ = 0.0;
};

void expect_same_motion(const MotionBlock& found, std::size_t s, const model::Model& model,
                        const model::Frame& frame, const StateSeries& state, double& worst) {
  const auto motion = kinematics::propagate(model, state);
  Together together(model, worst);
  const auto at = [s](const double* column) { return column[s]; };
  for (int k = 0; k <= kOrder; ++k) {
    for (const model::Body& body : model.bodies()) {
      const int b = body.index;
      together.add(motion[b].R_WB[k],
                   [&](int r, int c) { return at(found.placement(k, b, r, c)); });
    }
    together.expect("R", k);
    for (const model::Body& body : model.bodies()) {
      const int b = body.index;
      together.add(motion[b].p_WB[k], [&](int r, int) { return at(found.placement(k, b, r, 3)); });
    }
    together.expect("p", k);
    for (const model::Body& body : model.bodies()) {
      const int b = body.index;
      together.add(kinematics::point_position(motion[b], body.rigid_mass.p_BBcm)[k],
                   [&](int r, int) { return at(found.centre(k, b, r)); });
    }
    together.expect("centre", k);
    together.add(kinematics::jacobian(motion, frame)[k],
                 [&](int r, int c) { return at(found.jacobian(k, r, c)); });
    together.expect("jacobian", k);
    together.add(at(found.potential_energy(k)), energy::potential_energy(motion)[k]);
    together.expect("potential energy", k);
    together.add(force::gravity_force(motion)[k],
                 [&](int j, int) { return at(found.gravity_force(k, j)); });
    together.expect("gravity force", k);
  }
  for (int k = 0; k <= kOrder - 1; ++k) {
    for (const model::Body& body : model.bodies()) {
      const int b = body.index;
      together.add(motion[b].omega_WB[k], [&](int r, int) { return at(found.omega(k, b, r)); });
      together.add(motion[b].omega_WB_B[k],
                   [&](int r, int) { return at(found.omega_in_body(k, b, r)); });
    }
    together.expect("omega", k);
    together.add(energy::linear_momentum(motion)[k],
                 [&](int r, int) { return at(found.momentum(k, r)); });
    together.expect("momentum", k);
    together.add(energy::angular_momentum(motion)[k],
                 [&](int r, int) { return at(found.momentum(k, 3 + r)); });
    together.expect("angular momentum", k);
  }
  for (int p = 0; p < 3; ++p) {
    const energy::EnergyParts E = energy::energy_parts(motion, p);
    for (int k = 0; k <= kOrder - 1 - p; ++k) {
      together.add(at(found.energy(p, k, MotionBlock::kTranslation)), E.translation[k]);
      together.add(at(found.energy(p, k, MotionBlock::kRotation)), E.rotation[k]);
      together.expect("energy", 10 * p + k);
    }
  }
  const auto wrenches = force::joint_wrenches(motion, {}, {});
  for (int k = 0; k <= kOrder - 2; ++k) {
    for (const model::Body& body : model.bodies()) {
      const int b = body.index;
      const auto& [f, n] = wrenches[b];
      Series<Vec3> f_B(kOrder - 2), n_B(kOrder - 2);
      taylor::transposed_product(motion[b].R_WB, f, f_B);
      taylor::transposed_product(motion[b].R_WB, n, n_B);
      together.add(f_B[k], [&](int r, int) { return at(found.wrench(k, b, r)); });
      together.add(n_B[k], [&](int r, int) { return at(found.wrench(k, b, 3 + r)); });
    }
    together.expect("wrench", k);
  }
}

// Cross-check: random trees with every joint kind, mimic joints and rotors, in every instruction
// set; more samples than lanes, and a last group that is not full.
TEST(MotionBlock, AgreesWithTheReadableRouteOnRandomTrees) {
  support::Random random(1901);
  double worst = 0.0;
  for (const InstructionSet set : available_instruction_sets()) {
    for (const int num_links : {1, 2, 3, 5, 8, 13, 30}) {
      SCOPED_TRACE(std::string(name(set)) + ", links " + std::to_string(num_links));
      const auto model = model::build(force::driven_description(random, num_links));
      const auto states = random_states(random, model, kOrder, 11);
      const model::StateBlock block = model::state_block(states);
      const model::Frame& frame = model.frames().back();
      MotionBlock found(model, everything(), &frame, 20, {.instruction_set = set});
      found.compute(block.q().column(0, 0), 11, block.q().stride());
      for (const std::size_t s : {0UL, 5UL, 10UL}) {
        expect_same_motion(found, s, model, frame, states[s], worst);
      }
    }
  }
  RecordProperty("worst_part_of_bound", std::to_string(worst));
}

// Property: a part of what room was made for is the same numbers, bit for bit, of any frame.
TEST(MotionBlock, ComputesPartsOfWhatItWasMadeFor) {
  support::Random random(52);
  const auto model = model::build(force::driven_description(random, 7));
  const model::StateBlock block = model::state_block(random_states(random, model, kOrder, 11));
  const model::Frame &last = model.frames().back(), &first = model.frames()[1];
  MotionBlock found(model, everything(), &first, 11), expected(model, everything(), &last, 11);
  expected.compute(block.q().column(0, 0), 11, block.q().stride());
  found.set_frame(last);
  const auto part = [&](const MotionOrders& orders) {
    found.compute(block.q().column(0, 0), 11, block.q().stride(), orders);
  };
  const auto expect_equal = [](const double* a, const double* b) {
    EXPECT_TRUE(std::equal(a, a + 11, b));
  };
  part({.jacobian = 1});
  for (int e = 0; e < 6 * model.num_coordinates(); ++e) {
    const int row = e / model.num_coordinates(), column = e % model.num_coordinates();
    expect_equal(found.jacobian(1, row, column), expected.jacobian(1, row, column));
  }
  part({.gravity_force = 2});
  expect_equal(found.gravity_force(2, 0), expected.gravity_force(2, 0));
  part({.energies = {-1, 1}});
  for (const auto kind : {MotionBlock::kTranslation, MotionBlock::kRotation}) {
    expect_equal(found.energy(1, 1, kind), expected.energy(1, 1, kind));
  }
  part({.placements = 1, .omegas = 0, .wrenches = 0});
  expect_equal(found.placement(1, 2, 0, 3), expected.placement(1, 2, 0, 3));
  expect_equal(found.omega(0, 2, 1), expected.omega(0, 2, 1));
  expect_equal(found.wrench(0, 2, 4), expected.wrench(0, 2, 4));
  part({});
}

/// How far the coefficients of the gravity force move when every input is changed by one ulp,
/// relative to the largest entry: the largest of some random changes, and at least an ulp.
std::vector<double> gravity_effects(const model::Model& model, const StateSeries& state,
                                    support::Random& random) {
  const auto exact = force::gravity_force(kinematics::propagate(model, state));
  std::vector<double> effects(exact.order() + 1, std::numeric_limits<double>::epsilon());
  for (int change = 0; change < 8; ++change) {
    const auto other = model.with_gravity(support::nudged(model.gravity(), random));
    const auto moved =
        force::gravity_force(kinematics::propagate(other, support::nudged(state, random)));
    for (int k = 0; k <= exact.order(); ++k) {
      double& effect = effects[k];
      effect = std::max(effect, support::largest(moved[k] - exact[k]) / support::largest(exact[k]));
    }
  }
  return effects;
}

// Cross-check: the highest order of q there is.
TEST(MotionBlock, HighestOrder) {
  constexpr int N = MotionBlock::kHighestOrder;
  support::Random random(10);
  const auto model = model::build(force::driven_description(random, 4));
  const auto state = support::random_state(random, model, N);
  const auto motion = kinematics::propagate(model, state);
  const model::StateBlock block = model::state_block(std::vector{state});
  const auto momentum = energy::angular_momentum(motion);
  const auto gravity = force::gravity_force(motion);
  const std::vector<double> effects = gravity_effects(model, state, random);
  double worst = 0.0;
  for (const InstructionSet set : available_instruction_sets()) {
    MotionBlock found(model, {.placements = N, .momenta = N - 1, .gravity_force = N}, nullptr, 1,
                      {.instruction_set = set});
    found.compute(block.q().column(0, 0), 1, block.q().stride());
    const int last = model.num_bodies() - 1;
    for (int k = 0; k <= N; ++k) {
      const Vec3 p(*found.placement(k, last, 0, 3), *found.placement(k, last, 1, 3),
                   *found.placement(k, last, 2, 3));
      EXPECT_TRUE(support::near(p, motion[last].p_WB[k], 1e-12)) << k;
      VecX Q(model.num_coordinates());
      for (int j = 0; j < Q.size(); ++j) Q(j) = *found.gravity_force(k, j);
      // As in inverse_dynamics_test.cpp sums over bodies and orders, but of so many that their
      // rounding errors, of either sign, add up like the root of the number.
      const double bound = 4.0 * std::sqrt(model.num_bodies() + k) * effects[k];
      EXPECT_TRUE(support::near(Q, gravity[k], bound)) << k;
      worst =
          std::max(worst, support::largest(Q - gravity[k]) / support::largest(gravity[k]) / bound);
      if (k == N) continue;
      const Vec3 L(*found.momentum(k, 3), *found.momentum(k, 4), *found.momentum(k, 5));
      EXPECT_TRUE(support::near(L, momentum[k], 1e-12)) << k;
    }
  }
  RecordProperty("worst_part_of_bound", std::to_string(worst));
}

// Budget: after construction not one call of malloc.
TEST(MotionBlock, DoesNotAllocate) {
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  support::Random random(4);
  const auto model = model::build(force::driven_description(random, 8));
  const model::StateBlock block = model::state_block(random_states(random, model, kOrder, 11));
  MotionBlock motion(model, everything(), &model.frames().back(), 11);
  const support::MallocCount count;
  motion.compute(block.q().column(0, 0), 11, block.q().stride());
  EXPECT_EQ(count.calls(), 0);
}

TEST(MotionBlock, SaysWhatItCannotDo) {
  support::Random random(2);
  const auto model = support::random_model(random, 2);
  EXPECT_THROW_MESSAGE(MotionBlock(model, {.placements = kHighestMotionOrder + 1}, nullptr, 1),
                       InvalidArgument, "q to order 35 is needed; 34 is the highest");
  EXPECT_THROW_MESSAGE(MotionBlock(model, {.placements = 2, .centres = -2}, nullptr, 1),
                       InvalidArgument, "order -2 is asked for");
  EXPECT_THROW_MESSAGE(MotionBlock(model, {.placements = 2, .energies = {-3}}, nullptr, 1),
                       InvalidArgument, "order -3 is asked for");
  MotionBlock(model, {}, nullptr, 4).compute(nullptr, 4, 4);  // Nothing wanted, nothing read.
  EXPECT_THROW_MESSAGE(MotionBlock(model, {.jacobian = 0}, nullptr, 1), InvalidArgument,
                       "the Jacobian of which frame?");
}

}  // namespace
}  // namespace appell::engine
