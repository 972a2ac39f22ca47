// Oracle: 50-digit arithmetic on the definitions (tests/support/tree_oracle.hpp), to order 10, on
// random trees with every kind of joint, mimic joints and rotors.
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "appell/energy/acceleration_energy.hpp"
#include "appell/energy/momentum.hpp"
#include "appell/energy/potential_energy.hpp"
#include "appell/force/force_partials.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/force/motion_matrices.hpp"
#include "appell/force/reactions.hpp"
#include "tests/force/random_case.hpp"
#include "tests/support/tree_oracle.hpp"

namespace appell::force {
namespace {

using kinematics::propagate;
using kinematics::TreeMotion;
using support::Random;
using support::TreeOracle;
using taylor::Series;

constexpr int kOrder = 10;
constexpr double kBound = 1e-12;  // Worst seen: 3e-13 (E_1), 2e-13 (loads), 8e-14 for the rest.

/// Holds derivatives 0..kOrder of a series against the oracle. The bound is relative to the largest
/// entry of the block or, where that vanishes, of the blocks of lower orders.
template <class C>
void expect_derivatives(const Series<C>& actual, const TreeOracle::Derivatives& expected,
                        double bound, const std::string& what) {
  const int last = std::min({kOrder, actual.order(), static_cast<int>(expected.size()) - 1});
  ASSERT_EQ(last, kOrder) << what;
  double worst = 0.0;
  double scale = 0.0;
  for (int k = 0; k <= last; ++k) {
    MatX block;
    if constexpr (taylor::Scalar<C>) {
      block = MatX::Constant(1, 1, actual.derivative(k));
    } else {
      block = actual.derivative(k);
    }
    const auto [error, size] = support::block_error(block, expected[k]);
    scale = std::max(scale, size);
    worst = std::max(worst, scale == 0.0 ? error : error / scale);
    EXPECT_LE(error, bound * support::tolerance_scale() * scale) << what << ", order " << k;
  }
  testing::Test::RecordProperty(what, std::to_string(worst / 2.2e-16) + " epsilon");
}

struct OracleCase {
  OracleCase(unsigned seed, int num_links, int order)
      : random(seed),
        model(model::build(driven_description(random, num_links))),
        state(support::random_state(random, model, order)),
        motion(propagate(model, state)) {
    for (int k = 0; k <= order; ++k) q_derivatives.push_back(state.derivative(k));
  }

