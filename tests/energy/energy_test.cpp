// Energies and momenta: closed forms, the definition summed over mass points, properties on random
// trees with every kind of joint, bad input.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Eigenvalues>

#include "appell/energy/acceleration_energy.hpp"
#include "appell/energy/momentum.hpp"
#include "appell/energy/potential_energy.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/random_model.hpp"

namespace appell::energy {
namespace {

using kinematics::propagate;
using kinematics::TreeMotion;
using support::near;
using support::Random;
using taylor::Series;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

#define RC_NEAR(...)                        \
  do {                                      \
    const auto result = near(__VA_ARGS__);  \
    if (!result) RC_FAIL(result.message()); \
  } while (false)

/// A random tree and a motion of it.
struct Case {
  explicit Case(int order)
      : random(*rc::gen::inRange(1U, 100000U)),
        model(support::random_model(random, *rc::gen::inRange(1, 21))),
        state(support::random_state(random, model, order)) {}

  Random random;
  model::Model model;
  model::StateSeries state;
};

/// A link on an axis through the origin, along z.
model::Model turntable(const mass::RigidMass& mass) {
  model::Description robot{.name = "turntable"};
  robot.links = {{.name = "base"}, {.name = "link", .inertial = mass}};
  robot.joints = {{.name = "axis",
                   .kind = model::JointKind::kRevolute,
                   .parent = "base",
                   .child = "link",
                   .axis = Vec3::UnitZ()}};
  return model::build(robot);
}

TreeMotion uniform_spin(const model::Model& model, double omega, int order) {
  model::StateSeries state(order, VecX::Zero(1));
  if (order >= 1) state[1](0) = omega;
  return propagate(model, state);
}

// Oracle: closed form. A body spinning at constant ω about a fixed axis has |r⁽ⁿ⁾| = ρ ωⁿ for the
// point at radius ρ, hence E_p = ½ I ω²ⁿ with I the moment of inertia about that axis; constant.
TEST(AccelerationEnergy, UniformSpinHasClosedFormAtEveryOrder) {
  const double omega = 1.7;
  const double m = 2.0, x = 0.4;
  const Vec3 moments(0.03, 0.05, 0.06);
  const model::Model model =
      turntable(mass::rigid_mass(m, Vec3(x, 0.0, 0.1), moments.asDiagonal()));
  const double I = moments.z() + m * x * x;  // Steiner
  const TreeMotion motion = uniform_spin(model, omega, 14);
  for (int p = 0; p <= 10; ++p) {
    const double expected = 0.5 * I * std::pow(omega, 2 * (p + 1));
    const Series<double> E = acceleration_energy(motion, p);
    EXPECT_EQ(E.order(), 13 - p);
    EXPECT_TRUE(near(E[0], expected, 16 * kEpsilon)) << p;  // Worst seen: 3 epsilon.
    for (int k = 1; k <= E.order(); ++k) {
      EXPECT_TRUE(near(E[k], 0.0, 64 * kEpsilon, expected * std::pow(2 * omega, k))) << p << k;
    }
  }
}

// Oracle: the definition. A rigid body is replaced by six mass points on its principal axes, which
// have its mass, centre and second moment; the energy is ½ Σ m |r⁽ⁿ⁾|² and the momenta are sums.
RC_GTEST_PROP(AccelerationEnergy, IsTheSumOverMassPoints, ()) {
  const Case c(8);
  const TreeMotion motion = propagate(c.model, c.state);
  std::vector<std::pair<double, Series<Vec3>>> points;
  for (const model::Body& body : c.model.bodies()) {
    const mass::RigidMass& B = body.rigid_mass;
    if (B.mass == 0.0) continue;
    const Eigen::SelfAdjointEigenSolver<Mat3> principal(B.second_moment);
    for (int axis = 0; axis < 3; ++axis) {
      const double reach = std::sqrt(3.0 * principal.eigenvalues()(axis) / B.mass);
      for (const double side : {-reach, reach}) {
        const Vec3 r_B = B.p_BBcm + side * principal.eigenvectors().col(axis);
        points.emplace_back(B.mass / 6.0, kinematics::point_position(motion[body.index], r_B));
      }
    }
  }
  for (int p = 0; p <= 4; ++p) {
    Series<double> expected = Series<double>::constant(0.0, 7 - p);
    for (const auto& [m, r] : points) {
      const Series<Vec3> r_n = taylor::time_derivative(r, p + 1);
      expected += 0.5 * m * taylor::dot(r_n, r_n);
    }
    const Series<double> E = acceleration_energy(motion, p);
    double scale = 0.0;  // A derivative may vanish by chance where the energy does not.
    for (int k = 0; k <= E.order(); ++k) scale = std::max(scale, std::abs(expected[k]));
    for (int k = 0; k <= E.order(); ++k) RC_NEAR(E[k], expected[k], 1e-13, scale);
  }
  Series<Vec3> H = Series<Vec3>::constant(Vec3::Zero(), 7);
  Series<Vec3> K = H;
  for (const auto& [m, r] : points) {
    const Series<Vec3> v = taylor::time_derivative(r);
    H += m * v;
    K += m * taylor::cross(r.truncated(7), v);
  }
  const Series<Vec3> H_actual = linear_momentum(motion);
  const Series<Vec3> K_actual = angular_momentum(motion);
  for (int k = 0; k <= 7; ++k) {
    RC_NEAR(H_actual[k], H[k], 1e-12, 1.0 + H[k].norm());
    RC_NEAR(K_actual[k], K[k], 1e-12, 1.0 + K[k].norm());
  }
}

// Property: under another clock, q(λt), the n-th derivative gains λⁿ, hence E_p⁽ᵏ⁾ gains λ²ⁿ⁺ᵏ,
// momenta gain λ¹⁺ᵏ and the potential energy λᵏ.
RC_GTEST_PROP(AccelerationEnergy, ScalesWithTheClock, ()) {
  const Case c(8);
  const double lambda = 0.5;  // A power of two: no rounding at all.
  const TreeMotion motion = propagate(c.model, c.state);
  const TreeMotion slow = propagate(c.model, taylor::with_clock_scaled(c.state, lambda));
  for (int p = 0; p <= 5; ++p) {
    const Series<double> E = acceleration_energy(motion, p);
    const Series<double> E_slow = acceleration_energy(slow, p);
    RC_ASSERT(E[0] > 0.0);  // A tree at rest would satisfy the property vacuously.
    for (int k = 0; k <= E.order(); ++k) {
      RC_ASSERT(E_slow[k] == std::pow(lambda, 2 * (p + 1) + k) * E[k]);
    }
  }
  const Series<double> U = potential_energy(motion);
  const Series<double> U_slow = potential_energy(slow);
  for (int k = 0; k <= U.order(); ++k) RC_ASSERT(U_slow[k] == std::pow(lambda, k) * U[k]);
  const Series<Vec3> K = angular_momentum(motion);
  const Series<Vec3> K_slow = angular_momentum(slow);
  for (int k = 0; k <= K.order(); ++k) RC_ASSERT(K_slow[k] == std::pow(lambda, k + 1) * K[k]);
}

// Property: run backwards, q(-t), energies keep their value and momenta change sign.
RC_GTEST_PROP(AccelerationEnergy, TimeReversal, ()) {
  const Case c(6);
  const TreeMotion motion = propagate(c.model, c.state);
  const TreeMotion back = propagate(c.model, taylor::with_clock_scaled(c.state, -1.0));
  for (int p = 0; p <= 3; ++p) {
    const Series<double> E = acceleration_energy(motion, p);
    const Series<double> E_back = acceleration_energy(back, p);
    for (int k = 0; k <= E.order(); ++k) RC_ASSERT(E_back[k] == (k % 2 == 0 ? E[k] : -E[k]));
  }
  const Series<Vec3> H = linear_momentum(motion);
  const Series<Vec3> H_back = linear_momentum(back);
  for (int k = 0; k <= H.order(); ++k) RC_ASSERT(H_back[k] == (k % 2 == 0 ? -1.0 : 1.0) * H[k]);
}

// Property: parts and bodies add up to the whole.
RC_GTEST_PROP(EnergyParts, BodiesAddUp, ()) {
  const Case c(5);
  const TreeMotion motion = propagate(c.model, c.state);
  for (int p = 0; p <= 2; ++p) {
    Series<double> sum = Series<double>::constant(0.0, 4 - p);
    for (int b = 0; b < c.model.num_bodies(); ++b) {
      sum += energy_parts(motion, p, b).total();
    }
    const Series<double> E = acceleration_energy(motion, p);
    for (int k = 0; k <= E.order(); ++k) RC_NEAR(sum[k], E[k], 1e-13, E[0] + std::abs(E[k]));
  }
  Series<double> U = Series<double>::constant(0.0, 5);
  for (int b = 0; b < c.model.num_bodies(); ++b) U += potential_energy(motion, b);
  const Series<double> whole = potential_energy(motion);
  for (int k = 0; k <= 5; ++k) RC_NEAR(U[k], whole[k], 1e-12, 1.0 + std::abs(whole[k]));
}

// Property: the base frame. Hung on another base, a robot has the same energies of motion, turned
// momenta, and the same angular momentum about its centre of mass.
RC_GTEST_PROP(AngularMomentum, BaseFrameOnlyTurnsIt, ()) {
  Random random(*rc::gen::inRange(1U, 100000U));
  model::Description description = support::random_description(random, *rc::gen::inRange(1, 12));
  const model::Model model = model::build(description);
  const spatial::Transform X = random.placement(3.0);
  description.links.push_back({.name = "ground"});
  description.joints.push_back({.name = "mount", .parent = "ground", .child = "base", .X_PJ = X});
  const model::Model mounted = model::build(description);
  const model::StateSeries state = support::random_state(random, model, 6);
  const TreeMotion before = propagate(model, state);
  const TreeMotion after = propagate(mounted, state);
  for (int p = 0; p <= 2; ++p) {
    const Series<double> E = acceleration_energy(before, p);
    const Series<double> E_mounted = acceleration_energy(after, p);
    for (int k = 0; k <= E.order(); ++k) {
      RC_NEAR(E_mounted[k], E[k], 1e-12, E[0] + std::abs(E[k]));
    }
  }
  const Series<Vec3> K = angular_momentum_about_com(before);
  const Series<Vec3> K_mounted = angular_momentum_about_com(after);
  for (int k = 0; k <= K.order(); ++k) {
    RC_NEAR(K_mounted[k], X.R * K[k], 1e-11, 1.0 + K[k].norm());
  }
}

// Property: K about a moving point is K_O - a × H, about the centre of mass what its own function
// says, at every order.
RC_GTEST_PROP(AngularMomentum, AboutAnyPoint, ()) {
  Case c(6);
  const TreeMotion motion = propagate(c.model, c.state);
  Series<Vec3> a(5);
  for (int k = 0; k <= 5; ++k) a[k] = c.random.vector();
  const Series<Vec3> expected =
      angular_momentum(motion) - taylor::cross(a, linear_momentum(motion));
  const Series<Vec3> K = angular_momentum_about(motion, a);
  for (int k = 0; k <= 5; ++k) RC_NEAR(K[k], expected[k], 1e-12, 1.0 + expected[k].norm());
  const Series<Vec3> com = centre_of_mass(motion);
  const Series<Vec3> K_com = angular_momentum_about_com(motion);
  const Series<Vec3> K_at_com = angular_momentum_about(motion, com);
  for (int k = 0; k <= 5; ++k) RC_NEAR(K_com[k], K_at_com[k], 1e-13, 1.0 + K_com[k].norm());
  RC_ASSERT(angular_momentum_about(motion, a.truncated(2)).order() == 2);
}

// Oracle: a rotor of inertia J behind a gear of ratio G adds ½ G² J (q⁽ⁿ⁾)² to the energy of its
// joint.
TEST(AccelerationEnergy, CountsTheRotor) {
  const model::Model bare = turntable(mass::rigid_mass(1.0, Vec3(0.1, 0, 0), Mat3::Identity()));
  model::Description description = bare.description();
  description.joints[0].actuator = {.gear_ratio = 50.0, .rotor_inertia = 2e-4};
  const model::Model driven = model::build(description);
  Random random(3);
  const model::StateSeries state = support::random_state(random, bare, 6);
  const TreeMotion with_rotor = propagate(driven, state);
  const TreeMotion without = propagate(bare, state);
  for (int p = 0; p <= 4; ++p) {
    const double q_n = state.derivative(p + 1)(0);
    const double extra = acceleration_energy(with_rotor, p)[0] - acceleration_energy(without, p)[0];
    EXPECT_TRUE(near(extra, 0.5 * 0.5 * q_n * q_n, 1e-13)) << p;
  }
}

// Bad input: the message names the quantity, the value received and the value needed.
TEST(AccelerationEnergy, SaysWhichOrderIsMissing) {
  const model::Model model = turntable(mass::rigid_mass(1.0, Vec3::Zero(), Mat3::Identity()));
  const TreeMotion motion = uniform_spin(model, 1.0, 2);
  EXPECT_THROW_MESSAGE(acceleration_energy(motion, 2), InvalidArgument,
                       "p = 2 needs a motion of order >= 3, got order 2");
  EXPECT_THROW_MESSAGE(acceleration_energy(motion, -1), InvalidArgument,
                       "order p must be >= 0, got -1");
  EXPECT_THROW_MESSAGE(energy_parts(motion, 0, 1), InvalidArgument,
                       "there is no body 1; model 'turntable' has 1");
  EXPECT_THROW_MESSAGE(potential_energy(motion, -1), InvalidArgument, "there is no body -1");
}

TEST(Momentum, ExplainsBadInput) {
  const model::Model model = turntable(mass::rigid_mass(1.0, Vec3::Zero(), Mat3::Identity()));
  const TreeMotion position = uniform_spin(model, 1.0, 0);
  EXPECT_THROW_MESSAGE(linear_momentum(position), InvalidArgument,
                       "linear_momentum: needs a motion of order >= 1, got order 0");
  const TreeMotion motion = uniform_spin(model, 1.0, 2);
  Series<Vec3> point(0, Vec3::Constant(std::numeric_limits<double>::infinity()));
  EXPECT_THROW_MESSAGE(angular_momentum_about(motion, point), InvalidArgument,
                       "coefficient 0 of the point is not finite");
  EXPECT_THROW_MESSAGE(angular_momentum_about(motion, Series<Vec3>()), InvalidArgument,
                       "the point is an empty series");
  const TreeMotion massless = uniform_spin(turntable({}), 1.0, 2);
  EXPECT_THROW_MESSAGE(centre_of_mass(massless), InvalidArgument,
                       "nothing that moves in model 'turntable' has mass");
}

}  // namespace
}  // namespace appell::energy
