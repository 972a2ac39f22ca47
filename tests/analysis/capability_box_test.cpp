// Capabilities over boxes of states: what is proven holds at every state.
#include "appell/analysis/capability_box.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "appell/analysis/capability_bounds.hpp"
#include "appell/base/error.hpp"
#include "appell/base/stop.hpp"
#include "appell/io/load_model.hpp"
#include "appell/model/joint.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/random_model.hpp"

namespace appell::analysis {
namespace {

using model::StateBox;

constexpr double kBoundless = std::numeric_limits<double>::infinity();

CapabilityLimits box_limits(const VecX& force, int k) {
  const VecX none = VecX::Constant(force.size(), kBoundless);
  return {k, -force, force, -none, none};
}

StateBox random_box(support::Random& random, int n, int k, double width) {
  StateBox box;
  for (int i = 0; i < k; ++i) {
    box.low.emplace_back(n);
    box.high.emplace_back(n);
    for (int j = 0; j < n; ++j) {
      const double middle = random.uniform(-1.0, 1.0);
      const double half = random.integer(0, 4) == 0 ? 0.0 : 0.5 * width * random.uniform(0.2, 1.0);
      box.low.back()(j) = middle - half;
      box.high.back()(j) = middle + half;
    }
  }
  return box;
}

std::vector<VecX> state_in(support::Random& random, const StateBox& box, int k) {
  std::vector<VecX> state;
  for (int i = 0; i < k; ++i) {
    const auto at = static_cast<std::size_t>(i);
    VecX v(box.low[at].size());
    for (int j = 0; j < v.size(); ++j) {
      const int kind = random.integer(0, 3);  // Ends as often as what is between.
      const double s = kind == 0 ? 0.0 : kind == 1 ? 1.0 : random.uniform(0.0, 1.0);
      v(j) = (1.0 - s) * box.low[at](j) + s * box.high[at](j);
    }
    state.push_back(v);
  }
  return state;
}

/// A random tree in which every law of friction that is allowed occurs, rotors and a mimic joint.
model::Model rubbing_tree(support::Random& random, int num_links) {
  using Law = model::Friction::Law;
  model::Description robot = support::random_description(random, num_links);
  robot.gravity = random.vector(10.0);
  constexpr std::array kLaws{Law::kConstant, Law::kSmooth, Law::kStribeck, Law::kSigmoid};
  std::string first;
  for (model::Joint& joint : robot.joints) {
    if (model::num_coordinates(joint.kind) != 1) continue;
    joint.friction = {.viscous = 0.4,
                      .dry = 0.7,
                      .law = kLaws[random.integer(0, 3)],
                      .velocity = 0.2,
                      .offset = 0.1,
                      .stribeck = 0.5,
                      .stribeck_velocity = 0.3,
                      .steepness = 4.0,
                      .shift = 0.1};
    joint.actuator = {.gear_ratio = 30.0, .rotor_inertia = 1e-4};
    if (first.empty()) {
      first = joint.name;
    } else if (random.integer(0, 3) == 0) {
      joint.mimic = model::Mimic{first, -0.7, 0.2};
    }
  }
  return model::build(robot);
}

double excess(const Affine& enclosure, double value) {
  const Interval range = enclosure.range();
  return std::max(range.low - value, value - range.high);
}

// Property: an affine form of an expression contains its value at every point; its error is of
// second order.
TEST(Affine, EnclosesExpressions) {
  support::Random random(1);
  for (int i = 0; i < 200; ++i) {
    const double width = std::pow(10.0, random.uniform(-6.0, 0.7));
    std::array<Interval, 3> ranges;
    std::array<Affine, 3> x;
    for (std::size_t k = 0; k < 3; ++k) {
      const double low = random.uniform(-3.0, 3.0);
      ranges[k] = {low, low + width};
      x[k] = Affine::symbol(ranges[k], static_cast<Eigen::Index>(k), 3);
    }
    const SineCosine turned = sine_cosine(x[0] + 2.0 * x[1]);
    const Affine form = turned.sine * x[1] - 3.0 * (x[2] * turned.cosine) + x[0] * x[0] - 0.3;
    for (int s = 0; s < 50; ++s) {
      std::array<double, 3> at;
      for (std::size_t k = 0; k < 3; ++k) {
        at[k] = ranges[k].low + random.integer(0, 4) * 0.25 * (ranges[k].high - ranges[k].low);
      }
      const double angle = at[0] + 2.0 * at[1];
      const double value =
          std::sin(angle) * at[1] - 3.0 * at[2] * std::cos(angle) + at[0] * at[0] - 0.3;
      EXPECT_LE(excess(form, value), 0.0) << width;
      EXPECT_LE(excess(turned.sine, std::sin(angle)), 0.0) << width;
      EXPECT_LE(excess(turned.cosine, std::cos(angle)), 0.0) << width;
    }
    EXPECT_LE(form.rest(), 40.0 * width * width + 1e-12);
    EXPECT_LE(excess(x[0] - x[0], 0.0), 0.0);
    EXPECT_LE((x[0] - x[0]).range().magnitude(), 1e-13);
  }
}

// Property: enclosures over a box contain M, holding force, J and drift at every state in it, which
// come from other routines. Random trees with every kind of joint, mimic joints, rotors, friction.
TEST(BoxDynamics, ContainsEveryState) {
  support::Random random(2);
  int compared = 0;
  for (int i = 0; i < 80; ++i) {
    const model::Model model = rubbing_tree(random, 1 + i % 5);
    const model::Frame& frame = model.default_frame();
    const int n = model.num_coordinates(), k = 2 + i % 2;
    const StateBox box = random_box(random, n, k, std::pow(10.0, random.uniform(-5.0, 0.0)));
    const BoxDynamics enclosed = box_dynamics(model, frame, box, k, box_symbols(box, k));
    if (enclosed.has_friction_impulse) continue;
    for (int s = 0; s < 10; ++s) {
      const auto state = model::state_from_derivatives(model, state_in(random, box, k));
      const LinearDynamics at = linear_dynamics(model, frame, state, k);
      const MatX J_F = at.R_WF.transpose() * at.J.topRows(3);
      const Vec3 drift_F = at.R_WF.transpose() * at.drift.head<3>();
      // Rounding of the numbers that are compared with, relative to the largest of them.
      const auto slack = [](const auto& all) { return 1e-13 * (all.cwiseAbs().maxCoeff() + 1.0); };
      for (int j = 0; j < n; ++j) {
        const auto at_j = static_cast<std::size_t>(j);
        EXPECT_LE(excess(enclosed.holding[at_j], at.holding(j)), slack(at.holding)) << i;
        for (int r = 0; r < n; ++r) {
          EXPECT_LE(excess(enclosed.M[r][at_j], at.M(r, j)), slack(at.M));
        }
        for (int a = 0; a < 6; ++a) {
          const auto at_a = static_cast<std::size_t>(a);
          EXPECT_LE(excess(enclosed.J[at_a][at_j], at.J(a, j)), slack(at.J));
          if (a < 3) {
            EXPECT_LE(excess(enclosed.J_F[at_a][at_j], J_F(a, j)), slack(J_F));
          }
        }
      }
      for (int a = 0; a < 6; ++a) {
        const auto at_a = static_cast<std::size_t>(a);
        EXPECT_LE(excess(enclosed.drift[at_a], at.drift(a)), slack(at.drift)) << i << " " << a;
        if (a < 3) {
          EXPECT_LE(excess(enclosed.drift_F[at_a], drift_F(a)), slack(drift_F)) << i << " " << a;
        }
      }
      ++compared;
    }
  }
  EXPECT_GT(compared, 300);
}

/// All numbers of a result, in the order of CapabilityIndex.
VecX proven_numbers(const BoxCapability& found) {
  const int n = static_cast<int>(found.alone.size());
  const CapabilityIndex index{n};
  VecX all(index.size());
  all(CapabilityIndex::kMargin) = found.margin.proven;
  all(CapabilityIndex::kTogether) = found.scale.proven;
  for (int j = 0; j < n; ++j) {
    all(index.alone(j)) = found.alone[j].proven;
    all(index.reachable(j)) = found.reachable[j].proven;
  }
  for (int a = 0; a < 6; ++a) all(index.axis(a)) = found.axes[a].proven;
  all(index.isotropic()) = found.isotropic.proven;
  return all;
}

CapabilityQuestion question_of(const model::Model& model, const CapabilityLimits& limits,
                               const BoxCapability& found) {
  return {limits, found.weights, free_directions(model, model.default_frame())};
}

// Property: no state of a box does worse than what is proven. Robots and random trees, wide and
// narrow boxes, acceleration and jerk, with and without limits of motion, some thousand states.
TEST(CapabilityOverBox, NoStateDoesWorse) {
  support::Random random(4);
  int states = 0, positive = 0, numbers = 0;
  for (int i = 0; i < 36; ++i) {
    const std::array<std::string, 3> names{"planar2r", "puma560", "panda"};
    const model::Model model =
        i % 2 == 0 ? io::load_model(names[static_cast<std::size_t>(i / 2) % 3]).model
                   : rubbing_tree(random, 1 + i % 4);
    const int n = model.num_coordinates(), k = i % 5 == 0 ? 3 : 2;
    const StateBox box = random_box(random, n, k, std::pow(10.0, random.uniform(-3.0, -0.3)));
    CapabilityLimits limits = box_limits(VecX::Constant(n, 150.0), k);
    if (i % 3 == 0) {
      limits.motion_high.setConstant(25.0);
      limits.motion_low.setConstant(-20.0);
    }
    const BoxCapability found =
        capability_over_box(model, model.default_frame(), box, limits, {.boxes = 1 + 20 * (i % 3)});
    const VecX proven = proven_numbers(found);
    const CapabilityQuestion question = question_of(model, limits, found);
    for (int s = 0; s < 100; ++s) {
      const auto state = model::state_from_derivatives(model, state_in(random, box, k));
      VecX values;
      try {
        values =
            capability_values(linear_dynamics(model, model.default_frame(), state, k), question);
      } catch (const InvalidArgument&) {
        continue;  // Dry friction turns round.
      }
      ++states;
      for (int number = 0; number < values.size(); ++number) {
        if (std::isinf(values(number))) continue;
        EXPECT_GE(values(number), proven(number) - 1e-13 * std::abs(proven(number)))
            << "case " << i << ", number " << number;
      }
    }
    positive += static_cast<int>((proven.array() > 0.0).count());
    numbers += static_cast<int>(proven.size());
  }
  EXPECT_GT(states, 3000);
  EXPECT_GT(positive, numbers / 3);  // Not all of it is "nothing is proven".
}

// Property: a part of a box is proven no less than the whole, when both are looked at once; joints
// alone and together, and the margin, whose forms are linear.
TEST(CapabilityOverBox, PartsAreProvenNoLess) {
  support::Random random(6);
  const model::Model model = io::load_model("panda").model;
  const int n = model.num_coordinates();
  const CapabilityLimits limits = box_limits(VecX::Constant(n, 90.0), 2);
  for (int i = 0; i < 10; ++i) {
    const StateBox whole = random_box(random, n, 2, 0.3);
    StateBox part = whole;
    for (std::size_t d = 0; d < 2; ++d) {
      const VecX width = whole.high[d] - whole.low[d];
      part.low[d] += random.uniform(0.0, 0.5) * width;
      part.high[d] -= random.uniform(0.0, 0.4) * width;
    }
    CapabilityQuestion question{limits, VecX::Ones(n),
                                free_directions(model, model.default_frame())};
    const auto bounds = [&](const StateBox& box) {
      const auto symbols = box_symbols(whole, 2);
      const std::vector<double> widths(symbols.size(), 1.0);
      return capability_bounds(box_dynamics(model, model.default_frame(), box, 2, symbols),
                               question, widths)
          .low;
    };
    const VecX of_whole = bounds(whole), of_part = bounds(part);
    for (int number = 0; number < 2 + n; ++number) {
      EXPECT_GE(of_part(number), of_whole(number) * (1.0 - 1e-12)) << i << " " << number;
    }
    EXPECT_GT(of_whole.head(2 + n).minCoeff(), 0.0);
  }
}

// Property: more boxes prove no less, the same number the same. A box of no width is a state.
TEST(CapabilityOverBox, ConvergesToTheState) {
  support::Random random(9);
  const model::Model model = io::load_model("panda").model;
  const int n = model.num_coordinates();
  const CapabilityLimits limits = box_limits(VecX::Constant(n, 90.0), 2);
  StateBox box = random_box(random, n, 2, 0.0);
  const auto state = model::state_from_derivatives(model, box.low);
  const LinearDynamics at = linear_dynamics(model, model.default_frame(), state, 2);
  std::vector<double> lost, lost_by_sets;
  for (const double half : {0.0, 1e-5, 1e-4, 1e-3}) {
    StateBox wide = box;
    for (std::size_t d = 0; d < 2; ++d) {
      wide.low[d].array() -= half;
      wide.high[d].array() += half;
    }
    const BoxCapability found =
        capability_over_box(model, model.default_frame(), wide, limits, {.boxes = 1});
    const VecX value = capability_values(at, question_of(model, limits, found));
    const VecX gap = (value - proven_numbers(found)).cwiseQuotient(value);
    lost.push_back(gap.head(2 + n).maxCoeff());
    lost_by_sets.push_back(gap.tail(n + 7).maxCoeff());
    EXPECT_GE(gap.minCoeff(), -1e-12);
  }
  EXPECT_LT(lost[0], 1e-10);
  EXPECT_LT(lost_by_sets[0], 1e-8);
  for (std::size_t i = 2; i < lost.size(); ++i) {  // Of first order in the width.
    EXPECT_NEAR(lost[i] / lost[i - 1], 10.0, 0.3);
    EXPECT_NEAR(lost_by_sets[i] / lost_by_sets[i - 1], 10.0, 0.5);
  }
  EXPECT_LT(lost[3], 0.01);
}

// Property: between what is proven and what is attained there is a gap of second order only, for
// joints alone and together: the linear part is exact.
TEST(CapabilityOverBox, GapIsOfSecondOrder) {
  const model::Model model = io::load_model("planar2r").model;
  const CapabilityLimits limits = box_limits(VecX::Constant(2, 60.0), 2);
  std::vector<double> gaps;
  for (const double half : {0.02, 0.01, 0.005}) {
    StateBox box;
    box.low = {Eigen::Vector2d(0.3 - half, 0.9 - half), Eigen::Vector2d(0.4 - half, -0.2 - half)};
    box.high = {Eigen::Vector2d(0.3 + half, 0.9 + half), Eigen::Vector2d(0.4 + half, -0.2 + half)};
    const BoxCapability found =
        capability_over_box(model, model.default_frame(), box, limits, {.boxes = 1});
    gaps.push_back(found.scale.attained - found.scale.proven);
    EXPECT_GE(gaps.back(), 0.0);
  }
  for (std::size_t i = 1; i < gaps.size(); ++i) {
    EXPECT_NEAR(gaps[i - 1] / gaps[i], 4.0, 0.8);
  }
}

// Oracle: closed form. Over all angles a pendulum that may turn at up to 2 rad/s with viscous
// friction can always accelerate by (τ_max - m g l - b v)/(m l²), and at one state by no more.
TEST(CapabilityOverBox, PendulumHasClosedForm) {
  model::Description robot{.name = "pendulum"};
  spatial::Placement below;
  below.xyz = Vec3(0.0, 0.0, -0.8);
  robot.links = {{.name = "base"}, {.name = "rod", .inertial = {1.5, below, Mat3::Zero()}}};
  robot.joints = {{.name = "swing",
                   .kind = model::JointKind::kContinuous,
                   .parent = "base",
                   .child = "rod",
                   .axis = Vec3::UnitY(),
                   .friction = {.viscous = 0.5}}};
  const model::Model model = model::build(robot);
  const StateBox box{{VecX::Constant(1, -3.0), VecX::Constant(1, -2.0)},
                     {VecX::Constant(1, 3.0), VecX::Constant(1, 2.0)}};
  const BoxCapability found = capability_over_box(
      model, model.default_frame(), box, box_limits(VecX::Constant(1, 20.0), 2), {.boxes = 2000});
  const double expected = (20.0 - 1.5 * 9.81 * 0.8 - 0.5 * 2.0) / (1.5 * 0.64);
  for (const BoxBound& bound : {found.alone[0], found.reachable[0]}) {
    EXPECT_LE(bound.proven, expected);
    EXPECT_GE(bound.attained, expected * (1.0 - 1e-12));
    EXPECT_GE(bound.proven, expected * (1.0 - 2e-3));
    EXPECT_LE(bound.attained, expected * (1.0 + 2e-3));
    ASSERT_EQ(bound.where.size(), 2u);
    EXPECT_NEAR(std::abs(bound.where[1](0)), 2.0, 0.1);
  }
  EXPECT_LT(found.num_boxes, 2000);  // It ends when it knows.
}

// Property: the same question has the same answer; more boxes prove no less. A box with a state
// that cannot be held says so, with the joint.
TEST(CapabilityOverBox, IsDeterministicAndImproves) {
  const model::Model model = io::load_model("panda").model;
  const int n = model.num_coordinates();
  support::Random random(12);
  const StateBox box = random_box(random, n, 2, 0.5);
  const CapabilityLimits limits = box_limits(VecX::Constant(n, 90.0), 2);
  VecX last = VecX::Constant(CapabilityIndex{n}.size(), -kBoundless);
  for (const int boxes : {1, 20, 60}) {
    const BoxEffort effort{.boxes = boxes};
    const BoxCapability found =
        capability_over_box(model, model.default_frame(), box, limits, effort);
    const VecX proven = proven_numbers(found);
    EXPECT_TRUE(proven == proven_numbers(capability_over_box(model, model.default_frame(), box,
                                                             limits, effort)));
    EXPECT_TRUE((proven.array() >= last.array()).all());
    EXPECT_LE(found.num_boxes, boxes);
    last = proven;
  }
  const BoxCapability weak = capability_over_box(
      model, model.default_frame(), box, box_limits(VecX::Constant(n, 5.0), 2), {.boxes = 1});
  EXPECT_LT(weak.margin.attained, 0.0);
  ASSERT_TRUE(weak.overloaded.has_value());
  EXPECT_GT(std::abs(weak.overload), 5.0);
  EXPECT_EQ(weak.scale.proven, 0.0);
  EXPECT_TRUE((weak.together.array() == 0.0).all());
}

// Property: on a box that is wide for an arm of seven joints, most axes of the end effector are
// proven, and no state does worse. Torques and accelerations are those of a Panda.
TEST(CapabilityOverBox, EndEffectorOfSevenJoints) {
  const model::Model robot = io::load_model("panda").model;
  VecX middle(7), half(7), torque(7), acceleration(7);
  middle << 0.0, -0.4, 0.0, -2.0, 0.0, 1.7, 0.75;
  half << 0.5, 0.2, 0.2, 0.2, 0.2, 0.2, 0.25;
  torque << 87, 87, 87, 87, 12, 12, 12;
  acceleration << 15, 7.5, 10, 12.5, 15, 20, 20;
  CapabilityLimits limits = box_limits(torque, 2);
  limits.motion_high = acceleration;
  limits.motion_low = -acceleration;
  const VecX rate = VecX::Constant(7, 0.1);
  const StateBox box{{middle - half, -rate}, {middle + half, rate}};
  const model::Frame& frame = robot.default_frame();
  const BoxCapability found = capability_over_box(robot, frame, box, limits, {.boxes = 300});
  int proven = 0;
  for (const BoxBound& axis : found.axes) proven += axis.proven > 0.1 * axis.attained ? 1 : 0;
  EXPECT_GE(proven, 5);  // Of 6.
  support::Random random(41);
  for (int i = 0; i < 100; ++i) {
    const auto state = model::state_from_derivatives(robot, state_in(random, box, 2));
    const Capability here = capability(robot, frame, state, limits);
    for (std::size_t a = 0; a < 6; ++a) {
      EXPECT_GE(here.axes_free[a].size(), found.axes[a].proven) << a;
    }
  }
}

TEST(CapabilityOverBox, SaysWhatIsWrong) {
  const model::Model model = io::load_model("planar2r").model;
  const model::Frame& frame = model.default_frame();
  const CapabilityLimits limits = box_limits(VecX::Ones(2), 2);
  StateBox box{{VecX::Zero(2), VecX::Zero(2)}, {VecX::Zero(2), VecX::Zero(2)}};
  EXPECT_THROW_MESSAGE(capability_over_box(model, frame, box, box_limits(VecX::Ones(2), 3)),
                       InvalidArgument, "ranges of q to derivative 1; 2 is needed");
  EXPECT_THROW_MESSAGE(capability_over_box(model, frame, box, box_limits(VecX::Ones(2), 4)),
                       InvalidArgument, "2 (acceleration) or 3 (jerk)");
  EXPECT_THROW_MESSAGE(capability_over_box(model, frame, box, limits, {.boxes = 0}),
                       InvalidArgument, "1 or more is needed");
  box.low[1](1) = 1.0;
  EXPECT_THROW_MESSAGE(capability_over_box(model, frame, box, limits), InvalidArgument,
                       "derivative 1 of coordinate 'elbow' is in [1, 0]");
  box.high[1](1) = 2.0;
  const std::atomic<bool> stop = true;
  EXPECT_THROW_MESSAGE(capability_over_box(model, frame, box, limits, {.stop = &stop}), Interrupted,
                       "interrupted");
}

}  // namespace
}  // namespace appell::analysis
