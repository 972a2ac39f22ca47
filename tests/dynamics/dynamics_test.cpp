#include "appell/dynamics/dynamics.hpp"

#include <gtest/gtest.h>

#include "appell/engine/mass_factor.hpp"
#include "appell/engine/motion_matrices.hpp"
#include "appell/force/friction.hpp"
#include "tests/dynamics/driven_case.hpp"
#include "tests/support/golden_states.hpp"
#include "tests/support/malloc_guard.hpp"

namespace appell::dynamics {
namespace {

using support::MallocCount;
using support::near;

constexpr int kOrder = 2;
constexpr double kTolerance = 1e-12;

/// Every result of a Dynamics, of values and with derivatives, one block after the other.
template <class AnyDynamics>
class Everything {
 public:
  Everything(const DrivenCase& c, AnyDynamics& dynamics) : c_(c), dynamics_(dynamics) {
    const int n = c.model->num_coordinates(), B = c.model->num_bodies();
    const int R = dynamics.num_reactions(), samples = dynamics.capacity();
    for (const int parts : {1, dynamics.order() + 1}) {
      for (int i = 0; i < kForces; ++i) blocks_.emplace_back(n, parts, samples);
      for (int i = 0; i < kMatrices; ++i) blocks_.emplace_back(n, parts * n, samples);
      for (int i = 0; i < 4; ++i) blocks_.emplace_back(n, n, samples);
      blocks_.emplace_back(1, parts, samples);
      blocks_.emplace_back(1, parts, samples);
      blocks_.emplace_back(B, parts, samples);
      blocks_.emplace_back(3, 8 * parts, samples);
      blocks_.emplace_back(3, parts, samples);
      blocks_.emplace_back(6, n * parts, samples);
      blocks_.emplace_back(6, B * parts, samples);
      blocks_.emplace_back(6, R * parts, samples);
    }
    blocks_.emplace_back(n, 2, samples);
    blocks_.emplace_back(1, 1, samples);
    for (Block& block : blocks_) block.samples(0, 0);
  }

  void compute(const ConstBlockRef& m) {
    const Surroundings& around = c_.surroundings;
    const std::array frames{c_.frame, c_.model->frames().front()};
    std::size_t at = 0;
    const auto next = [&]() -> BlockRef { return blocks_[at++].first(m.num_samples()); };
    for (const int k : {0, dynamics_.order()}) {
      dynamics_.inverse_dynamics(m, next());
      dynamics_.inverse_dynamics(m, around, next());
      dynamics_.inertia(m, next());
      dynamics_.gravity(m, next());
      dynamics_.bias(m, next());
      dynamics_.momentum(m, next());
      dynamics_.load(m, around, next());
      dynamics_.friction(m, around, next());
      dynamics_.motor_force(m, around, next());
      dynamics_.mass_matrix(m, next());
      dynamics_.coriolis_matrix(m, next());
      const BlockRef by_q = next();
      dynamics_.force_partials(m, around, by_q, next());
      for (int j = 0; j <= 3; ++j) dynamics_.force_derivative_partial(m, around, k, j, next());
      dynamics_.potential_energy(m, next());
      dynamics_.acceleration_energy(m, 1, next());
      dynamics_.body_energies(m, 1, next());
      dynamics_.placement(m, frames, next());
      dynamics_.angular_velocity(m, c_.frame, next());
      dynamics_.jacobian(m, c_.frame, next());
      dynamics_.joint_wrenches(m, around, next());
      dynamics_.reactions(m, around, next());
    }
    const BlockRef x = next();
    for (int j = 0; j < x.rows(); ++j) {
      for (int s = 0; s < m.num_samples(); ++s) {
        x.samples(j, 0)[s] = 1.0;
        x.samples(j, 1)[s] = j;
      }
    }
    dynamics_.solve_mass_matrix(m, x);
    dynamics_.kinetic_energy(m, next());
    EXPECT_EQ(at, blocks_.size());
  }

  /// All numbers of a sample.
  std::vector<double> at(int sample) const {
    std::vector<double> numbers;
    for (const Block& block : blocks_) {
      const MatX matrix = block.at(sample);
      numbers.insert(numbers.end(), matrix.data(), matrix.data() + matrix.size());
    }
    return numbers;
  }

