#include "appell/force/engine_batch.hpp"

#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "appell/force/friction.hpp"
#include "tests/force/engine_numbers.hpp"
#include "tests/support/malloc_guard.hpp"

namespace appell::force {
namespace {

using engine::InstructionSet;
using model::SeriesBlock;
using taylor::Series;

constexpr int kOrder = 3;

/// One sample of a block as a series of vectors, or of matrices with so many columns.
Series<VecX> vectors_of(const SeriesBlock& block, int sample) {
  Series<VecX> x(block.order(), VecX::Zero(block.num_coordinates()));
  for (int k = 0; k <= block.order(); ++k) {
    for (int j = 0; j < block.num_coordinates(); ++j) x[k](j) = block.column(k, j)[sample];
  }
  return x;
}
Series<MatX> matrices_of(const SeriesBlock& block, int sample, int columns) {
  const int rows = columns == 0 ? 0 : block.num_coordinates() / columns;
  Series<MatX> A(block.order(), MatX::Zero(rows, columns));
  for (int k = 0; k <= block.order(); ++k) {
    for (int e = 0; e < rows * columns; ++e) {
      A[k](e / columns, e % columns) = block.column(k, e)[sample];
    }
  }
  return A;
}

/// What readable_numbers() has, in the same order, by the engine: of the samples of a block, one
/// after the other.
class EngineNumbers {
 public:
  EngineNumbers(const DrivenCase& c, const std::vector<model::StateSeries>& states,
                EngineBatch& engine)
      : c_(c), states_(model::state_block(states)), engine_(engine), numbers_(states.size()) {}

  std::vector<Numbers> all() {
    const int N = engine_.order(), n = c_.model->num_coordinates(), B = c_.model->num_bodies();
    const Surroundings& around = c_.surroundings;
    const auto& s = states_;
    add("tau", n, N, 1, [&](auto& out) { engine_.inverse_dynamics(s, out); });
    add("tau with loads", n, N, 1, [&](auto& out) { engine_.inverse_dynamics(s, around, out); });
    add("inertia", n, N, 1, [&](auto& out) { engine_.inertia(s, out); });
    add("gravity", n, N, 1, [&](auto& out) { engine_.gravity(s, out); });
    add("bias", n, N, 1, [&](auto& out) { engine_.bias(s, out); });
    add("momentum", n, N, 1, [&](auto& out) { engine_.momentum(s, out); });
    add("load", n, N, 1, [&](auto& out) { engine_.load(s, around, out); });
    add("friction", n, N, 1, [&](auto& out) { EXPECT_EQ(engine_.friction(s, around, out), N); });
    add("motor force", n, N, 1,
        [&](auto& out) { EXPECT_EQ(engine_.motor_force(s, around, out), N); });
    add("M", n * n, N, n, [&](auto& out) { engine_.mass_matrix(s, out); });
    add("C", n * n, N, n, [&](auto& out) { engine_.coriolis_matrix(s, out); });
    SeriesBlock other(n * n, N, states_.num_samples());
    add("dtau/dq", n * n, N, n, [&](auto& out) { engine_.force_partials(s, around, out, other); });
    add("dtau/dq'", n * n, N, n, [&](auto& out) { engine_.force_partials(s, around, other, out); });
    for (int m = 0; m <= N + 2; ++m) {
      add("dtau(N)/dq(" + std::to_string(m) + ")", n * n, 0, n,
          [&](auto& out) { engine_.force_derivative_partial(s, around, N, m, out); });
    }
    add("potential energy", 1, N, 1, [&](auto& out) { engine_.potential_energy(s, out); });
    for (int p = 0; p <= N + 1; ++p) {
      const int order = std::min(N, N + 1 - p);
      add("E_" + std::to_string(p), 1, order, 1,
          [&](auto& out) { engine_.acceleration_energy(s, p, out); });
      add("E_" + std::to_string(p) + " of bodies", B, order, 1,
          [&](auto& out) { engine_.body_energies(s, p, out); });
    }
    add("placement", 12, N + 2, 4, [&](auto& out) { engine_.placement(s, c_.frame, out); });
    add("omega", 3, N + 1, 1, [&](auto& out) { engine_.angular_velocity(s, c_.frame, out); });
    add("J", 6 * n, N + 2, n, [&](auto& out) { engine_.jacobian(s, c_.frame, out); });
    add("joint wrenches", 6 * B, N, 1, [&](auto& out) { engine_.joint_wrenches(s, around, out); });
    add("reactions", 6 * engine_.num_reactions(), N, 1,
        [&](auto& out) { engine_.reactions(s, around, out); });
    return numbers_;
  }

