// Properties of generalized forces, reactions and matrices on random trees with every kind of
// joint, mimic joints, rotors, loads and external wrenches.
#include <Eigen/Cholesky>

#include <gtest/gtest.h>

#include "appell/energy/acceleration_energy.hpp"
#include "appell/energy/momentum.hpp"
#include "appell/energy/potential_energy.hpp"
#include "appell/force/applied_wrench.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/force/joint_wrenches.hpp"
#include "appell/force/motion_matrices.hpp"
#include "appell/force/reactions.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "tests/force/random_case.hpp"

namespace appell::force {
namespace {

using kinematics::propagate;
using kinematics::TreeMotion;
using support::Random;
using taylor::Series;

// Theorem of the kinetic energy: the rate of the energy is the power of the motors less what the
// loads take, at every order of the series.
RC_GTEST_PROP(GeneralizedForce, PowerBalance, ()) {
  const Case c(8);
  const Series<VecX> rate = taylor::time_derivative(c.state).truncated(6);
  const Series<double> energy =
      energy::kinetic_energy(c.motion) + energy::potential_energy(c.motion).truncated(7);
  const Series<VecX> Q = generalized_force(c.motion, c.surroundings);
  const Series<VecX> Q_load = load_force(c.motion, c.surroundings).truncated(6);
  const Series<double> power = taylor::dot(Q - Q_load, rate);
  const Series<double> energy_rate = taylor::time_derivative(energy);
  const double scale = size_of(energy_rate) + size_of(Q) * size_of(rate);
  RC_ASSERT(size_of(energy_rate) > 0.0);
  for (int k = 0; k <= 6; ++k) RC_NEAR(power[k], energy_rate[k], 1e-13, scale);
}

// Theorems of momentum and angular momentum: their rates are the sum of all external forces, those
// that the base exerts through its joints included, and their moment about the origin.
RC_GTEST_PROP(JointWrenches, RateOfMomentumIsTheExternalForce, ()) {
  const Case c(7);
  const int N = 5;
  const std::vector<WrenchSeries> carried = joint_wrenches(c.motion, c.surroundings);
  Series<Vec3> force = Series<Vec3>::constant(Vec3::Zero(), N);
  Series<Vec3> moment = force;
  double scale = 1.0;
  const auto add = [&](const Series<Vec3>& f, const Series<Vec3>& n, const Series<Vec3>& p) {
    const Series<Vec3> n_O = n + taylor::cross(p, f);
    force += f;
    moment += n_O;
    scale += size_of(f) + size_of(n_O);
  };
  for (const model::Body& body : c.model.bodies()) {
    const Series<Vec3> p = c.motion[body.index].p_WB.truncated(N);
    if (body.parent == model::kWorld) {
      const WrenchSeries& w = carried[body.index];
      add(w.force, w.moment, p);
    }
    const Series<Vec3> weight = Series<Vec3>::constant(body.rigid_mass.mass * c.model.gravity(), N);
    const Series<Vec3> com =
        kinematics::point_position(c.motion[body.index], body.rigid_mass.p_BBcm).truncated(N);
    add(weight, Series<Vec3>::constant(Vec3::Zero(), N), com);
  }
  const auto add_wrench = [&](const Wrench& wrench, double sign) {
    if (wrench.frame.body == model::kWorld) return;
    const WrenchSeries w = in_world(c.motion, wrench);
    add(sign * w.force.truncated(N), sign * w.moment.truncated(N),
        kinematics::frame_motion(c.motion, wrench.frame).p.truncated(N));
  };
  for (const Wrench& load : c.surroundings.loads) add_wrench(load, -1.0);
  for (const Wrench& wrench : c.surroundings.external) add_wrench(wrench, 1.0);

  const Series<Vec3> H_rate = taylor::time_derivative(energy::linear_momentum(c.motion));
  const Series<Vec3> K_rate = taylor::time_derivative(energy::angular_momentum(c.motion));
  RC_ASSERT(size_of(H_rate) > 0.0);
  for (int k = 0; k <= N; ++k) {
    RC_NEAR(force[k], H_rate[k], 1e-13, scale);
    RC_NEAR(moment[k], K_rate[k], 1e-13, scale);
  }
}

// Cross-check: virtual work. A wrench at a frame counts as the transposed Jacobian times it, at
// every order; an external one with the opposite sign.
RC_GTEST_PROP(LoadForce, IsTheTransposedJacobianTimesTheWrench, ()) {
  const Case c(6);
  Series<VecX> expected(6, VecX::Zero(c.model.num_coordinates()));
  const auto add = [&](const Wrench& wrench, double sign) {
    const Series<MatX> J = kinematics::jacobian(c.motion, wrench.frame);
    const WrenchSeries w = in_world(c.motion, wrench);
    Series<VecX> stacked(6, VecX::Zero(6));
    for (int k = 0; k <= 6; ++k) stacked[k] << w.force[k], w.moment[k];
    expected += sign * (taylor::transpose(J) * stacked);
  };
  for (const Wrench& load : c.surroundings.loads) add(load, 1.0);
  for (const Wrench& wrench : c.surroundings.external) add(wrench, -1.0);
  const Series<VecX> actual = load_force(c.motion, c.surroundings);
  for (int k = 0; k <= 6; ++k) RC_NEAR(actual[k], expected[k], 1e-13, 1.0 + size_of(expected));
}

// Property: M is symmetric and positive definite.
RC_GTEST_PROP(MassMatrix, IsSymmetricAndPositiveDefinite, ()) {
  const Case c(3);
  const Series<MatX> M = mass_matrix(c.motion);
  for (int k = 0; k <= 3; ++k) RC_ASSERT(M[k] == M[k].transpose());
  RC_ASSERT(Eigen::LLT<MatX>(M[0]).info() == Eigen::Success);
}

// Property: M' - 2 C is skew-symmetric, at every order.
RC_GTEST_PROP(CoriolisMatrix, MakesMassRateLessTwiceItSkew, ()) {
  const Case c(7);
  const Series<MatX> M_rate = taylor::time_derivative(mass_matrix(c.motion));
  const Series<MatX> C = coriolis_matrix(c.motion);
  RC_ASSERT(size_of(C) > 0.0 || c.model.num_coordinates() == 1);
  for (int k = 0; k <= 6; ++k) {
    const MatX S = M_rate[k] - 2.0 * C[k];
    // Sums over up to 40 bodies of moments about far origins; worst seen in 2000 trees 3e-13.
    RC_NEAR(S + S.transpose(), MatX::Zero(S.rows(), S.cols()), 1e-12, 1.0 + size_of(M_rate));
  }
}

// Cross-check: the matrices against the recursive forces and momenta, at every order:
// M q'' + C q' = Q_inertia, M q' = P, P' = Q_inertia + Cᵀ q'.
RC_GTEST_PROP(MassMatrix, AgreesWithRecursiveForcesAndMomenta, ()) {
  const Case c(8);
  const Series<MatX> M = mass_matrix(c.motion);
  const Series<MatX> C = coriolis_matrix(c.motion);
  const Series<VecX> q_1 = taylor::time_derivative(c.state);
  const Series<VecX> q_2 = taylor::time_derivative(c.state, 2);
  const Series<VecX> Q = inertia_force(c.motion);
  const Series<VecX> bias = bias_force(c.motion);
  const Series<VecX> P = generalized_momentum(c.motion);
  const Series<VecX> Q_expected = M.truncated(6) * q_2 + bias.truncated(6);
  const Series<VecX> P_expected = M.truncated(7) * q_1;
  const Series<VecX> P_rate = Q + taylor::transpose(C).truncated(6) * q_1.truncated(6);
  const double scale = size_of(M) * (size_of(q_1) + size_of(q_2)) + size_of(Q);
  for (int k = 0; k <= 6; ++k) {
    RC_NEAR(Q[k], Q_expected[k], 1e-13, scale);
    RC_NEAR(P[k], P_expected[k], 1e-13, scale);
    RC_NEAR((k + 1) * P[k + 1], P_rate[k], 1e-13, scale);
  }
}

// Property: Q_gravity is the gradient of U. Its component along any motion is U'; a motion of
// constant unit rate of one coordinate picks one component.
RC_GTEST_PROP(GravityForce, IsTheGradientOfThePotentialEnergy, ()) {
  const Case c(0);
  const VecX Q = gravity_force(c.motion)[0];
  for (int j = 0; j < c.model.num_coordinates(); ++j) {
    model::StateSeries state(1, c.state[0]);
    state[1] = VecX::Unit(c.model.num_coordinates(), j);
    const Series<double> U = energy::potential_energy(propagate(c.model, state));
    RC_NEAR(U[1], Q(j), 1e-12, 1.0 + Q.cwiseAbs().maxCoeff());
  }
}

// Property: the parts that Operators select add up to the whole, and leave each other alone.
RC_GTEST_PROP(GeneralizedForce, PartsAddUp, ()) {
  const Case c(5);
  const Series<VecX> whole = generalized_force(c.motion, c.surroundings);
  const Series<VecX> sum = inertia_force(c.motion) + gravity_force(c.motion).truncated(3) +
                           load_force(c.motion, c.surroundings).truncated(3);
  for (int k = 0; k <= 3; ++k) RC_NEAR(sum[k], whole[k], 1e-13, 1.0 + size_of(whole));
  const Series<VecX> unloaded =
      generalized_force(c.motion, c.surroundings, {.loads = false, .external = false});
  const Series<VecX> alone = generalized_force(c.motion);
  for (int k = 0; k <= 3; ++k) RC_ASSERT(unloaded[k] == alone[k]);
}

// Property: a coefficient never depends on higher ones, so it is the same bit for bit on the
// readable route. The engine's kernels for different orders do the same sums in another sequence.
RC_GTEST_PROP(GeneralizedForce, RaisingTheOrderLeavesLowerCoefficientsUnchanged, ()) {
  const Case c(8);
  const TreeMotion low = propagate(c.model, c.state.truncated(4));
  const Series<VecX> Q = generalized_force(c.motion, c.surroundings, {});
  const Series<VecX> Q_low = generalized_force(low, c.surroundings, {});
  const Series<VecX> Q_engine = generalized_force(c.motion, c.surroundings);
  const Series<VecX> Q_engine_low = generalized_force(low, c.surroundings);
  const Series<MatX> C = coriolis_matrix(c.motion);
  const Series<MatX> C_low = coriolis_matrix(low);
  for (int k = 0; k <= 2; ++k) {
    RC_ASSERT(Q[k] == Q_low[k]);
    RC_NEAR(Q_engine[k], Q_engine_low[k], 1e-12, size_of(Q_engine_low));
  }
  for (int k = 0; k <= 3; ++k) RC_ASSERT(C[k] == C_low[k]);
}

// Property: the expansion about t₀, evaluated h later, is what the forces are there.
RC_GTEST_PROP(GeneralizedForce, ExpansionEvaluatedLaterIsTheForceThere, ()) {
  Case c(4, 8);
  model::StateSeries state(26, VecX::Zero(c.model.num_coordinates()));
  for (int k = 0; k <= 4; ++k) state[k] = c.state[k];
  const TreeMotion here = propagate(c.model, state);
  const Series<VecX> Q = generalized_force(here);
  const std::vector<Reaction> R = reactions(here);
  const Series<MatX> M = mass_matrix(here);
  for (const double h : {-0.05, 0.05}) {
    model::StateSeries shifted = state;
    taylor::shift(shifted, h);
    const TreeMotion there = propagate(c.model, shifted.truncated(2));
    const VecX Q_there = generalized_force(there)[0];
    RC_NEAR(Q.value_at(h), Q_there, 1e-12, 1.0 + Q_there.cwiseAbs().maxCoeff());
    const MatX M_there = mass_matrix(there)[0];
    RC_NEAR(M.value_at(h), M_there, 1e-12, 1.0 + M_there.cwiseAbs().maxCoeff());
    const std::vector<Reaction> R_there = reactions(there);
    for (std::size_t i = 0; i < R.size(); ++i) {
      const double scale = 1.0 + R_there[i].force[0].norm() + R_there[i].moment[0].norm();
      RC_NEAR(R[i].force.value_at(h), R_there[i].force[0], 1e-12, scale);
      RC_NEAR(R[i].moment.value_at(h), R_there[i].moment[0], 1e-12, scale);
    }
  }
}

// Property: a robot hung on a turned base, gravity and world loads turned with it, needs the same
// forces and has the same reactions.
RC_GTEST_PROP(GeneralizedForce, DoesNotDependOnTheBaseFrame, ()) {
  Random random(*rc::gen::inRange(1U, 100000U));
  model::Description description = driven_description(random, *rc::gen::inRange(1, 12));
  const model::Model model = model::build(description);
  const spatial::Transform X = random.placement(2.0);
  description.links.push_back({.name = "ground"});
  description.joints.push_back({.name = "mount", .parent = "ground", .child = "base", .X_PJ = X});
  description.gravity = X.R * model.gravity();
  const model::Model mounted = model::build(description);
  const model::StateSeries state = support::random_state(random, model, 6);
  const TreeMotion before = propagate(model, state);
  const TreeMotion after = propagate(mounted, state);
  Wrench load = random_wrench(random, model);
  Wrench turned = load;
  turned.frame = mounted.frame(load.frame.name);
  if (load.axes == Wrench::Axes::kOfWorld) {
    for (Vec3& f : turned.force_derivatives) f = X.R * f;
    for (Vec3& n : turned.moment_derivatives) n = X.R * n;
  }
  const Series<VecX> Q = generalized_force(before, {.loads = {load}});
  const Series<VecX> Q_mounted = generalized_force(after, {.loads = {turned}});
  const std::vector<Reaction> R = reactions(before, {.loads = {load}});
  const std::vector<Reaction> R_mounted = reactions(after, {.loads = {turned}});
  RC_ASSERT(R.size() == R_mounted.size());
  for (int k = 0; k <= 4; ++k) {
    RC_NEAR(Q_mounted[k], Q[k], 1e-12, 1.0 + size_of(Q));
    for (std::size_t i = 0; i < R.size(); ++i) {
      const double scale = 1.0 + size_of(R[i].force) + size_of(R[i].moment);
      RC_NEAR(R_mounted[i].force[k], R[i].force[k], 1e-12, scale);
      RC_NEAR(R_mounted[i].moment[k], R[i].moment[k], 1e-12, scale);
    }
  }
}

// Property: run λ times as fast, derivative k of the inertia force gains λ²⁺ᵏ, that of gravity λᵏ;
// run backwards (λ = -1) the forces are the same. Powers of two do not round.
RC_GTEST_PROP(InertiaForce, ScalesWithTheClock, ()) {
  const Case c(7);
  for (const double lambda : {0.5, -1.0}) {
    const TreeMotion other = propagate(c.model, taylor::with_clock_scaled(c.state, lambda));
    const Series<VecX> Q = inertia_force(c.motion);
    const Series<VecX> Q_other = inertia_force(other);
    const Series<VecX> G = gravity_force(c.motion);
    const Series<VecX> G_other = gravity_force(other);
    RC_ASSERT(size_of(Q) > 0.0);
    for (int k = 0; k <= 5; ++k) {
      RC_ASSERT(Q_other[k] == std::pow(lambda, k + 2) * Q[k]);
      RC_ASSERT(G_other[k] == std::pow(lambda, k) * G[k]);
    }
  }
}

// Property: along the joint, a reaction is the driving force, where the joint has one coordinate of
// its own and no rotor.
RC_GTEST_PROP(Reactions, AlongTheJointAreTheDrivingForce, ()) {
  Random random(*rc::gen::inRange(1U, 100000U));
  model::Description description = support::random_description(random, *rc::gen::inRange(1, 12));
  for (model::Joint& joint : description.joints) joint.mimic.reset();
  const model::Model model = model::build(description);
  const model::StateSeries state = support::random_state(random, model, 5);
  const TreeMotion motion = propagate(model, state);
  const Surroundings surroundings = random_surroundings(random, model);
  const Series<VecX> Q = generalized_force(motion, surroundings);
  const std::vector<Reaction> found = reactions(motion, surroundings);
  int compared = 0;
  for (const Reaction& reaction : found) {
    const model::Joint& joint = description.joints[reaction.joint];
    if (model::num_coordinates(joint.kind) != 1) continue;
    const model::Frame& link = model.frame(joint.child);
    const model::Body& body = model.bodies()[link.body];
    for (int k = 0; k <= 3; ++k) {
      const Vec3 f_B = link.X_BF.R * reaction.force[k];
      const Vec3 n_B = link.X_BF.R * reaction.moment[k] + link.X_BF.p.cross(f_B);
      const double along = body.screw.angular.dot(n_B) + body.screw.linear.dot(f_B);
      RC_NEAR(along, Q[k](body.coordinate), 1e-13, 1.0 + size_of(Q) + f_B.norm());
    }
    ++compared;
  }
  RC_ASSERT(compared > 0);  // The first joint is always revolute.
}

/// A body on a rail along x that can turn about it: for closed forms.
model::Description slider(double mass) {
  model::Description robot{.name = "slider"};
  robot.links = {{.name = "base"},
                 {.name = "cart", .inertial = mass::rigid_mass(mass, Vec3::Zero(), Mat3::Zero())}};
  robot.joints = {{.name = "rail",
                   .kind = model::JointKind::kPrismatic,
                   .parent = "base",
                   .child = "cart",
                   .axis = Vec3::UnitX()}};
  return robot;
}

// Oracle: a mass on a horizontal rail needs (m + N² J) q⁽²⁺ᵏ⁾ and carries m (q'', 0, g).
TEST(InertiaForce, MassOnARailWithAMotor) {
  model::Description robot = slider(3.0);
  robot.joints[0].actuator = {.gear_ratio = 20.0, .rotor_inertia = 0.005};
  const model::Model model = model::build(robot);
  const model::StateSeries state =
      model::state_from_derivatives(model, {VecX::Constant(1, 0.3), VecX::Constant(1, 1.1),
                                            VecX::Constant(1, 0.7), VecX::Constant(1, -2.0)});
  const TreeMotion motion = propagate(model, state);
  const Series<VecX> Q = generalized_force(motion);
  EXPECT_NEAR(Q.derivative(0)(0), (3.0 + 2.0) * 0.7, 1e-14);
  EXPECT_NEAR(Q.derivative(1)(0), (3.0 + 2.0) * -2.0, 1e-14);
  EXPECT_NEAR(mass_matrix(motion)[0](0, 0), 5.0, 1e-14);
  EXPECT_NEAR(generalized_momentum(motion)[0](0), 5.0 * 1.1, 1e-14);
  const std::vector<Reaction> R = reactions(motion);
  EXPECT_TRUE(support::near(R[0].force[0], Vec3(2.1, 0.0, 3.0 * 9.81), 1e-15));
}

// Bad input: the messages name the quantity, the value received and the value needed.
TEST(GeneralizedForce, ExplainsBadInput) {
  Random random(5);
  const model::Model model = support::random_model(random, 5);
  const TreeMotion motion = propagate(model, support::random_state(random, model, 1));
  EXPECT_THROW_MESSAGE(generalized_force(motion), InvalidArgument,
                       "inertia forces need a motion of order >= 2, got order 1; propagate the "
                       "state with q, q' and q''");
  EXPECT_NO_THROW(gravity_force(motion));
  const TreeMotion position = propagate(model, support::random_state(random, model, 0));
  EXPECT_THROW_MESSAGE(coriolis_matrix(position), InvalidArgument,
                       "coriolis_matrix: needs a motion of order >= 1, got order 0");
  EXPECT_THROW_MESSAGE(generalized_momentum(position), InvalidArgument,
                       "generalized_momentum: needs a motion of order >= 1, got order 0");
  Wrench wrench{.frame = model.frames().back(),
                .force_derivatives = {Vec3::Zero(), Vec3(0, std::nan(""), 0)}};
  EXPECT_THROW_MESSAGE(load_force(motion, {.loads = {wrench}}), InvalidArgument,
                       "derivative 1 of the force of a wrench has an entry that is not finite");
  wrench = {.frame = model.frames().back()};
  wrench.frame.body = 99;
  EXPECT_THROW_MESSAGE(load_force(motion, {.external = {wrench}}), InvalidArgument,
                       "is fixed to body 99, but the motion has");
}

}  // namespace
}  // namespace appell::force
