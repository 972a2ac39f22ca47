// Golden data: generalized forces, reactions, friction and matrices of every robot, state and order
// in tests/data/golden, computed there with 60 digits by another program.
#include <gtest/gtest.h>

#include "appell/force/friction.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/force/motion_matrices.hpp"
#include "appell/force/reactions.hpp"
#include "tests/support/golden_states.hpp"

namespace appell::force {
namespace {

using nlohmann::json;
using support::BlockComparison;
using support::for_each_golden_state;
using support::GoldenState;
using support::matrix_of;

// Relative, max norm, per derivative block; the files' own sensitivity to rounding of the inputs is
// up to 7e-15. Worst seen: 2e-13 (M'), 2e-14 for the forces.
constexpr double kTolerance = 1e-12;

Surroundings world_load(const GoldenState& s) {
  return {.loads = {{.frame = s.robot.model.frame("ee"),
                     .force_derivatives = s.payload.world_force_derivatives,
                     .moment_derivatives = s.payload.world_moment_derivatives}}};
}

TEST(InertiaForce, AllGoldenRobots) {
  BlockComparison compare(kTolerance);
  for_each_golden_state([&](const GoldenState& s) {
    compare.derivatives(inertia_force(s.motion), s.expected["Q_inertia"]);
  });
}

TEST(GravityForce, AllGoldenRobots) {
  BlockComparison compare(kTolerance);
  for_each_golden_state([&](const GoldenState& s) {
    compare.derivatives(gravity_force(s.motion), s.expected["Q_gravity"]);
  });
}

TEST(LoadForce, AllGoldenRobots) {
  BlockComparison compare(kTolerance);
  for_each_golden_state([&](const GoldenState& s) {
    compare.derivatives(load_force(s.motion, world_load(s)), s.expected["Q_payload"]);
    const Surroundings tool{.loads = {{.frame = s.robot.model.frame("ee"),
                                       .force_derivatives = {s.payload.tool_force},
                                       .moment_derivatives = {s.payload.tool_moment},
                                       .axes = Wrench::Axes::kOfFrame}}};
    compare.derivatives(load_force(s.motion, tool), s.expected["Q_payload_tool"]);
  });
}

TEST(GeneralizedForce, AllGoldenRobots) {
  BlockComparison compare(kTolerance);
  for_each_golden_state([&](const GoldenState& s) {
    compare.derivatives(generalized_force(s.motion, world_load(s)), s.expected["Q_drive"]);
  });
}

TEST(Reactions, AllGoldenRobots) {
  BlockComparison compare(kTolerance);
  for_each_golden_state([&](const GoldenState& s) {
    const std::vector<Reaction> found = reactions(s.motion, world_load(s));
    ASSERT_EQ(found.size(), s.expected["reaction_force"].size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::string joint = "joint " + std::to_string(i);
      compare.block(found[i].force[0], matrix_of(s.expected["reaction_force"][i]), joint);
      compare.block(found[i].moment[0], matrix_of(s.expected["reaction_moment"][i]), joint);
    }
  });
}

TEST(FrictionForce, AllGoldenRobots) {
  BlockComparison compare(kTolerance);
  for_each_golden_state([&](const GoldenState& s) {
    const ForceWithFriction friction = friction_force(s.motion, world_load(s));
    compare.block(friction.force[0], matrix_of(s.expected["Q_friction"]), "friction");
    EXPECT_TRUE(friction.is_smooth());
    EXPECT_EQ(friction.force.order(), 7);
    const ForceWithFriction motor = motor_force(s.motion, world_load(s));
    compare.block(motor.force[0],
                  matrix_of(s.expected["Q_drive"][0]) + matrix_of(s.expected["Q_friction"]),
                  "motor");
  });
}

TEST(MassMatrix, AllGoldenRobots) {
  BlockComparison compare(kTolerance);
  for_each_golden_state([&](const GoldenState& s) {
    const taylor::Series<MatX> M = mass_matrix(s.motion);
    compare.block(M[0], matrix_of(s.expected["mass_matrix"]), "M");
    compare.block(M[1], matrix_of(s.expected["mass_matrix_dot"]), "M'");
  });
}

TEST(BiasForce, AllGoldenRobots) {
  BlockComparison compare(kTolerance);
  for_each_golden_state([&](const GoldenState& s) {
    compare.block(bias_force(s.motion)[0], matrix_of(s.expected["bias"]), "bias");
  });
}

// The files give the Christoffel symbols V_ijm where there are few joints: C_ij = Σ_m V_ijm q'_m.
TEST(CoriolisMatrix, ContractsTheChristoffelSymbolsOfGolden) {
  BlockComparison compare(kTolerance);
  int compared = 0;
  for_each_golden_state([&](const GoldenState& s) {
    if (!s.expected.contains("V")) return;
    const taylor::Series<MatX> C = coriolis_matrix(s.motion);
    MatX expected(C[0].rows(), C[0].cols());
    for (Eigen::Index i = 0; i < expected.rows(); ++i) {
      const json& V_i = s.expected["V"][i];
      expected.row(i) = (matrix_of(V_i) * s.state.derivative(1)).transpose();
    }
    compare.block(C[0], expected, "C");
    ++compared;
  });
  EXPECT_EQ(compared, 14);  // States of planar2R, rpr and fanuc5R.
}

}  // namespace
}  // namespace appell::force