 private:
  void add(const std::string& name, int columns, int order, int matrix_columns,
           const std::function<void(SeriesBlock&)>& compute) {
    SeriesBlock out(columns, order, states_.num_samples());
    compute(out);
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      numbers_[i].emplace_back(name, matrices_of(out, static_cast<int>(i), matrix_columns));
    }
  }

  const DrivenCase& c_;
  model::StateBlock states_;
  EngineBatch& engine_;
  std::vector<Numbers> numbers_;
};

// Cross-check: every quantity in every instruction set, on random trees with every joint kind,
// mimic joints, rotors, every law of friction, and wrenches in both kinds of axes that change with
// time.
TEST(EngineBatch, AgreesWithTheReadableRouteOnRandomTrees) {
  double worst = 0.0;
  for (const InstructionSet set : engine::available_instruction_sets()) {
    for (const int num_links : {1, 2, 4, 9, 20}) {
      for (const int N : {0, 1, kOrder}) {
        SCOPED_TRACE(std::string(engine::name(set)) + ", links " + std::to_string(num_links) +
                     ", N " + std::to_string(N));
        DrivenCase c(static_cast<unsigned>(100 * num_links + N), N, num_links);
        std::vector<model::StateSeries> states;
        for (int s = 0; s < 11; ++s) {
          states.push_back(support::random_state(c.random, *c.model, N + 2));
        }
        EngineBatch engine(*c.model, {.order = N, .capacity = 11, .instruction_set = set});
        const auto found = EngineNumbers(c, states, engine).all();
        for (const std::size_t s : {0UL, 10UL}) {  // In a full group, and in the last one.
          expect_same_numbers(c, states[s], found[s], c.random, worst);
        }
      }
    }
  }
  RecordProperty("worst_part_of_bound", std::to_string(worst));
}

// Cross-check: the highest order there is.
TEST(EngineBatch, HighestOrder) {
  constexpr int N = EngineBatch::kHighestOrder;
  DrivenCase c(5, N, 3);
  EngineBatch engine(*c.model, {.order = N, .capacity = 1});
  const Numbers found = EngineNumbers(c, {c.state}, engine).all().front();
  const Numbers expected = readable_numbers(c, c.state, *c.model);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Series<MatX>& x = expected[i].second;
    for (int k = 0; k <= x.order(); ++k) {
      const double size = std::max(support::largest(x[k]), 1e-2 * support::largest(x[0]));
      EXPECT_LE(support::largest(found[i].second[k] - x[k]), 1e-11 * size)
          << expected[i].first << ", order " << k;
    }
  }
}

