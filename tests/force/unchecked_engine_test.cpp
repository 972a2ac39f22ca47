#include "appell/force/unchecked_engine.hpp"

#include <functional>

#include <gtest/gtest.h>

#include "appell/engine/mass_factor.hpp"
#include "appell/engine/motion_matrices.hpp"
#include "appell/force/engine.hpp"
#include "appell/force/engine_batch.hpp"
#include "appell/force/friction.hpp"
#include "appell/force/generalized_force.hpp"
#include "tests/force/engine_case.hpp"
#include "tests/support/malloc_guard.hpp"
#include "tests/support/matchers.hpp"

namespace appell::force {
namespace {

constexpr int kFrontOrder = 2;

/// All numbers that an engine without checks gives of a motion, one after the other.
void everything_unchecked(UncheckedEngine& engine, const double* motion, const DrivenCase& c,
                          VecX& all) {
  const int n = engine.model().num_coordinates(), B = engine.model().num_bodies();
  const int R = engine.num_reactions(), N = engine.order();
  const Surroundings& around = c.surroundings;
  double* to = all.data();
  const auto next = [&](int count) {
    double* const here = to;
    to += count;
    return here;
  };
  for (const int order : {0, N}) {
    const int size = (order + 1) * n;
    engine.inverse_dynamics(motion, order, next(size));
    engine.inverse_dynamics(motion, around, order, next(size));
    engine.inertia(motion, order, next(size));
    engine.motor_force(motion, around, order, next(size));
    engine.friction(motion, around, order, next(size));
    engine.bias(motion, order, next(size));
    engine.momentum(motion, order, next(size));
    engine.gravity(motion, order, next(size));
    engine.load(motion, around, order, next(size));
    engine.mass_matrix(motion, order, next(n * n));
    engine.coriolis_matrix(motion, order, next(n * n));
    for (int m = 0; m <= 3; ++m) {
      engine.force_derivative_partial(motion, around, order, m, next(n * n));
    }
    engine.jacobian(motion, c.frame, order, next(6 * n));
    engine.potential_energy(motion, order, next(order + 1));
    engine.acceleration_energy(motion, 1, order, next(order + 1));
    engine.body_energies(motion, 1, order, next((order + 1) * B));
    engine.joint_wrenches(motion, around, order, next(6 * B * (order + 1)));
    engine.reactions(motion, around, order, next(6 * R * (order + 1)));
  }
  double* const by_q = next(n * n);
  engine.force_partials(motion, by_q, next(n * n));
  double* const loaded = next(n * n);
  engine.force_partials(motion, around, loaded, next(n * n));
  double* const x = next(n);
  std::copy_n(motion + n, n, x);
  if (engine.factor_mass_matrix(motion)) engine.solve_mass_matrix(x);
  *next(1) = engine.kinetic_energy(motion);
  *next(1) = engine.kinematics(motion).position(c.frame, 2).norm();
  EXPECT_EQ(to, all.data() + all.size());
}

/// The same by the checked functions. What `part` makes of a matrix takes its place: arguments that
/// lie otherwise.
template <class Part>
void everything_checked(Engine& engine, const Eigen::Ref<const MatX>& m, const DrivenCase& c,
                        const Part& part, VecX& all) {
  const int n = engine.model().num_coordinates(), B = engine.model().num_bodies();
  const int R = engine.num_reactions(), N = engine.order();
  const Surroundings& around = c.surroundings;
  double* to = all.data();
  const auto keep = [&](int rows, int columns, auto compute) {
    const MatX found = part(rows, columns, compute);
    to = std::copy_n(found.data(), found.size(), to);
  };
  using Out = Engine::MatrixOut;
  for (const int order : {0, N}) {
    const int k = order + 1;
    keep(n, k, [&](Out out) { engine.inverse_dynamics(m, out); });
    keep(n, k, [&](Out out) { engine.inverse_dynamics(m, around, out); });
    keep(n, k, [&](Out out) { engine.inertia(m, out); });
    keep(n, k, [&](Out out) { engine.motor_force(m, around, out); });
    keep(n, k, [&](Out out) { engine.friction(m, around, out); });
    keep(n, k, [&](Out out) { engine.bias(m, out); });
    keep(n, k, [&](Out out) { engine.momentum(m, out); });
    keep(n, k, [&](Out out) { engine.gravity(m, out); });
    keep(n, k, [&](Out out) { engine.load(m, around, out); });
    keep(n, n, [&](Out out) { engine.mass_matrix(m, order, out); });
    keep(n, n, [&](Out out) { engine.coriolis_matrix(m, order, out); });
    for (int p = 0; p <= 3; ++p) {
      keep(n, n, [&](Out out) { engine.force_derivative_partial(m, around, order, p, out); });
    }
    keep(6, n, [&](Out out) { engine.jacobian(m, c.frame, order, out); });
    keep(k, 1, [&](Out out) { engine.potential_energy(m, out.col(0)); });
    keep(k, 1, [&](Out out) { engine.acceleration_energy(m, 1, out.col(0)); });
    keep(B, k, [&](Out out) { engine.body_energies(m, 1, out); });
    keep(6, B * k, [&](Out out) { engine.joint_wrenches(m, around, out); });
    keep(6, R * k, [&](Out out) { engine.reactions(m, around, out); });
  }
  const auto q = m.col(0), rate = m.col(1), acceleration = m.col(2);
  MatX by_q(n, n);
  keep(n, n, [&](Out out) { engine.force_partials(q, rate, acceleration, out, by_q); });
  keep(n, n, [&](Out out) { engine.force_partials(q, rate, acceleration, by_q, out); });
  keep(n, n, [&](Out out) { engine.force_partials(q, rate, acceleration, around, out, by_q); });
  keep(n, n, [&](Out out) { engine.force_partials(q, rate, acceleration, around, by_q, out); });
  VecX x = rate;
  engine.factor_mass_matrix(q);
  engine.solve_mass_matrix(x);
  to = std::copy_n(x.data(), n, to);
  *to++ = engine.kinetic_energy(q, rate);
  *to++ = engine.kinematics(m).position(c.frame, 2).norm();
}

VecX room_for_everything(const DrivenCase& c) {
  const int n = c.model->num_coordinates(), B = c.model->num_bodies();
  const int R = UncheckedEngine(*c.model).num_reactions();
  int size = 4 * n * n + n + 2;
  for (const int parts : {1, kFrontOrder + 1}) {
    size += parts * (9 * n + 2 + 7 * B + 6 * R) + 6 * n * n + 6 * n;
  }
  return VecX::Constant(size, -1.0);
}

// Property: both fronts give the same bits; also where the motion and the results are parts of
// larger matrices, so that they are copied.
TEST(UncheckedEngine, GivesTheSameBitsAsTheCheckedOne) {
  for (const unsigned seed : {51U, 52U}) {
    const DrivenCase c(seed, kFrontOrder, 8);
    const MatX& m = c.derivatives;
    MatX large(m.rows() + 3, m.cols());
    large.topRows(m.rows()) = m;
    for (const engine::InstructionSet set : engine::available_instruction_sets()) {
      Engine engine(*c.model, {.order = kFrontOrder, .instruction_set = set});
      VecX plain = room_for_everything(c), whole = plain, parts = plain;
      everything_unchecked(engine.unchecked(), m.data(), c, plain);
      ASSERT_TRUE(plain.allFinite());
      const auto as_it_is = [](int rows, int columns, const auto& compute) {
        MatX out(rows, columns);
        compute(out);
        return out;
      };
      everything_checked(engine, m, c, as_it_is, whole);
      EXPECT_EQ(whole, plain);
      const auto in_a_larger_one = [](int rows, int columns, const auto& compute) {
        MatX out = MatX::Constant(rows + 2, columns, -1.0);
        compute(out.topRows(rows));
        EXPECT_EQ(MatX(out.bottomRows(2)), MatX::Constant(2, columns, -1.0));
        return MatX(out.topRows(rows));
      };
      everything_checked(engine, large.topRows(m.rows()), c, in_a_larger_one, parts);
      EXPECT_EQ(parts, plain);
    }
  }
}

// Property: a result may take the place of an argument, whichever of them it is, and vectors may
// lie anywhere.
TEST(ForceEngine, ResultsMayTakeThePlaceOfArguments) {
  for (const unsigned seed : {53U, 54U, 55U}) {
    const DrivenCase c(seed, kFrontOrder, 8);
    const auto n = c.derivatives.rows();
    Engine engine(*c.model, {.order = kFrontOrder});
    VecX tau(n), bias(n), momentum(n), friction(n);
    MatX tau_series(n, kFrontOrder + 1);
    const VecX q = c.derivatives.col(0), rate = c.derivatives.col(1),
               acceleration = c.derivatives.col(2);
    engine.unchecked().inverse_dynamics(c.derivatives.data(), 0, tau.data());
    engine.unchecked().bias(c.derivatives.data(), 0, bias.data());
    engine.unchecked().momentum(c.derivatives.data(), 0, momentum.data());
    engine.unchecked().friction(c.derivatives.data(), {}, 0, friction.data());
    engine.unchecked().inverse_dynamics(c.derivatives.data(), kFrontOrder, tau_series.data());
    VecX out(n);
    engine.inverse_dynamics(q, rate, acceleration, out);
    EXPECT_EQ(out, tau);
    for (int which = 0; which < 3; ++which) {
      MatX m = c.derivatives;
      engine.inverse_dynamics(m.col(0), m.col(1), m.col(2), m.col(which));
      EXPECT_EQ(VecX(m.col(which)), tau) << which;
      m = c.derivatives;
      engine.friction(m.col(0), m.col(1), m.col(2), m.col(which));
      EXPECT_EQ(VecX(m.col(which)), friction) << which;
      if (which == 2) continue;
      m = c.derivatives;
      engine.bias(m.col(0), m.col(1), m.col(which));
      EXPECT_EQ(VecX(m.col(which)), bias) << which;
      m = c.derivatives;
      engine.momentum(m.col(0), m.col(1), m.col(which));
      EXPECT_EQ(VecX(m.col(which)), momentum) << which;
    }
    for (int first = 0; first < 3; ++first) {
      MatX m = c.derivatives;
      engine.inverse_dynamics(m, m.middleCols(first, kFrontOrder + 1));
      EXPECT_EQ(MatX(m.middleCols(first, kFrontOrder + 1)), tau_series) << first;
    }
  }
}

// Property: the same of matrices, on whose columns the motion lies; and two results in one place
// are refused, because one of them would be lost.
TEST(ForceEngine, MatricesMayTakeThePlaceOfArguments) {
  for (const unsigned seed : {58U, 59U, 60U}) {
    const DrivenCase c(seed, 1, 8);
    const auto n = c.derivatives.rows();
    ASSERT_GE(n, 4);
    MatX motion = MatX::Zero(n, n);
    motion.leftCols(4) = c.derivatives;
    Engine engine(*c.model, {.order = 1});
    using Compute = std::function<void(const MatX&, Engine::MatrixOut)>;
    const auto expect_same = [&](const char* what, const Compute& compute) {
      MatX apart(n, n), in_place = motion;
      compute(motion, apart);
      compute(in_place, in_place);
      EXPECT_EQ(in_place, apart) << what;
    };
    MatX other(n, n);
    using Out = Engine::MatrixOut;
    expect_same("M", [&](const MatX& m, Out out) { engine.mass_matrix(m.col(0), out); });
    expect_same("C",
                [&](const MatX& m, Out out) { engine.coriolis_matrix(m.col(0), m.col(1), out); });
    for (const Surroundings& around : {Surroundings{}, c.surroundings}) {
      expect_same("dtau/dq", [&](const MatX& m, Out out) {
        engine.force_partials(m.col(0), m.col(1), m.col(2), around, out, other);
      });
      expect_same("dtau/dq'", [&](const MatX& m, Out out) {
        engine.force_partials(m.col(0), m.col(1), m.col(2), around, other, out);
      });
      expect_same("dtau/dq beside dtau/dq' there", [&](const MatX& m, Out out) {
        engine.force_partials(m.col(0), m.col(1), m.col(2), around, other, out);
        out = other;
      });
    }
    for (int k = 0; k <= 1; ++k) {
      expect_same("M^(k)", [&](const MatX& m, Out out) { engine.mass_matrix(m, k, out); });
      expect_same("C^(k)", [&](const MatX& m, Out out) { engine.coriolis_matrix(m, k, out); });
      for (int m = 0; m <= k + 2; ++m) {
        expect_same("dtau^(k)/dq^(m)", [&](const MatX& q, Out out) {
          engine.force_derivative_partial(q, c.surroundings, k, m, out);
        });
      }
    }
    EXPECT_THROW_MESSAGE(
        engine.force_partials(motion.col(0), motion.col(1), motion.col(2), other, other),
        InvalidArgument, "both results are one matrix; two are needed");
  }
}

// Budget: not one call of malloc, and nothing that could throw.
TEST(UncheckedEngine, DoesNotAllocate) {
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  const DrivenCase c(56, kFrontOrder, 8);
  UncheckedEngine engine(*c.model, {.order = kFrontOrder});
  VecX all = room_for_everything(c);
  const double* motion = c.derivatives.data();
  double* out = all.data();
  const support::MallocCount count;
  everything_unchecked(engine, motion, c, all);
  EXPECT_EQ(count.calls(), 0);
  static_assert(noexcept(engine.inverse_dynamics(motion, 0, out)));
  static_assert(noexcept(engine.motor_force(motion, c.surroundings, 0, out)));
  static_assert(noexcept(engine.force_partials(motion, out, out)));
  static_assert(noexcept(engine.factor_mass_matrix(motion)));
  static_assert(noexcept(engine.kinematics(motion)));
  static_assert(noexcept(engine.reactions(motion, c.surroundings, 0, out)));
}

// Property: the batch without checks gives the bits of the checked one (which calls it), and says
// where a mass matrix is not positive definite.
TEST(UncheckedEngineBatch, IsWhatTheCheckedOneCalls) {
  const DrivenCase c(57, kFrontOrder, 6);
  const int n = c.model->num_coordinates();
  const model::StateBlock states = model::state_block(std::vector(3, c.state));
  EngineBatch engine(*c.model, {.order = kFrontOrder, .capacity = 3});
  model::SeriesBlock checked(n, kFrontOrder, 3), unchecked(n, kFrontOrder, 3), x(n, 0, 3);
  engine.motor_force(states, c.surroundings, checked);
  engine.unchecked().motor_force(states, c.surroundings, unchecked);
  ASSERT_EQ(unchecked.num_samples(), 3);
  for (int k = 0; k <= kFrontOrder; ++k) {
    for (int j = 0; j < n; ++j) {
      EXPECT_TRUE(
          std::equal(checked.column(k, j), checked.column(k, j) + 3, unchecked.column(k, j)));
    }
  }
  EXPECT_EQ(engine.unchecked().solve_mass_matrix(states, x), -1);
  model::StateBlock bad = states;
  bad.q().column(0, 0)[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(engine.unchecked().solve_mass_matrix(bad, x), 1);
  EXPECT_THROW(engine.solve_mass_matrix(bad, x), NumericalError);
  static_assert(noexcept(engine.unchecked().motor_force(states, c.surroundings, unchecked)));
  static_assert(noexcept(engine.unchecked().solve_mass_matrix(states, x)));
}

// Property: M⁻¹ x uses the instruction set that was asked for, so its bits are those of the kernels
// of that set; and every set solves within n epsilon of the size of what is added up.
TEST(ForceEngine, SolvesByTheChosenInstructionSet) {
  const DrivenCase c(58, kFrontOrder, 9);
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
    Engine engine(*c.model, {.content = EngineContent::kMatrices, .instruction_set = set});
    engine.factor_mass_matrix(c.derivatives.col(0));
    engine.solve_mass_matrix(x);
    EXPECT_EQ(x, expected) << engine::name(set);
    EngineBatch batch(*c.model,
                      {.capacity = 1, .content = EngineContent::kMatrices, .instruction_set = set});
    model::SeriesBlock in_batch(static_cast<int>(n), 0, 1);
    for (int j = 0; j < n; ++j) *in_batch.column(0, j) = given(j);
    batch.solve_mass_matrix(model::state_block(std::vector{c.state}), in_batch);
    const VecX of_batch = Eigen::Map<const VecX>(in_batch.column(0, 0), n);
    const VecX size = M.cwiseAbs() * x.cwiseAbs();
    const double unit = 4.0 * static_cast<double>(n) * std::numeric_limits<double>::epsilon();
    for (const VecX& solution : {x, of_batch}) {
      EXPECT_LT(((M * solution - given).cwiseAbs().array() / size.array()).maxCoeff(), unit);
    }
    solutions.push_back(x);
  }
  // Without fused multiplications the bits differ: the comparison above can fail.
  if (solutions.size() > 1) {
    EXPECT_NE(solutions[0], solutions[1]);
  }
}

// Cross-check: functions of a motion that are given an engine, against the readable route.
TEST(ForceEngine, FunctionsOfAMotionTakeAnEngine) {
  constexpr double kTolerance = 1e-12;
  for (const int order : {0, kFrontOrder}) {
    const DrivenCase c(59, order, 8);
    Engine engine(*c.model, {.order = order});
    const auto compare = [&](const taylor::Series<VecX>& found,
                             const taylor::Series<VecX>& expected) {
      ASSERT_EQ(found.order(), order);
      for (int k = 0; k <= order; ++k) {
        EXPECT_TRUE(support::near(found[k], expected[k], kTolerance)) << k;
      }
    };
    const kinematics::TreeMotion& motion = *c.motion;
    compare(generalized_force(engine, motion), generalized_force(motion, {}, {}, Route::kReadable));
    compare(generalized_force(engine, motion, c.surroundings),
            generalized_force(motion, c.surroundings, {}, Route::kReadable));
    compare(inertia_force(engine, motion), inertia_force(motion, Route::kReadable));
    compare(gravity_force(engine, motion), gravity_force(motion));
    compare(load_force(engine, motion, c.surroundings), load_force(motion, c.surroundings));
    compare(generalized_momentum(engine, motion), generalized_momentum(motion));
    Engine higher(*c.model, {.order = order + 1});
    EXPECT_THROW_MESSAGE(generalized_force(higher, motion), InvalidArgument,
                         "generalized_force: the motion is of order");
    // Another tree with as many coordinates: its numbers would be those of the wrong robot.
    Engine of_another(c.model->with_gravity(c.model->gravity()), {.order = order});
    EXPECT_THROW_MESSAGE(generalized_force(of_another, motion), InvalidArgument,
                         "generalized_force: the motion is of model '");
    EXPECT_THROW_MESSAGE(generalized_momentum(of_another, motion), InvalidArgument,
                         "generalized_momentum: the motion is of model '");
  }
}

}  // namespace
}  // namespace appell::force