  Random random;
  model::Model model;
  model::StateSeries state;
  TreeMotion motion;
  std::vector<VecX> q_derivatives;
};

class Oracle : public testing::TestWithParam<unsigned> {};

TEST_P(Oracle, EnergiesAndMomenta) {
  OracleCase c(GetParam(), 7, kOrder + 4);
  const TreeOracle oracle(c.model, TreeOracle::coordinates(c.q_derivatives));
  for (int p = 0; p <= 3; ++p) {
    expect_derivatives(energy::acceleration_energy(c.motion, p), oracle.energy(p), kBound,
                       "E" + std::to_string(p));
  }
  expect_derivatives(energy::potential_energy(c.motion), oracle.potential_energy(), kBound, "U");
  expect_derivatives(energy::linear_momentum(c.motion), oracle.linear_momentum(), kBound, "H");
  expect_derivatives(energy::angular_momentum(c.motion), oracle.angular_momentum(), kBound, "K");
}

TEST_P(Oracle, ForcesAndReactions) {
  OracleCase c(GetParam(), 7, kOrder + 2);
  const TreeOracle oracle(c.model, TreeOracle::coordinates(c.q_derivatives));
  expect_derivatives(inertia_force(c.motion), oracle.inertia_force(), kBound, "Q_inertia");
  expect_derivatives(gravity_force(c.motion), oracle.gravity_force(), kBound, "Q_gravity");
  for (int i = 0; i < 4; ++i) {
    const Wrench load = random_wrench(c.random, c.model);
    if (load.frame.body == model::kWorld) continue;
    expect_derivatives(
        load_force(c.motion, {.loads = {load}}),
        oracle.load_force(load.frame, load.force_derivatives, load.moment_derivatives,
                          load.axes == Wrench::Axes::kOfFrame),
        kBound, "Q_load");
  }
  for (const Reaction& reaction : reactions(c.motion)) {
    const model::Joint& joint = c.model.description().joints[reaction.joint];
    Series<VecX> both(reaction.force.order(), VecX::Zero(6));
    for (int k = 0; k <= both.order(); ++k) both[k] << reaction.force[k], reaction.moment[k];
    expect_derivatives(both, oracle.reaction(c.model.frame(joint.child)), kBound, "reaction");
  }
}

TEST_P(Oracle, Matrices) {
  OracleCase c(GetParam(), 7, kOrder + 1);
  const TreeOracle oracle(c.model, TreeOracle::coordinates(c.q_derivatives));
  expect_derivatives(mass_matrix(c.motion), oracle.mass_matrix(), kBound, "M");
  expect_derivatives(coriolis_matrix(c.motion), oracle.coriolis_matrix(), kBound, "C");
}

// ∂τ⁽ᵏ⁾/∂q⁽ᵐ⁾ by central differences with 50 digits: a step of 1e-16 leaves 30 of them.
TEST_P(Oracle, PartialDerivatives) {
  OracleCase c(GetParam(), 3, 7);
  const Wrench load = random_wrench(c.random, c.model);
  const Surroundings surroundings{.loads = {load}};
  const ForcePartials partials = force_partials(c.motion, surroundings);
  const TreeOracle::Coordinates q = TreeOracle::coordinates(c.q_derivatives);
  const auto tau = [&](const TreeOracle::Coordinates& at) {
    const TreeOracle oracle(c.model, at);
    TreeOracle::Derivatives sum = oracle.inertia_force();
    const auto add = [&sum](const TreeOracle::Derivatives& part) {
      for (std::size_t k = 0; k < sum.size(); ++k) {
        for (std::size_t i = 0; i < sum[k].size(); ++i) sum[k][i] += part[k][i];
      }
    };
    add(oracle.gravity_force());
    if (load.frame.body != model::kWorld) {
      add(oracle.load_force(load.frame, load.force_derivatives, load.moment_derivatives,
                            load.axes == Wrench::Axes::kOfFrame));
    }
    return sum;
  };
  const TreeOracle::Real step("1e-16");
  const int n = c.model.num_coordinates();
  for (int m = 0; m <= 7; ++m) {
    std::vector<std::vector<TreeOracle::Real>> columns(6, std::vector<TreeOracle::Real>(n * n));
    for (int j = 0; j < n; ++j) {
      TreeOracle::Coordinates up = q, down = q;
      up[m][j] += step;
      down[m][j] -= step;
      const TreeOracle::Derivatives tau_up = tau(up), tau_down = tau(down);
      for (std::size_t k = 0; k < 6; ++k) {
        for (int i = 0; i < n; ++i) {
          columns[k][i * n + j] = (tau_up[k][i] - tau_down[k][i]) / (2 * step);
        }
      }
    }
    double scale = 0.0;
    for (int k = 0; k <= 5; ++k) {
      const MatX actual = force_derivative_partial(partials, k, m);
      const auto [error, size] = support::block_error(actual, columns[k]);
      scale = std::max(scale, size);
      EXPECT_LE(error, kBound * support::tolerance_scale() * scale) << "k = " << k << ", m = " << m;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(RandomTrees, Oracle, testing::Values(1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U));

// The random trees of the tests above have every kind of joint, mimic joints and rotors between
// them.
TEST(OracleCases, HaveEveryKindOfJoint) {
  std::map<model::JointKind, int> kinds;
  int mimics = 0, rotors = 0;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const OracleCase c(seed, 7, 0);
    for (const model::Joint& joint : c.model.description().joints) {
      ++kinds[joint.kind];
      mimics += joint.mimic ? 1 : 0;
      rotors += joint.actuator.rotor_inertia > 0.0 ? 1 : 0;
    }
  }
  EXPECT_EQ(kinds.size(), model::joint_kind_names().size());
  EXPECT_GT(mimics, 0);
  EXPECT_GT(rotors, 0);
}

// Property: parts that are not asked for do not respond.
TEST(ForcePartials, FollowTheTerms) {
  OracleCase c(7, 5, 4);
  const ForcePartials gravity = force_partials(c.motion, {}, {.inertia = false});
  EXPECT_TRUE(gravity.acceleration[0].isZero(0.0));
  EXPECT_TRUE(gravity.velocity[0].isZero(0.0));
  EXPECT_EQ(gravity.position.order(), 4);
  // ∂Q_gravity/∂q is the Hessian of U, hence symmetric.
  EXPECT_TRUE(support::near(gravity.position[0], gravity.position[0].transpose(), 1e-14));
  const ForcePartials inertia = force_partials(c.motion, {}, {.gravity = false});
  const ForcePartials both = force_partials(c.motion);
  const MatX sum = gravity.position[0] + inertia.position[0];
  EXPECT_TRUE(support::near(both.position[0], sum, 1e-13));
}

// Property: an external wrench counts as a load with the opposite sign, and can be left out.
TEST(ForcePartials, ExternalWrenchesAreLoadsWithTheOppositeSign) {
  OracleCase c(7, 5, 4);
  const auto depth = [&c](const model::Frame& frame) {
    int steps = 0;
    for (int b = frame.body; b != model::kWorld; ++steps) {
      b = c.model.bodies()[b].parent;
    }
    return steps;
  };
  const auto& frames = c.model.frames();
  const model::Frame& tip =
      *std::max_element(frames.begin(), frames.end(),
                        [&depth](const auto& x, const auto& y) { return depth(x) < depth(y); });
  const Wrench wrench{
      .frame = tip, .force_derivatives = {Vec3(1, 2, 3)}, .moment_derivatives = {Vec3(-3, 1, 2)}};
  const MatX bare = force_partials(c.motion).position[0];
  const MatX load = force_partials(c.motion, {.loads = {wrench}}).position[0] - bare;
  const MatX external = force_partials(c.motion, {.external = {wrench}}).position[0] - bare;
  ASSERT_GT(load.cwiseAbs().maxCoeff(), 0.1);
  EXPECT_TRUE(support::near(external, -load, 1e-13, bare.cwiseAbs().maxCoeff()));
  const ForcePartials without =
      force_partials(c.motion, {.external = {wrench}}, {.external = false});
  EXPECT_EQ(without.position[0], bare);
}

TEST(ForcePartials, ExplainBadInput) {
  OracleCase c(7, 5, 3);
  const ForcePartials partials = force_partials(c.motion);
  EXPECT_THROW_MESSAGE(force_derivative_partial(partials, 2, 0), InvalidArgument,
                       "k = 2, m = 0 needs derivative 2 of the partial with respect to q^(0), "
                       "which has order 1");
  EXPECT_THROW_MESSAGE(force_derivative_partial(partials, -1, 0), InvalidArgument,
                       "k and m must be >= 0, got -1 and 0");
  EXPECT_TRUE(force_derivative_partial(partials, 0, 3).isZero(0.0));
  const TreeMotion low = propagate(c.model, c.state.truncated(1));
  EXPECT_THROW_MESSAGE(force_partials(low), InvalidArgument,
                       "force_partials: inertia forces need a motion of order >= 2, got order 1");
}

}  // namespace
}  // namespace appell::force