 private:
  static constexpr int kForces = 9, kMatrices = 4;
  const DrivenCase& c_;
  AnyDynamics& dynamics_;
  std::vector<Block> blocks_;
};

bool are_finite(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

Block random_block(DrivenCase& c, int N, int samples) {
  Block motion(c.model->num_coordinates(), N + 3, samples);
  for (int s = 0; s < samples; ++s) {
    const model::StateSeries state = support::random_state(c.random, *c.model, N + 2);
    for (int k = 0; k <= N + 2; ++k) {
      for (int j = 0; j < motion.rows(); ++j) motion(j, k, s) = state.derivative(k)(j);
    }
  }
  return motion;
}

// Property: with checks and without, the same bits in every instruction set; for one sample, which
// is a block of one wherever it lies, and for many.
TEST(Dynamics, UncheckedGivesTheSameBits) {
  for (const engine::InstructionSet set : engine::available_instruction_sets()) {
    for (const int samples : {1, 5}) {
      DrivenCase c(51, kOrder, 8);
      const DynamicsOptions options{.order = kOrder, .capacity = samples, .instruction_set = set};
      Dynamics dynamics(*c.model, options);
      UncheckedDynamics unchecked(*c.model, options);
      const Block motion = random_block(c, kOrder, samples);
      Everything checked_numbers(c, dynamics);
      Everything unchecked_numbers(c, unchecked);
      checked_numbers.compute(motion);
      unchecked_numbers.compute(motion);
      for (int s = 0; s < samples; ++s) {
        ASSERT_TRUE(are_finite(checked_numbers.at(s)));
        EXPECT_EQ(checked_numbers.at(s), unchecked_numbers.at(s));
      }
    }
  }
}

// Property: an object for many samples gives each bit for bit as in a block of any other size.
TEST(Dynamics, SamplesDoNotDependOnTheirBlock) {
  for (const engine::InstructionSet set : engine::available_instruction_sets()) {
    DrivenCase c(52, kOrder, 8);
    constexpr int kManySamples = 11;
    Dynamics dynamics(*c.model,
                      {.order = kOrder, .capacity = kManySamples, .instruction_set = set});
    const Block motion = random_block(c, kOrder, kManySamples);
    Everything whole(c, dynamics), part(c, dynamics);
    whole.compute(motion);
    for (const int count : {1, 3, 8, 9}) {
      part.compute(motion.first(count));
      for (int s = 0; s < count; ++s) EXPECT_EQ(part.at(s), whole.at(s)) << count << ' ' << s;
    }
  }
}

// Property: an object for one sample takes it out of the middle of a block, too.
TEST(Dynamics, OneSampleMayHaveGaps) {
  DrivenCase c(53, kOrder, 8);
  Dynamics dynamics(*c.model, {.order = kOrder});
  Block motion = random_block(c, kOrder, 3);
  const MatX alone = motion.at(1);
  const int n = motion.rows();
  Everything numbers(c, dynamics);
  numbers.compute(ConstBlockRef(&motion.samples(0, 0)[1], n, kOrder + 3, 1, 8));
  const std::vector<double> found = numbers.at(0);
  numbers.compute(alone);
  const std::vector<double> expected = numbers.at(0);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i], expected[i], 1e-9 * std::max(1.0, std::abs(expected[i]))) << i;
  }
}

