#include "appell/force/engine.hpp"

#include <gtest/gtest.h>

#include "appell/energy/acceleration_energy.hpp"
#include "appell/energy/potential_energy.hpp"
#include "appell/engine/mass_factor.hpp"
#include "appell/force/force_partials.hpp"
#include "appell/force/friction.hpp"
#include "appell/force/joint_wrenches.hpp"
#include "appell/force/motion_matrices.hpp"
#include "appell/force/reactions.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "tests/force/engine_case.hpp"
#include "tests/support/golden_states.hpp"
#include "tests/support/malloc_guard.hpp"

namespace appell::force {
namespace {

using support::MallocCount;
using support::near;

constexpr int kOrder = 2;
constexpr double kTolerance = 1e-12;

// Cross-check: every function against the readable route, on random trees with all kinds of joints.
TEST(ForceEngine, ForcesAgreeWithTheReadableRoute) {
  for (const unsigned seed : {1U, 2U, 3U, 4U}) {
    const DrivenCase c(seed);
    const MatX& m = c.derivatives;
    const auto n = m.rows();
    Engine engine(*c.model, {.order = kOrder});
    VecX out(n);
    MatX columns(n, kOrder + 1);
    const auto tau = generalized_force(*c.motion, {}, {}, Route::kReadable);
    engine.inverse_dynamics(m.col(0), m.col(1), m.col(2), out);
    EXPECT_TRUE(near(out, tau[0], kTolerance));
    engine.inverse_dynamics(m, columns);
    for (int k = 0; k <= kOrder; ++k) {
      EXPECT_TRUE(near(VecX(columns.col(k)), tau.derivative(k), kTolerance)) << k;
    }
    engine.bias(m.col(0), m.col(1), out);
    EXPECT_TRUE(near(out, bias_force(*c.motion)[0], kTolerance));
    engine.gravity(m.col(0), out);
    EXPECT_TRUE(near(out, gravity_force(*c.motion)[0], kTolerance));
    engine.friction(m.col(0), m.col(1), m.col(2), out);
    EXPECT_TRUE(near(out, friction_force(*c.motion).force[0], kTolerance));
  }
}

/// Compares a result of one column and one of N + 1 with a series.
template <class Compute>
void expect_derivatives(const DrivenCase& c, const taylor::Series<VecX>& expected, Compute compute,
                        const char* what) {
  MatX columns(c.derivatives.rows(), kOrder + 1), value(c.derivatives.rows(), 1);
  compute(columns);
  compute(value);
  const double size = 1e-2 * support::largest(expected[0]);  // Where a derivative vanishes.
  EXPECT_TRUE(near(value, expected[0], kTolerance)) << what;
  for (int k = 0; k <= kOrder; ++k) {
    const VecX derivative = expected.derivative(k);
    EXPECT_TRUE(near(VecX(columns.col(k)), derivative, kTolerance,
                     std::max(size, support::largest(derivative))))
        << what << ", order " << k;
  }
}

void expect_forces_with_derivatives(engine::InstructionSet set) {
  for (const unsigned seed : {1U, 2U, 3U, 4U, 31U, 32U}) {
    const DrivenCase c(seed);
    const MatX& m = c.derivatives;
    const Surroundings& around = c.surroundings;
    Engine engine(*c.model, {.order = kOrder, .instruction_set = set});
    using Out = Engine::MatrixOut;
    const auto compare = [&](const char* what, const taylor::Series<VecX>& expected, auto compute) {
      expect_derivatives(c, expected, compute, what);
    };
    compare("tau", generalized_force(*c.motion, {}, {}, Route::kReadable),
            [&](Out out) { engine.inverse_dynamics(m, out); });
    compare("tau with loads", generalized_force(*c.motion, around, {}, Route::kReadable),
            [&](Out out) { engine.inverse_dynamics(m, around, out); });
    compare("inertia", inertia_force(*c.motion, Route::kReadable),
            [&](Out out) { engine.inertia(m, out); });
    compare("gravity", gravity_force(*c.motion), [&](Out out) { engine.gravity(m, out); });
    compare("bias", bias_force(*c.motion), [&](Out out) { engine.bias(m, out); });
    compare("momentum", generalized_momentum(*c.motion), [&](Out out) { engine.momentum(m, out); });
    compare("load", load_force(*c.motion, around), [&](Out out) { engine.load(m, around, out); });
    compare("friction", friction_force(*c.motion, around).force,
            [&](Out out) { EXPECT_EQ(engine.friction(m, around, out), out.cols() - 1); });
    compare("motor force", motor_force(*c.motion, around, {}, Route::kReadable).force,
            [&](Out out) { EXPECT_EQ(engine.motor_force(m, around, out), out.cols() - 1); });
  }
}

TEST(ForceEngine, ForcesWithDerivativesAgreeWithTheReadableRoute) {
  for (const engine::InstructionSet set : engine::available_instruction_sets()) {
    SCOPED_TRACE(std::string(engine::name(set)));
    expect_forces_with_derivatives(set);
  }
}

// Property: results that are part of a larger matrix, so that their columns do not follow each
// other, are the same.
TEST(ForceEngine, ResultsMayBePartsOfMatrices) {
  const DrivenCase c(16);
  const MatX& m = c.derivatives;
  const auto n = m.rows();
  Engine engine(*c.model, {.order = kOrder});
  MatX tau(n, kOrder + 1), M(n, n), large(n + 2, kOrder + 1), large_M(n + 3, n);
  engine.inverse_dynamics(m, tau);
  engine.inverse_dynamics(m, large.topRows(n));
  EXPECT_EQ(MatX(large.topRows(n)), tau);
  engine.mass_matrix(m.col(0), M);
  engine.mass_matrix(m.col(0), large_M.bottomRows(n));
  EXPECT_EQ(MatX(large_M.bottomRows(n)), M);
}

TEST(ForceEngine, MatricesAgreeWithTheReadableRoute) {
  for (const unsigned seed : {5U, 6U, 7U}) {
    const DrivenCase c(seed);
    const MatX& m = c.derivatives;
    const auto n = m.rows();
    Engine engine(*c.model, {.order = kOrder});
    MatX A(n, n), B(n, n);
    const auto M = mass_matrix(*c.motion);
    engine.mass_matrix(m.col(0), A);
    EXPECT_TRUE(near(A, M[0], kTolerance));
    for (int k = 0; k <= kOrder; ++k) {
      engine.mass_matrix(m.leftCols(k + 1), k, A);
      EXPECT_TRUE(near(A, M.derivative(k), kTolerance)) << k;
    }
    engine.coriolis_matrix(m.col(0), m.col(1), A);
    EXPECT_TRUE(near(A, coriolis_matrix(*c.motion)[0], kTolerance));
    for (int k = 0; k <= kOrder; ++k) {
      engine.coriolis_matrix(m.leftCols(k + 2), k, A);
      EXPECT_TRUE(near(A, coriolis_matrix(*c.motion).derivative(k), kTolerance)) << k;
    }
    const ForcePartials loaded = force_partials(*c.motion, c.surroundings);
    engine.force_partials(m.col(0), m.col(1), m.col(2), c.surroundings, A, B);
    EXPECT_TRUE(near(A, loaded.position[0], kTolerance));
    EXPECT_TRUE(near(B, loaded.velocity[0], kTolerance));
    const ForcePartials partials = force_partials(*c.motion);
    engine.force_partials(m.col(0), m.col(1), m.col(2), A, B);
    EXPECT_TRUE(near(A, partials.position[0], kTolerance));
    EXPECT_TRUE(near(B, partials.velocity[0], kTolerance));
    for (int k = 0; k <= kOrder; ++k) {
      for (int order = 0; order <= k + 2; ++order) {
        engine.force_derivative_partial(m, k, order, A);
        EXPECT_TRUE(near(A, force_derivative_partial(partials, k, order), kTolerance))
            << k << ' ' << order;
        engine.force_derivative_partial(m, c.surroundings, k, order, A);
        EXPECT_TRUE(near(A, force_derivative_partial(loaded, k, order), kTolerance))
            << k << ' ' << order;
      }
      engine.force_derivative_partial(m, k, k + 3, A);
      EXPECT_EQ(A, MatX::Zero(n, n)) << k;
    }
  }
}

// Property: what M⁻¹ gives, times M, is what was given; with shared coordinates and without.
TEST(ForceEngine, SolvesForAccelerations) {
  for (const unsigned seed : {8U, 9U, 10U, 11U}) {
    const DrivenCase c(seed);
    const auto n = c.derivatives.rows();
    Engine engine(*c.model);
    MatX M(n, n);
    engine.mass_matrix(c.derivatives.col(0), M);
    const VecX x = c.derivatives.col(1);
    VecX y = M * x;
    engine.factor_mass_matrix(c.derivatives.col(0));
    engine.solve_mass_matrix(y);
    const Eigen::JacobiSVD<MatX> svd(M);
    const double condition = svd.singularValues()(0) / svd.singularValues()(n - 1);
    EXPECT_TRUE(near(y, x, 1e-15 * static_cast<double>(n) * condition));
  }
}

// The same for chains, whose M has no zeros.
TEST(ForceEngine, SolvesForAccelerationsOfGoldenRobots) {
  support::for_each_golden_state([&](const support::GoldenState& s) {
    Engine engine(s.robot.model);
    const MatX M = support::matrix_of(s.expected["mass_matrix"]);
    VecX x = M * VecX::LinSpaced(M.rows(), -1.0, 2.0);
    engine.factor_mass_matrix(s.state[0]);
    engine.solve_mass_matrix(x);
    const Eigen::JacobiSVD<MatX> svd(M);
    const double condition = svd.singularValues()(0) / svd.singularValues()(M.rows() - 1);
    EXPECT_TRUE(support::near(x, VecX::LinSpaced(M.rows(), -1.0, 2.0),
                              1e-15 * static_cast<double>(M.rows()) * condition));
  });
}

TEST(ForceEngine, EnergiesAndMotionsAgreeWithTheReadableRoute) {
  const DrivenCase c(12);
  const MatX& m = c.derivatives;
  Engine engine(*c.model, {.order = kOrder});
  EXPECT_TRUE(near(engine.kinetic_energy(m.col(0), m.col(1)), energy::kinetic_energy(*c.motion)[0],
                   kTolerance));
  EXPECT_TRUE(
      near(engine.potential_energy(m.col(0)), energy::potential_energy(*c.motion)[0], kTolerance));
  for (int p = 0; p <= kOrder + 1; ++p) {
    EXPECT_TRUE(near(engine.acceleration_energy(m, p), energy::acceleration_energy(*c.motion, p)[0],
                     kTolerance));
  }
  for (int p = 0; p <= kOrder + 1; ++p) {
    const int order = std::min(kOrder, kOrder + 1 - p);
    VecX E(order + 1);
    MatX of_bodies(c.model->num_bodies(), order + 1);
    engine.acceleration_energy(m, p, E);
    engine.body_energies(m, p, of_bodies);
    const auto expected = energy::acceleration_energy(*c.motion, p);
    for (int k = 0; k <= order; ++k) {
      const double size = support::largest(of_bodies.col(k));
      EXPECT_TRUE(near(E(k), expected.derivative(k), kTolerance, size)) << p << ' ' << k;
      for (int b = 0; b < c.model->num_bodies(); ++b) {
        EXPECT_TRUE(near(of_bodies(b, k),
                         energy::energy_parts(*c.motion, p, b).total().derivative(k), kTolerance,
                         size))
            << p << ' ' << k << ", body " << b;
      }
    }
  }
  VecX U(kOrder + 1);
  engine.potential_energy(m, U);
  for (int k = 0; k <= kOrder; ++k) {
    EXPECT_TRUE(near(U(k), energy::potential_energy(*c.motion).derivative(k), kTolerance));
  }
  const model::Frame& frame = c.model->frames().back();
  MatX J(6, m.rows());
  for (int k = 0; k <= kOrder + 2; ++k) {
    engine.jacobian(m, frame, k, J);
    EXPECT_TRUE(near(J, kinematics::jacobian(*c.motion, frame).derivative(k), kTolerance)) << k;
  }
  const engine::Kinematics& motion = engine.kinematics(m);
  const auto X = kinematics::frame_motion(*c.motion, frame);
  for (int k = 0; k <= kOrder + 2; ++k) {
    EXPECT_TRUE(near(motion.position(frame, k), X.p.derivative(k), kTolerance));
  }
  MatX wrenches(6, c.model->num_bodies());
  engine.joint_wrenches(m.col(0), m.col(1), m.col(2), wrenches);
  const auto expected = joint_wrenches(*c.motion, {}, {});
  for (int b = 0; b < c.model->num_bodies(); ++b) {
    const Mat3 R = (*c.motion)[b].R_WB[0];
    const auto& [f, n] = expected[static_cast<std::size_t>(b)];
    const double size = wrenches.cwiseAbs().maxCoeff();
    EXPECT_LE((wrenches.col(b).head<3>() - R.transpose() * f[0]).norm(), kTolerance * size);
    EXPECT_LE((wrenches.col(b).tail<3>() - R.transpose() * n[0]).norm(), kTolerance * size);
  }
}

TEST(ForceEngine, ReactionsAgreeWithTheReadableRoute) {
  for (const unsigned seed : {17U, 18U, 19U}) {
    const DrivenCase c(seed);
    const MatX& m = c.derivatives;
    Engine engine(*c.model, {.order = kOrder});
    const int count = engine.num_reactions(), B = c.model->num_bodies();
    MatX found(6, count * (kOrder + 1)), value(6, count), in_bodies(6, B * (kOrder + 1));
    engine.reactions(m, c.surroundings, found);
    engine.reactions(m.leftCols(3), c.surroundings, value);
    engine.joint_wrenches(m, c.surroundings, in_bodies);
    EXPECT_TRUE(near(value, found.leftCols(count), kTolerance));
    const auto expected = reactions(*c.motion, c.surroundings);
    const auto wrenches = joint_wrenches(*c.motion, c.surroundings);
    ASSERT_EQ(static_cast<int>(expected.size()), count);
    for (int k = 0; k <= kOrder; ++k) {
      MatX all(6, count), of_bodies(6, B);
      for (int r = 0; r < count; ++r) {
        const Reaction& reaction = expected[static_cast<std::size_t>(r)];
        all.col(r) << reaction.force.derivative(k), reaction.moment.derivative(k);
      }
      for (int b = 0; b < B; ++b) {
        taylor::Series<Vec3> f(kOrder), n(kOrder);
        const WrenchSeries& w = wrenches[static_cast<std::size_t>(b)];
        taylor::transposed_product((*c.motion)[b].R_WB, w.force, f);
        taylor::transposed_product((*c.motion)[b].R_WB, w.moment, n);
        of_bodies.col(b) << f.derivative(k), n.derivative(k);
      }
      EXPECT_TRUE(near(found.middleCols(k * count, count), all, kTolerance)) << k;
      EXPECT_TRUE(near(in_bodies.middleCols(k * B, B), of_bodies, kTolerance)) << k;
    }
  }
}

/// All that golden data made with 60 digits have of what the front gives.
void expect_golden(engine::InstructionSet set) {
  support::BlockComparison compare(kTolerance);
  support::for_each_golden_state([&](const support::GoldenState& s) {
    constexpr int N = 5;
    const auto& expected = s.expected;
    const int n = s.robot.model.num_coordinates();
    MatX m(n, N + 3), out(n, N + 1), value(n, 1);
    for (int k = 0; k <= N + 2; ++k) m.col(k) = s.state.derivative(k);
    Engine engine(s.robot.model, {.order = N, .instruction_set = set});
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
    engine.inertia(m, out), expect("Q_inertia");
    engine.gravity(m, out), expect("Q_gravity");
    engine.load(m, world, out), expect("Q_payload");
    engine.load(m, turned, out), expect("Q_payload_tool");
    engine.inverse_dynamics(m, world, out), expect("Q_drive");
    engine.bias(m, value);
    compare.block(value, support::matrix_of(expected["bias"]), "bias");
    engine.friction(m, world, value);
    compare.block(value, support::matrix_of(expected["Q_friction"]), "friction");
    MatX reactions(6, engine.num_reactions());
    engine.reactions(m, world, reactions);
    for (int r = 0; r < engine.num_reactions(); ++r) {
      const auto joint = static_cast<std::size_t>(r);
      compare.block(reactions.col(r).head<3>(),
                    support::matrix_of(expected["reaction_force"][joint]), "reaction force");
      compare.block(reactions.col(r).tail<3>(),
                    support::matrix_of(expected["reaction_moment"][joint]), "reaction moment");
    }
    VecX E(5), U(5);
    engine.acceleration_energy(m, 0, E);
    engine.potential_energy(m, U);
    for (std::size_t k = 0; k < 5; ++k) {
      const auto at = static_cast<Eigen::Index>(k);
      compare.block(E.segment<1>(at), MatX::Constant(1, 1, expected["kinetic_energy"][k]), "E");
      compare.block(U.segment<1>(at), MatX::Constant(1, 1, expected["potential_energy"][k]), "U");
    }
  });
}

// Cross-check: golden data, in every instruction set.
TEST(ForceEngine, AllGoldenRobots) {
  for (const engine::InstructionSet set : engine::available_instruction_sets()) {
    SCOPED_TRACE(std::string(engine::name(set)));
    expect_golden(set);
  }
}

// Property: a vector may be given and filled by one call.
TEST(ForceEngine, OutputsMayBeInputs) {
  const DrivenCase c(15);
  const MatX& m = c.derivatives;
  Engine engine(*c.model);
  VecX apart(m.rows()), same = m.col(1);
  engine.friction(m.col(0), m.col(1), m.col(2), apart);
  engine.friction(m.col(0), same, m.col(2), same);
  EXPECT_EQ(same, apart);
  same = m.col(1);
  engine.bias(m.col(0), m.col(1), apart);
  engine.bias(m.col(0), same, same);
  EXPECT_EQ(same, apart);
  same = m.col(1);
  engine.momentum(m.col(0), m.col(1), apart);
  engine.momentum(m.col(0), same, same);
  EXPECT_EQ(same, apart);
}

// Robots without joints: nothing to read or write, and nothing goes wrong.
TEST(ForceEngine, RobotsWithoutJoints) {
  const auto model = model::build({.name = "still", .links = {{.name = "base"}}});
  Engine engine(model, {.order = 1});
  VecX none(0);
  MatX empty(0, 0), motion(0, 4), columns(0, 2);
  engine.inverse_dynamics(motion, columns);
  engine.mass_matrix(none, empty);
  engine.force_partials(none, none, none, empty, empty);
  engine.factor_mass_matrix(none);
  engine.solve_mass_matrix(none);
  EXPECT_EQ(engine.kinetic_energy(none, none), 0.0);
  EXPECT_EQ(engine.kinematics(motion).position(model.frames().front()), Vec3::Zero());
}

// Budget: after construction not one call of malloc.
TEST(ForceEngine, DoesNotAllocate) {
  if (!MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  const DrivenCase c(13);
  const MatX& m = c.derivatives;
  const auto n = m.rows();
  Engine engine(*c.model, {.order = kOrder});
  VecX v(n);
  VecX energies(2);
  MatX A(n, n), B(n, n), columns(n, kOrder + 1), wrenches(6, c.model->num_bodies());
  MatX J(6, n), of_bodies(c.model->num_bodies(), 2), at_links(6, engine.num_reactions());
  const Surroundings& around = c.surroundings;
  // Made before: an Eigen::Ref calls free, of nothing, when it ends, and the count has that too.
  const Eigen::Ref<const MatX> motion = m;
  const Eigen::Ref<const VecX> q = m.col(0), rate = m.col(1), acceleration = m.col(2);
  const MallocCount count;
  engine.inverse_dynamics(q, rate, acceleration, v);
  engine.inverse_dynamics(motion, columns);
  engine.bias(q, rate, v);
  engine.gravity(motion, v);
  engine.friction(q, rate, acceleration, v);
  engine.inverse_dynamics(motion, around, columns);
  engine.inverse_dynamics(motion, around, v);
  engine.inertia(motion, columns);
  engine.gravity(motion, columns);
  engine.bias(motion, columns);
  engine.bias(motion, v);
  engine.load(motion, around, columns);
  engine.friction(motion, around, columns);
  engine.motor_force(motion, around, columns);
  engine.coriolis_matrix(motion, kOrder, A);
  engine.force_partials(q, rate, acceleration, around, A, B);
  engine.force_derivative_partial(motion, around, kOrder, 1, A);
  engine.force_derivative_partial(motion, around, 0, 0, A);
  engine.momentum(motion, v);
  engine.acceleration_energy(motion, 1, energies);
  engine.body_energies(motion, 1, of_bodies);
  engine.potential_energy(motion, energies);
  engine.jacobian(motion, c.frame, 1, J);
  engine.joint_wrenches(motion, around, wrenches);
  engine.reactions(motion, around, at_links);
  engine.mass_matrix(q, A);
  engine.mass_matrix(motion, kOrder, A);
  engine.coriolis_matrix(q, rate, A);
  engine.force_partials(q, rate, acceleration, A, B);
  engine.force_derivative_partial(motion, kOrder, 1, A);
  engine.factor_mass_matrix(q);
  engine.solve_mass_matrix(v);
  engine.momentum(q, rate, v);
  engine.momentum(motion, columns);
  double sum = engine.kinetic_energy(q, rate) + engine.potential_energy(q);
  sum += engine.acceleration_energy(motion, 2);
  sum += engine.kinematics(motion).position(c.model->frames().back(), 2).norm();
  engine.joint_wrenches(q, rate, acceleration, wrenches);
  EXPECT_EQ(count.calls(), 0);
  EXPECT_TRUE(std::isfinite(sum));
}

TEST(ForceEngine, ExplainsBadInput) {
  const DrivenCase c(14, kOrder, 3);
  const auto n = c.derivatives.rows();
  Engine engine(*c.model);
  VecX v(n), wrong(n + 1);
  MatX A(n, n);
  EXPECT_THROW_MESSAGE(engine.gravity(wrong, v), InvalidArgument, "gravity: the motion is");
  EXPECT_THROW_MESSAGE(engine.bias(v, wrong, v), InvalidArgument, "the rate of q has");
  EXPECT_THROW_MESSAGE(engine.mass_matrix(c.derivatives, 1, A), InvalidArgument,
                       "derivative 1 is asked for; the engine was made for 0");
  EXPECT_THROW_MESSAGE(engine.inverse_dynamics(MatX(c.derivatives.leftCols(2)), v), InvalidArgument,
                       "q and 2 derivatives");
  EXPECT_THROW_MESSAGE(engine.solve_mass_matrix(v), InvalidArgument,
                       "factor_mass_matrix() comes first");
  EXPECT_THROW_MESSAGE(Engine(*c.model, {.order = Engine::kHighestOrder + 1}), InvalidArgument,
                       "the order is 32; 0 to 31 is needed");
  EXPECT_THROW_MESSAGE(engine.gravity(c.derivatives, A), InvalidArgument, "gravity: the result is");
  EXPECT_THROW_MESSAGE(engine.jacobian(c.derivatives, c.frame, 3, A), InvalidArgument,
                       "derivative 3 is asked for; the engine was made for 2");
  EXPECT_THROW_MESSAGE(engine.jacobian(c.derivatives, c.frame, 0, A), InvalidArgument, "6 x");
  EXPECT_THROW_MESSAGE(engine.acceleration_energy(c.derivatives, 2), InvalidArgument,
                       "p = 2 is asked for; the engine was made for at most 1");
  EXPECT_THROW_MESSAGE(engine.acceleration_energy(c.derivatives, 1, v), InvalidArgument,
                       "1 to 1 are needed for p = 1");
  Engine forces(*c.model, {.content = EngineContent::kForces});
  forces.inverse_dynamics(c.derivatives, v);
  EXPECT_THROW_MESSAGE(forces.mass_matrix(c.derivatives.col(0), A), InvalidArgument,
                       "the engine was made without EngineContent::kMatrices");
  EXPECT_THROW_MESSAGE(forces.friction(c.derivatives, {}, v), InvalidArgument,
                       "the engine was made without EngineContent::kLoads");
  EXPECT_THROW_MESSAGE(
      engine.force_partials(v, v, v, {.loads = {{.frame = {.name = "x", .body = 99}}}}, A, A),
      InvalidArgument, "frame 'x' is fixed to body 99");
}

}  // namespace
}  // namespace appell::force
