// Dynamics matrices ⟨a|b⟩.
#include "appell/energy/dynamics_matrices.hpp"

#include <gtest/gtest.h>

#include "appell/energy/acceleration_energy.hpp"
#include "tests/support/golden_states.hpp"
#include "tests/support/random_model.hpp"

namespace appell::energy {
namespace {

using nlohmann::json;

void flatten(const json& list, std::vector<double>& out) {
  if (!list.is_array()) return out.push_back(list.get<double>());
  for (const json& item : list) flatten(item, out);
}

// Oracle: golden tensors, 60 digits.
TEST(DynamicsMatrix, AllGoldenTensors) {
  struct Named {
    const char* key;
    int a, b;
  };
  support::BlockComparison compare(1e-12);
  int found = 0;
  support::for_each_golden_state([&](const support::GoldenState& s) {
    for (const auto& [key, a, b] :
         {Named{"mass_matrix", 1, 1}, Named{"V", 1, 2}, Named{"D", 2, 2}, Named{"H", 1, 3},
          Named{"K23", 2, 3}, Named{"K14", 1, 4}, Named{"N", 3, 3}}) {
      if (!s.expected.contains(key)) continue;
      ++found;
      std::vector<double> expected;
      flatten(s.expected[key], expected);
      const MatX rows = dynamics_matrix(s.motion, a, b).transpose();
      ASSERT_EQ(static_cast<std::size_t>(rows.size()), expected.size());
      compare.block(Eigen::Map<const VecX>(rows.data(), rows.size()),
                    Eigen::Map<const VecX>(expected.data(), rows.size()), key);
    }
  });
  EXPECT_GE(found, 70);
}

// Cross-check: E_1 = ½ M(q'', q'') + V(q''; q' q') + ½ D(q' q'; q' q') and ½ N in
// E_2 with q'' = q''' = 0, against energies that know no dynamics matrix; trees with every kind of
// joint, mimic joints and rotors.
TEST(DynamicsMatrix, EnergiesAreTheirSums) {
  support::Random random(21);
  for (int round = 0; round < 10; ++round) {
    const model::Model model = model::build(support::random_description(random, 3));
    const model::StateSeries state = support::random_state(random, model, 2);
    const kinematics::TreeMotion motion = kinematics::propagate(model, state);
    const VecX u = state.derivative(1), w = state.derivative(2);
    const Eigen::Index n = u.size();
    VecX uu(n * n), uuu(n * n * n);
    for (Eigen::Index i = 0; i < uu.size(); ++i) uu(i) = u(i / n) * u(i % n);
    for (Eigen::Index i = 0; i < uuu.size(); ++i) uuu(i) = uu(i / n) * u(i % n);
    const double terms[] = {0.5 * w.dot(dynamics_matrix(motion, 1, 1) * w),
                            w.dot(dynamics_matrix(motion, 1, 2) * uu),
                            0.5 * uu.dot(dynamics_matrix(motion, 2, 2) * uu)};
    double sum = 0.0, size = 0.0;
    for (const double term : terms) {
      sum += term;
      size += std::abs(term);
    }
    EXPECT_NEAR(sum, acceleration_energy(motion, 1)[0], 1e-12 * size);

    std::vector<VecX> steady{state[0], u, VecX::Zero(n), VecX::Zero(n)};
    const kinematics::TreeMotion uniform =
        kinematics::propagate(model, model::StateSeries::from_derivatives(steady));
    const double E_2 = acceleration_energy(uniform, 2)[0];
    EXPECT_NEAR(0.5 * uuu.dot(dynamics_matrix(motion, 3, 3) * uuu), E_2, 1e-12 * E_2);
  }
}

TEST(DynamicsMatrix, SaysWhatIsWrong) {
  const support::GoldenRobot robot = support::load_golden_robot("chain24");
  const kinematics::TreeMotion motion = kinematics::propagate(robot.model, robot.states[0]);
  EXPECT_THROW_MESSAGE(dynamics_matrix(motion, 3, 3), InvalidArgument,
                       "<3|3> of 24 coordinates has 191102976 entries; at most 1e+07");
  EXPECT_THROW_MESSAGE(dynamics_matrix(motion, 0, 1), InvalidArgument, "<0|1>; numbers of indices");
}

}  // namespace
}  // namespace appell::energy
