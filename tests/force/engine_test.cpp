#include "appell/force/engine.hpp"

#include <gtest/gtest.h>

#include "appell/energy/acceleration_energy.hpp"
#include "appell/energy/potential_energy.hpp"
#include "appell/engine/mass_factor.hpp"
#include "appell/force/force_partials.hpp"
#include "appell/force/friction.hpp"
#include "appell/force/joint_wrenches.hpp"
#include "appell/force/motion_matrices.hpp"
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

    const model::Frame& frame = c.model->frames().back();
    const Vec6 wrench = (Vec6() << 1.0, -2.0, 3.0, 0.5, 0.7, -0.9).finished();
    const Surroundings load{.loads = {{.frame = frame,
                                       .force_derivatives = {wrench.head<3>()},
                                       .moment_derivatives = {wrench.tail<3>()}}}};
    columns.setZero();
    engine.add_load(m, frame, wrench, columns);
    for (int k = 0; k <= kOrder; ++k) {
      EXPECT_TRUE(
          near(VecX(columns.col(k)), load_force(*c.motion, load).derivative(k), kTolerance));
    }
  }
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
    const ForcePartials partials = force_partials(*c.motion);
    engine.force_partials(m.col(0), m.col(1), m.col(2), A, B);
    EXPECT_TRUE(near(A, partials.position[0], kTolerance));
    EXPECT_TRUE(near(B, partials.velocity[0], kTolerance));
    for (int k = 0; k <= kOrder; ++k) {
      for (int order = 0; order <= k + 2; ++order) {
        engine.force_derivative_partial(m, k, order, A);
        EXPECT_TRUE(near(A, force_derivative_partial(partials, k, order), kTolerance))
            << k << ' ' << order;
      }
    }
    MatX p(n, kOrder + 1);
    engine.momentum(m, p);
    for (int k = 0; k <= kOrder; ++k) {
      EXPECT_TRUE(near(VecX(p.col(k)), generalized_momentum(*c.motion).derivative(k), kTolerance));
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
  const model::Frame& frame = c.model->frames().back();
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
  MatX A(n, n), B(n, n), columns(n, kOrder + 1), wrenches(6, c.model->num_bodies());
  columns.setZero();
  // Made before: an Eigen::Ref calls free, of nothing, when it ends, and the count has that too.
  const Eigen::Ref<const MatX> motion = m;
  const Eigen::Ref<const VecX> q = m.col(0), rate = m.col(1), acceleration = m.col(2);
  const MallocCount count;
  engine.inverse_dynamics(q, rate, acceleration, v);
  engine.inverse_dynamics(motion, columns);
  engine.bias(q, rate, v);
  engine.gravity(q, v);
  engine.friction(q, rate, acceleration, v);
  engine.add_load(motion, c.model->frames().back(), Vec6::Ones(), columns);
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
  EXPECT_THROW_MESSAGE(engine.gravity(wrong, v), InvalidArgument, "q has");
  EXPECT_THROW_MESSAGE(engine.bias(v, wrong, v), InvalidArgument, "the rate of q has");
  EXPECT_THROW_MESSAGE(engine.mass_matrix(c.derivatives, 1, A), InvalidArgument,
                       "derivative 1 is asked for; the engine was made for 0");
  EXPECT_THROW_MESSAGE(engine.inverse_dynamics(MatX(c.derivatives.leftCols(2)), v), InvalidArgument,
                       "q and 2 derivatives");
  EXPECT_THROW_MESSAGE(engine.solve_mass_matrix(v), InvalidArgument,
                       "factor_mass_matrix() comes first");
  EXPECT_THROW_MESSAGE(Engine(*c.model, {.order = 31}), InvalidArgument, "the order is 31");
}

}  // namespace
}  // namespace appell::force