// Budget: after construction not one call of malloc, checked or not, of one sample or of many; and
// nothing that could throw without checks.
TEST(Dynamics, DoesNotAllocate) {
  if (!MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  for (const int samples : {1, 5}) {
    DrivenCase c(13, kOrder);
    const DynamicsOptions options{.order = kOrder, .capacity = samples};
    Dynamics dynamics(*c.model, options);
    UncheckedDynamics unchecked(*c.model, options);
    const Block motion = random_block(c, kOrder, samples);
    Everything checked_numbers(c, dynamics);
    Everything unchecked_numbers(c, unchecked);
    const MallocCount count;
    checked_numbers.compute(motion);
    unchecked_numbers.compute(motion);
    EXPECT_EQ(count.calls(), 0);
  }
  UncheckedDynamics* unchecked = nullptr;
  Dynamics* checked = nullptr;
  const ConstBlockRef m(nullptr, 0, 0);
  const BlockRef out(nullptr, 0, 0);
  const Surroundings around;
  static_assert(noexcept(unchecked->inverse_dynamics(m, out)));
  static_assert(noexcept(unchecked->motor_force(m, around, out)));
  static_assert(noexcept(unchecked->force_partials(m, around, out, out)));
  static_assert(noexcept(unchecked->solve_mass_matrix(m, out)));
  static_assert(noexcept(unchecked->reactions(m, around, out)));
  static_assert(!noexcept(checked->inverse_dynamics(m, out)));
}

/// All that golden data made with 60 digits have of what Dynamics gives.
void expect_golden(engine::InstructionSet set) {
  support::BlockComparison compare(kTolerance);
  support::for_each_golden_state([&](const support::GoldenState& s) {
    constexpr int N = 5;
    const auto& expected = s.expected;
    const int n = s.robot.model.num_coordinates();
    MatX m(n, N + 3), out(n, N + 1), value(n, 1);
    for (int k = 0; k <= N + 2; ++k) m.col(k) = s.state.derivative(k);
    Dynamics dynamics(s.robot.model, {.order = N, .instruction_set = set});
    const model::Frame& tool = s.robot.model.frame("ee");
    const Surroundings world{.loads = {{.frame = tool,
                                        .force_derivatives = s.payload.world_force_derivatives,
                                        .moment_derivatives = s.payload.world_moment_derivatives}}};
    const Surroundings turned{.loads = {{.frame = tool,
                                         .force_derivatives = {s.payload.tool_force},
                                         .moment_derivatives = {s.payload.tool_moment},
                                         .axes = Wrench::Axes::kOfFrame}}};
    const auto expect = [&](const char* key) {
      for (std::size_t k = 0; k <= N; ++k) {
        compare.block(out.col(static_cast<Eigen::Index>(k)), support::matrix_of(expected[key][k]),
                      std::string(key) + ", order " + std::to_string(k));
      }
    };
    dynamics.inertia(m, out), expect("Q_inertia");
    dynamics.gravity(m, out), expect("Q_gravity");
    dynamics.load(m, world, out), expect("Q_payload");
    dynamics.load(m, turned, out), expect("Q_payload_tool");
    dynamics.inverse_dynamics(m, world, out), expect("Q_drive");
    dynamics.bias(m, value);
    compare.block(value, support::matrix_of(expected["bias"]), "bias");
    dynamics.friction(m, world, value);
    compare.block(value, support::matrix_of(expected["Q_friction"]), "friction");
    MatX reactions(6, dynamics.num_reactions());
    dynamics.reactions(m, world, reactions);
    for (int r = 0; r < dynamics.num_reactions(); ++r) {
      const auto joint = static_cast<std::size_t>(r);
      compare.block(reactions.col(r).head<3>(),
                    support::matrix_of(expected["reaction_force"][joint]), "reaction force");
      compare.block(reactions.col(r).tail<3>(),
                    support::matrix_of(expected["reaction_moment"][joint]), "reaction moment");
    }
    VecX E(5), U(5);
    dynamics.acceleration_energy(m, 0, E);
    dynamics.potential_energy(m, U);
    for (std::size_t k = 0; k < 5; ++k) {
      const auto at = static_cast<Eigen::Index>(k);
      compare.block(E.segment<1>(at), MatX::Constant(1, 1, expected["kinetic_energy"][k]), "E");
      compare.block(U.segment<1>(at), MatX::Constant(1, 1, expected["potential_energy"][k]), "U");
    }
  });
}

// Cross-check: golden data, in every instruction set.
TEST(Dynamics, AllGoldenRobots) {
  for (const engine::InstructionSet set : engine::available_instruction_sets()) {
    SCOPED_TRACE(std::string(engine::name(set)));
    expect_golden(set);
  }
}

// Property: what M⁻¹ gives, times M, is what was given: several right sides, of one sample and of
// many, with shared coordinates and without.
TEST(Dynamics, SolvesForAccelerations) {
  for (const unsigned seed : {8U, 9U, 10U, 11U}) {
    for (const int samples : {1, 13}) {
      DrivenCase c(seed);
      const int n = c.model->num_coordinates();
      const Block q = random_block(c, 0, samples);
      Dynamics dynamics(*c.model, {.capacity = samples, .content = Content::kMatrices});
      Block M(n, n, samples), x(n, 2, samples);
      dynamics.mass_matrix(q, M);
      MatX expected(n, 2);
      expected << VecX::LinSpaced(n, -1.0, 2.0), VecX::Ones(n);
      for (int s = 0; s < samples; ++s) x.set(s, M.at(s) * expected);
      EXPECT_EQ(dynamics.solve_mass_matrix(q, x), -1);
      for (int s = 0; s < samples; ++s) {
        const Eigen::JacobiSVD<MatX> svd(M.at(s));
        const double condition = svd.singularValues()(0) / svd.singularValues()(n - 1);
        EXPECT_TRUE(near(x.at(s), expected, 1e-15 * n * condition));
      }
    }
  }
}

// The same for chains, whose M has no zeros.
TEST(Dynamics, SolvesForAccelerationsOfGoldenRobots) {
  support::for_each_golden_state([&](const support::GoldenState& s) {
    Dynamics dynamics(s.robot.model);
    const MatX M = support::matrix_of(s.expected["mass_matrix"]);
    VecX x = M * VecX::LinSpaced(M.rows(), -1.0, 2.0);
    dynamics.solve_mass_matrix(s.state[0], x);
    const Eigen::JacobiSVD<MatX> svd(M);
    const double condition = svd.singularValues()(0) / svd.singularValues()(M.rows() - 1);
    EXPECT_TRUE(near(x, VecX::LinSpaced(M.rows(), -1.0, 2.0),
                     1e-15 * static_cast<double>(M.rows()) * condition));
  });
}

// Property: M⁻¹ x uses the instruction set that was asked for, so its bits are those of the kernels
// of that set; and every set solves within n epsilon of the size of what is added up.
TEST(Dynamics, SolvesByTheChosenInstructionSet) {
  const DrivenCase c(58, kOrder, 9);
  const auto n = c.derivatives.rows();
  std::vector<VecX> solutions;
  for (const engine::InstructionSet set : engine::available_instruction_sets()) {
    MatX M(n, n);
    engine::MotionMatrices(*c.model, engine::MatrixContent::kMass, {.instruction_set = set})
        .compute(c.derivatives.data(), {.mass = M.data()});
    engine::MassFactor factor(*c.model, set);
    const VecX given = c.derivatives.col(1);
    VecX expected = given, x = given;
    ASSERT_TRUE(factor.factor(M.data()));
    factor.solve(expected.data());
    Dynamics dynamics(*c.model, {.content = Content::kMatrices, .instruction_set = set});
    dynamics.solve_mass_matrix(c.derivatives, x);
    EXPECT_EQ(x, expected) << engine::name(set);
    Dynamics many(*c.model, {.capacity = 3, .content = Content::kMatrices, .instruction_set = set});
    VecX in_block = given;
    many.solve_mass_matrix(c.derivatives, in_block);
    const VecX size = M.cwiseAbs() * x.cwiseAbs();
    const double unit = 4.0 * static_cast<double>(n) * std::numeric_limits<double>::epsilon();
    for (const VecX& solution : {x, in_block}) {
      EXPECT_LT(((M * solution - given).cwiseAbs().array() / size.array()).maxCoeff(), unit);
    }
    solutions.push_back(x);
  }
  // Without fused multiplications the bits differ: the comparison above can fail.
  if (solutions.size() > 1) {
    EXPECT_NE(solutions[0], solutions[1]);
  }
}

// Property: which sample has no positive definite M.
TEST(Dynamics, SaysWhereTheMassMatrixIsSingular) {
  DrivenCase c(57, 0, 6);
  Block q = random_block(c, 0, 3), x(c.model->num_coordinates(), 1, 3);
  q(0, 0, 1) = std::numeric_limits<double>::quiet_NaN();
  UncheckedDynamics unchecked(*c.model, {.capacity = 3});
  EXPECT_EQ(unchecked.solve_mass_matrix(q, x), 1);
  EXPECT_EQ(unchecked.solve_mass_matrix(q.first(1), x), -1);
  Dynamics dynamics(*c.model, {.capacity = 3});
  EXPECT_THROW_MESSAGE(dynamics.solve_mass_matrix(q, x), NumericalError,
                       "not positive definite in sample 1");
}

// Property: what has no derivative is NaN, of the joint at fault alone, and the order says so.
TEST(Dynamics, FrictionEndsWhereItHasNoDerivative) {
  for (const int samples : {1, 2}) {
    DrivenCase c(21, kOrder, 6);
    const int n = c.model->num_coordinates();
    int still = -1;
    for (const model::Body& body : c.model->bodies()) {
      if (c.model->friction(body).law == model::Friction::Law::kConstant &&
          c.model->friction(body).dry > 0.0 && body.ratio == 1.0) {
        still = body.coordinate;
      }
    }
    ASSERT_GE(still, 0);
    c.state[1](still) = 0.0;
    c.derivatives(still, 1) = 0.0;
    Dynamics dynamics(*c.model, {.order = kOrder, .capacity = samples, .content = Content::kLoads});
    MatX out(n, kOrder + 1);
    EXPECT_EQ(dynamics.friction(c.derivatives, c.surroundings, out), 0);
    const auto expected = friction_force(kinematics::propagate(*c.model, c.state), c.surroundings);
    EXPECT_FALSE(expected.is_smooth());
    EXPECT_TRUE(near(VecX(out.col(0)), expected.force[0], kTolerance));
    for (int j = 0; j < n; ++j) EXPECT_EQ(std::isnan(out(j, 1)), j == still) << j;
  }
}

// Property: a radial load that vanishes by symmetry, a joint along the weight of what it carries,
// is zero for Dynamics where it is for the reference implementation.
TEST(Dynamics, RadialLoadsThatVanish) {
  model::Description robot{.name = "plumb", .links = {{.name = "base"}, {.name = "bob"}}};
  robot.gravity = Vec3(0.0, 0.0, -9.81);
  robot.links[1].inertial = mass::rigid_mass(2.0, Vec3(0.0, 0.0, -0.4), Mat3::Identity());
  robot.joints.push_back({.name = "turn",
                          .kind = model::JointKind::kRevolute,
                          .parent = "base",
                          .child = "bob",
                          .axis = Vec3::UnitZ()});
  robot.joints[0].friction = {.viscous = 0.5,
                              .dry = 0.2,
                              .law = model::Friction::Law::kRadialLoad,
                              .bearing_diameter = 0.1};
  const auto model = model::build(robot);
  const auto state = model::state_from_derivatives(
      model, std::vector<VecX>{VecX::Constant(1, 0.3), VecX::Constant(1, 1.5),
                               VecX::Constant(1, -0.7), VecX::Constant(1, 0.2)});
  const Surroundings pulled{.loads = {{.frame = model.frame("bob"),
                                       .force_derivatives = {Vec3::Zero(), Vec3(3.0, 0.0, 0.0)}}}};
  const Surroundings touched{
      // A millionth of a newton beside 20 is not zero.
      .loads = {{.frame = model.frame("bob"), .force_derivatives = {Vec3(1e-6, 0.0, 0.0)}}}};
  for (const Surroundings& around : {Surroundings{}, pulled, touched}) {
    const auto expected = friction_force(kinematics::propagate(model, state), around);
    Dynamics dynamics(model, {.order = 1, .content = Content::kLoads});
    MatX out(1, 2), motion(1, 4);
    for (int k = 0; k <= 3; ++k) motion.col(k) = state.derivative(k);
    const int highest = dynamics.friction(motion, around, out);
    EXPECT_EQ(highest, expected.force.order());
    EXPECT_EQ(expected.is_smooth(), highest == 1);
    for (int k = 0; k <= highest; ++k) {
      EXPECT_TRUE(near(out(0, k), expected.force[k](0), 1e-14));
    }
  }
}

// Robots without joints: nothing to read or write, and nothing goes wrong.
TEST(Dynamics, RobotsWithoutJoints) {
  const auto model = model::build({.name = "still", .links = {{.name = "base"}}});
  for (const int samples : {1, 2}) {
    Dynamics dynamics(model, {.order = 1, .capacity = samples});
    MatX empty(0, 0), motion(0, 4), columns(0, 2), X(3, 4);
    dynamics.inverse_dynamics(motion, columns);
    dynamics.mass_matrix(motion, empty);
    dynamics.force_partials(motion, {}, empty, empty);
    dynamics.solve_mass_matrix(motion, columns);
    double E = 1.0;
    dynamics.kinetic_energy(motion, E);
    EXPECT_EQ(E, 0.0);
    dynamics.placement(motion, model.frames().front(), X);
    EXPECT_EQ(Vec3(X.col(3)), Vec3::Zero());
  }
}

TEST(Dynamics, ExplainsBadInput) {
  const DrivenCase c(14, 1, 3);
  const MatX& m = c.derivatives;
  const auto n = m.rows();
  EXPECT_THROW_MESSAGE(Dynamics(*c.model, {.order = Dynamics::kHighestOrder + 1}), InvalidArgument,
                       "the order is 32; 0 to 31 is needed");
  EXPECT_THROW_MESSAGE(Dynamics(*c.model, {.order = -1}), InvalidArgument, "the order is -1");
  EXPECT_THROW_MESSAGE(Dynamics(*c.model, {.capacity = 0}), InvalidArgument,
                       "the capacity is 0; at least 1 is needed");
  Dynamics dynamics(*c.model, {.order = 1});
  VecX v(n), wrong(n + 1);
  MatX A(n, n), A_1(n, 2 * n), three(n, 3), J(6, n), E(1, 2), J_far(6, 5 * n);
  EXPECT_THROW_MESSAGE(dynamics.gravity(wrong, v), InvalidArgument, "gravity: the motion is");
  EXPECT_THROW_MESSAGE(dynamics.gravity(m, wrong), InvalidArgument, "gravity: the result is");
  EXPECT_THROW_MESSAGE(dynamics.inertia(m, three), InvalidArgument,
                       "the result has 3 columns; 1 are needed for values, 2 with 1 derivatives");
  EXPECT_THROW_MESSAGE(dynamics.inverse_dynamics(m.leftCols(2), v), InvalidArgument,
                       "q and 2 derivatives");
  MatX same = m;
  EXPECT_THROW_MESSAGE(dynamics.inverse_dynamics(same, same.rightCols(2)), InvalidArgument,
                       "the result lies where the motion does");
  EXPECT_THROW_MESSAGE(dynamics.jacobian(m, c.frame, J_far), InvalidArgument,
                       "derivative 4 is asked for; the object was made for 3");
  EXPECT_THROW_MESSAGE(dynamics.jacobian(m, c.frame, A), InvalidArgument, "6 x");
  EXPECT_THROW_MESSAGE(dynamics.acceleration_energy(m, 3, E), InvalidArgument,
                       "p = 3 is asked for; the object was made for at most 2");
  EXPECT_THROW_MESSAGE(dynamics.acceleration_energy(m, 2, E), InvalidArgument,
                       "the result is 1 x 2; 1 x 1 to 1 x 1 is needed");
  EXPECT_THROW_MESSAGE(dynamics.force_derivative_partial(m, {}, 2, 0, A), InvalidArgument,
                       "derivative 2 of the force is asked for; the object was made for 1");
  EXPECT_THROW_MESSAGE(dynamics.force_partials(m, {}, A, A), InvalidArgument,
                       "both results lie in one place; two are needed");
  Dynamics forces(*c.model, {.content = Content::kForces});
  forces.inverse_dynamics(m, v);
  EXPECT_THROW_MESSAGE(forces.mass_matrix(m, A), InvalidArgument,
                       "the object was made without Content::kMatrices");
  EXPECT_THROW_MESSAGE(forces.friction(m, {}, v), InvalidArgument,
                       "the object was made without Content::kLoads");
  Surroundings around{.loads = {{.frame = {.name = "x", .body = 99}}}};
  EXPECT_THROW_MESSAGE(dynamics.load(m, around, v), InvalidArgument,
                       "frame 'x' is fixed to body 99");
  around.loads[0] = {.frame = c.frame, .force_derivatives = {Vec3::Constant(std::nan(""))}};
  EXPECT_THROW_MESSAGE(dynamics.load(m, around, v), InvalidArgument,
                       "derivative 0 of the force of a wrench has an entry that is not finite");
  Block five(static_cast<int>(n), 4, 5), small(static_cast<int>(n), 1, 4);
  EXPECT_THROW_MESSAGE(dynamics.inertia(five, small), InvalidArgument,
                       "the motion has 5 samples; 1 to 1, the capacity, are needed");
  Dynamics many(*c.model, {.order = 1, .capacity = 5});
  EXPECT_THROW_MESSAGE(many.inertia(five, small), InvalidArgument,
                       "the result has room for 4 samples; the motion has 5");
}

}  // namespace
}  // namespace appell::dynamics