// Property: M⁻¹ M x = x in every sample.
TEST(EngineBatch, SolvesForAccelerations) {
  DrivenCase c(8, 0, 9);
  const int n = c.model->num_coordinates();
  std::vector<model::StateSeries> states;
  for (int s = 0; s < 13; ++s) states.push_back(support::random_state(c.random, *c.model, 0));
  const model::StateBlock block = model::state_block(states);
  EngineBatch engine(*c.model, {.capacity = 13, .content = EngineContent::kMatrices});
  SeriesBlock M(n * n, 0, 13), x(n, 0, 13);
  engine.mass_matrix(block, M);
  const VecX expected = VecX::LinSpaced(n, -1.0, 2.0);
  for (int s = 0; s < 13; ++s) {
    const VecX y = matrices_of(M, s, n)[0] * expected;
    for (int j = 0; j < n; ++j) x.column(0, j)[s] = y(j);
  }
  engine.solve_mass_matrix(block, x);
  for (int s = 0; s < 13; ++s) {
    const Eigen::JacobiSVD<MatX> svd(matrices_of(M, s, n)[0]);
    const double condition = svd.singularValues()(0) / svd.singularValues()(n - 1);
    EXPECT_TRUE(support::near(vectors_of(x, s)[0], expected, 1e-15 * n * condition));
  }
}

// Property: what has no derivative is NaN, of the joint at fault alone, and the order says so.
TEST(EngineBatch, FrictionEndsWhereItHasNoDerivative) {
  DrivenCase c(21, 2, 6);
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
  const model::StateBlock block = model::state_block(std::vector{c.state});
  EngineBatch engine(*c.model, {.order = 2, .capacity = 1, .content = EngineContent::kLoads});
  SeriesBlock out(n, 2, 1);
  EXPECT_EQ(engine.friction(block, c.surroundings, out), 0);
  const auto expected = friction_force(kinematics::propagate(*c.model, c.state), c.surroundings);
  EXPECT_FALSE(expected.is_smooth());
  EXPECT_TRUE(support::near(vectors_of(out, 0)[0], expected.force[0], 1e-12));
  for (int j = 0; j < n; ++j) EXPECT_EQ(std::isnan(out.column(1, j)[0]), j == still) << j;
}

// Property: a radial load that vanishes by symmetry, a joint along the weight of what it carries,
// is zero for the engine where it is for the readable route.
TEST(EngineBatch, RadialLoadsThatVanish) {
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
    EngineBatch engine(model, {.order = 1, .capacity = 1, .content = EngineContent::kLoads});
    SeriesBlock out(1, 1, 1);
    const int highest = engine.friction(model::state_block(std::vector{state}), around, out);
    EXPECT_EQ(highest, expected.force.order());
    EXPECT_EQ(expected.is_smooth(), highest == 1);
    for (int k = 0; k <= highest; ++k) {
      EXPECT_TRUE(support::near(out.column(k, 0)[0], expected.force[k](0), 1e-14));
    }
  }
}

// Budget: after construction not one call of malloc.
TEST(EngineBatch, DoesNotAllocate) {
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  constexpr int N = 2;
  const DrivenCase c(13, N);
  const int n = c.model->num_coordinates(), B = c.model->num_bodies();
  const model::StateBlock states = model::state_block(std::vector(5, c.state));
  EngineBatch engine(*c.model, {.order = N, .capacity = 5});
  SeriesBlock v(n, N, 5), A(n * n, N, 5), D(n * n, N, 5), A_0(n * n, 0, 5), x(n, 0, 5), E(1, 1, 5),
      bodies(B, 1, 5), X(12, N, 5), omega(3, N, 5), J(6 * n, N, 5), wrenches(6 * B, N, 5),
      at_links(6 * engine.num_reactions(), N, 5);
  const support::MallocCount count;
  engine.inverse_dynamics(states, v);
  engine.inverse_dynamics(states, c.surroundings, v);
  engine.inertia(states, v);
  engine.gravity(states, v);
  engine.bias(states, v);
  engine.momentum(states, v);
  engine.load(states, c.surroundings, v);
  engine.friction(states, c.surroundings, v);
  engine.motor_force(states, c.surroundings, v);
  engine.mass_matrix(states, A);
  engine.coriolis_matrix(states, A);
  engine.force_partials(states, c.surroundings, A, D);
  engine.force_derivative_partial(states, c.surroundings, N, 1, A_0);
  engine.solve_mass_matrix(states, x);
  engine.acceleration_energy(states, 1, E);
  engine.body_energies(states, 2, bodies);
  engine.potential_energy(states, E);
  engine.placement(states, c.frame, X);
  engine.angular_velocity(states, c.frame, omega);
  engine.jacobian(states, c.frame, J);
  engine.joint_wrenches(states, c.surroundings, wrenches);
  engine.reactions(states, c.surroundings, at_links);
  EXPECT_EQ(count.calls(), 0);
}

