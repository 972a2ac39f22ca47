// Golden data: energies and momenta of every robot, state and order in tests/data/golden, computed
// there with 60 digits by another program.
#include <gtest/gtest.h>

#include "appell/energy/acceleration_energy.hpp"
#include "appell/energy/momentum.hpp"
#include "appell/energy/potential_energy.hpp"
#include "tests/support/golden_states.hpp"

namespace appell::energy {
namespace {

using nlohmann::json;
using support::BlockComparison;
using support::for_each_golden_state;
using support::GoldenState;

// Relative, max norm, per derivative block; the files' own sensitivity to rounding of the inputs is
// up to 7e-15. Worst seen: 1e-13 (a derivative of an acceleration energy), 6e-14 for the momenta.
constexpr double kTolerance = 1e-12;

TEST(KineticEnergy, AllGoldenRobots) {
  BlockComparison compare(kTolerance);
  for_each_golden_state([&](const GoldenState& s) {
    compare.derivatives(kinetic_energy(s.motion), s.expected["kinetic_energy"]);
  });
}

TEST(PotentialEnergy, AllGoldenRobots) {
  BlockComparison compare(kTolerance);
  for_each_golden_state([&](const GoldenState& s) {
    compare.derivatives(potential_energy(s.motion), s.expected["potential_energy"]);
  });
}

TEST(AccelerationEnergy, AllGoldenRobots) {
  BlockComparison compare(kTolerance);
  for_each_golden_state([&](const GoldenState& s) {
    for (const auto& [p, blocks] : s.expected["acceleration_energy"].items()) {
      SCOPED_TRACE("p = " + p);
      compare.derivatives(acceleration_energy(s.motion, std::stoi(p)), blocks);
    }
  });
}

TEST(EnergyParts, AllGoldenRobots) {
  BlockComparison compare(kTolerance);
  for_each_golden_state([&](const GoldenState& s) {
    for (const auto& [p, parts] : s.expected["energy_split"].items()) {
      const EnergyParts E = energy_parts(s.motion, std::stoi(p));
      compare.block(MatX::Constant(1, 1, E.translation[0]),
                    support::matrix_of(json::array({parts[0]})), "translation, p = " + p);
      compare.block(MatX::Constant(1, 1, E.rotation[0]),
                    support::matrix_of(json::array({parts[1]})), "rotation, p = " + p);
    }
  });
}

TEST(LinearMomentum, AllGoldenRobots) {
  BlockComparison compare(kTolerance);
  for_each_golden_state([&](const GoldenState& s) {
    compare.derivatives(linear_momentum(s.motion), s.expected["linear_momentum"]);
  });
}

TEST(AngularMomentum, AllGoldenRobots) {
  BlockComparison compare(kTolerance);
  for_each_golden_state([&](const GoldenState& s) {
    compare.derivatives(angular_momentum(s.motion), s.expected["angular_momentum"]);
  });
}

}  // namespace
}  // namespace appell::energy