TEST(EngineBatch, ExplainsBadInput) {
  const DrivenCase c(14, 1, 3);
  const int n = c.model->num_coordinates();
  const model::StateBlock states = model::state_block(std::vector(5, c.state));
  EXPECT_THROW_MESSAGE(EngineBatch(*c.model, {.order = EngineBatch::kHighestOrder + 1}),
                       InvalidArgument, "the order is 32; 0 to 31 is needed");
  EXPECT_THROW_MESSAGE(EngineBatch(*c.model, {.capacity = 0}), InvalidArgument,
                       "the capacity is 0; at least 1 is needed");
  EngineBatch engine(*c.model, {.order = 1, .capacity = 5});
  SeriesBlock v(n, 1, 5), small(n, 1, 4), wide(n + 1, 1, 5), high(n, 2, 5), A(n * n, 1, 5),
      D(n * n, 1, 6), E(1, 1, 5);
  EXPECT_THROW_MESSAGE(engine.inertia(states, wide), InvalidArgument, "the result has");
  EXPECT_THROW_MESSAGE(engine.inertia(states, high), InvalidArgument,
                       "inertia: the result is of order 2; 1 is needed");
  EXPECT_THROW_MESSAGE(engine.inertia(states, small), InvalidArgument,
                       "room for 4 samples; there are 5");
  EXPECT_THROW_MESSAGE(engine.force_partials(states, {}, A, D), InvalidArgument, "must be equal");
  EXPECT_THROW_MESSAGE(engine.force_partials(states, {}, A, A), InvalidArgument,
                       "both results are one block; two are needed");
  model::StateBlock low(n, 1, 5);  // load() would clear the states that it reads.
  EXPECT_THROW_MESSAGE(engine.load(low, c.surroundings, low.q()), InvalidArgument,
                       "the result is the block of the states; another one is needed");
  EXPECT_THROW_MESSAGE(engine.acceleration_energy(states, 3, E), InvalidArgument,
                       "p = 3 is asked for; the engine was made for at most 2");
  EXPECT_THROW_MESSAGE(engine.acceleration_energy(states, 2, E), InvalidArgument,
                       "of order 1; 0 to 0 is needed");
  EXPECT_THROW_MESSAGE(engine.force_derivative_partial(states, {}, 2, 0, A), InvalidArgument,
                       "derivative 2 of the force is asked for; the engine was made for 1");
  Surroundings wrong{.loads = {{.frame = c.frame}}};
  wrong.loads[0].frame.body = c.model->num_bodies();
  EXPECT_THROW_MESSAGE(engine.load(states, wrong, v), InvalidArgument, "is fixed to body");
  wrong.loads[0] = {.frame = c.frame, .force_derivatives = {Vec3::Constant(std::nan(""))}};
  EXPECT_THROW_MESSAGE(engine.load(states, wrong, v), InvalidArgument,
                       "derivative 0 of the force of a wrench has an entry that is not finite");
  EngineBatch forces(*c.model, {.order = 1, .capacity = 4, .content = EngineContent::kForces});
  EXPECT_THROW_MESSAGE(forces.inertia(states, v), InvalidArgument,
                       "got 5 states; room was made for 4");
  EXPECT_THROW_MESSAGE(forces.mass_matrix(states, A), InvalidArgument,
                       "the engine was made without EngineContent::kMatrices");
}

}  // namespace
}  // namespace appell::force
